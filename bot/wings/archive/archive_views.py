"""What pages of an archive show, computed from its games without asking the store."""

import hashlib
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.people.finished_games import FinishedGame, Whose, names_of
from bot.people.seasons import Place, Season
from bot.ports.ids import PersonId
from bot.render.archive import favourite_of, how_it_ended, in_places, options_of, title
from bot.render.seat_lines import feat_how, feat_title
from bot.text import Words
from bot.wings.archive import statistics
from bot.wings.archive.evening import BEGINS, HOUR, evening_of, result_of
from bot.wings.archive.evening_words import evening_lines
from bot.wings.archive.ratings import settled
from bot.wings.archive.seasons import places_of, winners_of
from bot.wings.archive.shown import (
    ArchivedGame,
    ArchivedSeat,
    ArchiveFilter,
    Crossing,
    OfGame,
    Opponent,
    SeasonLine,
    ShownEvening,
    ShownFeat,
    ShownSeason,
)

OPPONENTS: Final = 12
CROSSED: Final = 8
"""How many people are in the table of results against each other: as many as fit on a phone."""
POINTS: Final = 200
"""The most points of a curve over time."""
SEASON_LINES: Final = 10
MOST_FEATS: Final = 100


def key_of(link: str, person: PersonId) -> str:
    """Return the key of somebody's page. It does not show their id, and differs between venues."""
    return hashlib.sha256(f"{link} {person}".encode()).hexdigest()[:12]


def asked_for(
    games: Sequence[FinishedGame], wanted: ArchiveFilter, who: PersonId | None, season: Season | None
) -> list[FinishedGame]:
    """Return the games that a filter lets through. `who`: the person that it names; None if it names nobody here."""
    since, until = day(wanted.since), day(wanted.until)
    end = None if until is None else until + timedelta(days=1)
    return [
        game
        for game in games
        if wanted.game in {"", game.game}
        and wanted.table in {"", game.code}
        and wanted.ended in {"", "void" if game.void else "whole"}
        and (not wanted.who or (who is not None and who in game.people))
        and (season is None or season.has(game))
        and (since is None or game.ended >= in_ms(since))
        and (end is None or game.ended < in_ms(end))
    ]


def day(word: str) -> datetime | None:
    """Return the beginning of a day (UTC) typed as 2026-11-24; None: it is no day, and is ignored."""
    try:
        return datetime.strptime(word, "%Y-%m-%d").replace(tzinfo=UTC) if word else None
    except ValueError:
        return None


def in_ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def evening_shown(
    games: Sequence[FinishedGame], wanted: ArchiveFilter, unlisted: Collection[PersonId], words: Words
) -> ShownEvening | None:
    """Return the evening of the day that a filter asks for, or without one the last evening that had a winner.

    None if there is none.
    """
    asked = day(wanted.since) if wanted.since == wanted.until else None
    won = (game.ended for game in games if game.counts and any(sat.won and sat.known for sat in game.seats))
    moment = next(won, None) if asked is None else in_ms(asked) + BEGINS * HOUR
    if moment is None:
        return None
    span = evening_of(moment)
    found = result_of([game for game in games if span.since <= game.ended < span.until], unlisted)
    return ShownEvening(span.since, tuple(evening_lines(found, words))) if found.winners else None


def crossings_of(
    games: Iterable[FinishedGame], names: Mapping[PersonId, str], listed: Container[PersonId], link: str
) -> tuple[Crossing, ...]:
    """Return the results against each other of the people who met most often; empty if no two people met."""
    met: Counter[tuple[PersonId, PersonId]] = Counter()
    won: Counter[tuple[PersonId, PersonId]] = Counter()
    for game in games:
        if game.counts:
            people = [sat for sat in game.seats if not sat.house and sat.player in listed]
            pairs = [(one, other) for one in people for other in people if one.player != other.player]
            met.update([(one.player, other.player) for one, other in pairs])
            won.update([(one.player, other.player) for one, other in pairs if one.won])
    often: Counter[PersonId] = Counter()
    for (one, _), count in met.items():
        often[one] += count
    people_met = [one for one, _ in often.most_common(CROSSED)]
    return tuple(
        Crossing(
            names[one],
            key_of(link, one),
            tuple(None if one == other else (won[one, other], met[one, other]) for other in people_met),
        )
        for one in people_met
    )


def shown_feats(games: Sequence[FinishedGame], who: PersonId, words: Words) -> tuple[ShownFeat, ...]:
    """Return the feats of all games that somebody played; those that they have done come first."""
    found: list[ShownFeat] = []
    for one in statistics.feats_of(games, who)[:MOST_FEATS]:
        named, how = feat_title(one.game, one.name, words), feat_how(one.game, one.name, words)
        if named:
            found.append(ShownFeat(named, how, title(one.game, words), one.times, one.record))
    return tuple(found)


def archived(game: FinishedGame, link: str, listed: set[PersonId], words: Words) -> ArchivedGame:
    """Return a game for a list; people who are not listed are named in it, but have no link to a page."""
    seats = tuple(
        ArchivedSeat(sat.name, key_of(link, sat.player) if sat.player in listed else "", sat.won, sat.house, sat.place)
        for sat in (game.seats[at] for at in in_places(game))
    )
    named, how = title(game.game, words), how_it_ended(game, words)
    options = options_of(game)
    return ArchivedGame(
        game.record, game.game, named, game.code, game.number, game.ended, how, game.void, seats, options
    )


def shown_season(season: Season, places: Sequence[Place], link: str, pages: Container[PersonId]) -> ShownSeason:
    """Return a season with its table. `pages`: the people whose name links to a page."""
    lines = tuple(
        SeasonLine(
            one.place, one.name, key_of(link, one.player) if one.player in pages else "", one.won, one.games, one.net
        )
        for one in places[:SEASON_LINES]
    )
    return ShownSeason(season.number, season.name, season.since, season.until, lines)


def has_won(season: Season, games: Sequence[FinishedGame], who: PersonId, whose: Whose) -> bool:
    return any(one.player == who for one in winners_of(places_of(season, games, whose)))


def of_game(found: statistics.OfOneGame, words: Words, rated: Sequence[tuple[int, int]]) -> OfGame:
    """Return somebody's results in one game; a rating is shown only once it is settled."""
    shown, share = settled(rated), found.share
    return OfGame(
        title(found.game, words),
        share.games,
        share.won,
        shown[-1][1] if shown else 0,
        tuple(thinned(shown)),
        found.place,
        found.seats,
        found.luck,
        favourite_of(found.game, found.favourite, words),
        found.pot,
    )


def opponents_of(
    games: Sequence[FinishedGame], who: PersonId, link: str, listed: set[PersonId]
) -> tuple[Opponent, ...]:
    """Return the opponents that somebody met most often, and how often each side won."""
    names = names_of(games)
    met: Counter[PersonId] = Counter()
    won: Counter[PersonId] = Counter()
    lost: Counter[PersonId] = Counter()
    for game in games:
        own = game.of(who) if game.counts else None
        if own is not None:
            for sat in game.seats:
                if not sat.house and sat.player != who:
                    met[sat.player] += 1
                    won[sat.player] += own.won
                    lost[sat.player] += sat.won
    often = [one for one, _ in met.most_common() if one in listed][:OPPONENTS]
    return tuple(Opponent(names[one], key_of(link, one), met[one], won[one], lost[one]) for one in often)


def money_of(games: Sequence[FinishedGame], who: PersonId) -> tuple[tuple[int, int], ...]:
    """Return the running total of somebody's games for purses, after each game, the oldest first."""
    sum_of, points = 0, []
    for game in reversed(games):
        sat = game.of(who)
        if sat is not None and game.counts and game.purse:
            sum_of += sat.gain
            points.append((game.ended, sum_of))
    return tuple(thinned(points))


def thinned(points: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return as many of the points as a curve needs, always with the last one."""
    if len(points) <= POINTS:
        return points
    step = -(-len(points) // POINTS)
    return [*points[:-1:step], points[-1]]
