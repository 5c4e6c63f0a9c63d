"""Test that an unreadable table is set aside and one of a newer bot is left alone, while the others play on."""

import pytest
from beside import beside
from evening import Evening
from structlog.testing import capture_logs

from bot.table.document import SCHEMA
from persistence import Store, TableRef
from persistence.keys import table_keys
from persistence.sealing import sealed
from persistence.tables import DOCUMENT

FAR = 24 * 3600


pytestmark = pytest.mark.usefixtures("money_is_kept")


async def put(store: Store, ref: TableRef, content: bytes, *, seal: bool = True) -> None:
    """Replace the stored document of a table."""
    stored = sealed(store.seals, ref, DOCUMENT, await store.version(ref), content) if seal else content
    assert await store.pipe.write("HSET", table_keys(ref).session, "d", stored) == 0


@pytest.mark.parametrize("seal", [True, False], ids=["sealed", "unsealed"])
@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b'{"schema":%d}' % SCHEMA, b"\xff\xfe\x00", b'["pl"]'],
    ids=lambda one: repr(one)[:12],
)
async def test_a_table_that_cannot_be_read_is_set_aside_and_its_stakes_go_back(
    evening: Evening, other_store: Store, content: bytes, seal: bool
) -> None:
    """F23: to those who paid them in. Other tables play on, and the stored content is kept for study."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start", "ann: !stake 10")
    broken = (await evening.table()).ref
    await evening.lines("cid: !open halflings money=purse buyin=300 cooldown=0")
    await put(evening.store, broken, content, seal=seal)
    other = beside(evening, other_store)
    with capture_logs():
        await other.wait(600)
        answer = await other.say("ann", "!table")
    assert "Something broke" not in answer.text
    accounts = await evening.store.accounts(evening.venue)
    assert accounts[f"purse:{evening.id_of('ann')}"] == accounts[f"purse:{evening.id_of('ben')}"] == 1000
    assert accounts[f"purse:{evening.id_of('cid')}"] == 700
    assert accounts[f"stake:{broken.table}"] == 0
    (well,) = await other.sessions()
    assert well.seats[0].name == "cid"
    set_aside = await evening.store.quarantined(broken)
    assert set_aside is not None
    assert set_aside.document == content
    assert (await other.say("cid", "!stake 5 auto")).ok
    assert broken not in [ref for ref, _ in await evening.store.due(evening.clock.now() + FAR * 1000)]
    evening.house.repository.forget(broken)
    await other.end()


async def test_a_table_of_a_newer_bot_is_left_as_it_is(evening: Evening, other_store: Store) -> None:
    """F21: not touched, not refunded."""
    await evening.lines("ann: !open halflings money=purse")
    ref, document = (await evening.table()).ref, await evening.document()
    newer = document.replace(b'"schema":%d' % SCHEMA, b'"schema":99')
    await put(evening.store, ref, newer)
    other = beside(evening, other_store)
    with capture_logs():
        assert not (await other.say("ann", "!stake 5")).ok
        await other.wait(7 * 3600)
    stored = await other_store.load(ref)
    assert stored is not None
    assert stored.document == newer
    assert (await evening.store.accounts(evening.venue))[f"stake:{ref.table}"] == 200
    await put(evening.store, ref, document)
    await other.end()
