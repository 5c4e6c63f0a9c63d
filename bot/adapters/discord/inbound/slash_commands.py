"""Slash commands as discord.py has them: a signature that it reads, descriptions in the words of a locale."""

import inspect
import re
from collections.abc import Callable, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.completion import completer, completes
from bot.adapters.discord.inbound.slash import LONGEST, TABLE, Option, Slash, all_slashes, line_of
from bot.adapters.discord.outbound.markup import cut
from bot.text import Words
from bot.text.words import spoken
from games.catalogue import AnyGame, catalogue

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.interactions import Interactions

NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""A name that Discord takes; one that it refuses would cost all commands."""


def slash_commands(interactions: "Interactions") -> list[app_commands.Command[Any, Any, Any]]:
    """Return every slash command, for the tree of a client."""
    words = interactions.bot.words("en")
    return [made(slash, interactions, words) for slash in all_slashes()]


def made(slash: Slash, interactions: "Interactions", words: Words) -> app_commands.Command[Any, Any, Any]:
    """Return a command whose parameters are those of the slash: discord.py reads them from a signature."""

    async def callback(interaction: On, /, **given: Any) -> None:
        code = str(given.pop(TABLE, "") or "")
        values = {named.get(name, name): value for name, value in given.items()}
        await interactions.slashed(interaction, line_of(slash, values), code)

    table = Option(TABLE, "slash-table")
    options = (*slash.options, table) if slash.asks_table else slash.options
    named = {parameter_name(option): option.name for option in options}
    callback.__signature__ = signature(options)  # type: ignore[attr-defined]
    described = {parameter_name(one): described_by(one.told, words, one.game or slash.game) for one in options}
    callback = app_commands.describe(**described)(callback)
    callback = app_commands.rename(**{name: one for name, one in named.items() if name != one})(callback)
    listed = {parameter_name(one): [Choice(name=c, value=c) for c in one.choices] for one in options if one.choices}
    callback = app_commands.choices(**listed)(callback)
    completed = {parameter_name(one): completer(slash, one, interactions) for one in options if completes(one)}
    callback = app_commands.autocomplete(**completed)(callback)
    return app_commands.Command(
        name=app_commands.locale_str(slash.word, word=slash.word),
        description=described_by(slash.told, words, slash.game),
        callback=callback,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def parameter_name(option: Option) -> str:
    """Return the option's name, unless Python keeps that word for itself."""
    return f"{option.name}_" if iskeyword(option.name) else option.name


def signature(options: Sequence[Option]) -> inspect.Signature:
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=On)]
    for option in sorted(options, key=lambda one: not one.needed):
        kind = option.kind if option.needed else option.kind | None
        default = inspect.Parameter.empty if option.needed else None
        parameters.append(
            inspect.Parameter(parameter_name(option), inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        )
    return inspect.Signature(parameters)


def described_by(told: str, words: Words, game: AnyGame | None) -> app_commands.locale_str:
    return app_commands.locale_str(description(told, words, game), told=told, game="" if game is None else game.name)


def description(told: str, words: Words, game: AnyGame | None) -> str:
    """Return the words of the game, or of the bot; a name is description enough where there are none."""
    text = words.own(told, game)
    return cut(text.replace('"', "'"), LONGEST) or told.partition("-")[2]


class WordsOfLocale(app_commands.Translator):
    """Translates names and descriptions where there are words for it (`slash-name-bid` for the name of `bid`)."""

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
            return description(string.extras["told"], words, catalogue().get(string.extras["game"]))
        name = words.own(f"slash-name-{string.extras.get('word', '')}", None)
        return name if NAME.fullmatch(name) and name == name.lower() else None
