"""The message of a table in its channel: one, edited in place; posted anew when it must call or has scrolled away."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
import msgspec
import structlog
from cachetools import FIFOCache
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import snowflake_of
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.markup import message_link
from bot.adapters.discord.outbound.pictures import SharedPart, files_of
from bot.adapters.discord.outbound.tidying import Old, Tidying
from bot.ports.messages import Reach, ShownBoard, Unreachable, Update
from bot.text import Words

SCROLLED: Final = 12
"""Messages of others below a panel, after which it is posted anew."""
OLD: Final = 3_300
"""Seconds: edits of messages older than an hour are limited."""
MOST_REMEMBERED: Final = 10_000
LONGEST_NONCE: Final = 25
FORBIDDEN: Final = frozenset({50001, 50013, 20009, 200000, 160005})
GONE_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
log = structlog.get_logger()


class Standing(Struct, frozen=True):
    """A message of ours, as the store keeps it: where it is, and a digest of what it shows.

    `old`: the message before it (channel and id), which shall become a link to it; empty: there is none.
    """

    channel: int
    message: int
    digest: str
    old: tuple[int, ...] = ()

    @property
    def handle(self) -> str:
        """Return it as the store keeps it; `standing` reads it."""
        return "/".join(map(str, (self.channel, self.message, self.digest, *self.old)))


def standing(handle: str) -> Standing | None:
    """Return what a handle stands for; None: it is no handle of ours."""
    channel, _, rest = handle.partition("/")
    message, _, rest = rest.partition("/")
    digest, *old = rest.split("/")
    if not (channel.isdecimal() and message.isdecimal() and all(part.isdecimal() for part in old)):
        return None
    return Standing(int(channel), int(message), digest, tuple(map(int, old)))


def digest_of(view: ui.LayoutView, drawn: ShownBoard | None = None) -> str:
    """Return twelve hex digits that change with anything that a view shows. `drawn`: the picture beside it."""
    shown = components_of(view) if drawn is None else (components_of(view), drawn)
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:12]


def components_of(view: ui.LayoutView) -> Any:
    return view.to_components()  # type: ignore[no-untyped-call]


def shows(message: discord.Message, view: ui.LayoutView) -> bool:
    """Return whether this message is the one just asked for: a repeated post gives the first back (threats F1, F14)."""
    return marks([part.to_dict() for part in message.components]) == marks(components_of(view))


def marks(parts: Any) -> list[str]:
    """Return the texts and the ids in these components, however deep they lie."""
    if isinstance(parts, list | tuple):
        return [mark for part in parts for mark in marks(part)]
    if not isinstance(parts, Mapping):
        return []
    own = [str(parts[key]) for key in ("content", "custom_id", "label") if parts.get(key)]
    return own + marks(parts.get("components") or [])


def nonce_of(update: Update) -> str:
    """Return the mark of the post that follows the last one, by which a repeat after a crash is known (threats F1)."""
    last = standing(update.handle)
    named = f"{update.table} {update.audience} {last.message if last else 0}"
    return hashlib.sha256(named.encode()).hexdigest()[:LONGEST_NONCE]


class ChannelMessages:
    """Shows tables in their channels. `client`: who is logged in now; raises Unreachable where nobody is."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._below: FIFOCache[int, int] = FIFOCache(MOST_REMEMBERED)
        self._last: FIFOCache[str, Standing] = FIFOCache(MOST_REMEMBERED)
        self._tidying = Tidying(limits, client)

    def noticed(self, channel: int) -> None:
        """Take note that somebody wrote something in this channel: what stands there scrolls up."""
        self._below[channel] = self._below.get(channel, 0) + 1

    def channels(self) -> set[int]:
        """Return the channels where tables stand, as far as this process knows."""
        return {one.channel for one in self._last.values()}

    async def show(self, update: Update, words: Words, called: Sequence[int], guild: int | None) -> str:
        """Bring the table's message up to date; return its handle. Raises Unreachable.

        `called`: ids of those to be called by it, for which it is posted anew. `guild`: the server's id, for links.
        """
        channel, last = snowflake_of(update.audience), standing(update.handle)
        picture = await SharedPart.of(update)
        calm = table_view(update, words, picture=picture)
        view = table_view(update, words, called=called, picture=picture) if called else calm
        digest = digest_of(calm)
        if last is not None:
            last = self._tidied(last, update, guild, words)
        if last is not None and last.channel == channel and not called and not self._out_of_sight(last, update):
            if last.digest == digest and not self._limits.is_shut(channel):
                return last.handle
            self._limits.take(channel)
            self._tidying.forget(last.message)
            if await self._edited(last, view, picture):
                now = self._tidied(self._after_move(update, replace(last, digest=digest)), update, guild, words)
                return self._remember(update, now).handle
            last = None
        else:
            self._limits.take(channel)
        posted = await self._posted(channel, view, picture, update, called)
        now = self._remember(update, Standing(channel, posted, digest, self._before(last, posted, update)))
        return self._tidied(now, update, guild, words).handle

    def _before(self, last: Standing | None, posted: int, update: Update) -> tuple[int, ...]:
        """Return where the message stands that this one takes the place of, as in `Standing.old`."""
        before = last or self._last.get(update.table)
        return () if before is None or before.message == posted else (before.channel, before.message)

    def _after_move(self, update: Update, now: Standing) -> Standing:
        """Return the message where the table stands again, so that its panel elsewhere becomes a link."""
        before = self._last.get(update.table)
        elsewhere = before is not None and before.channel != now.channel
        return replace(now, old=(before.channel, before.message)) if before is not None and elsewhere else now

    def _remember(self, update: Update, now: Standing) -> Standing:
        """Remember where a table was shown last: it may move to another channel."""
        if update.card.phase == "closed":
            self._last.pop(update.table, None)
        else:
            self._last[update.table] = now
        return now

    def _tidied(self, now: Standing, update: Update, guild: int | None, words: Words) -> Standing:
        """Let the message before this one become a link to it, also after a restart."""
        if not now.old or self._tidying.is_done(now.old[1]):
            return replace(now, old=())
        link = message_link(guild, now.channel, now.message)
        self._tidying.want(Old(now.old[0], now.old[1], update.code, link, words))
        return now

    def _out_of_sight(self, last: Standing, update: Update) -> bool:
        """Return whether it scrolled far up, or is so old that edits are limited. A closed table needs no new panel."""
        age = (datetime.now(UTC) - discord.utils.snowflake_time(last.message)).total_seconds()
        return update.card.phase != "closed" and (self._below.get(last.channel, 0) > SCROLLED or age > OLD)

    async def _edited(self, last: Standing, view: ui.LayoutView, picture: SharedPart | None) -> bool:
        """Edit a message; return False if it is gone, and another must take its place (threats F17)."""
        message = self._at(last.channel).get_partial_message(last.message)
        attachments = files_of(picture)
        try:
            await self._call(last.channel, lambda: message.edit(view=view, attachments=attachments))
        except discord.NotFound as gone:
            if gone.code == GONE_MESSAGE:
                return False
            raise self._unreachable(last.channel, gone) from None
        except discord.HTTPException as refused:
            raise self._unreachable(last.channel, refused) from None
        return True

    async def _posted(
        self, channel: int, view: ui.LayoutView, picture: SharedPart | None, update: Update, called: Sequence[int]
    ) -> int:
        """Post a message; return its id. A repeat within minutes gives the first back: it may show what was then."""
        files = files_of(picture)
        nonce = nonce_of(update)

        async def send() -> discord.Message:
            return await self._at(channel).send(
                view=view, files=files, nonce=nonce, allowed_mentions=allowed(called), silent=not called
            )

        try:
            message: discord.Message = await self._call(channel, send)
        except discord.HTTPException as refused:
            raise self._unreachable(channel, refused) from None
        if not shows(message, view):
            await self._edited(Standing(channel, message.id, ""), view, picture)
        self._below.pop(channel, None)
        return message.id

    def _at(self, channel: int) -> discord.PartialMessageable:
        """Return the channel by its id: nothing is asked of Discord."""
        return self._client().get_partial_messageable(channel)

    async def _wake_thread(self, channel: int) -> None:
        thread = await self._client().fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def _call(self, channel: int, send: Callable[[], Any]) -> Any:
        """Call Discord, once more where a thread was asleep. Raises HTTPException, Unreachable."""
        try:
            done = await self._sent(channel, send)
        except discord.HTTPException:
            raise
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        self._limits.answered(200)
        self._limits.open(channel)
        return done

    async def _sent(self, channel: int, send: Callable[[], Any]) -> Any:
        try:
            return await send()
        except discord.HTTPException as refused:
            if refused.code != ARCHIVED:
                raise
        await self._wake_thread(channel)
        return await send()

    def _unreachable(self, channel: int, refused: discord.HTTPException) -> Unreachable:
        self._limits.answered(refused.status)
        if refused.status in {403, 404} or refused.code in FORBIDDEN:
            self._limits.shut(channel)
            return Unreachable(f"{refused.status} {refused.code}", Reach.SHUT, after=300.0)
        log.warning("a table's message was refused", status=refused.status, code=refused.code)
        return Unreachable(f"{refused.status} {refused.code}", after=5.0)

    async def stop(self) -> None:
        """End what is still to be tidied."""
        await self._tidying.stop()
