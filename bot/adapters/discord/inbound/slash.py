"""Slash commands, made from the bot's commands, each game's name and the Move types: no game is named here.

A command becomes the line that would be typed, and the bot reads it: there is one parser.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.table import COMMANDS
from games.catalogue import AnyGame, catalogue
from games.kit.moves import Move, verb
from games.kit.notation import Kind, fields_of

LONGEST: Final = 100
TYPES: Final = {Kind.FLAG: bool, Kind.NUMBER: int}
"""All others are typed as in chat: amounts as `10k` or `all`, names, pieces."""
TABLE: Final = "table"


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


def all_slashes() -> tuple[Slash, ...]:
    """Return the bot's commands, then the games by name, then the moves; of two with one word the first counts."""
    found: dict[str, Slash] = {}
    for slash in (*command_slashes(), *game_slashes(), *move_slashes()):
        found.setdefault(slash.word, slash)
    return tuple(found.values())


def command_slashes() -> Iterator[Slash]:
    """One for each command of the command table."""
    for command in COMMANDS.values():
        options = tuple(Option(one.name, one.told, one.kind, one.needed, one.choices()) for one in command.parameters)
        yield Slash(command.word, command.help, None, options, command.of_a_table)


def game_slashes() -> Iterator[Slash]:
    """Yield `/GAME 50`: a game's name opens its table, and plays the opening move if one is given."""
    for game in catalogue().values():
        opening = options_of(game.opening) if game.opening is not None else ()
        free = tuple(replace(option, needed=False) for option in opening)
        yield Slash(game.name, "game-about", game, (*free, Option("options", "slash-options")), asks_table=False)


def move_slashes() -> Iterator[Slash]:
    """Yield one for each verb; games that share a verb share it, and a value that one of them lacks is free."""
    by_verb: dict[str, list[tuple[AnyGame, type[Move]]]] = {}
    for game in catalogue().values():
        for move in game.moves:
            by_verb.setdefault(verb(move), []).append((game, move))
    for word, moves in by_verb.items():
        of_each = [tuple(replace(option, game=game) for option in options_of(move)) for game, move in moves]
        yield Slash(word, f"help-{word}", moves[0][0], merged(of_each))


def options_of(move: type[Move]) -> tuple[Option, ...]:
    """Return a move's fields in the order of the line, flags last. Values are read by the bot, as typed."""
    fields = sorted(fields_of(move), key=lambda field: field.kind is Kind.FLAG)
    return tuple(
        Option(field.name, f"field-{field.name}", str if field.several else TYPES.get(field.kind, str), field.needed)
        for field in fields
    )


def merged(of_each: Sequence[tuple[Option, ...]]) -> tuple[Option, ...]:
    """Return the options of one command for all the games that share it."""
    found: dict[str, Option] = {}
    for option in (option for options in of_each for option in options):
        before = found.setdefault(option.name, option)
        in_all = all(any(one.name == option.name and one.needed for one in options) for options in of_each)
        kind = option.kind if option.kind is before.kind else str
        found[option.name] = replace(before, kind=kind, needed=in_all)
    return tuple(found.values())


def line_of(slash: Slash, given: dict[str, Any]) -> str:
    """Return the line that would be typed: the word, the values in their order, flags by their names."""
    words = [slash.word]
    for option in slash.options:
        value = given.get(option.name)
        if value is None or value is False:
            continue
        words.append(option.name if value is True else unconfirmed(str(value), option))
    return " ".join(words)


def unconfirmed(value: str, option: Option) -> str:
    """Return a value as it stands in the line: a reason that begins with "yes" is a reason, and confirms nothing."""
    return f"“{value}”" if option.name == "reason" and value.lower().startswith("yes") else value
