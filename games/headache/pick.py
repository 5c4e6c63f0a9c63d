"""Play phase 2, rolling for first pick: the highest roll makes the prime, the lowest the chairman."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import Appointed, FirstRolled, HandRolled, RerollCalled, Rerolled, RollCalled, RolledOff
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
from games.headache.step import D20, HeadacheBuilder, clockwise
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat

REROLL = Suckers(1)
""""any player may pay 1 sucker to roll again"."""
LATE_REROLL = 10
"""After a re-roll at least so many seconds are left (HA-4)."""

# "Each player rolls, starting from the person who won the last game"


def begin(step: HeadacheBuilder) -> Table | None:
    order = clockwise(step.here, step.state.first)
    if step.options.rolls is Rolls.HAND:
        step.tell(RollCalled(order))
        step.ask(FirstRolls(()))
        return None
    rolls = all_roll(step, order)
    step.tell(FirstRolled(rolls))
    return open_rerolls(step, rolls)


def all_roll(step: HeadacheBuilder, seats: Sequence[Seat]) -> tuple[Face, ...]:
    return tuple(Face(seat, roll(step, seat)) for seat in seats)


def roll(step: HeadacheBuilder, seat: Seat) -> int:
    return step.dice.draw("d20", seat).die(D20)


# "Once all players have made a roll, any player may pay 1 sucker to roll again"


def open_rerolls(step: HeadacheBuilder, rolls: tuple[Face, ...]) -> Table | None:
    step.ask(Rerolls(rolls, ()))
    return rerolls_called(step, rolls)


def rerolls_called(step: HeadacheBuilder, faces: tuple[Face, ...]) -> Table | None:
    able = tuple(face.seat for face in faces if may_reroll(step.state, face))
    if able:
        step.tell(RerollCalled(able, step.options.reroll_seconds))
        return None
    return rerolls_closed(step)


def may_reroll(state: State, face: Face) -> bool:
    """Return whether somebody may pay to roll again; a 20 cannot be bettered."""
    return face.face < D20 and face.seat in state.here and state.stacks[face.seat] >= REROLL


def rerolling(phase: Rerolls | PrimeRerolls) -> tuple[Face, ...]:
    return phase.rolls if isinstance(phase, Rerolls) else phase.faces


def undecided(state: State, phase: Rerolls | PrimeRerolls) -> tuple[Seat, ...]:
    """Return who may roll again and has not said `stay`; empty if only one of the tied is left."""
    faces, stayed = still_here(state, rerolling(phase)), phase.stayed
    able = [face.seat for face in faces if face.seat not in stayed and may_reroll(state, face)]
    return tuple(able) if len(faces) > 1 else ()


def reroll(step: HeadacheBuilder, phase: Rerolls | PrimeRerolls, seat: Seat) -> Table | None:
    """Roll again: the better roll counts, the sucker is spent (HA-5). If the lead changes, the others may roll
    again.
    """
    step.pay_in([(seat, REROLL)])
    faces, face = rerolling(phase), roll(step, seat)
    (before,) = [one.face for one in faces if one.seat == seat]
    others = max([one.face for one in still_here(step.state, faces) if one.seat != seat])
    best = max(before, face)
    step.tell(Rerolled(seat, face, best))
    faces = tuple([Face(seat, best) if one.seat == seat else one for one in faces])
    leads = best > before and best >= others
    stayed = () if leads else tuple(other for other in phase.stayed if other != seat)
    rolled = {"rolls": faces} if isinstance(phase, Rerolls) else {"faces": faces}
    step.go_on(replace(phase, **rolled, stayed=stayed))
    return close_if_settled(step)


def stay(step: HeadacheBuilder, phase: Rerolls | PrimeRerolls, seats: Sequence[Seat]) -> Table | None:
    stayed = (*phase.stayed, *(seat for seat in seats if seat not in phase.stayed))
    step.go_on(replace(phase, stayed=stayed))
    return close_if_settled(step)


def close_if_settled(step: HeadacheBuilder) -> Table | None:
    phase = step.state.phase
    if isinstance(phase, Rerolls | PrimeRerolls) and not undecided(step.state, phase):
        return rerolls_closed(step)
    return None


def rerolls_closed(step: HeadacheBuilder) -> Table | None:
    """Close the re-rolls: "This continues until no one wants to roll again"."""
    match step.state.phase:
        case Rerolls(rolls=rolls):
            return prime_is_sought(step, rolls, rolls)
        case PrimeRerolls(rolls=rolls, faces=faces):
            return prime_is_sought(step, rolls, faces)
        case phase:
            raise AssertionError(f"nobody rolls again in {phase}")


# "The player who rolled the highest number is declared to be the prime"


def prime_is_sought(step: HeadacheBuilder, rolls: tuple[Face, ...], faces: tuple[Face, ...]) -> Table | None:
    """Find the prime: "If two players are tied as prime, they should roll again" (HA-5a)."""
    faces = still_here(step.state, faces) or still_here(step.state, rolls)
    highest = max(face.face for face in faces)
    tied = tuple(face.seat for face in faces if face.face == highest)
    if len(tied) == 1:
        return chairman_is_sought(step, rolls, tied[0])
    if step.options.rolls is Rolls.HAND:
        step.tell(RollCalled(tied))
        step.ask(PrimeRolls(rolls, tied, ()))
        return None
    return primes_rolled(step, rolls, all_roll(step, tied))


def primes_rolled(step: HeadacheBuilder, rolls: tuple[Face, ...], faces: tuple[Face, ...]) -> Table | None:
    """Offer re-rolls to the tied: "They can if they wish, pay a sucker to take a further, additional roll"."""
    step.tell(RolledOff("prime", faces))
    step.ask(PrimeRerolls(rolls, faces, ()))
    return rerolls_called(step, faces)


# "The player who rolled the lowest number is declared to be the chairman"


def chairman_is_sought(step: HeadacheBuilder, rolls: tuple[Face, ...], prime: Seat) -> Table | None:
    """Find the chairman after the prime, because nobody can be both (HA-5b)."""
    faces = tuple(face for face in rolls if face.seat in step.here and face.seat != prime)
    return chairman_among(step, rolls, prime, faces)


def chairman_among(
    step: HeadacheBuilder, rolls: tuple[Face, ...], prime: Seat, faces: tuple[Face, ...]
) -> Table | None:
    """Find the chairman: "If two players tie as chairman, they should [take] an additional roll", which is free."""
    lowest = min(face.face for face in faces)
    tied = tuple(face.seat for face in faces if face.face == lowest)
    if len(tied) == 1:
        return appoint(step, rolls, prime, tied[0])
    if step.options.rolls is Rolls.HAND:
        step.tell(RollCalled(tied))
        step.ask(ChairmanRolls(rolls, prime, tied, ()))
        return None
    faces = all_roll(step, tied)
    step.tell(RolledOff("chairman", faces))
    return chairman_among(step, rolls, prime, faces)


def appoint(step: HeadacheBuilder, rolls: tuple[Face, ...], prime: Seat, chairman: Seat) -> Table:
    order = clockwise(step.here, prime)
    rolled = {face.seat: face.face for face in rolls}
    ranks = sorted(order, key=lambda seat: (seat != chairman, seat == prime, rolled[seat], order.index(seat)))
    step.tell(Appointed(prime, chairman, step.state.pot))
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
        spent=(Suckers(0),) * len(step.state.stacks),
        sides=(),
        proposals=(),
    )


# If dice roll at a player's word (`rolls=hand`)


def unrolled(state: State, phase: FirstRolls | PrimeRolls | ChairmanRolls) -> tuple[Seat, ...]:
    """Return who must still roll."""
    if isinstance(phase, FirstRolls):
        among, faces = clockwise(state.here, state.first), phase.rolls
    else:
        among, faces = tuple(seat for seat in phase.tied if seat in state.here), phase.faces
    have = {face.seat for face in faces}
    return tuple(seat for seat in among if seat not in have)


def hand_rolls(step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
    for seat in seats:
        face = Face(seat, roll(step, seat))
        step.tell(HandRolled(seat, face.face))
        match step.state.phase:
            case FirstRolls(rolls=rolls):
                step.go_on(FirstRolls((*rolls, face)))
            case PrimeRolls(rolls=rolls, tied=tied, faces=faces):
                step.go_on(PrimeRolls(rolls, tied, (*faces, face)))
            case ChairmanRolls(rolls=rolls, prime=prime, tied=tied, faces=faces):
                step.go_on(ChairmanRolls(rolls, prime, tied, (*faces, face)))
            case phase:
                raise AssertionError(f"nobody rolls by hand in {phase}")
    return all_have_rolled(step)


def all_have_rolled(step: HeadacheBuilder) -> Table | None:
    """Go on after the rolls if nobody is awaited any more."""
    phase = step.state.phase
    if not isinstance(phase, FirstRolls | PrimeRolls | ChairmanRolls) or unrolled(step.state, phase):
        return None
    match phase:
        case FirstRolls(rolls=rolls):
            return open_rerolls(step, still_here(step.state, rolls))
        case PrimeRolls(rolls=rolls, faces=faces):
            still = still_here(step.state, faces)
            return primes_rolled(step, rolls, still) if len(still) > 1 else prime_is_sought(step, rolls, still)
        case ChairmanRolls(rolls=rolls, prime=prime, faces=faces):
            if prime not in step.here:
                return prime_is_sought(step, still_here(step.state, rolls), still_here(step.state, rolls))
            faces = still_here(step.state, faces)
            if not faces:
                return chairman_is_sought(step, rolls, prime)
            step.tell(RolledOff("chairman", faces))
            return chairman_among(step, rolls, prime, faces)


def still_here(state: State, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple([face for face in faces if face.seat in state.here]) if state.gone else faces


# Legal moves, moves, silence, leaving and asking


class FirstPickRules(Struct, frozen=True):
    phase: BeforeTheDraw

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        phase = self.phase
        if not isinstance(phase, Rerolls | PrimeRerolls):
            return (LegalMove(Roll),) if seat in unrolled(state, phase) else ()
        own = [face for face in rerolling(phase) if face.seat == seat]
        if not own or not may_reroll(state, own[0]):
            return ()
        return (LegalMove(Reroll), LegalMove(Stay)) if seat not in phase.stayed else (LegalMove(Reroll),)

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:
        phase = self.phase
        match move, phase:
            case Reroll(), (Rerolls() | PrimeRerolls()):
                return reroll(step, phase, seat)
            case Stay(), (Rerolls() | PrimeRerolls()):
                return stay(step, phase, (seat,))
            case _:
                return hand_rolls(step, (seat,))

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Act for the silent: stay, or roll."""
        phase = self.phase
        if isinstance(phase, Rerolls | PrimeRerolls):
            return stay(step, phase, seats)
        waiting = unrolled(step.state, phase)
        return hand_rolls(step, [seat for seat in seats if seat in waiting])

    def left(self, step: HeadacheBuilder) -> Table | None:
        """Go on after a leaving: the leaver is not awaited."""
        if isinstance(self.phase, Rerolls | PrimeRerolls):
            return close_if_settled(step)
        return all_have_rolled(step)

    def asks(self, state: State, name: str) -> Ask:
        phase = self.phase
        seconds = state.options.reroll_seconds
        if isinstance(phase, Rerolls | PrimeRerolls):
            return Ask(name, undecided(state, phase), seconds, extend_to=LATE_REROLL)
        return Ask(name, unrolled(state, phase), seconds)
