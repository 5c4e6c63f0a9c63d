"""Slash commands as discord.py has them: a signature that it reads, descriptions in the words of a locale."""

import inspect
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.completion import completer, completes
from bot.adapters.discord.inbound.slash import (
    ABOUT,
    GAME,
    LONGEST,
    OF_A_NEW_TABLE,
    PLAY,
    TABLE,
    Option,
    Slash,
    all_slashes,
    line_of,
)
from bot.adapters.discord.outbound.markup import cut
from bot.commands.command import Who
from bot.text import Words
from bot.text.words import spoken

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.interactions import Interactions

NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""A name that Discord takes; one that it refuses would cost all commands."""
MOST_CHOICES: Final = 25
"""More choices are completed while one types."""
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
ON_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)
RIGHTS: Final = {
    Who.STAFF: discord.Permissions(manage_messages=True),
    Who.OWNER: discord.Permissions(manage_guild=True),
}
"""Whom Discord shows a command to, until a server's owner says otherwise."""
Made = app_commands.Command[Any, Any, Any] | app_commands.Group


def slash_commands(interactions: "Interactions") -> list[Made]:
    """Return every slash command and every group of them, for the tree of a client."""
    words, found = interactions.bot.words("en"), dict[str, Made]()
    for slash in all_slashes():
        top, *under = slash.path
        if not under:
            found[top] = made(slash, interactions, words)
            continue
        group = found.setdefault(top, group_of(slash, words))
        if isinstance(group, app_commands.Group):
            group.add_command(made(slash, interactions, words))
    return list(found.values())


def group_of(slash: Slash, words: Words) -> app_commands.Group:
    """Return the group in which this one stands; only a whole group can be hidden from some."""
    top = slash.path[0]
    return app_commands.Group(
        name=app_commands.locale_str(top, word=top),
        description=described_by(ABOUT[top], words),
        default_permissions=RIGHTS.get(slash.who) if top == "mod" else None,
        allowed_contexts=ON_SERVERS if top == "mod" else CONTEXTS,
        allowed_installs=INSTALLS,
    )


def made(slash: Slash, interactions: "Interactions", words: Words) -> app_commands.Command[Any, Any, Any]:
    """Return a command whose parameters are those of the slash: discord.py reads them from a signature."""

    async def callback(interaction: On, /, **given: Any) -> None:
        code = str(given.pop(TABLE, "") or "")
        if slash.path == (PLAY,):
            joins = not any(given.get(name) for name in ("stake", *OF_A_NEW_TABLE))
            await interactions.played(interaction, str(given[GAME]), line_of(slash, given), joins=joins)
        else:
            await interactions.slashed(interaction, line_of(slash, given), code)

    options = (*slash.options, Option(TABLE, "slash-table")) if slash.asks_table else slash.options
    callback.__signature__ = signature(options)  # type: ignore[attr-defined]
    callback = app_commands.describe(**{one.name: described_by(one.told, words) for one in options})(callback)
    listed = {one.name: [Choice(name=c, value=c) for c in one.choices] for one in options if is_listed(one)}
    callback = app_commands.choices(**listed)(callback)
    completed = {one.name: completer(slash, one, interactions) for one in options if completes(one)}
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
        kind = option.kind if option.needed else option.kind | None
        default = inspect.Parameter.empty if option.needed else None
        parameters.append(
            inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        )
    return inspect.Signature(parameters)


def described_by(told: str, words: Words) -> app_commands.locale_str:
    return app_commands.locale_str(description(told, words), told=told)


def description(told: str, words: Words) -> str:
    """Return the words of the bot; a name is description enough where there are none."""
    return cut(words.own(told, None).replace('"', "'"), LONGEST) or told.partition("-")[2]


def as_json(words: Words) -> list[dict[str, Any]]:
    """Return the tree as it is told to Discord, without what Discord makes of it: names, descriptions, options."""
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
    """Translates names and descriptions where there are words for it (`slash-name-join` for the name of `join`)."""

    def __init__(self, words: Callable[[str], Words]) -> None:
        self._words = words

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a name or a description in this locale; None: there are none, or none that Discord would take."""
        if spoken(str(locale)) == "en":
            return None
        words = self._words(str(locale))
        if "told" in string.extras:
            return description(string.extras["told"], words)
        name = words.own(f"slash-name-{string.extras.get('word', '')}", None)
        return name if NAME.fullmatch(name) and name == name.lower() else None
