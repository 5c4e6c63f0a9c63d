"""Any line whatever, at any moment of any game, is none of ours, a command, refused in a sentence, or a legal move.

There is no store here, so that a million lines take minutes. `test_fuzz.py` takes fewer, and whole houses.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing

import pytest
from any_lines import AnyLines
from evening import PLATFORM
from judged import COMMAND, MOVE, NOT_FOR_US, REFUSED, Judge
from moments import moments, offered

from bot.ports.messages import Message, Person
from bot.table.document import Session
from bot.table.phases import Playing
from games.catalogue import catalogue
from persistence import EmbeddedServer

GAMES = ("cones", "halflings", "headache", "poohead", "rogues")
SHORT, LONG = 500, 200_000
"""Lines at each game."""
AT_A_MOMENT = {SHORT: 50, LONG: 400}
"""Lines at each moment."""
BETWEEN = {SHORT: 3, LONG: 1}
"""The moments from one to the next at which lines are said."""
LOOKS_ON = Person(f"{PLATFORM}:zoe", "zoe")


class Speakers:
    """Has somebody say a line: whoever sits at a table or nobody who does, before all, in private or by a button."""

    def __init__(self, seed: str) -> None:
        self._chance, self._lines = random.Random(seed), AnyLines(seed)  # noqa: S311 - a test's own
        self._count = 0

    def messages(self, session: Session, most: int) -> Iterator[Message]:
        assert isinstance(session.phase, Playing)
        people = [*(Person(one.player, one.name) for one in session.seats), LOOKS_ON]
        self._lines.turn_to([one.name for one in people], offered(session))
        for _ in range(most):
            self._count += 1
            way = self._chance.random()
            yield Message(
                f"m{self._count}",
                self._chance.choice(people),
                session.venue,
                session.places[0],
                private=way < 0.4,
                text=self._lines.one(),
                table=session.code if way < 0.05 else "",
                ask=session.phase.clock.ask if way < 0.05 else "",
            )


def seed_of(game: str) -> str:
    return f"any line {game}"


async def judged(server: EmbeddedServer, game: str, most: int) -> Counter[str]:
    """Have so many lines judged at moments of a game; how many came to what. Each must come to what it may."""
    speakers, count = Speakers(seed_of(game)), Counter[str]()
    judge: Judge | None = None
    number = 0
    async with aclosing(moments(server, game)) as found:
        async for evening, session in found:
            number += 1
            if number % BETWEEN[most]:
                continue
            judge = judge or Judge(evening.clock)
            with judge.at(session):
                for message in speakers.messages(session, AT_A_MOMENT[most]):
                    came_to, wrong = await judge.judge(message)
                    count[came_to] += 1
                    assert not wrong, again(game, number, message, wrong)
            if count.total() >= most:
                break
    return count


def again(game: str, number: int, message: Message, wrong: str) -> str:
    """Tell which line of which run it was: the same test says it again."""
    where = f"in private at {message.table or 'no table'}" if message.private else "before all"
    line = f"{message.sender.name}, {where}: {message.text!r}"
    return f"seed {seed_of(game)!r}, moment {number}, {message.id}: {line}: {wrong}"


def check(count: Counter[str], most: int) -> None:
    """Every line came to something that it may, and enough of them to each."""
    assert count.total() == most
    for each in (NOT_FOR_US, COMMAND, REFUSED, MOVE):
        assert count[each] >= most // 200, (each, count)


@pytest.mark.parametrize("game", GAMES)
async def test_any_line_is_not_for_us_or_a_command_or_refused_in_a_sentence_or_a_legal_move(
    empty_server: EmbeddedServer, game: str
) -> None:
    """T6, T11, T22: of people in turn, out of turn and not seated, before all, in private and by buttons."""
    assert set(GAMES) == set(catalogue())
    check(await judged(empty_server, game, SHORT), SHORT)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", GAMES)
async def test_of_a_million_lines_each_is_not_for_us_or_a_command_or_refused_or_a_legal_move(
    empty_server: EmbeddedServer, game: str
) -> None:
    """The same, longer: 200,000 lines at moments of each game."""
    count = await judged(empty_server, game, LONG)
    print(game, dict(count))  # noqa: T201 - what a long run was worth
    check(count, LONG)
