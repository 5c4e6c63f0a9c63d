"""Opening moves: what they may be between games, whether it is too soon for one, and the clock that the first sets."""

from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from bot.ports.ids import platform_of
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Between, Lobby
from bot.table.readiness import stack_empty
from bot.table.stacks import stack_of_a_seat
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove
from games.kit.notation import PLAIN, read
from games.kit.seats import Seat

PAGES: Final = "web"
"""The platform whose places are pages: what is told of one table pushes no other line away there."""


def openings(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    """Return what the opening move may be, between games, where none is kept yet."""
    return () if session.seats[seat].opening else opening_moves(session, seat)


def opening_moves(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    """Return what the opening move may be, between games, seen on a start that is thrown away."""
    start = next_start(session, seat)
    return () if start is None else start.opening_moves(session)


class Start(NamedTuple):
    """A game begun as things are (its dice are nobody's), and one seat of it."""

    state: Any
    seat: Seat

    def opening_moves(self, session: Session) -> tuple[LegalMove, ...]:
        rules = session.rules
        return tuple(move for move in rules.legal_moves(self.state, self.seat) if move.move is rules.opening)


def next_start(session: Session, seat: Seat) -> Start | None:
    """Return the next game as it would begin; None where it can't, or begins with no opening move."""
    state = session.next_state
    return None if state is None else Start(state, seat)


def start_with(session: Session, stacks: Stacks, seat: Seat, carry: object) -> Start:
    """Return a game that begins with these stacks."""
    return Start(session.started_with(stacks, carry), seat)


def start_with_others(session: Session, seat: Seat) -> Start | None:
    """Return a crowd's next round as if somebody else sat, where somebody is alone; None where nobody is."""
    if session.gathers is None or len(session.seats) > 1:
        return None
    return start_with(session, (*session.stacks, Suckers(stack_of_a_seat(session))), seat, session.carry)


def check_opening(change: Change, seat: Seat, line: str) -> None:
    """Refuse an opening move too soon after the last, or from an empty stack, before anything starts."""
    refuse_while_paused(change)
    refuse_empty(change.session, change.session.seats[seat].stack)
    start = start_with_others(change.session, seat) or next_start(change.session, seat)
    check_offered(change.session, line, start)
    cooled(change, seat)


def refuse_empty(session: Session, stack: int) -> None:
    if stack == 0 and session.rules.stack(session.game_options) > 0:
        raise stack_empty(session)


def check_offered(session: Session, line: str, start: Start | None) -> None:
    """Raises Illegal for a line that no opening move of this start covers; nothing where none is known."""
    move, legal = read(line, session.rules.moves, PLAIN), () if start is None else start.opening_moves(session)
    offers = bool(legal) or session.gathers is not None  # of a crowd one may have nothing to stake: its Giant
    if start is not None and offers and not any(offer.covers(move) for offer in legal):
        raise session.rules.refusal(start.state, start.seat, move, legal)


# Too soon?


def cooled(change: Change, seat: Seat) -> None:
    """Raises Refused where the last opening move would lie too near, by when this one could be played (HG-18).

    Alone at a table of one's own on a page nobody's lines are pushed away: there is no wait.
    """
    session = change.session
    seated = session.seats[seat]
    if not seated.opened_at or at_own_page(session):
        return
    left = seated.opened_at + session.rules.cooldown(session.game_options) * 1000 - soonest(change)
    if left > 0:
        raise Refused("wait-first", seconds=-(-left // 1000))


def soonest(change: Change) -> int:
    """Return when an opening move that is said now is played at the earliest: a crowd's when its lobby closes."""
    session, gathers = change.session, change.session.gathers
    match session.phase:
        case Lobby(starts_at=int(at)) | Between(starts_at=int(at)):
            return at
        case _:
            return change.now + (gathers or 0) * 1000


def at_own_page(session: Session) -> bool:
    """Tell whether one person alone plays here, at a table that stands on pages only."""
    return len(session.people) == 1 and all(platform_of(place) == PAGES for place in session.places)


def wait_for_cooldown(change: Change, seat: Seat) -> None:
    cooled(change, seat)
    change.session = change.session.with_seat(seat, replace(change.session.seats[seat], opened_at=change.now))


# The clock of a crowd's lobby


def gather(change: Change, seconds: int, stakes: int = 0) -> None:
    """Set the lobby's clock by the first opening move: others have so long to sit down with theirs.

    `stakes`: how many were kept for it while the last round was on.
    """
    phase = change.session.phase
    if not isinstance(phase, Lobby | Between) or phase.starts_at is not None:
        return
    change.set(phase=replace(phase, starts_at=change.table_time + seconds * 1000))
    if stakes:
        change.say("round-starts-at", seconds=seconds, count=stakes)
    else:
        change.say("starts-at", seconds=seconds)


def gathers_by_itself(session: Session) -> bool:
    """Tell whether the first stake sets the clock; False where the round waits for the host to say so."""
    if session.rules.host_begins(session.game_options):
        return False
    return not isinstance(session.phase, Between) or (session.series_is_on and not session.enough)
