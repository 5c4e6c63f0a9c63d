"""Practice: play on a game that was called off, at a table of its own, without any consequences.

It begins in the last state of that game, with dice from a new seed, since the old seed is public. It leaves no record,
so no list, rating or evening can count it, and it is played for chips. The game itself stays called off.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.table import seating
from bot.table.change import Change
from bot.table.commitments import reveal
from bot.table.document import Practice, Session
from bot.table.phases import Between, Lobby, Playing
from bot.table.seats import BOT, Seated
from games.kit.codec import codec
from games.kit.contract import Result, Step
from games.kit.dice import Dice
from games.kit.money import Stacks
from games.kit.seats import Seat, all_seats


def first_step(session: Session, stacks: Stacks, dice: Dice) -> Step[Any]:
    """Return how the next game begins: by its rules, or in practice with the game that was called off."""
    if session.practice is None:
        return session.rules.start(session.game_options, stacks, dice, session.carry)
    return Step(codec(session.rules).state(bytes(session.practice.state)), ())


def take_seats(change: Change) -> None:
    """Seat everybody where they sat when the game was called off, others on free seats, and house bots on the rest."""
    practice = change.session.practice
    if practice is None:
        return
    people = {seated.player: seated for seated in change.session.people}
    sitting = {seat: people.pop(player) for seat, player in enumerate(practice.players) if player in people}
    free = [seat for seat in all_seats(len(practice.players)) if seat not in sitting and seat not in practice.out]
    sitting |= dict(zip(free, people.values(), strict=False))
    seats = [
        replace(sitting[seat], stack=stack, missed=0) if seat in sitting else house_bot(practice, Seat(seat), stack)
        for seat, stack in enumerate(practice.stacks)
    ]
    change.set(seats=tuple(seats))


def house_bot(practice: Practice, seat: Seat, stack: int) -> Seated:
    """Return the house bot for a free seat; a seat that had been left for good stays so."""
    name = practice.house[seat]
    return Seated(PersonId(f"{BOT}{name}"), name, stack, gone=seat in practice.out)


def finish(change: Change, result: Result, stamp: str) -> None:
    """End a practice game: nobody is paid, nothing is kept, and no other follows by itself."""
    playing = change.playing
    stacks = tuple(map(int, result.stacks)) or playing.before
    cast = change.cast(all_seats(len(change.session.seats)))
    seats = tuple(replace(one, stack=stack) for one, stack in zip(change.session.seats, stacks, strict=True))
    change.set(seats=seats, phase=Between(playing.state, msgspec.Raw(b"null"), stamp, cast=cast))
    change.say("practice-over")
    reveal(change, playing, recorded=False)
    clear(change)


def call_off(change: Change, why: str) -> None:
    """Call a practice game off. Nothing was staked, so it does not count as a void, and may be begun again."""
    playing = change.playing
    change.say("practice-called-off", why=why)
    reveal(change, playing, recorded=False)
    clear(change)


def clear(change: Change) -> None:
    """Clear the seats of house bots and of those who left; the people may begin again."""
    session = change.session
    if isinstance(session.phase, Playing):
        change.set(phase=Lobby())
    change.set(seats=session.people)
    if all(seated.player != session.host for seated in session.people):
        seating.hand(change, session.host)
