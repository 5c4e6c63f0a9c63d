"""Many against one Giant (HG-16): one Knee, a roll for everybody who staked, one window for splits, one result."""

from collections.abc import Callable

from msgspec.structs import replace

from games.halflings.events import CrowdRoll, CrowdSettled, CrowdWindow, Unstaked, Won
from games.halflings.hands import fate, knee_is_set, resolve, rolled, split, stand, without_asking
from games.halflings.moves import Split
from games.halflings.state import Bet, Hand, Net, Play, Splitting, Staking
from games.halflings.turn import BEST_TOLD, KICK, Turn
from games.money import Suckers
from games.moves import Move


def crowd_round(turn: Turn, phase: Staking) -> None:
    """The Giant rolls once; everybody who staked has a roll of their own against that Knee."""
    if not phase.bets:
        turn.tell(Unstaked())
        turn.end("no-stake")
        return
    knee = knee_is_set(turn)
    plays = [first_roll(turn, bet, knee) for bet in phase.bets]
    open_window(turn, [play for play in plays if play.hands], knee)


def first_roll(turn: Turn, bet: Bet, knee: int) -> Play:
    lost_unrolled = knee == KICK and not turn.options.snake_beats_kick
    hand = Hand(0, (0, 0) if lost_unrolled else rolled(turn, bet.seat), bet.stake, bet.cover)
    return crowd_play(turn, Play(bet.seat, bet.auto, (hand,), 0, 0), knee)


def crowd_play(turn: Turn, play: Play, knee: int) -> Play:
    """Settle as far as it goes; the seat alone is told how its dice fell."""
    hand = play.hands[0]
    comes_to = fate(turn.state, play, knee)
    play = quietly(turn, lambda: resolve(turn, play, knee))
    return crowd_told(turn, play, hand, comes_to.value)


def quietly(turn: Turn, act: Callable[[], Play]) -> Play:
    """Hundreds of rolls make no public lines: what this would tell is left out."""
    before = len(turn.events)
    play = act()
    del turn.events[before:]
    return play


def crowd_told(turn: Turn, play: Play, hand: Hand, comes_to: str) -> Play:
    turn.tell(CrowdRoll(play.seat, hand.dice, hand.total, comes_to, play.net))
    if not play.hands:
        turn.state = replace(turn.state, nets=(*turn.state.nets, Net(play.seat, play.net)))
    return play


def open_window(turn: Turn, undecided: list[Play], knee: int) -> None:
    """Splits are decided in one shared window."""
    if not undecided:
        close_crowd(turn)
        return
    nets = [net.net for net in turn.state.nets]
    counts = sum(net > 0 for net in nets), sum(net < 0 for net in nets), nets.count(0)
    turn.tell(CrowdWindow(*counts, len(undecided), turn.options.split_seconds))
    turn.ask(Splitting(knee, tuple(undecided)))


def close_crowd(turn: Turn) -> None:
    nets = turn.state.nets
    best = sorted((net for net in nets if net.net > 0), key=lambda net: (-net.net, net.seat))[:BEST_TOLD]
    turn.tell(
        CrowdSettled(
            toppled=sum(net.net > 0 for net in nets),
            lost=sum(net.net < 0 for net in nets),
            pushed=sum(net.net == 0 for net in nets),
            paid=Suckers(sum(net.net for net in nets if net.net > 0)),
            taken=Suckers(-sum(net.net for net in nets if net.net < 0)),
            best=tuple(Won(net.seat, Suckers(net.net)) for net in best),
        )
    )
    turn.end("settled")


def crowd_decides(turn: Turn, phase: Splitting, play: Play, word: type[Move]) -> None:
    decided = crowd_choice(turn, play, phase.knee, split if word is Split else stand)
    left = tuple(other for other in phase.plays if other.seat != play.seat)
    left = (*left, decided) if decided.hands else left
    turn.state = replace(turn.state, phase=Splitting(phase.knee, left))
    if not left:
        close_crowd(turn)


def crowd_choice(turn: Turn, play: Play, knee: int, choice: Callable[[Turn, Play, int], Play]) -> Play:
    decided = quietly(turn, lambda: choice(turn, play, knee))
    if decided.hands:
        return crowd_play(turn, decided, knee)
    return crowd_told(turn, decided, play.hands[0], "stood")


def shut_window(turn: Turn, phase: Splitting) -> None:
    """Whoever is undecided when the window closes does what silence does, to the end."""
    turn.state = replace(turn.state, phase=Splitting(phase.knee, ()))
    for play in phase.plays:
        crowd_choice(turn, replace(play, auto=True), phase.knee, without_asking)
    close_crowd(turn)
