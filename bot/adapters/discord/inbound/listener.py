"""What people say, press, fill in and ask for, as messages for the house; and its answers back to them."""

import asyncio
import io
import string
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
import structlog
from msgspec.structs import replace

from bot.adapters.discord.inbound.answers import DEFER_AFTER, On, in_time, nothing_to_say, reply, show_alone, told
from bot.adapters.discord.inbound.forms import filled, form_for
from bot.adapters.discord.inbound.presses import NUMBERED, Does, Press, form_named, read
from bot.adapters.discord.names import PRIVATE_VENUE, named, person_of, venue_of
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.channel_messages import ChannelMessages, marks
from bot.adapters.discord.outbound.direct_messages import DirectMessages, sits
from bot.adapters.discord.outbound.layout import panel_view
from bot.adapters.discord.outbound.markup import cut, mention, page, pages, plain
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer, Message, Offer, Rights, Update
from bot.ports.rate import Buckets
from bot.render.offers import FIXED, line_of, to_choose
from bot.text import Words

if TYPE_CHECKING:
    from bot.adapters.discord.connection.client import TableClient

MOST_CONTENT: Final = 1_900
MOST_PARTS: Final = 4
"""Messages of one answer."""
AWAY: Final = 3.0
"""Seconds that nobody needs to be told of."""
LINES_ABOUT: Final = 2
"""A table's first lines say what is asked."""
NEVER: Final = "never"
"""An Ask that no table ever has: what was made for a question that is over means nothing now."""
log = structlog.get_logger()


class Found(NamedTuple):
    """The move that a form is for, the lines of the table that say what it is about, and how many share its verb."""

    offer: Offer
    about: str
    alike: int


class Listener:
    """`seen`: told of everybody who says or presses something."""

    def __init__(self, bot: Bot, hands: DirectMessages, posts: ChannelMessages, seen: Callable[[int], None]) -> None:
        self.bot, self._hands, self._posts, self._seen = bot, hands, posts, seen
        self._away_since: float | None = None
        self._taking_back: set[asyncio.Task[None]] = set()
        """Kept here, since the loop alone would forget them."""
        self._people = Buckets(most=8, a_second=2)
        self._completions = Buckets(most=10, a_second=3)
        self._channels = Buckets(most=4, a_second=0.8)

    # Chat

    async def said(self, client: "TableClient", message: discord.Message) -> None:
        """A line of chat: most are not for us, and cost nothing (threats T6)."""
        private = message.guild is None
        if not private:
            self._posts.noticed(message.channel.id)
        if message.author.bot or not message.content:
            return
        text = await self._for_us(client, message)
        if not text or not self._people.take(str(message.author.id)):
            return
        self._seen(message.author.id)
        if private:
            await self._hands.wrote(named(message.author.id), message.channel.id)
        heard = await self._message_of(message, text)
        answer = await self.bot.hear(heard)
        if message.guild is not None and not client.reads_chat:
            answer = with_hint(text.lstrip(string.punctuation), answer, self.bot.words(heard.locale))
        await self._answer_line(message, heard, answer)

    async def _for_us(self, client: "TableClient", message: discord.Message) -> str:
        """The line as the house takes it; empty for chat. In private everything is for us."""
        text = message.content.strip()
        venue = venue_of(None if message.guild is None else message.guild.id)
        prefix = await self.bot.prefix_of(venue)
        called = next((one for one in own_names(client) if text.startswith(one)), None)
        if called is not None:
            return prefix + (text[len(called) :].strip().removeprefix(prefix).strip() or "help")
        return text if message.guild is None or text.startswith(prefix) else ""

    async def _message_of(self, message: discord.Message, text: str) -> Message:
        private, author = message.guild is None, message.author
        return Message(
            id=named(message.id),
            sender=person_of(author.id, author.display_name),
            venue=venue_of(message.guild.id if message.guild is not None else None),
            place="" if private else named(message.channel.id),
            private=private,
            text=text,
            stamp=True,
            rights=await self._rights(message),
        )

    async def _rights(self, message: discord.Message) -> Rights:
        author = message.author
        if message.guild is None or not isinstance(author, discord.Member):
            return Rights.PLAYER
        return await self._rights_of(author, message.guild.id)

    async def _rights_of(self, member: discord.Member, guild: int) -> Rights:
        """By what somebody may do on the whole server: a right in one channel is none over another's tables."""
        may = member.guild_permissions
        if may.administrator or may.manage_guild:
            return Rights.OWNER
        roles = await self.bot.staff_roles(venue_of(guild))
        is_staff = may.manage_messages or any(role in roles for role in member._roles)  # noqa: SLF001 - ids, no lookup
        return Rights.STAFF if is_staff else Rights.PLAYER

    async def _answer_line(self, message: discord.Message, heard: Message, answer: Answer) -> None:
        """In private in private; else as a short silent reply. What is secret or long goes by DM."""
        if answer.secret and not heard.private and not answer.ok:
            await self._take_away(message)
        if not answer.text and not answer.files:
            return
        text = page(answer.text) if answer.marked_up else plain(answer.text)
        texts = pages(text, MOST_CONTENT)
        if heard.private or not (answer.secret or len(texts) > 1 or answer.files):
            await self._reply(message, texts, answer)
            return
        sent = [
            await self._hands.say(heard.sender.id, one, f"{message.id}-{n}") for n, one in enumerate(texts[:MOST_PARTS])
        ]
        words = self.bot.words(heard.locale)
        await self._reply(
            message, [plain(words.text("discord-in-private" if all(sent) else "discord-no-dm"))], Answer()
        )

    async def _reply(self, message: discord.Message, texts: list[str], answer: Answer) -> None:
        if not (self._may(message, "send_messages") and self._channels.take(str(message.channel.id))):
            return
        files = [discord.File(io.BytesIO(one.content), one.name) for one in answer.files]
        for number, text in enumerate(texts[:MOST_PARTS]):
            last = number == len(texts[:MOST_PARTS]) - 1
            send = message.channel.send(
                text,
                nonce=f"{message.id}-{number}",
                silent=True,
                suppress_embeds=True,
                allowed_mentions=allowed(),
                files=files if last else [],
            )
            await told(send, self._posts.refused)

    async def _take_away(self, message: discord.Message) -> None:
        """A secret that was said before everybody, where the platform lets us take it away."""
        if self._may(message, "manage_messages"):
            await told(message.delete(), self._posts.refused)

    @staticmethod
    def _may(message: discord.Message, what: str) -> bool:
        """Whether we may do this there: what is refused counts against us (threats T7)."""
        if message.guild is None:
            return True
        if isinstance(message.channel, discord.Thread) and what == "send_messages":
            what = "send_messages_in_threads"
        return bool(getattr(message.channel.permissions_for(message.guild.me), what))

    # Buttons, lists, forms

    async def pressed(self, interaction: On, press: Press) -> None:
        words = self.bot.words(str(interaction.locale))
        if not await self._may_speak(interaction, words):
            return
        match press.does:
            case Does.OWN:
                await self._show_own(interaction, press, words)
            case Does.FORM:
                await self._open_form(interaction, press, words)
            case Does.DO | Does.SAY | Does.YES:
                await self._hear(interaction, press, words)
            case _:
                await nothing_to_say(interaction)

    async def _may_speak(self, interaction: On, words: Words) -> bool:
        user = interaction.user.id
        if self._people.take(str(user)):
            self._seen(user)
            return True
        too_fast = Answer(words.text("discord-too-fast"), ok=False)
        await reply(
            interaction, await in_time(interaction, self._or_taken(interaction, too_fast), thinking=False), words
        )
        return False

    async def _or_taken(self, interaction: On, refused: Answer) -> Answer:
        """A refusal of ours; a repeat hears that it was taken before (threats F29)."""
        return await self.bot.repeated(await self.message(interaction, "", "", "")) or refused

    async def _hear(self, interaction: On, press: Press, words: Words) -> None:
        """A press says a line."""
        answer = await in_time(interaction, self._pressed_line(interaction, press), thinking=False)
        await self._answer_press(interaction, press, answer, words)

    async def _pressed_line(self, interaction: On, press: Press) -> Answer:
        ask = press.ask or NEVER if press.does is Does.DO else ""
        return await self.bot.hear(await self.message(interaction, press.line, press.code, ask))

    async def _answer_press(self, interaction: On, press: Press, answer: Answer, words: Words) -> None:
        """In words where there are any; one's own panel shows what came of it."""
        shows = on_a_panel(interaction) and (answer.repeated or not (answer.text or answer.files))
        if shows:
            await self._show_own(interaction, press, words)
        if answer.text or answer.files:
            await reply(interaction, answer, words)
        elif not shows:
            await nothing_to_say(interaction)

    async def _show_own(self, interaction: On, press: Press, words: Words) -> None:
        """One's own hand and moves, to oneself; what fades is taken back after its seconds."""
        update = await in_time(interaction, self._own(interaction, press.code), thinking=not on_a_panel(interaction))
        if isinstance(update, Answer):
            await reply(interaction, update, words)
        elif not sits(update):
            await reply(interaction, Answer(words.text("not-seated-there", code=press.code), ok=False), words)
        else:
            await self._show_hand(interaction, update, words, hand=wants_the_hand(interaction, press))

    async def _own(self, interaction: On, code: str) -> Update | Answer:
        return await self.bot.hand(await self.message(interaction, "", code, ""))

    async def _show_hand(self, interaction: On, update: Update, words: Words, *, hand: bool) -> None:
        """News that waited count as told only when they were."""
        view = panel_view(shown_now(update), words, hand=hand)
        if not await show_alone(interaction, view, instead=on_a_panel(interaction)):
            return
        if update.news:
            await self.bot.hand_was_shown(await self.message(interaction, "", update.code, ""), update)
        fades = [news.fades for news in update.news if news.fades is not None]
        if fades:
            task = asyncio.get_running_loop().create_task(
                self._take_back(interaction, update.code, words, max(fades), hand=hand)
            )
            self._taking_back.add(task)
            task.add_done_callback(self._taking_back.discard)

    async def _take_back(self, interaction: On, code: str, words: Words, seconds: int, *, hand: bool) -> None:
        """The panel as it is by then, without what was for some seconds only."""
        await asyncio.sleep(seconds)
        update = await self._own(interaction, code)
        if not interaction.is_expired() and isinstance(update, Update):
            await told(interaction.edit_original_response(view=panel_view(update, words, hand=hand)))

    async def _open_form(self, interaction: On, press: Press, words: Words) -> None:
        """The form of a move, with what this player may choose now. A form is a first answer: it can't be put off."""
        looking = asyncio.ensure_future(self._offer(interaction, press))
        done, _ = await asyncio.wait({looking}, timeout=DEFER_AFTER)
        if not done:
            looking.cancel()
            await reply(interaction, Answer(words.text("discord-form-late"), ok=False), words)
            return
        found = looking.result()
        if isinstance(found, Answer):
            await reply(interaction, found, words)
        elif found.alike > 1 and is_one_of_several(found.offer, press):
            await self._show_own(interaction, Press(Does.OWN, press.code, "", "moves"), words)
        elif not to_choose(found.offer):
            await self._hear(interaction, Press(Does.DO, press.code, press.ask, line_of(found.offer, {})), words)
        else:
            sent = Press(Does.FILL, press.code, press.ask, press.line)
            await told(interaction.response.send_modal(form_for(found.offer, sent, words, found.about)))

    async def form_sent(self, interaction: On) -> None:
        """Known by its `custom_id`, so a form that was opened before a restart counts as well."""
        content: Any = interaction.data or {}
        press = read(str(content.get("custom_id", "")))
        if press is None or press.does is not Does.FILL:
            return
        words = self.bot.words(str(interaction.locale))
        if await self._may_speak(interaction, words):
            answer = await in_time(interaction, self._filled_in(interaction, press), thinking=False)
            await self._answer_press(interaction, press, answer, words)

    async def _filled_in(self, interaction: On, press: Press) -> Answer:
        found = await self._offer(interaction, press)
        if isinstance(found, Answer):
            return found
        line = line_of(found.offer, filled(interaction))
        return await self.bot.hear(await self.message(interaction, line, press.code, press.ask))

    async def _offer(self, interaction: On, press: Press) -> Found | Answer:
        """The move that a form is for, as this player may make it now; or why not."""
        verb, number = form_named(press.line)
        update = await self.bot.hand(await self.message(interaction, verb, press.code, press.ask))
        if isinstance(update, Answer):
            return await self._or_taken(interaction, update)
        offers = [one for one in update.card.offers if one.verb == verb]
        if update.card.ask == press.ask and number < len(offers):
            return Found(offers[number], "\n".join(update.card.lines[:LINES_ABOUT]), len(offers))
        return await self._or_taken(interaction, await self._why_not(interaction, update, press))

    async def _why_not(self, interaction: On, update: Update, press: Press) -> Answer:
        """Why a move that stands as a button can't be made: by the house's own sentence where it has one."""
        words, awaited = self.bot.words(str(interaction.locale)), [seat for seat in update.card.seats if seat.awaited]
        if not sits(update):
            return Answer(words.text("not-seated-there", code=press.code), ok=False)
        if update.card.ask == press.ask and awaited and not any(seat.you for seat in awaited):
            return Answer(words.text("not-your-turn", awaited=words.listed([seat.name for seat in awaited])), ok=False)
        verb, _ = form_named(press.line)
        refused = await self.bot.hear(await self.message(interaction, verb, press.code, NEVER))
        return refused if refused.text else Answer(words.text("discord-form-gone"), ok=False)

    # Slash commands

    async def slashed(self, interaction: On, line: str, code: str) -> None:
        words = self.bot.words(str(interaction.locale))
        if not await self._may_speak(interaction, words):
            return
        say = Press(Does.SAY, code, "", line)
        answer = await in_time(interaction, self._pressed_line(interaction, say), thinking=True)
        if not answer.text and not answer.files:
            answer = Answer(words.text("discord-done", line=cut(line, 80)))
        if interaction.guild_id is not None and not getattr(interaction.client, "reads_chat", True):
            answer = with_hint(line, answer, words)
        await reply(interaction, answer, words)

    async def mine(self, interaction: On) -> list[Update]:
        """The tables of this place where this person sits, as they see them: for what could be typed next."""
        if not self._completions.take(str(interaction.user.id)):
            return []
        message = await self.message(interaction, "", "", "")
        seen = await self.bot.look(message.sender, message.venue, message.place, message.locale)
        return [one for one in seen if one.audience.startswith("person:")] or list(seen)

    async def message(self, interaction: On, line: str, code: str, ask: str) -> Message:
        user, guild = interaction.user, interaction.guild_id
        if guild is not None and interaction.channel_id is not None:
            await self.place_open(guild, interaction.channel_id)
        rights = Rights.PLAYER
        if guild is not None and isinstance(user, discord.Member):
            rights = await self._rights_of(user, guild)
        return Message(
            id=named(interaction.id),
            sender=person_of(user.id, user.display_name),
            venue=venue_of(guild) if guild is not None else PRIVATE_VENUE,
            place=named(interaction.channel_id) if guild is not None and interaction.channel_id else "",
            private=True,
            text=line,
            table=code,
            ask=ask,
            stamp=True,
            locale=str(interaction.locale),
            rights=rights,
        )

    # Places that are gone

    async def place_closed(self, guild: int, channel: int) -> None:
        self._posts.shut(channel)
        await self.bot.place_closed(venue_of(guild), named(channel))

    def away(self) -> None:
        """The line to Discord is gone; it may come back with all that was missed."""
        self._away_since = self._away_since or time.monotonic()

    def deaf_for(self) -> float:
        """Seconds since anybody was heard; 0 while the line stands."""
        return 0.0 if self._away_since is None else time.monotonic() - self._away_since

    def caught_up(self) -> None:
        """It was resumed: what was missed comes now."""
        self._away_since = None

    async def started_anew(self) -> None:
        """What was said between two sessions is lost."""
        since, self._away_since = self._away_since, None
        if since is not None and time.monotonic() - since > AWAY:
            await self.bot.here_again()

    async def place_open(self, guild: int, channel: int) -> None:
        """A sign of life from a channel that refused us."""
        if self._posts.knock(channel):
            await self.bot.place_open(venue_of(guild), named(channel))

    async def venue_open(self, guild: discord.Guild) -> None:
        for channel in {one.id for one in (*guild.channels, *guild.threads)} & self._posts.channels():
            await self.place_open(guild.id, channel)

    async def venue_closed(self, guild: discord.Guild) -> None:
        for channel in {one.id for one in (*guild.channels, *guild.threads)} & self._posts.channels():
            await self.place_closed(guild.id, channel)


def with_hint(line: str, answer: Answer, words: Words) -> Answer:
    """Whoever asks for help on a server where plain chat can't be read is told what works."""
    return replace(answer, text=f"{answer.text}\n{words.text('discord-hint-content')}") if line == "help" else answer


def own_names(client: "TableClient") -> tuple[str, ...]:
    """How we are called at the beginning of a line."""
    return () if client.user is None else (mention(client.user.id), f"<@!{client.user.id}>")


def on_a_panel(interaction: On) -> bool:
    """Whether the button stands on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def wants_the_hand(interaction: On, press: Press) -> bool:
    """Whether "My hand" was pressed, or a button on its panel; else "My moves", or one on that."""
    if press.does is Does.OWN or interaction.message is None:
        return press.line != "moves"
    presses = [read(name) for name in marks([part.to_dict() for part in interaction.message.components])]
    return not any(one is not None and one.does is Does.OWN and one.line == "moves" for one in presses)


def shown_now(update: Update) -> Update:
    """With the news that waited and fade, beside what may be read at any time."""
    fading = tuple(news for news in update.news if news.fades is not None)
    return replace(update, recent=(*update.recent, *fading))


def is_one_of_several(one: Offer, press: Press) -> bool:
    """Whether it is not said yet which move is meant: nothing in it is left to choose, or something is settled."""
    settled = any(field.kind == FIXED for field in one.fields)
    return not to_choose(one) or (settled and NUMBERED not in press.line)
