"""The archive of a venue as pages show it: its finished games, its people, and what the games say of one of them."""

from msgspec import Struct


class ArchiveFilter(Struct, frozen=True):
    """Which games a page shows: of a person (by their key), of a game (by its name), of a season (by its number).

    `table`: of a table, by its code. `ended`: `whole` or `void`; empty: both. `since`, `until`: the first and the last
    day that is meant, as 2026-11-24.
    """

    who: str = ""
    game: str = ""
    season: int = 0
    page: int = 1
    table: str = ""
    ended: str = ""
    since: str = ""
    until: str = ""


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
    """A finished game in a list. Times in ms. `record`: by which it can be watched; `how`: who won, in words.

    `options`: what was otherwise than usual, as typed.
    """

    record: str
    game: str
    title: str
    code: str
    number: int
    ended: int
    how: str
    void: str
    seats: tuple[ArchivedSeat, ...]
    options: tuple[str, ...] = ()


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


class ShownEvening(Struct, frozen=True):
    """Tell what an evening brought, a line each. `began`: in ms."""

    began: int
    lines: tuple[str, ...]


class Crossing(Struct, frozen=True):
    """How somebody did against each of the others of a table, in their order: games they won, and games both sat at.

    None: themselves.
    """

    name: str
    key: str
    met: tuple[tuple[int, int] | None, ...]


class ShownArchive(Struct, frozen=True):
    """A page of a venue's games. `more`: older ones are on the next; `season`: the one that is asked for, or is on.

    `crossings`: those who met most often in the games that are asked for, each against each. `evening`: the last one,
    or that of the one day that is asked for; None: it brought nothing.
    """

    games: tuple[ArchivedGame, ...]
    more: bool
    people: tuple[Choice, ...]
    kinds: tuple[Choice, ...]
    seasons: tuple[Choice, ...]
    season: ShownSeason | None
    crossings: tuple[Crossing, ...] = ()
    evening: ShownEvening | None = None


class OfGame(Struct, frozen=True):
    """How somebody fares in one game. `rating`: 0 where none is shown yet; `ratings`: (ms, rating) in order.

    `place`: the place they come in, on average, in tenths; 0: nobody could come in another one. `seats`: how many sat
    there, in tenths. `luck`: games won beyond what the chances promised, in thousandths; None: the game tells none.
    `favourite`: the move they make most often, in words; empty: none is told. `pot`: the largest they won.
    """

    title: str
    games: int
    won: int
    rating: int
    ratings: tuple[tuple[int, int], ...]
    place: int = 0
    seats: int = 0
    luck: int | None = None
    favourite: str = ""
    pot: int = 0


class ShownFeat(Struct, frozen=True):
    """A feat: what it is called, how it is done, and how often it was; `record`: of the last time. 0 times: not yet."""

    name: str
    how: str
    title: str
    times: int
    record: str


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
    `pot`: the largest that they won, 0 for none.
    `seasons`: those they won. `feats`: those of all games they played. `luck`: as in `OfGame`, of all games together.
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
    feats: tuple[ShownFeat, ...] = ()
    luck: int | None = None
    pot: int = 0
    pot_record: str = ""
