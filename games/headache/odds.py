"""Compute what a seat may know of the cups, the worlds that agree with it, and the seat's own chances, which are told
in private.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import ceil, factorial, prod, sqrt
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.headache.allies import side_of
from games.headache.chances import Hands, chances, hand_of, under_way
from games.headache.options import Method
from games.headache.resample import groups
from games.headache.state import DieNumber, Question, Side
from games.headache.view import ContestView, CupView, HeadacheView, OnTheTable
from games.kit.contract import Odds, PrivateEvent, Resample
from games.kit.dice import Dice, Draw
from games.kit.moves import Move
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import Listed, Say, say

# What one may know of the cups


class Alike(Struct, frozen=True):
    """Hold cups that the seat can't tell apart, and the dice under them in any order."""

    cups: tuple[Spot, ...]
    dice: tuple[Die, ...]


Known = tuple[Alike, ...]
"""All cups; one whose die is known is a group by itself."""
World = Mapping[Spot, Die]
"""One possible way in which the dice lie."""


def in_sight(view: HeadacheView, table: OnTheTable) -> Known:
    """Return what somebody who remembers nothing knows from the table now."""
    whole = view.options.dice(len(table.cups))
    seen = tuple(Alike((cup.at,), (cup.die,)) for cup in table.cups if cup.die is not None)
    covered = tuple(cup.at for cup in table.cups if cup.die is None)
    left = Counter(whole) - Counter(cup.dice[0] for cup in seen)
    return (*seen, Alike(covered, hand_of(left.elements()))) if covered else seen


def remembered(view: HeadacheView, seat: Seat, resample: Resample, dice: Dice) -> Known:
    """Return what this seat knows if it has followed everything: its draws, its looks into the bag, each swap.

    Any dealing that agrees with all that will do, because all such dealings agree in what is used here: where each die,
    by the order of drawing, is now, and which dice are in each group that the seat can't tell apart.
    """
    again = resample(dice)
    table = again.phase.table
    at: dict[DieNumber, Spot] = {cup.die: cup.at for cup in table.cups}
    lies = {number: drawn.die.reveal() for number, drawn in enumerate(table.drawn)}
    alike = [places for places in groups(view.options, again.phase, seat, len(lies)) if places]
    unsure = {number for places in alike for number in places}
    alike += [(number,) for number in lies if number not in unsure]
    return tuple(
        Alike(tuple(sorted(at[one] for one in places)), hand_of(lies[one] for one in places)) for places in alike
    )


class Worlds(NamedTuple):
    """Hold possible ways in which the dice lie, each equally likely. `all`: there are no others."""

    ways: tuple[World, ...]
    all: bool


def worlds(known: Known, draw: Draw, most: int) -> Worlds:
    """Return all worlds that agree with what is known or, if there are more than `most`, so many by chance."""
    if prod(map(arrangements, known)) <= most:
        ways = product(*(sorted(set(permutations(alike.dice))) for alike in known))
        return Worlds(tuple(world(known, dice) for dice in ways), all=True)
    return Worlds(tuple(world(known, [draw.shuffle(one.dice) for one in known]) for _ in range(most)), all=False)


def arrangements(alike: Alike) -> int:
    return factorial(len(alike.dice)) // prod(map(factorial, Counter(alike.dice).values()))


def world(known: Known, dice: Sequence[Sequence[Die]]) -> World:
    return {
        cup: die for alike, lying in zip(known, dice, strict=True) for cup, die in zip(alike.cups, lying, strict=True)
    }


# Who would play for the pot


Sides = dict[Seat | Spot, tuple[Spot, ...]]
"""The cups of each side: those of an owner, or one cup for sale, as if its buyer had no other."""


def sides_now(view: HeadacheView, table: OnTheTable) -> Sides:
    """Return the sides as if a new player got each cup for sale. Unsold cups and a leaver's are out (HA-37)."""
    found: Sides = {}
    for cup in table.cups:
        if cup.owner in view.players:
            found[cup.owner] = (*found.get(cup.owner, ()), cup.at)
        elif for_sale(cup):
            found[cup.at] = (cup.at,)
    return found


def for_sale(cup: CupView) -> bool:
    return cup.fate in {"stands", "lot"}


def by_side(sides: Sides, world: World, method: Method) -> dict[Seat | Spot, float]:
    """Return each side's chance to win in this world."""
    return dict(zip(sides, chances(hands_in(sides, world), method), strict=True))


def hands_in(sides: Sides, world: World) -> Hands:
    return tuple([hand_of([world[cup] for cup in cups]) for cups in sides.values()])


# A player's own chances now

MOST_WORLDS: Final = 720
"""Six dice in every order. If there are more worlds, so many are drawn by chance."""
BEST_CUPS: Final = 3
"""How many of the best cups are told, if the viewer can tell cups apart."""
SIGMAS: Final = 2
"""The error is told in standard errors of the sample: nineteen times in twenty the real one is smaller."""
TOLD: Final = 0.001
"""Exact chances are told to a tenth of a percent."""


def own(view: HeadacheView, _told: tuple[PrivateEvent, ...], resample: Resample, dice: Dice) -> Odds | None:
    """Return what single cups are worth before they are lifted; after that, the exact chance of one's own side.

    With memory on, the worth of cups follows only from what the table shows, not from what was told before (HA-14).
    """
    table, seat = view.table, view.viewer
    if table is None or not isinstance(seat, int) or seat not in view.players or view.phase in {"drawing", "over"}:
        return None
    if table.sides:
        lines = tuple(lines_of_sides(view, table, seat))
    else:
        known = in_sight(view, table) if view.options.memory else remembered(view, seat, resample, dice)
        lines = tuple(lines_of_cups(table, seat, known, sides_now(view, table), dice.draw("odds")))
    return Odds(lines) if lines else None


def percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


# Before the cups are lifted: as if each die had its own owner, and One Die Only


class Guess(NamedTuple):
    """Hold a chance and, if it was sampled, its error; both from 0 to 1."""

    chance: float
    error: float

    @property
    def said(self) -> dict[str, str | int]:
        """Return both in percent; an error of 0 means that the chance is exact in the digits that are told."""
        if self.error < TOLD / 2:
            return {"chance": percent(self.chance), "error": 0}
        return {"chance": f"{100 * self.chance:.0f}", "error": max(1, ceil(100 * self.error))}


def lines_of_cups(table: OnTheTable, seat: Seat, known: Known, sides: Sides, draw: Draw) -> Iterator[Say]:
    found = worlds(known, draw, MOST_WORLDS)
    in_each = [by_side(sides, one, Method.ONE) for one in found.ways]
    of_cups = {
        cups: guess([mean(each, cups) for each in in_each], exact=found.all)
        for alike in known
        if (cups := standing(table, alike))
    }
    yield from cup_lines(of_cups)
    if seat in sides:
        bought = guess([each[seat] for each in in_each], exact=found.all)
        yield say("odds-bought", cups=len(sides[seat]), **bought.said)


def standing(table: OnTheTable, alike: Alike) -> tuple[CupView, ...]:
    return tuple(cup for cup in table.cups if cup.at in alike.cups and for_sale(cup))


def mean(each: Mapping[Seat | Spot, float], cups: Sequence[CupView]) -> float:
    """Return the mean of cups that can't be told apart: they are worth the same, and the mean has a smaller error."""
    return sum(each[cup.at] for cup in cups) / len(cups)


def guess(values: Sequence[float], *, exact: bool) -> Guess:
    chance = sum(values) / len(values)
    spread = sqrt(sum((value - chance) ** 2 for value in values) / len(values))
    return Guess(chance, 0.0 if exact else SIGMAS * spread / sqrt(len(values)))


def cup_lines(of_cups: Mapping[tuple[CupView, ...], Guess]) -> Iterator[Say]:
    """Tell of the cup on sale; else of the best cups, or in one line of all if they can't be told apart."""
    lots = [(cup, guess) for cups, guess in of_cups.items() for cup in cups if cup.fate == "lot"]
    if lots:
        for cup, guess in lots:
            yield say("odds-lot", cup=cup.said(), **guess.said)
    elif len(of_cups) == 1:
        yield from (say("odds-any-cup", **guess.said) for guess in of_cups.values())
    else:
        best = sorted(of_cups.items(), key=lambda one: -one[1].chance)
        for cups, guess in best[:BEST_CUPS]:
            yield say("odds-cups", cups=Listed(tuple(cup.said() for cup in cups), either=True), **guess.said)


# After: everybody sees who owns what


def lines_of_sides(view: HeadacheView, table: OnTheTable, seat: Seat) -> Iterator[Say]:
    sides, method = table.sides, method_of(table)
    side = side_of(sides, seat)
    if side is None:
        return
    if method is None:
        for one in Method:
            yield say("odds-method", method=say(f"value-{one}"), chance=percent(chance_of(sides, side, one)))
    elif view.contest is not None:
        now = from_here(view.contest, view.phase, method)
        if side.members[0] in now:
            yield say("odds-pot", members=len(side.members), chance=percent(now[side.members[0]]))
    elif method is Method.ONE and side.members[0] == seat and len(side.dice) > 1:
        for die in sorted(set(side.dice), reverse=True):
            kept = replace(side, dice=(die,))
            others = tuple(one for one in sides if one is not side)
            yield say("odds-keep", die=f"d{die}", chance=percent(chance_of((kept, *others), kept, method)))
    else:
        yield say("odds-pot", members=len(side.members), chance=percent(chance_of(sides, side, method)))


def from_here(contest: ContestView, phase: str, method: Method) -> dict[Seat, float]:
    """Return the chance of each head to win from here; a roll that is only shown has decided what it decides."""
    rolls = contest.rolls if phase == "contest" else ()
    return under_way(contest.contenders, contest.rolling, rolls, method)


def chance_of(sides: Sequence[Side], side: Side, method: Method) -> float:
    """Return the chance that this side wins the pot; if dice are still to be kept, each side keeps its best."""
    return chances(tuple(hand_of(one.dice) for one in sides), method)[list(sides).index(side)]


def method_of(table: OnTheTable) -> Method | None:
    """Return the method of the contest after it has been decided."""
    return next((Method(one.option) for one in table.decided if one.question is Question.METHOD), None)


def chance_to_win(view: HeadacheView, _move: Move | None) -> float | None:
    """Return the exact chance of this seat's side to win the pot, after the cups are lifted and the method is known."""
    table, seat = view.table, view.viewer
    if table is None or not table.sides or not isinstance(seat, int) or view.phase == "over":
        return None
    side, method = side_of(table.sides, seat), method_of(table)
    if side is None or method is None:
        return None
    if view.contest is None:
        return chance_of(table.sides, side, method)
    now = from_here(view.contest, view.phase, method)
    return now.get(side.members[0])
