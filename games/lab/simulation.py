"""Let house bots play whole games in memory, and check every invariant after every move: `potluck simulate`.

Everything comes from the seed: the dice, the bots' choices, who is asked first, who is silent, who leaves. A game is
played to its end and then checked move by move, which may be done in another process.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Event, Illegal, Options, PrivateEvent, Result, Step
from games.kit.dice import Dice, Draw
from games.kit.money import Stacks
from games.kit.moves import LegalMove, Move
from games.kit.notation import read, write
from games.kit.owed import Owed
from games.kit.seats import Seat, all_seats
from games.kit.temper import EVERY_MANNER, Temper
from games.lab.invariants import EVERY_MOVE, broken, events_come_back, stored_and_loaded, types_are_sound
from games.lab.moment import Lacking, Moment, nothing_lacks
from games.lab.owing import brought, called_off, each_keeps_what_is_theirs, moved_up, what_is_put_in_stays_ones_own
from games.proof import chain, fair
from games.proof.record import Deed, Left, Mismatch, Moved, Returned, TakenOver, TimedOut, perform, told_raw
from games.proof.seeded_dice import NotedDice, SeededDice, thinking
from games.proof.verifying import verify

MOST_DEEDS: Final = 20_000
"""A game that has taken so many moves and silences is considered endless."""
MOST_SEATS: Final = 8
"""The most seats that are used if the caller names no number."""
MOST_TOLD: Final = 10
"""How many violations are told in words, the first of each kind; the others are only counted."""
SILENCE, LEAVING = 3, 1
"""How many of a hundred deeds at a small table are a clock that runs out, and a player who leaves."""
SILENCES: Final = 2
"""After so many silences in a row a person's seat goes to a house bot, as at a real table; in one of RETURNS_ONE_IN
deeds somebody returns.
"""
RETURNS_ONE_IN: Final = 8
LEAVING_BETWEEN_ONE_IN: Final = 8
"""Somebody leaves after one in so many games, before the next begins."""
SMALL_TABLE: Final = 4
"""At larger tables silences and leavings are rarer in proportion, so that whole rounds are played there too."""
CALLED_OFF_ONE_IN: Final = 10
"""At one in so many moves it is checked what everybody has if the game is called off there."""
STORED_ONE_IN: Final = 10
"""Storing and loading is checked at one in so many moves, the replay once for each game."""


class SeatResult(Struct, frozen=True):
    """Hold a seat's results. `net`: what it won or, below zero, lost in all games together."""

    seat: Seat
    wins: int
    net: int


class Report(Struct, frozen=True):
    """Report what was found. `first`: the first violations, in words."""

    game: str
    games: int
    finished: int
    moves: int
    violations: int
    results: tuple[SeatResult, ...]
    first: tuple[str, ...]


# How a game went


class Between(NamedTuple):
    """Hold a game between two moves, as it was played. `counts`: the draws made so far. `events`: what was told on the
    way here.
    """

    state: Any
    gone: frozenset[Seat]
    counts: dict[str, int]
    events: tuple[Event, ...]


class Account(NamedTuple):
    """Hold all that can be checked of a game. `brought`: whose each sucker was at the start.

    `course`: the moments move by move, and between them what went wrong during play. `record`: that of the whole game;
    empty if the game did not end.
    """

    game_id: str
    seed: bytes
    mixed: bytes
    seats: tuple[Seat, ...]
    brought: Owed
    course: tuple[Between | str, ...]
    record: str


Look = Callable[[Account], list[str]]
Spread = Callable[[Look, Iterable[Account]], Iterable[list[str]]]
"""Check each of these games, anywhere, and return the findings in the order of the games."""


def looked_at(game: AnyGame, lacks: Lacking, account: Account) -> list[str]:
    """Return what is wrong with a game, in the order in which it happened."""
    return [f"{account.game_id}: {found}" for found in wrong_with(game, lacks, account)]


def wrong_with(game: AnyGame, lacks: Lacking, account: Account) -> Iterator[str]:
    """Check every move of a game, then replay and verify its whole record to the last event."""
    probe = SeededDice(account.seed, "simulate", b"").draw("probe")
    for one in account.course:
        if isinstance(one, str):
            yield one
        else:
            yield from broken((told_comes_back, *EVERY_MOVE), moment_of(game, lacks, account, one, probe))
    if account.record:
        try:
            verify(account.record, {game.name: game})
        except Mismatch as mismatch:
            yield f"replay: {mismatch}"
        except Exception as error:  # noqa: BLE001 - whatever a game raises, it is told
            yield f"the game raised {error!r}"


def moment_of(game: AnyGame, lacks: Lacking, account: Account, one: Between, probe: Draw) -> Moment:
    """Return a moment to be checked. `probe`: decides what is checked, and touches nothing in the game."""

    def copied() -> Dice:
        return NotedDice(account.seed, account.game_id, account.mixed, one.counts)

    return Moment(game, one.state, account.seats, one.gone, account.brought, copied, probe, one.events, lacks)


def told_comes_back(moment: Moment) -> Iterator[str]:
    yield from events_come_back(moment.game, Step(moment.state, moment.events))


def simulate(  # noqa: PLR0913 - what is played, by whom, and how it is looked at
    game: AnyGame,
    *,
    seats: int | None,
    games: int,
    seed: bytes,
    options: Mapping[str, str],
    level: int = 0,
    lacks: Lacking = nothing_lacks,
    spread: Spread = map,
) -> Report:
    """Play so many games with house bots of this level. Raises ValueError for options or seats that don't fit.

    `spread`: where the games are checked; by default here, one by one.
    """
    chosen = game.options_from(options)
    count = seats_of(game, chosen, seats)
    key = hashlib.sha256(seed).digest()
    tally = Tally(game.name, games, count)
    tally.found(types_are_sound(game))
    series = Series(game, chosen, count)

    def accounts() -> Iterator[Account]:
        for number in range(games):
            drawn = fair.seed(key, f"simulate/{game.name}", number.to_bytes(8, "big"))
            played = Played(game, chosen, level, drawn, lacks)
            series.play(played)
            tally.count(played)
            yield played.account

    for found in spread(partial(looked_at, game, lacks), accounts()):
        tally.found(found)
    return tally.report()


def seats_of(game: AnyGame, options: Options, wanted: int | None) -> int:
    allowed = game.seats(options)
    count = min(allowed[-1], max(allowed[0], MOST_SEATS)) if wanted is None else wanted
    if count not in allowed:
        raise ValueError(f"{game.name} is for {allowed[0]} to {allowed[-1]} seats with these options, not {count}")
    return count


class Series:
    """Let the same seats play game after game. If no next game follows by itself, a series ends when somebody has
    nothing left. A player who leaves, in a game or sometimes between two, is replaced by another.
    """

    def __init__(self, game: AnyGame, options: Options, count: int) -> None:
        self.game = game
        self.fresh: Stacks = (game.stack(options),) * count
        self.stacks, self.carry = self.fresh, None

    def play(self, played: "Played") -> None:
        played.play(self.stacks, self.carry)
        ended = self.game.result(played.state) if played.finished else None
        broke = ended is not None and ended.next_after is None and sum(self.fresh) > 0 and min(ended.stacks) == 0
        if ended is None or not played.moves or broke:
            self.stacks, self.carry = self.fresh, None
            return
        self.stacks, self.carry = ended.stacks, self.game.carried(played.state)
        played.course += each_keeps_what_is_theirs(self.game, self.carry, self.stacks)
        leavers = played.gone
        if not leavers and len(self.stacks) > 1 and played.chance.below(LEAVING_BETWEEN_ONE_IN) == 0:
            leavers = frozenset({played.chance.pick(played.seats)})
        if leavers:
            self.leave(tuple(sorted(leavers)))

    def leave(self, leavers: tuple[Seat, ...]) -> None:
        """Let some leave with what is theirs; those who take their places get new stacks."""
        seats = all_seats(len(self.stacks))
        if len(leavers) == len(seats):
            self.stacks, self.carry = self.fresh, None
            return
        self.carry = self.game.reseated(self.carry, moved_up(seats, leavers))
        staying = tuple(self.stacks[seat] for seat in seats if seat not in leavers)
        self.stacks = (*staying, *self.fresh[: len(leavers)])


class Played:
    """Play one game from start to end; keep its record and what was found wrong with it."""

    def __init__(
        self, game: AnyGame, options: Options, level: int, seed: bytes, lacks: Lacking = nothing_lacks
    ) -> None:
        self.game, self.options, self.level, self.seed, self.lacks = game, options, level, seed, lacks
        self.game_id = f"simulate/{game.name}/{seed.hex()[:16]}"
        self.mixed = b""
        self.dice = NotedDice(seed, self.game_id, self.mixed)
        self.chain = chain.Chain(seed, self.game_id)
        self.chance: Draw = SeededDice(seed, "simulate", b"").draw("chance")
        self.stored: Draw = SeededDice(seed, "simulate", b"").draw("stored")
        self.own_dice = SeededDice(seed, "simulate/people", b"")
        """The dice for people's decisions; the record holds nothing of them."""
        self.told: dict[Seat, tuple[PrivateEvent, ...]] = {}
        self.gone: frozenset[Seat] = frozenset()
        self.people: frozenset[Seat] = frozenset()
        self.away: frozenset[Seat] = frozenset()
        self.missed: Counter[Seat] = Counter()
        self.lines: list[bytes] = []
        self.course: list[Between | str] = []
        self.moves = 0
        self.finished = False
        self.state: Any = None
        self.stacks: Stacks = ()
        self.carry: Any = None
        self.brought = Owed(())

    # From the start to the end

    def play(self, stacks: Stacks, carry: Any) -> None:
        self.stacks, self.seats = stacks, all_seats(len(stacks))
        self.carry, self.brought = carry, brought(self.game, carry, stacks)
        try:
            self.start(carry)
            for _ in range(MOST_DEEDS):
                if self.game.asks(self.state) is None:
                    self.end()
                    return
                self.go_on()
            self.course.append(f"never ends: {MOST_DEEDS} moves and silences, and somebody is still awaited")
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001 - whatever a game raises, the simulation tells it and goes on
            self.course.append(f"the game raised {error!r}")

    def start(self, carry: Any) -> None:
        """Begin. Every other seat is a person's, and the record does not hold the draws for a person's choices."""
        game, stacks = self.game, self.stacks
        self.people = frozenset(self.seats[::2])
        options, raw = chain.options_written(self.options), msgspec.Raw(codec(game).encode(carry))
        pairs = tuple((str(seat), "") for seat in self.seats)
        self.mixed = fair.mixed_in(chain.terms_of(game.version, options, stacks, raw), pairs)
        self.dice = NotedDice(self.seed, self.game_id, self.mixed)
        step = game.start(self.options, stacks, self.dice, carry)
        house = tuple(seat for seat in self.seats if seat not in self.people)
        events, drawn = told_raw(game, step.events), self.dice.drawn
        started = chain.StartLine(options, stacks, raw, pairs, self.mixed.hex(), None, house, (), drawn, events)
        commitment = fair.commitment(self.game_id, self.seed)
        self.lines = [chain.written(chain.committed_to(game, self.game_id, 0, commitment)), chain.written(started)]
        self.chain.begin(*self.lines)
        self.happened(step)
        self.course += what_is_put_in_stays_ones_own(game, self.brought, self.state)

    def end(self) -> None:
        """Close the record of the whole game."""
        result: Result | None = self.game.result(self.state)
        if result is None:
            raise Stopped
        ended = chain.closing(self.game, self.chain.head, self.seed, self.dice.counts, self.state)
        self.lines.append(chain.written(ended))
        self.finished = True

    @property
    def account(self) -> Account:
        """Return an account of the game, to be checked."""
        record = self.record if self.finished else ""
        course = tuple(self.course)
        return Account(self.game_id, self.seed, self.mixed, self.seats, self.brought, course, record)

    @property
    def violations(self) -> list[str]:
        """Check how the game went, and return what is wrong with it."""
        return list(wrong_with(self.game, self.lacks, self.account))

    @property
    def record(self) -> str:
        """Return the record as far as it is written."""
        return chain.whole(self.lines).decode()

    def go_on(self) -> None:
        """Do one deed: usually a house bot's move, sometimes a silence or a player who leaves."""
        lot = self.chance.below(100 * max(SMALL_TABLE, len(self.seats)) // SMALL_TABLE)
        if self.away and self.chance.below(RETURNS_ONE_IN) == 0:
            self.come_back(self.chance.pick(sorted(self.away)))
        elif lot < LEAVING and len(self.gone) < len(self.seats):
            self.leave()
        elif lot < LEAVING + SILENCE:
            self.silence()
        else:
            chosen = self.chosen()
            if chosen is None:
                self.silence()
            else:
                self.move(*chosen)

    # The deeds

    def chosen(self) -> tuple[Seat, Move] | None:
        """Return the first house bot that moves, asked in the order of the seats from a seat chosen by chance."""
        first = self.chance.below(len(self.seats))
        for seat in self.seats[first:] + self.seats[:first]:
            legal = () if seat in self.gone else self.game.legal_moves(self.state, seat)
            move = self.choice(seat, legal) if legal else None
            if move is not None:
                return seat, move
        return None

    def choice(self, seat: Seat, legal: tuple[LegalMove, ...]) -> Move | None:
        game, state = self.game, self.state
        return game.choose(
            game.view(state, seat),
            self.told.get(seat, ()),
            legal,
            lambda dice: game.resample(state, seat, dice),
            Temper(self.level, EVERY_MANNER[seat % len(EVERY_MANNER)]),
            thinking(self.own_dice if seat in self.people - self.away else self.dice, seat),
        )

    def move(self, seat: Seat, move: Move) -> None:
        text = write(move)
        if read(text, self.game.moves) != move:
            self.course.append(f"notation: {move!r} is written {text!r}, which is read otherwise")
        self.moves += 1
        self.missed[seat] = 0
        self.do(Moved(seat, text))

    def silence(self) -> None:
        """Let the time run out, as at a real table: after a person's second silence in a row a bot gets their seat."""
        ask = self.game.asks(self.state)
        awaited = () if ask is None else ask.seats
        self.missed.update(seat for seat in awaited if seat in self.people - self.away - self.gone)
        second = [seat for seat in awaited if seat in self.people - self.away and self.missed[seat] >= SILENCES]
        for seat in second:
            self.away |= {seat}
            self.do(TakenOver(seat))
        rest = tuple(seat for seat in awaited if seat not in second)
        if rest or not second:
            self.do(TimedOut(rest))

    def come_back(self, seat: Seat) -> None:
        self.away -= {seat}
        self.missed[seat] = 0
        self.do(Returned(seat))

    def leave(self) -> None:
        seat = self.chance.pick([seat for seat in self.seats if seat not in self.gone])
        self.gone, self.away = self.gone | {seat}, self.away - {seat}
        self.missed[seat] = 0
        self.do(Left(seat))

    def do(self, deed: Deed) -> None:
        try:
            step = perform(self.game, self.state, deed, self.dice)
        except Illegal as refused:
            self.course.append(f"legal moves: a house bot's own move is refused: {deed} ({refused})")
            raise Stopped from None
        self.lines.append(chain.written(chain.DeedLine(deed, self.dice.drawn, told_raw(self.game, step.events))))
        self.chain.add(self.lines[-1])
        self.happened(step)

    def happened(self, step: Step[Any]) -> None:
        """Take the step, tell the seats, and note what must be checked."""
        self.state = step.state
        self.dice = NotedDice(self.seed, self.game_id, self.mixed, self.dice.counts)
        for event in step.events:
            if isinstance(event, PrivateEvent):
                self.told[event.to] = (*self.told.get(event.to, ()), event)
        self.course.append(Between(self.state, self.gone, dict(self.dice.counts), step.events))
        if self.stored.below(CALLED_OFF_ONE_IN) == 0 and self.game.asks(self.state) is not None:
            again = SeededDice(self.seed, "called off", b"")
            self.course += called_off(self.game, self.options, self.carry, self.brought, self.state, again)
        if self.stored.below(STORED_ONE_IN) == 0:
            self.state, wrong = stored_and_loaded(self.game, self.state)
            if wrong:
                self.course.append(wrong)


class Stopped(Exception):  # noqa: N818 - not an error of ours
    """Raised when the game cannot go on, after what is wrong has been noted."""


def kind_of(violation: str) -> str:
    """Return what all violations of a kind have in common, without the game's id and without numbers."""
    return re.sub(r"^simulate/\w+/\w+: |\d+", "", violation)


class Tally:
    """Sum up many games."""

    def __init__(self, game: str, games: int, seats: int) -> None:
        self.game, self.games = game, games
        self.finished = self.moves = self.violations = 0
        self.wins, self.nets = [0] * seats, [0] * seats
        self.first: dict[str, str] = {}

    def found(self, violations: Iterable[str]) -> None:
        for violation in violations:
            self.violations += 1
            if len(self.first) < MOST_TOLD:
                self.first.setdefault(kind_of(violation), violation)

    def count(self, played: Played) -> None:
        self.moves += played.moves
        result = played.game.result(played.state) if played.finished else None
        if result is None:
            return
        self.finished += 1
        for seat, (before, after) in enumerate(zip(played.stacks, result.stacks, strict=True)):
            self.nets[seat] += after - before
            self.wins[seat] += seat in result.winners

    def report(self) -> Report:
        results = tuple(
            SeatResult(Seat(seat), *both) for seat, both in enumerate(zip(self.wins, self.nets, strict=True))
        )
        first = tuple(self.first.values())
        return Report(self.game, self.games, self.finished, self.moves, self.violations, results, first)
