"""Hold what one viewer of Fearless Rogues Hold 'Em may know."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.halflings.state import HalflingRolls, Splitting
from games.halflings.state import State as DuelState
from games.halflings.step import HALFLINGS, SNAKE
from games.kit.contract import View
from games.kit.kept import once
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import kebab
from games.rogues import rules
from games.rogues.options import RoguesOptions, payable_twice, unit_after
from games.rogues.state import Circuit, Cup, Declaring, Den, Duel, Over, Picking, Plays, Proposition, State
from games.rogues.step import HAND, maw, may_flee, order


class CupView(Struct, frozen=True):
    """Hold a Party cup. `shown`: one die or none; `taken`: dice drawn from it, in order; `under`: how many hidden."""

    shown: tuple[int, ...]
    taken: tuple[int, ...]
    under: int


class RogueView(Struct, frozen=True):
    """Hold what everybody sees of a seat. `cup`: how many dice it owns. `hand`: that of a Trip, after the reveal.

    `late`: the player sat down during the match.
    """

    seat: Seat
    cup: int
    plays: Plays
    drawn: tuple[int, ...]
    bet: Suckers
    hand: tuple[int, ...]
    gone: bool
    late: bool


class RoguesView(View, frozen=True):
    """Hold the view. `order`: of play this round. `unit`: the ante of a die; `rises_at`: the round from which it will
    be `next_unit` by the stacks as they are, 0 if it will not rise. `maw`: its lowest total. `den`: the stakes of the
    Liars' Den, `main`: the pot without bets and Den. `standing`: the bet to be matched. `giant`: 0 while it is unseen.

    `may_say`: what the awaited player may do with their turn, as far as all can know it: a double is their secret.

    `dice`: all of the viewer's own as rolled; `hand`: what they would play; `aside`: what drawing sets or would set
    aside. `may_flee`: whether the viewer may flee now or when their turn comes. `knee`, `duel`: of the last duel, its
    Knee (0: none yet) and its open dice; `total`: theirs, including what was kept.
    """

    options: RoguesOptions
    viewer: Viewer
    number: int
    first: Seat
    awaited: tuple[Seat, ...]
    may_say: tuple[str, ...]
    order: tuple[Seat, ...]
    unit: Suckers
    next_unit: Suckers
    rises_at: int
    maw: int
    cups: tuple[CupView, ...]
    rogues: tuple[RogueView, ...]
    main: Suckers
    den: Suckers
    standing: Suckers
    raises: int
    propositions: tuple[Proposition, ...]
    snakes: tuple[Seat, ...]
    tumbles: tuple[Seat, ...]
    giant: int
    dice: tuple[int, ...]
    hand: tuple[int, ...]
    aside: tuple[int, ...]
    may_flee: bool
    knee: int
    duel: tuple[int, ...]
    total: int
    ended: str


def openly(view: RoguesView) -> RoguesView:
    """Return the view of those who look on: without its viewer, and what only they know."""
    return replace(view, viewer=SPECTATOR, dice=(), hand=(), aside=(), may_flee=False)


def view(state: State, viewer: Viewer) -> RoguesView:
    seen = seen_by_all(state)
    if not isinstance(viewer, int):
        return seen
    rogue = state.rogues[viewer]
    dice, aside, fleeing = rogue.dice.reveal(), rogue.kept[1:], flees(state, viewer)
    return replace(seen, viewer=viewer, dice=dice, hand=rogue.hand, aside=aside, may_flee=fleeing)


@once
def seen_by_all(state: State) -> RoguesView:
    """Return what everybody may know, without dice of one's own."""
    phase, duel, rises = state.phase, dice_of_the_duel(state), next_rise(state)
    return RoguesView(
        phase=kebab(type(phase).__name__),
        pot=pot_of(state),
        stacks=state.stacks,
        bank=state.bank,
        winners=phase.winners if isinstance(phase, Over) else (),
        options=state.options,
        viewer=SPECTATOR,
        number=state.number,
        first=state.first,
        awaited=rules.awaited(state),
        may_say=known_to_be_open(state),
        order=order(state),
        unit=state.unit,
        next_unit=rises.unit,
        rises_at=rises.round,
        maw=maw(state.options, len(state.playing)),
        cups=tuple(map(cup_view, state.cups)),
        rogues=tuple([rogue_view(state, seat) for seat in all_seats(len(state.rogues))]),
        main=state.pot,
        den=state.den,
        standing=phase.standing if isinstance(phase, Circuit) else Suckers(0),
        raises=phase.raises if isinstance(phase, Circuit) else 0,
        propositions=state.propositions,
        snakes=state.snakes,
        tumbles=state.tumbles,
        giant=state.giant.reveal() if isinstance(phase, Over) else 0,
        dice=(),
        hand=(),
        aside=(),
        may_flee=False,
        knee=duel.knee,
        duel=duel.dice,
        total=duel.total,
        ended=phase.ended if isinstance(phase, Over) else "",
    )


class Rise(NamedTuple):
    round: int
    unit: Suckers


def next_rise(state: State) -> Rise:
    """Return when the ante rises next, and to what, as the stacks are now (FR-30, FR-33); round 0: it stays."""
    every, rounds = state.options.ante_rises, state.options.rounds
    if not every:
        return Rise(0, state.unit)
    after = -state.antes % every
    most = payable_twice([rogue.cup for rogue in state.rogues], state.stacks)
    unit, at = unit_after(state.options, state.antes + after, state.unit, most), state.number + after + 1
    return Rise(at, unit) if unit > state.unit and not 0 < rounds < at else Rise(0, state.unit)


def known_to_be_open(state: State) -> tuple[str, ...]:
    """Return what all know the awaited player may do. A single die is no double, and all know how many somebody has.

    Whoever has not drawn may draw: there are as many Party dice as players.
    """
    if not isinstance(state.phase, Declaring):
        return ()
    rogue = state.rogues[state.phase.seat]
    known = {
        "flee": may_flee(state, state.phase.seat),
        "trip": True,
        "draw": not rogue.drawn,
        "split": rogue.cup >= HAND or bool(rogue.drawn),
    }
    return tuple([word for word, may in known.items() if may])


def pot_of(state: State) -> Suckers:
    """Return all that lies between the seats and the House, including bets and stakes."""
    duel = state.phase.duel.pot if isinstance(state.phase, Duel | Picking) else 0
    return Suckers(state.pot + state.den + sum([rogue.bet for rogue in state.rogues]) + duel)


def cup_view(cup: Cup) -> CupView:
    return CupView(cup.shown, cup.taken, len(cup.under.reveal()))


def rogue_view(state: State, seat: Seat) -> RogueView:
    rogue = state.rogues[seat]
    shown = rogue.hand if rogue.plays == "trips" and isinstance(state.phase, Over) else ()
    gone, late = seat in state.gone, seat in state.late
    return RogueView(seat, rogue.cup, rogue.plays, rogue.drawn, rogue.bet, shown, gone, late)


def flees(state: State, viewer: Seat) -> bool:
    """Return whether the viewer may flee now, or when their turn comes."""
    if viewer in state.gone:
        return False
    match state.phase:
        case Circuit(waiting=waiting, standing=standing):
            return viewer in waiting and standing > state.rogues[viewer].bet
        case Den(waiting=waiting):
            return viewer in waiting and may_flee(state, viewer)
        case _:
            return state.rogues[viewer].plays == "waits" and bool(state.cups) and may_flee(state, viewer)


class DuelDice(NamedTuple):
    knee: int
    dice: tuple[int, ...]
    total: int


def dice_of_the_duel(state: State) -> DuelDice:
    """Return the open dice of the last duel."""
    match state.phase:
        case Picking(knee=knee, dice=dice):
            return DuelDice(knee, dice, 0)
        case Duel(duel=DuelState(phase=HalflingRolls(knee=knee))):
            return DuelDice(knee, (), 0)
        case Duel(duel=DuelState(phase=Splitting(knee=knee, plays=(play,)))):
            return DuelDice(knee, play.hands[0].dice, play.hands[0].total)
        case _:
            return DuelDice(0, (), 0)


@lru_cache(maxsize=4096)
def written(dice: tuple[int, ...]) -> str:
    """Return dice as they are written everywhere: `5-4`."""
    return "-".join(map(str, dice))


def state_of(rogue: RogueView) -> str:
    if rogue.gone and rogue.plays != "trips":
        return "gone"
    return "late" if rogue.late else rogue.plays


@lru_cache(maxsize=1024)
def kind_of(hand: tuple[int, ...], maw: int) -> str:
    """Return what is special about a hand. `maw`: its lowest total."""
    if len(hand) < HALFLINGS:
        return "one"
    double, eaten = len(set(hand)) == 1, sum(hand) >= maw
    if hand == SNAKE:
        return "snake"
    if eaten:
        return "double-maw" if double else "maw"
    return "double" if double else "plain"
