"""Say why somebody can't stake or split now, in a sentence with the numbers (HG-15)."""

from games.halflings.giants import share
from games.halflings.hands import bars
from games.halflings.moves import Split, Stake, Stand
from games.halflings.options import Mode
from games.halflings.rules import most_stake
from games.halflings.state import Bet, Play, RoundShown, Splitting, Staking, State
from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.telling import Say, Told, Who, say


def why(state: State, seat: Seat, move: Move) -> Say | None:
    """Return the reason in words of this game; None if the common words suffice: it is somebody else's turn, or a value
    is not a number.
    """
    match move, state.phase:
        case Stake(amount=amount), (Staking() | RoundShown()) as phase:
            return no_stake(state, phase.bets, seat, amount)
        case Split(), Splitting() as phase:
            return no_split(state, phase, seat)
        case Stand(), Splitting() as phase if state.options.mode is Mode.CROWD:
            return nothing_to_decide(state, phase, seat)
        case _:
            return None


# Stakes


def no_stake(state: State, bets: tuple[Bet, ...], seat: Seat, amount: object) -> Say | None:
    if state.options.mode is Mode.CROWD:
        if seat == state.giant:
            return say("giant-stakes-nothing")
        for bet in bets:
            if bet.seat == seat:
                return say("staked-already", amount=bet.stake)
    if seat != state.giant and not state.stacks[seat]:
        return say("nothing-to-stake")
    if state.giant is None or seat == state.giant or not isinstance(amount, int) or amount < 1:
        return None
    return over_cover(state, bets, seat, state.giant)


def over_cover(state: State, bets: tuple[Bet, ...], seat: Seat, giant: Seat) -> Say | None:
    """Return that a stake is too large for the Giant; None if another limit is lower."""
    most, has, pay = most_stake(state, seat), state.stacks[giant], state.options.most_pay
    if most == min(state.options.max_bet, state.stacks[seat]):
        return None
    numbers: dict[str, Told] = {"giant": Who(giant), "high": most, "pays": f"{pay.numerator}:{pay.denominator}"}
    if state.options.mode is Mode.CROWD and most == share(state, bets, giant):
        opened = has + sum(bet.cover for bet in bets)
        return say("giant-shares", **numbers, has=opened, others=len(state.stacks) - 1)
    return say("giant-covers", **numbers, has=has)


# Splits


def no_split(state: State, phase: Splitting, seat: Seat) -> Say | None:
    play = next((play for play in phase.plays if play.seat == seat), None)
    if play is None:
        return nothing_to_decide(state, phase, seat) if state.options.mode is Mode.CROWD else None
    return barred(state, play, phase.knee)


def barred(state: State, play: Play, knee: int) -> Say | None:
    return next((bar.said() for bar in bars(state, play, knee)), None)


def nothing_to_decide(state: State, phase: Splitting, seat: Seat) -> Say | None:
    """Return what is said to a player who only watches, or whose roll is settled."""
    if any(play.seat == seat for play in phase.plays):
        return None
    net = next((net for net in state.nets if net.seat == seat), None)
    if net is None or not net.hands:
        return say("you-watch")
    return say("settled-already", total=net.hands[-1].total, knee=phase.knee)
