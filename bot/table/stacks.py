"""The stacks that people have before them: bought in, paid back, bought anew, and divided when a series ends."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bot.ports.ids import NOBODY, PersonId
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hosting import refuse_in_tournament
from bot.table.phases import Between, Lobby, Playing
from bot.table.seats import Seated
from games.kit.money import Suckers
from games.kit.seats import Seat
from persistence import Transfer

START_OF_PURSE: Final = 1000
NEARLY_EMPTY: Final = 100
REFILL: Final = 200
DAY: Final = 24 * 3600 * 1000


def buy_in(change: Change, account: str, person: PersonId) -> int:
    """Return the stack of a new seat; from the purse where the table plays for purses."""
    stack = stack_of_a_seat(change.session)
    if change.purse_table:
        if account != "bank":
            change.transfers.append(welcome_gift(person))
        change.move_money(account, change.stake_account, stack, "buy-in")
    return stack


def stack_of_a_seat(session: Session) -> int:
    """Return what a new seat begins with."""
    if session.options.money == "purse":
        return session.options.buyin
    return int(session.rules.stack(session.game_options))


def once_a_person(cause: str, person: PersonId) -> str:
    """Return the key by which a venue's bank gives somebody this once."""
    return f"{cause}:{person}"


def once_a_day(cause: str, person: PersonId, day: int) -> str:
    """Return the key by which a venue's bank gives somebody this once a day; `day`: days since the epoch."""
    return f"{cause}:{person}:{day}"


def welcome_gift(person: PersonId) -> Transfer:
    return Transfer("bank", f"purse:{person}", START_OF_PURSE, "welcome", once=once_a_person("welcome", person))


def pay_back(change: Change, seated: Seated) -> None:
    """Pay what is left before a seat back to its purse, a house bot's to the bank."""
    pay_out(change, NOBODY if seated.is_bot else seated.player, seated.stack)


def pay_out(change: Change, person: PersonId, stack: int) -> None:
    """Pay a stack out to somebody's purse, or for nobody to the bank."""
    if change.purse_table:
        change.move_money(change.stake_account, f"purse:{person}" if person else "bank", stack, "paid-back")


def rebuy(change: Change, seat: Seat) -> None:
    session, seated = change.session, change.session.seats[seat]
    refuse_in_tournament(session)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    if change.purse_table:
        raise Refused("no-rebuy")
    if session.rules.least(session.game_options) is None:
        raise Refused("no-rebuy-here")
    if not buys_in(session, seat):
        raise Refused("stack-not-empty", stack=seated.stack)
    stack = session.rules.stack(session.game_options)
    change.session = session.with_seat(seat, replace(seated, stack=stack))
    change.say("rebought", who=change.called[seat], stack=stack)
    change.touched()


def must_buy_in(session: Session) -> tuple[Seat, ...]:
    """Return who sits here with too little for the next game of the series, and may have new chips."""
    if session.options.money == "purse" or session.tournament is not None:
        return ()
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    short = session.rules.must_buy_in(session.game_options, session.carry, stacks)
    return tuple(seat for seat in short if not session.seats[seat].gone)


def house_bots_buy_in(change: Change) -> None:
    """Give new chips at once to house bots that must buy in again."""
    for seat in must_buy_in(change.session):
        if change.session.seats[seat].is_bot:
            rebuy(change, seat)


def buys_in(session: Session, seat: Seat) -> bool:
    """Tell whether the game lets this seat have new chips now."""
    if session.practice is not None:
        return False
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    return session.rules.buys_in(session.game_options, session.carry, stacks, seat)


def break_up(change: Change) -> None:
    """Give a pot that the series carried on back to those who sit, before they are paid; nothing is carried on."""
    session, carry, phase = change.session, change.session.carry, change.session.phase
    if carry is None or not isinstance(phase, Lobby | Between):
        return
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    back = session.rules.break_up(carry, stacks)
    seats = tuple(replace(one, stack=int(stack)) for one, stack in zip(session.seats, back, strict=True))
    change.set(seats=seats, phase=replace(phase, carry=msgspec.Raw(b"null")))
