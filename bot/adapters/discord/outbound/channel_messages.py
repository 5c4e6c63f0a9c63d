"""Show tables in their channels: one message each, edited in place, and posted again when it has scrolled away."""

import hashlib
import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import snowflake_of
from bot.adapters.discord.outbound.beside_card import Called, CallLines, FairnessLines, FairnessPlace
from bot.adapters.discord.outbound.buttons import allowed, below
from bot.adapters.discord.outbound.components import View
from bot.adapters.discord.outbound.last_posted import LastPosted
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.markup import mentions, message_link, plain
from bot.adapters.discord.outbound.pictures import SharedPart, files_of
from bot.adapters.discord.outbound.requests import edit
from bot.adapters.discord.outbound.standing import Call, GoneMessages, Old, Standing, Tidying, nonce_for, standing
from bot.ports.chat import Notes
from bot.ports.ids import AudienceKey
from bot.ports.messages import Posting, Reach, ShownBoard, Unreachable, Update
from bot.render.painter import Painter
from bot.text import Words
from games.kit.kept import keep_latest

SCROLLED: Final = 12
"""After this many messages by others below a card, it is posted again."""
OLD: Final = 3_300
"""Age in seconds at which a card is posted again: Discord limits edits of messages older than an hour."""
MOST_CALLS: Final = 2
"""The most calls of one table at the same time: a new one takes over the people of an older one."""
MOST_REMEMBERED: Final = 10_000
FORBIDDEN: Final = frozenset({50001, 50013, 20009, 200000, 160005})
GONE_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
log = structlog.get_logger()


def digest_of(view: View, drawn: ShownBoard | None = None) -> str:
    """Return twelve hex digits that change with anything that a view shows. `drawn`: the board in its picture."""
    shown = view.parts if drawn is None else (view.parts, drawn)
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:12]


def shows(message: discord.Message, view: View) -> bool:
    """Return whether a message is the one just sent: Discord answers a repeated post with the first one (threats F1,
    F14).
    """
    return marks([part.to_dict() for part in message.components]) == marks(view.to_components())


def marks(parts: Any) -> list[str]:
    """Return the texts and ids in these components, at any depth."""
    if isinstance(parts, list | tuple):
        return [mark for part in parts for mark in marks(part)]
    if not isinstance(parts, Mapping):
        return []
    own = [str(parts[key]) for key in ("content", "custom_id", "label") if parts.get(key)]
    return own + marks(parts.get("components") or [])


def standing_id(handle: str) -> int:
    """Return the message id in a handle; 0: there is none."""
    last = standing(handle)
    return 0 if last is None else last.message


def nonce_of(update: Update) -> str:
    """Return the nonce of the post that replaces the last one: a repeat after a crash has the same (threats F1)."""
    last = standing(update.handle)
    return nonce_for(f"{update.table} {update.audience} {last.message if last else 0}")


class Turn(Struct, frozen=True):
    """One update of a table for its channel. `called`: who is to be called by the card, or beside it. `guild`: the
    server's id, for links, 0: unknown. `fair`: where fair play is posted.

    `behind`: it is one of many updates because of an outage, and what people do elsewhere goes first.
    """

    update: Update
    words: Words
    called: Called
    guild: int
    channel: int
    fair: FairnessPlace
    behind: bool

    @property
    def idle(self) -> bool:
        """Return whether this update can wait: it has no news, or other updates go first."""
        return self.behind or not self.update.news

    def is_awaited(self, call: Call) -> bool:
        """Return whether somebody named in this call is still awaited here, and has not been heard since."""
        return call.channel == self.channel and any(user in self.called.away for user in call.people)

    def to_ping(self, last: Standing | None) -> tuple[int, ...]:
        """Return those who need a short message, and are not in one yet."""
        if not self.called.by_ping:
            return ()
        standing_calls = () if last is None else [call for call in last.calls if self.is_awaited(call)]
        by_now = {user for call in standing_calls for user in call.people}
        return tuple(user for user in self.called.by_ping if user not in by_now)


class Drawn(Struct, frozen=True):
    """A card ready to send: its view and its picture."""

    view: View
    picture: SharedPart | None


class ChannelMessages:
    """Shows tables in their channels. `client`: returns the client; raises Unreachable if nobody is logged in."""

    def __init__(
        self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes, painter: Painter
    ) -> None:
        self._limits, self._client, self._painter = limits, client, painter
        self._below: dict[int, int] = {}
        """For channels with cards: how many messages were written there since the card was posted."""
        self._last: dict[str, Standing] = {}
        self._deleted = GoneMessages()
        self._tidying = Tidying(limits, client)
        self._calls = CallLines(limits, client, notes)
        self._fair = FairnessLines(limits, client)
        self._posted_last = LastPosted(limits, client, notes)

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the message with a table's last fine print at a place; empty: unknown."""
        return self._fair.told_by(audience, table)

    def noticed(self, channel: int) -> None:
        """Note that somebody wrote in this channel, so its card scrolls up."""
        if channel in self._below:
            self._below[channel] += 1

    def _count_below(self, channel: int) -> None:
        """Start to count the messages in a channel. Only the channels of the latest cards are remembered."""
        keep_latest(self._below, channel, self._below.get(channel, 0), MOST_REMEMBERED)

    async def deleted(self, channel: int, messages: Collection[int]) -> bool:
        """Note that messages were deleted; return whether the channel's tables are to be shown again."""
        await self._deleted.note(channel, messages)
        cards = {one.message for one in self._last.values() if one.channel == channel}
        return self._deleted.wants_back(channel, messages, cards)

    def channels(self) -> set[int]:
        """Return the channels with tables, as far as this process knows."""
        return {one.channel for one in self._last.values()}

    async def show(self, turn: Turn) -> str:
        """Update the table's message; return its handle. Raises Unreachable."""
        update, last = turn.update, standing(turn.update.handle)
        with self._deleted.showing(turn.channel):
            self._count_below(turn.channel)
            if last is not None:
                last = self._tidied(replace(last, calls=await self._calls.found(update, last)), turn)
                if update.card.phase == "closed":
                    await self._leave_nothing(last, turn)
            proven = await self._fair.post(update, last, turn.channel, turn.fair)
            card = replace(await self._card(last, turn), proven=proven)
            now = self._remember(update, await self._with_calls(card, turn))
            return self._tidied(now, turn).handle

    async def _card(self, last: Standing | None, turn: Turn) -> Standing:
        """Edit the table's card, or post it again if it calls somebody or is out of sight."""
        update, channel, called = turn.update, turn.channel, turn.called
        planned = SharedPart.undrawn(update)
        calm = Drawn(table_view(update, turn.words, picture=planned), planned)
        digest, calls = digest_of(calm.view, update.card.board), 1 + bool(turn.to_ping(last))
        if last is not None and last.channel == channel and not called.on_card and not self._out_of_sight(last, update):
            if last.digest == digest and not self._limits.is_shut(channel):
                if turn.to_ping(last):
                    self._limits.take(channel)
                return last
            self._limits.take(channel, idle=turn.idle, calls=calls)
            self._tidying.forget(last.message)
            if await self._edited(last, await self._drawn(turn, calm)):
                return self._after_move(update, replace(last, digest=digest))
        else:
            self._limits.take(channel, idle=turn.behind, calls=calls)
        posted = await self._posted(turn, await self._drawn(turn, calm, called.on_card))
        before = self._before(last, posted, update)
        calls_kept = () if last is None else last.calls
        return Standing(channel, posted, digest, before, calls_kept)

    async def _drawn(self, turn: Turn, calm: Drawn, called: Sequence[int] = ()) -> Drawn:
        """Draw the card. This is done only once it may be sent, because a picture is the costliest part.

        `calm`: the card without calls, its picture not drawn yet. `called`: those whom this card calls.
        """
        planned = calm.picture
        picture = None if planned is None else await planned.painted(self._painter)
        if not called and (picture is None) == (calm.picture is None):
            return replace(calm, picture=picture)
        return Drawn(table_view(turn.update, turn.words, called=called, picture=picture), picture)

    async def _with_calls(self, now: Standing, turn: Turn) -> Standing:
        """Call those awaited and away; older calls that are over are marked so."""
        if not now.calls and not turn.called.by_ping:
            return now
        kept = tuple(call if turn.is_awaited(call) else replace(call, people=()) for call in now.calls)
        posted_anew = standing_id(turn.update.handle) not in {0, now.message}
        for still in kept if posted_anew else ():
            if still.people:
                await self._calls.point_to(still, turn.update, turn.words, now, turn.guild)
        people = turn.to_ping(replace(now, calls=kept))
        if not people:
            return replace(now, calls=kept)
        taken_in = [call for call in kept if call.people][: 1 - MOST_CALLS]
        named = tuple(user for call in taken_in for user in call.people)
        call = await self._calls.post(turn.update, turn.words, people, named, now, turn.guild)
        if call is None:
            return replace(now, calls=kept)
        over = tuple(replace(one, people=()) if one in taken_in else one for one in kept)
        return replace(now, calls=(*over, call))

    async def _leave_nothing(self, last: Standing, turn: Turn) -> None:
        """Delete what is over before a closed table is shown for the last time. Raises Unreachable."""
        over = replace(last, calls=tuple(replace(call, people=()) for call in last.calls))
        if not await self._tidying.delete_now(list(self._olds(over, turn))):
            raise Unreachable("still to be tidied", after=1.0)

    def _before(self, last: Standing | None, posted: int, update: Update) -> tuple[int, ...]:
        """Return the channels and ids of the messages that this one replaces, as in `Standing.old`."""
        before = last or self._last.get(update.table)
        if before is None or before.message == posted:
            return () if last is None else last.old
        return (*(() if last is None else last.old), before.channel, before.message)

    def _after_move(self, update: Update, now: Standing) -> Standing:
        """Return a message to which the table came back, with its card in the other channel to become a link."""
        before = self._last.get(update.table)
        if before is None or before.channel == now.channel:
            return now
        return replace(now, old=(*now.old, before.channel, before.message))

    def _remember(self, update: Update, now: Standing) -> Standing:
        """Remember where a table was shown last, since it may move to another channel."""
        if update.card.phase == "closed":
            self._last.pop(update.table, None)
        else:
            keep_latest(self._last, update.table, now, MOST_REMEMBERED)
        return now

    def _tidied(self, now: Standing, turn: Turn) -> Standing:
        """Have the messages removed that are over, also after a restart; return what remains."""
        if not now.old and not now.calls:
            return now
        for old in self._olds(now, turn):
            self._tidying.want(old)
        left = [one for one in now.old_cards if not self._tidying.is_done(one[1])]
        calls = tuple(one for one in now.calls if one.people or not self._tidying.is_done(one.message))
        return replace(now, old=tuple(number for one in left for number in one), calls=calls)

    def _olds(self, now: Standing, turn: Turn) -> Iterator[Old]:
        """Yield what is to be removed: calls that are over, and old cards; a card in another channel becomes a link."""
        code, link = turn.update.code, message_link(turn.guild or None, now.channel, now.message)
        for channel, message in now.old_cards:
            yield Old(channel, message, code, link, turn.words, deleted=channel == now.channel)
        for call in now.calls:
            if not call.people:
                yield Old(call.channel, call.message, code, link, turn.words, is_card=False)

    def _out_of_sight(self, last: Standing, update: Update) -> bool:
        """Return whether it was deleted, scrolled far up, or is so old that edits are limited. A closed table needs no
        new card.
        """
        age = (datetime.now(UTC) - discord.utils.snowflake_time(last.message)).total_seconds()
        gone = last.message in self._deleted or self._below.get(last.channel, 0) > SCROLLED or age > OLD
        return update.card.phase != "closed" and gone

    async def _edited(self, last: Standing, drawn: Drawn) -> bool:
        """Edit a message; return False if it was deleted and must be posted again (threats F17)."""
        client, (channel, message) = self._client(), (last.channel, last.message)
        try:
            await self._call(channel, lambda: edit(client, channel, message, drawn.view, drawn.picture))
        except discord.NotFound as gone:
            if gone.code == GONE_MESSAGE:
                return False
            raise self._unreachable(channel, gone) from None
        except discord.HTTPException as refused:
            raise self._unreachable(channel, refused) from None
        return True

    async def _posted(self, turn: Turn, drawn: Drawn) -> int:
        """Post a message; return its id. If Discord returns an earlier post instead, that is edited to the current
        state.
        """
        nonce, called, channel = nonce_of(turn.update), turn.called.on_card, turn.channel

        async def send() -> discord.Message:
            return await self._at(channel).send(
                view=drawn.view.posted(),
                files=files_of(drawn.picture),
                nonce=nonce,
                allowed_mentions=allowed(called),
                silent=not called,
            )

        try:
            message: discord.Message = await self._call(channel, send)
        except discord.HTTPException as refused:
            raise self._unreachable(channel, refused) from None
        if not shows(message, drawn.view):
            await self._edited(Standing(channel, message.id, ""), drawn)
        self._below[channel] = 0
        return message.id

    async def post(self, channel: int, posting: Posting, *, with_picture: bool) -> None:
        """Post a message that belongs to no table; a repeat within minutes gets the first one back. Raises
        Unreachable.
        """

        async def send() -> discord.Message:
            shown = posting.picture if with_picture else None
            files = [] if shown is None else [discord.File(io.BytesIO(shown.content), shown.name)]
            called = [snowflake_of(one) for one in posting.called]
            return await self._at(channel).send(
                "\n".join(filter(None, (mentions(called, posting.role), plain("\n".join(posting.lines))))),
                files=files,
                nonce=posting.mark,
                allowed_mentions=allowed(called, posting.role),
                silent=not (called or posting.role),
                suppress_embeds=True,
                view=below(posting.ways),
            )

        try:
            message: discord.Message = await self._call(channel, send)
        except discord.Forbidden as refused:
            if not with_picture or posting.picture is None:
                raise self._unreachable(channel, refused) from None
            await self.post(channel, posting, with_picture=False)  # we lost the right to attach files a moment ago
        except discord.HTTPException as refused:
            raise self._unreachable(channel, refused) from None
        else:
            if posting.topic:
                await self._posted_last.stands(channel, posting.topic, message.id)

    def _at(self, channel: int) -> discord.PartialMessageable:
        """Return the channel by its id, without a request to Discord."""
        return self._client().get_partial_messageable(channel)

    async def _wake_thread(self, channel: int) -> None:
        thread = await self._client().fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def _call(self, channel: int, send: Callable[[], Any]) -> Any:
        """Call Discord, and again if the thread was archived. Raises HTTPException, Unreachable."""
        try:
            try:
                done = await send()
            except discord.HTTPException as refused:
                if refused.code != ARCHIVED:
                    raise
                await self._wake_thread(channel)
                done = await send()
        except discord.HTTPException:
            raise
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        self._limits.answered(200)
        self._limits.open(channel)
        return done

    def _unreachable(self, channel: int, refused: discord.HTTPException) -> Unreachable:
        self._limits.answered(refused.status)
        if refused.status in {403, 404} or refused.code in FORBIDDEN:
            self._limits.shut(channel)
            return Unreachable(f"{refused.status} {refused.code}", Reach.SHUT, after=300.0)
        log.warning("a table's message was refused", status=refused.status, code=refused.code)
        return Unreachable(f"{refused.status} {refused.code}", after=5.0)

    async def stop(self) -> None:
        """Stop the tidying."""
        await self._tidying.stop()
