"""Hear lines of plain chat: find those that are for us, and answer them."""

import io
import string
from functools import partial
from operator import eq
from typing import Final

import discord
from discord.utils import MISSING
from msgspec.structs import replace

from bot.adapters.discord.connection.outages import Outages
from bot.adapters.discord.inbound.answers import shown_text, told
from bot.adapters.discord.inbound.slash import as_line
from bot.adapters.discord.inbound.speakers import Speakers, joined
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import named, person_named, person_of, place_named, venue_of
from bot.adapters.discord.outbound.buttons import allowed, below
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.outbound.markup import mention, pages, plain
from bot.adapters.discord.port import Bot
from bot.commands.word_lists import BY_NAME
from bot.ports.messages import Answer, Message, Reply
from bot.text import Words

MOST_CONTENT: Final = 1_900
MOST_PARTS: Final = 4
"""The most messages that one answer may have."""


class ChatLines:
    """Hears the lines of plain chat that are for us."""

    def __init__(
        self,
        bot: Bot,
        speakers: Speakers,
        direct_messages: DirectMessages,
        channel_messages: ChannelMessages,
        limits: RateLimits,
        outages: Outages,
    ) -> None:
        self._bot, self._speakers, self._limits, self._outages = bot, speakers, limits, outages
        self._direct_messages, self._noticed = direct_messages, channel_messages.noticed
        self._marks = bot.signs_are_marks()

    def passes_over(self, message: discord.Message, us: discord.ClientUser | None) -> bool:
        """Return whether a message is surely not for us. Most are not, and must cost nothing (threats T6).

        A message by somebody else in a channel is noted all the same. `us`: the bot's own account.
        """
        guild, content, author = message.guild, message.content, message.author
        by_bot = author.bot
        if guild is None:
            return by_bot or not content
        if by_bot and author == us:
            return True
        self._noticed(message.channel.id)
        if by_bot or not content:
            return True
        first = content[0]
        if first.isalnum():
            return self._marks
        if first == "<" or first.isspace():  # may be a mention of us
            return False
        venue, place = venue_of(guild.id), place_named(message.channel.id)
        return self._bot.is_foreign(venue, place, person_named(message.author.id), content)

    async def said(self, message: discord.Message, us: discord.ClientUser | None, *, reads_chat: bool) -> None:
        """Hear a line of chat that may be for us. `us`: the bot's own account; `reads_chat`: whether we can also read
        lines that do not mention us.
        """
        private = message.guild is None
        text = await self._for_us(message, us)
        if not text or not self._limits.people.take(str(message.author.id), message.created_at.timestamp()):
            return
        if message.guild is not None and await self._outages.until_heard(message.guild.shard_id):
            await self._bot.part_open(partial(eq, place_named(message.channel.id)))
        self._speakers.seen(message.author.id)
        if private:
            await self._direct_messages.wrote(person_named(message.author.id), message.channel.id)
            await self._outages.place_open(None, message.channel.id)
        heard = await self._message_of(message, text)
        answer = await self._bot.hear(heard)
        if answer.repeated and not private:  # another process heard it too, while its shard went over, and answered
            return
        if message.guild is not None and not reads_chat:
            answer = with_hint(
                text.rpartition(" ")[2].lstrip(string.punctuation), answer, self._bot.words(heard.locale)
            )
        await self._answer(message, heard, answer)

    async def _for_us(self, message: discord.Message, us: discord.ClientUser | None) -> str:
        """Return the line as the bot reads it; empty: it is not for us. In direct messages every line is for us."""
        text = message.content.strip()
        prefix = await self._bot.prefix_of(venue_of(guild_of(message)))
        called = next((one for one in own_names(us) if text.startswith(one)), None)
        if called is not None:
            said = text[len(called) :].strip().removeprefix(prefix).strip()
            return f"{prefix}{BY_NAME} {as_line(said) or 'help'}"
        if message.guild is None:
            return as_line(text)
        return text if text.startswith(prefix) else ""

    async def _message_of(self, message: discord.Message, text: str) -> Message:
        private, author = message.guild is None, message.author
        return Message(
            id=named(message.id),
            sender=person_of(author.id, author.display_name),
            venue=venue_of(guild_of(message), message.channel.id),
            place=place_named(message.channel.id),
            private=private,
            text=text,
            stamp=True,
            link=message.jump_url,
            rights=await self._speakers.rights_of(author, guild_of(message)),
            joined=joined(author),
        )

    async def _answer(self, message: discord.Message, heard: Message, answer: Reply) -> None:
        """Answer direct messages directly, others by a short silent reply. Anything secret or long goes by direct
        message.
        """
        if (answer.is_private or answer.exposed) and not heard.private and not answer.ok:
            await self._take_away(message)
        if not answer.text and not answer.files:
            return
        texts = pages(shown_text(answer), MOST_CONTENT)
        if not heard.private and not (answer.ok or answer.unknown or may(message, "send_messages")):
            await self._say_alone(message, heard, texts)
        elif heard.private or not (answer.is_private or len(texts) > 1 or answer.has_record):
            await self._reply(message, texts, answer)
        else:
            told_where = "discord-in-private" if await self._say_alone(message, heard, texts) else "discord-no-dm"
            where = plain(self._bot.words(heard.locale).text(told_where))
            await self._reply(message, [where], Answer(ways=answer.ways))

    async def _say_alone(self, message: discord.Message, heard: Message, texts: list[str]) -> bool:
        """Send this by direct messages; return whether all of them were accepted."""
        sent = [
            await self._direct_messages.say(heard.sender.id, one, f"{message.id}-{n}")
            for n, one in enumerate(texts[:MOST_PARTS])
        ]
        return all(sent)

    async def _reply(self, message: discord.Message, texts: list[str], answer: Reply) -> None:
        private = message.guild is None  # here one delays nobody but themselves, and `people` limits them
        if not (may(message, "send_messages") and (private or self._limits.replies.take(str(message.channel.id)))):
            return
        allowed_here = answer.files if may(message, "attach_files") else ()
        files = [discord.File(io.BytesIO(one.content), one.name) for one in allowed_here]
        for number, text in enumerate(texts[:MOST_PARTS]):
            last = number == len(texts[:MOST_PARTS]) - 1
            send = message.channel.send(
                text,
                nonce=f"{message.id}-{number}",
                silent=True,
                suppress_embeds=True,
                allowed_mentions=allowed(),
                files=files if last else [],
                view=below(answer.ways) if last else MISSING,
            )
            await told(send, self._limits.answered)

    async def _take_away(self, message: discord.Message) -> None:
        """Delete a secret that was said in public, if the server lets us."""
        if may(message, "manage_messages"):
            await told(message.delete(), self._limits.answered)


def guild_of(message: discord.Message) -> int | None:
    return None if message.guild is None else message.guild.id


def may(message: discord.Message, what: str) -> bool:
    """Return whether we have a permission in the message's channel; refused calls count against us (threats T7)."""
    if message.guild is None:
        return True
    if isinstance(message.channel, discord.Thread) and what == "send_messages":
        what = "send_messages_in_threads"
    return bool(getattr(message.channel.permissions_for(message.guild.me), what))


def with_hint(line: str, answer: Reply, words: Words) -> Reply:
    """Return the answer, with a hint about what works where plain chat can't be read if `line` asks for help."""
    return replace(answer, text=f"{answer.text}\n{words.text('discord-hint-content')}") if line == "help" else answer


def own_names(us: discord.ClientUser | None) -> tuple[str, ...]:
    """Return the mentions of us that may begin a line."""
    return () if us is None else (mention(us.id), f"<@!{us.id}>")
