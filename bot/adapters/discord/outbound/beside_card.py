"""Post what stands beside a table's card, and decide who is called to their turn.

Calls are short messages that mention those awaited and away, and are deleted afterwards. A note is stored before a call
is posted. If the process ends before the call's handle is stored, the next process searches the channel once for the
noted text, so that no call is left behind (threats F1).

What proves fair play is a small message for each game, never edited or deleted (`docs/fairness.md`). A card is edited,
so it proves nothing. What fixes a game's dice is posted before anybody acts. In the table's own channel, what the game
revealed at its end is posted together with the start of the next, with a text for the dice, or when the table closes.
In a thread, or in a server's channel for fair play, it is posted at once.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import discord
import msgspec
import structlog
from msgspec import Struct

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import PLATFORM, snowflake_of
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.markup import mention, message_link, pages, plain
from bot.adapters.discord.outbound.standing import Call, Standing, nonce_for
from bot.adapters.discord.port import Bot, Way
from bot.ports.chat import Notes
from bot.ports.ids import AudienceKey, PersonId, VenueId
from bot.ports.messages import News, Panel, Reach, Unreachable, Update
from bot.text import Words
from games.kit.kept import keep_latest
from persistence import StoreTrouble

MOST_CALLED: Final = 40
"""People in one message; more would not fit."""
LOOKED_AT: Final = 50
"""How many messages are searched for a call that was posted but not stored."""
NOTED_FOR: Final = 24 * 3600
MOST_TABLES: Final = 10_000
log = structlog.get_logger()


class Posting(Struct, frozen=True):
    """A call about to be posted: its text, the people that it calls, and the card that it follows."""

    content: str
    people: tuple[int, ...]
    card: int


_POSTING: Final = msgspec.json.Decoder(Posting)


class CallLines:
    """Posts calls, and finds those that were not stored. `client`: returns the client; raises Unreachable if nobody is
    logged in.
    """

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes) -> None:
        self._limits, self._client, self._notes = limits, client, notes
        self._unnoted: dict[str, int] = {}
        """By table and channel, the call that is not in a stored handle yet; 0: there is none."""

    async def post(
        self,
        update: Update,
        words: Words,
        people: tuple[int, ...],
        called_before: tuple[int, ...],
        card: Standing,
        guild: int,
    ) -> Call | None:
        """Call these people to a table with this card; None: it failed, and only the card tells them.

        `called_before`: named again because their own call is deleted, but not notified again.
        """
        table, people = note_of(update.table, card.channel), people[:MOST_CALLED]
        everybody = (*people, *called_before)[:MOST_CALLED]
        content = content_of(update, words, everybody, link_to(card, guild))
        posting = Posting(content, everybody, card.message)
        try:
            await self._notes.save(table, msgspec.json.encode(posting), NOTED_FOR)
            sent = await self._at(card.channel).send(
                content,
                nonce=nonce_for(f"{update.table} {update.audience} {update.called_for} {sorted(people)}"),
                allowed_mentions=allowed(people),
                suppress_embeds=True,
            )
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            log.warning("a call was refused", status=refused.status, code=refused.code)
            return None
        except (Unreachable, StoreTrouble, *LOST) as lost:
            self._unnoted.pop(table, None)  # it may have been posted: search for it next time
            log.info("a call was lost", kind=type(lost).__name__)
            return None
        keep_latest(self._unnoted, table, sent.id, MOST_TABLES)
        return Call(card.channel, sent.id, everybody)

    async def point_to(self, call: Call, update: Update, words: Words, card: Standing, guild: int) -> None:
        """Edit a call that still counts so that it links to the new card."""
        content = content_of(update, words, call.people, link_to(card, guild))
        try:
            self._limits.take_deletion(call.channel)
            message = self._at(call.channel).get_partial_message(call.message)
            await message.edit(content=content, allowed_mentions=allowed())
        except (Unreachable, *LOST):
            return  # it still calls people

    async def found(self, update: Update, last: Standing) -> tuple[Call, ...]:
        """Return the calls at a table, with the one that was posted but not stored, if there is one."""
        named = note_of(update.table, last.channel)
        unnoted = self._unnoted.get(named)
        try:
            if unnoted is None:
                return await self._with_lost(named, last)
            if any(call.message == unnoted for call in last.calls):
                await self._notes.forget(named)
                keep_latest(self._unnoted, named, 0, MOST_TABLES)
        except (Unreachable, StoreTrouble, *LOST):
            pass  # tried again next time
        return last.calls

    async def _with_lost(self, named: str, last: Standing) -> tuple[Call, ...]:
        """Return the calls of a table, with one that another process posted just before it ended."""
        lost = await self._look_for(named, last)
        keep_latest(self._unnoted, named, 0 if lost is None else lost.message, MOST_TABLES)
        known = lost is None or any(call.message == lost.message for call in last.calls)
        return last.calls if lost is None or known else (*last.calls, lost)

    async def _look_for(self, named: str, last: Standing) -> Call | None:
        """Return the call that another process was posting when it ended; None: there is none."""
        content = await self._notes.load(named)
        posting = None if content is None else decoded(content)
        if posting is None:
            return None
        below = self._at(last.channel).history(limit=LOOKED_AT, after=discord.Object(posting.card))
        async for message in below:
            if message.author == self._client().user and message.content == posting.content:
                return Call(last.channel, message.id, posting.people)
        return None

    def _at(self, channel: int) -> discord.PartialMessageable:
        return self._client().get_partial_messageable(channel)


def decoded(content: bytes) -> Posting | None:
    try:
        return _POSTING.decode(content)
    except msgspec.MsgspecError:
        return None


def content_of(update: Update, words: Words, people: Iterable[int], link: str) -> str:
    """Return the text of a call: the people, what they are called to, and a link."""
    if is_on(update):
        what = words.text("discord-called", code=update.code)
    else:
        what = words.text("discord-called-to-seat", code=update.code)
    return f"{' '.join(map(mention, people))} {plain(what)} {link}".rstrip()


def link_to(card: Standing, guild: int) -> str:
    """Return a link to a card; empty if its server is unknown."""
    return message_link(guild, card.channel, card.message) if guild else ""


def note_of(table: str, channel: int) -> str:
    """Return the name of the note about the call being posted for a table in a channel."""
    return f"call {table} {channel}"


# Who is called

PRESENT: Final = 60.0
"""Seconds for which somebody counts as present after they said or pressed something."""
CALL_EVERY: Final = 60.0
"""One person is called at most once in this many seconds, at all tables together."""
MOST_KNOWN: Final = 50_000


class Called(Struct, frozen=True):
    """The ids of those to call to a table. `on_card`: by the card itself; `by_ping`: by a short message.

    `away`: all who are awaited and have not been heard since, including those who were called before.
    """

    on_card: tuple[int, ...] = ()
    by_ping: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()

    @property
    def everybody(self) -> tuple[int, ...]:
        """Return everybody who is to be called now."""
        return self.on_card + self.by_ping


class WhoIsCalled:
    """Knows who is present, and who was called recently. `clock`: a monotonic clock in seconds."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot, self._clock = bot, clock
        self._seen_at: dict[int, float] = {}
        self._called_at: dict[int, float] = {}

    def seen(self, user: int) -> None:
        """Note that somebody is present: for a while they need no call."""
        keep_latest(self._seen_at, user, self._clock(), MOST_KNOWN)

    def were_called(self, users: Iterable[int]) -> None:
        """Note that these people were called."""
        for user in users:
            keep_latest(self._called_at, user, self._clock(), MOST_KNOWN)

    async def at_place(self, update: Update, venue: VenueId) -> Called:
        """Return the people to call at the table's place, and how."""
        by_way: dict[Way, list[int]] = {"card": [], "ping": []}
        for person in update.notify:
            if is_ours(person) and self.is_to_call(person, update):
                by_way.setdefault(await self._bot.way_to_call(person, venue), []).append(snowflake_of(person))
        awaited = [snowflake_of(one) for one in update.awaited if is_ours(one)]
        present = [one for one in awaited if is_on(update) and self._lately(self._seen_at, one, PRESENT)]
        return Called(tuple(by_way["card"]), tuple(by_way["ping"]), frozenset(awaited).difference(present))

    def is_to_call(self, person: PersonId, update: Update) -> bool:
        """Return whether somebody is to be told that it is their turn. Outside a game, as for a new seat elsewhere, all
        are told.
        """
        if person not in update.notify or not is_on(update):
            return person in update.notify
        user = snowflake_of(person)
        return not (self._lately(self._seen_at, user, PRESENT) or self._lately(self._called_at, user, CALL_EVERY))

    def _lately(self, noted: dict[int, float], user: int, seconds: float) -> bool:
        return user in noted and self._clock() < noted[user] + seconds


def is_on(update: Update) -> bool:
    return update.card.phase == "playing"


def is_ours(person: PersonId) -> bool:
    return person.startswith(f"{PLATFORM}:")


# Fair play

LONGEST: Final = 1_900
"""Of the 2,000 characters that a message may have."""
SHUT: Final = frozenset({403, 404})


class FairnessPlace(NamedTuple):
    """A server's channel for fair play, if it has one. `waits`: what a game revealed is posted with the next game."""

    channel: int | None
    waits: bool


class FairnessLines:
    """Posts proofs of fair play. `client`: returns the client; raises Unreachable if nobody is logged in."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._told_by: dict[tuple[str, str], int] = {}
        self._proven: dict[tuple[str, str], int] = {}
        """By table and audience, as in `Standing.proven`: what was posted even if the card could not be shown
        afterwards.
        """

    async def post(self, update: Update, last: Standing | None, channel: int, fair: FairnessPlace) -> int:
        """Post what was not posted yet; return `Standing.proven`. `channel`: the table's own, used if the fair-play
        channel refuses.

        Raises Unreachable if no channel accepts it.
        """
        key = update.table, update.audience
        proven = max(self._proven.get(key, 0), 0 if last is None else last.proven)
        fresh = [one for one in update.proofs if one.number >= proven]
        if not fresh or (can_wait(update.card, fair) and not any(one.soon for one in fresh)):
            return proven
        channels = [one for one in (fair.channel, channel) if one is not None]
        keep_latest(self._told_by, key, await self._posted(update, fresh, channels), MOST_TABLES)
        return keep_latest(self._proven, key, fresh[-1].number + 1, MOST_TABLES)

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the last message for an audience of a table; empty: this process posted none."""
        return str(self._told_by.get((table, audience), ""))

    async def _posted(self, update: Update, fresh: Sequence[News], channels: Sequence[int]) -> int:
        """Return the id of the last message. Raises Unreachable if no channel accepts it."""
        text = "\n".join(
            f"-# {update.code} · {plain(line)}" for one in fresh for line in (one.short or one.text).splitlines()
        )
        refusals = list[Unreachable]()
        for channel in channels:
            try:
                sent = [await self._send(channel, part, update) for part in pages(text, LONGEST)]
            except Unreachable as refused:
                refusals.append(refused)
            else:
                return sent[-1]
        raise refusals[-1]

    async def _send(self, channel: int, text: str, update: Update) -> int:
        """Send one part, and return its id. Raises Unreachable."""
        at, nonce = self._client().get_partial_messageable(channel), nonce_of_proof(update, text)
        self._limits.take(channel, leads=True)
        try:
            sent = await at.send(text, nonce=nonce, silent=True, suppress_embeds=True, allowed_mentions=allowed())
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            if refused.status in SHUT:
                self._limits.shut(channel)
                raise Unreachable(f"{refused.status} {refused.code}", Reach.SHUT, after=300.0) from None
            log.warning("fair play was refused", status=refused.status, code=refused.code)
            raise Unreachable(f"{refused.status} {refused.code}", after=5.0) from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        self._limits.answered(200)
        return sent.id


def can_wait(panel: Panel, fair: FairnessPlace) -> bool:
    """Return whether what a game revealed can wait for the next game, because that one is expected soon."""
    return panel.phase == "between" and (fair.waits or panel.ends_at is not None)


def nonce_of_proof(update: Update, text: str) -> str:
    return nonce_for(f"fair {update.table} {update.audience} {text}")
