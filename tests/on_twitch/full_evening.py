"""A whole evening in a channel, with all that goes wrong there: a crowd, a duel, Rogues and Poohead; and what it read.

One line in twenty comes twice, one late, one garbled. The bot is timed out in the crowd's second round, loses its badge
in the duel, and the stream goes offline in the middle of Rogues.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import pytest
import regex
from on_discord.offered import given
from on_twitch.names import viewers
from on_twitch.night import Night
from on_twitch.telling import Evening, all_is_told, offers_of, says_alone, worded
from standins.twitch.channels import Line
from standins.twitch.people import Person

from bench.proof_letters import PROOF
from bot.adapters.twitch.connection import supervisor
from bot.adapters.twitch.names import named
from bot.adapters.twitch.outbound.chat_text import OPENING
from bot.adapters.twitch.outbound.planning import SENTENCE
from bot.ports.messages import Message, Reply
from bot.render.offers import line_of
from bot.table.document import Session
from bot.table.phases import Between, Closed, Lobby, Playing

ONE_IN: Final = 20
PATIENCE: Final = 90.0
"""Seconds in which whoever asks is answered."""
LATEST: Final = 25.0
"""Seconds that a line is late, at most."""
TIMED_OUT: Final = 18.0
OFFLINE: Final = 90.0
LOBBY: Final = 20.0
READ: Final = 60.0
"""Seconds after which what happened was told, also where the chat took nothing for `TIMED_OUT`."""
A_MOVE: Final = 4.0
A_QUESTION: Final = 3.0
"""Seconds between two, on average."""
ROUNDS: Final = 3
ASKED: Final = ("!wallet", "!table", "!rules", "!help", "!halflings 20", "!join", "!hand", "!moves", "!odds", "!rogues")
HAS_A_PAGE: Final = ("1", "2")
TALK: Final = ("gg", "LUL", "what a roll", "hello from Brazil", "20", "join", "!so ann", "!gamble all")
CODE: Final = regex.compile(r"(?:([A-Z0-9]{3}) · )?(.*)")
TURN: Final = regex.compile(r"to play\\.|^!\\w+|stake 1 to|reroll, or stay")
SEATS: Final = regex.compile(
    r"sits? down|leaves the table|is open:|is the host\\.|Stake with|Sit down with|waits? for the next"
)


@dataclass
class Chat:
    """What viewers say, and what the bot made of it. `heard`: each line, with its answer.

    `most`: moves of a table that people play.
    """

    night: Night
    people: list[Person]
    most: int
    chance: random.Random = field(default_factory=lambda: random.Random(300))  # noqa: S311 - no dice of ours
    heard: list[tuple[Message, Reply]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def listens(self) -> None:
        """Remember what the bot answers to each line."""
        hear = self.night.house.hear

        async def seen(message: Message) -> Reply:
            answer = await hear(message)
            self.heard.append((message, answer))
            return answer

        self.night.house.hear = seen  # type: ignore[method-assign]

    def one_in_twenty(self, what: str) -> bool:
        so = self.chance.random() < 1 / ONE_IN
        self.counts[what] = self.counts.get(what, 0) + so
        return so

    async def says(self, person: Person, text: str) -> None:
        """As chat brings it: perhaps garbled, late or twice."""
        self.counts["lines"] = self.counts.get("lines", 0) + 1
        if self.one_in_twenty("garbled"):
            text = garbled(text, self.chance)
        late = self.chance.uniform(1.0, LATEST) if self.one_in_twenty("late") else 0.0
        await asyncio.sleep(late)
        await person.says(self.night.channel, text, late=late)
        if self.one_in_twenty("doubled"):
            self.night.world.repeat_last()

    def soon(self, person: Person, text: str) -> None:
        """As `says`, beside all else."""
        task = asyncio.create_task(self.says(person, text))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def asks_on(self) -> None:
        """Somebody asks, or talks, until the evening is over."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.0, 2 * A_QUESTION))
            self.soon(
                self.chance.choice(self.people), self.chance.choice(ASKED if self.chance.random() < 0.5 else TALK)
            )

    async def stakes(self, those: Sequence[Person], seconds: float) -> None:
        """All of them, in so many seconds."""
        for person in those:
            amount = self.chance.randint(1, 100)
            self.soon(person, f"!halflings {amount}")
            await asyncio.sleep(seconds / len(those))


def garbled(text: str, chance: random.Random) -> str:
    """Return it as thumbs type it: a letter left out, twice, or in another's place."""
    at = chance.randrange(1, len(text)) if len(text) > 1 else 0
    return chance.choice(
        (text[:at] + text[at + 1 :], text[:at] + text[at : at + 1] + text[at:], text[:at] + "o" + text[at + 1 :])
    )


async def the_one(night: Night) -> Session | None:
    """The table that stands in the channel, if one does."""
    found = [one for one in await night.sessions() if not isinstance(one.phase, Closed)]
    return found[0] if found else None


async def reaches(night: Night, seconds: float, *phases: type) -> Session:
    """The table, as soon as it is in one of these phases."""
    for _ in range(int(seconds * 2)):
        found = await the_one(night)
        if found is not None and isinstance(found.phase, phases):
            return found
        await asyncio.sleep(0.5)
    raise AssertionError(f"never {phases} in {night.said[-5:]}")


async def next_round(night: Night, before: int) -> None:
    """Back when it is on; or over, as is a round in which nobody may split."""
    for _ in range(180):
        found = await the_one(night)
        if found is not None and (found.pledge.n > before or isinstance(found.phase, Playing)):
            return
        await asyncio.sleep(0.5)
    raise AssertionError(f"no round after {before} in {night.said[-5:]}")


async def plays_on(chat: Chat, most: int) -> int:
    """Whoever may move does, before everybody unless it is secret, at a human pace; how many moves were made."""
    night, chance, made = chat.night, chat.chance, 0
    for _ in range(3 * most):
        found = await the_one(night)
        if made == most or found is None or not isinstance(found.phase, Playing):
            break
        if found.paused is None:
            made += await moves(chat, [one for one in chat.people if found.has(f"twitch:{one.id}")])
        await asyncio.sleep(chance.uniform(0.25, 1.75) * A_MOVE)
    return made


async def moves(chat: Chat, seated: list[Person]) -> int:
    """One of them does what they may; how many did."""
    for person in chat.chance.sample(seated, len(seated)):
        offers = await offers_of(chat.night, person)
        if offers:
            offer = chat.chance.choice(offers)
            line = "!" + line_of(offer, {name: worded(name, one) for name, one in given(offer, chat.chance).items()})
            if offer.secret:
                await says_alone(chat.night, person, line)
            else:
                await person.says(chat.night.channel, line)
            return 1
    return 0


async def a_crowd(chat: Chat) -> None:
    """The streamer's, over some rounds; two in three stake before the first, the rest while one is on."""
    night, sam = chat.night, chat.night.channel.broadcaster
    await chat.stakes(chat.people[:3], 3.0)
    await asyncio.sleep(5.0)
    await sam.says(night.channel, "!halflings 20")
    early = len(chat.people) * 2 // 3
    await chat.stakes(chat.people[:early], 0.8 * LOBBY)
    for number in range(ROUNDS):
        before = (await reaches(night, 90.0, Lobby, Between)).pledge.n
        if number:
            await chat.stakes(chat.chance.sample(chat.people, 10), 10.0)
        await next_round(night, before)
        if number == 1:
            night.channel.timeout(night.world.bot, TIMED_OUT)
        if number == 0:
            await chat.stakes(chat.people[early:], 15.0)
        await plays_on(chat, 5)
    await asyncio.sleep(READ)  # the streamer has read the last result before they close it
    await closes(chat, sam)


async def closes(chat: Chat, host: Person) -> None:
    """The table is closed by its host, as soon as it may be."""
    for _ in range(20):
        await asyncio.sleep(5.0)
        if await the_one(chat.night) is None:
            return
        await host.says(chat.night.channel, "!close")
    raise AssertionError(f"never closed: {chat.night.said[-5:]}")


async def a_table(chat: Chat, line: str, players: list[Person], trouble: Any = None) -> None:
    """One of viewers: who opened it starts it; `trouble` comes when it is on."""
    host, *others = players
    chat.night.channel.mod(host)
    await host.says(chat.night.channel, line)
    await reaches(chat.night, 60.0, Lobby)
    for person in others:
        await asyncio.sleep(3.0)
        await person.says(chat.night.channel, "!join")
    await asyncio.sleep(5.0)
    await host.says(chat.night.channel, "!start")
    await reaches(chat.night, 60.0, Playing)
    made = await plays_on(chat, 4)
    if trouble is not None:
        await trouble(chat)
    await plays_on(chat, chat.most - made)
    await closes(chat, host)


async def loses_its_badge(chat: Chat) -> None:
    chat.night.channel.unmod(chat.night.world.bot)


async def goes_offline(chat: Chat) -> None:
    chat.night.channel.goes_offline()
    await asyncio.sleep(OFFLINE)
    chat.night.channel.goes_live()


async def an_evening(night: Night, count: int, most: int, patch: pytest.MonkeyPatch) -> "Told":
    """So many viewers, so many moves of a table at most; from the first stake to the last table's end."""
    evening = Evening(night)
    evening.watch(patch)
    patch.setattr(supervisor, "LOOK_EVERY", 1.0)
    chat = Chat(night, viewers(night.world, count), most)
    chat.listens()
    night.channel.mod(night.world.bot)
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    night.channel.goes_live()
    night.channel.join(*chat.people)
    night.page.opens(*(f"twitch:{one.id}" for one in chat.people if one.login.endswith(HAS_A_PAGE)))
    sam = night.channel.broadcaster
    await sam.says(night.channel, "!control offline pause 6")
    asking, broke_off = asyncio.create_task(chat.asks_on()), list[str]()
    try:
        await games_of(chat)
    except AssertionError as error:
        broke_off.append(f"it went no further: {error}")
    asking.cancel()
    await asyncio.gather(*chat.tasks)
    missing = await all_is_told(evening, 120.0)
    await asyncio.sleep(90.0)
    return Told(chat, [*broke_off, *missing])


async def games_of(chat: Chat) -> None:
    """A crowd of the streamer's, and then tables that moderators open for viewers and themselves."""
    await a_crowd(chat)
    one, two, *others = chat.chance.sample(chat.people, 9)
    await a_table(chat, "!open halflings mode=duel", [one, two], loses_its_badge)
    await a_table(chat, "!open rogues", others[:4], goes_offline)
    await a_table(chat, "!open poohead", others[4:])


class Cost(NamedTuple):
    """Letters by kind of what was said of one table, and its games."""

    code: str
    games: int
    lines: int
    letters: dict[str, int]

    @property
    def proof(self) -> int:
        return self.letters.get("proof", 0)

    @property
    def share(self) -> float:
        return self.proof / max(1, sum(self.letters.values()))

    @property
    def a_game(self) -> float:
        return self.proof / max(1, self.games)


@dataclass
class Told:
    """What the chat was told. `missing`: sentences that were not said, or not in their order."""

    chat: Chat
    missing: list[str]

    @cached_property
    def lines(self) -> list[Line]:
        return self.chat.night.channel.from_bot

    @cached_property
    def unanswered(self) -> list[str]:
        """Who asked, or was refused, and heard nothing: alone, among others, or for all."""
        by_id = {named(line.id): line for line in self.chat.night.channel.lines}
        found = list[str]()
        for message, answer in self.chat.heard:
            line = by_id.get(message.id)
            wanted = answer.text and not (answer.told or answer.unknown or answer.repeated)
            if line is not None and wanted and not any(answers(one, line, answer) for one in self.lines):
                found.append(f"{line.author.login}: {line.text} → {answer.text[:80]}")
        return found

    @cached_property
    def counted_twice(self) -> list[str]:
        """Lines that were taken more than once."""
        taken = [message.id for message, answer in self.chat.heard if answer.ok and not answer.repeated]
        return [one for one in set(taken) if taken.count(one) > 1]

    @cached_property
    def costs(self) -> list[Cost]:
        codes = list(dict.fromkeys(found[1] for line in self.lines if (found := spoken(line))[1]))
        return [self._cost(code) for code in codes]

    def _cost(self, code: str) -> Cost:
        lines, letters = [line for line in self.lines if spoken(line)[1] == code], dict[str, int]()
        for line in lines:
            for kind, text in kinds_of(line):
                letters[kind] = letters.get(kind, 0) + len(text)
        games = sum(len(regex.findall(r"Game \d+: mixed ", line.text)) for line in lines)
        return Cost(code, games, len(lines), letters)

    def log(self) -> Iterator[str]:
        """Yield what a viewer sees, without talk: when, who, what."""
        lines = self.chat.night.channel.lines
        for line in lines:
            to = "" if line.parent is None else f" (to {line.parent.author.display_name})"
            if line.from_bot or line.text.startswith(("!", "h")):
                who = "  BOT" if line.from_bot else line.author.display_name
                yield f"{line.at - lines[0].at:7.1f} {who}{to}: {line.text}"


def answers(one: Line, line: Line, answer: Reply) -> bool:
    """Tell whether a line of ours answers somebody's."""
    if answer.for_all and abs(one.at - line.at) <= PATIENCE and answer.text[:40] in one.text:
        return True
    if not line.at <= one.at <= line.at + PATIENCE:
        return False
    return one.parent is line or f"@{line.author.login} " in f"{one.text} "


def spoken(line: Line) -> Any:
    """The table's code and the rest of a line."""
    return CODE.fullmatch(line.text.removeprefix(OPENING))


def kinds_of(line: Line) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a line with what they are: answers, proof, whose turn, seats, or the game."""
    if line.parent is not None or "@" in line.text:
        yield "answers", line.text
        return
    for one in SENTENCE.split(spoken(line)[2]):
        kind = (
            "proof" if PROOF.match(one) else "turns" if TURN.search(one) else "seats" if SEATS.search(one) else "game"
        )
        yield kind, one
