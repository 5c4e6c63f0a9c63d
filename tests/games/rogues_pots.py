"""Compute the reveal of Fearless Rogues Hold 'Em in the simplest way, to check another implementation.

It uses only the rulebook and the rulings FR-20 to FR-29 and FR-44 to FR-58. It looks at bets chip by chip: the k-th
chips of all seats form a heap, which those of them who still trip play for. Heaps with the same players are one pot, as
in poker, and a single chip in a heap goes back. Nothing here is imported from the game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

KICK = 1
SNAKE = [1, 1]


class Trip(NamedTuple):
    """`own`: how many dice of the hand belong to the player."""

    seat: int
    hand: tuple[int, ...]
    own: int


class Settled(NamedTuple):
    """`fates` and `lost` dice by seat, the payments to each seat, the House's part, and the carried amount."""

    fates: dict[int, str]
    lost: dict[int, int]
    paid: dict[int, int]
    house: int
    carried: int


class Rules(NamedTuple):
    maw: int
    shared: bool = False
    earlier_winners_paid: bool = False


# Who topples the Giant


def is_snake(trip: Trip) -> bool:
    return list(trip.hand) == SNAKE


def fates_of(trips: Sequence[Trip], giant: int, maw: int, callers: Collection[int]) -> dict[int, str]:
    """Return the fates in play order. `callers`: of a Snake; if there is none, they are Consumed (FR-56), except by a
    Kick.
    """
    if giant == KICK:
        return {trip.seat: "fled" if number else "kicked" for number, trip in enumerate(trips)}
    found: dict[int, str] = {}
    scared = False
    for trip in trips:
        if scared:
            found[trip.seat] = "fled"
        elif is_snake(trip):
            found[trip.seat], scared = "snake", True
        elif len(trip.hand) == 2 and sum(trip.hand) >= maw:
            found[trip.seat] = "consumed"
        else:
            found[trip.seat] = "toppled" if sum(trip.hand) >= giant else "kicked"
    if not scared:
        found.update({seat: "called" for seat in found if seat in callers})
    return found


def lost_by(trip: Trip, fate: str) -> int:
    return {"kicked": 1, "consumed": trip.own, "called": trip.own}.get(fate, 0)


def closest(trips: Iterable[Trip], rules: Rules) -> list[int]:
    """Return the lowest total of those who toppled the Giant, or all of them."""
    able = list(trips)
    return [trip.seat for trip in able if rules.shared or sum(trip.hand) == min(sum(one.hand) for one in able)]


# The pots


class Pot(NamedTuple):
    amount: int
    players: frozenset[int]


def pots(bets: Mapping[int, int], trips: Collection[int]) -> tuple[list[Pot], dict[int, int]]:
    """Return the pots of the betting, and what goes back to each seat."""
    found: list[Pot] = []
    back: dict[int, int] = {}
    for chip in range(1, max(bets.values(), default=0) + 1):
        payers = [seat for seat, bet in bets.items() if bet >= chip]
        players = frozenset(seat for seat in payers if seat in trips)
        if len(payers) == 1:
            back[payers[0]] = back.get(payers[0], 0) + 1
        elif found and found[-1].players == players:
            found[-1] = Pot(found[-1].amount + len(payers), players)
        else:
            found.append(Pot(len(payers), players))
    return found, back


def settled(
    trips: Sequence[Trip],
    giant: int,
    rules: Rules,
    main: int,
    bets: Mapping[int, int],
    snakes: Collection[int] = (),
    tumbles: Collection[int] = (),
) -> Settled:
    """Return the settled round. `main`: the pot without bets, with a Den without a true proposition. `bets`: of all
    seats.
    """
    fates = fates_of(trips, giant, rules.maw, snakes)
    lost = {trip.seat: lost_by(trip, fates[trip.seat]) for trip in trips}
    scared = "snake" in fates.values()
    side, paid = pots(bets, fates)
    heaps = [Pot(main, frozenset(fates)), *side]
    callers = tumbles if giant == KICK else snakes if scared else ()
    if callers:
        heaps = [Pot(sum(heap.amount for heap in heaps), frozenset(callers))]
    house = carried = 0
    for heap in heaps:
        able = [trip for trip in trips if trip.seat in heap.players and fates[trip.seat] == "toppled"]
        won = list(callers) or ([] if scared and not rules.earlier_winners_paid else closest(able, rules))
        for seat in won:
            paid[seat] = paid.get(seat, 0) + heap.amount // len(won)
        left = heap.amount % len(won) if won else heap.amount
        if won or scared:
            carried += left
        else:
            house += left
    return Settled(fates, lost, paid, house, carried)


def true_propositions(trips: Sequence[Trip], shown: Sequence[int], said: Iterable[tuple[int, int, int]]) -> list[int]:
    """Return the positions of the true propositions, each a seat, dice and a number."""
    lying = [face for trip in trips for face in trip.hand] + list(shown)
    return [place for place, (_, dice, face) in enumerate(said) if lying.count(face) >= dice]
