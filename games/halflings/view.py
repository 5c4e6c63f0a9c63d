"""Hold what a viewer of Halflings & Giants may know: everything, as nothing here is secret."""

from msgspec import Struct
from msgspec.structs import replace

from games.halflings.options import HalflingsOptions, Mode
from games.halflings.rules import most_stake, winners
from games.halflings.state import GiantRolls, HalflingRolls, Net, Over, Play, RoundShown, Splitting, Staking, State
from games.halflings.step import DUEL_ROUNDS
from games.kit.contract import View
from games.kit.kept import once
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer, after
from games.kit.telling import kebab


class Stakes(Struct, frozen=True):
    """Say what a seat has staked, and the total of its first dice once rolled (0 before)."""

    seat: Seat
    staked: Suckers
    total: int


class HalflingsView(View, frozen=True):
    """Hold the view. `knee`: None until set. `settled`: what came of each stake. `most`: what the viewer may stake now.

    `giants_die`: as it shows, to the end of the round; 0 until it is rolled. `stake_of_duel`: 1 or 2; 0 in no duel.
    """

    options: HalflingsOptions
    giant: Seat | None
    knee: int | None
    giants_die: int
    stake_of_duel: int
    stakes: tuple[Stakes, ...]
    undecided: tuple[Play, ...]
    settled: tuple[Net, ...]
    ended: str
    viewer: Viewer
    most: Suckers


def view(state: State, viewer: Viewer) -> HalflingsView:
    seen = seen_by_all(state)
    return seen if viewer is SPECTATOR else replace(seen, viewer=viewer, most=most_stake(state, viewer))


@once
def seen_by_all(state: State) -> HalflingsView:
    """Return the view of a spectator; a seat's also says what it may stake."""
    phase = state.phase
    return HalflingsView(
        phase=kebab(type(phase).__name__),
        pot=state.pot,
        stacks=state.stacks,
        bank=state.bank,
        winners=winners(state),
        options=state.options,
        giant=giant_seen(state),
        knee=phase.knee if isinstance(phase, HalflingRolls | Splitting) else None,
        giants_die=giants_die(state),
        stake_of_duel=stake_of_duel(state),
        stakes=stakes(state),
        undecided=phase.plays if isinstance(phase, Splitting) else (),
        settled=state.nets,
        ended=phase.ended if isinstance(phase, Over) else "",
        viewer=SPECTATOR,
        most=Suckers(0),
    )


def giant_seen(state: State) -> Seat | None:
    """Return the Giant; as long as it is shown how a round fell, of that round."""
    if not isinstance(state.phase, RoundShown) or state.giant is None:
        return state.giant
    return after(state.giant, len(state.stacks))


def giants_die(state: State) -> int:
    """Return the face of the Giant's die, 0 before it is rolled."""
    match state.phase:
        case HalflingRolls(knee=knee) | Splitting(knee=knee):
            return knee
        case RoundShown() | Over():
            return state.knee
        case _:
            return 0


def stake_of_duel(state: State) -> int:
    """Return the number of the stake that is played or still lies there; 0 outside of a duel."""
    if state.options.mode is not Mode.DUEL:
        return 0
    return DUEL_ROUNDS + 1 - state.rounds_left - isinstance(state.phase, RoundShown)


def stakes(state: State) -> tuple[Stakes, ...]:
    match state.phase:
        case Staking(bets=bets):
            return tuple([Stakes(bet.seat, bet.stake, 0) for bet in bets])
        case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
            return (Stakes(bet.seat, bet.stake, 0),)
        case Splitting(plays=plays):
            return tuple([Stakes(play.seat, staked(play), play.hands[0].total) for play in plays])
        case RoundShown() | Over():
            return ()


def staked(play: Play) -> Suckers:
    return Suckers(sum(hand.stake for hand in play.hands))
