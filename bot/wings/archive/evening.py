"""The result of an evening: who won most, the biggest win, the longest run of wins, and who won nothing."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Final

from msgspec import Struct

from bot.people.finished_games import FinishedGame, Sat, names_of
from bot.ports.ids import PersonId
from bot.wings.archive.statistics import Share, luck_of, share, winnings

HOUR: Final = 3_600_000
"""In ms."""
HOURS: Final = 12
BEGINS: Final = 12
"""The hour (UTC) at which the evening of a day begins; it ends at that hour of the next day."""
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FEW: Final = 3
"""The least length of a run worth telling, and the least number of games without a win."""


LONG: Final = 30
"""Games that took this many minutes together make an evening, even if they are few."""
SAID_LUCK: Final = 250
"""Luck is told if it is at least a quarter of a game."""


class Span(Struct, frozen=True):
    """A span of time, from `since` until `until`, in ms."""

    since: int
    until: int


class Winner(Struct, frozen=True):
    """A person, and how many of their games they won."""

    name: str
    share: Share


class Row(Struct, frozen=True):
    """A person, and how many games they won in a row, or played without a win."""

    name: str
    games: int


class BiggestWin(Struct, frozen=True):
    """The most that anybody won in one game."""

    name: str
    gain: int
    game: FinishedGame


class Moment(Struct, frozen=True):
    """The rarest feat of an evening: who did it, in which game."""

    name: str
    feat: str
    game: FinishedGame


class Luck(Struct, frozen=True):
    """A person's luck: how much more they won than their chances promised, in thousandths of a game; negative: less."""

    name: str
    luck: int


class EveningResult(Struct, frozen=True):
    """The result of an evening. `winners`: those with most wins first. `purses`: the results of games for purses.

    `biggest`, `longest`, `without`, `moment`, `luckiest`, `unluckiest`: None where there is nothing worth telling.
    `minutes`: the length of all its games together.
    """

    games: int
    people: int
    called_off: int
    winners: tuple[Winner, ...]
    biggest: BiggestWin | None
    longest: Row | None
    without: Row | None
    purses: tuple[tuple[str, int], ...]
    moment: Moment | None = None
    luckiest: Luck | None = None
    unluckiest: Luck | None = None
    minutes: int = 0

    @property
    def worth_telling(self) -> bool:
        """Tell whether it was an evening: several people, at least one winner, more than a short game."""
        return self.people > 1 and bool(self.winners) and (self.games >= FEW or self.minutes >= LONG)


def span_of(word: str, now: int) -> Span | None:
    """Return the evening that a word names: "" (the last hours), today, yesterday, a weekday, 2026-11-20.

    None if it names no past day. `now` in ms.
    """
    if not word:
        return Span(now - HOURS * HOUR, now)
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
    return evening_of(round(datetime(day.year, day.month, day.day, BEGINS, tzinfo=UTC).timestamp() * 1000))


def evening_of(at: int) -> Span:
    """Return the evening to which a moment (ms) belongs."""
    since = at - (at - BEGINS * HOUR) % (24 * HOUR)
    return Span(since, since + 24 * HOUR)


def result_of(games: Sequence[FinishedGame], unlisted: Collection[PersonId] = ()) -> EveningResult:
    """Return the result of these games, the newest first. People who are not listed are counted, but never named."""
    whole = [game for game in games if game.counts]
    came = names_of(whole)
    names = {person: name for person, name in came.items() if person not in unlisted}
    played: dict[PersonId, list[tuple[FinishedGame, Sat]]] = {person: [] for person in names}
    for game in whole:
        for sat in game.seats:
            if sat.player in played:
                played[sat.player].append((game, sat))
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
        moment=best_moment(whole, names),
        **luck_in(played, names),
        minutes=sum(max(0, game.ended - game.began) for game in whole) // 60_000,
    )


def best_moment(games: Sequence[FinishedGame], names: Collection[PersonId]) -> Moment | None:
    """Return the rarest feat of these people, of equally rare ones the last."""
    done = [(game, sat, feat) for game in games for sat in game.seats if sat.player in names for feat in sat.feats]
    often = Counter((game.game, feat) for game, _, feat in done)
    if not done:
        return None
    game, sat, feat = min(done, key=lambda one: (often[one[0].game, one[2]], -one[0].ended))
    return Moment(sat.name, feat, game)


def luck_in(
    played: dict[PersonId, list[tuple[FinishedGame, Sat]]], names: dict[PersonId, str]
) -> dict[str, Luck | None]:
    """Return the luckiest and the unluckiest, if their luck is known and large enough."""
    known = [Luck(names[one], luck) for one, sats in played.items() if (luck := luck_of(sat for _, sat in sats))]
    most, least = max(known, key=lambda one: one.luck, default=None), min(known, key=lambda one: one.luck, default=None)
    return {
        "luckiest": most if most is not None and most.luck >= SAID_LUCK else None,
        "unluckiest": least if least is not None and least.luck <= -SAID_LUCK else None,
    }


def biggest_win(games: Sequence[FinishedGame], names: Collection[PersonId]) -> BiggestWin | None:
    won = [(sat.gain, sat, game) for game in games for sat in game.seats if sat.player in names and sat.gain > 0]
    if not won:
        return None
    gain, sat, game = max(won, key=lambda one: one[0])
    return BiggestWin(sat.name, gain, game)


def longest_row(played: dict[PersonId, list[tuple[FinishedGame, Sat]]], names: dict[PersonId, str]) -> Row | None:
    """Return who won most games in a row; None if they are too few."""
    rows = [
        Row(names[person], sum(1 for _ in run))
        for person, sats in played.items()
        for won, run in groupby(sat.won for _, sat in sats)
        if won
    ]
    longest = max(rows, key=lambda row: row.games, default=None)
    return longest if longest is not None and longest.games >= FEW else None


def longest_without(shares: dict[PersonId, Share], names: dict[PersonId, str]) -> Row | None:
    """Return who played most games without a win; None if they are too few."""
    without = [Row(names[person], one.games) for person, one in shares.items() if not one.won and one.games >= FEW]
    return max(without, key=lambda row: row.games, default=None)
