"""Play Halflings & Giants, in the rulebook's order: stakes, Knee, roll, split, the end; and what is owed to whom."""

from collections import Counter
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.halflings.crowd import crowd_decides, crowd_round, shut_window
from games.halflings.events import (
    CrowdAgainst,
    CrowdOpened,
    CutShort,
    DuelRound,
    GiantStays,
    MaySplit,
    MaySplitExact,
    Rolled,
    RoundPassed,
    Snake,
    Staked,
)
from games.halflings.giants import coverable, first_giant, passed_over, share
from games.halflings.hands import (
    Fate,
    bars,
    covered_now,
    fate,
    knee_is_set,
    put_down,
    resolve,
    rolled,
    split,
    stand,
    without_asking,
)
from games.halflings.moves import Roll, Split, Stake, Stand
from games.halflings.options import HalflingsOptions, Mode, Next, SplitRule
from games.halflings.state import (
    Bet,
    Carry,
    GiantRolls,
    HalflingRolls,
    Hand,
    Net,
    Over,
    Play,
    RoundShown,
    Splitting,
    Staking,
    State,
)
from games.halflings.step import DUEL_ROUNDS, KICK, HalflingsBuilder
from games.kit.contract import Ask, Result, Step
from games.kit.dice import Dice
from games.kit.kept import once
from games.kit.money import Stacks, Suckers, moved, winnings
from games.kit.moves import FLAG, LegalMove, Move, Range
from games.kit.owed import Owed
from games.kit.seats import Seat, after, all_seats

# Before the Giant rolls: the stakes


def start(options: HalflingsOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
    """Begin a game: one settled stake; in a duel two, each player as Giant once; in a crowd, a round (HG-18)."""
    last = carry.giant if carry is not None else None
    state = State(
        options=options,
        stacks=stacks,
        bank=0,
        giant=first_giant(options, stacks, last),
        rounds_left=DUEL_ROUNDS if options.mode is Mode.DUEL else 1,
        asked=0,
        gone=(),
        nets=(),
        phase=Staking(()),
    )
    step = HalflingsBuilder(state, dice)
    for passed in passed_over(options, stacks, last, state.giant):
        step.tell(passed)
    open_round(step)
    return step.build()


def open_round(step: HalflingsBuilder) -> None:
    state = step.state
    step.ask(Staking(()))
    stakers = stakers_in(step.state)
    if state.gone and not step.crowd and not owes_round(state):
        step.end("left")
    elif not stakers:
        nothing_to_stake(step)
    elif step.crowd:
        crowd_opens(step)
    elif state.giant is not None:
        step.tell(DuelRound(state.giant, stakers[0], most_stake(step.state, stakers[0])))
        tell_of_giant(step)


def owes_round(state: State) -> bool:
    """Return whether only the Giant of a duel has left, after its first stake: they remain the Giant of the second
    round (HG-18), so that nobody wins and runs.
    """
    return state.giant is not None and bool(state.nets) and state.gone == (state.giant,)


def tell_of_giant(step: HalflingsBuilder) -> None:
    """Tell that a player who has left is still the Giant of this round."""
    if step.state.giant is not None and owes_round(step.state):
        step.tell(GiantStays(step.state.giant))


def nothing_to_stake(step: HalflingsBuilder) -> None:
    """End a round that can't be played; in a duel, first tell why there is no second one."""
    state = step.state
    if state.nets and state.giant is not None:
        halfling = after(state.giant, len(state.stacks))
        step.tell(CutShort(state.giant if state.stacks[halfling] else halfling))
    step.end("settled" if state.nets else "broke")


def crowd_opens(step: HalflingsBuilder) -> None:
    state = step.state
    if state.giant is None:
        step.tell(CrowdOpened())
    else:
        others = len(state.stacks) - 1
        step.tell(CrowdAgainst(state.giant, state.stacks[state.giant], others))


def most_stake(state: State, seat: Seat) -> Suckers:
    """Return the largest stake that this seat may make now, 0 for none.

    A player as Giant must be able to cover the highest pay (HG-16), in a crowd from an even share at most (HG-15).
    """
    phase, options, giant = state.phase, state.options, state.giant
    if not isinstance(phase, Staking | RoundShown) or seat == giant or seat in state.gone:
        return Suckers(0)
    if phase.bets and seat in [bet.seat for bet in phase.bets]:
        return Suckers(0)
    most: int = min(options.max_bet, state.stacks[seat])
    if giant is not None:
        most = min(most, coverable(state.stacks[giant], options))
        if options.mode is Mode.CROWD:
            most = min(most, share(state, phase.bets, giant))
    return Suckers(most)


@once
def stakers_in(state: State) -> tuple[Seat, ...]:
    """Return the seats that may make a stake now."""
    return tuple([seat for seat in all_seats(len(state.stacks)) if most_stake(state, seat)])


def anybody_may_stake(state: State, phase: Staking) -> bool:
    """Return whether it is worth waiting for more stakes in a crowd."""
    done = {bet.seat for bet in phase.bets} | {state.giant, *state.gone}
    covered = state.giant is None or coverable(state.stacks[state.giant], state.options) > 0
    return covered and any(stack > 0 and seat not in done for seat, stack in enumerate(state.stacks))


def stake(step: HalflingsBuilder, bets: tuple[Bet, ...], seat: Seat, move: Stake) -> None:
    state = step.state
    cover = Suckers(0) if state.giant is None else winnings(move.amount, state.options.most_pay)
    bet = Bet(seat, move.amount, cover, move.auto)
    step.pay({seat: -move.amount} if state.giant is None else {seat: -move.amount, state.giant: -cover})
    if not step.crowd:
        step.tell(Staked(seat, move.amount))
        await_giant(step, bet)
        return
    open_bets = Staking((*bets, bet))
    step.state = replace(step.state, phase=open_bets)
    if not anybody_may_stake(step.state, open_bets):
        crowd_round(step, open_bets)


# The Giant sets the Knee, and the Halflings roll


def await_giant(step: HalflingsBuilder, bet: Bet) -> None:
    giant = step.state.giant
    if giant is None or giant in step.state.gone:
        giant_rolls(step, bet)
    else:
        step.ask(GiantRolls(bet))


def giant_rolls(step: HalflingsBuilder, bet: Bet) -> None:
    knee = knee_is_set(step)
    bet = covered_now(step, bet, knee)
    if knee == KICK and not step.options.snake_beats_kick:
        unrolled = Hand(0, (0, 0), bet.stake, bet.cover)
        go_on(step, Play(bet.seat, bet.auto, (unrolled,), 0, 0), KICK)
    elif bet.auto or bet.seat in step.state.gone:
        halfling_rolls(step, bet, knee)
    else:
        step.ask(HalflingRolls(bet, knee))


def halfling_rolls(step: HalflingsBuilder, bet: Bet, knee: int) -> None:
    hand = Hand(0, rolled(step, bet.seat), bet.stake, bet.cover)
    step.tell(Rolled(bet.seat, hand.dice, hand.total))
    go_on(step, Play(bet.seat, bet.auto, (hand,), 0, 0), knee)


def go_on(step: HalflingsBuilder, play: Play, knee: int) -> None:
    """Continue one Halfling's play (`house` and `duel`): settle it, ask its owner, or start again after a snake."""
    play = resolve(step, play, knee)
    if not play.hands:
        put_down(step, play)
        close_round(step)
    elif fate(step.state, play, knee) is Fate.SNAKE:
        step.tell(Snake(play.seat, again=True))
        await_giant(step, covered_anew(step, play))
    else:
        offer_split(step, play, knee)
        step.ask(Splitting(knee, (play,)))


def covered_anew(step: HalflingsBuilder, play: Play) -> Bet:
    """Return the bet for the roll after a snake: any Knee may come, so the Giant covers what the highest one pays."""
    hand, giant = play.hands[0], step.state.giant
    if giant is None:
        return Bet(play.seat, hand.stake, hand.cover, play.auto)
    cover = winnings(hand.stake, step.options.most_pay)
    step.pay({giant: hand.cover - cover})
    return Bet(play.seat, hand.stake, cover, play.auto)


def offer_split(step: HalflingsBuilder, play: Play, knee: int) -> None:
    hand, seconds = play.hands[0], step.options.split_seconds
    if step.options.split is SplitRule.EXACT:
        step.tell(MaySplitExact(play.seat, knee, hand.stake, seconds))
    else:
        step.tell(MaySplit(play.seat, hand.total, knee, hand.kept + hand.dice[0], seconds))


def close_round(step: HalflingsBuilder) -> None:
    state = step.state
    if state.rounds_left > 1 and state.giant is not None:
        giant = after(state.giant, len(state.stacks))
        step.state = replace(state, rounds_left=state.rounds_left - 1, giant=giant, phase=Staking(()))
        open_round(step)
        if state.nets and isinstance(step.state.phase, Staking):
            step.state = replace(step.state, phase=RoundShown())
    else:
        step.end("settled")


# What may be done now, and doing it

ROLLING: Final = (LegalMove(Roll),)


def legal_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    match state.phase:
        case Staking() | RoundShown():
            most = most_stake(state, seat)
            return staking(most) if most else ()
        case GiantRolls():
            return ROLLING if seat == state.giant else ()
        case HalflingRolls(bet=bet):
            return ROLLING if seat == bet.seat else ()
        case Splitting(knee=knee, plays=plays):
            play = next((play for play in plays if play.seat == seat), None)
            return () if play is None else splits_now(state, play, knee)
        case Over():
            return ()


@lru_cache(maxsize=1024)
def staking(most: Suckers) -> tuple[LegalMove, ...]:
    return (LegalMove(Stake, {"amount": Range(1, most), "auto": FLAG}),)


def splits_now(state: State, play: Play, knee: int) -> tuple[LegalMove, ...]:
    """Return stand, and split if another stake can still be covered: one Giant covers a whole crowd (HG-15)."""
    if state.options.split is SplitRule.EXACT and bars(state, play, knee):
        return (LegalMove(Stand),)
    return (LegalMove(Split), LegalMove(Stand))


def played(state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
    step = HalflingsBuilder(state, dice)
    match move, state.phase:
        case Stake(), (Staking() | RoundShown()) as phase:
            stake(step, phase.bets, seat, move)
        case Roll(), GiantRolls(bet=bet):
            giant_rolls(step, bet)
        case Roll(), HalflingRolls(bet=bet, knee=knee):
            halfling_rolls(step, bet, knee)
        case ((Split() | Stand()), Splitting() as phase):
            decide(step, phase, seat, type(move))
        case _:
            raise AssertionError(f"{move} is not offered in {state.phase}")
    return step.build()


def decide(step: HalflingsBuilder, phase: Splitting, seat: Seat, word: type[Move]) -> None:
    (play,) = [play for play in phase.plays if play.seat == seat]
    if step.crowd:
        crowd_decides(step, phase, play, word)
    elif word is Split:
        go_on(step, split(step, play, phase.knee), phase.knee)
    else:
        go_on(step, stand(step, play, phase.knee), phase.knee)


def asks(state: State) -> Ask | None:
    """Return the question. In a crowd nobody is awaited: the clock moves the round on."""
    options, name = state.options, str(state.asked)
    match state.phase:
        case Staking() if options.mode is Mode.CROWD:
            return Ask(name, (), options.crowd_seconds)
        case Staking() | RoundShown():
            return Ask(name, stakers_in(state), options.stake_seconds)
        case GiantRolls():
            return Ask(name, () if state.giant is None else (state.giant,), options.roll_seconds)
        case HalflingRolls(bet=bet):
            return Ask(name, (bet.seat,), options.roll_seconds)
        case Splitting(plays=plays):
            awaited = () if options.mode is Mode.CROWD else tuple(play.seat for play in plays)
            return Ask(name, awaited, options.split_seconds)
        case Over():
            return None


def time_up(state: State, _seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """Act for the silent: stake nothing, roll, split a losing double, and stand on an exact Knee (HG-5, HG-17)."""
    step = HalflingsBuilder(state, dice)
    match state.phase:
        case Staking() as phase if step.crowd:
            crowd_round(step, phase)
        case Staking() | RoundShown():
            step.tell(*map(RoundPassed, stakers_in(state)))
            if state.rounds_left > 1:
                close_round(step)
            else:
                step.end("settled" if state.nets else "no-stake")
        case GiantRolls(bet=bet):
            giant_rolls(step, bet)
        case HalflingRolls(bet=bet, knee=knee):
            halfling_rolls(step, bet, knee)
        case Splitting() as phase if step.crowd:
            shut_window(step, phase)
        case Splitting(knee=knee, plays=plays):
            go_on(step, without_asking(step, plays[0], knee), knee)
        case Over():
            pass
    return step.build()


def leave(state: State, seat: Seat, dice: Dice) -> Step[State]:
    """Play a leaver's stake to its end as silence would. They stake nothing more, but stay the Giant of a duel's second
    round.
    """
    step = HalflingsBuilder(replace(state, gone=(*state.gone, seat)), dice)
    match state.phase:
        case Staking() as phase if step.crowd:
            if not anybody_may_stake(step.state, phase):
                crowd_round(step, phase)
        case Staking() | RoundShown() if owes_round(step.state):
            tell_of_giant(step)
        case Staking() | RoundShown():
            step.end("left")
        case GiantRolls(bet=bet) if seat == state.giant:
            giant_rolls(step, bet)
        case HalflingRolls(bet=bet, knee=knee) if seat == bet.seat:
            halfling_rolls(step, bet, knee)
        case Splitting() as phase if any(play.seat == seat for play in phase.plays):
            decide(step, phase, seat, Split if step.options.split is SplitRule.DOUBLES else Stand)
        case _:
            pass
    return step.build()


# How it ended


def result(state: State) -> Result | None:
    if not isinstance(state.phase, Over):
        return None
    return Result(state.phase.ended, winners(state), state.stacks, state.bank, next_after(state.options))


def next_after(options: HalflingsOptions) -> int | None:
    """Return when the next round begins by itself: in a crowd, unless nobody stakes or the host begins each (HG-16)."""
    goes_on = options.mode is Mode.CROWD and options.next is Next.AUTO
    return options.crowd_seconds if goes_on else None


def winners(state: State) -> tuple[Seat, ...]:
    """Return who has won more than they lost: in a crowd all of them, in a duel the one."""
    if not isinstance(state.phase, Over):
        return ()
    if state.options.mode is Mode.DUEL:
        seat, by = lead(state.nets)
        return (seat,) if by else ()
    won = []
    for net in state.nets:
        if net.net > 0:
            won.append(net.seat)  # noqa: PERF401 - asked often, and a comprehension is one more call
    return tuple(sorted(won))


def lead(nets: tuple[Net, ...]) -> tuple[Seat, Suckers]:
    """Return who of a duel has won more than they lost, and by how much; by 0: nobody (HG-18)."""
    up = sum([net.net if net.seat == 0 else -net.net for net in nets])
    return Seat(int(up < 0)), Suckers(abs(up))


# Whose each sucker is, in a game and between two (HG-15)


def owed(held: State | Carry, stacks: Stacks) -> Owed:
    """Return what is owed. Stakes and covers belong to those who put them in until the hand is settled and paid."""
    if isinstance(held, Carry):
        return Owed(stacks)
    back: Counter[Seat] = Counter()
    for seat, staked in still_open(held):
        back[seat] += staked.stake
        if held.giant is not None:
            back[held.giant] += staked.cover
    return Owed(moved(held.stacks, back), held.bank)


def still_open(state: State) -> list[tuple[Seat, Bet | Hand]]:
    """Return the open bets and hands with their seats."""
    match state.phase:
        case Staking(bets=bets):
            return [(bet.seat, bet) for bet in bets]
        case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
            return [(bet.seat, bet)]
        case Splitting(plays=plays):
            return [(play.seat, hand) for play in plays for hand in play.hands]
        case RoundShown() | Over():
            return []
