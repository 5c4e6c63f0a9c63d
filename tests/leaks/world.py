"""Play one evening in a house with chat, cards, pages and an overlay, and keep what reaches readers.

It is played twice with one difference. A leak is anything by which people who do not know the difference can tell the
two evenings apart (threats T37).
"""

import asyncio
import contextlib
import io
import re
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple

import msgspec
import pytest
import structlog
from aiohttp import ClientWebSocketResponse
from evening import START, Evening, Witness
from frames import Frame, of_reply, of_update
from outputs import ADDRESSES, ASKED
from redis.asyncio import Redis
from scripts import ASK, ENDED, HOLDER, KNOWN_TO, SCRIPTS
from web.conftest import Browser

from bot.adapters.console import SeededBytes
from bot.adapters.web import TableRoom
from bot.adapters.web.guests import proposed_names
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.open_page import OpenPage
from bot.adapters.web.overlay.screen import Screen
from bot.app.on_discord import OnDiscord
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.commands import privacy
from bot.delivery.replays import Replays
from bot.engine import logs
from bot.ports.broadcasts import Prediction
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Answer, Door, Posting, Reply, Rights, Update
from bot.ports.rate import Buckets
from bot.table.defaults import Defaults
from bot.wings.streams.forecasts import Forecasts
from games.kit.moves import verb
from games.proof import chain, fair
from games.proof.chain import EndLine
from games.proof.fair import base32
from persistence import EmbeddedServer, HandClock, Store

PLAYER, ONLOOKER, MODERATOR = "cid", "zoe", "mia"
READERS: Final = (PLAYER, ONLOOKER, MODERATOR)
STRANGER, LOG = "stranger", "log"
PUBLIC: Final = "http://inn.test/"
VENUE, PLACE, TAG = "test:inn", "test:here", "-out"
PASSING: Final = re.compile(r'"(?:timestamp|took|ms|seconds)": ?(?:"[^"]*"|[\d.]+)')
"""What a log says of the machine's own time."""
LINKS: Final = {
    "GAME": r"/game/([\w-]+)",
    "LIST": r"/games/([\w-]+)",
    "NIGHTS": r"/nights/([\w-]+)",
    "PERSON": r"/games/.*/([\w-]+)",
}
LONG_WORD: Final = re.compile("(?<![a-z0-9])[a-z0-9]{12,}")
DIGEST: Final = re.compile("[a-z2-7]{26}|[0-9a-f]{12,}")
"""Sought in long words alone, which is twice as fast."""
OF_NOW: Final = re.compile(r"\d+(?= ms)")


class Chat(Witness):
    """An adapter that keeps everything it is to show or say."""

    def __init__(self, hand_on: Callable[[Update | Frame], None]) -> None:
        super().__init__()
        self._hand_on = hand_on

    async def show(self, update: Update) -> str:
        await super().show(update)
        self._hand_on(update)
        return f"card-{update.audience}"

    async def door(self, name: str) -> Door | None:
        return Door("test", name, "the inn", VenueId(VENUE), PlaceId(PLACE)) if name == "here" else None

    async def post(self, place: PlaceId, posting: Posting) -> None:
        self._hand_on(Frame(f"place:{place}", "call Poster.post", msgspec.json.encode(posting).decode()))


class Stage:
    """A platform's rewards, polls and predictions, as they were requested."""

    def __init__(self, hand_on: Callable[[Frame], None]) -> None:
        self._hand_on = hand_on

    def __getattr__(self, name: str) -> Any:
        async def called(place: PlaceId, *of: Any, **by_name: Any) -> Any:
            self._hand_on(Frame(f"place:{place}", f"call Broadcast.{name}", f"{of} {by_name}"))
            return Prediction("p", tuple(map(str, range(9)))) if name == "open_prediction" else None

        return called


class World:
    """One of the two evenings: its lines, questions and results. `frames`: everything that reached anybody but the
    holder.
    """

    def __init__(self, store: Store, clock: HandClock, log: io.StringIO, heads: set[str]) -> None:
        self.frames: list[Frame] = []
        self.own: list[Frame] = []
        """What reached those who know the difference."""
        self._heads = heads
        self._log, self.links, self.known_to = log, dict[str, str](), frozenset[str]()
        chat, manners = Chat(self.keep), Defaults(pace=0, bots_from_bank=True)
        self.evening = Evening(
            store, clock, manners=manners, venue=VENUE, place=PLACE, witness=chat, tag=TAG, seed="outputs"
        )
        self.evening._ids, self.evening.dice.random_bytes = "line", bytes  # alike, whatever happens between two games
        self.evening.rights = {MODERATOR: Rights.OWNER}
        self.evening.house.add_broadcast("test", Stage(self.keep))
        self.overlay_key = ""
        self.room: TableRoom | None = None
        self.browsers: dict[str, Browser] = {}
        self.seats: dict[str, str] = {}
        self._stack = contextlib.AsyncExitStack()
        """Closes the pages and the overlay that stay open. What they are told is kept as it comes."""

    def keep(self, what: Update | Frame) -> None:
        """Keep what reached somebody, unless only the holder got it."""
        for one in of_update(what) if isinstance(what, Update) else [what]:
            (self.own if any(one.reader.endswith(name) for name in self.known_to) else self.frames).append(one)

    def taken(self) -> list[Frame]:
        """Return everything kept since the last call, with the log lines of that time."""
        lines = sorted(PASSING.sub("", line) for line in self._log.getvalue().splitlines())
        self._log.seek(0)
        self._log.truncate()
        found = [*self.frames, *(Frame(LOG, "log", line) for line in lines)]
        self.frames.clear()
        return [one._replace(content=LONG_WORD.sub(self._named, one.content)) for one in found]

    def _named(self, word: re.Match[str]) -> str:
        return DIGEST.sub(self._by_name, word[0])

    def _by_name(self, found: re.Match[str]) -> str:
        """Return "HEAD" for the head of a chain, its end, or its first digits, since it hashes hidden values,
        salted.
        """
        return "HEAD" if any(head.startswith(found[0]) for head in self._heads) else found[0]

    # Lines

    async def play(self, lines: Sequence[str], wanted: Collection[str] = ()) -> None:
        """Play the lines of a script. At each `ask:`, ask for the wanted outputs."""
        for line in lines:
            name, _, text = line.partition(": ")
            if name == "wait":
                await self.evening.wait(float(text))
                await self._settle()
            elif name == "dice":
                self.evening.dice.load(text.split())
            elif name == "deck":
                self.evening.dice.stack_deck(text.split())
            elif name == "away":
                self.evening.witness.away = {f"person:{self.evening.id_of(text)}"}
            elif line.startswith(ASK):
                await self.ask(wanted or meant(text.split()))
            else:
                answer = await self.says(name, text)
                assert answer.ok or text.startswith("~"), f"{line!r} was refused: {answer.text}"

    async def says(self, name: str, text: str, output: str = "") -> Answer:
        """Say a line. With `?` before it, it is private; with `~` before it, it may be refused."""
        text = text.removeprefix("~")
        private, said = text.startswith("?"), text.removeprefix("?")
        answer = await self.evening.say(name, said, private=private)
        await self._settle()
        reader = self.evening.id_of(name)
        output = output or f"command {said.removeprefix('!').split()[0]}"
        told = of_reply(reader, output, without_time(answer))
        self.keep(told)
        if not (private or answer.is_private):  # a chat shows it to all
            self.keep(told._replace(reader=f"place:{PLACE}"))
        for place, link in LINKS.items():
            if found := re.search(link, answer.text):
                self.links.setdefault(place, found[1])
        return answer

    async def _settle(self) -> None:
        """Wait for the side effects of a step: predictions, and what overlays fetch of a finished game."""
        await self.evening.house.part(Forecasts).settle()
        assert self.room is not None
        assert self.room._overlays is not None
        await asyncio.gather(*self.room._overlays._endings._fetches)

    async def moves_in_vain(self, name: str) -> None:
        """Let somebody try each move that they may not make now, in public and in private."""
        session = await self.evening.table()
        seat = session.seat_of(self.evening.id_of(name))
        legal = {move.verb for move in (() if seat is None else session.legal_moves(seat))}
        for word in sorted({verb(move) for move in session.rules.moves} - legal):
            for line in (f"!{word}", f"?{word} 1"):
                await self.says(name, line, f"move {word}")

    # Questions

    async def ask(self, wanted: Collection[str] = ()) -> None:
        """Ask for every output as every reader, or only for the wanted ones, and keep the answers."""
        for word, lines in ASKED.items():
            if not wanted or f"command {word}" in wanted:
                for line in lines:
                    await self._asked(word, line)
        if not wanted or "move" in wanted:
            for name in READERS:
                await self.moves_in_vain(name)
        for route, paths in ADDRESSES.items():
            if not wanted or f"GET {route}" in wanted:
                for path in paths.split():
                    await self._opened(route, path)
        if not wanted or "port" in wanted:
            await self._looked()

    async def _asked(self, word: str, line: str) -> None:
        by, _, text = line.rpartition(": ")
        code = (await self.evening.table()).code
        for name in [by] if by else READERS:
            await self.says(name, text.replace("CODE", code), f"command {word}")

    async def _looked(self) -> None:
        """Ask for what adapters show of a table after a press: Discord's private cards, and pages."""
        house, code = OnDiscord(self.evening.house), (await self.evening.table()).code
        for name in READERS:
            message = self.evening.message(name, "", table=code)
            for port in (house.hand, house.hand_in_tournament):
                self.keep_answer(name, f"port {port.__name__}", await port(message))
            known = await house.purse_and_tables(message, self.evening.id_of(HOLDER))
            self.keep(Frame(name, "port purse_and_tables", str(known)))
            for update in await self.evening.house.look(message.sender, VENUE, PLACE, "en"):
                self.keep_answer(name, "port look", update)

    def keep_answer(self, name: str, output: str, answer: Update | Reply) -> None:
        found = of_update(answer) if isinstance(answer, Update) else [of_reply(name, output, answer)]
        self.frames += [one._replace(reader=name, output=f"{output}, {one.output}") for one in found]

    async def _opened(self, route: str, path: str) -> None:
        code = (await self.evening.table()).code
        for name in (*READERS, STRANGER):
            seat = self.seats.get(name, self.seats[PLAYER])
            address = path
            for word, meant in {"SEAT": f"/seat/{seat}", "CODE": code, **self.links, **await self._last()}.items():
                address = address.replace(word, meant)
            if not address.endswith("/live"):
                await self._get(name, route, address)
            elif name in self.seats and (name == MODERATOR or "overlay" not in address):
                await self._live(name, route, address)

    async def _last(self) -> dict[str, str]:
        """Return the record that ended last and the link to it, which any reader of the archive has."""
        (last,) = await self.evening.store.records(VENUE, 1)
        return {"RECORD": last, "LAST": await self.evening.house.part(Replays).link(VenueId(VENUE), last)}

    async def _get(self, name: str, route: str, path: str) -> None:
        browser = self.browsers[name]
        async with browser.session.get(f"{browser.url}{path}", headers=browser.ours, allow_redirects=False) as answer:
            content = await answer.text() if answer.content_type != "image/png" else (await answer.read()).hex()
            told = f"{answer.status} {answer.headers.get('Location', '')}\n{content}"
        self.keep(Frame(name, f"GET {route}", told.replace(browser.url, "")))

    async def _live(self, name: str, route: str, path: str) -> None:
        """Keep everything that a live line tells first."""
        async with contextlib.AsyncExitStack() as closing:
            for told in (await self._live_of(name, path, closing))[1]:
                self.keep(Frame(name, f"GET {route}", told))

    async def _live_of(
        self, name: str, path: str, closing: contextlib.AsyncExitStack
    ) -> tuple[ClientWebSocketResponse, list[str]]:
        """Open a live line; return it, and what it tells first."""
        browser, told = self.browsers[name], list[str]()
        line = browser.session.ws_connect(f"{browser.url}{path}", headers=browser.ours, max_msg_size=0)
        socket = await closing.enter_async_context(line)
        if "overlay" in path:
            await socket.send_json({"key": self.overlay_key, "commentator": True})
        while not told or not re.search('"type":"snapshot"|"whole":true', told[-1]):
            told.append(await socket.receive_str(timeout=60))
        return socket, told

    # Pages

    async def sit_down(self, base: str) -> None:
        """Open for each reader their own page by a personal link, and also a stranger's page and an overlay's key."""
        for name in READERS:
            link = (await self.evening.say(name, "?page".removeprefix("?"), private=True)).text
            self.browsers[name] = browser = Browser(base)
            self.seats[name] = (await browser.post("/hand", {"secret": re.findall(r"#([\w-]+)", link)[0]})).guest
        self.browsers[STRANGER] = Browser(base)
        mine = self.browsers[MODERATOR]
        self.overlay_key = (await mine.post(f"/seat/{self.seats[MODERATOR]}/overlay/key")).content["key"]

    async def stay_open(self, patch: pytest.MonkeyPatch) -> None:
        """Open each reader's page and the overlay for the whole evening, and keep what each of them is told."""
        standing = list[Any]()
        for kind, way in ((OpenPage, "tell"), (OpenPage, "answer"), (OpenPage, "chat"), (Screen, "hold")):
            patch.setattr(kind, way, self._kept(standing, way, getattr(kind, way)))
        begun = OpenPage.begin, Screen.hold_all
        patch.setattr(OpenPage, "begin", lambda page, *of: standing.append(page) or begun[0](page, *of))
        patch.setattr(Screen, "hold_all", lambda screen, *of: standing.append(screen) or begun[1](screen, *of))
        lines = [(name, f"/seat/{self.seats[name]}/live") for name in READERS]
        for name, path in (*lines, (MODERATOR, "/overlay/live")):
            socket, _ = await self._live_of(name, path, self._stack)
            reading = asyncio.create_task(read_on(socket))
            self._stack.callback(reading.cancel)
        patch.setattr(OpenPage, "begin", begun[0])
        patch.setattr(Screen, "hold_all", begun[1])

    def _kept(self, standing: Collection[Any], way: str, plain: Callable[..., None]) -> Callable[..., None]:
        def told(page: Any, one: Any) -> None:
            before = waiting(page)
            plain(page, one)
            if page in standing and list(map(id, before)) != list(map(id, waiting(page))):
                reader = page.guest.person.id if isinstance(page, OpenPage) else "overlay"
                self.keep(Frame(reader, f"page {way}", msgspec.json.encode(one).decode()))

        return told

    async def end(self) -> None:
        await self._stack.aclose()
        for browser in self.browsers.values():
            await browser.session.close()
        await self.evening.end()


async def read_on(socket: ClientWebSocketResponse) -> None:
    """Read a line to its end: whoever reads nothing for half a minute answers no ping, and is cut off."""
    async for _ in socket:
        pass


def waiting(page: OpenPage | Screen) -> list[Any]:
    """Return what a page or an overlay will be sent next."""
    if isinstance(page, Screen):
        return list(page._held.values())
    sides = [
        (side.news, side.notify, side.stands if side.own or table.is_seen(covered=page._covered) else None)
        for table in page._changed.values()
        for side in table.sides
    ]
    return [*(part for side in sides for part in side), *page._chat, *page._answers]


def meant(words: Sequence[str]) -> set[str]:
    """Return the outputs that these words stand for, such as `mod` or `/game`."""
    opened = {f"GET {route}" for route in ADDRESSES if any(route.startswith(word) for word in words if word[0] == "/")}
    return {f"command {word}" for word in words if word in ASKED} | opened


def without_time(answer: Answer) -> Answer:
    return msgspec.structs.replace(answer, text=OF_NOW.sub("?", answer.text))


@contextmanager
def alike(patch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Make two evenings draw the same tokens, and lift the rate limits; yield the whole log."""
    log = io.StringIO()
    logs.set_up("json", "debug")
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    patch.setattr(rates, "Buckets", lambda most, a_second: Buckets(most=most * 1000, a_second=a_second))
    patch.setattr(privacy, "FILES", 1_000_000)
    patch.setattr(proposed_names, "SHUFFLE", list)
    yield log


def heads_of(patch: pytest.MonkeyPatch) -> set[str]:
    """Return a set that collects the heads and the ends of all chains from now on.

    A head is the receipt of a move. An end is told with a result, also in base32.
    """
    heads, closing = set[str](), chain.closing

    def closed(*of_the_end: Any) -> EndLine:
        ended = closing(*of_the_end)
        heads.update((ended.sha256, base32(ended.sha256)))
        return ended

    def noted(made: Callable[..., bytes]) -> Callable[..., bytes]:
        def head(*of_it: bytes) -> bytes:
            found = made(*of_it)
            heads.add(found.hex())
            return found

        return head

    for name in ("chain_begun", "chained"):
        patch.setattr(fair, name, noted(getattr(fair, name)))
    patch.setattr(chain, "closing", closed)
    return heads


@asynccontextmanager
async def a_world(server: EmbeddedServer, log: io.StringIO, patch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """Open a house with a finished game and a page for each reader, on an otherwise empty server."""
    drawn = SeededBytes("tokens")
    patch.setattr(secrets, "token_hex", lambda count: drawn(count).hex())
    patch.setattr(secrets, "token_urlsafe", lambda count: drawn(32).hex()[: -(-count * 4 // 3)])
    async with Redis.from_url(server.url) as bare:
        await bare.flushall()
    clock = HandClock(START)
    store = await Store.connect(server.url, clock=clock, timeout=60)
    world = World(store, clock, log, heads_of(patch))
    async with open_room(world.evening.house, Settings(), "127.0.0.1", 0, lambda _: None) as room:
        try:
            world.evening.house.doors.public = PUBLIC
            room.reached_at(PUBLIC)
            world.room = room
            await world.play(ENDED)
            await world.play(("mia: !replay", "mia: !games", f"mia: !stats {HOLDER}"))
            await world.sit_down(f"http://127.0.0.1:{room.port}")
            await world.stay_open(patch)
            yield world
        finally:
            await world.end()
            await store.close()


class Heard(NamedTuple):
    """What an evening gave to those who cannot tell it from the other one, and to those who can."""

    frames: list[Frame]
    own: list[Frame]


async def an_evening(server: EmbeddedServer, game: str, which: int, wanted: Collection[str] = ()) -> Heard:
    """Play one of the two evenings of a game's script, and ask for the wanted outputs; none means all."""
    with pytest.MonkeyPatch.context() as patch, alike(patch) as log:
        async with a_world(server, log, patch) as world:
            world.known_to = frozenset(map(world.evening.id_of, KNOWN_TO.get(game, (HOLDER,))))
            world.taken()
            await world.play([line if isinstance(line, str) else line[which] for line in SCRIPTS[game]], wanted)
            return Heard(world.taken(), world.own)
