"""Say what a viewer of Halflings & Giants may know, and how it is told. All of it is public."""

from collections.abc import Iterator

from msgspec import Struct

from games.halflings.crowd import came
from games.halflings.options import HalflingsOptions, Mode
from games.halflings.rules import most_stake, winners
from games.halflings.state import GiantRolls, HalflingRolls, Net, Over, Play, Splitting, Staking, State
from games.halflings.step import KICK
from games.kit.contract import Scene, View
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Say, Who, kebab, say


class Stakes(Struct, frozen=True):
    """Say what a seat has staked, and the total of its first dice once rolled (0 before)."""

    seat: Seat
    staked: Suckers
    total: int


class HalflingsView(View, frozen=True):
    """`knee`: None while no Knee stands. `settled`: what came of each stake. `most`: that the viewer may stake now."""

    options: HalflingsOptions
    giant: Seat | None
    knee: int | None
    stakes: tuple[Stakes, ...]
    undecided: tuple[Play, ...]
    settled: tuple[Net, ...]
    ended: str
    viewer: Viewer
    most: Suckers


def view(state: State, viewer: Viewer) -> HalflingsView:
    phase = state.phase
    return HalflingsView(
        phase=kebab(type(phase).__name__),
        pot=state.pot,
        stacks=state.stacks,
        bank=state.bank,
        winners=winners(state),
        options=state.options,
        giant=state.giant,
        knee=phase.knee if isinstance(phase, HalflingRolls | Splitting) else None,
        stakes=stakes(state),
        undecided=phase.plays if isinstance(phase, Splitting) else (),
        settled=state.nets,
        ended=phase.ended if isinstance(phase, Over) else "",
        viewer=viewer,
        most=Suckers(0) if viewer is SPECTATOR else most_stake(state, viewer),
    )


def stakes(state: State) -> tuple[Stakes, ...]:
    match state.phase:
        case Staking(bets=bets):
            return tuple(Stakes(bet.seat, bet.stake, 0) for bet in bets)
        case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
            return (Stakes(bet.seat, bet.stake, 0),)
        case Splitting(plays=plays):
            return tuple(Stakes(play.seat, staked(play), play.hands[0].total) for play in plays)
        case Over():
            return ()


def staked(play: Play) -> Suckers:
    return Suckers(sum(hand.stake for hand in play.hands))


def scene(view: HalflingsView) -> Scene:
    return Scene(table=tuple(table_lines(view)), own=tuple(own_lines(view)))


def table_lines(view: HalflingsView) -> list[Say]:
    lines = [
        say("scene-house-giant") if view.giant is None else say("scene-giant", seat=Who(view.giant)),
        say(f"scene-{view.phase}", undecided=len(view.undecided), staked=len(view.stakes)),
    ]
    if view.knee is not None and view.knee != KICK:
        pays = view.options.pays(view.knee)
        lines.append(say("scene-knee", knee=view.knee, pays=f"{pays.numerator}:{pays.denominator}"))
    if view.options.mode is not Mode.CROWD:
        lines += [say("scene-stake", seat=Who(one.seat), amount=one.staked) for one in view.stakes]
    return lines


def own_lines(view: HalflingsView) -> list[Say]:
    """Return what concerns the viewer most: what may be staked, the dice that may be split, what came of a crowd's
    roll.

    None of it is secret: others may hear it, too.
    """
    lines = [say("scene-you-may-stake", most=view.most)] if view.most else []
    for play in view.undecided:
        if play.seat == view.viewer:
            hand = play.hands[0]
            lines.append(say("scene-your-roll", dice=f"{hand.dice[0]}-{hand.dice[1]}", total=hand.total))
    if view.options.mode is Mode.CROWD and isinstance(view.viewer, int):
        lines += own_in_crowd(view, view.viewer)
    return lines


def result_told(net: Net) -> Say:
    told = came(net.hands, net.net)
    return say("scene-your-result", came=told.said()) if told.hands else say("scene-you-were-kicked", net=net.net)


def own_in_crowd(view: HalflingsView, viewer: Seat) -> Iterator[Say]:
    """Tell this one of a crowd what they have at stake, or rolled and won; who staked nothing watches the round."""
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
