"""Test that any line at any moment of any game is not for us, a command, refused in a sentence, or a legal move.

There is no store here, so a million lines take minutes. `test_fuzz.py` takes fewer lines, and whole houses.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing
from typing import NamedTuple

import pytest
from any_lines import AnyLines
from evening import PLATFORM
from judged import COMMAND, MOVE, NOT_FOR_US, REFUSED, Judge
from moments import moments, offered

from bot.ports.messages import Message, Person
from bot.table.document import Session
from bot.table.phases import Playing
from games.catalogue import catalogue
from games.kit.moves import verb
from persistence import EmbeddedServer

GAMES = ("cones", "halflings", "headache", "poohead", "rogues")


class Length(NamedTuple):
    """How many lines are said in each game, at how many moments of it, and for how many steps its tables are played."""

    lines: int
    moments: int
    steps: int


SHORT, LONG = Length(400, 10, 12), Length(200_000, 500, 150)
"""In the long form the tables reach every kind of move."""
LOOKS_ON = Person(f"{PLATFORM}:zoe", "zoe")


class Speakers:
    """Lets somebody say a line: a person at the table or not, in public, in private or by a button."""

    def __init__(self, seed: str) -> None:
        self._chance, self._lines = random.Random(seed), AnyLines(seed)  # noqa: S311 - a test's own
        self._count = 0

    def messages(self, session: Session, most: int) -> Iterator[Message]:
        assert isinstance(session.phase, Playing)
        people = [*(Person(one.player, one.name) for one in session.seats), LOOKS_ON]
        moves = offered(session)
        self._lines.turn_to([one.name for one in people], moves)
        for _ in range(most):
            self._count += 1
            way = self._chance.random()
            yield Message(
                f"m{self._count}",
                self._chance.choice(people),
                session.venue,
                session.places[0],
                private=way < 0.4,
                text=f"!{self._chance.choice(moves)}" if way > 0.9 and moves else self._lines.one(),
                table=session.code if way < 0.05 else "",
                ask=session.phase.clock.ask if way < 0.05 else "",
            )


def seed_of(game: str) -> str:
    return f"any line {game}"


class Came(NamedTuple):
    """The count of each result, and the verbs of the moves that were possible when the lines were said."""

    lines: Counter[str]
    verbs: set[str]


async def judged(server: EmbeddedServer, game: str, length: Length) -> Came:
    """Let lines be judged at moments of a game. Each must have an allowed result."""
    speakers, came = Speakers(seed_of(game)), Came(Counter(), set())
    judge: Judge | None = None
    async with aclosing(moments(server, game, length.steps)) as found:
        async for evening, session in found:
            judge = judge or Judge(evening.clock)
            came.verbs.update(line.split()[0] for line in offered(session))
            with judge.at(session):
                for message in speakers.messages(session, length.lines // length.moments):
                    came_to, wrong = await judge.judge(message)
                    came.lines[came_to] += 1
                    assert not wrong, again(game, message, wrong)
            if came.lines.total() >= length.lines:
                break
    return came


def again(game: str, message: Message, wrong: str) -> str:
    """Return a sentence about the line and its run; the same test says it again."""
    where = f"in private at {message.table or 'no table'}" if message.private else "before all"
    line = f"{message.sender.name}, {where}: {message.text!r}"
    return f"seed {seed_of(game)!r}, line {message.id}: {line}: {wrong}"


def check(came: Came, length: Length) -> None:
    """Check that every line had an allowed result, and that each result is frequent enough."""
    assert came.lines.total() == length.lines
    for each in (NOT_FOR_US, COMMAND, REFUSED, MOVE):
        assert came.lines[each] >= length.lines // 200, (each, came.lines)


@pytest.mark.parametrize("game", GAMES)
async def test_any_line_is_not_for_us_or_a_command_or_refused_in_a_sentence_or_a_legal_move(
    empty_server: EmbeddedServer, game: str
) -> None:
    """T6, T11, T22: from people in turn, out of turn and not seated, in public, in private and by buttons."""
    assert set(GAMES) == set(catalogue())
    check(await judged(empty_server, game, SHORT), SHORT)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", GAMES)
async def test_of_a_million_lines_each_is_not_for_us_or_a_command_or_refused_or_a_legal_move(
    empty_server: EmbeddedServer, game: str
) -> None:
    """The same for longer: 200,000 lines at moments of each game at which every kind of move is possible."""
    came = await judged(empty_server, game, LONG)
    print(game, dict(came.lines))  # noqa: T201 - the result of a long run
    check(came, LONG)
    assert came.verbs == {verb(move) for move in catalogue()[game].moves}
