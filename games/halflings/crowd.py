"""Play many against one Giant (HG-16): one Knee, a roll for each staker, one window for splits, one result.

No roll is a secret, because the Knee is public. A small crowd is told by name; in a large one all hear totals, and each
player their own roll. Players who have staked nothing when the Giant rolls only watch, and lose nothing.
"""

from collections.abc import Callable

from msgspec.structs import replace

from games.halflings.events import (
    Came,
    CrowdDecided,
    CrowdFell,
    CrowdRoll,
    CrowdSettled,
    CrowdWindow,
    GiantFared,
    HandFell,
    Unstaked,
    Won,
)
from games.halflings.giants import can_be_giant, first_giant
from games.halflings.hands import (
    Fate,
    covered_now,
    hits_the_knee,
    knee_is_set,
    put_down,
    resolve,
    rolled,
    split,
    stand,
    told_bar,
    without_asking,
)
from games.halflings.moves import Split
from games.halflings.options import SplitRule
from games.halflings.state import Bet, Fallen, Hand, Play, Splitting, Staking
from games.halflings.step import BEST_TOLD, KICK, MOST_NAMED, HalflingsBuilder
from games.kit.money import Suckers
from games.kit.moves import Move
from games.kit.seats import Seat

UNROLLED = (0, 0)
"""The dice of a player who was kicked before they rolled."""


def crowd_round(step: HalflingsBuilder, phase: Staking) -> None:
    """Roll once for the Giant; everybody who staked has a roll of their own against that Knee.

    Pairs that may be split are settled last, so that what the others lose can cover them.
    """
    if not phase.bets:
        step.tell(Unstaked())
        step.end("no-stake")
        return
    knee = knee_is_set(step)
    bets = [covered_now(step, bet, knee) for bet in phase.bets]
    plays = [first_roll(step, bet, knee) for bet in bets]
    small = len(bets) <= MOST_NAMED
    last = sorted(plays, key=lambda play: hits_the_knee(step.options, play, knee))
    settled = {play.seat: crowd_play(step, play, knee, small=small) for play in last}
    open_window(step, [settled[play.seat] for play in plays], knee)


def first_roll(step: HalflingsBuilder, bet: Bet, knee: int) -> Play:
    lost_unrolled = knee == KICK and not step.options.snake_beats_kick
    hand = Hand(0, UNROLLED if lost_unrolled else rolled(step, bet.seat), bet.stake, bet.cover)
    return Play(bet.seat, bet.auto, (hand,), 0, 0)


def crowd_play(step: HalflingsBuilder, play: Play, knee: int, *, small: bool) -> Play:
    """Settle a play as far as it goes without a question."""
    return crowd_told(step, play, resolve(step, play, knee), small=small)


def crowd_told(step: HalflingsBuilder, before: Play, play: Play, *, small: bool) -> Play:
    """Tell what came of a play and, if it is settled, put it down. In a large crowd each player hears their own roll.

    In a small crowd all hear why somebody can't split.
    """
    fallen = play.fallen[len(before.fallen) :]
    if small:
        step.tell(*(told_bar(step, play.seat, bar) for hand in fallen for bar in hand.bars))
    else:
        step.tell(own_roll(play))
    if not play.hands:
        put_down(step, play)
    return play


def own_roll(play: Play) -> CrowdRoll:
    if play.hands:
        hand = play.hands[0]
        return CrowdRoll(play.seat, hand.dice, hand.total, Fate.MAY_SPLIT.value, play.net)
    last = play.fallen[-1]
    return CrowdRoll(play.seat, last.dice, last.total, last.fate, play.net, last.bars)


# The window


def open_window(step: HalflingsBuilder, plays: list[Play], knee: int) -> None:
    """Open one window for all splits; those who may split are named, or only counted if there are many."""
    undecided = tuple(play for play in plays if play.hands)
    if not undecided:
        close_crowd(step)
        return
    nets = [net.net for net in step.state.nets]
    rolls = tuple(CrowdFell(play.seat, play_came(play)) for play in plays) if len(plays) <= MOST_NAMED else ()
    window = CrowdWindow(
        toppled=sum(net > 0 for net in nets),
        lost=sum(net < 0 for net in nets),
        pushed=nets.count(0),
        undecided=len(undecided),
        seconds=step.options.split_seconds,
        who=tuple(play.seat for play in undecided[:MOST_NAMED]),
        exact=step.options.split is SplitRule.EXACT,
        rolls=rolls,
    )
    step.tell(window)
    step.ask(Splitting(knee, undecided))


def crowd_decides(step: HalflingsBuilder, phase: Splitting, play: Play, word: type[Move]) -> None:
    small = is_small(step, phase)
    decided = crowd_choice(step, play, phase.knee, split if word is Split else stand, small=small)
    left = tuple(other for other in phase.plays if other.seat != play.seat)
    left = (*left, decided) if decided.hands else left
    step.state = replace(step.state, phase=Splitting(phase.knee, left))
    if not left:
        close_crowd(step)
    elif small:
        step.tell(CrowdDecided(play.seat, word is Split, play_came(decided)))


def crowd_choice(
    step: HalflingsBuilder, play: Play, knee: int, choice: Callable[[HalflingsBuilder, Play, int], Play], *, small: bool
) -> Play:
    decided = choice(step, play, knee)
    if decided.hands:
        return crowd_play(step, decided, knee, small=small)
    return crowd_told(step, play, decided, small=small)


def shut_window(step: HalflingsBuilder, phase: Splitting) -> None:
    """Close the window: for all who have not decided, do what silence does, to the end."""
    small = is_small(step, phase)
    step.state = replace(step.state, phase=Splitting(phase.knee, ()))
    for play in phase.plays:
        crowd_choice(step, replace(play, auto=True), phase.knee, without_asking, small=small)
    close_crowd(step)


def is_small(step: HalflingsBuilder, phase: Splitting) -> bool:
    return len(step.state.nets) + len(phase.plays) <= MOST_NAMED


# The result


def close_crowd(step: HalflingsBuilder) -> None:
    nets = sorted(step.state.nets, key=lambda net: net.seat)
    up = [net for net in nets if net.net > 0]
    down = [net for net in nets if net.net < 0]
    best = sorted(up, key=lambda net: (-net.net, net.seat))[:BEST_TOLD]
    small = len(nets) <= MOST_NAMED
    settled = CrowdSettled(
        toppled=len(up),
        lost=len(down),
        pushed=len(nets) - len(up) - len(down),
        paid=Suckers(sum(net.net for net in up)),
        taken=Suckers(-sum(net.net for net in down)),
        best=tuple(Won(net.seat, Suckers(net.net)) for net in best),
        rolls=tuple(CrowdFell(net.seat, came(net.hands, net.net)) for net in nets) if small else (),
    )
    step.tell(settled)
    giant_fared(step, step.state.giant, -sum(net.net for net in nets))
    step.end("settled")


def giant_fared(step: HalflingsBuilder, giant: Seat | None, net: int) -> None:
    if giant is not None:
        stacks = step.state.stacks
        turn = first_giant(step.options, stacks, giant)
        follows = (turn,) if turn is not None and can_be_giant(step.options, stacks, turn) else ()
        step.tell(GiantFared(giant, abs(net), up=net > 0, next=follows))


def play_came(play: Play) -> Came:
    if play.hands:
        hand = play.hands[0]
        return Came((HandFell(hand.kept, hand.dice),), Fate.MAY_SPLIT.value, play.net, up=play.net > 0)
    return came(play.fallen, play.net)


def came(hands: tuple[Fallen, ...], net: int) -> Came:
    """Return what settled hands came to in all."""
    match hands:
        case ():  # a round that began under version halflings/1
            return Came((), "untold", net, up=net > 0)
        case (Fallen(dice=dice),) if dice == UNROLLED:
            return Came((), "unrolled", net, up=False)
        case (Fallen(kept=kept, dice=dice, fate=fate),):
            return Came((HandFell(kept, dice),), fate, net, up=net > 0)
        case _:
            return Came(tuple(HandFell(hand.kept, hand.dice) for hand in hands), "several", net, up=net > 0)
