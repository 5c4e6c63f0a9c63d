"""Slash commands, made from the host's commands, each game's name and the Move types: no game is named here.

A command becomes the line that would be typed, and the host reads it: there is one parser. What a value may be now is
completed from the current legal moves.
"""

import inspect
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.discord.outbound.markup import cut
from bot.commands.lines import COMMANDS
from bot.ports.messages import Offer
from bot.table.options import as_typed, values_of
from bot.text import Words
from bot.text.words import spoken
from games.catalogue import AnyGame, catalogue
from games.kit.moves import Move, verb
from games.kit.notation import Kind, fields_of

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.listener import Listener

LONGEST: Final = 100
TYPES: Final = {Kind.FLAG: bool, Kind.NUMBER: int}
"""All others are typed as in chat: amounts as `10k` or `all`, names, things."""
MOST_CHOICES: Final = 25
TABLE: Final = "table"
NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes as a name; one that it refuses would cost all commands."""
On = discord.Interaction[Any]


class Option(Struct, frozen=True):
    """One value of a slash command. `kind`: text, number or flag. `told`: the id of its description.

    `game`: in whose words; None: in those of the command.
    """

    name: str
    told: str
    kind: type = str
    needed: bool = False
    choices: tuple[str, ...] = ()
    game: AnyGame | None = None


class Slash(Struct, frozen=True):
    """A slash command before discord.py makes it one. `word`: what the line begins with; `told`: its description."""

    word: str
    told: str
    game: AnyGame | None = None
    options: tuple[Option, ...] = ()
    asks_table: bool = True


def games() -> tuple[str, ...]:
    return tuple(catalogue())


def of_the_host() -> dict[str, tuple[Option, ...]]:
    """What may follow the host's commands; those not listed stand alone."""
    reason = Option("reason", "slash-reason")
    return {
        "open": (
            Option("game", "slash-game", needed=True, choices=games()),
            Option("options", "slash-options"),
        ),
        "join": (Option("text", "slash-dice-text"),),
        "bots": (Option("count", "slash-count", int),),
        "options": (Option("options", "slash-options"),),
        "rules": (Option("game", "slash-game", choices=games()), Option("part", "slash-part")),
        "help": (Option("word", "slash-word"),),
        "mirror": (Option("code", "slash-mirror"),),
        "link": (Option("code", "slash-link"),),
        "tournament": (Option("what", "slash-tournament"), Option("options", "slash-options")),
        "pings": (Option("way", "slash-way", choices=("on", "off", "dm")),),
        "safe": (Option("way", "slash-safe", choices=("on", "off")),),
        "skip": (reason,),
        "remove": (Option("name", "slash-name", needed=True), reason),
        "pause": (reason,),
        "resume": (reason,),
        "reset": (reason,),
        "end": (reason,),
        "mod": (Option("what", "slash-mod", needed=True, choices=("log",)), Option("count", "slash-count", int)),
        "server": (Option("what", "slash-server", choices=("prefix", "staff")), Option("value", "slash-server-value")),
    }


NO_TABLE: Final = frozenset({"open", "help", "wallet", "pings", "safe", "mod", "server", "tables"})
"""Commands that are about no table."""


def all_slashes() -> tuple[Slash, ...]:
    """The host's commands, then the games by name, then the moves; of two with one word the first counts."""
    found: dict[str, Slash] = {}
    for slash in (*host_slashes(), *game_slashes(), *move_slashes()):
        found.setdefault(slash.word, slash)
    return tuple(found.values())


def host_slashes() -> Iterator[Slash]:
    options = of_the_host()
    for word in COMMANDS:
        yield Slash(word, f"command-{word}", None, options.get(word, ()), word not in NO_TABLE)


def game_slashes() -> Iterator[Slash]:
    """`/GAME 50`: a game's name opens its table, and plays the opening move if one is given."""
    for game in catalogue().values():
        opening = options_of(game.opening) if game.opening is not None else ()
        free = tuple(replace(option, needed=False) for option in opening)
        yield Slash(game.name, "game-about", game, (*free, Option("options", "slash-options")), asks_table=False)


def move_slashes() -> Iterator[Slash]:
    """One for each verb; games that share a verb share the command, and a value that one of them lacks is free."""
    by_verb: dict[str, list[tuple[AnyGame, type[Move]]]] = {}
    for game in catalogue().values():
        for move in game.moves:
            by_verb.setdefault(verb(move), []).append((game, move))
    for word, moves in by_verb.items():
        of_each = [tuple(replace(option, game=game) for option in options_of(move)) for game, move in moves]
        yield Slash(word, f"help-{word}", moves[0][0], merged(of_each))


def options_of(move: type[Move]) -> tuple[Option, ...]:
    """A move's fields in the order of the line, flags last. Values are read by the host, as typed."""
    fields = sorted(fields_of(move), key=lambda field: field.kind is Kind.FLAG)
    return tuple(
        Option(field.name, f"field-{field.name}", str if field.several else TYPES.get(field.kind, str), field.needed)
        for field in fields
    )


def merged(of_each: Sequence[tuple[Option, ...]]) -> tuple[Option, ...]:
    found: dict[str, Option] = {}
    for option in (option for options in of_each for option in options):
        before = found.setdefault(option.name, option)
        in_all = all(any(one.name == option.name and one.needed for one in options) for options in of_each)
        kind = option.kind if option.kind is before.kind else str
        found[option.name] = replace(before, kind=kind, needed=in_all)
    return tuple(found.values())


def line_of(slash: Slash, given: dict[str, Any]) -> str:
    """The line that would be typed: the word, the values in their order, flags by their names."""
    words = [slash.word]
    for option in slash.options:
        value = given.get(option.name)
        if value is None or value is False:
            continue
        words.append(option.name if value is True else unconfirmed(str(value), option))
    return " ".join(words)


def unconfirmed(value: str, option: Option) -> str:
    """A reason that begins with "yes" is a reason, and confirms nothing."""
    return f"“{value}”" if option.name == "reason" and value.lower().startswith("yes") else value


# As discord.py's commands


def slash_commands(ears: "Listener") -> list[app_commands.Command[Any, Any, Any]]:
    words = ears.bot.words("en")
    return [made(slash, ears, words) for slash in all_slashes()]


def made(slash: Slash, ears: "Listener", words: Words) -> app_commands.Command[Any, Any, Any]:
    """A command whose parameters are those of the slash: discord.py reads them from a signature."""

    async def callback(interaction: On, /, **given: Any) -> None:
        code = str(given.pop(TABLE, "") or "")
        values = {named.get(name, name): value for name, value in given.items()}
        await ears.slashed(interaction, line_of(slash, values), code)

    table = Option(TABLE, "slash-table")
    options = (*slash.options, table) if slash.asks_table else slash.options
    named = {parameter_name(option): option.name for option in options}
    callback.__signature__ = signature(options)  # type: ignore[attr-defined]
    described = {parameter_name(one): described_by(one.told, words, one.game or slash.game) for one in options}
    callback = app_commands.describe(**described)(callback)
    callback = app_commands.rename(**{name: one for name, one in named.items() if name != one})(callback)
    listed = {parameter_name(one): [Choice(name=c, value=c) for c in one.choices] for one in options if one.choices}
    callback = app_commands.choices(**listed)(callback)
    completed = {parameter_name(one): completer(slash, one, ears) for one in options if completes(one)}
    callback = app_commands.autocomplete(**completed)(callback)
    return app_commands.Command(
        name=app_commands.locale_str(slash.word, word=slash.word),
        description=described_by(slash.told, words, slash.game),
        callback=callback,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def parameter_name(option: Option) -> str:
    """Python keeps some words for itself."""
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
    """From the words of the game, or of the host; a name is description enough where there are none."""
    text = words.own(told, game)
    return cut(text.replace('"', "'"), LONGEST) or told.partition("-")[2]


class WordsOfLocale(app_commands.Translator):
    """Names and descriptions in the languages that there are words for (`slash-name-bid` for the name of `bid`)."""

    def __init__(self, words: Callable[[str], Words]) -> None:
        self._words = words

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        if spoken(str(locale)) == "en":
            return None
        words = self._words(str(locale))
        if "told" in string.extras:
            return description(string.extras["told"], words, catalogue().get(string.extras["game"]))
        name = words.own(f"slash-name-{string.extras.get('word', '')}", None)
        return name if NAME.fullmatch(name) and name == name.lower() else None


# Completion


def completes(option: Option) -> bool:
    return option.kind is str and not option.choices


def completer(
    slash: Slash, option: Option, ears: "Listener"
) -> Callable[[On, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def complete(interaction: On, typed: str) -> list[Choice[str]]:
        if option.name == TABLE:
            words = [one.code for one in await ears.mine(interaction)]
            found = [(word, word) for word in dict.fromkeys(words)]
        elif option.name == "options":
            found = options_typed(slash, interaction, typed)
        else:
            offers = [one for update in await ears.mine(interaction) for one in update.card.offers]
            found = one_more(typed, values_now([one for one in offers if one.verb == slash.word], option.name))
            typed = ""
        like = [(label, word) for label, word in found if typed.lower() in f"{label} {word}".lower()]
        return [Choice(name=cut(label, LONGEST), value=cut(word, LONGEST)) for label, word in like[:MOST_CHOICES]]

    return complete


def one_more(typed: str, values: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was typed so far, each time with one of the values that the last word may become; none twice."""
    before, _, last = typed.lower().rpartition(" ")
    fitting = [
        (label, word)
        for label, word in values
        if word.lower() not in before.split()
        and (not last or any(part.startswith(last) for part in f"{label} {word}".lower().replace("(", "").split()))
    ]
    return [(f"{before} {label}".strip(), f"{before} {word}".strip()) for label, word in fitting]


def values_now(offers: Sequence[Offer], name: str) -> list[tuple[str, str]]:
    """The values that this field may have now, with their labels; of numbers the ends and the one in between."""
    found: dict[str, str] = {}
    for field in (field for one in offers for field in one.fields if field.name == name):
        for number in (field.suggest, field.low, field.high) if field.kind == "number" else ():
            found.setdefault(str(number), str(number))
        for choice in field.among:
            found.setdefault(
                choice.word, f"{choice.label} ({choice.word})" if choice.label != choice.word else choice.word
            )
    return [(label, word) for word, label in found.items()]


def options_typed(slash: Slash, interaction: On, typed: str) -> list[tuple[str, str]]:
    """`key=value` pairs, one after the other: what was typed so far, and the options that may follow."""
    chosen = slash.game or catalogue().get(str(getattr(interaction.namespace, "game", "")))
    if chosen is None:
        return []
    before, _, last = typed.rpartition(" ")
    given = {word.partition("=")[0] for word in before.split()}
    names = [key for key in chosen.options.model_fields if key not in given]
    lines = [f"{before} {key}={value}".strip() for key in names for value in values_of_option(chosen, key)]
    return [(line, line) for line in lines if last.lower() in line.lower()]


def values_of_option(game: AnyGame, key: str) -> tuple[str, ...]:
    """What an option may be, where that is a short list; else its default."""
    field = game.options.model_fields[key]
    return values_of(field) or (() if field.default is None else (as_typed(field.default),))
