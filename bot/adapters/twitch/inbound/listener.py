"""Turn what people say in chat and whispers into messages for the bot, and give its answers."""

import asyncio
import time
from typing import Final
from weakref import WeakValueDictionary

import structlog
import twitchio
from cachetools import FIFOCache
from twitchio.models.eventsub_ import BaseEvent

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.inbound.raid_watch import RaidWatch
from bot.adapters.twitch.inbound.stream_watch import StreamWatch
from bot.adapters.twitch.limits import KEPT_FOR_NEWS
from bot.adapters.twitch.names import PRIVATE_VENUE, named, named_person, person_of, place_named, venue_named
from bot.adapters.twitch.outbound.answers import HALF, MOST_LINES, SHORT, Answers, Asked, for_all, in_lines, in_one_line
from bot.adapters.twitch.outbound.channel_features import ChannelFeatures, within
from bot.adapters.twitch.outbound.chat_text import cut
from bot.adapters.twitch.outbound.sender import Sender
from bot.adapters.twitch.outbound.whispers import Whispers
from bot.adapters.twitch.port import Bot
from bot.ports.ids import NO_PLACE, PlaceId
from bot.ports.messages import Message, Reply, Rights, Unreachable
from bot.ports.pending_answers import PendingAnswers
from bot.text import Words

TOO_OLD: Final = 600.0
"""Seconds. Twitch repeats a notification at most this much later; an older one is out of date (threats F7, F8)."""
MOST_HEARD: Final = 20_000
MOST_AT_ONCE: Final = 3_000
"""The most lines that wait for the bot; those beyond are dropped (threats T6)."""
QUIET: Final = 12
"""How many lines must be left for the tables before an answer is given that is not a refusal."""
PAGES_AGAIN: Final = 120.0
"""Seconds after which an answer repeats the address of the pages."""
KNOWN: Final = "known"
"""Stands for an address that was told in chat recently."""
BY_NAME: Final = "potluck"
"""A line after this word is for our bot, whatever commands other bots have."""
log = structlog.get_logger()


class Listener:
    """Hears chat, whispers, and redeemed rewards."""

    def __init__(
        self,
        bot: Bot,
        sender: Sender,
        whispers: Whispers,
        channel_features: ChannelFeatures,
        streams: StreamWatch,
        raids: RaidWatch,
    ) -> None:
        self._bot, self._sender, self._whispers, self._channel_features = bot, sender, whispers, channel_features
        self.streams, self.raids = streams, raids
        self._marks = bot.signs_are_marks()
        self._limits = sender.limits
        self.answers = Answers(sender, lambda channel: bot.words("en", venue_named(channel)).text("twitch-answer-held"))
        self._heard: FIFOCache[str, None] = FIFOCache(MOST_HEARD)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each person who is being heard now."""
        self._no_moderator: set[str] = set()
        """Channels that took away our moderator rights, and were not yet told the consequence."""
        self.waiting = 0
        """The number of lines that are not answered yet."""
        self.pending = PendingAnswers()
        self._told_pages: FIFOCache[str, float] = FIFOCache(MOST_HEARD)
        """When each place was last told the address of its pages."""

    # Chat

    def passes_over(self, client: Listening, payload: twitchio.ChatMessage) -> bool:
        """Return whether a line is surely not for us. Most are not, and must cost nothing (threats T6).

        Moderators are remembered all the same, since their own pages depend on it.
        """
        chatter, text = payload.chatter, payload.text
        self.raids.heard(payload.broadcaster.id, chatter.id)
        talks = self._marks and text[:1].isalnum()  # this needs nothing from the store
        if chatter.id == client.me or not (talks or self._is_foreign(payload, text.lstrip())):
            return False
        if payload.badges and chatter.moderator and is_of_this_chat(payload):
            self._bot.moderates(named_person(chatter.id), venue_named(payload.broadcaster.id), rights_of(chatter))
        return True

    def _is_foreign(self, payload: twitchio.ChatMessage, text: str) -> bool:
        """Return whether a line is talk, or for another bot. A line that begins with "@" may be a reply to us or name
        us.
        """
        if text.startswith("@"):
            return False
        channel = payload.broadcaster.id
        return self._bot.is_foreign(venue_named(channel), place_named(channel), named_person(payload.chatter.id), text)

    async def said(self, client: Listening, payload: twitchio.ChatMessage) -> None:
        """Hear a line of chat that may be for us."""
        channel = payload.broadcaster.id
        if payload.chatter.id == client.me:
            self._sender.came(channel, payload.text)
            await self._moderating(channel, so=payload.chatter.moderator or payload.chatter.broadcaster)
            return
        if channel not in client.channels or not is_of_this_chat(payload):
            return  # it is a channel that we left but Twitch still sends, or the line was said elsewhere
        text = await self._for_us(client, payload)
        if not text or not self._is_new(payload.id, payload) or not self._limits.people.take(payload.chatter.id):
            return
        if self.waiting >= MOST_AT_ONCE:
            return
        heard = self._message_of(payload, text)
        answer = await self._hear_in_turn(heard)
        if not answer.unknown or payload.text.startswith("@"):  # an unknown word may be for another bot
            await self._answer(payload, heard, answer)

    async def _moderating(self, channel: str, *, so: bool) -> None:
        """Note whether we moderate a channel; if that was taken away, say once what no longer works.

        Without room now, it is said after a later line of ours.
        """
        if self._limits.moderates(channel, so=so):
            self._no_moderator.add(channel)
        elif so:
            self._no_moderator.discard(channel)
        if channel in self._no_moderator and self._limits.has_room_for_an_answer(channel):
            self._no_moderator.discard(channel)
            await self.answers.say(channel, self._bot.words("en", venue_named(channel)).text("twitch-no-moderator"))

    async def _hear_in_turn(self, heard: Message) -> Reply:
        """Hear each person's lines in order, as separate tasks; nobody waits for another person."""
        turn = self._turns.setdefault(heard.sender.id, asyncio.Lock())
        self.waiting += 1
        try:
            async with turn:
                return await self._bot.hear(heard)
        finally:
            self.waiting -= 1

    async def _for_us(self, client: Listening, payload: twitchio.ChatMessage) -> str:
        """Return the line as the bot reads it; empty: it is not for us. A reply begins with a name, a call to us with
        ours.
        """
        text = payload.text.strip()
        prefix = await self._bot.prefix_of(venue_named(payload.broadcaster.id))
        if text.startswith("@"):
            called, _, rest = text.partition(" ")
            to_us = client.user is not None and called[1:].lower().rstrip(",:") == (client.user.name or "").lower()
            if to_us:
                return f"{prefix}{BY_NAME} {rest.strip().removeprefix(prefix).strip()}".rstrip()
            text = rest.strip() if payload.reply is not None else text
        return text if text.startswith(prefix) else ""

    def _is_new(self, name: str, payload: BaseEvent) -> bool:
        """Return whether a notification is new and recent: Twitch sends some twice, and some too late."""
        at = payload.timestamp
        if name in self._heard or (at is not None and time.time() - at.timestamp() > TOO_OLD):
            return False
        self._heard[name] = None
        return True

    def _message_of(self, payload: twitchio.ChatMessage, text: str) -> Message:
        channel, chatter = payload.broadcaster.id, payload.chatter
        return Message(
            id=named(payload.id),
            sender=person_of(chatter.id, chatter.display_name or chatter.name or ""),
            venue=venue_named(channel),
            place=place_named(channel),
            private=False,
            text=text,
            stamp=True,
            rights=rights_of(chatter),
            at=0 if payload.timestamp is None else round(payload.timestamp.timestamp() * 1000),
            standing=standing_of(chatter),
            here_before=self.raids.was_here(channel, chatter.id),
        )

    async def _answer(self, payload: twitchio.ChatMessage, heard: Message, answer: Reply) -> None:
        """Answer short questions in chat; secret or long answers go to the person's own page."""
        if answer.told or not (answer.text or answer.files):
            return
        if answer.exposed:
            await self._take_back(payload, heard, answer)
            return
        channel, words = payload.broadcaster.id, self._bot.words(heard.locale, heard.venue)
        lines = in_lines(answer)
        if answer.is_private or answer.has_record or not 0 < len(lines) <= MOST_LINES:
            on_page = self._bot.tell(heard.sender.id, answer)
            lines = [await self._where(heard, words, answer, on_page=on_page)]
        seated = self._bot.sits(heard.venue, heard.place, heard.sender.id)
        spare = QUIET if answer.ok and not answer.is_private and not seated else KEPT_FOR_NEWS
        brief = answer.brief or (await self._briefly(heard, words, lines) if answer.ok and not answer.for_all else "")
        asked = Asked(channel, payload.id, payload.chatter.name or "", tuple(lines), brief, spare, seated)
        await self.answers.give(for_all(asked) if answer.for_all and not answer.is_private else asked)

    async def _take_back(self, payload: twitchio.ChatMessage, heard: Message, answer: Reply) -> None:
        """Delete a secret that somebody typed in public, if we may and the channel wants it; tell them in any case.

        A deleted line can't be replied to, so they are called by name. The first such answer to them in half a minute
        may use room that is kept for tables.
        """
        channel, words = payload.broadcaster.id, self._bot.words(heard.locale, heard.venue)
        wanted = await self._bot.deletes_secrets(heard.venue)
        deleted = wanted and await self._channel_features.delete(channel, payload.id)
        self._bot.tell(heard.sender.id, answer)
        address = await self._bot.way_in(heard.place)
        told = words.text("twitch-secret", deleted=int(deleted), has_page=int(bool(address)), address=address)
        told = told if answer.is_private else answer.text
        spare = 0 if self._limits.secrets.take(heard.sender.id) else KEPT_FOR_NEWS
        seated = self._bot.sits(heard.venue, heard.place, heard.sender.id)
        to = "" if deleted else payload.id
        name = payload.chatter.name or ""
        await self.answers.give(Asked(channel, to, name, (told,), spare=spare, seated=seated))

    async def _briefly(self, heard: Message, words: Words, lines: list[str]) -> str:
        """Return a short form of a long answer for a shared line: where to read it; empty: the answer is short."""
        if len(lines) == 1 and len(lines[0]) <= HALF:
            return ""
        address = await self._pages(heard.place)
        return words.text("twitch-all-there", address=address) if address else ""

    async def _pages(self, place: PlaceId) -> str:
        """Return the address of a channel's pages; KNOWN if chat was told it recently; empty: there are none.

        It is not repeated in every line, since other bots punish frequent links.
        """
        address, last = await self._bot.way_in(place), self._told_pages.get(place)
        known = address and last is not None and time.monotonic() - last < PAGES_AGAIN
        return KNOWN if known else address

    async def _where(self, heard: Message, words: Words, answer: Reply, *, on_page: bool) -> str:
        """Return where to read an answer that is not given in chat; one that is only long begins with its first
        words.
        """
        if on_page:
            return words.text("twitch-on-your-page")
        address = await self._pages(heard.place)
        if address and address != KNOWN:
            self._told_pages[heard.place] = time.monotonic()
        if not answer.is_private:
            more = words.text("twitch-more", address=address) if address else ""
            return f"{cut(in_one_line(answer), SHORT - len(more) - 1)} {more}".strip()
        return words.text("twitch-open-your-page", address=address) if address else words.text("twitch-whisper-me")

    # Whispers

    async def whispered(self, client: Listening, payload: twitchio.Whisper) -> None:
        """Hear a whisper, which is private. The answer goes to the person's page, otherwise it is whispered."""
        if payload.sender.id == client.me or not self._is_new(payload.id, payload):
            return
        if not self._limits.people.take(payload.sender.id):
            return
        name = payload.sender.display_name or payload.sender.name or ""
        heard = Message(
            id=named(payload.id),
            sender=person_of(payload.sender.id, name),
            venue=PRIVATE_VENUE,
            place=NO_PLACE,
            private=True,
            text=payload.text,
            stamp=True,
        )
        answer = await self._hear_in_turn(heard)
        if answer.text and not self._bot.tell(heard.sender.id, answer):
            await self._whispers.say(payload.sender.id, answer.text)

    # Rewards

    async def redeemed(self, payload: twitchio.ChannelPointsRedemptionAdd) -> None:
        """Give somebody the reward for which they spent channel points, or their points back."""
        if payload.status != "unfulfilled" or not self._is_new(payload.id, payload):
            return
        channel, user = payload.broadcaster.id, payload.user
        person = person_of(user.id, user.display_name or user.name or "")
        answer = await self._bot.redeemed(person, place_named(channel), payload.reward.id, named(payload.id))
        if answer is None:
            return
        try:
            await within(payload.fulfill(token_for=channel) if answer.ok else payload.refund(token_for=channel))
        except Unreachable as error:
            log.warning("a reward stays in the streamer's queue", channel=channel, why=str(error))
        if answer.text and self._limits.has_room_for_an_answer(channel):
            await self.answers.say(channel, answer.text)

    async def hear_channel(self, client: Listening, channel: str) -> None:
        """Subscribe to redeemed rewards, the stream, and raids, as far as each matters to the channel.

        A poll that was running continues.
        """
        if await self._bot.has_rewards(venue_named(channel)):
            await self._channel_features.hear_rewards(channel)
        await self.streams.watch_where_wanted(channel)
        if await self._bot.has_table(venue_named(channel), place_named(channel)):
            await self.raids.watch(client, channel)
        await self._bot.take_up_poll(place_named(channel))


def is_of_this_chat(payload: twitchio.ChatMessage) -> bool:
    """Return whether a line was said in the chat that sent it, and is nothing but a line.

    A line from a partner's shared chat is for the bot of that channel; words beside a reward come with the reward
    itself.
    """
    source = payload.source_broadcaster
    return payload.channel_points_id is None and (source is None or source.id == payload.broadcaster.id)


def rights_of(chatter: twitchio.Chatter) -> Rights:
    """Return somebody's rights, by their role in the channel."""
    if chatter.broadcaster:
        return Rights.OWNER
    return Rights.STAFF if chatter.moderator else Rights.PLAYER


def standing_of(chatter: twitchio.Chatter) -> frozenset[str]:
    """Return what somebody is to the channel, by the badges of their line."""
    worn = {"subscriber": chatter.subscriber or chatter.founder, "vip": chatter.vip}
    return frozenset(word for word, so in worn.items() if so)
