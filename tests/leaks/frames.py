"""Provide a frame, which is what one output gave one reader, and the comparison of two evenings' frames.

The gate can test anything that makes frames: it knows only reader, name and content.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from pairs import outgoing

from bot.adapters.discord.outbound.components import View
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.pictures import SharedPart
from bot.adapters.discord.outbound.private_layout import hand_view, more_view, own_view
from bot.adapters.twitch.outbound.lines import news_in_parts, turn
from bot.ports.messages import Reply, Update
from bot.text import Words

WORDS: Final = Words()
SHOWN: Final = 160
"""How many letters around the first difference are printed."""


class Frame(NamedTuple):
    """`reader`: who received it. `output`: which output gave it, by its name in the list of outputs. `content`: all of
    it.
    """

    reader: str
    output: str
    content: str


def differences(first: Sequence[Frame], second: Sequence[Frame]) -> list[str]:
    """Return the differences by which readers could tell two evenings apart, each as a sentence."""
    groups = [grouped(first), grouped(second)]
    found = [
        told
        for key in dict.fromkeys([*groups[0], *groups[1]])
        for told in different(key, *(group.get(key, []) for group in groups))
    ]
    readers = [] if found else {one.reader for one in first}
    return found + [
        f"all that {reader} is given is the same, in another order"
        for reader in sorted(readers)
        if [one.output for one in first if one.reader == reader]
        != [one.output for one in second if one.reader == reader]
    ]


def grouped(frames: Sequence[Frame]) -> dict[tuple[str, str], list[str]]:
    """Return the contents by reader and output, in their order."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in frames:
        found.setdefault((one.reader, one.output), []).append(one.content)
    return found


def different(key: tuple[str, str], first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    """Yield the differences in what one output gave one reader."""
    name = f"{key[1]} for {key[0]}"
    if len(first) != len(second):
        yield f"{name}: {len(first)} times, and {len(second)}"
    for one, other in zip(first, second, strict=False):
        if one != other:
            at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
            around = slice(max(0, at - SHOWN // 2), at + SHOWN // 2)
            yield f"{name}: {one[around]!r}, and {other[around]!r}"
            return


def outputs_of(found: Sequence[str]) -> set[str]:
    """Return the outputs named in sentences of `differences`."""
    return {match[1] for one in found if (match := re.match(r"(.+?) for \S+: ", one))}


def of_reply(reader: str, output: str, answer: Reply) -> Frame:
    """Return an answer with the content of its files."""
    files = [f"{file.name}:{file.content.decode('utf-8', 'replace')}" for file in answer.files]
    said = msgspec.json.encode(msgspec.structs.replace(answer, files=()))
    return Frame(reader, output, "\n".join([said.decode(), *files]))


def of_update(update: Update) -> list[Frame]:
    """Return the frames of an update on every surface: itself, Discord's cards with their buttons, and a chat's
    lines.
    """
    reader, whole = update.audience, Frame(update.audience, "call Adapter.show", outgoing(update).decode())
    if reader.startswith("place:"):
        picture = SharedPart.undrawn(update)
        texts = ["" if picture is None else picture.alt, *(one.text for one in news_in_parts(update, WORDS))]
        views: tuple[View, ...] = (table_view(update, WORDS, picture=picture), more_view(update, WORDS))
        return [
            whole,
            *(of_view(reader, view) for view in views),
            Frame(reader, "chat", "\n".join([*texts, turn(update, WORDS)])),
        ]
    own = own_view(update, WORDS), hand_view(update, WORDS, None)
    return [whole, *(of_view(reader, view) for view in own)]


def of_view(reader: str, view: View) -> Frame:
    """Return a card of Discord with the ids of its buttons."""
    return Frame(reader, "card", str(view.to_components()))
