"""Tell people, from Discord's menu for people, what everybody here may know of somebody: purse and tables."""

from typing import Final

import discord

from bot.adapters.discord.inbound.answers import On, in_time, reply, send
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.names import person_named, snowflake_of
from bot.adapters.discord.outbound.components import Text, View
from bot.adapters.discord.outbound.markup import channel_link, message_link, plain
from bot.adapters.discord.outbound.standing import standing
from bot.adapters.discord.port import Bot, PersonHere, TableOf
from bot.ports.messages import Reply
from bot.text import Words
from bot.text.safe_text import safe_name

MOST_TABLES: Final = 10
Somebody = discord.User | discord.Member


class PersonsHere:
    """Tells the sender alone what this server may know of somebody."""

    def __init__(self, bot: Bot, speakers: Speakers) -> None:
        self.bot, self._speakers = bot, speakers

    async def tell(self, interaction: On, who: Somebody) -> None:
        """Say what is in somebody's purse on this server, and at which tables here they sit. Nothing changes."""
        words = self.bot.words(str(interaction.locale))
        if not await self._speakers.may_speak(interaction, words):
            return
        found = await in_time(interaction, self._of(interaction, who), thinking=True)
        if isinstance(found, Reply):
            await reply(interaction, found, words)
            return
        text = "\n".join(lines_of(interaction, safe_name(who.display_name), found, words))
        await send(interaction, View(Text(text)))

    async def _of(self, interaction: On, who: Somebody) -> PersonHere | Reply:
        message = await self._speakers.message(interaction, "", "", "")
        return await self.bot.purse_and_tables(message, person_named(who.id))


def lines_of(interaction: On, name: str, found: PersonHere, words: Words) -> list[str]:
    """Return the lines to tell; only tables that the asker may see are named."""
    if found.purse is None:
        purse = words.text("discord-purse-none", name=name)
    else:
        purse = words.text("discord-purse-of", name=name, amount=found.purse)
    seen = [one for one in found.tables if may_see(interaction, snowflake_of(one.place))][:MOST_TABLES]
    if not seen:
        return [plain(purse), plain(words.text("discord-tables-none", name=name))]
    sits = words.text("discord-tables-of", name=name)
    tables = [
        f"{plain(words.text('discord-table-of', game=one.game, code=one.code))} {link_to(one, interaction)}"
        for one in seen
    ]
    return [plain(purse), plain(sits), *tables]


def may_see(interaction: On, channel: int) -> bool:
    """Return whether the asker sees this channel; a private thread counts only if they ask in it."""
    if channel == interaction.channel_id:
        return True
    asker, found = interaction.user, interaction.client.get_channel(channel)
    if not isinstance(asker, discord.Member) or not isinstance(found, discord.abc.GuildChannel | discord.Thread):
        return False
    if found.guild.id != asker.guild.id or (isinstance(found, discord.Thread) and found.is_private()):
        return False
    return found.permissions_for(asker).view_channel


def link_to(table: TableOf, interaction: On) -> str:
    """Return a link to a table's panel, or to its channel if the panel's message is unknown."""
    card, channel = standing(table.handle), snowflake_of(table.place)
    if card is None or card.channel != channel:
        return channel_link(channel)
    return message_link(interaction.guild_id, channel, card.message)
