"""Play a whole evening in a channel with every trouble: a crowd, a duel, Rogues and Poohead; and collect its lines.

As usual one line in twenty comes twice, one late, one garbled. The bot is timed out in the crowd's second round, loses
its badge in the duel, and the stream goes offline during Rogues.
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

PATIENCE: Final = 90.0
"""Seconds within which each question is answered."""
LATEST: Final = 25.0
"""The most seconds that a line is late."""
LOBBY: Final = 20.0
READ: Final = 60.0
"""Seconds after which the news have been told, even after the usual time-out."""
A_MOVE: Final = 4.0
A_QUESTION: Final = 3.0
"""The average seconds between two questions."""
ROUNDS: Final = 3
ASKED: Final = ("!wallet", "!table", "!rules", "!help", "!halflings 20", "!join", "!hand", "!moves", "!odds", "!rogues")
AGAIN: Final = 4.0
"""Seconds within which nothing can happen twice in the same words."""
A_SENTENCE: Final = 15
"""Letters of a sentence that has something to say."""
HAS_A_PAGE: Final = ("1", "2")
TALK: Final = ("gg", "LUL", "what a roll", "hello from Brazil", "20", "join", "!so ann", "!gamble all")
CODE: Final = regex.compile(r"(?:([A-Z0-9]{3}) · )?(.*)")
TURN: Final = regex.compile(r"to play\\.|^!\\w+|stake 1 to|reroll, or stay")
SEATS: Final = regex.compile(
    r"sits? down|leaves the table|is open:|is the host\\.|Stake with|Sit down with|waits? for the next"
)


@dataclass(frozen=True)
class Trouble:
    """What goes wrong: shares of the lines, and the seconds of a time-out and of a stream that is offline."""

    seed: int = 300
    doubled: float = 0.05
    garbled: float = 0.05
    late: float = 0.05
    timed_out: float = 18.0
    offline: float = 90.0
    unmodded: bool = True


USUAL: Final = Trouble()


@dataclass
class Chat:
    """The viewers' lines, and the bot's answers. `heard`: each line with its answer. `most`: moves of people at a
    table.
    """

    night: Night
    people: list[Person]
    most: int
    trouble: Trouble
    chance: random.Random = field(init=False)
    heard: list[tuple[Message, Reply]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.trouble.seed)  # noqa: S311 - not the dice of a game

    def listens(self) -> None:
        """Note the bot's answer to each line."""
        hear = self.night.house.hear

        async def seen(message: Message) -> Reply:
            answer = await hear(message)
            self.heard.append((message, answer))
            return answer

        self.night.house.hear = seen  # type: ignore[method-assign]

    def has(self, what: str) -> bool:
        """Tell whether a line has this trouble."""
        so = self.chance.random() < getattr(self.trouble, what)
        self.counts[what] = self.counts.get(what, 0) + so
        return so

    async def says(self, person: Person, text: str) -> None:
        """Say a line as chat brings it: perhaps garbled, late or twice."""
        self.counts["lines"] = self.counts.get("lines", 0) + 1
        if self.has("garbled"):
            text = garbled(text, self.chance)
        late = self.chance.uniform(1.0, LATEST) if self.has("late") else 0.0
        await asyncio.sleep(late)
        await person.says(self.night.channel, text, late=late)
        if self.has("doubled"):
            self.night.world.repeat_last()

    def soon(self, person: Person, text: str) -> None:
        """Do as `says` does, in the background."""
        task = asyncio.create_task(self.says(person, text))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def asks_on(self) -> None:
        """Let people ask or talk until the evening is over."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.0, 2 * A_QUESTION))
            self.soon(
                self.chance.choice(self.people), self.chance.choice(ASKED if self.chance.random() < 0.5 else TALK)
            )

    async def stakes(self, those: Sequence[Person], seconds: float) -> None:
        """Let all of them stake within this many seconds."""
        for person in those:
            amount = self.chance.randint(1, 100)
            self.soon(person, f"!halflings {amount}")
            await asyncio.sleep(seconds / len(those))


def garbled(text: str, chance: random.Random) -> str:
    """Return the text with a typing error: a letter left out, doubled, or exchanged."""
    at = chance.randrange(1, len(text)) if len(text) > 1 else 0
    return chance.choice(
        (text[:at] + text[at + 1 :], text[:at] + text[at : at + 1] + text[at:], text[:at] + "o" + text[at + 1 :])
    )


async def the_one(night: Night) -> Session | None:
    """Return the open table in the channel, if there is one."""
    found = [one for one in await night.sessions() if not isinstance(one.phase, Closed)]
    return found[0] if found else None


async def reaches(night: Night, seconds: float, *phases: type) -> Session:
    """Wait until the table is in one of these phases, and return it."""
    for _ in range(int(seconds * 2)):
        found = await the_one(night)
        if found is not None and isinstance(found.phase, phases):
            return found
        await asyncio.sleep(0.5)
    raise AssertionError(f"never {phases} in {night.said[-5:]}")


async def stakes_again(chat: Chat, before: int) -> None:
    """Let some stake for the next round, and again if all stakes came during the time-out, when no move counts."""
    those = chat.chance.sample(chat.people, 10)
    for _ in range(6):
        await chat.stakes(those, 10.0)
        found = await the_one(chat.night)
        rests = found is not None and isinstance(found.phase, Between) and found.phase.starts_at is None
        if found is None or not rests or found.pledge.n > before:
            return


async def next_round(night: Night, before: int) -> None:
    """Wait until the next round runs or is over, as a round without possible splits is at once."""
    for _ in range(180):
        found = await the_one(night)
        if found is not None and (found.pledge.n > before or isinstance(found.phase, Playing)):
            return
        await asyncio.sleep(0.5)
    raise AssertionError(f"no round after {before} in {night.said[-5:]}")


async def plays_on(chat: Chat, most: int) -> int:
    """Let people move at a human pace, in public unless the move is secret; return how many moves were made."""
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
    """Let one of them do what they may; return how many did."""
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
    """Play some rounds of the streamer's crowd; two in three stake before the first, the rest during a round."""
    night, sam = chat.night, chat.night.channel.broadcaster
    await chat.stakes(chat.people[:3], 3.0)
    await asyncio.sleep(5.0)
    await sam.says(night.channel, "!halflings 20")
    early = len(chat.people) * 2 // 3
    await chat.stakes(chat.people[:early], 0.8 * LOBBY)
    for number in range(ROUNDS):
        before = (await reaches(night, 90.0, Lobby, Between)).pledge.n
        if number:
            await stakes_again(chat, before)
        await next_round(night, before)
        if number == 1:
            night.channel.timeout(night.world.bot, chat.trouble.timed_out)
        if number == 0:
            await chat.stakes(chat.people[early:], 15.0)
        await plays_on(chat, 5)
    await asyncio.sleep(READ)  # the streamer reads the last result before closing
    await closes(chat)


async def closes(chat: Chat) -> None:
    """Let the host close the table as soon as possible. The opener is not the host after losing all and leaving."""
    by_id = {f"twitch:{one.id}": one for one in (chat.night.channel.broadcaster, *chat.people)}
    for _ in range(20):
        await asyncio.sleep(5.0)
        found = await the_one(chat.night)
        if found is None:
            return
        await by_id[found.host].says(chat.night.channel, "!close")
    raise AssertionError(f"never closed: {chat.night.said[-5:]}")


async def a_table(chat: Chat, line: str, players: list[Person], trouble: Any = None) -> None:
    """Play a table of viewers, started by its opener; `trouble` comes during the game."""
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
    await closes(chat)


async def loses_its_badge(chat: Chat) -> None:
    if chat.trouble.unmodded:
        chat.night.channel.unmod(chat.night.world.bot)


async def goes_offline(chat: Chat) -> None:
    chat.night.channel.goes_offline()
    await asyncio.sleep(chat.trouble.offline)
    chat.night.channel.goes_live()


async def an_evening(
    night: Night, count: int, most: int, patch: pytest.MonkeyPatch, trouble: Trouble = USUAL
) -> "Told":
    """Play an evening of this many viewers and moves a table, from the first stake to the last table's end."""
    evening = Evening(night)
    evening.watch(patch)
    patch.setattr(supervisor, "LOOK_EVERY", 1.0)
    chat = Chat(night, viewers(night.world, count), most, trouble)
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
    """Play the streamer's crowd, and then tables that moderators open for viewers and themselves."""
    await a_crowd(chat)
    one, two, *others = chat.chance.sample(chat.people, 9)
    await a_table(chat, "!open halflings mode=duel", [one, two], loses_its_badge)
    await a_table(chat, "!open rogues", others[:4], goes_offline)
    await a_table(chat, "!open poohead", others[4:])


class Cost(NamedTuple):
    """Letters by kind in the lines about one table, and its games."""

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
    """What the chat was told. `missing`: sentences that were not said, or not in order."""

    chat: Chat
    missing: list[str]

    @cached_property
    def lines(self) -> list[Line]:
        return self.chat.night.channel.from_bot

    @cached_property
    def unanswered(self) -> list[str]:
        """Return questions and refusals without an answer of any kind: alone, with others, or for all."""
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
        """Return the lines that were taken more than once."""
        taken = [message.id for message, answer in self.chat.heard if answer.ok and not answer.repeated]
        return [one for one in set(taken) if taken.count(one) > 1]

    @cached_property
    def said_twice(self) -> list[str]:
        """Return lines of tables with a sentence that stands there twice, or that were said before within `AGAIN`."""
        before, found = dict[str, float](), list[str]()
        for line in (one for one in self.lines if "@" not in one.text):
            sentences = [one for one in SENTENCE.split(line.text) if len(one) >= A_SENTENCE]
            again = line.parent is None and line.at - before.get(line.text, -AGAIN) < AGAIN
            if again or len(set(sentences)) < len(sentences):
                found.append(line.text)
            before[line.text] = line.at
        return found

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
    """Return the table's code and the rest of a line."""
    return CODE.fullmatch(line.text.removeprefix(OPENING))


def kinds_of(line: Line) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a line with their kinds: answers, proof, turns, seats, or the game."""
    if line.parent is not None or "@" in line.text:
        yield "answers", line.text
        return
    for one in SENTENCE.split(spoken(line)[2]):
        kind = (
            "proof" if PROOF.match(one) else "turns" if TURN.search(one) else "seats" if SEATS.search(one) else "game"
        )
        yield kind, one
