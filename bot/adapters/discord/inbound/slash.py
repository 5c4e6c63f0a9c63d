"""Slash commands, made from the command table: a few, whatever games there are, and no game is named here.

What was chosen becomes the line that would be typed, and the bot reads it: there is one parser.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import Command, Group, Who
from bot.commands.table import ALIASES, COMMANDS
from games.catalogue import by_word, catalogue

LONGEST: Final = 100
TABLE: Final = "table"
PLAY, MOVE, OPEN = "play", "move", "open"
GAME, TEXT, OPTIONS, MONEY = "game", "text", "options", "money"
HELP, WORD = "help", "word"
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
    "mod": "mod",
    "server": "setup",
    "control": "mod control",
    "community": "mod community",
    "overlay": "mod overlay",
    "help": "help",
    "rules": "rules",
}
"""Commands with another place or name than their group and word give them."""
ELSEWHERE: Final = "stream"
"""The command that is another platform's alone."""
UNLISTED: Final = frozenset({OPEN, ELSEWHERE})
"""Commands that have no place of their own: `/play` opens tables."""
TYPED_OTHERWISE: Final = frozenset({(PLAY,), (MOVE,)})
"""Slash commands whose names are words of lines, too: these only with the names of their values."""
IN_THE_NAME: Final = {"mod": {"log": ("count",), "flows": (), "dispute": (TABLE,)}}
"""Commands whose first word stands in their name: one slash command for each word, with its own options."""
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
    listed = [one for one in COMMANDS.values() if one.word not in UNLISTED]
    return (play(), move(), *(slash for one in listed for slash in of_command(one)))


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


def of_command(command: Command) -> tuple[Slash, ...]:
    """Return a command as it stands in the menu: several where its first word is chosen there by its name."""
    options = tuple(Option(one.name, one.told, one.kind, one.needed, one.choices()) for one in command.parameters)
    path = tuple(path_of(command).split())
    whole = Slash(path, command.word, command.help, options, command.of_a_table, command.who, command.in_company)
    return tuple(named_by(word, whole) for word in IN_THE_NAME.get(command.word, ())) or (whole,)


def named_by(word: str, slash: Slash) -> Slash:
    """Return a slash command with its first word in its name, and the options that go with that word."""
    of_it, own = IN_THE_NAME[slash.begins][word], (*slash.options, Option(TABLE, "slash-table", needed=True))
    return replace(
        slash,
        path=(*slash.path, word),
        begins=f"{slash.begins} {word}",
        told=f"slash-{slash.begins}-{word}",
        options=tuple(one for one in own if one.name in of_it),
    )


def path_of(command: Command) -> str:
    """Return how a command is called on Discord, behind the `/`; without the word that may stand in its name."""
    return CALLED.get(command.word, f"{GROUPS[command.group]} {command.word}")


# Lines as sentences tell people to type them


def as_slash(line: str) -> str:
    """Return how a line is typed on Discord, without signs: of `K7Q pause pizza` `mod pause reason:pizza table:K7Q`."""
    if line.partition(" ")[0] == ELSEWHERE:
        return line
    coded = CODED.fullmatch(JOINED.sub(r"\1 join", line))
    word, _, rest = (line if coded is None else coded[2]).partition(" ")
    slash, rest = chosen(ALIASES.get(word, word), rest)
    given = list(named(slash, rest))
    if coded is not None:
        given.append((TABLE, coded[1]))
    if slash.options and slash.options[0].needed and [name for name, _ in given] == [slash.options[0].name]:
        return " ".join((*slash.path, given[0][1]))
    return " ".join((*slash.path, *(f"{name}:{value}" for name, value in given)))


def chosen(word: str, rest: str) -> tuple[Slash, str]:
    """Return the slash command of what begins with this word, and what of the line is its values."""
    if word == OPEN or (word == PLAY and (rest == GAME.upper() or by_word(rest.partition(" ")[0]) is not None)):
        return play(), rest
    if (command := COMMANDS.get(word)) is not None:
        first, _, others = rest.partition(" ")
        slashes = of_command(command)
        named = next((one for one in slashes if one.begins == f"{word} {first}"), None)
        return (slashes[0], rest) if named is None else (named, others)
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


# A command of the menu as somebody types it out


@cache
def by_path() -> Mapping[tuple[str, ...], Slash]:
    """Return all slash commands by their names."""
    return {one.path: one for one in all_slashes()}


def as_line(typed: str) -> str:
    """Return the line that a command of the menu stands for, typed out (`/me purse`, `play game:NAME`); all else as
    it is.
    """
    words = typed.removeprefix("/").split()
    paths = (tuple(word.lower() for word in words[:count]) for count in (2, 1))
    slash = next((found for path in paths if (found := by_path().get(path)) is not None), None)
    if slash is None:
        return typed
    names = "|".join((*names_of(slash), TABLE))
    first, *named = re.split(rf"\b({names}):", " ".join(words[len(slash.path) :]))
    given = {name: value.strip() for name, value in zip(named[::2], named[1::2], strict=True)}
    if slash.path in TYPED_OTHERWISE and not given:
        return typed
    if slash.path == (HELP,) and first.strip():
        given, first = {WORD: first}, ""
    code, line = given.pop(TABLE, ""), line_of(slash, given)
    return " ".join(filter(None, (code, line, first.strip())))


# What was chosen, as a line


def line_of(slash: Slash, given: Mapping[str, Any]) -> str:
    """Return the line that would be typed: how it begins, then the values in their order."""
    if slash.path == (HELP,) and given.get(WORD):
        given = {**given, WORD: meant_by(str(given[WORD]))}
    return " ".join(filter(None, (begins(slash, given), *values(slash, given))))


def meant_by(named: str) -> str:
    """Return the word that is explained where somebody names a command of the menu: of `setup` and `me purse` that of
    the line.
    """
    path = tuple(named.lower().removeprefix("/").split())
    last = {one.path[-1]: one.begins for one in all_slashes() if one.path[-1] not in COMMANDS and one.begins}
    found = by_path().get(path)
    return (found.begins if found is not None else last.get(path[-1] if path else "", named)) or named


def below(line: str) -> tuple[str, list[str]]:
    """Return what is told of a group of the menu that somebody asks help about, and its commands; none for others."""
    word = line.removeprefix(f"{HELP} ")
    found = [" ".join(path) for path in by_path() if path[0] == word and len(path) > 1]
    return (ABOUT[word], found) if found and word not in COMMANDS and word in ABOUT else ("", [])


def begins(slash: Slash, given: Mapping[str, Any]) -> str:
    """Return how the line begins: with a stake a game's name is its own command, as in chat."""
    if slash.path == (PLAY,):
        return "" if given.get("stake") else "open"
    return slash.begins


def values(slash: Slash, given: Mapping[str, Any]) -> Iterator[str]:
    for option in slash.options:
        value = given.get(option.name)
        if value is not None:
            yield f"{MONEY}={value}" if option.name == MONEY else unconfirmed(str(value), option)


def unconfirmed(value: str, option: Option) -> str:
    """Return a value as it stands in the line: a reason that begins with "yes" is a reason, and confirms nothing."""
    return f"“{value}”" if option.name == "reason" and value.lower().startswith("yes") else value
