"""How people without a seat get in: the line that sits them down or, in a crowd, the stake that brings them in."""

from typing import Final

from bot.table.crowd import has_room_after
from bot.table.document import OfTournament, Session
from bot.table.opening import start_with
from bot.table.options import opening_example
from bot.table.phases import Between, Hosting, Lobby, Playing
from bot.table.stacks import stack_of_a_seat
from games.kit.money import Suckers
from games.kit.notation import PLAIN, read, write
from games.kit.seats import Seat
from games.kit.telling import Say

JOIN: Final = "join"


def stake_line(session: Session) -> str:
    """Return the line that brings somebody into a crowd: the game's name with a stake that is allowed there."""
    return f"{session.rules.name} {example_taken(session)}".strip()


def example_taken(session: Session) -> str:
    """Return the words for an opening move, as an example that this table's options allow."""
    example, opening, count = opening_example(session.rules), session.rules.opening, max(2, session.seats_allowed[0])
    if opening is None or not example or count not in session.seats_allowed:
        return example
    stacks = (Suckers(stack_of_a_seat(session)),) * count
    legal = start_with(session, stacks, Seat(count - 1), None).opening_moves(session)
    if not legal or any(one.covers(read(opening.examples[0], session.rules.moves, PLAIN)) for one in legal):
        return example
    words = [write(one).split()[1:] for one in legal[0].examples()]
    fewest = min(map(len, words))
    return " ".join([one for one in words if len(one) == fewest][-1])


def takes_stakes(session: Session) -> bool:
    """Tell whether a stake alone brings people in; at a table for purses only if they can lose no more than it."""
    return besides_stake(session) is None


def besides_stake(session: Session) -> Say | None:
    """Return what people could lose from a purse besides a stake, as half a sentence of the game's; else None."""
    return session.rules.besides_stake(session.game_options) if session.options.from_purses else None


def way_in(session: Session) -> str:
    """Return what people without a seat type to get in, now or from the next round on; empty if nobody can."""
    if isinstance(session.tournament, OfTournament):
        return ""
    if session.gathers is not None and takes_stakes(session):
        waits = isinstance(session.phase, Lobby | Between | Playing) and has_room_after(session)
        return stake_line(session) if waits and session.paused is None else ""
    waits = isinstance(session.phase, Lobby | Between) and len(session.seats) < session.seats_allowed[-1]
    return JOIN if waits else ""


def seats_left(session: Session) -> int:
    """Return how many more people can sit down when the next game begins; a tournament that is on lets nobody in."""
    if isinstance(session.tournament, OfTournament) or isinstance(session.phase, Hosting):
        return 0
    staying = sum([not one.gone for one in session.seats]) + len(session.newcomers) + len(session.queue)
    return max(0, session.seats_allowed[-1] - staying)
