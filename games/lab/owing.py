"""Check whose each sucker is: after every move, at every start, when a game is called off, and between two games.

The checks compare what each person is owed, not only the sum (threats T35).
"""

from collections.abc import Iterator
from typing import Any, Final

from games.catalogue import AnyGame
from games.kit.contract import Options
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.owed import Owed
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.lab.moment import Moment

LEAVING_ONE_IN: Final = 4
"""At one in so many moments somebody leaves, on a copy."""


def brought(game: AnyGame, carry: Any, stacks: Stacks) -> Owed:
    """Return whose each sucker is when a game begins."""
    return Owed(stacks) if carry is None else game.owed(carry, stacks)


# After every move


def each_sucker_has_an_owner(moment: Moment) -> Iterator[str]:
    """Check that what is owed adds up, that nobody is owed less than their stack, that an ended game owes what it paid,
    and that the last game of a match holds nothing back.
    """
    owed = moment.owed
    yield from not_whole(owed, moment.total)
    stacks = moment.seen.view(SPECTATOR).stacks
    for seat, stack in enumerate(stacks):
        if owed.seats[seat] < stack:
            yield f"owed: seat {seat} has {stack} before them, and is owed {owed.seats[seat]}"
    result = moment.seen.result
    if result is not None:
        after = moment.game.owed(moment.game.carried(moment.state), result.stacks or moment.brought.seats)
        if (owed.seats, owed.house, owed.pot) != (after.seats, result.bank, after.pot):
            yield f"owed: at the end {owed}, after it {after}, and the House has won {result.bank}"
        if result.next_after is None and after.pot:
            yield f"owed: no game follows by itself, and {after.pot} in the pot wait for who stays last"


def not_whole(owed: Owed, total: int) -> Iterator[str]:
    found = sum(owed.seats) + owed.house + owed.pot
    if found != total:
        yield f"owed: {found} suckers in all, {total} were brought"
    if min((*owed.seats, owed.pot)) < 0:
        yield f"owed: below zero, {owed}"


def who_leaves_takes_from_nobody(moment: Moment) -> Iterator[str]:
    """Let somebody leave, on a copy. If that decides nothing, they must not be owed more than before, and nobody else
    less.
    """
    if moment.ended or moment.chance.below(LEAVING_ONE_IN):
        return
    leaver = moment.chance.pick(moment.seats)
    if leaver in moment.gone:
        return
    dice = moment.copied()
    counts = dict(dice.counts)
    left = moment.seen.of(moment.game.leave(moment.state, leaver, dice).state)
    owed = moment.game.owed(left.state, moment.brought.seats)
    yield from not_whole(owed, moment.total)
    before, after = (seen.view(SPECTATOR) for seen in (moment.seen, left))
    if left.ask is None or dice.counts != counts or (before.phase, before.stacks) != (after.phase, after.stacks):
        return
    for seat, (had, has) in enumerate(zip(moment.owed.seats, owed.seats, strict=True)):
        if has > had if seat == leaver else has < had:
            yield f"owed: where seat {leaver} leaves, seat {seat} is owed {has}; before {had}"


# At the start, and when a game is called off


def what_is_put_in_stays_ones_own(game: AnyGame, began: Owed, state: Any) -> Iterator[str]:
    """Check that a game that has just begun owes everybody what they came with: nothing is decided yet."""
    if game.result(state) is None and (owed := game.owed(state, began.seats)) != began:
        yield f"owed: at the start {owed}, before it {began}"


def called_off(game: AnyGame, options: Options, carry: Any, began: Owed, state: Any, dice: Dice) -> Iterator[str]:
    """Call a game off here, on a copy: all must have what is theirs, in the lobby and when the next game begins."""
    owed = game.owed(state, began.seats)
    after = None if carry is None else game.paid(carry)
    if after is not None:
        if (kept := game.owed(after, owed.seats)) != Owed(owed.seats, pot=owed.pot):
            yield f"owed: called off, the table owes {kept}; before {owed}"
        yield from each_keeps_what_is_theirs(game, after, owed.seats)
    elif owed.pot:
        yield f"owed: called off, a pot of {owed.pot} is nobody's"
    again = game.start(options, owed.seats, dice, after).state
    yield from what_is_put_in_stays_ones_own(game, Owed(owed.seats, pot=owed.pot), again)


# Between two games


def each_keeps_what_is_theirs(game: AnyGame, carry: Any, stacks: Stacks) -> Iterator[str]:
    """Check that what is owed adds up, that nobody gains or loses when somebody else leaves, and that whoever sits down
    has no share of what others have staked.
    """
    owed, ended = game.owed(carry, stacks), game.break_up(carry, stacks)
    for seat, stack in enumerate(stacks):
        if not stack <= owed.seats[seat] <= ended[seat]:
            yield f"owed: seat {seat} has {stack}, is owed {owed.seats[seat]}, and gets {ended[seat]} at the end"
    if sum(owed.seats) + owed.pot != sum(ended):
        yield f"owed: {owed}, and {ended} at the end"
    if (joined := game.break_up(carry, (*stacks, Suckers(0)))) != (*ended, 0):
        yield f"owed: where somebody sits down, {joined} at the end; before {ended}"
    seats = all_seats(len(stacks))
    for leaver in seats if len(seats) > 1 else ():
        staying = tuple(seat for seat in seats if seat != leaver)
        after = game.reseated(carry, moved_up(seats, (leaver,)))
        left = tuple(stacks[seat] for seat in staying)
        stay = game.owed(after, left)
        if stay.seats != tuple(owed.seats[seat] for seat in staying):
            yield f"owed: where seat {leaver} leaves, others are owed {stay}; before {owed}"
        if owed.seats[leaver] + sum(game.break_up(after, left)) != sum(ended):
            yield f"owed: where seat {leaver} leaves with {owed.seats[leaver]}, {stay} is left"


def moved_up(seats: tuple[Seat, ...], leavers: tuple[Seat, ...]) -> tuple[Seat | None, ...]:
    """Return where each seat is after some have left."""
    staying = [seat for seat in seats if seat not in leavers]
    return tuple(Seat(staying.index(seat)) if seat in staying else None for seat in seats)
