"""Logs as JSON or for reading; secrets, tokens and typed lines are never printed (threats T9, T31)."""

import logging
import re
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, Final

import structlog
from structlog.typing import Processor

SECRET_NAMES: Final = re.compile(r"token|secret|password|seed|salt|hand|cookie|key|authorization", re.IGNORECASE)
SECRET_SHAPES: Final = re.compile(
    r"[0-9a-fA-F]{32,}"  # seeds, salts, keys
    r"|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # Discord tokens
    r"|oauth:\w+|Bearer\s+\S+"
    r"|(?<=secret=)[^&\s]+|(?<=token=)[^&\s]+|(?<=code=)[^&\s]+"  # in an address that a library prints
    r"|(?<=://)[^/@\s]*:[^/@\s]+(?=@)"  # credentials in a URL
)
TYPED_NAMES: Final = re.compile(
    r"text|line|typed|said|content|message|payload|body|answer|move|bid|vote", re.IGNORECASE
)
"""Names of values that people typed, which may be secret moves."""
HIDDEN: Final = "***"
LEAST_HIDDEN: Final = 4
"""The least length of a line that is hidden: a shorter one is part of too many words."""
HEARD: Final[ContextVar[str]] = ContextVar("heard", default="")
"""The line that the bot handles now. It is hidden in all logs, also in those of tasks that begin meanwhile."""


def without_secrets(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide secrets in a log entry: by the names of values, and by their shape in all other text."""
    for name, value in entry.items():
        if name != "event" and (SECRET_NAMES.search(name) or TYPED_NAMES.fullmatch(name)):
            entry[name] = HIDDEN
        elif isinstance(value, str):
            entry[name] = hidden_in(value)
        elif not isinstance(value, int | float | bool | type(None)):
            entry[name] = hidden_in(repr(value))
    return entry


def hidden_in(text: str) -> str:
    """Return a text without anything that looks like a secret, and without the line that is being heard."""
    typed = HEARD.get().strip()
    if len(typed) >= LEAST_HIDDEN:
        text = text.replace(typed, HIDDEN)
    return SECRET_SHAPES.sub(HIDDEN, text)


def set_up(form: str, level: str) -> None:
    """Set up all logging of the program. Libraries log from WARNING on, at any set level, because their DEBUG prints
    hands, typed lines and tokens.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_Bridge(logging.WARNING)], force=True)


class _Bridge(logging.Handler):
    """Passes records of the standard library through the same processors: only their message, without the exception.

    Of asyncio only the first line: below it is the repr of an error, which may quote what somebody typed.
    """

    def emit(self, record: logging.LogRecord) -> None:
        try:
            said = record.getMessage()
            first = said.partition("\n")[0] if record.name == "asyncio" else said
            structlog.get_logger(record.name).log(record.levelno, first)
        except Exception:  # noqa: BLE001 - logging never blocks or breaks play (threats F28)
            return
