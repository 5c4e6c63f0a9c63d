"""Tell a view of Halflings & Giants: who the Giant is, what is at stake, and what the viewer may do."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from games.halflings.crowd import came
from games.halflings.options import Mode
from games.halflings.pieces import MOST_PLACES, board
from games.halflings.rules import lead
from games.halflings.state import Net
from games.halflings.step import KICK
from games.halflings.view import HalflingsView
from games.kit.contract import Scene
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import Say, Who, say


def scene(view: HalflingsView) -> Scene:
    if not isinstance(view.viewer, int):
        return of_all(view)
    return beside(view, view.viewer, of_all(replace(view, viewer=SPECTATOR, most=Suckers(0))))


def beside(view: HalflingsView, seat: Seat, public: Scene) -> Scene:
    """Return the scene of a seat's view: the same for all, except in a crowd too large for places of their own."""
    shared = public.board if len(view.stacks) <= MOST_PLACES else board(view, public.table[1])
    return Scene(table=public.table, own=tuple(own_lines(view, seat)), board=shared)


@lru_cache(maxsize=64)
def of_all(view: HalflingsView) -> Scene:
    """Return what everybody is told and shown. While nothing happens in a game, it stays the very same."""
    table = tuple(table_lines(view))
    return Scene(table, (), board(view, table[1]))


def phase_line(view: HalflingsView) -> Say:
    """Return what is awaited and, if one player rolls alone, who that is."""
    match view.phase:
        case "giant-rolls" if view.giant is not None:
            return say("scene-giant-rolls", seat=Who(view.giant))
        case "halfling-rolls":
            return say("scene-halfling-rolls", seat=Who(view.stakes[0].seat))
        case "over":
            return over_line(view)
        case _:
            return say(f"scene-{view.phase}", undecided=len(view.undecided), staked=len(view.stakes))


def over_line(view: HalflingsView) -> Say:
    """Return how a duel ended, or what came of the only stake."""
    nets, seat, by, how = view.settled, Seat(0), Suckers(0), "ended"
    if view.options.mode is Mode.DUEL:
        seat, by = lead(nets)
        how = "won" if by else "even" if nets else "ended"
    elif view.options.mode is Mode.HOUSE and nets and nets[0].net:
        how = "toppled" if nets[0].net > 0 else "giant"
    return say("scene-over", how=how, seat=Who(seat), amount=by)


def table_lines(view: HalflingsView) -> list[Say]:
    lines = [
        say("scene-house-giant") if view.giant is None else say("scene-giant", seat=Who(view.giant)),
        phase_line(view),
    ]
    if view.knee is not None and view.knee != KICK:
        pays = view.options.pays(view.knee)
        lines.append(say("scene-knee", knee=view.knee, pays=f"{pays.numerator}:{pays.denominator}"))
    if view.options.mode is not Mode.CROWD:
        lines += [say("scene-stake", seat=Who(one.seat), amount=one.staked) for one in view.stakes]
    return lines


def own_lines(view: HalflingsView, seat: Seat) -> list[Say]:
    """Return what concerns the viewer most: what may be staked, the dice that may be split, the result of their roll in
    a crowd.

    None of it is secret: others may hear it, too.
    """
    lines = [say("scene-you-may-stake", most=view.most)] if view.most else []
    for play in view.undecided:
        if play.seat == seat:
            hand = play.hands[0]
            lines.append(say("scene-your-roll", dice=f"{hand.dice[0]}-{hand.dice[1]}", total=hand.total))
    if view.options.mode is Mode.CROWD:
        lines += own_in_crowd(view, seat)
    return lines


def result_told(net: Net) -> Say:
    told = came(net.hands, net.net)
    return say("scene-your-result", came=told.said()) if told.hands else say("scene-you-were-kicked", net=net.net)


def own_in_crowd(view: HalflingsView, viewer: Seat) -> Iterator[Say]:
    """Tell a player of a crowd what they have at stake, or rolled and won; one who staked nothing watches the round."""
    if viewer == view.giant:
        yield say("scene-you-are-giant")
        return
    if view.phase == "staking":
        yield from (say("scene-you-staked", amount=one.staked) for one in view.stakes if one.seat == viewer)
        return
    for net in (net for net in view.settled if net.seat == viewer and net.hands):
        yield result_told(net)
        yield from (bar.said() for hand in net.hands for bar in hand.bars)
    if watches(view, viewer):
        yield say("you-watch")


def watches(view: HalflingsView, viewer: Seat) -> bool:
    played = {*(net.seat for net in view.settled), *(play.seat for play in view.undecided)}
    return viewer not in played and view.ended not in {"no-stake", "broke"}
