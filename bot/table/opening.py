"""How a game can begin: which opening moves are possible between games, whether one comes too soon, the clock that the
first starts, whether those who sit here can play, and what each has chosen for it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.ports.ids import platform_of
from bot.table.change import Change, Refused, people
from bot.table.document import OfTournament, Session
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Between, Lobby, Playing
from bot.table.stacks import stack_of_a_seat
from bot.text.safe_text import safe_text
from games.kit.codec import codec
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove
from games.kit.notation import PLAIN, read
from games.kit.seats import Seat
from games.kit.telling import Say, say

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


# Whether a game can begin

MOST_NAMED: Final = 10


def check_seats(session: Session) -> None:
    """Raise Refused if too few sit here, or nobody can pay; a tournament's table has rules of its own."""
    if isinstance(session.tournament, OfTournament):
        stacks = session.stacks
        if not may_play_on(session, session.tournament, session.carry, stacks):
            raise Refused("tournament-table-waits", code=session.code)
        return
    if session.practice is not None:
        return
    fewest = fewest_seats(session)
    if len(session.seats) < fewest:
        raise Refused("too-few-seats", seats=fewest, sitting=len(session.seats))
    broke = session.people and all(seated.stack == 0 for seated in session.people)
    if broke and not plays_without_suckers(session) and session.rules.stack(session.game_options) > 0:
        again = session.rules.least(session.game_options) is not None
        raise stack_empty(session) if again else Refused("nobody-can-play")
    refuse_held_up(session)


def stack_empty(session: Session) -> Refused:
    """Return a refusal: the person has no suckers left here. It tells how to get some."""
    return Refused("stack-empty", how="purse" if session.options.from_purses else "rebuy")


def refuse_held_up(session: Session) -> None:
    """Raise Refused if the rules allow no game with these stacks; it tells who has too little."""
    seats = held_up(session)
    if not seats:
        return
    who, more = people(session.called[seat] for seat in seats[:MOST_NAMED]), max(0, len(seats) - MOST_NAMED)
    least = session.rules.least(session.game_options)
    how = "purse" if session.options.money == "purse" else "leave" if least is None else "rebuy"
    raise Refused("seats-held-up", who=who, count=len(seats), more=more, least=least or 0, how=how)


def held_up(session: Session) -> tuple[Seat, ...]:
    """Return those who have too little for a game to be played; empty if it can be. Leavers count as having nothing."""
    stacks = tuple([Suckers(0 if seated.gone else seated.stack) for seated in session.seats])
    return session.rules.held_up_by(session.game_options, session.carry, stacks)


def fewest_seats(session: Session) -> int:
    """Return how many must sit here for the next game; in the middle of some series, one who is left is enough."""
    fewest = session.seats_allowed[0]
    return 1 if fewest > 1 and plays_without_suckers(session) else fewest


def plays_without_suckers(session: Session) -> bool:
    """Tell whether the next game of a series is played for what is on the table, even if nobody has suckers left."""
    return session.rules.last_one_plays and session.series_is_on


def who_plays(session: Session, called: Sequence[str]) -> list[str]:
    """Return the names of those who are still in the series; in a new one, of all."""
    stacks = session.stacks
    still = session.rules.plays_on(session.game_options, session.carry, stacks)
    return [name for name, on in zip(called, still, strict=True) if on] or list(called)


def may_play_on(session: Session, of: OfTournament, carry: Any, stacks: Stacks) -> bool:
    """Tell whether a tournament's table may begin a game: if two are still in, or at the final table one."""
    still = sum(session.rules.plays_on(session.game_options, carry, stacks))
    return not of.waits and bool(stacks) and (of.final or still > 1)


# What each seat chooses before a game


def choices_now(session: Session) -> tuple[str, ...]:
    """Return what a seat may choose now; empty while a game is on, or where there is nothing to choose."""
    if not isinstance(session.phase, Lobby | Between) or session.practice is not None:
        return ()
    return session.rules.choices(session.game_options)


def free_choices(session: Session, seat: Seat | None = None) -> tuple[str, ...]:
    """Return what no other seat has chosen."""
    choices = choices_now(session)
    if not choices:
        return ()
    taken = {one.choice for at, one in enumerate(session.seats) if at != seat}
    return tuple([word for word in choices if word not in taken])


def choose_for_seat(change: Change, seat: Seat, word: str) -> None:
    """Choose for this seat, and tell the table. `word`: as typed. Raises Refused, which lists what is free."""
    session, left = change.session, free_choices(change.session, seat)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    if not choices_now(session):
        raise Refused("nothing-to-choose", code=session.code)
    wanted = word.lower()
    if wanted not in left:
        holder = next((change.called[at] for at, one in enumerate(session.seats) if one.choice == wanted), "")
        how = "taken" if wanted and holder else "unknown" if wanted else "none"
        told = how_to_choose(left, how, safe_text(wanted, 30), holder)
        raise Refused(told.id, **told.args)
    if session.seats[seat].choice != wanted:
        change.session = session.with_seat(seat, replace(session.seats[seat], choice=wanted))
        change.say("chose", who=change.called[seat], choice=wanted)
        change.touched()


def how_to_choose(left: Sequence[str], how: str = "none", word: str = "", who: str = "") -> Say:
    """Return the sentence that lists what is left to choose.

    `how`: `taken`: somebody (`who`) has this `word`; `unknown`: there is no such choice; else `none`.
    """
    return say("choose-so", how=how, word=word, who=who, free=", ".join(left), example=left[0])


def carry_choices(change: Change) -> None:
    """Pass what the seats have chosen to the next game, in what it carries on.

    A seat without a choice has none, whatever its last owner chose.
    """
    session, phase = change.session, change.session.phase
    chosen = tuple(seated.choice for seated in session.seats)
    if not isinstance(phase, Lobby | Between) or not choices_now(session):
        return
    if not any(chosen) and session.carry is None:
        return
    carry = session.rules.chosen(session.carry, chosen)
    change.set(phase=replace(phase, carry=msgspec.Raw(codec(session.rules).encode(carry))))
