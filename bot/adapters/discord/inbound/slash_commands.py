"""Give the slash commands to discord.py: with a signature that it reads, and descriptions in each locale's words."""

import asyncio
import inspect
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.completion import completer, completes, heard_by
from bot.adapters.discord.inbound.slash import (
    ABOUT,
    AT_A_TABLE,
    GAME,
    LONGEST,
    OF_A_NEW_TABLE,
    PLAY,
    TABLE,
    WHO_IS_PICKED,
    Option,
    PersonKind,
    Slash,
    all_slashes,
    lacks_somebody,
    line_of,
    with_somebody,
)
from bot.adapters.discord.outbound.markup import cut
from bot.commands.command import Who
from bot.ports.messages import SentFile, Unreachable
from bot.text import Words
from bot.text.words import spoken

NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""A name that Discord accepts; one bad name and Discord refuses all commands."""
MOST_CHOICES: Final = 25
"""Options with more choices are completed while people type."""
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
ON_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)
RIGHTS: Final = {
    Who.STAFF: discord.Permissions(manage_messages=True),
    Who.OWNER: discord.Permissions(manage_guild=True),
}
"""The permissions that people need to see a command, until the server's owner changes that."""
FETCHED_WITHIN: Final = 20.0
"""Seconds for a file that was sent with a command."""
OF_DISCORD: Final[dict[type, type]] = {PersonKind: discord.User, SentFile: discord.Attachment}
"""The library's kinds of values that are no text or number."""
Made = app_commands.Command[Any, Any, Any] | app_commands.Group


@lru_cache(maxsize=1)
def slash_commands(slashes: tuple[Slash, ...], words: Words) -> tuple[Made, ...]:
    """Return all slash commands and groups, made once for the trees of all clients, since each start has two."""
    found = dict[str, Made]()
    for slash in slashes:
        top, *under = slash.path
        if not under:
            found[top] = made(slash, words)
            continue
        if top not in found:
            found[top] = group_of(slash, words)
        group = found[top]
        if isinstance(group, app_commands.Group):
            group.add_command(made(slash, words))
    return tuple(found.values())


def group_of(slash: Slash, words: Words) -> app_commands.Group:
    """Return the group of a slash command; Discord can only hide a whole group."""
    top = slash.path[0]
    return app_commands.Group(
        name=app_commands.locale_str(top, word=top),
        description=described_by(ABOUT[top], words),
        default_permissions=RIGHTS.get(slash.who) if top == "mod" else None,
        allowed_contexts=ON_SERVERS if top == "mod" else CONTEXTS,
        allowed_installs=INSTALLS,
    )


def made(slash: Slash, words: Words) -> app_commands.Command[Any, Any, Any]:
    """Return a command with the options of the slash command: discord.py reads them from a signature."""

    async def callback(interaction: On, /, **given: Any) -> None:
        interactions, code = heard_by(interaction), str(given.pop(TABLE, "") or "")
        files = [given.pop(one.name, None) for one in slash.options if one.kind is SentFile]
        if (picked := given.pop(WHO_IS_PICKED, None)) is not None:
            at_a_table = slash.begins in AT_A_TABLE
            given = with_somebody(slash, given, await interactions.called(interaction, picked, code, at_a_table))
        elif lacks_somebody(slash, given):
            given = {}  # what follows would be taken for a name: the command itself says whom it wants
        if slash.path == (PLAY,):
            joins = not any(given.get(name) for name in ("stake", *OF_A_NEW_TABLE))
            await interactions.played(interaction, str(given[GAME]), line_of(slash, given), joins=joins)
        else:
            await interactions.slashed(interaction, line_of(slash, given), code, picked, attached(files))

    options = (*slash.options, Option(TABLE, "slash-table")) if slash.asks_table else slash.options
    callback.__signature__ = signature(options)  # type: ignore[attr-defined]
    callback = app_commands.describe(**{one.name: described_by(one.told, words) for one in options})(callback)
    listed = {one.name: [Choice(name=c, value=c) for c in one.choices] for one in options if is_listed(one)}
    callback = app_commands.choices(**listed)(callback)
    completed = {one.name: completer(slash, one) for one in options if completes(one)}
    callback = app_commands.autocomplete(**completed)(callback)
    name, alone = slash.path[-1], len(slash.path) == 1
    contexts = ON_SERVERS if slash.in_company else CONTEXTS
    where: dict[str, Any] = {"allowed_contexts": contexts, "allowed_installs": INSTALLS} if alone else {}
    command = app_commands.Command[Any, Any, Any](
        name=app_commands.locale_str(name, word=name),
        description=described_by(slash.told, words),
        callback=callback,
        **where,
    )
    if alone:
        command.default_permissions = RIGHTS.get(slash.who) if slash.who is Who.OWNER else None
    return command


def is_listed(option: Option) -> bool:
    return 0 < len(option.choices) <= MOST_CHOICES


def signature(options: Sequence[Option]) -> inspect.Signature:
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=On)]
    for option in sorted(options, key=lambda one: not one.needed):
        kind: Any = OF_DISCORD.get(option.kind, option.kind)
        kind = kind if option.needed else kind | None
        default = inspect.Parameter.empty if option.needed else None
        parameters.append(
            inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        )
    return inspect.Signature(parameters)


def attached(files: Sequence[discord.Attachment | None]) -> SentFile | None:
    """Return the file that was sent with a command. Nothing is fetched before the bot asks for it."""
    sent = next((one for one in files if one is not None), None)
    if sent is None:
        return None

    async def fetch() -> bytes:
        try:
            async with asyncio.timeout(FETCHED_WITHIN):
                return await sent.read()
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(f"a file can't be fetched: {type(error).__name__}") from None

    return SentFile(sent.size, fetch)


def described_by(told: str, words: Words) -> app_commands.locale_str:
    return app_commands.locale_str(description(told, words), told=told)


def description(told: str, words: Words) -> str:
    """Return the description of a field or choice; if it has none, its name."""
    return cut(words.own(told, None).replace('"', "'"), LONGEST) or told.partition("-")[2]


def as_json(words: Words) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord, without what discord.py adds: names, descriptions, options."""
    found: dict[str, dict[str, Any]] = {}
    for slash in all_slashes():
        top, *under = slash.path
        one = {
            "name": slash.path[-1],
            "description": description(slash.told, words),
            "options": options_in(slash, words),
        }
        if under:
            group = {"name": top, "description": description(ABOUT[top], words), "options": []}
            found.setdefault(top, group)["options"].append(one)
        else:
            found[top] = one
    return list(found.values())


def options_in(slash: Slash, words: Words) -> list[dict[str, Any]]:
    options = (*slash.options, Option(TABLE, "slash-table")) if slash.asks_table else slash.options
    return [
        {"name": one.name, "description": description(one.told, words), "required": one.needed}
        | ({"choices": list(one.choices)} if is_listed(one) else {})
        for one in sorted(options, key=lambda one: not one.needed)
    ]


class WordsOfLocale(app_commands.Translator):
    """Translates names and descriptions that have words in the locale (`slash-name-join` for the name of `join`)."""

    def __init__(self, words: Callable[[str], Words]) -> None:
        self._words = words

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a name or description in this locale; None: there is none, or none that Discord would accept."""
        if spoken(str(locale)) == "en":
            return None
        words = self._words(str(locale))
        if "told" in string.extras:
            return description(string.extras["told"], words)
        name = words.own(f"slash-name-{string.extras.get('word', '')}", None)
        return name if NAME.fullmatch(name) and name == name.lower() else None
