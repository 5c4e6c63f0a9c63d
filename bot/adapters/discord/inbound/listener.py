"""Receive lines, presses and forms, and pass each on to its handler; `outages` knows which shards can't be heard."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.adapters.discord.connection.outages import Outages
from bot.adapters.discord.inbound.answers import On, nothing_to_say, reply
from bot.adapters.discord.inbound.chat_lines import ChatLines
from bot.adapters.discord.inbound.forms import Forms
from bot.adapters.discord.inbound.interactions import Interactions
from bot.adapters.discord.inbound.invitations import Invitations
from bot.adapters.discord.inbound.joined import Joined
from bot.adapters.discord.inbound.option_lists import OptionLists
from bot.adapters.discord.inbound.own_views import OwnViews
from bot.adapters.discord.inbound.purses_and_tables import PersonsHere
from bot.adapters.discord.inbound.setting_up import SettingUp
from bot.adapters.discord.inbound.speakers import ChannelPermissions, Speakers
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.buttons import Does, Press, read
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.outbound.piece_emojis import Pieces
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer
from bot.text import Words

Answers = Callable[[On, Press, Words], Awaitable[None]]


class Listener:
    """Hears the events of Discord's client. `seen`: is given the id of everybody who says or presses something."""

    def __init__(
        self,
        bot: Bot,
        direct_messages: DirectMessages,
        channel_messages: ChannelMessages,
        limits: RateLimits,
        seen: Callable[[int], None],
        permissions: ChannelPermissions,
        pieces: Pieces,
    ) -> None:
        self.bot, self.emojis, self.limits = bot, pieces.emojis, limits
        self.outages = Outages(bot, channel_messages, limits)
        self.speakers = Speakers(bot, limits, self.outages, seen, permissions)
        self.chat = ChatLines(bot, self.speakers, direct_messages, channel_messages, limits, self.outages)
        self.joined = Joined(bot, direct_messages, limits, permissions)
        self._own_views = OwnViews(bot, self.speakers, pieces)
        self._option_lists = OptionLists(bot, self.speakers)
        self._setting_up = SettingUp(bot, self.speakers, permissions)
        self.interactions = Interactions(
            bot, self.speakers, self._own_views, self._option_lists, self._setting_up, limits
        )
        self.invitations = Invitations(bot, self.speakers, limits)
        self.purses = PersonsHere(bot, self.speakers)
        self._forms = Forms(bot, self.speakers, self._own_views, self.interactions, pieces.emojis)

        self._answered: Final[dict[Does, Answers]] = {
            Does.OWN: self._own_views.show,
            Does.SURE: self._own_views.ask_first,
            Does.MEANT: self._meant,
            Does.FORM: self._forms.open,
            Does.KIND: self._forms.kinds,
            Does.DO: self.interactions.hear,
            Does.SAY: self.interactions.hear,
            Does.YES: self.interactions.hear,
            Does.CHOOSE: self._option_lists.show,
            Does.SET: self._option_lists.set,
            Does.SEAT: self._option_lists.seat,
            Does.SETUP: self._setting_up.chosen,
        }
        """The handler of each kind of press."""

    async def pressed(self, interaction: On, press: Press) -> None:
        """Answer a press of a button, or a choice from a list."""
        words = self.bot.words(str(interaction.locale))
        if not await self.speakers.may_speak(interaction, words):
            return
        answered = self._answered.get(press.does)
        if answered is None:
            await nothing_to_say(interaction)
        else:
            await answered(interaction, press, words)

    async def _meant(self, interaction: On, press: Press, words: Words) -> None:
        made = self._own_views.meant(press)
        if made is None:
            await reply(interaction, Answer(words.text("discord-form-gone"), ok=False), words)
        else:
            await self.interactions.hear(interaction, made, words)

    async def form_sent(self, interaction: On) -> None:
        """Answer a form. It is recognized by its `custom_id`, so a form opened before a restart still counts."""
        content: Any = interaction.data or {}
        press = read(str(content.get("custom_id", "")))
        if press is None or press.does not in {Does.FILL, Does.ENTER}:
            return
        words = self.bot.words(str(interaction.locale))
        if not await self.speakers.may_speak(interaction, words):
            return
        takes = self._forms.sent if press.does is Does.FILL else self._option_lists.entered
        await takes(interaction, press, words)
