"""Test that any text is answered, and changes a table only as a legal move or a command of the host."""

import pytest
from any_lines import AMOUNTS, OPTIONS, WORDS
from evening import Evening, Room
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from judged import legal_for

from bot.commands.lines import read_line
from bot.commands.table import COMMANDS
from bot.ports.messages import Reply
from bot.table.change import Refused
from bot.table.codec import decode_batch, decode_session
from games.catalogue import by_word
from games.proof.record import Moved
from persistence import TableRef

pytestmark = pytest.mark.timeout(400)
PEOPLE = ["ann", "ben", "cid"]
UNCHECKED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


values = st.one_of(
    st.sampled_from(AMOUNTS),
    st.sampled_from(OPTIONS),
    st.integers(-(10**20), 10**20).map(str),
    st.text(max_size=12),
)
words = st.sampled_from(WORDS)
lines = st.one_of(
    st.text(max_size=60),
    st.text(max_size=60).map("!{}".format),
    st.builds(lambda word, rest: " ".join([f"!{word}", *rest]), words, st.lists(values, max_size=4)),
)


async def a_table(room: Room) -> Evening:
    """Open a duel: Ann has staked, Ben is about to roll, and Cid watches."""
    evening = Evening(room.store, room.clock)
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start", "ann: !stake 10")
    return evening


async def heard(room: Room, said: list[tuple[str, str, bool]]) -> None:
    evening = await a_table(room)
    ref = (await evening.table()).ref
    try:
        for name, text, private in said:
            before = await stored(room, ref)
            message = evening.message(name, text, private=private)
            answer = await evening.hear(message)
            assert isinstance(answer, Reply)
            assert "Something broke" not in answer.text
            if await stored(room, ref) != before:
                await explain(room, evening, before, name, text)
    finally:
        await evening.end()


async def stored(room: Room, ref: TableRef) -> bytes:
    found = await room.store.load(ref)
    assert found is not None
    return found.document


async def explain(room: Room, evening: Evening, before: bytes, name: str, text: str) -> None:
    """Check that a changed table had a legal move of the sender, or a command."""
    session = decode_session(before)
    fresh = [decode_batch(line) for line in await room.store.log(session.ref, session.log_length)]
    deeds = [batch.deed for batch in fresh if isinstance(batch.deed, Moved)]
    word = first_word(evening, name, text)
    if not deeds:
        assert word in COMMANDS or by_word(word) is not None, (name, text)
        return
    assert legal_for(session, evening.id_of(name), deeds[0]), (name, text, deeds)


def first_word(evening: Evening, name: str, text: str) -> str:
    try:
        said = read_line(evening.message(name, text, private=True), "!")
    except Refused:
        return ""
    return "" if said is None else said.word


said_by_somebody = st.tuples(st.sampled_from(PEOPLE), lines, st.booleans())


@settings(deadline=None, database=None, suppress_health_check=UNCHECKED)
@given(said=st.lists(said_by_somebody, min_size=1, max_size=4))
def test_any_lines_whatever_are_answered_and_only_legal_moves_change_the_table(
    room: Room, said: list[tuple[str, str, bool]]
) -> None:
    """T6, T11, T22: from people in turn, out of turn and not seated, in public and in private."""
    room.run(heard(room, said))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_of_20_000_lines_each_is_answered_and_only_legal_moves_change_a_table(room: Room) -> None:
    """The same for longer: ten lines at each of two thousand tables."""
    count = 0

    @settings(max_examples=2_000, deadline=None, database=None, suppress_health_check=UNCHECKED)
    @given(said=st.lists(said_by_somebody, min_size=10, max_size=10))
    def ten_lines(said: list[tuple[str, str, bool]]) -> None:
        nonlocal count
        count += len(said)
        room.run(heard(room, said))

    ten_lines()
    assert count >= 20_000


@example(text="halflings", table="", ask="", locale="", place=False)
@settings(deadline=None, database=None, suppress_health_check=UNCHECKED)
@given(text=lines, table=st.text(max_size=8), ask=st.text(max_size=8), locale=st.text(max_size=8), place=st.booleans())
def test_a_message_with_any_fields_is_answered(
    room: Room, text: str, table: str, ask: str, locale: str, place: bool
) -> None:
    """T14: `hear` does not raise, whatever a forged request holds."""

    async def once() -> Reply:
        evening = Evening(room.store, room.clock)
        message = evening.message("ann", text, table=table, ask=ask, place=None if place else "", private=not place)
        answer = await evening.hear(
            type(message)(**{f: getattr(message, f) for f in message.__struct_fields__} | {"locale": locale})
        )
        await evening.end()
        return answer

    assert "Something broke" not in room.run(once()).text
