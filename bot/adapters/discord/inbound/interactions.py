"""Handle presses and slash commands as typed lines, and answer the sender alone."""

import re
from collections.abc import Coroutine
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.adapters.discord.inbound.answers import On, in_time, nothing_to_say, on_own_view, reply, shown_text
from bot.adapters.discord.inbound.chat_lines import with_hint
from bot.adapters.discord.inbound.option_lists import OptionLists
from bot.adapters.discord.inbound.own_views import OwnViews
from bot.adapters.discord.inbound.setting_up import SettingUp
from bot.adapters.discord.inbound.slash import below
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import person_named
from bot.adapters.discord.outbound.buttons import Does, Press
from bot.adapters.discord.outbound.markup import cut
from bot.adapters.discord.port import Bot
from bot.ports.audience import is_for_one
from bot.ports.ids import PlaceId
from bot.ports.messages import Answer, Reply, SentFile, Update
from bot.text import Words
from bot.text.safe_text import safe_name

SETUP: Final = "server"
"""The line that shows a server's settings; here they are shown as lists to choose from."""
OPENS: Final = re.compile(r"open (?P<game>\w+)")
"""A line that opens a game with its usual options."""
Picked = discord.User | discord.Member
NEVER: Final = "never"
"""An Ask that no table ever has, for presses that no longer count."""


class Interactions:
    """Handles presses and slash commands as lines, and answers them."""

    def __init__(
        self,
        bot: Bot,
        speakers: Speakers,
        own_views: OwnViews,
        option_lists: OptionLists,
        setting_up: SettingUp,
        limits: RateLimits,
    ) -> None:
        self.bot, self._speakers, self._own_views, self._limits = bot, speakers, own_views, limits
        self._option_lists, self._setting_up = option_lists, setting_up

    async def hear(self, interaction: On, press: Press, words: Words) -> None:
        """Handle a press as the line that it stands for; one that opens a game works like `/play`."""
        opened = OPENS.fullmatch(press.line) if press.does is Does.SAY and not press.code else None
        if opened is not None:
            await self.played(interaction, opened["game"], press.line, joins=True)
            return
        answer = await in_time(interaction, self._pressed_line(interaction, press), thinking=False)
        await self.answer(interaction, press, answer, words)

    async def _pressed_line(self, interaction: On, press: Press, file: SentFile | None = None) -> Reply:
        ask = press.ask or NEVER if press.does is Does.DO else ""
        message = await self._speakers.message(interaction, press.line, press.code, ask)
        return await self.bot.hear(message if file is None else replace(message, file=file))

    async def answer(self, interaction: On, press: Press, answer: Reply, words: Words) -> None:
        """Answer in words if there are any; a player's own view shows the result of the press."""
        shows = on_own_view(interaction) and (answer.repeated or not (answer.text or answer.files))
        if shows:
            await self._own_views.show(interaction, press, words)
        if answer.text or answer.files:
            await reply(interaction, answer, words)
        elif not shows:
            await nothing_to_say(interaction)

    # Slash commands

    async def slashed(
        self, interaction: On, line: str, code: str, picked: Picked | None = None, file: SentFile | None = None
    ) -> None:
        """Answer a slash command, given as the line that people would type, about the table with this code.

        `picked`: somebody whom the line mentions. `file`: one that was sent with it.
        """
        if line == SETUP:
            words = self.bot.words(str(interaction.locale))
            if await self._speakers.may_speak(interaction, words):
                await self._setting_up.asked(interaction, words)
            return
        about, commands = below(line)
        if commands:
            words = self.bot.words(str(interaction.locale))
            told = "\n".join((words.text(about), ", ".join(f"/{one}" for one in commands)))
            await self._answered(interaction, line, at_once(Answer(told)))
            return
        said = self._pressed_line(interaction, Press(Does.SAY, code, "", line), file)
        await self._answered(interaction, line, said if picked is None else naming(said, picked))

    async def played(self, interaction: On, game: str, line: str, *, joins: bool) -> None:
        """Open a table with this line. `joins`: seat the sender instead at a table of this game that waits for
        players.
        """
        await self._answered(interaction, line, self._play(interaction, game, line, joins=joins), opens=game)

    async def _play(self, interaction: On, game: str, line: str, *, joins: bool) -> Reply:
        code = await self._waiting(interaction, game) if joins else ""
        return await self._pressed_line(interaction, Press(Does.SAY, code, "", "join" if code else line))

    async def _answered(self, interaction: On, line: str, said: Coroutine[Any, Any, Reply], *, opens: str = "") -> None:
        """Hear the line if its sender may speak, and answer. `opens`: a game; the options of its new table are
        shown.
        """
        words = self.bot.words(str(interaction.locale))
        if not await self._speakers.may_speak(interaction, words):
            said.close()
            return
        answer = await in_time(interaction, said, thinking=True)
        opened = bool(opens) and answer.ok and not (answer.files or answer.told or answer.confirm or answer.repeated)
        if opened and await self._option_lists.show_opened(interaction, opens, shown_text(answer), words):
            return
        if not answer.text and not answer.files:
            answer = Answer(words.text("discord-done", line=cut(line, 80)))
        if interaction.guild_id is not None and not getattr(interaction.client, "reads_chat", True):
            answer = with_hint(line, answer, words)
        await reply(interaction, answer, words)

    async def _waiting(self, interaction: On, game: str) -> str:
        """Return the code of a table that waits for players, here or in a thread of this channel; empty: none."""
        message = await self._speakers.message(interaction, "", "", "")
        seen = await self.bot.look(message.sender, message.venue, message.place, message.locale)
        for room in self._rooms(interaction):
            seen += await self.bot.look(message.sender, message.venue, room, message.locale)
        mine = {one.table for one in seen if is_for_one(one.audience)}
        others = (one.card for one in seen if one.table not in mine and one.card.game == game)
        gathers = (card for card in others if not card.admits)
        return next((card.code for card in gathers if card.phase == "lobby" and card.sitting < card.most), "")

    @staticmethod
    def _rooms(interaction: On) -> tuple[PlaceId, ...]:
        """Return the threads of the channel in which tables may be."""
        client: Any = interaction.client
        return () if interaction.channel_id is None else client.threads_of(interaction.channel_id)

    async def called(self, interaction: On, picked: Picked, code: str, at_a_table: bool) -> str:
        """Return the word for somebody who was picked: a mention, or how they are called at a table."""
        if not at_a_table:
            return f"<@{person_named(picked.id)}>"
        message = await self._speakers.message(interaction, "", code, "")
        return await self.bot.called_at(message, person_named(picked.id)) or f"@{picked.display_name}"

    async def mine(self, interaction: On) -> list[Update]:
        """Return the tables here at which this person sits, as they see them; if there are none, all tables here."""
        if not self._limits.completions.take(str(interaction.user.id)):
            return []
        message = await self._speakers.message(interaction, "", "", "")
        seen = await self.bot.look(message.sender, message.venue, message.place, message.locale)
        return [one for one in seen if is_for_one(one.audience)] or list(seen)


async def naming(said: Coroutine[Any, Any, Reply], picked: Picked) -> Reply:
    """Return an answer that calls somebody by name though they were never here, and only their id is known."""
    answer = await said
    return replace(answer, text=answer.text.replace(f"#{picked.id}", safe_name(picked.display_name)))


async def at_once(answer: Reply) -> Reply:
    """Return an answer that is already known."""
    return answer
