"""Lay out a server's settings as lists: moderators, where tables go, calls, who opens tables, fair play."""

from typing import Any, Final

import discord
from discord import SelectOption, ui

from bot.adapters.discord.names import snowflake_of
from bot.adapters.discord.outbound.buttons import Does, Press, Pressable, plain_view, rows
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
WHERE: Final = (discord.ChannelType.text, discord.ChannelType.news)


def setup_view(settings: ServerSettings, name: str, checked: str, words: Words) -> ui.LayoutView:
    """Return the settings of the server called `name`. `checked`: which permissions are missing, or that none are."""
    now = {TABLES: CHOICES[TABLES][settings.threads], CALLS: settings.calls, OPENS: settings.opens}
    offered = [what for what in CHOICES if what != OPENS or "control" in COMMANDS]
    head = f"**{plain(words.text('discord-setup-of', name=name))}**"
    return plain_view(
        ui.TextDisplay(f"{head}\n{plain(checked)}"),
        *rows([channels(CHECK, words)]),
        ui.TextDisplay(f"-# {plain(words.text('discord-setup-moderators'))}"),
        *rows(
            [
                roles(settings, words),
                *(choice(what, now[what], words) for what in offered),
            ]
        ),
        ui.TextDisplay(f"-# {plain(words.text('discord-setup-fair-play'))}"),
        *rows([channels(FAIR, words, snowflake_of(settings.fair) if settings.fair else None)]),
    )


def choice(what: str, now: str, words: Words) -> Pressable:
    """Return the list of values of a setting, the current one selected."""
    options = [
        SelectOption(
            label=cut(words.text(f"discord-setup-{what}-{value}"), LONGEST_PLACEHOLDER // 2),
            value=value,
            default=value == now,
        )
        for value in CHOICES[what]
    ]
    placeholder = cut(words.text(f"discord-setup-{what}"), LONGEST_PLACEHOLDER)
    return Pressable(ui.Select(custom_id=of(what), placeholder=placeholder, options=options))


def roles(settings: ServerSettings, words: Words) -> Pressable:
    placeholder = cut(words.text("discord-setup-staff"), LONGEST_PLACEHOLDER)
    chosen = [discord.Object(one, type=discord.Role) for one in settings.staff[:MOST_ROLES]]
    return Pressable(
        ui.RoleSelect[Any](
            custom_id=of(STAFF),
            placeholder=placeholder,
            min_values=0,
            max_values=MOST_ROLES,
            default_values=chosen,
        )
    )


def channels(what: str, words: Words, now: int | None = None) -> Pressable:
    """Return a list to choose one channel, or none. `now`: the current one."""
    placeholder = cut(words.text(f"discord-setup-{what}"), LONGEST_PLACEHOLDER)
    chosen = [] if now is None else [discord.Object(now, type=discord.abc.GuildChannel)]
    return Pressable(
        ui.ChannelSelect[Any](
            custom_id=of(what),
            placeholder=placeholder,
            channel_types=list(WHERE),
            min_values=0,
            max_values=1,
            default_values=chosen,
        )
    )


def of(what: str) -> str:
    return Press(Does.SETUP, "", "", what).custom_id


__all__ = ["CHECK", "FAIR", "OPENS", "STAFF", "setup_view"]
