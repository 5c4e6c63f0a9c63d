"""Whether the next game can begin with the people who sit here, and what they have."""

from collections.abc import Sequence
from typing import Any, Final

from bot.table.change import Refused, people
from bot.table.document import OfTournament, Session
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat

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
    stacks = tuple(Suckers(0 if seated.gone else seated.stack) for seated in session.seats)
    return session.rules.held_up_by(session.game_options, session.carry, stacks)


def fewest_seats(session: Session) -> int:
    """Return how many must sit here for the next game; in the middle of some series, one who is left is enough."""
    fewest = session.seats_allowed[0]
    return min(fewest, 1) if plays_without_suckers(session) else fewest


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
