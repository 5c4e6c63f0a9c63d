"""The archive of a venue as pages show it: its finished games, its people, and what the games say of one of them."""

from msgspec import Struct


class ArchiveFilter(Struct, frozen=True):
    """Which games a page shows: of a person (by their key), of a game (by its name), of a season (by its number)."""

    who: str = ""
    game: str = ""
    season: int = 0
    page: int = 1


class Choice(Struct, frozen=True):
    """Something that a list can be narrowed to, and how many games it has. `word`: as the filter takes it."""

    word: str
    label: str
    games: int = 0


class ArchivedSeat(Struct, frozen=True):
    """Somebody who sat at a finished game. `key`: leads to their page; empty where there is none."""

    name: str
    key: str
    won: bool
    house: bool


class ArchivedGame(Struct, frozen=True):
    """A finished game in a list. Times in ms. `record`: by which it can be watched; `how`: who won, in words."""

    record: str
    game: str
    title: str
    code: str
    number: int
    ended: int
    how: str
    void: str
    seats: tuple[ArchivedSeat, ...]


class SeasonLine(Struct, frozen=True):
    """One line of a season's table. `net`: in suckers, of games for purses."""

    place: int
    name: str
    key: str
    won: int
    games: int
    net: int


class ShownSeason(Struct, frozen=True):
    """A season, and how it stands or stood. Times in ms. `until`: 0 while it is on."""

    number: int
    name: str
    since: int
    until: int
    table: tuple[SeasonLine, ...]


class ShownArchive(Struct, frozen=True):
    """A page of a venue's games. `more`: older ones are on the next; `season`: the one that is asked for, or is on."""

    games: tuple[ArchivedGame, ...]
    more: bool
    people: tuple[Choice, ...]
    kinds: tuple[Choice, ...]
    seasons: tuple[Choice, ...]
    season: ShownSeason | None


class OfGame(Struct, frozen=True):
    """How somebody fares in one game. `rating`: 0 where none is shown yet; `ratings`: (ms, rating) in order."""

    title: str
    games: int
    won: int
    rating: int
    ratings: tuple[tuple[int, int], ...]


class Opponent(Struct, frozen=True):
    """Somebody one has met. `won`, `lost`: games that oneself won, and that they did."""

    name: str
    key: str
    games: int
    won: int
    lost: int


class ShownPerson(Struct, frozen=True):
    """What the games of a venue say of somebody. Times in ms. `net`: in suckers, of games for purses.

    `money`: (ms, what came of those games until then), the oldest first. `best`: 0 where nothing was ever won.
    `seasons`: those they won.
    """

    name: str
    key: str
    games: int
    won: int
    row: int
    longest_row: int
    net: int
    best: int
    best_record: str
    since: int
    last: int
    of_games: tuple[OfGame, ...]
    opponents: tuple[Opponent, ...]
    money: tuple[tuple[int, int], ...]
    latest: tuple[ArchivedGame, ...]
    seasons: tuple[str, ...]
