"""Seasons of a venue: from when to when its moderators say, with a table of who won most games."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.people.finished_games import FinishedGame
from bot.people.statistics import names_of, share, winnings
from bot.ports.ids import PersonId

MOST: Final = 40
"""Seasons of a venue that are kept; the oldest go first."""


class Season(Struct, frozen=True):
    """A season. Times in ms. `until`: 0 while it is on."""

    number: int
    name: str
    since: int
    until: int = 0

    def has(self, game: FinishedGame) -> bool:
        """Tell whether a game ended in this season, and counts."""
        return game.counts and game.ended >= self.since and (not self.until or game.ended < self.until)


class Place(Struct, frozen=True):
    """One line of a season's table; two who won as many of as many games share a place."""

    place: int
    player: PersonId
    name: str
    won: int
    games: int
    net: int


def on_of(seasons: Sequence[Season]) -> Season | None:
    """Return the season that is on; None: none is."""
    return seasons[-1] if seasons and not seasons[-1].until else None


def started(seasons: Sequence[Season], name: str, now: int) -> tuple[Season, ...]:
    """Return the seasons with a new one, that begins now (ms)."""
    number = seasons[-1].number + 1 if seasons else 1
    return (*seasons, Season(number, name, now))[-MOST:]


def ended(seasons: Sequence[Season], now: int) -> tuple[Season, ...]:
    """Return the seasons with the last of them over, as of now (ms)."""
    return (*seasons[:-1], replace(seasons[-1], until=now))


def table_of(games: Sequence[FinishedGame]) -> tuple[Place, ...]:
    """Return who won most of these games (the newest first), of equals who needed fewer; `net` as in `winnings`."""
    names, net = names_of(games), winnings(games)
    shares = {one: share(sat for game in games if (sat := game.of(one)) is not None) for one in names}
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
