"""Encode answers for a page's script."""

from typing import Final

import msgspec
from aiohttp import web
from msgspec import Struct

from bot.adapters.web.plain_text import plain
from bot.ports.messages import Choosable, Reply


class FileShown(Struct, frozen=True):
    """A file in an answer. `content` is base64 in JSON."""

    name: str
    content: bytes


class AnswerShown(Struct, frozen=True, omit_defaults=True):
    """An answer. `confirm`: the line that confirms a question. `receipt`, `ways`: those of `Reply`, which pages keep
    apart.
    """

    ok: bool
    text: str
    secret: bool
    files: tuple[FileShown, ...]
    confirm: str = ""
    receipt: str = ""
    ways: tuple[Choosable, ...] = ()


WITHOUT_A_WORD: Final = AnswerShown(ok=True, text="", secret=False, files=())
"""Answer a line that was done, where the table tells the rest."""


def shown(answer: Reply) -> AnswerShown:
    """Return an answer as the page reads it."""
    files = tuple(FileShown(plain(file.name, 80), file.content) for file in answer.files)
    one = AnswerShown(answer.ok, answer.text, answer.is_private, files, answer.confirm, answer.receipt, answer.ways)
    return WITHOUT_A_WORD if one == WITHOUT_A_WORD else one


def answered(answer: Reply, *, status: int = 200) -> web.Response:
    """Return the response, in JSON, with an answer for our script."""
    return web.Response(body=msgspec.json.encode(shown(answer)), status=status, content_type="application/json")
