"""Seasons of a venue: from when to when its moderators say, with a table of who won most games."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.people.finished_games import FinishedGame, Sat, Whose, person_of
from bot.people.statistics import names_of, share, winnings
from bot.ports.ids import PersonId

MOST: Final = 40
"""Seasons of a venue that are kept; the oldest go first."""


FINAL_PLACES: Final = 25
"""Lines of a table that are kept with a season that is over."""
SOMEBODY: Final = "somebody"
"""The name of who was forgotten."""


class Place(Struct, frozen=True):
    """One line of a season's table; two who won as many of as many games share a place."""

    place: int
    player: PersonId
    name: str
    won: int
    games: int
    net: int


class Outcome(Struct, frozen=True):
    """How a season ended: its table, and after how many games. It outlives the games, which are kept for a while."""

    games: int
    table: tuple[Place, ...]


class Season(Struct, frozen=True):
    """A season. Times in ms. `until`: 0 while it is on.

    `outcome`: how it ended; None while it is on, and of seasons that ended before outcomes were kept.
    """

    number: int
    name: str
    since: int
    until: int = 0
    outcome: Outcome | None = None

    def has(self, game: FinishedGame) -> bool:
        """Tell whether a game ended in this season, and counts."""
        return game.counts and game.ended >= self.since and (not self.until or game.ended < self.until)


def on_of(seasons: Sequence[Season]) -> Season | None:
    """Return the season that is on; None: none is."""
    return seasons[-1] if seasons and not seasons[-1].until else None


def started(seasons: Sequence[Season], name: str, now: int) -> tuple[Season, ...]:
    """Return the seasons with a new one, that begins now (ms)."""
    number = seasons[-1].number + 1 if seasons else 1
    return (*seasons, Season(number, name, now))[-MOST:]


def ended(seasons: Sequence[Season], now: int, games: Sequence[FinishedGame] = ()) -> tuple[Season, ...]:
    """Return the seasons with the last of them over, as of now (ms); of these games it had those that count for it."""
    over = replace(seasons[-1], until=now)
    of_it = [game for game in games if over.has(game)]
    return (*seasons[:-1], replace(over, outcome=Outcome(len(of_it), table_of(of_it)[:FINAL_PLACES])))


def places_of(season: Season, games: Sequence[FinishedGame], whose: Whose) -> tuple[Place, ...]:
    """Return a season's table: as it ended, or as it stands by the games of the archive.

    `whose`: of selves that are another's by now.
    """
    if season.outcome is None:
        return table_of([game for game in games if season.has(game)])
    return tuple(replace(one, player=person_of(one.player, season.until, whose)) for one in season.outcome.table)


def games_of(season: Season, games: Sequence[FinishedGame]) -> int:
    """Return how many games counted for it."""
    return sum(map(season.has, games)) if season.outcome is None else season.outcome.games


def without(seasons: Sequence[Season], one: PersonId, somebody: PersonId) -> tuple[Season, ...]:
    """Return the seasons with somebody (an id that says nothing) in the place of this person."""
    return tuple(replace(season, outcome=_without(season.outcome, one, somebody)) for season in seasons)


def _without(outcome: Outcome | None, one: PersonId, somebody: PersonId) -> Outcome | None:
    if outcome is None or all(line.player != one for line in outcome.table):
        return outcome
    table = tuple(
        replace(line, player=somebody, name=SOMEBODY) if line.player == one else line for line in outcome.table
    )
    return replace(outcome, table=table)


def table_of(games: Sequence[FinishedGame]) -> tuple[Place, ...]:
    """Return who won most of these games (the newest first), of equals who needed fewer; `net` as in `winnings`."""
    names, net = names_of(games), winnings(games)
    sats: dict[PersonId, list[Sat]] = {one: [] for one in names}
    for game in games:
        for one in dict.fromkeys(game.people):
            if (sat := game.of(one)) is not None:
                sats[one].append(sat)
    shares = {one: share(of_it) for one, of_it in sats.items()}
    ordered = sorted(names, key=lambda one: (-shares[one].won, shares[one].games, names[one]))
    found: list[Place] = []
    for number, one in enumerate(ordered, start=1):
        won, played = shares[one].won, shares[one].games
        same = found and (found[-1].won, found[-1].games) == (won, played)
        found.append(Place(found[-1].place if same else number, one, names[one], won, played, net.get(one, 0)))
    return tuple(found)


def winners_of(table: Sequence[Place]) -> tuple[Place, ...]:
    """Return who stands first, if they won anything."""
    return tuple(one for one in table if one.place == 1 and one.won)
