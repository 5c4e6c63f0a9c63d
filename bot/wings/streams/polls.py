"""Polls for the next game of a channel: the platform's own if it lets us, otherwise votes typed in chat.

A note in the store holds a poll until it is decided, so that it continues after a restart.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Where
from bot.commands.staff import need
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.opening_rules import check_game
from bot.people.venues import Venues
from bot.ports.broadcasts import Broadcast
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Hear, Message, Person, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.archive import title
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.words import Words
from games.catalogue import by_word, catalogue
from persistence import Store, StoreTrouble

POLL: Final = "poll"
FEWEST: Final = 2
MOST: Final = 5
SECONDS: Final = 60
MOST_VOTES: Final = 5_000
LOOK_EVERY: Final = 4.0
"""Seconds between two look-ups of a poll on the platform."""
GIVEN_UP: Final = 60.0
KEPT: Final = 24 * 3600
log = structlog.get_logger()


class Poll(Struct, frozen=True):
    """An open poll. `by`, `name`, `rights`, `standing`: who asked, and will open the table; `choices`: names of games.

    `native`: its id on the platform; empty if `votes` are typed in chat. `ends`: in ms.
    """

    id: str
    venue: VenueId
    by: PersonId
    name: str
    rights: int
    choices: tuple[str, ...]
    ends: int
    native: str = ""
    standing: frozenset[str] = frozenset()
    votes: dict[PersonId, int] = {}

    def counted(self) -> tuple[int, ...]:
        """Return how many votes in chat each choice has."""
        counts = Counter(self.votes.values())
        return tuple(counts[number] for number in range(len(self.choices)))


_POLL: Final = msgspec.json.Decoder(Poll)


@dataclass(eq=False)
class Polls:
    """Ask a channel for the next game, count the votes, and open the table. `hear` answers a message."""

    store: Store
    words: WordsOf
    venues: Venues
    platforms: Platforms
    random_bytes: RandomBytes
    hear: Hear
    hooks: Hooks
    _following: dict[PlaceId, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hooks.rests.append(self.stop)

    def is_on(self, place: PlaceId) -> bool:
        """Tell whether this process follows a poll in this place."""
        return place in self._following

    # Asked

    async def ask(self, said: Said, broadcast: Broadcast) -> Reply:
        """Ask for the next game: one of the named games, or else of all that may be opened. Raises Refused."""
        message, words = said.message, self.words(said.message)
        need(said, Rights.STAFF)
        choices = await self._choices(message.venue, said.rest[1:])
        before = await self.store.note(POLL, message.place)
        if before is not None:
            self._follow(message.place)
            raise Refused("poll-on")
        poll = Poll(
            message.id,
            message.venue,
            message.sender.id,
            message.sender.name,
            int(message.rights),
            choices,
            self.store.clock.now() + SECONDS * 1000,
            await self._opened(broadcast, message.place, choices, words),
            message.standing,
        )
        if not await self.store.claim_note(POLL, message.place, msgspec.json.encode(poll), KEPT):
            raise Refused("poll-on")
        await self.store.note_taken(heard_of(message))
        self._follow(message.place)
        if poll.native:
            return Answer(words.text("poll-above", seconds=SECONDS))
        return Answer(words.text("poll-in-chat", seconds=SECONDS, games=", ".join(choices), game=choices[0]))

    async def _choices(self, venue: VenueId, named: Sequence[str]) -> tuple[str, ...]:
        """Return the games to choose from. Raises Refused if they are too few or too many, or if a name is unknown."""
        rules = (await self.venues.settings(venue)).opening
        games = [by_word(word) for word in named]
        for word, game in zip(named, games, strict=True):
            if game is None:
                raise Refused("no-such-game", word=word, games=", ".join(rules.games or catalogue()))
            check_game(rules, game.name)
        choices = tuple(dict.fromkeys(game.name for game in games if game)) or tuple(rules.games or catalogue())
        if not FEWEST <= len(choices) <= MOST:
            raise Refused("poll-how", least=FEWEST, most=MOST, games=" ".join(list(choices or catalogue())[:MOST]))
        return choices

    async def _opened(self, broadcast: Broadcast, place: PlaceId, choices: Sequence[str], words: Words) -> str:
        """Open a poll on the platform, and return its id; empty if that is not possible."""
        titles = [title(game, words) for game in choices]
        try:
            return await broadcast.open_poll(place, words.text("poll-title"), titles, SECONDS)
        except Unreachable as refused:
            log.info("no poll of the platform's own here", why=str(refused))
            return ""

    # Voted

    @Command(
        "want",
        Group.PLAY,
        where=Where.PLACE,
        parameters=(Parameter("game", "slash-want"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    )
    async def vote(self, said: Said) -> Reply:
        """Count one person's vote; a later one replaces it. Raises Refused and StoreTrouble."""
        message, words = said.message, self.words(said.message)
        if not message.place or platform_of(message.place) not in self.platforms.broadcasts:
            raise Refused("no-stream-here")
        while True:
            before = await self.store.note(POLL, message.place)
            if before is None:
                raise Refused("no-poll")
            poll = _POLL.decode(before)
            if poll.native:
                raise Refused("poll-above-only")
            number = chosen(poll, said.rest)
            if len(poll.votes) >= MOST_VOTES and message.sender.id not in poll.votes:
                raise Refused("poll-full")
            after = replace(poll, votes={**poll.votes, message.sender.id: number})
            if await self.store.replace_note(
                POLL, message.place, before, msgspec.json.encode(after), heard_of(message)
            ):
                self._follow(message.place)
                return Answer(words.text("voted", game=title(poll.choices[number], words)))

    # Decided

    async def take_up(self, place: PlaceId) -> None:
        """Continue the poll that was open in this place when the bot stopped. Never raises."""
        self._follow(place)

    def _follow(self, place: PlaceId) -> None:
        if place not in self._following:
            task = asyncio.get_running_loop().create_task(self._decide(place), name=f"poll {place}")
            self._following[place] = task

    async def _decide(self, place: PlaceId) -> None:
        try:
            while (content := await self.store.note(POLL, place)) is not None:
                poll = _POLL.decode(content)
                left = (poll.ends - self.store.clock.now()) / 1000
                counts = await self._counts(place, poll, left)
                if counts is None:
                    await asyncio.sleep(LOOK_EVERY if poll.native else left)
                    continue
                last = await self.store.take_note(POLL, place)  # of two processes only one goes on
                if last is not None:
                    await self._open(place, poll, counts if poll.native else _POLL.decode(last).counted())
        except StoreTrouble as trouble:
            log.warning("a poll waits for the store", kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - a poll must not stop a channel
            log.error("a poll broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold views
        finally:
            self._following.pop(place, None)

    async def _counts(self, place: PlaceId, poll: Poll, left: float) -> tuple[int, ...] | None:
        """Return the votes of a poll that is over; None: it is still on. Empty: it was called off. `left`: seconds
        until its end.

        A poll on the platform may be ended early there. If it can't be read, it is given up some time after its end.
        """
        if not poll.native:
            return None if left > 0 else poll.counted()
        try:
            counts = await self.platforms.broadcasts[platform_of(place)].poll_votes(place, poll.native)
        except Unreachable as refused:
            log.warning("a poll can't be read", why=str(refused))
            counts = None
        return () if counts is None and left < -GIVEN_UP else counts

    async def _open(self, place: PlaceId, poll: Poll, counts: Sequence[int]) -> None:
        """Say which game won, and open a table for it in the name of whoever asked."""
        best = max(counts, default=0)
        message = Message(
            f"poll:{poll.id}",
            Person(poll.by, poll.name),
            poll.venue,
            place,
            private=False,
            text="",
            rights=Rights(poll.rights),
            standing=poll.standing,
            invited=True,
        )
        words = self.words(message)
        if best == 0:
            await self._say(place, words.text("poll-nobody"))
            return
        tied = [game for game, count in zip(poll.choices, counts, strict=False) if count == best]
        game = tied[int.from_bytes(self.random_bytes(4)) % len(tied)]
        told = words.text(
            "poll-over", game=title(game, words), votes=best, all=sum(counts), tied="yes" if tied[1:] else "no"
        )
        await self._say(place, told)
        answer = await self.hear(replace(message, text=f"{words.prefix}{game}"))
        if not answer.ok and not answer.is_private:
            await self._say(place, answer.text)

    async def _say(self, place: PlaceId, line: str) -> None:
        try:
            await self.platforms.broadcasts[platform_of(place)].say(place, line)
        except Unreachable as refused:
            log.info("what a poll decided is not said", why=str(refused))

    async def stop(self) -> None:
        """Stop following polls; the next start takes them up again."""
        tasks = list(self._following.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def chosen(poll: Poll, typed: Sequence[str]) -> int:
    """Return the index of the choice that was typed by name or number. Raises Refused."""
    word = typed[0].lower() if len(typed) == 1 else ""
    if word.isascii() and word.isdigit() and len(word) < FEWEST and 1 <= int(word) <= len(poll.choices):
        return int(word) - 1
    game = by_word(word) if word else None
    if game is None or game.name not in poll.choices:
        raise Refused("vote-how", games=", ".join(poll.choices), game=poll.choices[0])
    return poll.choices.index(game.name)
