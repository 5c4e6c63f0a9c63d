"""An answer as the page reads it."""

import base64
from typing import Any

from aiohttp import web

from bot.messages import Answer
from bot.web.plain import plain


def answered(answer: Answer, *, status: int = 200) -> web.Response:
    content: dict[str, Any] = {"ok": answer.ok, "text": answer.text, "secret": answer.secret}
    if answer.confirm:
        content["confirm"] = answer.confirm
    content["files"] = [
        {"name": plain(file.name, 80), "content": base64.b64encode(file.content).decode()} for file in answer.files
    ]
    return web.json_response(content, status=status)
