"""What an evening leaves behind: who won most, the biggest win, the longest row, and who went without."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Final

from msgspec import Struct

from bot.people.finished_games import FinishedGame, Sat
from bot.people.statistics import Share, names_of, share, winnings
from bot.ports.ids import PersonId

HOURS: Final = 12
BEGINS: Final = 12
"""The hour (UTC) at which the evening of a day begins; it lasts until that hour of the next."""
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FEW: Final = 3
"""A row, or an evening without a win, is told from so many games on."""


class Span(Struct, frozen=True):
    """From `since` until `until`, in ms."""

    since: int
    until: int


class Winner(Struct, frozen=True):
    """Somebody, and how many of their games they won."""

    name: str
    share: Share


class Row(Struct, frozen=True):
    """Somebody who won, or lost, so many games."""

    name: str
    games: int


class BiggestWin(Struct, frozen=True):
    """The most that anybody won in one game."""

    name: str
    gain: int
    game: FinishedGame


class EveningResult(Struct, frozen=True):
    """The result of an evening. `winners`: who won most games first; `purses`: what came of games for purses.

    `biggest`, `longest`, `without`: None where there is nothing worth telling.
    """

    games: int
    people: int
    called_off: int
    winners: tuple[Winner, ...]
    biggest: BiggestWin | None
    longest: Row | None
    without: Row | None
    purses: tuple[tuple[str, int], ...]


def span_of(word: str, now: int) -> Span | None:
    """Return the evening that somebody means: "" (the last hours), today, yesterday, a weekday, 2026-11-20.

    None: it is no day that was. `now` in ms.
    """
    if not word:
        return Span(now - HOURS * 3_600_000, now)
    today = (datetime.fromtimestamp(now / 1000, UTC) - timedelta(hours=BEGINS)).date()
    match word.lower():
        case "today" | "tonight":
            day = today
        case "yesterday":
            day = today - timedelta(days=1)
        case weekday if weekday in DAYS:
            day = today - timedelta(days=(today.weekday() - DAYS.index(weekday)) % 7)
        case date:
            try:
                day = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).date()
            except ValueError:
                return None
    if day > today:
        return None
    since = round(datetime(day.year, day.month, day.day, BEGINS, tzinfo=UTC).timestamp() * 1000)
    return Span(since, since + 24 * 3_600_000)


def result_of(games: Sequence[FinishedGame], unlisted: Collection[PersonId] = ()) -> EveningResult:
    """Return the result of these games, the newest first; who is not listed is counted, and named nowhere."""
    whole = [game for game in games if game.counts]
    came = names_of(whole)
    names = {person: name for person, name in came.items() if person not in unlisted}
    played = {person: [(game, sat) for game in whole if (sat := game.of(person)) is not None] for person in names}
    shares = {person: share(sat for _, sat in sats) for person, sats in played.items()}
    winners = sorted(names, key=lambda person: (-shares[person].won, shares[person].games, names[person]))
    purses = sorted(winnings(whole).items(), key=lambda one: -one[1])
    return EveningResult(
        games=len(whole),
        people=len(came),
        called_off=sum(bool(game.void) for game in games),
        winners=tuple(Winner(names[person], shares[person]) for person in winners if shares[person].won),
        biggest=biggest_win(whole, names),
        longest=longest_row(played, names),
        without=longest_without(shares, names),
        purses=tuple((names[person], net) for person, net in purses if net and person in names),
    )


def biggest_win(games: Sequence[FinishedGame], names: Collection[PersonId]) -> BiggestWin | None:
    won = [(sat.gain, sat, game) for game in games for sat in game.seats if sat.player in names and sat.gain > 0]
    if not won:
        return None
    gain, sat, game = max(won, key=lambda one: one[0])
    return BiggestWin(sat.name, gain, game)


def longest_row(played: dict[PersonId, list[tuple[FinishedGame, Sat]]], names: dict[PersonId, str]) -> Row | None:
    """Return who won most games one after the other; of few nobody speaks."""
    rows = [
        Row(names[person], sum(1 for _ in run))
        for person, sats in played.items()
        for won, run in groupby(sat.won for _, sat in sats)
        if won
    ]
    longest = max(rows, key=lambda row: row.games, default=None)
    return longest if longest is not None and longest.games >= FEW else None


def longest_without(shares: dict[PersonId, Share], names: dict[PersonId, str]) -> Row | None:
    """Return who played most games without winning one; of few nobody speaks."""
    without = [Row(names[person], one.games) for person, one in shares.items() if not one.won and one.games >= FEW]
    return max(without, key=lambda row: row.games, default=None)
