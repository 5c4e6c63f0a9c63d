"""An answer as the page reads it."""

import msgspec
from aiohttp import web
from msgspec import Struct

from bot.adapters.web.inbound.plain import plain
from bot.ports.messages import Answer


class FileShown(Struct, frozen=True):
    """`content` is base64 in JSON."""

    name: str
    content: bytes


class AnswerShown(Struct, frozen=True, omit_defaults=True):
    ok: bool
    text: str
    secret: bool
    files: tuple[FileShown, ...]
    confirm: str = ""


def shown(answer: Answer) -> AnswerShown:
    files = tuple(FileShown(plain(file.name, 80), file.content) for file in answer.files)
    return AnswerShown(answer.ok, answer.text, answer.secret, files, answer.confirm)


def answered(answer: Answer, *, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(shown(answer)), status=status, content_type="application/json")
