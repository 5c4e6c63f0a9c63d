"""Show a table's options as lists to those who may set them; a choice becomes the line `options key=value`.

The engine decides who may set them; everybody else is told the options in words.
"""

import asyncio
from functools import lru_cache
from typing import Final

import discord

from bot.adapters.discord.inbound.answers import (
    On,
    first_told,
    in_time,
    reply,
    show_alone,
    time_left,
    told,
)
from bot.adapters.discord.inbound.modals import inputs
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.outbound.buttons import Press
from bot.adapters.discord.outbound.components import View
from bot.adapters.discord.outbound.options_view import VALUE, number_form, options_view, values_view
from bot.adapters.discord.port import Bot
from bot.ports.audience import is_for_one
from bot.ports.browser import GameChoice
from bot.ports.messages import Answer, Panel, Reply, Rights, Update
from bot.render.chooser import undrawn
from bot.text import Words
from games.catalogue import catalogue

MOST_KEPT: Final = 64
SET_IN: Final = frozenset({"lobby", "between"})


class OptionLists:
    """Shows the options of a table, and sets them."""

    def __init__(self, bot: Bot, speakers: Speakers) -> None:
        self._bot, self._speakers = bot, speakers

    async def show(self, interaction: On, press: Press, words: Words) -> None:
        """Show all options, or the values of the chosen one."""
        looking = asyncio.ensure_future(self._panel(interaction, press.code))
        done, _ = await asyncio.wait({looking}, timeout=time_left(interaction))
        if not done:  # a form would be too late
            looking.cancel()
            await reply(interaction, Answer(words.text("discord-form-late"), ok=False), words)
            return
        panel = looking.result()
        if isinstance(panel, Reply):
            await reply(interaction, panel, words)
        else:
            await self._lead_on(interaction, panel, press.line, words)

    async def _lead_on(self, interaction: On, panel: Panel, key: str, words: Words) -> None:
        game = chosen_game(panel.game, words)
        option = next((one for one in game.options if one.key == key), None)
        if option is None:
            await show_alone(interaction, self._view(interaction, panel, words), instead=True)
        elif option.values:
            await show_alone(interaction, values_view(option, panel, game, words), instead=True)
        else:
            form = number_form(option, panel, game, words)
            await first_told(lambda: interaction.response.send_modal(form))

    async def show_opened(self, interaction: On, game: str, said: str, words: Words) -> bool:
        """Show its host the options of the table that was just opened; return whether there is such a table.

        `said`: the answer to the opening, such as where the table is; it comes first.
        """
        message = await self._speakers.message(interaction, "", "", "")
        seen = await self._bot.look(message.sender, message.venue, message.place, message.locale)
        mine = [one.card for one in seen if is_for_one(one.audience) and one.card.is_host and one.card.game == game]
        panel = next((card for card in reversed(mine) if card.phase == "lobby"), None)
        if panel is None:
            return False
        view = self._view(interaction, panel, words, said)
        if interaction.response.is_done():
            return await told(interaction.edit_original_response(view=view.posted()))
        return await show_alone(interaction, view, instead=False)

    async def set(self, interaction: On, press: Press, words: Words) -> None:
        """Set what was chosen, and show the new options; a refusal is sent as a separate message."""
        await self._changed(interaction, f"options {press.line}", press.code, words)

    async def seat(self, interaction: On, press: Press, words: Words) -> None:
        """Seat as many house bots as were chosen, and show the table's options again."""
        await self._changed(interaction, press.line, press.code, words)

    async def _changed(self, interaction: On, line: str, code: str, words: Words) -> None:
        answer = await in_time(interaction, self._said(interaction, line, code), thinking=False)
        if not answer.ok or answer.confirm:
            await reply(interaction, answer, words)
            return
        panel = await self._panel(interaction, code)
        if isinstance(panel, Reply):
            await reply(interaction, panel, words)
        else:
            await show_alone(interaction, self._view(interaction, panel, words), instead=True)

    @staticmethod
    def _view(interaction: On, panel: Panel, words: Words, said: str = "") -> View:
        in_channel = isinstance(interaction.channel, discord.TextChannel) and not said  # opening moved it already
        return options_view(panel, chosen_game(panel.game, words), words, said, has_rooms=in_channel)

    async def entered(self, interaction: On, press: Press, words: Words) -> None:
        """Set the number that was filled in."""
        values = [str(part["value"]) for part in inputs(interaction.data or {}) if part.get("custom_id") == VALUE]
        line = f"{press.line}={''.join(values).strip().replace(' ', '')}"
        await self.set(interaction, Press(press.does, press.code, "", line), words)

    async def _said(self, interaction: On, line: str, code: str) -> Reply:
        return await self._bot.hear(await self._speakers.message(interaction, line, code, ""))

    async def _panel(self, interaction: On, code: str) -> Panel | Reply:
        """Return the table's panel if the sender may set its options, else the options in words."""
        message = await self._speakers.message(interaction, "", code, "")
        update = await self._bot.hand(message)
        if isinstance(update, Update) and may_set(update.card, message.rights):
            return update.card
        return await self._bot.hear(await self._speakers.message(interaction, "options", code, ""))


def may_set(panel: Panel, rights: Rights) -> bool:
    return panel.phase in SET_IN and (panel.is_host or rights >= Rights.STAFF)


@lru_cache(maxsize=MOST_KEPT)
def chosen_game(name: str, words: Words) -> GameChoice:
    """Return a game with its options; they do not change while the bot runs."""
    return undrawn(catalogue()[name], words)
