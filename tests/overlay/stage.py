# ruff: noqa: ARG002 - all have the same signature
"""Set a stage for overlays: a table room over a bot that shows whatever a test puts on its tables."""

import time
from typing import Any

from msgspec.structs import replace

from bot.adapters.web import TableRoom
from bot.ports.browser import GameEnded, Upcoming
from bot.ports.messages import Choosable, News, Offer, OpenMove, Panel, Person, Rights, SeatLine, Update
from bot.text import Words
from games.kit.seats import Seat

MAIN = "web:main"
WORD = "the word for moderators"
WORDS = Words()


class Shelf:
    """Guests or notes in memory; it outlives a room, as the store does."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def save(self, name: str, content: bytes) -> None:
        self.kept[name] = content

    async def load(self, name: str) -> bytes | None:
        return self.kept.get(name)

    async def forget(self, name: str) -> None:
        self.kept.pop(name, None)


class StageBot:
    """A bot. `secrets`: what the commentary of a table tells; nothing while a game is on. `door`: for viewers."""

    def __init__(self) -> None:
        self.tables: dict[str, Update] = {}
        self.secrets: dict[str, tuple[str, ...]] = {}
        self.asked: list[str] = []
        self.looked: list[tuple[Person, str, str]] = []
        self.private: tuple[Update, ...] = ()
        self.door = ""
        self.ended: dict[str, tuple[GameEnded, ...]] = {}
        self.comes: dict[str, Upcoming] = {}
        self.room: TableRoom | None = None

    def now(self) -> int:
        return int(time.time() * 1000)

    def text(self, sentence: str, _: str, /, **args: str) -> str:
        return WORDS.text(sentence, **args)

    async def person_of(self, one: str) -> str:
        return one

    async def lets_in(self, room: str, address: str) -> bool:
        return True

    async def sits_at(self, person: str, table: str) -> bool:
        return True

    async def settled(self, venue: str) -> None:
        """Do nothing: no owner names moderators here."""

    def rights_of(self, person: str, venue: str) -> Rights:
        return Rights.PLAYER

    async def look(self, person: Person, venue: str, place: str, locale: str, table: str = "") -> tuple[Update, ...]:
        self.looked.append((person, venue, place))
        return (*(one for one in self.tables.values() if one.audience == f"place:{place}"), *self.private)

    async def commentary(self, venue: str, place: str, table: str, locale: str) -> tuple[str, ...]:
        self.asked.append(table)
        return self.secrets.get(table, ()) if self.tables[table].card.phase == "between" else ()

    async def evening(self, place: str, locale: str) -> tuple[GameEnded, ...]:
        return self.ended.get(place, ())

    async def upcoming(self, venue: str, place: str, locale: str) -> Upcoming | None:
        return self.comes.get(place)

    def typed(self, venue: str, place: str, line: str) -> str:
        return f"!{line}"

    async def door_address(self, place: str) -> str:
        return self.door

    async def put(self, update: Update) -> None:
        """Let something happen at this table."""
        kept = self.tables.get(update.table)
        news = (*(kept.news if kept is not None else ()), *update.news)[-40:]
        self.tables[update.table] = replace(update, news=news)
        if self.room is not None:
            await self.room.show(update)


def seats(
    count: int = 3, awaited: int = 1, names: tuple[str, ...] = ("Pete", "Lola", "House 1")
) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(Seat(at), names[at % len(names)], 100 - at, at == 2, at == awaited, away=False, you=False)
        for at in range(count)
    )


def card(**more: Any) -> Panel:
    """Return a card that also contains everything that no overlay may show."""
    values: dict[str, Any] = {
        "code": "K7Q",
        "game": "highest",
        "title": "Highest Number",
        "phase": "playing",
        "lines": ("The highest number takes the pot.",),
        "own": ("Your number is PRIVATE.",),
        "seats": seats(),
        "pot": 40,
        "ask": "PRIVATE-ask",
        "ends_at": None,
        "commands": (Choosable("PRIVATE-command", "PRIVATE"),),
        "offers": (Offer("PRIVATE-offer", "PRIVATE", "PRIVATE", secret=True),),
        "sitting": 3,
        "open_moves": (OpenMove("PRIVATE-move", "PRIVATE", secret=False),),
    }
    return Panel(**(values | more))


def update(*lines: str, table: str = "t1", place: str = MAIN, audience: str = "", **more: Any) -> Update:
    now = int(time.time() * 1000)
    news = tuple(News(line, now, order=now % 1_000_000 + at) for at, line in enumerate(lines))
    return Update(
        table, more.get("code", "K7Q"), audience or f"place:{place}", news, card(**more), notify=("web:PRIVATE",)
    )
