"""Make the entries in Discord's menu for people."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.invitations import Invitations
from bot.adapters.discord.inbound.purses_and_tables import PersonsHere
from bot.text import Words

Does = Callable[[On, discord.User | discord.Member], Awaitable[None]]


def person_menus(invitations: Invitations, purses: PersonsHere, words: Words) -> list[app_commands.ContextMenu]:
    """Return the entries; they appear on servers only."""
    return [menu(name, does) for name, does in zip(names(words), (invitations.invite, purses.tell), strict=True)]


def names(words: Words) -> tuple[str, str]:
    """Return the names of the entries, in order."""
    return words.text("discord-invite"), words.text("discord-purse-and-tables")


def menu(name: str, does: Does) -> app_commands.ContextMenu:
    """Return one entry, which calls `does` with the person that it was opened on."""

    async def callback(interaction: On, who: discord.User) -> None:
        await does(interaction, who)

    made = app_commands.ContextMenu(name=name, callback=callback)
    made.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    made.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    return made
