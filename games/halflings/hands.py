"""Decide hands: the Giant's die and the Halflings' two, the Knee, the roll, the Maw, the snake, the split, the pay."""

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from games.halflings.events import (
    CannotCover,
    CannotStakeAgain,
    Eaten,
    Kept,
    Kick,
    Kicked,
    Kneed,
    Rolled,
    Snake,
    SplitExactly,
    Toppled,
)
from games.halflings.options import PAYS, HalflingsOptions, Mode, Pay, Push, Sixes, SnakeInSplit, SplitRule
from games.halflings.state import Bar, Bet, Fallen, Hand, Net, Play, State
from games.halflings.step import GIANT_SIDES, HALFLING_SIDES, HALFLINGS, KICK, MAW, MOST_KEPT, SNAKE, HalflingsBuilder
from games.kit.money import Suckers, winnings
from games.kit.seats import Seat


class Fate(StrEnum):
    """Say what a roll means."""

    SNAKE = "snake"
    EATEN = "eaten"
    TOPPLED = "toppled"
    KICKED = "kicked"
    MAY_SPLIT = "may-split"


# The Giant sets the Knee


def knee_is_set(step: HalflingsBuilder) -> int:
    """Roll for the Giant and return the Knee (rulebook: "The Giant sets the Knee by rolling the d10")."""
    knee = step.dice.draw("giant").die(GIANT_SIDES)
    step.state = replace(step.state, knee=knee)
    if knee == KICK:
        step.tell(Kick(step.options.snake_beats_kick))
    else:
        step.tell(Kneed(knee, ratio(step.options.pay, knee)))
    return knee


@lru_cache(maxsize=64)
def ratio(pay: Pay, knee: int) -> str:
    """Return what a Knee pays as people write it, `3:2`."""
    return as_ratio(PAYS[pay][knee])


def as_ratio(pays: Fraction) -> str:
    return f"{pays.numerator}:{pays.denominator}"


def covered_now(step: HalflingsBuilder, bet: Bet, knee: int) -> Bet:
    """Return the bet with the cover for what this Knee pays; a Giant who is a player gets the rest back (HG-15)."""
    giant = step.state.giant
    if giant is None:
        return bet
    cover = winnings(bet.stake, step.options.pays(knee)) if knee != KICK else Suckers(0)
    step.pay({giant: bet.cover - cover})
    return replace(bet, cover=cover)


# The Halflings roll 2d6


def rolled(step: HalflingsBuilder, seat: Seat) -> tuple[int, int]:
    first, second = step.dice.draw("roll", seat).roll(HALFLINGS, HALFLING_SIDES)
    return first, second


def fate(state: State, play: Play, knee: int) -> Fate:
    """Return what the first hand of this play comes to against the Knee."""
    hand = play.hands[0]
    plain = hand.kept > 0 and state.options.snake_in_split is SnakeInSplit.PLAIN
    if hand.dice == SNAKE and not plain:
        return Fate.SNAKE  # before the Knee is compared (HG-2), also on a re-roll (HG-10)
    if knee == KICK:
        return Fate.KICKED
    if may_split(state, play, knee):
        return Fate.MAY_SPLIT
    if hand.total >= MAW:
        return Fate.EATEN  # on the running total (HG-7)
    return Fate.TOPPLED if hand.total >= knee else Fate.KICKED  # an equal total wins (HG-1)


# Splitting


def may_split(state: State, play: Play, knee: int) -> bool:
    options, hand = state.options, play.hands[0]
    match options.split:
        case SplitRule.DOUBLES:
            return splits_left(options, play) and double_falls_short(options, hand, knee)
        case SplitRule.EXACT:
            return hits_the_knee(options, play, knee) and not bars(state, play, knee)
        case SplitRule.OFF:
            return False


def splits_left(options: HalflingsOptions, play: Play) -> bool:
    """Return whether another split is allowed; `max_splits` counts those of all pairs of one stake (HG-17)."""
    return options.max_splits is None or play.splits < options.max_splits


def double_falls_short(options: HalflingsOptions, hand: Hand, knee: int) -> bool:
    """Return whether a double would lose (HG-4), not of 1s, below the Maw (HG-8, HG-9), with 8 or less kept (HG-11)."""
    first, second = hand.dice
    if first != second or hand.dice == SNAKE or hand.kept + first > MOST_KEPT:
        return False
    return hand.total < knee or (hand.total >= MAW and options.sixes is Sixes.SPLIT)


def hits_the_knee(options: HalflingsOptions, play: Play, knee: int) -> bool:
    """Return whether the original card lets this pair be split, if the money suffices (HG-17)."""
    exact = options.split is SplitRule.EXACT and knee != KICK
    return exact and play.hands[0].total == knee and splits_left(options, play)


def bars(state: State, play: Play, knee: int) -> tuple[Bar, ...]:
    """Return what keeps this pair from being split, at most one reason: the player can't pay a second stake, or a Giant
    who is a player can't cover what the Knee pays for it (HG-15, HG-17).
    """
    stake, stack = play.hands[0].stake, state.stacks[play.seat]
    if stack < stake:
        return (Bar(False, stake, stack),)
    if state.giant is None:
        return ()
    cover, giants = winnings(stake, state.options.pays(knee)), state.stacks[state.giant]
    return (Bar(True, cover, giants),) if giants < cover else ()


def split(step: HalflingsBuilder, play: Play, knee: int) -> Play:
    """Keep one die of the double and roll two more, added up (HG-6, HG-12)."""
    hand, *others = play.hands
    if step.options.split is SplitRule.EXACT:
        return split_exactly(step, play, knee)
    kept = hand.kept + hand.dice[0]
    step.tell_of_hand(Kept(play.seat, kept, knee))
    again = Hand(kept, rolled(step, play.seat), hand.stake, hand.cover)
    step.tell_of_hand(Rolled(play.seat, again.dice, again.total))
    return replace(play, hands=(again, *others), splits=play.splits + 1)


def split_exactly(step: HalflingsBuilder, play: Play, knee: int) -> Play:
    """Give each die of the pair a new partner; each pair plays on for its own stake (HG-17)."""
    hand, *others = play.hands
    giant = step.state.giant
    cover = Suckers(0) if giant is None else winnings(hand.stake, step.options.pays(knee))
    step.pay({play.seat: -hand.stake} | ({} if giant is None else {giant: -cover}))
    step.tell_of_hand(SplitExactly(play.seat, hand.stake))
    pairs = tuple(zip(hand.dice, rolled(step, play.seat), strict=True))
    for pair in pairs:
        step.tell_of_hand(Rolled(play.seat, pair, sum(pair)))
    left, right = Hand(0, pairs[0], hand.stake, hand.cover), Hand(0, pairs[1], hand.stake, cover)
    return replace(play, hands=(left, right, *others), splits=play.splits + 1)


def asked(state: State, play: Play) -> bool:
    """Return whether this player is asked; else everything goes on by itself."""
    return not play.auto and play.seat not in state.gone


def without_asking(step: HalflingsBuilder, play: Play, knee: int) -> Play:
    """Do what silence does: split a double, which would lose (HG-5), and stand on an exact Knee (HG-17)."""
    if step.options.split is SplitRule.DOUBLES:
        return split(step, play, knee)
    return settle(step, play, Fate.TOPPLED, knee)


def stand(step: HalflingsBuilder, play: Play, knee: int) -> Play:
    total = play.hands[0].total
    return settle(step, play, Fate.EATEN if total >= MAW else Fate.TOPPLED if total >= knee else Fate.KICKED, knee)


def resolve(step: HalflingsBuilder, play: Play, knee: int) -> Play:
    """Settle hand after hand until the player must choose, or a single hand pushes, or none is left."""
    while play.hands:
        comes_to = fate(step.state, play, knee)
        if comes_to is Fate.MAY_SPLIT:
            if asked(step.state, play):
                break
            play = without_asking(step, play, knee)
        elif comes_to is Fate.SNAKE and restarts(step.state, play):
            break
        else:
            barred = bars_noted(step, play, knee) if comes_to is Fate.TOPPLED else ()
            play = settle(step, play, comes_to, knee, barred)
    return play


def bars_noted(step: HalflingsBuilder, play: Play, knee: int) -> tuple[Bar, ...]:
    """Tell and return why this player isn't asked to split a hand that may be split (HG-15)."""
    if not hits_the_knee(step.options, play, knee) or not asked(step.state, play):
        return ()
    barred = bars(step.state, play, knee)
    step.tell_of_hand(*(told_bar(step, play.seat, bar) for bar in barred))
    return barred


def told_bar(step: HalflingsBuilder, seat: Seat, bar: Bar) -> CannotCover | CannotStakeAgain:
    if bar.giant and step.state.giant is not None:
        return CannotCover(seat, step.state.giant, bar.needs, bar.has)
    return CannotStakeAgain(seat, bar.needs, bar.has)


def restarts(state: State, play: Play) -> bool:
    """Return whether the bets stand and the game starts again (HG-13): never for one pair of several, nor in a
    crowd.
    """
    alone = state.options.split is not SplitRule.EXACT or play.splits == 0
    return state.options.push is Push.RESTART and state.options.mode is not Mode.CROWD and alone


# "The House pays more if the Knee is higher"


def settle(step: HalflingsBuilder, play: Play, comes_to: Fate, knee: int, barred: tuple[Bar, ...] = ()) -> Play:
    """Pay the first hand of this play, and put it away."""
    hand, *others = play.hands
    won = winnings(hand.stake, step.options.pays(knee)) if comes_to is Fate.TOPPLED else Suckers(0)
    match comes_to:
        case Fate.TOPPLED:
            step.tell_of_hand(Toppled(play.seat, hand.total, knee, won))
            net = int(won)
        case Fate.KICKED:
            step.tell_of_hand(Kicked(play.seat, hand.total, knee, hand.stake))
            net = -hand.stake
        case Fate.EATEN:
            step.tell_of_hand(Eaten(play.seat, hand.total, hand.stake))
            net = -hand.stake
        case Fate.SNAKE | Fate.MAY_SPLIT:
            step.tell_of_hand(Snake(play.seat, again=False))
            net = 0
    pay_hand(step, play.seat, hand, net)
    fallen = Fallen(hand.kept, hand.dice, comes_to.value, net, barred)
    return replace(play, hands=tuple(others), net=play.net + net, fallen=(*play.fallen, fallen))


def put_down(step: HalflingsBuilder, play: Play) -> None:
    """Record the net of this play after all its hands are settled."""
    step.state = replace(step.state, nets=(*step.state.nets, Net(play.seat, play.net, play.fallen)))


def pay_hand(step: HalflingsBuilder, seat: Seat, hand: Hand, net: int) -> None:
    giant = step.state.giant
    if giant is None:
        step.pay({seat: hand.stake + net}, bank=-net)
    else:
        step.pay({seat: hand.stake + net, giant: hand.cover - net})
