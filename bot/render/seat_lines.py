"""Show who sits at a table: names and faces, what they have, what the last game brought them, their places in it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from bot.people.finished_games import FinishedGame
from bot.ports.ids import PersonId
from bot.ports.messages import SeatLine
from bot.ports.rooms import PAGES
from bot.render.symbols.faces import FACES
from bot.table.document import Session
from bot.table.ending import places_after
from bot.table.phases import Between, Playing
from bot.table.seats import Seated
from bot.text import MissingWordsError, Words
from games.catalogue import catalogue
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
    phase, ready = session.phase, session.ready
    playing, between = isinstance(phase, Playing), isinstance(phase, Between)
    ask = session.ask if playing else None
    asked = () if ask is None else ask.seats
    with_money = session.rules.stack(session.game_options) > 0
    stacks = view.stacks if playing and view is not None else tuple([one.stack for one in session.seats])
    faces, found = faces_of(session.seats), outcomes(session) if between else {}
    remarks = remarks_of(session, words) if between else {}
    played = {one.player for one in phase.cast} if found and isinstance(phase, Between) else None
    brought = [found.get(one.player, NOTHING) for one in session.seats] if found else [NOTHING] * len(session.seats)
    lines = []
    for seat in seats_shown(own, brought):
        one, outcome = session.seats[seat], brought[seat]
        platform, _, local = one.player.partition(":")
        stack = None
        if with_money and seat < len(stacks):
            stack = int(stacks[seat]) if outcome is NOTHING else stack_of(one, outcome, stacks[seat])
        lines.append(
            SeatLine(
                seat=seat,
                name=called[seat],
                stack=stack,
                bot=one.is_bot,
                awaited=seat in asked,
                away=one.away,
                you=seat == own,
                face=faces[seat],
                gain=outcome.gain,
                won=outcome.won,
                place=outcome.place,
                guest=local if platform == PAGES else "",
                ready=one.player in ready,
                remark=remarks.get(one.player, ""),
                new=played is not None and one.player not in played,
            )
        )
    return tuple(lines)


def stack_of(seated: Seated, brought: Outcome, stack: int) -> int:
    """Return what a seat has; after a game a house bot has what that left it, although it has bought in already."""
    return brought.left if seated.is_bot and brought.left is not None else int(stack)


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


# What was remarkable


def remarks_of(session: Session, words: Words) -> dict[PersonId, str]:
    """Return by player what was remarkable about them in the last game, until the next begins."""
    phase = session.phase
    if not isinstance(phase, Between):
        return {}
    return {one.player: told for one in phase.cast if (told := " · ".join(said_of(session, phase, one.seat, words)))}


def said_of(session: Session, phase: Between, seat: Seat, words: Words) -> list[str]:
    """Return how low a chance had been, and of several feats the last that the game lists."""
    low = [] if phase.low is None or phase.low[0] != seat else [words.text("had-been-low", chance=phase.low[1])]
    done = [name for name in session.rules.feats if (seat, name) in phase.feats]
    titles = [feat_title(session.game, name, words) for name in done[-1:]]
    return [*low, *filter(None, titles)]


def feat_title(game: str, name: str, words: Words) -> str:
    """Return the name of a feat; empty if its game is no longer installed or no longer has it."""
    return _of_feat(game, f"feat-{name}", words)


def feat_how(game: str, name: str, words: Words) -> str:
    """Return how a feat is done."""
    return _of_feat(game, f"feat-{name}-how", words)


def _of_feat(game: str, message: str, words: Words) -> str:
    try:
        return words.plain(message, catalogue()[game]) if game in catalogue() else ""
    except MissingWordsError:
        return ""


# Faces

OF_BOTS: Final = "robot"
OF_PEOPLE: Final = tuple(name for name in FACES if name != OF_BOTS)
"""Those that people can choose."""


def faces_of(seats: Sequence[Seated]) -> tuple[str, ...]:
    """Return the face of each seat.

    Whoever chose one has it, unless somebody before them chose it too. Any other person's is the same at each table,
    unless it is taken there.
    """
    return given_to(tuple([None if one.is_bot else (one.player, one.face) for one in seats]))


def faces_in(game: FinishedGame, chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the face of each seat of a finished game; empty for people who were forgotten. `chosen`: by seat."""
    seats = zip(game.seats, chosen, strict=True)
    given = given_to(tuple([None if sat.house else (sat.player, face) for sat, face in seats]))
    return tuple(face if sat.known or sat.house else "" for sat, face in zip(game.seats, given, strict=True))


@lru_cache(maxsize=1024)
def given_to(people: tuple[tuple[PersonId, str] | None, ...]) -> tuple[str, ...]:
    """Return a face for each person with their choice, and that of house bots for None; after all they begin anew."""
    taken = {chosen for person in people if person and (chosen := person[1]) in OF_PEOPLE}
    worn: set[str] = set()
    found: list[str] = []
    for person in people:
        if person is None:
            found.append(OF_BOTS)
            continue
        player, chosen = person
        if chosen not in OF_PEOPLE or chosen in worn:
            chosen = free_for(player, taken)
            taken.add(chosen)
        worn.add(chosen)
        found.append(chosen)
    return tuple(found)


def free_for(player: PersonId, taken: set[str]) -> str:
    """Return the first face that is free, counted from a person's own; their own if none is."""
    first = crc32(player.encode())
    wanted = [OF_PEOPLE[(first + step) % len(OF_PEOPLE)] for step in range(len(OF_PEOPLE))]
    return next((one for one in wanted if one not in taken), wanted[0])
