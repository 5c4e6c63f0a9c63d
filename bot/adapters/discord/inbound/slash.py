"""Make the slash commands out of the command table: a few for all games, and no game is named here.

What was chosen becomes the line that people would type, and the bot reads it, so there is only one parser.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Who
from bot.commands.table import ALIASES, COMMANDS
from bot.commands.wing import StaffOrder, orders
from bot.ports.messages import SentFile
from games.catalogue import by_word, catalogue

LONGEST: Final = 100
TABLE: Final = "table"
MOD: Final = "mod"
"""The staff's word, which the words of wings may follow."""
PLAY, MOVE, OPEN = "play", "move", "open"
GAME, TEXT, OPTIONS, MONEY = "game", "text", "options", "money"
HELP, WORD = "help", "word"
OF_A_NEW_TABLE: Final = frozenset({OPTIONS, MONEY})
"""Values that are options of a new table, such as `pay=banker`."""
CODED: Final = re.compile(r"([A-Z0-9]{3}) (\w.*)")
"""A line that begins with a table's code."""
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
"""The slash command under which the commands of a group appear."""
CALLED: Final = {
    "table": "table show",
    "tables": "table list",
    "hand": "me hand",
    "show": "me reveal",
    "wallet": "me purse",
    "practice": "me practice",
    "mod": "mod",
    "night": "night",
    **{word: word for word in ("time", "queue", "wait", "wanted", "notify", "guess", "face")},
    "host": "host pass",
    **{word: f"host {word}" for word in ("private", "public", "invite", "password", "spectators", "preset")},
    "server": "setup",
    "control": "mod control",
    "community": "mod community",
    "overlay": "mod overlay",
    "help": "help",
    "rules": "rules",
}
"""Commands whose path differs from their group and word."""
ELSEWHERE: Final = "stream"
"""The command that belongs to another platform."""
UNLISTED: Final = frozenset({OPEN, ELSEWHERE})
"""Commands without a slash command of their own; `/play` opens tables."""
TYPED_OTHERWISE: Final = frozenset({(PLAY,), (MOVE,)})
"""Slash commands whose names also begin typed lines; they count as slash commands only if options are named."""
IN_THE_NAME: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "mod": {"log": ("count",), "flows": (), "dispute": (TABLE,)},
    "night": {
        "list": (),
        "plan": ("when", "what"),
        "join": ("night", "friend"),
        **dict.fromkeys(("maybe", "leave", "place"), ("night",)),
        "here": (),
        "move": ("night", "when"),
        "off": ("night", "reason"),
        "zone": ("zone",),
    },
    "notify": {"game": ("game", "state"), "list": (), "quiet": ("hours",), "role": ("game", "role")},
}
"""Commands split into one slash command for each of these first words, with the options of each."""


class PersonKind:
    """Mark an option for which somebody of the server is picked."""


WHO_IS_PICKED: Final = "who"
NOT_TYPED: Final = frozenset({PersonKind, SentFile})
"""Kinds of values that no word of a line can be."""
OR_NAMED: Final = "slash-or-name"
"""The description of a value that names somebody. People of the server are picked; others are named."""
AT_A_TABLE: Final = frozenset({"remove", "admit", "host", "time"})
"""Commands about those at a table, who are known there by their names."""
ABOUT: Final = {
    "table": "slash-about-table",
    "me": "slash-about-me",
    "mod": "slash-about-mod",
    "night": "slash-about-night",
    "notify": "slash-about-notify",
    "host": "slash-about-host",
}
"""The description of each group of slash commands."""


class Option(Struct, frozen=True):
    """Describe one option of a slash command. `kind`: text, number, a file or somebody. `told`: the id of its
    description.

    `must_be_said`: somebody has to be picked by this option, or named by the next.
    """

    name: str
    told: str
    kind: type = str
    needed: bool = False
    choices: tuple[str, ...] = ()
    must_be_said: bool = False


class Slash(Struct, frozen=True):
    """A slash command, before discord.py makes one of it. `path`: its name, after that of its group if it has one.

    `begins`: how its line begins. `who`: to whom Discord shows it at first. `in_company`: it works on servers only.
    """

    path: tuple[str, ...]
    begins: str
    told: str
    options: tuple[Option, ...] = ()
    asks_table: bool = True
    who: Who = Who.EVERYBODY
    in_company: bool = False


def all_slashes() -> tuple[Slash, ...]:
    """Return `/play`, `/move`, and the commands of the command table."""
    listed = [one for one in COMMANDS.values() if one.word not in UNLISTED]
    return (play(), move(), *(slash for one in listed for slash in of_command(one)))


def play() -> Slash:
    """Return `/play`: it opens a table, or seats the sender at one that waits; a first stake may be given with it."""
    options = (
        Option(GAME, "slash-game", needed=True, choices=tuple(catalogue())),
        Option("stake", "slash-stake"),
        Option(MONEY, "slash-money", choices=("chips", "purse")),
        Option(OPTIONS, "slash-options"),
    )
    return Slash((PLAY,), "", "slash-about-play", options, asks_table=False)


def move() -> Slash:
    """Return `/move`: a move as people type it, completed from the legal moves."""
    return Slash((MOVE,), "", "slash-about-move", (Option(TEXT, "slash-move", needed=True),))


def of_command(command: Command) -> tuple[Slash, ...]:
    """Return the slash commands of a command: one, or several if its first word is part of their names."""
    options = options_of(command.parameters)
    path = tuple(path_of(command).split())
    whole = Slash(path, command.word, command.help, options, command.of_a_table, command.who, command.in_company)
    split = [named_by(word, whole) for word in IN_THE_NAME.get(command.word, ())]
    more = orders() if command.word == MOD else ()
    return tuple([*split, *(ordered(one, whole) for one in more)] if split else [whole])


def options_of(parameters: Iterable[Parameter]) -> tuple[Option, ...]:
    """Return the options for the values of a command: two for somebody, who is picked or, if they can't be, named."""
    found: list[Option] = []
    for one in parameters:
        if one.told == OR_NAMED:
            found += (
                Option(WHO_IS_PICKED, "slash-who", PersonKind, must_be_said=one.needed),
                Option(one.name, OR_NAMED),
            )
        else:
            found.append(Option(one.name, one.told, one.kind, one.needed, one.choices()))
    return tuple(found)


def ordered(order: StaffOrder, slash: Slash) -> Slash:
    """Return the slash command of a word that a wing lets follow another."""
    options = options_of(order.parameters)
    begins, told = f"{slash.begins} {order.word}", f"slash-{slash.begins}-{order.word}"
    return replace(slash, path=(*slash.path, order.word), begins=begins, told=told, options=options)


def named_by(word: str, slash: Slash) -> Slash:
    """Return a slash command whose name ends with its line's first word, with the options for that word."""
    of_it, own = IN_THE_NAME[slash.begins][word], (*slash.options, Option(TABLE, "slash-table", needed=True))
    return replace(
        slash,
        path=(*slash.path, word),
        begins=f"{slash.begins} {word}",
        told=f"slash-{slash.begins}-{word}",
        options=tuple(one for one in own if one.name in of_it),
    )


def path_of(command: Command) -> str:
    """Return the path of a command on Discord, after the `/`; without a first word that may end its name."""
    return CALLED.get(command.word, f"{GROUPS[command.group]} {command.word}")


# Lines, as sentences tell people to type them on Discord


def as_slash(line: str) -> str:
    """Return how people type a line on Discord, without the `/`: `K7Q pause pizza` is `mod pause reason:pizza
    table:K7Q`.
    """
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
    """Return the slash command for a line that begins with `word`, and the part of the line that holds its values."""
    if word == OPEN or (word == PLAY and (rest == GAME.upper() or by_word(rest.partition(" ")[0]) is not None)):
        return play(), rest
    if (command := COMMANDS.get(word)) is not None:
        first, _, others = rest.partition(" ")
        slashes = of_command(command)
        named = next((one for one in slashes if one.begins == f"{word} {first}"), None)
        return (slashes[0], rest) if named is None else (named, others)
    return (play() if by_word(word) is not None else move()), f"{word} {rest}".rstrip()


def named(slash: Slash, rest: str) -> Iterator[tuple[str, str]]:
    """Yield the values of a line with their option's names: a word for each option, and the rest of the line for the
    last.
    """
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
    """Return whether an option may have this value; a placeholder in capitals fits every option that is typed."""
    return option.kind not in NOT_TYPED and (not option.choices or word in option.choices or word.isupper())


def names_of(slash: Slash) -> tuple[str, ...]:
    return tuple(one.name for one in slash.options)


def last_of(slash: Slash) -> Option:
    """Return the last option that takes words, not settings."""
    words = [one for one in slash.options if one.kind is not SentFile]
    return [one for one in words if one.name not in OF_A_NEW_TABLE or len(words) == 1][-1]


# Slash commands that people type out in full


@cache
def by_path() -> Mapping[tuple[str, ...], Slash]:
    """Return all slash commands by their paths."""
    return {one.path: one for one in all_slashes()}


def as_line(typed: str) -> str:
    """Return the line for a slash command that was typed as text (`/me purse`, `play game:NAME`); other text as
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


# Chosen values as a line


def line_of(slash: Slash, given: Mapping[str, Any]) -> str:
    """Return the line that people would type: its beginning, then the values in order."""
    if slash.path == (HELP,) and given.get(WORD):
        given = {**given, WORD: meant_by(str(given[WORD]))}
    return " ".join(filter(None, (begins(slash, given), *values(slash, given))))


def meant_by(named: str) -> str:
    """Return the word to explain when somebody names a slash command: for `setup` or `me purse` the word of its
    line.
    """
    path = tuple(named.lower().removeprefix("/").split())
    last = {one.path[-1]: one.begins for one in all_slashes() if one.path[-1] not in COMMANDS and one.begins}
    found = by_path().get(path)
    return (found.begins if found is not None else last.get(path[-1] if path else "", named)) or named


def below(line: str) -> tuple[str, list[str]]:
    """If help is asked about a group of slash commands, return the id of its description and its commands; else
    neither.
    """
    word = line.removeprefix(f"{HELP} ")
    found = [" ".join(path) for path in by_path() if path[0] == word and len(path) > 1]
    return (ABOUT[word], found) if found and word not in COMMANDS and word in ABOUT else ("", [])


def begins(slash: Slash, given: Mapping[str, Any]) -> str:
    """Return how the line begins: a game's name is the command itself if a stake is given, as in chat."""
    if slash.path == (PLAY,):
        return "" if given.get("stake") else "open"
    return slash.begins


def values(slash: Slash, given: Mapping[str, Any]) -> Iterator[str]:
    for option in slash.options:
        value = given.get(option.name)
        if value is not None:
            yield f"{MONEY}={value}" if option.name == MONEY else unconfirmed(str(value), option)


def with_somebody(slash: Slash, given: Mapping[str, Any], called: str) -> dict[str, Any]:
    """Return the values with the word for who was picked, at the place of a name."""
    named = next(one.name for one in slash.options if one.told == OR_NAMED)
    return {name: value for name, value in given.items() if name != WHO_IS_PICKED} | {named: called}


def lacks_somebody(slash: Slash, given: Mapping[str, Any]) -> bool:
    """Return whether a command about somebody was given nobody, neither picked nor named."""
    named = next((one.name for one in slash.options if one.told == OR_NAMED), "")
    return any(one.must_be_said for one in slash.options) and not given.get(named)


def unconfirmed(value: str, option: Option) -> str:
    """Return a value as the line has it. A reason that begins with "yes" is quoted, so that it confirms nothing."""
    return f"“{value}”" if option.name == "reason" and value.lower().startswith("yes") else value
