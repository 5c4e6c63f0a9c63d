"""Let house bots play a whole tournament in memory, and check all invariants: `potluck simulate tournament`.

All tables play a round at the same time, and between two rounds they are seated anew by `games/tournament.py`.
Everything comes from the seed: seats, dice, choices, who is silent and who leaves.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.contract import Result
from games.lab.moment import Lacking, nothing_lacks
from games.lab.simulation import MOST_TOLD, Played
from games.proof import fair
from games.proof.seeded_dice import SeededDice
from games.tournament import Entrant, Table, drawn, kept, must_be_reseated, seated_anew

ROUNDS_A_LEVEL: Final = 6
"""The stakes rise after so many rounds; at a real table a clock decides."""
MOST_ROUNDS: Final = 2000


class Place(Struct, frozen=True):
    """Say in which place an entrant finished, and in which round they went out."""

    place: int
    entrant: Entrant
    round: int


class TournamentReport(Struct, frozen=True):
    """Report a tournament. `chips`: what all brought. `bank`: what the House won of it; below zero: what it put in."""

    game: str
    players: int
    tables: int
    finished: bool
    rounds: int
    games: int
    levels: int
    moves: int
    moved: int
    chips: int
    bank: int
    violations: int
    ranking: tuple[Place, ...]
    first: tuple[str, ...]


class Tabled:
    """Hold a table of the tournament, and how the last game there ended."""

    def __init__(self, now: Table) -> None:
        self.now = now
        self.ended: Result | None = None

    @property
    def sitting(self) -> tuple[Entrant, ...]:
        return self.now.sitting


def simulate_tournament(
    game: AnyGame,
    *,
    players: int,
    seats: int,
    seed: bytes,
    given: Mapping[str, str],
    level: int = 0,
    lacks: Lacking = nothing_lacks,
) -> TournamentReport:
    """Play a tournament with so many players. Raises ValueError for options that don't fit."""
    tournament = Tournament(game, given, players, seats, hashlib.sha256(seed).digest(), level)
    tournament.lacks = lacks
    tournament.play()
    return tournament.report()


class Tournament:
    def __init__(
        self, game: AnyGame, given: Mapping[str, str], players: int, seats: int, key: bytes, level: int
    ) -> None:
        self.game, self.given, self.players, self.seats, self.key, self.level = game, given, players, seats, key, level
        self.dice = SeededDice(key, "simulate/tournament", fair.mixed_in(b"", ()))
        self.lacks: Lacking = nothing_lacks
        self.options = game.options_from(given)
        self.stack = game.stack(self.options)
        everybody = tuple(map(Entrant, range(players)))
        self.tables = [
            Tabled(Table(sitting, (self.stack,) * len(sitting), None))
            for sitting in drawn(everybody, seats, self.dice.draw("seats"))
        ]
        self.begun_with = len(self.tables)
        self.final = self.begun_with == 1
        self.rounds = self.games = self.moves = self.moved = self.bank = self.gone = 0
        self.ranking: list[Place] = []
        self.violations: list[str] = []

    @property
    def stakes(self) -> int:
        """Return the current level of the stakes, from 0."""
        return self.rounds // ROUNDS_A_LEVEL

    def play(self) -> None:
        while len(self.ranking) < self.players and self.rounds < MOST_ROUNDS:
            self.options = self.game.options_from(
                {
                    **self.given,
                    **self.game.in_tournaments,
                    **self.game.raised(self.game.options_from(self.given), self.stakes),
                }
            )
            for number, table in enumerate(self.tables):
                self.play_round(number, table)
            self.rounds += 1
            self.rank()
            self.seat_anew()
            self.check_chips()

    def play_round(self, number: int, table: Tabled) -> None:
        now, table.ended = table.now, None
        if sum(self.plays(table)) < (1 if self.final else 2):
            return
        name = f"{self.rounds}/{number}".encode()
        played = Played(
            self.game, self.options, self.level, fair.seed(self.key, "simulate/tournament/round", name), self.lacks
        )
        played.play(now.stacks, now.carry)
        self.violations += [f"{played.game_id}: {found}" for found in played.violations]
        self.games, self.moves = self.games + 1, self.moves + played.moves
        table.ended = self.game.result(played.state) if played.finished else None
        if table.ended is not None:
            self.bank += table.ended.bank
            table.now = Table(now.sitting, table.ended.stacks, self.game.carried(played.state))
            self.out([now.sitting[seat] for seat in sorted(played.gone) if now.sitting[seat] not in self.done])
            self.keep(table, [one for seat, one in enumerate(now.sitting) if seat not in played.gone])

    def plays(self, table: Tabled) -> tuple[bool, ...]:
        return self.game.plays_on(self.options, table.now.carry, table.now.stacks)

    def keep(self, table: Tabled, staying: Sequence[Entrant]) -> None:
        """Let those who do not stay take along what is theirs."""
        stacks = dict(zip(table.sitting, table.now.stacks, strict=True))
        self.gone += sum(stack for one, stack in stacks.items() if one not in staying)
        table.now = Table(tuple(staying), tuple(stacks[one] for one in staying), kept(self.game, table.now, staying))

    def out(self, entrants: list[Entrant]) -> None:
        for entrant in entrants:
            self.ranking.append(Place(self.players - len(self.ranking), entrant, self.rounds))

    def rank(self) -> None:
        """Rank as at real tables: of several who go out at once, those with more left are placed higher."""
        found = [one for table in self.tables for one in self.knocked_out(table)]
        self.out([one for _, _, one in sorted(found, key=lambda one: one[:2])])
        if not self.final:
            for table in self.tables:
                self.keep(table, [one for one in table.sitting if one not in self.done])

    @property
    def done(self) -> set[Entrant]:
        """Return the entrants who are out."""
        return {one.entrant for one in self.ranking}

    def knocked_out(self, table: Tabled) -> Iterator[tuple[bool, int, Entrant]]:
        ends = self.final and (table.ended is None or table.ended.next_after is None)
        for seat, (entrant, plays) in enumerate(zip(table.sitting, self.plays(table), strict=True)):
            if entrant not in self.done and (ends or not plays):
                won = ends and table.ended is not None and seat in table.ended.winners
                yield won, int(table.now.stacks[seat]), entrant

    def seat_anew(self) -> None:
        sizes = [len(table.sitting) for table in self.tables]
        if self.final or len(self.ranking) == self.players:
            return
        if len(sizes) > 1 and not must_be_reseated(sizes, self.seats):
            return
        sat = [set(table.sitting) for table in self.tables]
        after = seated_anew(self.game, [table.now for table in self.tables], self.seats, self.dice.draw("seats"))
        self.final = sum(bool(table.sitting) for table in after) == 1
        self.moved += sum(len(set(table.sitting) - old) for old, table in zip(sat, after, strict=True))
        self.tables = [Tabled(table) for table in after if table.sitting]

    def check_chips(self) -> None:
        """Check that what lies at the tables, in the bank, and with those who are out equals what was brought."""
        found = sum(map(self.chips, self.tables)) + self.bank + self.gone
        if found != self.players * self.stack:
            self.violations.append(f"round {self.rounds}: {found} chips, {self.players * self.stack} were brought")
        sitting = [one for table in self.tables for one in table.sitting]
        if len(sitting) != len(set(sitting)):
            self.violations.append(f"round {self.rounds}: somebody sits twice")
        if any(len(table.sitting) > self.seats for table in self.tables):
            self.violations.append(f"round {self.rounds}: a table has more than {self.seats} players")

    def chips(self, table: Tabled) -> int:
        """Return the chips of one table, including a carried pot."""
        carry, stacks = table.now.carry, table.now.stacks
        return sum(stacks if carry is None else self.game.break_up(carry, stacks))

    def report(self) -> TournamentReport:
        ranking = tuple(reversed(self.ranking))
        if sorted(one.entrant for one in ranking) != list(range(self.players)):
            self.violations.append("not every player is ranked once")
        if [one.place for one in ranking] != list(range(1, len(ranking) + 1)):
            self.violations.append("the places are not 1 to the last")
        return TournamentReport(
            game=self.game.name,
            players=self.players,
            tables=self.begun_with,
            finished=len(ranking) == self.players,
            rounds=self.rounds,
            games=self.games,
            levels=self.stakes + 1,
            moves=self.moves,
            moved=self.moved,
            chips=self.players * self.stack,
            bank=self.bank,
            violations=len(self.violations),
            ranking=ranking,
            first=tuple(self.violations[:MOST_TOLD]),
        )
