"""Read from the words files the lines that sentences tell people to type, for each kind of platform."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("bot", "games", "examples") for path in (ROOT / folder).rglob("*en.ftl")]
TOLD = {
    "verb": "pause",
    "line": "start",
    "code": "K7Q",
    "codes": "K7Q",
    "game": "headache",
    "games": "headache",
    "word": "7F3K",
    "alias": "begin",
    "command": "reset",
    "usage": "stake AMOUNT",
    "example": "reveal",
    "stack": "50",
    "amount": "50",
    "options": "pay=banker",
    "how": "rebuy",
    "other": "halflings 50 mode=duel",
}
"""Replacements for a sentence's values; any other value becomes its name in capitals, a placeholder."""
SO_CALLED = {("stands-for", "word"): "start", ("word-is-kept", "word"): "join"}
OF_RULES = {("rules-more", "line"): "rules headache", ("rules-all", "line"): "rules headache"}
"""Values that differ in these messages."""
QUOTED = re.compile(r'"\{ \$prefix \}([^"]+)"')
BARE = re.compile(r'(?<!")\{ \$prefix \}([a-z][a-z-]*)')
VALUE = re.compile(r"\{ \$(\w+) \}")


class ToldLine(NamedTuple):
    """`game`: the game of the words file; empty for the bot's. `line`: without the prefix."""

    game: str
    message: str
    line: str


def told(*voices: str, without: str) -> Iterator[ToldLine]:
    """Yield the lines in the first available attribute of each message; empty means the message itself.

    If the last voice is `*`, use all of them. `without`: the words file of another platform.
    """
    for path in (one for one in FILES if one.name != without):
        game = "" if path.is_relative_to(ROOT / "bot") else path.parent.name
        for one in FluentParser(with_spans=False).parse(path.read_text("utf-8")).body:
            if isinstance(one, ftl.Message):
                text = said(one, voices if game else [voice for voice in voices if voice != "page"])
                found = (*QUOTED.findall(text), *BARE.findall(text))
                yield from (ToldLine(game, one.id.name, spelled(line, one.id.name)) for line in found)


def said(message: ftl.Message, voices: list[str] | tuple[str, ...]) -> str:
    """Return the text of a message in the first available voice."""
    own = {one.id.name: one.value for one in message.attributes} | ({"": message.value} if message.value else {})
    pattern = next((own[voice] for voice in voices if voice in own), None)
    return "" if pattern is None else FluentSerializer().serialize_entry(ftl.Message(message.id, pattern))


def spelled(line: str, message: str) -> str:
    own = SO_CALLED | OF_RULES
    return VALUE.sub(lambda name: own.get((message, name[1]), TOLD.get(name[1], name[1].upper())), line)


def on_discord() -> list[ToldLine]:
    """Return what Discord tells people to type. In games it also uses a card's words for people who press."""
    return list(told("slash", "page", "", without="twitch.en.ftl"))


def in_chats() -> list[ToldLine]:
    """Return what chats and the lines of rooms tell people to type, long and short."""
    return [line for voice in ("", "short") for line in told(voice, without="discord.en.ftl")]
