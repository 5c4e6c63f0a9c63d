"""F29: what was taken is never refused afterwards, whoever asks again, whenever, and at whichever process.

`tests/faults/test_killed.py` kills real processes.
"""

from collections.abc import AsyncIterator

import pytest
from evening import Evening
from said_again import TABLES, WAYS, Everything, Rounds, say_again

from games.catalogue import catalogue
from games.kit.moves import verb
from persistence import HandClock, Store

RARE = {"stand"}
"""So rare in one of the games that one way of it is enough: a double that falls short in a last duel."""
SHORT, LONG = 20, 300
"""Steps at each table. In the long form no kind of move is left out, in whatever way it is said."""
MOST = 3_000
"""Steps at the last tables until every kind of move has been made."""


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening(store, clock, witness=Everything(), seed=request.node.nodeid)
    yield made
    await made.end()


def missing(rounds: Rounds, game: str) -> set[tuple[str, ...]]:
    """Each verb: to the bot alone, as a button or form, and before all if it ever can be."""
    verbs, made = {verb(move) for move in catalogue()[game].moves}, {one for one, _ in rounds.made}
    ways = {(one, way) for one in verbs - RARE for way in WAYS if way != "typed" or one in rounds.open_to_all}
    return (ways - set(rounds.made)) | {(one,) for one in verbs & RARE - made}


async def play(rounds: Rounds, line: str, people: int, steps: int) -> set[str]:
    """What is the first of its kind is said again at once, and all of it now and then; once more after the end.

    Gives the verbs that were offered there.
    """
    evening, first = rounds.evening, len(rounds.taken)
    await rounds.begin(line, people)
    last = len(rounds.taken)
    for step in range(1, steps + 1):
        kinds = len(rounds.made)
        message = await rounds.step()
        if message is not None and len(rounds.made) > kinds:
            await say_again(evening, [message])
        if step % 30 == 0:
            await say_again(evening, rounds.taken[last:])
            last = len(rounds.taken)
    for name in rounds.people:
        await evening.lines(f"{name}: !leave")
    await evening.wait(3600)
    await say_again(evening, rounds.taken[first:])
    return rounds.offered


async def every_kind(evening: Evening, game: str) -> None:
    """All tables of the game; then those again that know what is still missing, for it may be rare."""
    rounds, left = Rounds(evening), MOST
    known: dict[str, set[str]] = {}
    for options, people in TABLES[game]:
        known[options] = await play(rounds, f"!open {game} {options}", people, LONG)
    while left > 0 and (rare := missing(rounds, game)):
        knows = [one for one in TABLES[game] if known[one[0]] & {name for name, *_ in rare}] or TABLES[game]
        for options, people in knows:
            known[options] |= await play(rounds, f"!open {game} {options}", people, LONG)
            left -= LONG
    assert missing(rounds, game) == set(), "give the tables more steps, or options that offer these"


@pytest.mark.parametrize("game", TABLES)
async def test_a_move_that_was_taken_is_never_refused_when_it_comes_again(evening: Evening, game: str) -> None:
    """F29: at once, later in the game, after others have moved on, and when its maker has left the table."""
    assert set(TABLES) == set(catalogue())
    rounds = Rounds(evening)
    for options, people in TABLES[game]:
        await play(rounds, f"!open {game} {options}", people, SHORT)
    assert {way for _, way in rounds.made} == set(WAYS)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", TABLES)
async def test_a_move_that_was_taken_in_whatever_way_is_never_refused(evening: Evening, game: str) -> None:
    """F29, the long form."""
    await every_kind(evening, game)
