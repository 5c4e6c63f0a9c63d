"""Seasons of a venue, begun and ended by its moderators, each with a table of who won most games."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.people.finished_games import FinishedGame, Sat, Whose, names_of, person_of
from bot.people.seasons import Outcome, Place, Season
from bot.ports.ids import PersonId
from bot.wings.archive.statistics import share, winnings

MOST: Final = 40
"""How many seasons of a venue are kept; the oldest go first."""
FINAL_PLACES: Final = 25
"""How many lines of a season's table are kept when it is over."""


def started(seasons: Sequence[Season], name: str, now: int) -> tuple[Season, ...]:
    """Return the seasons with a new one, which begins now (ms)."""
    number = seasons[-1].number + 1 if seasons else 1
    return (*seasons, Season(number, name, now))[-MOST:]


def ended(seasons: Sequence[Season], now: int, games: Sequence[FinishedGame] = ()) -> tuple[Season, ...]:
    """Return the seasons with the last one ended now (ms); those of these games that fall in it count for it."""
    over = replace(seasons[-1], until=now)
    of_it = [game for game in games if over.has(game)]
    return (*seasons[:-1], replace(over, outcome=Outcome(len(of_it), table_of(of_it)[:FINAL_PLACES])))


def places_of(season: Season, games: Sequence[FinishedGame], whose: Whose) -> tuple[Place, ...]:
    """Return a season's table: the final one, or the current one from the games of the archive.

    `whose`: the owners of linked selves.
    """
    if season.outcome is None:
        return table_of([game for game in games if season.has(game)])
    return tuple(replace(one, player=person_of(one.player, season.until, whose)) for one in season.outcome.table)


def games_of(season: Season, games: Sequence[FinishedGame]) -> int:
    """Return the number of games that counted for a season."""
    return sum(map(season.has, games)) if season.outcome is None else season.outcome.games


def table_of(games: Sequence[FinishedGame]) -> tuple[Place, ...]:
    """Return the people by wins in these games (the newest first), then by fewer games; `net` as in `winnings`."""
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
    """Return those in first place, if they won anything."""
    return tuple(one for one in table if one.place == 1 and one.won)
