"""Random games, position after position, for the tests that every game inherits."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.catalogue import AnyGame
from games.kit.contract import Event, Options, PrivateEvent, Step
from games.kit.dice import Draw
from games.kit.money import Stacks
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.lab.moment import Lacking, Moment, nothing_lacks
from games.lab.owing import brought
from games.proof import fair
from games.proof.record import Deed, Left, TimedOut, moved_by, perform
from games.proof.seeded_dice import SeededDice

thoroughly = settings(
    max_examples=settings().max_examples * 15 // 100,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
"""Each test is inherited by many classes, and a whole game takes its time: 15 of them, where a profile of Hypothesis
(`--hypothesis-profile`) does not ask for more than its usual 100 examples."""

MOST_SEATS = 4
MOST_DEEDS = 25


class Opening(NamedTuple):
    """Say how a random game begins; everything in it comes from here. `carry`: what the game before handed on."""

    game: AnyGame
    options: Options
    stacks: Stacks
    seed: bytes
    carry: Any = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return all_seats(len(self.stacks))


class Position(NamedTuple):
    """A game between two deeds. `came`: the deed and the events that led here; None at the start."""

    opening: Opening
    state: Any
    counts: dict[str, int]
    gone: frozenset[Seat]
    told: dict[Seat, tuple[PrivateEvent, ...]]
    came: tuple[Deed | None, tuple[Event, ...]]

    @property
    def game(self) -> AnyGame:
        return self.opening.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.opening.seats

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*self.seats, SPECTATOR)

    def dice(self) -> SeededDice:
        """Return the game's dice as they are now, to be thrown away."""
        return SeededDice(self.opening.seed, "test", b"", self.counts)

    def other_dice(self, number: int = 0) -> SeededDice:
        return SeededDice(self.opening.seed, f"other {number}", b"")

    def dealt_again(self, seat: Seat, number: int = 0) -> Any:
        return self.game.resample(self.state, seat, self.other_dice(number))

    def moment(self, lacks: Lacking = nothing_lacks) -> Moment:
        return Moment(
            self.game,
            self.state,
            self.seats,
            self.gone,
            brought(self.game, self.opening.carry, self.opening.stacks),
            self.dice,
            SeededDice(self.opening.seed, f"chance {len(self.counts)} {sum(self.counts.values())}", b"").draw("chance"),
            self.came[1],
            lacks,
        )

    def told_to(self, seat: Seat) -> tuple[PrivateEvent, ...]:
        return self.told.get(seat, ())


# How they begin


def texts_of(game: AnyGame) -> dict[str, list[str]]:
    """For each option some of the texts a host could type: every word, yes and no, the edges of a number."""
    schema = game.options.schema_of_all()
    kinds = schema.get("$defs", {})
    return {key: list(dict.fromkeys(texts(field, kinds))) for key, field in schema["properties"].items()}


def texts(field: dict[str, Any], kinds: dict[str, Any]) -> Iterator[str]:
    if "$ref" in field:
        yield from texts(kinds[field["$ref"].rsplit("/", 1)[-1]], kinds)
    for one in field.get("anyOf", ()):
        yield from texts(one, kinds)
    match field:
        case {"enum": list(words)}:
            yield from words
        case {"type": "boolean"}:
            yield from ("true", "false")
        case {"type": "integer", "minimum": low, "maximum": high}:
            yield from (str(low), str(high), str(field.get("default", low)))
        case {"type": "null"}:
            yield "none"
        case _:
            pass  # a number without limits: the test of the options finds that no value is known


@st.composite
def openings(draw: st.DrawFn, game: AnyGame) -> Opening:
    given = draw(st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in texts_of(game).items()}))
    try:
        options = game.options_from(given)
    except ValidationError:
        options = game.options_from({})
    allowed = game.seats(options)
    count = draw(st.integers(allowed[0], max(allowed[0], min(allowed[-1], MOST_SEATS))))
    seed = draw(st.binary(min_size=4, max_size=4))
    return Opening(game, options, (game.stack(options),) * count, seed)


# How they go on


def positions(
    opening: Opening, most: int = MOST_DEEDS, deed_of: Callable[[Position, Draw], Deed] | None = None
) -> Iterator[Position]:
    """Every position of a game in which all seats move at random, now and then are silent, and seldom leave."""
    chance = SeededDice(opening.seed, "chance", b"").draw("chance")
    dice = SeededDice(opening.seed, "test", b"")
    step = opening.game.start(opening.options, opening.stacks, dice, opening.carry)
    position = reached(Position(opening, None, {}, frozenset(), {}, (None, ())), None, step, dice)
    yield position
    for _ in range(most):
        if position.game.asks(position.state) is None:
            return
        deed = (deed_of or any_deed)(position, chance)
        step = perform(opening.game, position.state, deed, dice)
        position = reached(position, deed, step, dice)
        yield position


def reached(before: Position, deed: Deed | None, step: Step[Any], dice: SeededDice) -> Position:
    told = dict(before.told)
    for event in step.events:
        if isinstance(event, PrivateEvent):
            told[event.to] = (*told.get(event.to, ()), event)
    gone = before.gone | {deed.seat} if isinstance(deed, Left) else before.gone
    return Position(before.opening, step.state, dict(dice.counts), gone, told, (deed, step.events))


def any_deed(position: Position, chance: Draw) -> Deed:
    game, state = position.game, position.state
    here = [seat for seat in position.seats if seat not in position.gone]
    movers = [seat for seat in here if game.legal_moves(state, seat)]
    lot = chance.below(40)
    if lot == 0 and here:
        return Left(chance.pick(here))
    if lot < 3 or not movers:
        ask = game.asks(state)
        return TimedOut(() if ask is None else ask.seats)
    seat = chance.pick(movers)
    return moved_by(seat, chance.pick(chance.pick(game.legal_moves(state, seat)).examples()))


def a_whole_game(game: AnyGame, text: str, **given: str) -> list[Position]:
    """One random game to its end, from a text."""
    options = game.options_from(given)
    count = max(game.seats(options)[0], min(game.seats(options)[-1], 3))
    opening = Opening(game, options, (game.stack(options),) * count, fair.lp(text))
    return list(positions(opening, 10_000))
