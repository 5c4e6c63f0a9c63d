"""Invite people to tables: the sender picks somebody in Discord's menu for people, and invites them to their
own table.
"""

from typing import Final

import discord

from bot.adapters.discord.inbound.answers import On, first_told, in_time, reply
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.buttons import Does, Press, allowed, button
from bot.adapters.discord.outbound.components import Text, View, rows
from bot.adapters.discord.outbound.markup import mention, plain
from bot.adapters.discord.port import Bot
from bot.ports.audience import is_for_one
from bot.ports.messages import Answer, Panel
from bot.text import Words

STANDS: Final = 900.0
"""Seconds until an invitation is deleted."""
GATHERS: Final = frozenset({"lobby", "between"})
Invited = discord.User | discord.Member


class Invitations:
    """Invites people to tables, each person at most once a minute."""

    def __init__(self, bot: Bot, speakers: Speakers, limits: RateLimits) -> None:
        self.bot, self._speakers, self._limits = bot, speakers, limits

    async def invite(self, interaction: On, who: Invited) -> None:
        """Mention somebody at the sender's table, with a button to join; or say why they can't be invited."""
        words = self.bot.words(str(interaction.locale))
        if not await self._speakers.may_speak(interaction, words):
            return
        panel = await in_time(interaction, self._table_of(interaction), thinking=True)
        if refused := self._why_not(interaction, who, panel):
            code = panel.code if panel is not None else ""
            await reply(interaction, Answer(words.text(refused, code=code), ok=False), words)
        elif panel is not None:
            await first_told(lambda: self._send(interaction, who, panel, words))

    def _why_not(self, interaction: On, who: Invited, panel: Panel | None) -> str:
        """Return the id of the sentence that says why nobody is invited; empty: the invitation is sent."""
        if panel is None:
            return "discord-invite-none"
        if who.bot or who.id == interaction.user.id:
            return "discord-invite-whom"
        if panel.admits:  # this button lets nobody in whom the table does not admit
            return "discord-invite-admits"
        return "" if self._limits.invitations.take(str(who.id)) else "discord-invite-later"

    async def _table_of(self, interaction: On) -> Panel | None:
        """Return the panel of a table here at which the sender sits and a seat is free."""
        message = await self._speakers.message(interaction, "", "", "")
        seen = await self.bot.look(message.sender, message.venue, message.place, message.locale)
        mine = [one.card for one in seen if is_for_one(one.audience) and any(seat.you for seat in one.card.seats)]
        return next((card for card in mine if card.phase in GATHERS and card.sitting < card.most), None)

    async def _send(self, interaction: On, who: Invited, panel: Panel, words: Words) -> None:
        said = words.text("discord-invited", name=interaction.user.display_name, game=panel.title, code=panel.code)
        join = button(words.text("button-join"), Press(Does.SAY, panel.code, "", "join"))
        view = View(Text(f"{mention(who.id)} {plain(said)}"), *rows([join])).posted()
        if interaction.response.is_done():
            await interaction.edit_original_response(view=view, allowed_mentions=allowed([who.id]))
            return
        await interaction.response.send_message(view=view, allowed_mentions=allowed([who.id]), delete_after=STANDS)
