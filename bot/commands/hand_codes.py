"""Codes by which a browser shows somebody's hand at one table, where nobody signs in with the platform (threats T33).

The page shows a code; whoever types it is told what it would do, and nothing is done before they answer with the line
that says it. A code binds the browser that shows it, one author and one table; all of it stands in the store for
minutes.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import FIGURES, LETTERS, code_of
from bot.commands.context import Context
from bot.commands.merged_lines import SECONDS, MergedLines
from bot.engine.taken import heard_of
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Answer, Arrival, Door, Message, Reply
from bot.ports.said import Said
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Hosting
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from persistence import StoreTrouble

CODE: Final = "hand-code"
LOCK: Final = "hand-lock"
ASKED: Final = "hand-asked"
CODE_SECONDS: Final = 180
CODE_TRIES: Final = 8
LENGTH: Final = 4
NAMED: Final = 8
"""So many people one line names, with their codes; of more it says how many there are."""
SHAPE: Final = re.compile(rf"(?:[{FIGURES}][{LETTERS}]){{2}}", re.IGNORECASE | re.ASCII)
ANSWER: Final = ("my", "hand", "to")
"""Stands between `show` and the code: whoever types it has said what it does."""


class Waiting(Struct, frozen=True):
    """A browser that waits at a door, by the lock whose key it holds. `shows`: whose hand it may show, and where."""

    lock: str
    venue: VenueId
    place: PlaceId
    title: str
    shows: Arrival | None = None


class Asked(Struct, frozen=True):
    """Say whose hand at which table a browser shows once they answer, as they have been told."""

    lock: str
    table: str


_WAITING: Final = msgspec.json.Decoder(Waiting)
_ASKED: Final = msgspec.json.Decoder(Asked)


class HandCodes:
    """Show hands by codes. Each raises StoreTrouble.

    `door_of`: returns the door of a place, or None; `address`: returns a door's address, or nothing.
    """

    def __init__(
        self, context: Context, door_of: Callable[[PlaceId], Awaitable[Door | None]], address: Callable[[Door], str]
    ) -> None:
        self._door_of, self._address = door_of, address
        self._store, self._words, self._directory = context.store, context.words, context.directory
        self._random_bytes = context.random_bytes
        seconds = SECONDS if context.defaults.pace else 0.0
        self._asked, self._shown = MergedLines(seconds), MergedLines(seconds)

    async def new_code(self, door: Door, lock: str) -> str:
        """Make a code for the browser that holds the key to this lock, good for three minutes."""
        content = msgspec.json.encode(Waiting(lock, door.venue, door.place, door.title))
        for _ in range(CODE_TRIES):
            code = code_of(self._random_bytes, LENGTH)
            if await self._store.claim_note(CODE, code, content, CODE_SECONDS):
                await self._store.put_note(LOCK, lock, code.encode(), CODE_SECONDS)
                return code
        raise StoreTrouble("busy", "no code is free")

    async def ask(self, said: Said, typed: str) -> Reply:
        """Say what a code that somebody typed would do, and which line does it; nothing is done yet. Raises Refused."""
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

    async def show(self, said: Said) -> Reply:
        """Take the answer `show my hand to 5P3J`: from now on the browser with that code shows that hand.

        Whoever was not asked before is told what it does, and has to say it again. Raises Refused.
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
        """Return, once, whose hand the browser with the key to this lock may show; None: nobody said so yet."""
        code = await self._store.note(LOCK, lock)
        content = None if code is None else await self._store.note(CODE, code.decode())
        if code is None or content is None or _WAITING.decode(content).shows is None:
            return None
        taken = await self._store.take_note(CODE, code.decode())
        waiting = None if taken is None else _WAITING.decode(taken)
        return waiting.shows if waiting is not None and waiting.lock == lock else None

    @staticmethod
    def _refuse_on_a_page(message: Message) -> None:
        """Raise Refused on a page, which shows a hand already."""
        if message.page:
            raise Refused("hand-code-in-chat")

    async def _refuse_where_one_signs_in(self, message: Message) -> None:
        """Raise Refused where people sign in with the platform."""
        door = await self._door_of(message.place)
        if door is None:  # nor did a page show the code of one
            raise Refused("hand-code-unknown")
        if door.signs_in:
            platform = self._words(message).text(f"platform-{door.platform}")
            raise Refused(
                "hand-code-sign-in",
                platform=platform,
                address=self._address(door),
                known="yes" if self._address(door) else "no",
            )

    async def _waiting(self, message: Message, code: str) -> tuple[Waiting, bytes]:
        """Return the browser that shows a code, for whoever says it where its page told them to. Raises Refused."""
        content = await self._store.note(CODE, code) if SHAPE.fullmatch(code) else None
        waiting = None if content is None else _WAITING.decode(content)
        if content is None or waiting is None or not message.place or waiting.place != message.place:
            raise Refused("hand-code-unknown")  # where they may read what they will see
        return waiting, content

    async def _table(self, said: Said) -> Session:
        """Return the one table here whose hand is meant. Raises Refused."""
        seated = [one for one in await self._directory.mine(said) if not isinstance(one.phase, Hosting)]
        if len(seated) > 1:
            raise Refused("which-table", codes=", ".join(one.code for one in seated))
        if not seated:
            raise Refused("hand-code-no-hand", code=said.rest[-1].upper())
        return seated[0]


async def together(merged: MergedLines, message: Message, name: str) -> tuple[str, ...]:
    """Return whom a line is to tell of; nobody, where another one does. What one alone reads tells of them."""
    return (name,) if message.private else await merged.by(message.place, name)


def counted(told: tuple[str, ...], words: Words) -> dict[str, str | int]:
    """Return whom a line names, how many more it means, and how many they are."""
    return {"names": words.listed(told[:NAMED]), "more": max(0, len(told) - NAMED), "count": len(told)}


def name_of(message: Message) -> str:
    return bare(safe_name(message.sender.name))
