# ruff: noqa: ARG002 - all have the same signature
"""A small but real bot for the table room: tables with a lobby, turns, stakes and a secret each, in memory."""

import asyncio
import secrets
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from web.small_doors import BOBS, SmallDoors

import bot.adapters.web
from bot import text
from bot.adapters.web import TableRoom
from bot.ports.browser import GameChoice, GameOption, MenuEntry, OptionValue
from bot.ports.ids import platform_of
from bot.ports.messages import (
    Answer,
    Choosable,
    File,
    FormField,
    Message,
    News,
    Offer,
    Panel,
    Person,
    PrivateAnswer,
    SeatLine,
    Update,
)
from bot.render.menu import menu
from games.kit.seats import Seat

WORDS = Path(bot.adapters.web.__file__).parent / "words.en.ftl"
PAGES = tuple(WORDS.parents[2].glob("wings/*/pages.en.ftl"))
HELP = "\n".join(["What you can say here:", *(f"!{word}" for word in ("open", "join", "bots 1", "start", "hand"))])

RULES = """# Highest Number

All have a **number**; say `show`
when yours is high.

1. **Stake.** Put suckers in.
   More than you like.
2. Show.

- one <b>dot</b>
- another

## What it pays

| Number | pays |
|---|---|
| highest | all |
"""


PLAIN = {
    "help": Answer(HELP),
    "shuffle": Answer(passing=True),
    "rules": Answer(RULES),
    "record": Answer("Here is the record.", files=(File("game.jsonl", b'{"seed": "00ff"}\n'),)),
    "wipe": Answer('All of it would be gone. To do it, say "!wipe yes".', confirm="wipe yes"),
    "wipe yes": Answer("It is gone."),
}
"""The answers that need no table."""


@cache
def read_words() -> tuple[FluentResource, ...]:
    """Read the words of all pages once: this takes longer than many a test."""
    paths = (WORDS, *(WORDS.parent / part / WORDS.name for part in ("replay", "verify")), *PAGES)
    return tuple(FluentResource(path.read_text("utf-8")) for path in paths)


class Words:
    def __init__(self) -> None:
        self._bundle = FluentBundle(["en"], use_isolating=False)
        for resource in read_words():
            self._bundle.add_resource(resource)

    def add(self, sentences: str) -> None:
        self._bundle.add_resource(FluentResource(sentences))

    def text(self, sentence: str, **args: str) -> str:
        message = self._bundle.get_message(sentence)
        assert message.value is not None, sentence
        text, errors = self._bundle.format_pattern(message.value, args)
        assert not errors, (sentence, errors)
        return str(text)


@dataclass
class Sitter:
    person: Person
    is_bot: bool
    stack: int = 100
    hidden: int = 0
    away: bool = False


@dataclass
class Table:
    code: str
    game: str
    place: str
    sitters: list[Sitter] = field(default_factory=list)
    phase: str = "lobby"
    turn: int = 0
    asked: int = 0
    ends_at: int | None = None
    pot: int = 0
    batches: int = 0
    first_hosts: bool = False
    news: list[News] = field(default_factory=list)
    told: dict[str, list[News]] = field(default_factory=dict)

    def seat_of(self, person: Person) -> int | None:
        return next((at for at, one in enumerate(self.sitters) if one.person.id == person.id), None)


CHOICES = tuple(Choosable(str(number), f"Card {number}") for number in range(1, 5))
EVERY_KIND = (
    Offer("one", "Pick a card", "One of these.", False, (FormField("card", "Card", "one", among=CHOICES),)),
    Offer(
        "give",
        "Give cards away",
        "Two or three, in secret.",
        True,
        (
            FormField("cards", "Cards", "some", least=2, most=3, among=CHOICES),
            FormField("loud", "say it aloud", "flag"),
        ),
    ),
    Offer("sort", "Sort them", "In any order.", False, (FormField("order", "Order", "order", among=CHOICES),)),
    Offer("pass", "Pass", "Do nothing.", False),
)
STAKE = Offer(
    "stake",
    "Stake",
    "Put suckers in the pot.",
    False,
    (
        FormField("amount", "Suckers", "number", low=1, high=100, suggest=10),
        FormField("auto", "then show by myself", "flag"),
    ),
)
SHOW = Offer("show", "Show", "Turn your number up.", False)
FOLD = Offer("fold", "Fold", "Keep it to yourself.", False)


class SmallBot(SmallDoors):
    """Hears, looks and shows. `heard`: every message that reached it; `trouble`: raised instead of an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Message] = []
        self.done: dict[str, Answer] = {}
        self.tables: dict[str, Table] = {}
        self.trouble: Exception | None = None
        self.slow_look = asyncio.Event()
        self.slow_look.set()
        self.room: TableRoom | None = None
        self._words = Words()

    # What the table room asks

    def text(self, sentence: str, _: str, /, **args: str) -> str:
        return self._words.text(sentence, **args)

    def knows(self, _: str) -> bool:
        return True

    def menu(self, _: str) -> tuple[MenuEntry, ...]:
        return menu(text.Words(page=True))

    def games(self, _: str) -> tuple[GameChoice, ...]:
        return (
            GameChoice(
                "highest",
                "Highest Number",
                "Everybody holds a secret number. Stake, then show: the highest takes the pot.",
                (2, 4),
                options=(
                    GameOption(
                        "mode",
                        "Who plays",
                        "house",
                        "first",
                        values=(OptionValue("house", "Alone"), OptionValue("duel", "A duel")),
                    ),
                    GameOption("max_bet", "Largest stake", "100", "rules", "the largest stake is 100"),
                ),
            ),
            GameChoice("forms", "Every Kind of Form", "A table on which each kind of move can be tried.", (1, 4)),
        )

    async def lets_in(self, room: str, address: str) -> bool:
        return True

    async def silenced(self, person: Person, venue: str, rights: int, locale: str) -> str:
        return ""

    async def sits_at(self, person: str, table: str) -> bool:
        return table in self.tables and self.tables[table].seat_of(Person(person, "")) is not None

    def table_of(self, person: Person, place: str) -> str:
        mine = (one for one in self.tables.values() if one.place == place and one.seat_of(person) is not None)
        return next((one.code for one in mine), "")

    def seats(self, *people: Person, place: str = BOBS.place, code: str = "K7Q") -> Table:
        """Return a table at a place with these people, each with a number dealt."""
        table = self.tables[code] = Table(code, "highest", place, phase="playing")
        table.sitters += [Sitter(one, is_bot=False, hidden=1_000 + at) for at, one in enumerate(people)]
        self._ask(table)
        return table

    async def look(self, person: Person, venue: str, place: str, locale: str, table: str = "") -> tuple[Update, ...]:
        await self.slow_look.wait()
        return tuple(one for one in self._seen(person, place) if table in {"", one.table})

    def _seen(self, person: Person, place: str) -> list[Update]:
        found = []
        for table in self.tables.values():
            if table.place == place:
                found.append(self.update(table, None))
            if table.seat_of(person) is not None:
                found.append(self.update(table, person))
        return found

    async def repeated(self, message: Message) -> Answer | None:
        return Answer("That was taken before.", repeated=True) if message.id in self.done else None

    async def hear(self, message: Message) -> Answer:
        if self.trouble is not None:
            raise self.trouble
        self.heard.append(message)
        if message.id not in self.done:
            self.done[message.id] = await self._do(message)
        return self.done[message.id]

    # The commands

    async def _do(self, message: Message) -> Answer:
        verb, *words = message.text.removeprefix("!").split()
        if verb == "open":
            return await self._open(message, words)
        if verb in PLAIN:
            return PLAIN.get(" ".join((verb, *words)), PLAIN[verb])
        table = self._table(message)
        if table is None:
            return Answer(f"I don't know {verb}.", ok=False)
        if verb == "hand":
            seat = table.seat_of(message.sender)
            return PrivateAnswer("" if seat is None else f"Your number is {table.sitters[seat].hidden}.")
        if message.ask and message.ask != self.ask(table):
            return Answer("The table moved on.", ok=False)
        deed = getattr(self, f"_{verb}", None)
        if deed is None:
            return Answer(f"I don't know {verb}.", ok=False)
        answer: Answer = await deed(table, message.sender, words)
        return answer

    def _table(self, message: Message) -> Table | None:
        here = [table for table in self.tables.values() if table.place == message.place]
        return self.tables.get(message.table) or (here[-1] if here else None)

    async def _open(self, message: Message, words: list[str]) -> Answer:
        signs = ("ABCDEFGHJKMNPQRSTUVWXYZ", "23456789", "ABCDEFGHJKMNPQRSTUVWXYZ")
        code = "".join(map(secrets.choice, signs))
        table = self.tables[code] = Table(code, words[0] if words else "highest", message.place)
        table.sitters.append(Sitter(message.sender, is_bot=False))
        await self.tell(table, f"Table {code} is open. {message.sender.name} is the host.")
        return Answer(f"Table {code} is open.")

    async def _join(self, table: Table, person: Person, words: list[str]) -> Answer:
        if table.seat_of(person) is not None:
            return Answer("You sit there already.", ok=False)
        table.sitters.append(Sitter(person, is_bot=False))
        await self.tell(table, f"{person.name} sits down" + (f" with a text: {' '.join(words)}." if words else "."))
        return Answer()

    async def _bots(self, table: Table, person: Person, words: list[str]) -> Answer:
        for _ in range(int(words[0]) if words else 1):
            number = 1 + sum(one.is_bot for one in table.sitters)
            table.sitters.append(Sitter(Person(f"bot:{number}", f"House {number}"), is_bot=True))
            await self.tell(table, f"House {number} sits down.")
        return Answer()

    async def _start(self, table: Table, person: Person, words: list[str]) -> Answer:
        table.phase, table.turn, table.pot = "playing", 0, 0
        for sitter in table.sitters:
            sitter.hidden = 100_000 + secrets.randbelow(900_000)
        self._ask(table)
        await self.tell(table, "Everybody has a number.")
        for sitter in table.sitters:
            await self.whisper(table, sitter.person, f"Your number is {sitter.hidden}.", fades=30)
        return Answer()

    async def _stake(self, table: Table, person: Person, words: list[str]) -> Answer:
        sitter = table.sitters[table.turn]
        if sitter.person.id != person.id:
            return Answer("It isn't your turn.", ok=False)
        sitter.stack -= int(words[0])
        table.pot += int(words[0])
        await self._next(table, f"{person.name} stakes {words[0]}.")
        return Answer()

    async def _show(self, table: Table, person: Person, words: list[str]) -> Answer:
        best = max(table.sitters, key=lambda sitter: sitter.hidden)
        best.stack += table.pot
        table.pot, table.phase, table.ends_at = 0, "between", None
        await self.tell(table, f"{best.person.name} wins with {best.hidden}.")
        return Answer()

    async def _fold(self, table: Table, person: Person, words: list[str]) -> Answer:
        await self._next(table, f"{person.name} folds.")
        return Answer()

    async def _take(self, table: Table, person: Person, words: list[str]) -> Answer:
        await self.tell(table, f"{person.name}: {' '.join(words)}")
        return Answer("Taken.")

    async def _one(self, table: Table, person: Person, words: list[str]) -> Answer:
        return await self._take(table, person, ["one", *words])

    async def _give(self, table: Table, person: Person, words: list[str]) -> Answer:
        return await self._take(table, person, ["give", *words])

    async def _sort(self, table: Table, person: Person, words: list[str]) -> Answer:
        return await self._take(table, person, ["sort", *words])

    async def _pass(self, table: Table, person: Person, words: list[str]) -> Answer:
        return await self._take(table, person, ["pass"])

    async def _close(self, table: Table, person: Person, words: list[str]) -> Answer:
        await self.close(table)
        return Answer()

    async def close(self, table: Table) -> None:
        table.phase, table.ends_at = "closed", None
        await self.tell(table, f"Table {table.code} is closed.")
        del self.tables[table.code]

    async def _next(self, table: Table, line: str) -> None:
        """Pass the turn on; house bots stake ten at once."""
        table.turn = (table.turn + 1) % len(table.sitters)
        self._ask(table)
        await self.tell(table, line)
        sitter = table.sitters[table.turn]
        if sitter.is_bot:
            sitter.stack -= 10
            table.pot += 10
            await self._next(table, f"{sitter.person.name} stakes 10.")

    def _ask(self, table: Table) -> None:
        table.asked += 1
        table.ends_at = self.now() + 60_000

    def ask(self, table: Table) -> str:
        return f"{table.code}-{table.asked}"

    # What is shown

    async def tell(self, table: Table, line: str, **more: Any) -> None:
        news = self._news(table, line, **more)
        table.news.append(news)
        await self.show_all(table, (news,))

    def _news(self, table: Table, line: str, **more: Any) -> News:
        table.batches += 1
        return News(line, self.now(), **{"order": table.batches, "of_game": not more.get("fine", False)} | more)

    async def whisper(self, table: Table, person: Person, line: str, **more: Any) -> None:
        news = self._news(table, line, **more)
        table.told.setdefault(person.id, []).append(news)
        await self._bring(self.update(table, person, (news,)))

    async def show_all(self, table: Table, news: tuple[News, ...]) -> None:
        await self._bring(self.update(table, None, news))
        for sitter in table.sitters:
            if not sitter.is_bot:
                await self._bring(self.update(table, sitter.person, ()))

    async def _bring(self, update: Update) -> None:
        """Show an update; people from other platforms get it from their own adapter, and here if they have a
        page open.
        """
        if self.room is None:
            return
        if platform_of(update.audience.partition(":")[2]) == "web":
            await self.room.show(update)
        elif self.room.looks_on(update.audience, update.table):
            self.room.show_also(update)

    def update(self, table: Table, person: Person | None, news: tuple[News, ...] | None = None) -> Update:
        if news is None:
            news = tuple((table.news if person is None else table.told.get(person.id, []))[-40:])
        audience = f"place:{table.place}" if person is None else f"person:{person.id}"
        turn = table.sitters[table.turn].person.id if table.phase == "playing" else ""
        return Update(table.code, table.code, audience, news, self.card(table, person), notify=(turn,))

    def card(self, table: Table, person: Person | None) -> Panel:
        seat = None if person is None else table.seat_of(person)
        mine = seat is not None and table.phase == "playing" and (seat == table.turn or table.game == "forms")
        offers = (EVERY_KIND if table.game == "forms" else (STAKE, SHOW, FOLD)) if mine else ()
        own = (
            (f"Your number is {table.sitters[seat].hidden}.",) if seat is not None and table.phase == "playing" else ()
        )
        return Panel(
            code=table.code,
            game=table.game,
            title="Highest Number" if table.game == "highest" else "Every Kind of Form",
            phase=table.phase,
            lines=("The highest number takes the pot.", f"{len(table.sitters)} at the table."),
            own=own,
            seats=tuple(self.seat(table, at, person) for at in range(len(table.sitters))),
            pot=table.pot,
            ask=self.ask(table),
            ends_at=table.ends_at,
            commands=self.commands(table, seat),
            offers=offers,
            hands=table.game == "highest",
            most=6,
            room=6 - len(table.sitters),
            is_host=table.first_hosts and seat == 0,
            counts=table.first_hosts and seat == 0,
        )

    def seat(self, table: Table, at: int, person: Person | None) -> SeatLine:
        sitter = table.sitters[at]
        awaited = table.phase == "playing" and (at == table.turn or table.game == "forms")
        you = person is not None and sitter.person.id == person.id
        guest = "" if sitter.is_bot else sitter.person.id.partition(":")[2]
        return SeatLine(
            Seat(at), sitter.person.name, sitter.stack, sitter.is_bot, awaited, sitter.away, you=you, guest=guest
        )

    def commands(self, table: Table, seat: int | None) -> tuple[Choosable, ...]:
        if table.phase == "closed":
            return ()
        if table.phase == "lobby" and seat is None:
            return (Choosable("join", "Sit down here"), Choosable("help", "Help"))
        if table.phase == "lobby":
            return (Choosable("start", "Start"), Choosable("bots 1", "Add a house bot"), Choosable("help", "Help"))
        more = (Choosable("record", "Record"),) if table.phase == "between" else ()
        return (Choosable("hand", "My hand"), Choosable("help", "Help"), *more, Choosable("close", "Close the table"))


class Shelf:
    """Guests in memory; it outlives a room, as the store does."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def save(self, guest: str, content: bytes) -> None:
        self.kept[guest] = content

    async def load(self, guest: str) -> bytes | None:
        return self.kept.get(guest)

    async def replace(self, guest: str, before: bytes | None, content: bytes) -> bool:
        if self.kept.get(guest) != before:
            return False
        self.kept[guest] = content
        return True

    async def forget(self, guest: str) -> None:
        self.kept.pop(guest, None)
