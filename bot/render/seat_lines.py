"""Show who sits at a table: their names, what they have, and what the last game brought them."""

from collections.abc import Sequence
from typing import Final

from bot.ports.ids import PersonId
from bot.ports.messages import SeatLine
from bot.ports.rooms import PAGES
from bot.render.faces import faces_of
from bot.table.document import Session
from bot.table.phases import Between, Playing
from games.kit.contract import View
from games.kit.seats import Seat, all_seats

MOST_SEATS_SHOWN: Final = 24


def seat_lines(session: Session, own: Seat | None, called: Sequence[str], view: View | None) -> tuple[SeatLine, ...]:
    playing = isinstance(session.phase, Playing)
    ask = session.ask if playing else None
    with_money = session.rules.stack(session.game_options) > 0
    stacks = view.stacks if playing and view is not None else tuple(one.stack for one in session.seats)
    faces, (gains, won) = faces_of(session.seats), brought(session)
    return tuple(
        SeatLine(
            seat=seat,
            name=called[seat],
            stack=int(stacks[seat]) if with_money and seat < len(stacks) else None,
            bot=session.seats[seat].is_bot,
            awaited=ask is not None and seat in ask.seats,
            away=session.seats[seat].away,
            you=seat == own,
            face=faces[seat],
            gain=gains.get(session.seats[seat].player) if with_money else None,
            won=session.seats[seat].player in won,
            guest=guest_of(session.seats[seat].player),
            ready=session.seats[seat].player in session.ready,
        )
        for seat in seats_shown(session, own)
    )


def guest_of(player: PersonId) -> str:
    """Return the id of a guest of the pages, who is told apart there by it; empty for all others."""
    platform, _, local = player.partition(":")
    return local if platform == PAGES else ""


def brought(session: Session) -> tuple[dict[PersonId, int], frozenset[PersonId]]:
    """Return what the last game brought each of its players, and who won it; nothing once the next begins."""
    phase = session.phase
    if not isinstance(phase, Between) or not phase.before or session.result is None:
        return {}, frozenset()
    result, players = session.result, {one.seat: one.player for one in phase.cast}
    stacks = zip(all_seats(len(phase.before)), phase.before, result.stacks or phase.before, strict=True)
    gains = {players[seat]: int(after) - before for seat, before, after in stacks if seat in players}
    return gains, frozenset(players[seat] for seat in result.winners if seat in players)


def placed(seats: Sequence[SeatLine]) -> list[tuple[int, SeatLine]]:
    """Return those who played the last game by their places: who won first, then by what they have.

    Of a game without money these are only the winners. Place 0: there are no places, since none of them won.
    """
    played = [one for one in seats if one.won or one.gain is not None]
    played.sort(key=lambda one: (not one.won, -(one.stack or 0)))
    alike = [(one.won, one.stack) for one in played]
    won = any(one.won for one in played)
    return [(alike.index(key) + 1 if won else 0, one) for key, one in zip(alike, played, strict=True)]


def in_signs(gain: int) -> str:
    """Return what a game brought somebody, with its sign."""
    return f"{gain:+,}".replace("-", "\u2212") if gain else "±0"


def seats_shown(session: Session, own: Seat | None) -> tuple[Seat, ...]:
    """Return the seats to show: all; in a crowd only the viewer's own and the first ones."""
    seats = all_seats(len(session.seats))
    if len(seats) <= MOST_SEATS_SHOWN or own is None or own < MOST_SEATS_SHOWN:
        return seats[:MOST_SEATS_SHOWN]
    return (own, *seats[: MOST_SEATS_SHOWN - 1])
