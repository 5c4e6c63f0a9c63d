"""Slash commands, made from the command table: a few, whatever games there are, and no game is named here.

What was chosen becomes the line that would be typed, and the bot reads it: there is one parser.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from bot.commands.command import Command, Group, Who
from bot.commands.table import ALIASES, COMMANDS
from games.catalogue import by_word, catalogue

LONGEST: Final = 100
TABLE: Final = "table"
PLAY, MOVE, OPEN = "play", "move", "open"
GAME, TEXT, OPTIONS, MONEY = "game", "text", "options", "money"
OF_A_NEW_TABLE: Final = frozenset({OPTIONS, MONEY})
"""Values that are settings, as `pay=banker` is."""
CODED: Final = re.compile(r"([A-Z0-9]{3}) (\w.*)")
"""A line with a table's code before it."""
JOINED: Final = re.compile(r"^join ([A-Z0-9]{3})$")
GROUPS: Final = {
    Group.PLAY: "table",
    Group.TABLE: "table",
    Group.PLACE: "table",
    Group.ME: "me",
    Group.MOD: "mod",
    Group.SETUP: "setup",
    Group.HELP: "me",
}
"""Under which slash command the commands of a group stand."""
CALLED: Final = {
    "table": "table show",
    "tables": "table list",
    "hand": "me hand",
    "show": "me reveal",
    "wallet": "me purse",
    "practice": "me practice",
    "mod": "mod log",
    "server": "setup",
    "control": "mod control",
    "community": "mod community",
    "help": "help",
    "rules": "rules",
}
"""Commands with another place or name than their group and word give them."""
UNLISTED: Final = frozenset({OPEN, "stream", "overlay"})
"""Commands that have no place of their own: `/play` opens tables, and streams are another platform's."""
FIXED: Final = {"mod": "log"}
"""The word that one of these always begins with: it stands in its name."""
ABOUT: Final = {"table": "slash-about-table", "me": "slash-about-me", "mod": "slash-about-mod"}
"""What is told of each slash command that others stand under."""


class Option(Struct, frozen=True):
    """One value of a slash command. `kind`: text or number. `told`: the id of its description."""

    name: str
    told: str
    kind: type = str
    needed: bool = False
    choices: tuple[str, ...] = ()


class Slash(Struct, frozen=True):
    """A slash command before discord.py makes it one. `path`: its name, behind that of its group if it has one.

    `begins`: what the line begins with. `who`: whom Discord shows it to at first.
    `in_company`: it is for servers alone.
    """

    path: tuple[str, ...]
    begins: str
    told: str
    options: tuple[Option, ...] = ()
    asks_table: bool = True
    who: Who = Who.EVERYBODY
    in_company: bool = False


def all_slashes() -> tuple[Slash, ...]:
    """Return the way to a game, the way to move, and the commands of the command table."""
    return (play(), move(), *map(of_command, (one for one in COMMANDS.values() if one.word not in UNLISTED)))


def play() -> Slash:
    """Return `/play`: it opens a table, or sits somebody down where one waits; a first stake may be given with it."""
    options = (
        Option(GAME, "slash-game", needed=True, choices=tuple(catalogue())),
        Option("stake", "slash-stake"),
        Option(MONEY, "slash-money", choices=("chips", "purse")),
        Option(OPTIONS, "slash-options"),
    )
    return Slash((PLAY,), "", "slash-about-play", options, asks_table=False)


def move() -> Slash:
    """Return `/move`: a move as it is typed, completed from what is legal now."""
    return Slash((MOVE,), "", "slash-about-move", (Option(TEXT, "slash-move", needed=True),))


def of_command(command: Command) -> Slash:
    fixed = FIXED.get(command.word, "")
    options = tuple(
        Option(one.name, one.told, one.kind, one.needed, one.choices())
        for one in command.parameters
        if one.choices() != (fixed,)
    )
    begins = f"{command.word} {fixed}".strip()
    path = tuple(path_of(command).split())
    return Slash(path, begins, command.help, options, command.of_a_table, command.who, command.in_company)


def path_of(command: Command) -> str:
    """Return how a command is called on Discord, behind the `/`."""
    return CALLED.get(command.word, f"{GROUPS[command.group]} {command.word}")


# Lines as sentences tell people to type them


def as_slash(line: str) -> str:
    """Return how a line is typed on Discord, without signs: of `K7Q pause pizza` `mod pause reason:pizza table:K7Q`."""
    coded = CODED.fullmatch(JOINED.sub(r"\1 join", line))
    word, _, rest = (line if coded is None else coded[2]).partition(" ")
    slash, rest = chosen(ALIASES.get(word, word), rest)
    given = list(named(slash, rest))
    if coded is not None:
        given.append((TABLE, coded[1]))
    if len(given) == 1 and slash.options and slash.options[0].needed:
        return " ".join((*slash.path, given[0][1]))
    return " ".join((*slash.path, *(f"{name}:{value}" for name, value in given)))


def chosen(word: str, rest: str) -> tuple[Slash, str]:
    """Return the slash command of what begins with this word, and what of the line is its values."""
    if word == OPEN:
        return play(), rest
    if (command := COMMANDS.get(word)) is not None:
        return of_command(command), rest.removeprefix(FIXED.get(word, "")).lstrip()
    return (play() if by_word(word) is not None else move()), f"{word} {rest}".rstrip()


def named(slash: Slash, rest: str) -> Iterator[tuple[str, str]]:
    """Yield the values of a line with the names of their options: one word each, and all that is left to the last."""
    words = rest.split()
    settings = [word for word in words if "=" in word] if OPTIONS in names_of(slash) else []
    words = [word for word in words if word not in settings]
    for option in slash.options:
        if not words or option.name in OF_A_NEW_TABLE or not takes(option, words[0]):
            continue
        last = option is last_of(slash)
        yield option.name, " ".join(words) if last else words[0]
        words = [] if last else words[1:]
    if settings:
        yield OPTIONS, " ".join(settings)


def takes(option: Option, word: str) -> bool:
    """Tell whether an option may have this value; what stands for any, in capitals, may be anywhere."""
    return not option.choices or word in option.choices or word.isupper()


def names_of(slash: Slash) -> tuple[str, ...]:
    return tuple(one.name for one in slash.options)


def last_of(slash: Slash) -> Option:
    """Return the last option that takes words, not settings."""
    return [one for one in slash.options if one.name not in OF_A_NEW_TABLE or len(slash.options) == 1][-1]


# What was chosen, as a line


def line_of(slash: Slash, given: dict[str, Any]) -> str:
    """Return the line that would be typed: how it begins, then the values in their order."""
    return " ".join(filter(None, (begins(slash, given), *values(slash, given))))


def begins(slash: Slash, given: dict[str, Any]) -> str:
    """Return how the line begins: with a stake a game's name is its own command, as in chat."""
    if slash.path == (PLAY,):
        return "" if given.get("stake") else "open"
    return slash.begins


def values(slash: Slash, given: dict[str, Any]) -> Iterator[str]:
    for option in slash.options:
        value = given.get(option.name)
        if value is not None:
            yield f"{MONEY}={value}" if option.name == MONEY else unconfirmed(str(value), option)


def unconfirmed(value: str, option: Option) -> str:
    """Return a value as it stands in the line: a reason that begins with "yes" is a reason, and confirms nothing."""
    return f"“{value}”" if option.name == "reason" and value.lower().startswith("yes") else value
