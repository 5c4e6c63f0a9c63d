"""Show players their hands by direct message: one message for each table, edited in place.

DM channels are opened one by one and remembered. People who closed theirs can use the button, and are left alone for
hours (threats T7, F15).
"""

import hashlib
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import discord
import msgspec
import structlog
from msgspec import Struct

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import snowflake_of
from bot.adapters.discord.outbound.buttons import allowed, below
from bot.adapters.discord.outbound.channel_messages import digest_of, nonce_of, shows
from bot.adapters.discord.outbound.components import Text, View
from bot.adapters.discord.outbound.markup import channel_link, plain
from bot.adapters.discord.outbound.pictures import PrivatePart, files_of
from bot.adapters.discord.outbound.piece_emojis import Pieces
from bot.adapters.discord.outbound.private_layout import hand_view
from bot.adapters.discord.outbound.requests import edit
from bot.adapters.discord.outbound.standing import Standing, nonce_for, standing
from bot.ports.audience import of_key
from bot.ports.chat import Notes
from bot.ports.ids import PersonId
from bot.ports.messages import Choosable, Reach, Unreachable, Update
from bot.text import Words
from games.kit.kept import keep_latest

CLOSED: Final = frozenset({50007, 50278, 50009, 20026})
"""The person does not accept DMs, or we share no server."""
TOO_FAST: Final = 40003
GONE: Final = frozenset({10003, 10008})
TOO_MANY: Final = 429
"""From this status on, another try is worthwhile."""
CLOSED_FOR: Final = 6 * 3600
OPEN_EVERY: Final = 5.0
MOST_OPENED: Final = 10
OPENED_IN: Final = 600.0
REST_AFTER_TOO_FAST: Final = 600.0
MOST_KNOWN: Final = 20_000
log = structlog.get_logger()


class DmChannel(Struct, frozen=True):
    """Somebody's DM channel (0: not known yet). `closed_until`: in seconds since the epoch."""

    channel: int = 0
    closed_until: float = 0.0


_CHANNEL: Final = msgspec.json.Decoder(DmChannel)


class DirectMessages:
    """Shows players their hands by direct message.

    `client`: returns the client; raises Unreachable if nobody is logged in.
    """

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes, pieces: Pieces) -> None:
        self._limits, self._client, self._notes, self._pieces = limits, client, notes, pieces
        self._known: dict[str, DmChannel] = {}
        self._opened: deque[float] = deque(maxlen=MOST_OPENED)
        self._rest_until = 0.0

    async def show(self, update: Update, words: Words, place: int | None, *, call: bool) -> str:
        """Update one player's message; return its handle. Raises Unreachable.

        `place`: the table's channel, to link to it. `call`: send a new message, so that it is noticed.
        """
        person, last = of_key(update.audience).person, standing(update.handle)
        if not update.card.hands:
            return await self._only_called(person, update, words, place, call=call)
        planned = PrivatePart.undrawn(update)
        if sits(update):
            view = self._hand(update, words, place, planned)
        elif last is None:
            raise Unreachable("nothing to take back", Reach.NEVER)
        elif sits_elsewhere(update):
            return await self._taken_away(last)
        else:
            view = left_view(update, words)
        digest = digest_of(view, None if planned is None else planned.wanted.board)
        if last is not None and last.digest == digest and not call:
            return last.handle
        channel = await self.channel_of(person)
        if last is None and channel == place and update.card.phase != "playing":
            raise Unreachable("their table stands there itself", Reach.NEVER)
        self._limits.take(channel, urgent=True)
        picture = None if planned is None else await planned.painted(self._pieces.painter)
        if picture is None and planned is not None:
            view = self._hand(update, words, place)
        message = await self._shown(person, channel, None if call else last, view, update, picture)
        if call and last is not None:
            await self._drop(last)
        return Standing(channel, message, digest).handle

    def _hand(self, update: Update, words: Words, place: int | None, picture: PrivatePart | None = None) -> View:
        return hand_view(update, words, place, picture=picture, emojis=self._pieces.emojis.known)

    async def _only_called(
        self, person: PersonId, update: Update, words: Words, place: int | None, *, call: bool
    ) -> str:
        """Tell a player who wants it that it is their turn. In a game without hands the message says nothing else.

        It is deleted once they have acted.
        """
        last = standing(update.handle)
        if call:
            return await self._called_anew(person, update, words, place)
        if last is None:
            raise Unreachable("nothing secret here", Reach.NEVER)
        if person in update.awaited and last.digest == digest_of_call(update):
            return last.handle
        return await self._taken_away(last)

    async def _called_anew(self, person: PersonId, update: Update, words: Words, place: int | None) -> str:
        """Call somebody, and delete the previous call; return the call's handle, or the old one if they can't be
        written to.
        """
        last = standing(update.handle)
        where = "" if place is None else f" {channel_link(place)}"
        text = f"{plain(words.text('discord-your-turn', code=update.code))}{where}"
        sent = await self._said(person, text, nonce_for(f"{update.table} {person} {update.card.ask}"))
        if last is not None and sent is not None and last.message != sent.id:
            await self._drop(last)
        if sent is None:
            return update.handle
        return Standing(sent.channel.id, sent.id, digest_of_call(update)).handle

    async def _taken_away(self, last: Standing) -> str:
        """Delete a message that is over; return an empty handle. Raises Unreachable."""
        self._limits.take_deletion(last.channel)
        try:
            await self._client().get_partial_messageable(last.channel).get_partial_message(last.message).delete()
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            if refused.status >= TOO_MANY:
                raise Unreachable(f"{refused.status} {refused.code}", after=5.0) from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        return ""

    async def _shown(
        self,
        person: PersonId,
        channel: int,
        last: Standing | None,
        view: View,
        update: Update,
        picture: PrivatePart | None,
    ) -> int:
        try:
            if last is not None:
                try:
                    await edit(self._client(), channel, last.message, view, picture)
                except discord.NotFound:
                    pass
                else:
                    return last.message
            at = self._client().get_partial_messageable(channel)
            files, nonce = files_of(picture), nonce_of(update)
            sent = await at.send(view=view.posted(), files=files, nonce=nonce, allowed_mentions=allowed())
            if not shows(sent, view):
                await edit(self._client(), channel, sent.id, view, picture)
        except discord.HTTPException as refused:
            if self._pieces.emojis.refused(refused.status):
                raise Unreachable("an emoji is gone", after=0.1) from None
            raise await self._refused(person, refused) from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        return sent.id

    async def _drop(self, last: Standing) -> None:
        """Delete a hand that was sent again, so that it appears only once."""
        try:
            await self._client().get_partial_messageable(last.channel).get_partial_message(last.message).delete()
        except LOST:
            return

    async def say(self, person: PersonId, text: str, nonce: str, ways: Sequence[Choosable] = ()) -> bool:
        """Send a plain message to one person, with these lines as buttons; return False if they can't be written to."""
        return await self._said(person, text, nonce, ways) is not None

    async def _said(
        self, person: PersonId, text: str, nonce: str, ways: Sequence[Choosable] = ()
    ) -> discord.Message | None:
        try:
            channel = await self.channel_of(person)
            self._limits.take(channel, urgent=True)
            at = self._client().get_partial_messageable(channel)
            return await at.send(text, nonce=nonce, allowed_mentions=allowed(), suppress_embeds=True, view=below(ways))
        except discord.HTTPException as refused:
            await self._refused(person, refused)
        except (Unreachable, *LOST):
            pass
        return None

    # DM channels

    async def channel_of(self, person: PersonId) -> int:
        """Return somebody's DM channel. Raises Unreachable if it is closed, or if too many were opened recently."""
        known = await self._known_of(person)
        if known.closed_until > time.time():
            raise Unreachable("closed", Reach.WAITS)
        return known.channel or await self._open(person)

    async def wrote(self, person: PersonId, channel: int) -> None:
        """Note that somebody wrote to us privately: their channel exists and is open."""
        if await self._known_of(person) != DmChannel(channel):
            await self._remember(person, DmChannel(channel))

    async def _open(self, person: PersonId) -> int:
        """Open a DM channel; they are opened slowly, never for a whole table at once."""
        now = time.monotonic()
        if now < self._rest_until:
            raise Unreachable("opened too many", Reach.WAITS)
        if (left := self._until_next()) > 0:
            raise Unreachable("one at a time", after=left, still=self._until_next)
        if len(self._opened) == MOST_OPENED and now - self._opened[0] < OPENED_IN:
            raise Unreachable("opened many", Reach.WAITS)
        self._opened.append(now)
        try:
            opened = await self._client().create_dm(discord.Object(snowflake_of(person)))
        except discord.HTTPException as refused:
            raise await self._refused(person, refused) from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        await self._remember(person, DmChannel(opened.id))
        return opened.id

    def _until_next(self) -> float:
        """Return the seconds until another may be opened."""
        return self._opened[-1] + OPEN_EVERY - time.monotonic() if self._opened else 0.0

    async def _refused(self, person: PersonId, refused: discord.HTTPException) -> Unreachable:
        self._limits.answered(refused.status)
        known = await self._known_of(person)
        if refused.code == TOO_FAST:
            self._rest_until = time.monotonic() + REST_AFTER_TOO_FAST
            log.warning("too many DM channels opened")
            return Unreachable("too fast", Reach.WAITS)
        if refused.code in CLOSED or refused.status == 403:
            await self._remember(person, DmChannel(known.channel, time.time() + CLOSED_FOR))
            return Unreachable("closed", Reach.WAITS)
        if refused.code in GONE or refused.status == 404:
            await self._remember(person, DmChannel())
        return Unreachable(f"{refused.status} {refused.code}", after=5.0)

    async def _known_of(self, person: PersonId) -> DmChannel:
        known = self._known.get(person)
        if known is None:
            content = await self._notes.load(person)
            try:
                known = DmChannel() if content is None else _CHANNEL.decode(content)
            except msgspec.MsgspecError:
                known = DmChannel()
            keep_latest(self._known, person, known, MOST_KNOWN)
        return known

    async def _remember(self, person: PersonId, known: DmChannel) -> None:
        keep_latest(self._known, person, known, MOST_KNOWN)
        await self._notes.save(person, msgspec.json.encode(known))


def sits(update: Update) -> bool:
    """Return whether the reader of an update sits at the table."""
    return bool([seat for seat in update.card.seats if seat.you])


def sits_elsewhere(update: Update) -> bool:
    """Return whether somebody who left this table may now sit at another one of its tournament."""
    return update.card.phase == "hosting" or bool(update.card.short)


def digest_of_call(update: Update) -> str:
    """Return twelve hex digits that change with what people are called for."""
    return hashlib.sha256(update.called_for.encode()).hexdigest()[:12]


def left_view(update: Update, words: Words) -> View:
    """Return the view that replaces the hand of a player who left the table."""
    return View(Text(plain(words.text("discord-left-table", code=update.code))))
