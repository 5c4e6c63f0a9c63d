"""Phase 2: rolling for first pick. Who rolls highest is the prime, who rolls lowest the chairman."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.headache.events import (
    Appointed,
    FirstRolled,
    HandRolled,
    RerollCalled,
    Rerolled,
    RollCalled,
    RolledOff,
)
from games.headache.moves import Reroll, Roll, Stay
from games.headache.options import Rolls
from games.headache.state import (
    BeforeTheDraw,
    ChairmanRolls,
    Face,
    FirstRolls,
    PrimeRerolls,
    PrimeRolls,
    Rerolls,
    State,
    Table,
)
from games.headache.turn import D20, Turn, clockwise
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat

REROLL = Suckers(1)
""""any player may pay 1 sucker to roll again"."""
LATE_REROLL = 10
"""A re-roll moves the end to at least so many seconds away (HA-4)."""

# "Each player rolls, starting from the person who won the last game"


def begin(turn: Turn) -> Table | None:
    order = clockwise(turn.here, turn.state.first)
    if turn.options.rolls is Rolls.HAND:
        turn.tell(RollCalled(order))
        turn.ask(FirstRolls(()))
        return None
    rolls = all_roll(turn, order)
    turn.tell(FirstRolled(rolls))
    return open_rerolls(turn, rolls)


def all_roll(turn: Turn, seats: Sequence[Seat]) -> tuple[Face, ...]:
    return tuple(Face(seat, roll(turn, seat)) for seat in seats)


def roll(turn: Turn, seat: Seat) -> int:
    return turn.dice.draw("d20", seat).die(D20)


# "Once all players have made a roll, any player may pay 1 sucker to roll again"


def open_rerolls(turn: Turn, rolls: tuple[Face, ...]) -> Table | None:
    turn.ask(Rerolls(rolls, ()))
    return rerolls_called(turn, rolls)


def rerolls_called(turn: Turn, faces: tuple[Face, ...]) -> Table | None:
    able = tuple(face.seat for face in faces if may_reroll(turn.state, face))
    if able:
        turn.tell(RerollCalled(able, turn.options.reroll_seconds))
        return None
    return rerolls_closed(turn)


def may_reroll(state: State, face: Face) -> bool:
    """Nobody rolls better than a 20."""
    return face.seat in state.here and state.stacks[face.seat] >= REROLL and face.face < D20


def rerolling(phase: Rerolls | PrimeRerolls) -> tuple[Face, ...]:
    return phase.rolls if isinstance(phase, Rerolls) else phase.faces


def undecided(state: State, phase: Rerolls | PrimeRerolls) -> tuple[Seat, ...]:
    """Who may roll again and has not said `stay`; nobody, where only one is left of those who were tied."""
    here = [face for face in rerolling(phase) if face.seat in state.here]
    able = tuple(face.seat for face in here if may_reroll(state, face) and face.seat not in phase.stayed)
    return able if len(here) > 1 else ()


def reroll(turn: Turn, phase: Rerolls | PrimeRerolls, seat: Seat) -> Table | None:
    """The better roll counts, the sucker is spent (HA-5). Who takes the lead is answered: the others may roll again."""
    turn.pay_in([(seat, REROLL)])
    faces, face = rerolling(phase), roll(turn, seat)
    before = next(one.face for one in faces if one.seat == seat)
    others = max(one.face for one in still_here(turn, faces) if one.seat != seat)
    best = max(before, face)
    turn.tell(Rerolled(seat, face, best))
    faces = tuple(Face(seat, best) if one.seat == seat else one for one in faces)
    leads = best > before and best >= others
    stayed = () if leads else tuple(other for other in phase.stayed if other != seat)
    rolled = {"rolls": faces} if isinstance(phase, Rerolls) else {"faces": faces}
    turn.go_on(replace(phase, **rolled, stayed=stayed))
    return close_if_settled(turn)


def stay(turn: Turn, phase: Rerolls | PrimeRerolls, seats: Sequence[Seat]) -> Table | None:
    stayed = (*phase.stayed, *(seat for seat in seats if seat not in phase.stayed))
    turn.go_on(replace(phase, stayed=stayed))
    return close_if_settled(turn)


def close_if_settled(turn: Turn) -> Table | None:
    phase = turn.state.phase
    if isinstance(phase, Rerolls | PrimeRerolls) and not undecided(turn.state, phase):
        return rerolls_closed(turn)
    return None


def rerolls_closed(turn: Turn) -> Table | None:
    """Rulebook: "This continues until no one wants to roll again"."""
    match turn.state.phase:
        case Rerolls(rolls=rolls):
            return prime_is_sought(turn, rolls, rolls)
        case PrimeRerolls(rolls=rolls, faces=faces):
            return prime_is_sought(turn, rolls, faces)
        case phase:
            raise AssertionError(f"nobody rolls again in {phase}")


# "The player who rolled the highest number is declared to be the prime"


def prime_is_sought(turn: Turn, rolls: tuple[Face, ...], faces: tuple[Face, ...]) -> Table | None:
    """Rulebook: "If two players are tied as prime, they should roll again" (HA-5a)."""
    faces = tuple(face for face in faces if face.seat in turn.here) or tuple(
        face for face in rolls if face.seat in turn.here
    )
    highest = max(face.face for face in faces)
    tied = tuple(face.seat for face in faces if face.face == highest)
    if len(tied) == 1:
        return chairman_is_sought(turn, rolls, tied[0])
    if turn.options.rolls is Rolls.HAND:
        turn.tell(RollCalled(tied))
        turn.ask(PrimeRolls(rolls, tied, ()))
        return None
    return primes_rolled(turn, rolls, all_roll(turn, tied))


def primes_rolled(turn: Turn, rolls: tuple[Face, ...], faces: tuple[Face, ...]) -> Table | None:
    """Rulebook: "They can if they wish, pay a sucker to take a further, additional roll"."""
    turn.tell(RolledOff("prime", faces))
    turn.ask(PrimeRerolls(rolls, faces, ()))
    return rerolls_called(turn, faces)


# "The player who rolled the lowest number is declared to be the chairman"


def chairman_is_sought(turn: Turn, rolls: tuple[Face, ...], prime: Seat) -> Table | None:
    """The prime is settled first and cannot also be chairman (HA-5b)."""
    faces = tuple(face for face in rolls if face.seat in turn.here and face.seat != prime)
    return chairman_among(turn, rolls, prime, faces)


def chairman_among(turn: Turn, rolls: tuple[Face, ...], prime: Seat, faces: tuple[Face, ...]) -> Table | None:
    """Rulebook: "If two players tie as chairman, they should [take] an additional roll": these cost nothing."""
    lowest = min(face.face for face in faces)
    tied = tuple(face.seat for face in faces if face.face == lowest)
    if len(tied) == 1:
        return appoint(turn, rolls, prime, tied[0])
    if turn.options.rolls is Rolls.HAND:
        turn.tell(RollCalled(tied))
        turn.ask(ChairmanRolls(rolls, prime, tied, ()))
        return None
    faces = all_roll(turn, tied)
    turn.tell(RolledOff("chairman", faces))
    return chairman_among(turn, rolls, prime, faces)


def appoint(turn: Turn, rolls: tuple[Face, ...], prime: Seat, chairman: Seat) -> Table:
    order = clockwise(turn.here, prime)
    rolled = {face.seat: face.face for face in rolls}
    ranks = sorted(order, key=lambda seat: (seat != chairman, seat == prime, rolled[seat], order.index(seat)))
    turn.tell(Appointed(prime, chairman, turn.state.pot))
    return Table(
        chairman=chairman,
        order=order,
        ranks=tuple(ranks),
        drawn=(),
        cups=(),
        decided=(),
        swaps=(),
        sold=(),
        shown=(),
        spent=(Suckers(0),) * len(turn.state.stacks),
        sides=(),
        proposals=(),
    )


# With `rolls=hand`


def unrolled(state: State, phase: FirstRolls | PrimeRolls | ChairmanRolls) -> tuple[Seat, ...]:
    """Who has still to roll."""
    if isinstance(phase, FirstRolls):
        among, faces = clockwise(state.here, state.first), phase.rolls
    else:
        among, faces = tuple(seat for seat in phase.tied if seat in state.here), phase.faces
    have = {face.seat for face in faces}
    return tuple(seat for seat in among if seat not in have)


def hand_rolls(turn: Turn, seats: Sequence[Seat]) -> Table | None:
    for seat in seats:
        face = Face(seat, roll(turn, seat))
        turn.tell(HandRolled(seat, face.face))
        match turn.state.phase:
            case FirstRolls(rolls=rolls):
                turn.go_on(FirstRolls((*rolls, face)))
            case PrimeRolls(rolls=rolls, tied=tied, faces=faces):
                turn.go_on(PrimeRolls(rolls, tied, (*faces, face)))
            case ChairmanRolls(rolls=rolls, prime=prime, tied=tied, faces=faces):
                turn.go_on(ChairmanRolls(rolls, prime, tied, (*faces, face)))
            case phase:
                raise AssertionError(f"nobody rolls by hand in {phase}")
    return all_have_rolled(turn)


def all_have_rolled(turn: Turn) -> Table | None:
    """What comes of the rolls, once nobody is waited for."""
    phase = turn.state.phase
    if not isinstance(phase, FirstRolls | PrimeRolls | ChairmanRolls) or unrolled(turn.state, phase):
        return None
    match phase:
        case FirstRolls(rolls=rolls):
            return open_rerolls(turn, still_here(turn, rolls))
        case PrimeRolls(rolls=rolls, faces=faces):
            still = still_here(turn, faces)
            return primes_rolled(turn, rolls, still) if len(still) > 1 else prime_is_sought(turn, rolls, still)
        case ChairmanRolls(rolls=rolls, prime=prime, faces=faces):
            if prime not in turn.here:
                return prime_is_sought(turn, still_here(turn, rolls), still_here(turn, rolls))
            faces = still_here(turn, faces)
            if not faces:
                return chairman_is_sought(turn, rolls, prime)
            turn.tell(RolledOff("chairman", faces))
            return chairman_among(turn, rolls, prime, faces)


def still_here(turn: Turn, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(face for face in faces if face.seat in turn.here)


# The doors of this room


def legal_moves(state: State, phase: BeforeTheDraw, seat: Seat) -> tuple[LegalMove, ...]:
    if not isinstance(phase, Rerolls | PrimeRerolls):
        return (LegalMove(Roll),) if seat in unrolled(state, phase) else ()
    if not any(face.seat == seat and may_reroll(state, face) for face in rerolling(phase)):
        return ()
    return (LegalMove(Reroll), LegalMove(Stay)) if seat not in phase.stayed else (LegalMove(Reroll),)


def play(turn: Turn, phase: BeforeTheDraw, seat: Seat, move: Move) -> Table | None:
    match move, phase:
        case Reroll(), (Rerolls() | PrimeRerolls()):
            return reroll(turn, phase, seat)
        case Stay(), (Rerolls() | PrimeRerolls()):
            return stay(turn, phase, (seat,))
        case _:
            return hand_rolls(turn, (seat,))


def silence(turn: Turn, phase: BeforeTheDraw, seats: Sequence[Seat]) -> Table | None:
    """Who is silent stays, or has the dice rolled."""
    if isinstance(phase, Rerolls | PrimeRerolls):
        return stay(turn, phase, seats)
    waiting = unrolled(turn.state, phase)
    return hand_rolls(turn, [seat for seat in seats if seat in waiting])


def left(turn: Turn, phase: BeforeTheDraw) -> Table | None:
    """Somebody left: nobody waits for them."""
    if isinstance(phase, Rerolls | PrimeRerolls):
        return close_if_settled(turn)
    return all_have_rolled(turn)


def asks(state: State, phase: BeforeTheDraw, name: str) -> Ask:
    seconds = state.options.reroll_seconds
    if isinstance(phase, Rerolls | PrimeRerolls):
        return Ask(name, undecided(state, phase), seconds, extend_to=LATE_REROLL)
    return Ask(name, unrolled(state, phase), seconds)
