"""Calls: a short message beside the card, for whoever is awaited and away, which is deleted when it is over.

What is about to be posted is noted first. A process that ends between the post and the handle's way to the store knows
its call again by that: the next one looks for it in the channel, once, so that none is left behind (threats F1).
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Final

import discord
import msgspec
import structlog
from cachetools import FIFOCache
from msgspec import Struct

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.markup import mention, message_link, plain
from bot.adapters.discord.outbound.standing import Call, Standing
from bot.adapters.discord.outbound.who_is_called import is_on
from bot.ports.chat import Notes
from bot.ports.messages import Unreachable, Update
from bot.text import Words
from persistence import StoreTrouble

MOST_CALLED: Final = 40
"""People in one message: more would not fit."""
LOOKED_AT: Final = 50
"""Messages that are looked through for a call that was posted, and then not noted."""
NOTED_FOR: Final = 24 * 3600
LONGEST_NONCE: Final = 25
MOST_TABLES: Final = 10_000
log = structlog.get_logger()


class Posting(Struct, frozen=True):
    """A call that is about to be posted: what it says, whom it calls, and the card that it stands below."""

    content: str
    people: tuple[int, ...]
    card: int


_POSTING: Final = msgspec.json.Decoder(Posting)


class CallLines:
    """Posts calls, and finds those that nobody noted. `client`: who is logged in; raises Unreachable for nobody."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes) -> None:
        self._limits, self._client, self._notes = limits, client, notes
        self._unnoted: FIFOCache[str, int] = FIFOCache(MOST_TABLES)
        """The call of each table and channel that no handle has come back with yet; 0: there is none."""

    async def post(
        self,
        update: Update,
        words: Words,
        people: tuple[int, ...],
        called_before: tuple[int, ...],
        card: Standing,
        guild: int,
    ) -> Call | None:
        """Call these people to a table whose card this is; None: it could not be done, and their card tells them.

        `called_before`: they are named again, since their own call goes, and not called again.
        """
        table, people = note_of(update.table, card.channel), people[:MOST_CALLED]
        everybody = (*people, *called_before)[:MOST_CALLED]
        content = content_of(update, words, everybody, link_to(card, guild))
        posting = Posting(content, everybody, card.message)
        try:
            await self._notes.save(table, msgspec.json.encode(posting), NOTED_FOR)
            sent = await self._at(card.channel).send(
                content,
                nonce=nonce_of(update, people),
                allowed_mentions=allowed(people),
                suppress_embeds=True,
            )
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            log.warning("a call was refused", status=refused.status, code=refused.code)
            return None
        except (Unreachable, StoreTrouble, *LOST) as lost:
            self._unnoted.pop(table, None)  # it may stand there: it is looked for
            log.info("a call was lost", kind=type(lost).__name__)
            return None
        self._unnoted[table] = sent.id
        return Call(card.channel, sent.id, everybody)

    async def point_to(self, call: Call, update: Update, words: Words, card: Standing, guild: int) -> None:
        """Let a call that still stands lead to the card as it was posted anew."""
        content = content_of(update, words, call.people, link_to(card, guild))
        try:
            self._limits.take_deletion(call.channel)
            message = self._at(call.channel).get_partial_message(call.message)
            await message.edit(content=content, allowed_mentions=allowed())
        except (Unreachable, *LOST):
            return  # it calls all the same

    async def found(self, update: Update, last: Standing) -> tuple[Call, ...]:
        """Return the calls that stand at a table, with the one that was posted and not noted, if there is one."""
        named = note_of(update.table, last.channel)
        unnoted = self._unnoted.get(named)
        try:
            if unnoted is None:
                return await self._with_lost(named, last)
            if any(call.message == unnoted for call in last.calls):
                await self._notes.forget(named)
                self._unnoted[named] = 0
        except (Unreachable, StoreTrouble, *LOST):
            pass  # it is asked again next time
        return last.calls

    async def _with_lost(self, named: str, last: Standing) -> tuple[Call, ...]:
        """Return the calls of a table, with the one that another process posted as its last deed."""
        lost = await self._look_for(named, last)
        self._unnoted[named] = 0 if lost is None else lost.message
        known = lost is None or any(call.message == lost.message for call in last.calls)
        return last.calls if lost is None or known else (*last.calls, lost)

    async def _look_for(self, named: str, last: Standing) -> Call | None:
        """Return the call that was about to be posted when another process ended; None: there is none."""
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
    """Return what calls people: who, what for, and where to."""
    if is_on(update):
        what = words.text("discord-called", code=update.code)
    else:
        what = words.text("discord-called-to-seat", code=update.code)
    return f"{' '.join(map(mention, people))} {plain(what)} {link}".rstrip()


def link_to(card: Standing, guild: int) -> str:
    """Return a link to a card; empty where its server is not known."""
    return message_link(guild, card.channel, card.message) if guild else ""


def note_of(table: str, channel: int) -> str:
    """Return the name of the note on the call that is being posted for a table in a channel."""
    return f"call {table} {channel}"


def nonce_of(update: Update, people: Iterable[int]) -> str:
    """Return the mark of a call, by which a repeat after a crash is known (threats F1)."""
    named = f"{update.table} {update.audience} {update.called_for} {sorted(people)}"
    return hashlib.sha256(named.encode()).hexdigest()[:LONGEST_NONCE]
