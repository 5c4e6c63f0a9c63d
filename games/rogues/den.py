"""The Liars' Den: "each player makes a proposition ... regarding the number and value of dice currently in play"."""

from msgspec.structs import replace

from games.halflings.turn import HALFLING_SIDES
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range
from games.kit.seats import Seat
from games.rogues.events import CalledIt, FirstToBet, Fled, GiantIsNext, NextToBet, Proposed, Then
from games.rogues.moves import Count, Flee, Snake, Tumble
from games.rogues.state import Den, Proposition, State
from games.rogues.turn import HAND, Turn, may_flee, shown_in_party, trippers

FEWEST_LIARS = 2


def begin(turn: Turn) -> tuple[Then, ...]:
    """Each who still Trips declares once (FR-53); who can't pay the stake is passed over. One who alone Trips has
    nobody to lie to.
    """
    state, stake = turn.state, turn.state.unit
    waiting = tuple(
        seat for seat in circle(state) if state.rogues[seat].plays == "trips" and state.stacks[seat] >= stake
    )
    if not waiting or len(trippers(state)) < FEWEST_LIARS:
        return (GiantIsNext(),)
    turn.ask(Den(waiting))
    first = waiting[0]
    return () if first in state.gone else (FirstToBet(first, "liars", stake, may_flee(state, first)),)


def circle(state: State) -> tuple[Seat, ...]:
    """Rulebook: "the player that wins the round bets first next round"; else "the last player to have declared their
    play"; on from there in betting order (FR-59).
    """
    backwards = state.declared[::-1]
    at = next((backwards.index(seat) for seat in state.last_winner if seat in backwards), 0)
    return (*backwards[at:], *backwards[:at])


# What may be done now


def legal_moves(state: State, phase: Den, seat: Seat) -> tuple[LegalMove, ...]:
    if seat != phase.waiting[0]:
        return ()
    flee = (LegalMove(Flee),) if may_flee(state, seat) else ()
    return (*flee, *counts(state), LegalMove(Snake), LegalMove(Tumble))


def counts(state: State) -> tuple[LegalMove, ...]:
    """Rulebook: after “Four 2s”, "that there are Five or more 2s, or that there are Four or more 3s" (FR-51)."""
    most = dice_in_play(state)
    if not state.propositions:
        return (LegalMove(Count, {"dice": Range(1, most), "face": Range(1, HALFLING_SIDES)}),)
    return tuple(
        LegalMove(Count, {"dice": Range(low, most), "face": Range(face, face)})
        for face, low in fewest_of(state).items()
        if low <= most
    )


def fewest_of(state: State) -> dict[int, int]:
    """Return how many dice of each number are a raise at the least."""
    if not state.propositions:
        return dict.fromkeys(range(1, HALFLING_SIDES + 1), 1)
    last = state.propositions[-1]
    return {face: last.dice + (face == last.face) for face in range(last.face, HALFLING_SIDES + 1)}


def lowest_raise(state: State, seat: Seat) -> tuple[Proposition, ...]:
    """Return the raise of the fewest dice, and of those the one of the lowest number; nothing where there is none."""
    dice, face = min((low, face) for face, low in fewest_of(state).items())
    return (Proposition(seat, dice, face),) if dice <= dice_in_play(state) else ()


def dice_in_play(state: State) -> int:
    """All that can count: the Trips, were they all of two dice, and the shown dice of the Party (FR-50)."""
    return HAND * len(trippers(state)) + len(shown_in_party(state))


# Doing it


def play(turn: Turn, phase: Den, seat: Seat, move: Move) -> tuple[Then, ...]:
    match move:
        case Flee():
            return flee(turn, phase, seat)
        case Count(dice=dice, face=face):
            return propose(turn, phase, Proposition(seat, dice, face))
        case Snake():
            turn.state = replace(turn.state, snakes=(*turn.state.snakes, seat))
            return called(turn, phase, seat, "snake")
        case Tumble():
            turn.state = replace(turn.state, tumbles=(*turn.state.tumbles, seat))
            return called(turn, phase, seat, "tumble")
        case _:
            raise AssertionError(f"{move} is not offered in the Den")


def flee(turn: Turn, phase: Den, seat: Seat) -> tuple[Then, ...]:
    """Who will not raise may call Snake or Tumble, or Flee (FR-55), unless the Fearless rule bars it (FR-14)."""
    turn.put(seat, replace(turn.rogue(seat), plays="fled"))
    then = go_on(turn, phase)
    turn.tell(Fled(seat, then))
    return then


def propose(turn: Turn, phase: Den, made: Proposition) -> tuple[Then, ...]:
    stake(turn, made.seat)
    turn.state = replace(turn.state, propositions=(*turn.state.propositions, made))
    then = go_on(turn, phase)
    turn.tell(Proposed(made.seat, made.dice, made.face, then))
    return then


def called(turn: Turn, phase: Den, seat: Seat, what: str) -> tuple[Then, ...]:
    stake(turn, seat)
    then = go_on(turn, phase)
    turn.tell(CalledIt(seat, what, then))
    return then


def silence(turn: Turn, phase: Den, seat: Seat) -> tuple[Then, ...]:
    """A Flee. Where that is barred, the lowest raise, else a Tumble: all of it follows from what all know (FR-14)."""
    if may_flee(turn.state, seat):
        return flee(turn, phase, seat)
    for lowest in lowest_raise(turn.state, seat):
        return propose(turn, phase, lowest)
    return play(turn, phase, seat, Tumble())


def stake(turn: Turn, seat: Seat) -> None:
    """Each bettor pays into a pot of the Den's own (FR-52)."""
    amount = turn.state.unit
    turn.pay(seat, -amount)
    turn.state = replace(turn.state, den=Suckers(turn.state.den + amount))


def go_on(turn: Turn, phase: Den) -> tuple[Then, ...]:
    """Rulebook: "Once all bettors have declared, play proceeds as normal"; or once one alone still Trips (FR-53)."""
    waiting = phase.waiting[1:]
    turn.ask(Den(waiting))
    if not waiting or len(trippers(turn.state)) < FEWEST_LIARS:
        return (GiantIsNext(),)
    seat = waiting[0]
    return () if seat in turn.state.gone else (NextToBet(seat, Suckers(0), may_flee(turn.state, seat)),)


# At the reveal


def highest_true(state: State) -> tuple[Proposition, ...]:
    """The last true proposition is the highest (FR-54); hands count as they were when the Giant was revealed."""
    dice = [*shown_in_party(state), *(die for seat in trippers(state) for die in state.rogues[seat].hand)]
    return tuple(one for one in state.propositions if dice.count(one.face) >= one.dice)[-1:]
