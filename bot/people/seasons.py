"""Seasons of a venue, as they are kept among its settings."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.people.finished_games import FinishedGame
from bot.ports.ids import PersonId

SOMEBODY: Final = "somebody"
"""The name of a forgotten person."""


class Place(Struct, frozen=True):
    """A line of a season's table; people with as many wins in as many games share a place."""

    place: int
    player: PersonId
    name: str
    won: int
    games: int
    net: int


class Outcome(Struct, frozen=True):
    """The end of a season: its table, and its number of games. It is kept longer than the games."""

    games: int
    table: tuple[Place, ...]


class Season(Struct, frozen=True):
    """A season. Times in ms. `until`: 0 while it is on.

    `outcome`: how it ended; None while it is on, and for seasons that ended before outcomes were kept.
    """

    number: int
    name: str
    since: int
    until: int = 0
    outcome: Outcome | None = None

    def has(self, game: FinishedGame) -> bool:
        """Tell whether a game ended in this season, and counts."""
        return game.counts and game.ended >= self.since and (not self.until or game.ended < self.until)


def without(seasons: Sequence[Season], one: PersonId, somebody: PersonId) -> tuple[Season, ...]:
    """Return the seasons with a meaningless id (`somebody`) in place of this person's."""
    return tuple(replace(season, outcome=_without(season.outcome, one, somebody)) for season in seasons)


def _without(outcome: Outcome | None, one: PersonId, somebody: PersonId) -> Outcome | None:
    if outcome is None or all(line.player != one for line in outcome.table):
        return outcome
    table = tuple(
        replace(line, player=somebody, name=SOMEBODY) if line.player == one else line for line in outcome.table
    )
    return replace(outcome, table=table)
