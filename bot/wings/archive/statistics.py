"""People's statistics from the archive: games, wins, runs of wins, the best win, and games of two people together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId


class Share(Struct, frozen=True):
    """The number of games won, out of a number played."""

    games: int = 0
    won: int = 0

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games) if self.games else 0


class OfOneGame(Struct, frozen=True):
    """A person's results in one kind of game. `game`: its name.

    `place`: their average place at the end, and `seats`: the average number of seats, both in tenths, 0 where the game
    ranks nobody. `luck`: games won more than chances promised, in thousandths; None: unknown. `favourite`: the verb of
    their most frequent move; empty: none. `pot`: the largest that they won.
    """

    game: str
    share: Share
    place: int
    seats: int
    luck: int | None
    favourite: str
    pot: int = 0


class FeatDone(Struct, frozen=True):
    """A feat of a game, and how often a person did it. `record`: of the last time; empty if they never did."""

    game: str
    name: str
    times: int
    record: str


class BestWin(Struct, frozen=True):
    """The most that was won in one game, and in which game."""

    gain: int
    game: FinishedGame


class BestPot(Struct, frozen=True):
    """The largest pot of some games, and in which game it was."""

    pot: int
    game: FinishedGame


class PersonStatistics(Struct, frozen=True):
    """A person's statistics over some games. Times in ms. `name`: the latest. `row`: the current run of wins.

    `of_games`: those played most come first. `net`: suckers won or lost in games for purses. `best`: None if they never
    won anything. `luck`: as in `OfOneGame`, over all games. `pot`: the largest that they won, if any.
    """

    name: str
    all: Share
    of_games: tuple[OfOneGame, ...]
    row: int
    longest_row: int
    net: int
    best: BestWin | None
    since: int
    last: int
    luck: int | None = None
    pot: BestPot | None = None


class Meetings(Struct, frozen=True):
    """Two people's results in the games that both sat at. `one_won`, `other_won`: how many each of them won.

    `pot`: the largest that one of the two won there; None: unknown.
    """

    games: int
    one_won: int
    other_won: int
    pot: BestPot | None = None


class Standing(Struct, frozen=True):
    """A line of a table of people. `value`: what they are ranked by; people with the same value share a place."""

    place: int
    player: PersonId
    name: str
    value: int


def of_person(games: Sequence[FinishedGame], person: PersonId) -> PersonStatistics | None:
    """Return a person's statistics in these games (the newest first); None if they played none that counts."""
    played = [(game, sat) for game in games if game.counts and (sat := game.of(person)) is not None]
    if not played:
        return None
    rows = [sum(1 for _ in run) for won, run in groupby(sat.won for _, sat in played) if won]
    best = max(played, key=lambda one: one[1].gain)
    return PersonStatistics(
        name=played[0][1].name,
        all=share(sat for _, sat in played),
        of_games=tuple(of_one_game(name, of_it) for name, of_it in by_kind(played)),
        row=rows[0] if played[0][1].won else 0,
        longest_row=max(rows, default=0),
        net=sum(sat.gain for game, sat in played if game.purse),
        best=BestWin(best[1].gain, best[0]) if best[1].gain > 0 else None,
        since=played[-1][0].ended,
        last=played[0][0].ended,
        luck=luck_of(sat for _, sat in played),
        pot=best_pot(game for game, sat in played if sat.won),
    )


def best_pot(games: Iterable[FinishedGame]) -> BestPot | None:
    """Return the largest pot of these games (the newest first), the last of equals; None if there was none."""
    most = max((game for game in games if game.counts), key=lambda game: game.pot, default=None)
    return None if most is None or not most.pot else BestPot(most.pot, most)


def by_kind(played: Sequence[tuple[FinishedGame, Sat]]) -> list[tuple[str, list[tuple[FinishedGame, Sat]]]]:
    """Return a person's games by kind, those played most first."""
    found: dict[str, list[tuple[FinishedGame, Sat]]] = {}
    for one in played:
        found.setdefault(one[0].game, []).append(one)
    return sorted(found.items(), key=lambda one: -len(one[1]))


def of_one_game(name: str, of_it: Sequence[tuple[FinishedGame, Sat]]) -> OfOneGame:
    """Return a person's results in the game of this name; `of_it`: all that they played of it."""
    places = [(place_in(game.seats, sat), len(game.seats)) for game, sat in of_it if game.rates and len(game.seats) > 1]
    moves: Counter[str] = Counter()
    for _, sat in of_it:
        moves.update(sat.moves)
    return OfOneGame(
        game=name,
        share=share(sat for _, sat in of_it),
        place=tenths([place for place, _ in places]),
        seats=tenths([seats for _, seats in places]),
        luck=luck_of(sat for _, sat in of_it),
        favourite=max(moves, key=lambda verb: (moves[verb], verb), default=""),
        pot=max((game.pot for game, sat in of_it if sat.won), default=0),
    )


def tenths(numbers: Sequence[int]) -> int:
    """Return the mean of these numbers in tenths; 0 if there are none."""
    return round(10 * sum(numbers) / len(numbers)) if numbers else 0


def luck_of(sats: Iterable[Sat]) -> int | None:
    """Return the games won beyond what chances promised, in thousandths; None if no chance is known."""
    known = [sat.luck for sat in sats if sat.luck is not None]
    return sum(known) if known else None


def places_in(seats: Sequence[Sat]) -> list[int]:
    """Return the rank of each seat from 0: winners first, then by place, then by amount won; who left comes last."""
    keys = [standing_of(one) for one in seats]
    ordered = sorted(set(keys))
    return [ordered.index(key) for key in keys]


def place_in(seats: Sequence[Sat], sat: Sat) -> int:
    """Return the place of one of these seats, from 1."""
    own = standing_of(sat)
    return 1 + len({key for key in map(standing_of, seats) if key < own})


def standing_of(sat: Sat) -> tuple[bool, bool, bool, int, int]:
    """Return the key to sort seats by; the best is the lowest."""
    if sat.won:
        return sat.left, False, False, 0, 0
    return sat.left, True, not sat.place, sat.place, sat.before - sat.after


def feats_of(games: Iterable[FinishedGame], person: PersonId) -> list[FeatDone]:
    """Return the feats that a person did in these games (the newest first), the latest first."""
    last: dict[tuple[str, str], str] = {}
    times: Counter[tuple[str, str]] = Counter()
    for game in games:
        sat = game.of(person) if game.counts else None
        for name in () if sat is None else sat.feats:
            last.setdefault((game.game, name), game.record)
            times[game.game, name] += 1
    return [FeatDone(game, name, times[game, name], record) for (game, name), record in last.items()]


def share(sats: Iterable[Sat]) -> Share:
    won = [sat.won for sat in sats]
    return Share(len(won), sum(won))


def by_game(played: Sequence[tuple[FinishedGame, Sat]]) -> tuple[tuple[str, Share], ...]:
    """Return the share of wins in each game, those played most first."""
    often = Counter(game.game for game, _ in played)
    return tuple((name, share(sat for game, sat in played if game.game == name)) for name, _ in often.most_common())


def of_pair(games: Iterable[FinishedGame], one: PersonId, other: PersonId) -> Meetings:
    """Return two people's results in the games that both sat at."""
    both = [(game, game.of(one), game.of(other)) for game in games if game.counts]
    met = [(game, first, second) for game, first, second in both if first is not None and second is not None]
    pot = best_pot(game for game, first, second in met if first.won or second.won)
    return Meetings(len(met), sum(first.won for _, first, _ in met), sum(second.won for _, _, second in met), pot)


def winnings(games: Iterable[FinishedGame]) -> dict[PersonId, int]:
    """Return by person the suckers won in games for purses, negative if lost."""
    net: Counter[PersonId] = Counter()
    for game in games:
        if game.counts and game.purse:
            net.update({sat.player: sat.gain for sat in game.seats if sat.known})
    return dict(net)


def wins(games: Iterable[FinishedGame]) -> dict[PersonId, int]:
    """Return by person how many games they won against other people or house bots."""
    won: Counter[PersonId] = Counter()
    for game in games:
        if game.counts:
            won.update({sat.player: int(sat.won) for sat in game.seats if sat.known})
    return dict(won)


def ranked(values: Mapping[PersonId, int], names: Mapping[PersonId, str]) -> tuple[Standing, ...]:
    """Return people by their value, the highest first; equal values share a place."""
    ordered = sorted(values.items(), key=lambda one: (-one[1], names.get(one[0], "")))
    found: list[Standing] = []
    for number, (player, value) in enumerate(ordered, start=1):
        same = found and found[-1].value == value
        found.append(Standing(found[-1].place if same else number, player, names.get(player, ""), value))
    return tuple(found)
