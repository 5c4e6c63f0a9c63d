"""Codes that let a browser show somebody's hand at one table, where nobody signs in with the platform (threats T33).

The page shows a code. Whoever types it is told what it would do, and nothing happens until they answer with the line
that says so. A code links the browser that shows it, one person and one table. It stays in the store for minutes.
"""

import asyncio
import re
import time
from typing import Final

import msgspec
from cachetools import TTLCache
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import FIGURES, LETTERS, code_of
from bot.commands.command import Command, Group, Parameter
from bot.engine.directory import Directory
from bot.engine.taken import heard_of
from bot.people.doors import Doors
from bot.people.languages import WordsOf
from bot.ports.chance import RandomBytes
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Answer, Arrival, Door, Message, Reply
from bot.ports.said import Said
from bot.table.change import Refused
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.phases import Hosting
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from persistence import Store, StoreTrouble

MERGED_SECONDS: Final = 3.0
"""The time between two lines of one kind at a place."""
MOST_PLACES: Final = 4096


CODE: Final = "hand-code"
LOCK: Final = "hand-lock"
ASKED: Final = "hand-asked"
CODE_SECONDS: Final = 180
CODE_TRIES: Final = 8
LENGTH: Final = 4
NAMED: Final = 8
"""How many people a line names, with their codes; of the others it gives only the number."""
SHAPE: Final = re.compile(rf"(?:[{FIGURES}][{LETTERS}]){{2}}", re.IGNORECASE | re.ASCII)
ANSWER: Final = ("my", "hand", "to")
"""The words between `show` and the code: whoever types them says what the line does."""


class MergedLines:
    """Merges lines: the first is told at once, and all that come in the next seconds in one line. 0 `seconds`: no
    merging.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._told: TTLCache[PlaceId, float] = TTLCache(MOST_PLACES, seconds, timer=time.monotonic)
        """When a line was last told, for the places where that was a moment ago."""
        self._waiting: dict[PlaceId, list[str]] = {}

    async def by(self, place: PlaceId, what: str) -> tuple[str, ...]:
        """Return `what` with everything that waits to be told in the same line; nothing if another caller tells it."""
        if (waiting := self._waiting.get(place)) is not None:
            waiting.append(what)
            return ()
        last = self._told.get(place)
        if last is None:
            self._told[place] = time.monotonic()
            return (what,)
        waiting = self._waiting[place] = [what]
        try:
            await asyncio.sleep(max(0.0, last + self._seconds - time.monotonic()))
        finally:
            del self._waiting[place]
        self._told[place] = time.monotonic()
        return tuple(waiting)


class Waiting(Struct, frozen=True):
    """A browser that waits at a door. `lock`: the lock to its key; `shows`: whose hand it may show, and where."""

    lock: str
    venue: VenueId
    place: PlaceId
    title: str
    shows: Arrival | None = None


class Asked(Struct, frozen=True):
    """What somebody was told that a browser would show: their hand at this table. They still have to agree."""

    lock: str
    table: str


_WAITING: Final = msgspec.json.Decoder(Waiting)
_ASKED: Final = msgspec.json.Decoder(Asked)


class HandCodes:
    """Show hands by codes. Each method raises StoreTrouble."""

    def __init__(
        self,
        store: Store,
        words: WordsOf,
        directory: Directory,
        random_bytes: RandomBytes,
        defaults: Defaults,
        doors: Doors,
    ) -> None:
        self._store, self._words, self._directory, self._doors = store, words, directory, doors
        self._random_bytes = random_bytes
        seconds = MERGED_SECONDS if defaults.pace else 0.0
        self._asked, self._shown = MergedLines(seconds), MergedLines(seconds)

    async def new_code(self, door: Door, lock: str) -> str:
        """Make a code, good for three minutes, for the browser that holds the key to this lock."""
        content = msgspec.json.encode(Waiting(lock, door.venue, door.place, door.title))
        for _ in range(CODE_TRIES):
            code = code_of(self._random_bytes, LENGTH)
            if await self._store.claim_note(CODE, code, content, CODE_SECONDS):
                await self._store.put_note(LOCK, lock, code.encode(), CODE_SECONDS)
                return code
        raise StoreTrouble("busy", "no code is free")

    async def ask(self, said: Said, typed: str) -> Reply:
        """Say what a typed code would do, and which line does it; nothing happens yet. Raises Refused."""
        message, code = said.message, typed.upper()[: LENGTH + 1]
        self._refuse_on_a_page(message)
        await self._refuse_where_one_signs_in(message)
        waiting, _ = await self._waiting(message, code)
        session = await self._table(said)
        asked = msgspec.json.encode(Asked(waiting.lock, session.table))
        await self._store.put_note(ASKED, f"{code}:{message.sender.id}", asked, CODE_SECONDS, by=heard_of(message))
        told, words = await together(self._asked, message, f"{name_of(message)} ({code})"), self._words(message)
        line = words.text("hand-code-asks", code=code, table=session.code, **counted(told, words)) if told else ""
        return Answer(line)

    @Command("show", Group.ME, parameters=(Parameter("what", "slash-show", needed=True),), apart=True)
    async def show(self, said: Said) -> Reply:
        """Take the answer `show my hand to 5P3J`: from now on the browser with that code shows that hand.

        Somebody who was not asked before is first told what it does, and has to say it again. Raises Refused.
        """
        message = said.message
        self._refuse_on_a_page(message)
        *before, typed = said.rest or ("",)
        if tuple(word.lower() for word in before) != ANSWER:
            raise Refused("show-how", code=typed.upper() if SHAPE.fullmatch(typed) else "5P3J")
        code = typed.upper()[: LENGTH + 1]
        await self._refuse_where_one_signs_in(message)
        waiting, content = await self._waiting(message, code)
        found = await self._store.note(ASKED, f"{code}:{message.sender.id}")
        asked = None if found is None else _ASKED.decode(found)
        if asked is None or asked.lock != waiting.lock:
            return await self.ask(said, typed)
        session = await self._directory.seated(message.sender.id, asked.table)
        if session is None:
            raise Refused("hand-code-no-hand", code=code)
        shows = Arrival(message.sender, waiting.venue, waiting.place, waiting.title, asked.table)
        if waiting.shows not in {None, shows}:
            raise Refused("hand-code-used")
        after = msgspec.json.encode(replace(waiting, shows=shows))
        if not await self._store.replace_note(CODE, code, content, after, heard_of(message)):
            raise Refused("hand-code-used")
        told, words = await together(self._shown, message, name_of(message)), self._words(message)
        return Answer(words.text("hand-code-shows", table=session.code, **counted(told, words)) if told else "")

    async def bound(self, lock: str) -> Arrival | None:
        """Return, once only, whose hand the browser with the key to this lock may show; None: nobody has agreed yet."""
        code = await self._store.note(LOCK, lock)
        content = None if code is None else await self._store.note(CODE, code.decode())
        if code is None or content is None or _WAITING.decode(content).shows is None:
            return None
        taken = await self._store.take_note(CODE, code.decode())
        waiting = None if taken is None else _WAITING.decode(taken)
        return waiting.shows if waiting is not None and waiting.lock == lock else None

    @staticmethod
    def _refuse_on_a_page(message: Message) -> None:
        """Raise Refused on a page, since it already shows a hand."""
        if message.page:
            raise Refused("hand-code-in-chat")

    async def _refuse_where_one_signs_in(self, message: Message) -> None:
        """Raise Refused where people sign in with the platform."""
        door = await self._doors.door_of(message.place)
        if door is None:  # so no page can have shown a code for this place
            raise Refused("hand-code-unknown")
        if door.signs_in:
            platform = self._words(message).text(f"platform-{door.platform}")
            raise Refused(
                "hand-code-sign-in",
                platform=platform,
                address=self._doors.address(door),
                known="yes" if self._doors.address(door) else "no",
            )

    async def _waiting(self, message: Message, code: str) -> tuple[Waiting, bytes]:
        """Return the browser that shows this code, if it was typed at the place that the page named. Raises Refused."""
        content = await self._store.note(CODE, code) if SHAPE.fullmatch(code) else None
        waiting = None if content is None else _WAITING.decode(content)
        if content is None or waiting is None or not message.place or waiting.place != message.place:
            raise Refused("hand-code-unknown")  # typed only where they may read what the page will show
        return waiting, content

    async def _table(self, said: Said) -> Session:
        """Return the one table here where the sender has a hand. Raises Refused."""
        seated = [one for one in await self._directory.mine(said) if not isinstance(one.phase, Hosting)]
        if len(seated) > 1:
            raise Refused("which-table", codes=", ".join(one.code for one in seated))
        if not seated:
            raise Refused("hand-code-no-hand", code=said.rest[-1].upper())
        return seated[0]


async def together(merged: MergedLines, message: Message, name: str) -> tuple[str, ...]:
    """Return the names that this line tells; none if another line does. A line read by one person alone tells only
    theirs.
    """
    return (name,) if message.private else await merged.by(message.place, name)


def counted(told: tuple[str, ...], words: Words) -> dict[str, str | int]:
    """Return the names in a line, how many more there are, and the whole number."""
    return {"names": words.listed(told[:NAMED]), "more": max(0, len(told) - NAMED), "count": len(told)}


def name_of(message: Message) -> str:
    return bare(safe_name(message.sender.name))
