"""Set up a server by lists: a choice becomes the line that people would type.

The bot decides who may set it up; everybody else is told the settings in words.
"""

from typing import Any, Final

from bot.adapters.discord.inbound.answers import On, in_time, reply, show_alone
from bot.adapters.discord.inbound.speakers import ChannelPermissions, Speakers
from bot.adapters.discord.names import venue_of
from bot.adapters.discord.outbound.buttons import Press
from bot.adapters.discord.outbound.setup_view import CHECK, FAIR, OPENS, STAFF, setup_view
from bot.adapters.discord.port import Bot, ServerSettings
from bot.ports.messages import Lacks, Reply, Rights, Unreachable
from bot.text import Words

NONE: Final = {STAFF: "none", FAIR: "off"}
"""The word in a line for a list in which nothing is chosen."""
OWNER: Final = {"owner": "me"}


class SettingUp:
    """Shows and changes the settings of a server. `permissions`: what the bot may do in which channel."""

    def __init__(self, bot: Bot, speakers: Speakers, permissions: ChannelPermissions) -> None:
        self._bot, self._speakers, self._permissions = bot, speakers, permissions

    async def asked(self, interaction: On, words: Words) -> None:
        """Show the settings as lists to those who may change them, to others in words."""
        await self._show(interaction, words, interaction.channel_id or 0, instead=False)

    async def chosen(self, interaction: On, press: Press, words: Words) -> None:
        """Change what was chosen, and show the new settings; a refusal is sent as a separate message."""
        what, *values = press.line.split() or [CHECK]
        channel = interaction.channel_id or 0
        if what == CHECK:
            channel = self._of_this_server(interaction, values) or channel
        else:
            answer = await in_time(interaction, self._said(interaction, line_of(what, values)), thinking=False)
            if not answer.ok:
                await reply(interaction, answer, words)
                return
        await self._show(interaction, words, channel, instead=True)

    async def _is_owner(self, interaction: On) -> bool:
        """Return whether the sender may set up this server."""
        message = await self._speakers.message(interaction, "server", "", "")
        return interaction.guild_id is not None and message.rights >= Rights.OWNER

    async def _said(self, interaction: On, line: str) -> Reply:
        return await self._bot.hear(await self._speakers.message(interaction, line, "", ""))

    async def _show(self, interaction: On, words: Words, channel: int, *, instead: bool) -> None:
        """Show the settings as lists to those who may change them, to others in words, even if they forged a press."""
        if not await self._is_owner(interaction):
            answer = await in_time(interaction, self._said(interaction, "server"), thinking=not instead)
            await reply(interaction, answer, words)
            return
        settings = await in_time(interaction, self._settings(interaction), thinking=not instead)
        name = interaction.guild.name if interaction.guild is not None else ""
        view = setup_view(settings, name, self._checked(channel, words), words)
        await show_alone(interaction, view, instead=instead)

    async def _settings(self, interaction: On) -> ServerSettings:
        return await self._bot.server_settings(venue_of(interaction.guild_id))

    def _checked(self, channel: int, words: Words) -> str:
        """Return what the bot lacks in a channel and how to grant it, or that it lacks nothing."""
        try:
            lacks = self._permissions.lacks(channel, words)
        except Unreachable:
            lacks = Lacks()
        found = [text for text in (lacks.card, lacks.room, lacks.rest) if text]
        return "\n".join(found) or words.text("server-lacks-nothing")

    @staticmethod
    def _of_this_server(interaction: On, values: list[str]) -> int | None:
        """Return the chosen channel; None: it is not on this server."""
        chosen = int(values[0]) if values and values[0].isdecimal() and len(values[0]) < 20 else 0
        client: Any = interaction.client
        guild = getattr(client.get_channel(chosen), "guild", None)
        return chosen if guild is not None and guild.id == interaction.guild_id else None


def line_of(what: str, values: list[str]) -> str:
    """Return the line that changes this setting."""
    if what == OPENS:
        return " ".join(("control open", *(OWNER.get(one, one) for one in values)))
    return " ".join((f"server {what}", *(values or [NONE.get(what, "")]))).strip()
