"""Lay out a server's settings as lists: moderators, where tables go, calls, who opens tables, fair play."""

from typing import Final

import discord

from bot.adapters.discord.names import snowflake_of
from bot.adapters.discord.outbound.buttons import Does, Press
from bot.adapters.discord.outbound.components import ChannelSelect, Chosen, Option, RoleSelect, Select, Text, View, rows
from bot.adapters.discord.outbound.markup import cut, plain
from bot.adapters.discord.port import ServerSettings
from bot.commands.table import COMMANDS
from bot.text import Words

STAFF, TABLES, CALLS, OPENS, FAIR, CHECK = "staff", "tables", "calls", "opens", "fair", "check"
CHOICES: Final = {
    TABLES: ("channel", "threads"),
    CALLS: ("ping", "card", "dm", "off"),
    OPENS: ("everybody", "moderators", "owner"),
}
MOST_ROLES: Final = 10
LONGEST_PLACEHOLDER: Final = 150
WHERE: Final = (discord.ChannelType.text.value, discord.ChannelType.news.value)


def setup_view(settings: ServerSettings, name: str, checked: str, words: Words) -> View:
    """Return the settings of the server called `name`. `checked`: which permissions are missing, or that none are."""
    now = {TABLES: CHOICES[TABLES][settings.threads], CALLS: settings.calls, OPENS: settings.opens}
    offered = [what for what in CHOICES if what != OPENS or "control" in COMMANDS]
    head = f"**{plain(words.text('discord-setup-of', name=name))}**"
    return View(
        Text(f"{head}\n{plain(checked)}"),
        *rows([channels(CHECK, words)]),
        Text(f"-# {plain(words.text('discord-setup-moderators'))}"),
        *rows(
            [
                roles(settings, words),
                *(choice(what, now[what], words) for what in offered),
            ]
        ),
        Text(f"-# {plain(words.text('discord-setup-fair-play'))}"),
        *rows([channels(FAIR, words, snowflake_of(settings.fair) if settings.fair else None)]),
    )


def choice(what: str, now: str, words: Words) -> Select:
    """Return the list of values of a setting, the current one selected."""
    options = [
        Option(cut(words.text(f"discord-setup-{what}-{value}"), LONGEST_PLACEHOLDER // 2), value, default=value == now)
        for value in CHOICES[what]
    ]
    return Select(of(what), cut(words.text(f"discord-setup-{what}"), LONGEST_PLACEHOLDER), tuple(options))


def roles(settings: ServerSettings, words: Words) -> RoleSelect:
    placeholder = cut(words.text("discord-setup-staff"), LONGEST_PLACEHOLDER)
    chosen = [Chosen(str(one), "role") for one in settings.staff[:MOST_ROLES]]
    return RoleSelect(of(STAFF), placeholder, MOST_ROLES, tuple(chosen))


def channels(what: str, words: Words, now: int | None = None) -> ChannelSelect:
    """Return a list to choose one channel, or none. `now`: the current one."""
    placeholder = cut(words.text(f"discord-setup-{what}"), LONGEST_PLACEHOLDER)
    return ChannelSelect(of(what), placeholder, WHERE, () if now is None else (Chosen(str(now), "channel"),))


def of(what: str) -> str:
    return Press(Does.SETUP, "", "", what).custom_id


__all__ = ["CHECK", "FAIR", "OPENS", "STAFF", "setup_view"]
