"""The file in which a place's rules travel: JSON, a rule a line, and sentences of its own as a list of lines."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.table.change import Refused
from bot.text.safe_text import safe_text
from bot.wings.setup.setup_words import check_head

NAME: Final = "potluck-setup.json"
VERSION: Final = 1
MOST_BYTES: Final = 160 * 1024
AT: Final = re.compile(r"\(byte ([0-9]+)\)")
KEYS: Final = ("potluck-setup", "rules", "sentences")


class Wanted(Struct, frozen=True):
    """What somebody wants to be set. `lines`: rules by their words. `sentences`: a Fluent file; None: as they are."""

    lines: Mapping[str, str] = {}
    sentences: str | None = None


def written(lines: Mapping[str, str], sentences: str) -> bytes:
    """Return the file with these rules and sentences."""
    content = {"potluck-setup": VERSION, "rules": dict(lines), "sentences": sentences.split("\n") if sentences else []}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def read(content: bytes) -> Wanted:
    """Read a file. Raises Refused, with the number of the line that is wrong."""
    if len(content) > MOST_BYTES:
        raise Refused("setup-too-big", most=MOST_BYTES // 1024)
    try:
        text, found = content.decode(), msgspec.json.decode(content)
    except UnicodeDecodeError as wrong:
        raise Refused("setup-no-json", number=content.count(b"\n", 0, wrong.start) + 1) from None
    except msgspec.MsgspecError as wrong:
        at = AT.search(str(wrong))
        raise Refused("setup-no-json", number=content.count(b"\n", 0, int(at[1]) if at else len(content)) + 1) from None
    except RecursionError:
        raise Refused("setup-no-json", number=1) from None
    if not isinstance(found, dict):
        raise Refused("setup-no-json", number=1)
    return Wanted(*checked(text, found))


def checked(text: str, found: dict[str, Any]) -> tuple[dict[str, str], str | None]:
    """Return the rules and the sentences of a file that is JSON. Raises Refused."""
    version, lines, sentences = found.get(KEYS[0]), found.get("rules", {}), found.get("sentences")
    if version != VERSION or version is True:
        raise Refused("setup-other-version", number=line_of(text, KEYS[0]), version=VERSION)
    for odd in found.keys() - set(KEYS):
        raise Refused("setup-odd-key", number=line_of(text, odd), word=safe_text(odd, 40))
    if not isinstance(lines, dict):
        raise Refused("setup-odd-value", number=line_of(text, "rules"), word="rules")
    for head, value in lines.items():
        try:
            check_head(head)
        except Refused as wrong:
            raise at_line(wrong, line_of(text, head)) from None
        if not isinstance(value, str):
            raise Refused("setup-odd-value", number=line_of(text, head), word=head)
    whole = sentences is None or (isinstance(sentences, list) and all(isinstance(one, str) for one in sentences))
    if not whole:
        raise Refused("setup-odd-value", number=line_of(text, "sentences"), word="sentences")
    return lines, None if sentences is None else "\n".join(sentences)


def line_of(text: str, key: str) -> int:
    """Return the number of the line on which a key stands; of a file without it: 1."""
    found = re.search(re.escape(json.dumps(key, ensure_ascii=False)) + r"\s*:", text)
    return 1 if found is None else text.count("\n", 0, found.start()) + 1


def at_line(wrong: Refused, number: int) -> Refused:
    """Return a refusal that also names the line of the file."""
    return Refused("setup-at-line", number=number, why=wrong.reason)
