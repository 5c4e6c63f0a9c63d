"""The archive of a venue as pages show it: its finished games, its people, and statistics of one of them."""

from msgspec import Struct


class ArchiveFilter(Struct, frozen=True):
    """Which games a page shows: those of a person (by key), a game (by name), a season (by number).

    `table`: a table's code. `ended`: `whole` or `void`; empty: both. `since`, `until`: the first and the last day
    included, as 2026-11-24.
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
    """An entry that a list can be filtered by, and its number of games. `word`: what the filter takes."""

    word: str
    label: str
    games: int = 0


class ArchivedSeat(Struct, frozen=True):
    """Somebody who sat at a finished game. `key`: of their page; empty where there is none. `place`: 0: none."""

    name: str
    key: str
    won: bool
    house: bool
    place: int


class ArchivedGame(Struct, frozen=True):
    """A finished game in a list. Times in ms. `record`: the name under which it is watched. `how`: who won, in words.

    `options`: those that differed from the usual, as typed.
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
    """One line of a season's table. `net`: suckers won or lost in games for purses."""

    place: int
    name: str
    key: str
    won: int
    games: int
    net: int


class ShownSeason(Struct, frozen=True):
    """A season and its table. Times in ms. `until`: its end; 0 while it is on."""

    number: int
    name: str
    since: int
    until: int
    table: tuple[SeasonLine, ...]


class ShownEvening(Struct, frozen=True):
    """The story of an evening, one line each. `began`: in ms."""

    began: int
    lines: tuple[str, ...]


class Crossing(Struct, frozen=True):
    """A person's results against each of the others in a table, in their order: games won, and games both sat at.

    None: against themselves.
    """

    name: str
    key: str
    met: tuple[tuple[int, int] | None, ...]


class ShownArchive(Struct, frozen=True):
    """A page of a venue's games. `more`: the next page has older ones. `season`: the one asked for, or the current one.

    `crossings`: results against each other, of those who met most often in these games. `evening`: the last one, or
    that of the one day asked for; None: there is nothing to tell.
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
    """A person's results in one game. `rating`: 0 where none is shown yet; `ratings`: (ms, rating) in order of time.

    `place`: their average place at the end, in tenths; 0: the game ranks nobody. `seats`: the average number of seats,
    in tenths. `luck`: games won more than chances promised, in thousandths; None: unknown. `favourite`: their most
    frequent move, in words; empty: unknown. `pot`: the largest they won.
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
    """A feat: its name, how it is done, and how often it was; 0 times: not yet. `record`: of the last time."""

    name: str
    how: str
    title: str
    times: int
    record: str


class Opponent(Struct, frozen=True):
    """An opponent of a person. `won`, `lost`: games that the person won, and that the opponent won."""

    name: str
    key: str
    games: int
    won: int
    lost: int


class ShownPerson(Struct, frozen=True):
    """A person's statistics in a venue. Times in ms. `net`: suckers won or lost in games for purses.

    `money`: (ms, the net sum until then), the oldest first. `best`: 0 where nothing was ever won. `pot`: the largest
    that they won, 0 for none. `seasons`: those they won. `feats`: those of all games they played. `luck`: as in
    `OfGame`, over all games.
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
