"""Test that after a person's deletion nothing knows them: a player of all five games on Discord, Twitch and the web.

The search covers each key and value of the store, uncompressed and unsealed, the append-only file, the logs, and what
others are shown.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from both_night import BothNight, Browser

from bot.adapters.web.outbound import chats
from bot.app.table_room import Room
from bot.ports.ids import PersonId
from bot.ports.messages import Message, Person, Reply, Rights
from bot.wings.archive.archive import Archive
from bot.wings.archive.shown import ArchiveFilter
from games.proof.verifying import verify
from persistence import EmbeddedServer, HandClock, Store, wire
from persistence.keys import venue_keys

START: Final = 1_790_000_000_000
NAMES: Final = ("Zephyrine", "zephtwitch", "Zephyrwen")
"""The names on Discord, on Twitch and in the browser. No other word of ours or of a game is like them."""
NAMED: Final = re.compile(rb"zephyrine|zephtwitch|zephyrwen", re.IGNORECASE)
TEXT: Final = "a lucky green acorn"
"""Their text for the dice, which is part of the proof and stays (`mydata` lists it)."""
GAMES: Final = {
    "halflings": ("halflings mode=duel money=purse buyin=300 cooldown=0", 1),
    "headache": ("headache min_players=3", 2),
    "cones": ("cones sectors=4", 3),
    "poohead": ("poohead", 2),
    "rogues": ("rogues rounds=1", 3),
}
"""For each game, a table with a short game, and the number of house bots there."""
RIGHTS: Final = {"mia": Rights.STAFF, "olga": Rights.OWNER}
HOURS: Final = 3 * 3600
ASKED: Final = ("!top", "!top week", "!top wins", "!games", "!evening", "!stats", "!ledger", "!voids", "!server")


class Night(BothNight):
    """A night on its own server, whose files are in `folder`, with a clock that the test moves."""

    def __init__(self, store: Store, clock: HandClock, folder: Path) -> None:
        super().__init__(store)
        self.clock, self.folder = clock, folder


@pytest.fixture
async def night() -> AsyncIterator[Night]:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            clock = HandClock(START)
            store = await Store.connect(server.url, clock=clock, timeout=60.0)
            async with Night(store, clock, Path(folder)) as made:
                yield made
            await store.close()


class Somebody:
    """One person with three selves, among others."""

    def __init__(self, night: Night) -> None:
        self.night, self.house, self.store = night, night.house, night.store
        self.on_discord, self.on_twitch = night.on_the_server(NAMES[0]), night.in_chat(NAMES[1])
        self.others = [night.on_the_server("bob").id, night.in_chat("bob").id, "bob"]
        self.browser: Browser = night.browser()
        self.guest, self._said = "", 0
        server, channel = f"discord:{night.guild.id}", f"twitch:{night.inn.id}"
        self.places = [(server, f"discord:{night.channel.id}"), (channel, channel), ("web", "web:main")]

    @property
    def ids(self) -> tuple[str, ...]:
        return f"discord:{self.on_discord.id}", f"twitch:{self.on_twitch.id}", f"web:{self.guest}"

    async def says(self, text: str, at: int = 0, name: str = "", *, private: bool = False) -> Reply:
        """Say a line on Discord (0), on Twitch (1) or in the room (2); with a name, as somebody else."""
        self._said += 1
        one = f"{('discord', 'twitch', 'web')[at]}:{self.others[at]}" if name else self.ids[at]
        sender, (venue, place) = Person(PersonId(one), name or NAMES[at]), self.places[at]
        rights = RIGHTS.get(name, Rights.PLAYER)
        said = Message(f"f/{self._said}", sender, venue, place, private=private, text=text, rights=rights)
        answer = await self.house.hear(said)
        await self.settle()
        return answer

    async def does(self, text: str, at: int = 0, name: str = "", *, private: bool = False) -> Reply:
        answer = await self.says(text, at, name, private=private)
        assert answer.ok, (text, answer.text)
        return answer

    async def settle(self) -> None:
        await self.house.settle()
        while await self.house.scheduler.fire_due():
            await self.house.settle()

    async def wait(self, seconds: float) -> None:
        clock = self.night.clock
        until = clock.now() + round(seconds * 1000)
        while (at := self.house.scheduler.next_at()) is not None and at <= until:
            clock.move(max(0, at - clock.now()) / 1000)
            await self.settle()
        clock.move((until - clock.now()) / 1000)

    # What they do here

    async def become_one(self) -> None:
        await self.browser.sit(NAMES[2])
        self.guest = self.browser.seat.split("/")[2]
        for other in (1, 2):
            code = (await self.does("link", private=True)).text.split("code is ")[1][:8]
            for line, at in ((f"link {code}", other), ("link yes", other), ("link", 0), ("link yes", 0)):
                await self.does(line, at, private=True)

    async def play(self, game: str, at: int) -> None:
        opened, bots = GAMES[game]
        await self.does(f"!open {opened}", at)
        await (self.does("!join", at, "bob") if "purse" in opened else self.does(f"!bots {bots}", at))
        await self.does("!start", at)
        await self.wait(HOURS)
        await self.does("!leave", at)
        await self.says("!leave", at, "bob")

    async def live(self) -> None:
        """Do everything that leaves data: money, moderators, chat, preferences, a void, and a word with a special
        character.
        """
        for at in (0, 1, 2):
            await self.does("!wallet", at)
            await self.does("!wallet", at, "bob")
        for number, game in enumerate(GAMES):
            await self.play(game, number % 3)
        await self.give_a_text()
        await self.called_off()
        await self.does(f"!correct {NAMES[0]} +400 {NAMES[0]} was robbed", 0, "mia")
        await self.does(f"!correct {NAMES[0]} +900 {NAMES[0]} was robbed again", 0, "mia")
        await self.does("!server gifts 500", 0, "olga")
        for number in range(5):  # a giver must have played a while
            await self.store.pipe.write(
                "ZADD", f"{base_of(self.places[0][0])}:played:{quoted(self.ids[0])}", 9, f"{number}"
            )
        await self.does("!gift bob 50")
        await self.does("!season start Autumn", 0, "olga")
        await self.does("!season end", 0, "olga")
        for line in ("!pings off", "!limit 900", "!safe on", "!safe off"):
            await self.does(line, private=True)
        assert (await self.browser.says(f"I am {NAMES[2]}, and here"))["ok"]
        await self.room_has_saved()

    async def room_has_saved(self) -> None:
        """Wait until the room's chat is stored."""
        for _ in range(500):
            if NAMED.search(await self.store.note("chat", "web:main") or b""):
                return
            await asyncio.sleep(0.02)

    async def give_a_text(self) -> None:
        await self.does("!open halflings mode=duel cooldown=0", 0, "bob")
        await self.does(f"!join {TEXT}")
        await self.does("!start", 0, "bob")
        await self.wait(600)
        for name in ("bob", ""):
            await self.does("!leave", 0, name)

    async def called_off(self) -> None:
        """Let them end a game that they were in, with a reason that names them."""
        await self.does(f"!open halflings mode=duel {'cooldown=0'}")
        await self.does(f"!join {TEXT}") if False else None
        await self.does("!join", 0, "bob")
        await self.does("!start")
        await self.does("!close")


# The search


def base_of(venue: str) -> str:

    return venue_keys(venue).base


def quoted(text: str) -> str:
    return text.replace(":", "%3A")


async def all_stored(store: Store) -> dict[str, bytes]:
    """Return everything stored, by key: its name and its content, uncompressed and unsealed."""
    found: dict[str, bytes] = {}
    for name in map(bytes.decode, await store.pipe.read("KEYS", "*")):
        content = await values(store, name)
        found[name] = b"\n".join([name.encode(), *(wire.unpacked(one) for one in content if isinstance(one, bytes))])
    async for table in store.all_tables():
        stored, shown = await store.load(table.ref), await store.shown(table.ref)
        assert stored is not None
        whole = [stored.document, *await store.log(table.ref), *await store.typed(table.ref)]
        found[f"{table.base} (opened)"] = b"\n".join([*whole, *(one.encode() for one in shown), *shown.values()])
    return found


async def values(store: Store, name: str) -> list[Any]:
    reads = {
        "string": ("GET",),
        "list": ("LRANGE", 0, -1),
        "hash": ("HGETALL",),
        "set": ("SMEMBERS",),
        "zset": ("ZRANGE", 0, -1),
    }
    command, *rest = reads[(await store.pipe.read("TYPE", name)).decode()]
    answer = await store.pipe.read(command, name, *rest)
    return list(answer) if not isinstance(answer, bytes) else [answer]


def knows(content: bytes, ids: tuple[str, ...]) -> bool:
    """Tell whether this contains a name or an id of theirs, in any form."""
    bare = [one.partition(":")[2] for one in (ids[0], ids[2])]  # long enough to be like nothing else
    words = [word.encode() for one in ids for word in (one, quoted(one))] + [one.encode() for one in bare]
    return NAMED.search(content) is not None or any(
        re.search(re.escape(word) + rb"(?![\w-])", content) for word in words
    )


async def what_others_are_told(one: Somebody) -> str:
    """Return every answer to somebody else and to moderators, and the content of pages."""
    told, bot = [], Room(one.house, {})
    for at, (venue, place) in enumerate(one.places):
        asked = [await one.says(line, at, "bob") for line in ASKED]
        asked += [await one.says(line, at, "mia") for line in ("!mod log", "!ledger all", "!season", "!voids")]
        told += [answer.text for answer in asked]
        for update in await one.house.look(Person(PersonId("test:nobody"), ""), venue, place, "en", page=True):
            told.append(repr(update))
        told.append(repr(await bot.evening(place, "en")))
        link = re.search(r"/games/(\S+?)[\s.]*$", asked[3].text)
        archive = None if link is None else await one.house.part(Archive).shown(link[1], ArchiveFilter(), "en")
        told += [] if archive is None else [repr(archive)]
        for which in ("", " 2"):
            page = re.search(r"/game/(\S+?)[\s.]*$", (await one.says(f"!replay{which}", at, "bob")).text)
            if page is not None:
                told += [f"a page: {await bot.replay(page[1], 'en')!r}", repr(await bot.film(page[1], "", "en"))]
        told += [] if archive is None else ["a list"]
    assert told.count("a list") == len(one.places)
    assert len([text for text in told if text.startswith("a page: ")]) >= len(one.places)
    return "\n".join(told)


def kind_of(key: str) -> str:
    """Return the kind of a key: `ledger` of `pl:{p081}:web:ledger`, `note:pings`, `table (opened)`."""
    _, first, second, *rest = [*key.split(":"), "", ""]
    if "(opened)" in key:
        return "table (opened)"
    return f"{first}:{second}" if first == "note" else rest[0] if first.startswith("{") else first


HELD: Final = {
    "purses": "purse",
    "entries": "ledger",
    "ledger": "ledger",
    "once": "given_once",
    "played": "games",
    "listings": "games",
    "audit": "staff_log",
    "table": "tables",
    "table (opened)": "tables",
    "venues": "plays_for_suckers_in",
    "called": "called",
    "note:correction": "notes",
    "note:chat": "chat",
    "note:self": "notes",
    "note:selves": "notes",
    "note:self-asked": "notes",
    "note:self-code": "notes",
    "note:guest": "notes",
    "note:opened-by": "notes",
    "note:pings": "notes",
    "note:safe": "notes",
    "note:face": "notes",
    "note:own-limit": "notes",
    "note:discord-box": "notes",
    "note:venue": "notes",
    "note:evening": "notes",
    "note:forget-asked": "notes",
    "note:saved-tables": "notes",
    "played-as": "games",
}
"""For each kind of key, the part of `mydata` that has its content about a person."""


def filled(content: Any) -> set[str]:
    """Return the names of all fields with content, at any depth."""
    if isinstance(content, dict):
        return {name for name, value in content.items() if value} | set().union(*map(filled, content.values()))
    return set().union(*map(filled, content)) if isinstance(content, list) else set()


@pytest.mark.timeout(300)
async def test_whoever_was_forgotten_stands_nowhere(
    night: Night, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chats, "SAVED_AFTER", 0.01)
    one = Somebody(night)
    await one.become_one()
    await one.live()
    before = await all_stored(one.store)
    known = {kind_of(key) for key, content in before.items() if knows(content, one.ids)}
    assert {"ledger", "listings", "audit", "table (opened)", "note:chat", "note:guest", "note:discord-box"} <= known
    assert known <= set(HELD), "a new kind of key wants its place in mydata"
    kept = json.loads((await one.does("!mydata", private=True)).files[0].content)
    assert {HELD[kind] for kind in known} <= filled(kept)
    assert TEXT in json.dumps(kept)
    assert NAMED.search((await what_others_are_told(one)).encode())
    assert files_with(one)

    await one.does("forget me", private=True)
    await one.does("forget me yes", private=True)
    after = await all_stored(one.store)
    assert {key: content[:300] for key, content in after.items() if knows(content, one.ids)} == {}
    assert not NAMED.search((await what_others_are_told(one)).encode())
    for _ in range(500):
        if b"aof_rewrite_in_progress:0" in await one.store.pipe.read("INFO", "persistence"):
            break
        await asyncio.sleep(0.02)
    assert files_with(one) == []
    logged = capsys.readouterr()
    assert not NAMED.search((logged.out + logged.err).encode())
    assert "broke" not in logged.out
    for venue, _ in one.places:
        assert sum((await one.store.accounts(venue)).values()) == 0
        for name in await one.store.records(venue):
            content = await one.store.record(venue, name)
            assert content is not None
            verify(content.decode())


def files_with(one: Somebody) -> list[str]:
    """Return the server's files that contain them."""
    files = [file for file in one.night.folder.rglob("*") if file.suffix in {".aof", ".rdb"}]
    return [file.name for file in files if knows(file.read_bytes(), one.ids)]
