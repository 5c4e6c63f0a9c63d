"""Opening moves: which are possible between games, whether one comes too soon, and the clock that the first starts."""

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
"""The platform whose places are pages: there, lines about one table push nothing else out of sight."""


def openings(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the possible opening moves between games, if none is kept yet."""
    return () if session.seats[seat].opening else opening_moves(session, seat)


def opening_moves(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the possible opening moves between games, taken from a start that is thrown away."""
    start = next_start(session, seat)
    return () if start is None else start.opening_moves(session)


class Start(NamedTuple):
    """A game as it would begin now, with dice used for nothing else, and one seat of it."""

    state: Any
    seat: Seat

    def opening_moves(self, session: Session) -> tuple[LegalMove, ...]:
        rules = session.rules
        return tuple(move for move in rules.legal_moves(self.state, self.seat) if move.move is rules.opening)


def next_start(session: Session, seat: Seat) -> Start | None:
    """Return the next game as it would begin; None if it can't, or begins without an opening move."""
    state = session.next_state
    return None if state is None else Start(state, seat)


def start_with(session: Session, stacks: Stacks, seat: Seat, carry: object) -> Start:
    """Return a game that begins with these stacks."""
    return Start(session.started_with(stacks, carry), seat)


def start_with_others(session: Session, seat: Seat) -> Start | None:
    """Return a crowd's next round as if there were another person, for one who is alone; None if nobody sits there."""
    if session.gathers is None or len(session.seats) > 1:
        return None
    return start_with(session, (*session.stacks, Suckers(stack_of_a_seat(session))), seat, session.carry)


def check_opening(change: Change, seat: Seat, line: str) -> None:
    """Refuse an opening move that comes too soon after the last, or from an empty stack, before anything starts."""
    refuse_while_paused(change)
    refuse_empty(change.session, change.session.seats[seat].stack)
    start = start_with_others(change.session, seat) or next_start(change.session, seat)
    check_offered(change.session, line, start)
    cooled(change, seat)


def refuse_empty(session: Session, stack: int) -> None:
    if stack == 0 and session.rules.stack(session.game_options) > 0:
        raise stack_empty(session)


def check_offered(session: Session, line: str, start: Start | None) -> None:
    """Raise Illegal for a line that is no possible opening move of this start. Do nothing if there is no start."""
    move, legal = read(line, session.rules.moves, PLAIN), () if start is None else start.opening_moves(session)
    offers = bool(legal) or session.gathers is not None  # in a crowd a person may have nothing to stake: its Giant
    if start is not None and offers and not any(offer.covers(move) for offer in legal):
        raise session.rules.refusal(start.state, start.seat, move, legal)


# Too soon?


def cooled(change: Change, seat: Seat) -> None:
    """Raise Refused if the opening move would be played too soon after the last (HG-18).

    For a person alone at a table on their own page there is no wait, since it pushes away nobody's lines.
    """
    session = change.session
    seated = session.seats[seat]
    if not seated.opened_at or at_own_page(session):
        return
    left = seated.opened_at + session.rules.cooldown(session.game_options) * 1000 - soonest(change)
    if left > 0:
        raise Refused("wait-first", seconds=-(-left // 1000))


def soonest(change: Change) -> int:
    """Return when an opening move said now is played at the earliest; in a crowd, when its lobby closes."""
    session, gathers = change.session, change.session.gathers
    match session.phase:
        case Lobby(starts_at=int(at)) | Between(starts_at=int(at)):
            return at
        case _:
            return change.now + (gathers or 0) * 1000


def at_own_page(session: Session) -> bool:
    """Tell whether one person plays here alone, at a table that is shown only on pages."""
    return len(session.people) == 1 and all(platform_of(place) == PAGES for place in session.places)


def wait_for_cooldown(change: Change, seat: Seat) -> None:
    cooled(change, seat)
    change.session = change.session.with_seat(seat, replace(change.session.seats[seat], opened_at=change.now))


# The clock of a crowd's lobby


def gather(change: Change, seconds: int, stakes: int = 0) -> None:
    """Start the lobby's clock with the first opening move: others have so long to sit down with theirs.

    `stakes`: how many were kept for it during the last round.
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
    """Tell whether the first stake starts the clock; False if the host has to begin the round."""
    if session.rules.host_begins(session.game_options):
        return False
    return not isinstance(session.phase, Between) or (session.series_is_on and not session.enough)
