"""Test that processes hear what others stored, from both kinds of server and with both kinds of channels."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import count

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from persistence import Commit, Committed, EmbeddedServer, Store, TableNews, TableRef, news
from persistence.keys import ALL_NEWS, news_channel
from persistence.routing import Line

PATIENCE = 60.0
NO_SHARDS = ("-spublish", "-ssubscribe")
"""What servers before Redis 7 lack."""


@pytest.fixture(params=["sharded", "plain"])
async def bare(server: EmbeddedServer, request: pytest.FixtureRequest) -> AsyncIterator[Redis]:
    """Yield a connection of our own to a server with, or without, sharded channels."""
    async with Redis.from_url(server.url) as bare:
        if request.param == "plain":
            await bare.execute_command("ACL", "SETUSER", "default", *NO_SHARDS)
        yield bare
        await bare.execute_command("ACL", "SETUSER", "default", "+@all")


class Listener:
    """A process that hears news."""

    def __init__(self, store: Store) -> None:
        self.store, self.heard = store, asyncio.Queue[TableNews]()
        self.begins, self.told = asyncio.Event(), asyncio.Queue[tuple[str, bytes]]()
        store.news.hear_tables(self.heard.put_nowait)
        store.news.hear(b"word", lambda teller, content: self.told.put_nowait((teller, content)))
        store.news.when_missed(self.begins.set)
        store.news.start()

    async def next(self) -> TableNews:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)

    async def listens(self) -> None:
        await asyncio.wait_for(self.begins.wait(), PATIENCE)
        self.begins.clear()


@pytest.fixture
async def two(server: EmbeddedServer, bare: Redis) -> AsyncIterator[tuple[Listener, Listener]]:
    stores = [await Store.connect(server.url, timeout=PATIENCE) for _ in range(2)]
    both = Listener(stores[0]), Listener(stores[1])
    for one in both:
        await one.listens()
    yield both
    for store in stores:
        await store.close()


async def published(bare: Redis) -> int:
    stats = await bare.info("commandstats")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("publish", "spublish"))


async def test_a_step_is_told_to_others_alone(two: tuple[Listener, Listener], ref: TableRef) -> None:
    one, other = two
    await one.store.commit(Commit(ref, 0, b"", places=("x:1 2", "x:3"), wake_at=99))
    assert await other.next() == TableNews(ref, 1, 99, frozenset({"x:1 2", "x:3"}), one.store.news.name)
    await other.store.commit(Commit(ref, 1, b"", places=("x:4",)))
    news = await one.next()
    assert (news.version, news.wake_at) == (2, None)
    assert news.places >= {"x:3", "x:4"}, "who looks on where it was shown hears that it is gone"
    assert one.heard.empty()
    assert other.heard.empty()


async def test_who_is_alone_tells_nobody(server: EmbeddedServer, bare: Redis, ref: TableRef) -> None:
    store = await Store.connect(server.url, timeout=PATIENCE)
    alone = Listener(store)
    await alone.listens()
    before = await published(bare)
    assert isinstance(await store.commit(Commit(ref, 0, b"")), Committed)
    assert await published(bare) == before
    await store.close()


async def test_others_hear_who_does_not_listen(
    two: tuple[Listener, Listener], server: EmbeddedServer, ref: TableRef
) -> None:
    deaf = await Store.connect(server.url, timeout=PATIENCE)
    await deaf.commit(Commit(ref, 0, b""))
    assert [(await one.next()).ref for one in two] == [ref, ref]
    await deaf.close()


async def test_a_word_about_a_venue_is_told(two: tuple[Listener, Listener], venue: str) -> None:
    one, other = two
    one.store.news.tell(b"nobody's", venue, b"x")
    one.store.news.tell(b"word", venue, b"two words")
    assert await asyncio.wait_for(other.told.get(), PATIENCE) == (one.store.news.name, b"two words")
    assert one.told.empty()


async def test_news_that_are_cut_off_are_heard_again(
    two: tuple[Listener, Listener], bare: Redis, ref: TableRef
) -> None:
    one, other = two
    assert await bare.execute_command("CLIENT", "KILL", "TYPE", "pubsub") == 2
    for each in two:
        await each.listens()
    await one.store.commit(Commit(ref, 0, b""))
    assert (await other.next()).ref == ref


async def test_errors_stop_no_news(two: tuple[Listener, Listener], bare: Redis, venue: str, ref: TableRef) -> None:
    """Neither of whoever is told that news were missed, nor in hearing, nor in telling."""
    one, other = two
    other.store.news._missed.insert(0, lambda: 1 // 0)
    lines, tries = other.store.news._lines, count()
    assert lines is not None

    async def badly(channels: Sequence[str]) -> list[Line]:
        found = await lines(channels)
        if next(tries) == 0:
            found[0][0].connect = lambda: 1 // 0  # type: ignore[method-assign]  # that is the error
        return found

    other.store.news._lines = badly
    await other.store.news.stop()
    other.store.news.start()
    await other.listens()
    with capture_logs() as logged:
        one.store.news._to_tell.append(("", object()))  # type: ignore[arg-type]  # that is the error
        one.store.news.tell(b"word", venue, b"lost with it")
        while not logged:  # noqa: ASYNC110 - it is a look at a fact, not at a clock
            await asyncio.sleep(0)
    one.store.news.tell(b"word", venue, b"hello")
    assert await asyncio.wait_for(other.told.get(), PATIENCE) == (one.store.news.name, b"hello")


async def test_a_store_that_hangs_holds_up_no_end(
    two: tuple[Listener, Listener], bare: Redis, venue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "GOODBYE", 0.01)
    await bare.execute_command("CLIENT", "PAUSE", int(PATIENCE * 1000), "WRITE")
    two[0].store.news.tell(b"word", venue, b"hello")
    await asyncio.wait_for(two[0].store.news.stop(), PATIENCE / 4)
    await bare.execute_command("CLIENT", "UNPAUSE")


async def test_odd_news_stop_nobody(two: tuple[Listener, Listener], bare: Redis, venue: str, ref: TableRef) -> None:
    one, other = two
    sharded = await bare.pubsub_shardnumsub(ALL_NEWS[0]) != [(ALL_NEWS[0].encode(), 0)]
    for odd in (b"", b"x", b"x table", b"x table y", b"x table a:b c d", b"\xff \xff \xff", b"x table a:b 1 \xff"):
        await bare.execute_command("SPUBLISH" if sharded else "PUBLISH", news_channel(venue), odd)
    await one.store.commit(Commit(ref, 0, b""))
    assert (await other.next()).ref == ref


class SilentLine:
    """A line on which a server says nothing but answers, so many times, that it is there."""

    def __init__(self, answers: int) -> None:
        self.asked, self._answers, self._told = 0, answers, asyncio.Queue[list[bytes]]()

    async def send_packed_command(self, _: Sequence[bytes]) -> None:
        self.asked += 1
        if self.asked <= self._answers:
            self._told.put_nowait([b"pong", b""])

    async def read_response(self, **_: object) -> list[bytes]:
        return await self._told.get()


async def test_a_silent_line_is_given_up_when_nobody_answers_there(
    two: tuple[Listener, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = SilentLine(answers=2)
    monkeypatch.setattr(news, "QUIET", 0.01)
    with pytest.raises(TimeoutError):
        await two[0].store.news._hear_out(line)  # type: ignore[arg-type]  # that is all that is asked of it
    assert line.asked == 3


async def test_who_may_publish_nothing_stores_all_the_same(server: EmbeddedServer, bare: Redis, ref: TableRef) -> None:
    await bare.execute_command("ACL", "SETUSER", "default", *NO_SHARDS, "-publish", "-subscribe")
    store = await Store.connect(server.url, timeout=PATIENCE)
    store.news.start()
    assert not store.news.is_heard
    assert isinstance(await store.commit(Commit(ref, 0, b"")), Committed)
    await store.close()


async def test_a_permission_that_is_lost_stops_no_step(
    two: tuple[Listener, Listener], bare: Redis, ref: TableRef
) -> None:
    await bare.execute_command("ACL", "SETUSER", "default", *NO_SHARDS, "-publish")
    assert isinstance(await two[0].store.commit(Commit(ref, 0, b"")), Committed)
    assert isinstance(await two[0].store.commit(Commit(ref, 1, b"")), Committed)
