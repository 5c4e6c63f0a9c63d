"""Tell a view of Fearless Rogues Hold 'Em: what is asked, Giant and Party, each Rogue; then one's own dice."""

from collections.abc import Iterator
from functools import lru_cache

from games.halflings.step import HALFLINGS
from games.kit.contract import Scene
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say, yes
from games.rogues.board import board, with_own
from games.rogues.step import is_double
from games.rogues.view import CupView, RoguesView, RogueView, kind_of, openly, state_of, written


def scene(view: RoguesView) -> Scene:
    if not isinstance(view.viewer, int):
        return of_all(view)
    return beside(view, view.viewer, of_all(openly(view)))


@lru_cache(maxsize=64)
def of_all(view: RoguesView) -> Scene:
    """Return what everybody is told and shown. While nothing happens in a round, it stays the very same."""
    return Scene(tuple(table_lines(view)), (), board(view))


def beside(view: RoguesView, seat: Seat, public: Scene) -> Scene:
    """Return the scene of a seat's view, with all that is the same in the scene of those who look on."""
    table, shared = public.table, public.board
    if seat in view.awaited and view.phase == "declaring":
        table = phase_line(view), *table[1:]  # to nobody else: it follows from their dice
    elif seat in view.awaited and view.phase == "den":
        shared = board(view)  # with the words that can be said
    if not view.dice or view.phase == "over":
        return Scene(table, (), shared)
    return Scene(table, tuple(own_lines(view, seat)), None if shared is None else with_own(view, seat, shared))


def table_lines(view: RoguesView) -> list[Say]:
    """Return what is asked first; if there is little room, the rest may be cut."""
    found = [phase_line(view)]
    if view.cups:
        found += (giant_line(view), ante_line(view))
    found += pot_lines(view)
    if view.propositions:
        found.append(say("scene-said", propositions=Listed(tuple([one.said() for one in view.propositions]))))
    for seats, what in ((view.snakes, "snake"), (view.tumbles, "tumble")):
        if seats:
            found.append(say("scene-called", seats=All(seats), what=what))
    return [*found, *[rogue_line(view, one) for one in view.rogues]]


def phase_line(view: RoguesView) -> Say:
    match view.phase:
        case "declaring":
            plays = may_lines(view.may_say, view.aside, splits=not view.hand or is_double(view.hand))
            return say("scene-declaring", awaited=All(view.awaited), plays=plays)
        case "circuit":
            return say("scene-circuit", awaited=All(view.awaited), standing=view.standing)
        case "den":
            stands = view.propositions[-1:]
            dice, face = (stands[0].dice, stands[0].face) if stands else (0, 0)
            return say("scene-den", awaited=All(view.awaited), stands=len(stands), dice=dice, face=face)
        case "duel" | "picking":
            return say(
                f"scene-{view.phase}", awaited=All(view.awaited), knee=view.knee, dice=written(view.duel) or "none"
            )
        case "over":
            return say("scene-over", ended=view.ended, winners=All(view.winners), count=len(view.winners))
        case _:
            return say(f"scene-{view.phase}", awaited=All(view.awaited))


@lru_cache(maxsize=1024)
def may_lines(may: tuple[str, ...], aside: tuple[int, ...], *, splits: bool) -> Listed:
    """Return what the awaited player may do: to that player, who knows their dice, no more than is offered, and which
    die a draw sets `aside`.
    """
    found = []
    for word in may:
        if word == "draw" and aside:
            found.append(say("scene-may-draw-for", aside=written(aside)))
        elif word != "split" or splits:
            found.append(say(f"scene-may-{word}"))
    return Listed(tuple(found), either=True)


def giant_line(view: RoguesView) -> Say:
    cups = Listed(tuple(map(cup_line, view.cups)))
    return say("scene-giant", giant=view.giant, cups=cups, count=len(view.cups), maw=view.maw)


def cup_line(cup: CupView) -> Say:
    return say("scene-cup", shown=written(cup.shown), dice=len(cup.shown), under=cup.under)


def ante_line(view: RoguesView) -> Say:
    """Return what a die costs, when it will cost more, and which round is the last."""
    rounds = {"number": view.number, "rises": view.rises_at, "last": view.options.rounds}
    return say("scene-ante", unit=view.unit, next=view.next_unit, **rounds)


def pot_lines(view: RoguesView) -> Iterator[Say]:
    """Tell which parts of the pot are not in the main pot; the whole is shown on every card."""
    bets = sum([one.bet for one in view.rogues])
    if bets:
        yield say("scene-bets", bets=bets)
    if view.den:
        yield say("scene-den-pot", den=view.den)


def rogue_line(view: RoguesView, rogue: RogueView) -> Say:
    """Tell of one Rogue, including whether they began the round: a Kick hits the first to Trip, and fleeing may depend
    on it.
    """
    return say(
        "scene-rogue",
        seat=Who(rogue.seat),
        began=yes(view.cups and rogue.seat == view.first),
        state=state_of(rogue),
        cup=rogue.cup,
        drawn=written(rogue.drawn),
        draws=len(rogue.drawn),
        hand=written(rogue.hand),
        dice=len(rogue.hand),
        bet=rogue.bet,
    )


# What concerns the viewer


@lru_cache(maxsize=1024)
def hand_line(hand: tuple[int, ...], maw: int) -> Say:
    return say("scene-own-hand", hand=written(hand), total=sum(hand), kind=kind_of(hand, maw))


def own_lines(view: RoguesView, seat: Seat) -> list[Say]:
    rogue, found = view.rogues[seat], []
    waits = rogue.plays == "waits"
    if len(view.dice) > HALFLINGS:
        found.append(say("scene-own-dice", dice=written(view.dice)))
    if waits or rogue.plays == "trips":
        found.append(hand_line(view.hand, view.maw))
    if waits and (rogue.drawn or len(set(view.hand)) == HALFLINGS):
        state = "drawn" if rogue.drawn else "open"
        found.append(say("scene-own-aside", aside=written(view.aside), stays=view.hand[0], state=state))
    asked_in_den = view.phase == "den" and seat in view.awaited
    if (waits or asked_in_den) and not view.may_flee:
        found.append(say("scene-no-fleeing"))
    return found
