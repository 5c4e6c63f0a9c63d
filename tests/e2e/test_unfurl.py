"""Test what chats show beside a link to a finished game: its words and a picture, and no more than the replay tells."""

import io
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from e2e.replayed import OPENED, Archive, archive
from PIL import Image
from yarl import URL

from bot.adapters.web.limits import rates
from bot.ports.shown import ShownResult
from bot.render.painter import PainterBeside
from bot.render.painting import ResultWanted, Wanted, png_of
from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

PICTURE = "picture.png"


@pytest_asyncio.fixture(loop_scope="session")
async def played(request: pytest.FixtureRequest, redis: EmbeddedServer) -> AsyncIterator[Archive]:
    async with archive(redis.url, request.node.nodeid) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def chat() -> AsyncIterator[aiohttp.ClientSession]:
    """Give a chat's program, which fetches what a link shows: it knows no language and keeps no cookies."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[ShownResult]:
    """Note what is drawn, and draw it here."""
    found = list[ShownResult]()

    async def noted(painter: PainterBeside, wanted: Wanted) -> bytes:
        assert isinstance(wanted, ResultWanted)
        found.append(wanted.result)
        return png_of(wanted)

    monkeypatch.setattr(PainterBeside, "drawn", noted)
    return found


async def fetched(chat: aiohttp.ClientSession, address: str) -> tuple[int, bytes]:
    async with chat.get(URL(address, encoded=True)) as answer:
        return answer.status, await answer.read()


@pytest.mark.parametrize("game", OPENED)
async def test_a_link_to_a_game_shows_its_end_as_a_picture(
    played: Archive, chat: aiohttp.ClientSession, drawn: list[ShownResult], game: str
) -> None:
    path = await played.finished(game)
    async with chat.get(f"{played.url}/{path}") as answer:
        page = await answer.text()
    assert f'<meta property="og:image" content="{played.url}/{path}/{PICTURE}">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    async with chat.get(f"{played.url}/{path}/{PICTURE}") as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        png = await answer.read()
    assert Image.open(io.BytesIO(png)).size == (1200, 630)
    (result,) = drawn
    assert result.board is not None
    assert {seat.name for seat in result.seats} <= {"pete", "Hob", "Nan", "Tuck"}
    assert f'<meta property="og:description" content="{result.how}">' in page
    assert all(seat.face for seat in result.seats)


async def test_a_picture_is_drawn_by_the_program_beside_the_bot(played: Archive, chat: aiohttp.ClientSession) -> None:
    path = await played.finished("halflings")
    status, png = await fetched(chat, f"{played.url}/{path}/{PICTURE}")
    assert status == 200
    assert Image.open(io.BytesIO(png)).size == (1200, 630)


async def test_a_game_is_drawn_once_however_often_it_is_asked_for(
    played: Archive, chat: aiohttp.ClientSession, drawn: list[ShownResult]
) -> None:
    path = await played.finished("halflings")
    found = [await fetched(chat, f"{played.url}/{path}/{PICTURE}?v={number}") for number in range(30)]
    assert {status for status, _ in found} == {200}
    assert len({png for _, png in found}) == 1
    assert len(drawn) == 1


@pytest.mark.parametrize("rate", ["PICTURES", "PICTURES_OF_ALL"])
async def test_whoever_asks_for_many_pictures_is_told_to_wait(
    redis: EmbeddedServer, chat: aiohttp.ClientSession, drawn: list[ShownResult], rate: str,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(rates, rate, rates.Rate(1, 0.0001))
    async with archive(redis.url, rate) as played:
        one = await played.finished("halflings")
        await played.evening.lines("pete: !start")
        await played.evening.wait(3600)
        other = str((await played.evening.say("pete", "!replay 2")).text).partition(f"{played.url}/")[2]
        assert (await fetched(chat, f"{played.url}/{one}/{PICTURE}"))[0] == 200
        status, text = await fetched(chat, f"{played.url}/{other}/{PICTURE}")
        assert status == 429
        assert b"slow" in text.lower() or b"fast" in text.lower()
        assert (await fetched(chat, f"{played.url}/{one}/{PICTURE}"))[0] == 200, "it is kept"
        assert len(drawn) == 1


async def test_a_link_that_leads_nowhere_has_no_picture(
    played: Archive, chat: aiohttp.ClientSession, drawn: list[ShownResult]
) -> None:
    for link in ("nothing", "x" * 500, "..%2f.."):
        status, text = await fetched(chat, f"{played.url}/game/{link}/{PICTURE}")
        assert status == 404, link
        assert b"no such game" in text
    assert not drawn


async def test_whoever_is_forgotten_is_in_no_picture_any_more(
    played: Archive, chat: aiohttp.ClientSession, drawn: list[ShownResult]
) -> None:
    path = await played.finished("halflings")
    assert (await fetched(chat, f"{played.url}/{path}/{PICTURE}"))[0] == 200
    before = drawn[-1]
    assert "pete" in {seat.name for seat in before.seats}
    await played.evening.lines("pete: !leave")
    for line in ("!forget me", "!forget me yes"):
        assert (await played.evening.whisper("pete", line)).ok
    assert (await fetched(chat, f"{played.url}/{path}/{PICTURE}"))[0] == 200
    after = drawn[-1]
    told = " ".join([after.how, *(seat.name for seat in after.seats), *(one.label for one in after.board.pieces)])  # type: ignore[union-attr]
    assert "pete" not in told
    (gone,) = [one for one, was in zip(after.seats, before.seats, strict=True) if was.name == "pete"]
    assert not gone.face
