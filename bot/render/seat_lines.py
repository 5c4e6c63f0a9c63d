"""Show who sits at a table: their names, what they have, what the last game brought them, and their places in it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ports.ids import PersonId
from bot.ports.messages import SeatLine
from bot.ports.rooms import PAGES
from bot.render.faces import faces_of
from bot.render.feats import remarks_of
from bot.table.document import Session
from bot.table.ending import places_after
from bot.table.phases import Between, Playing
from bot.table.seats import Seated
from bot.text import Words
from games.kit.contract import View
from games.kit.seats import Seat, all_seats

MOST_SEATS_SHOWN: Final = 24


class Outcome(NamedTuple):
    """Tells what a game brought a player. `gain`: None where there is no money. `place`: 1 is the best; 0: none.

    `left`: what it left them.
    """

    gain: int | None = None
    won: bool = False
    place: int = 0
    left: int | None = None


NOTHING: Final = Outcome()


def seat_lines(
    session: Session, own: Seat | None, called: Sequence[str], view: View | None, words: Words
) -> tuple[SeatLine, ...]:
    playing = isinstance(session.phase, Playing)
    ask = session.ask if playing else None
    with_money = session.rules.stack(session.game_options) > 0
    stacks = view.stacks if playing and view is not None else tuple(one.stack for one in session.seats)
    faces, found, remarks = faces_of(session.seats), outcomes(session), remarks_of(session, words)
    played = {one.player for one in session.phase.cast} if found and isinstance(session.phase, Between) else None
    brought = tuple(found.get(one.player, NOTHING) for one in session.seats)
    return tuple(
        SeatLine(
            seat=seat,
            name=called[seat],
            stack=stack_of(session.seats[seat], brought[seat], stacks[seat])
            if with_money and seat < len(stacks)
            else None,
            bot=session.seats[seat].is_bot,
            awaited=ask is not None and seat in ask.seats,
            away=session.seats[seat].away,
            you=seat == own,
            face=faces[seat],
            gain=brought[seat].gain,
            won=brought[seat].won,
            place=brought[seat].place,
            guest=guest_of(session.seats[seat].player),
            ready=session.seats[seat].player in session.ready,
            remark=remarks.get(session.seats[seat].player, ""),
            new=played is not None and session.seats[seat].player not in played,
        )
        for seat in seats_shown(own, brought)
    )


def stack_of(seated: Seated, brought: Outcome, stack: int) -> int:
    """Return what a seat has; after a game a house bot has what that left it, although it has bought in already."""
    return brought.left if seated.is_bot and brought.left is not None else int(stack)


def guest_of(player: PersonId) -> str:
    """Return the id of a guest of the pages, who is told apart there by it; empty for all others."""
    platform, _, local = player.partition(":")
    return local if platform == PAGES else ""


def outcomes(session: Session) -> dict[PersonId, Outcome]:
    """Return what the last game brought each of its players; nothing once the next begins."""
    phase = session.phase
    if not isinstance(phase, Between) or not phase.before or session.result is None:
        return {}
    result, with_money = session.result, session.rules.stack(session.game_options) > 0
    after = result.stacks or phase.before
    gains = [int(now) - before for now, before in zip(after, phase.before, strict=True)]
    won = [seat in result.winners for seat in all_seats(len(gains))]
    places = places_after(session.rules, session.state, won, gains if with_money else None)
    return {
        one.player: Outcome(gains[one.seat] if with_money else None, won[one.seat], place, int(after[one.seat]))
        for one in phase.cast
        if one.seat < len(gains) and (place := places[one.seat]) is not None
    }


def in_places(seats: Sequence[SeatLine]) -> list[SeatLine]:
    """Return those whom the last game brought something or gave a place, by their places; who has none comes last."""
    played = [one for one in seats if one.won or one.place or one.gain is not None]
    return sorted(played, key=lambda one: (one.place or len(seats) + 1, -(one.gain or 0)))


def in_signs(gain: int) -> str:
    """Return what a game brought somebody, with its sign."""
    return f"{gain:+,}".replace("-", "\u2212") if gain else "±0"


def seats_shown(own: Seat | None, brought: Sequence[Outcome]) -> tuple[Seat, ...]:
    """Return the seats to show: all; in a crowd the viewer's own, the best of the last game, and the first ones."""
    seats = all_seats(len(brought))
    if len(seats) <= MOST_SEATS_SHOWN:
        return seats
    best = sorted(seats, key=lambda seat: (brought[seat].place or len(seats) + 1, seat))[:MOST_SEATS_SHOWN]
    return tuple(sorted(best)) if own is None or own in best else (own, *sorted(best[:-1]))
