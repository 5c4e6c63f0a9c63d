"""Logs as JSON or for people; secrets and tokens can't be printed (threats T9)."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from structlog.typing import Processor

SECRET_NAMES: Final = re.compile(r"token|secret|password|seed|salt|hand|cookie|key|authorization", re.IGNORECASE)
SECRET_SHAPES: Final = re.compile(
    r"[0-9a-fA-F]{32,}"  # seeds, salts, keys
    r"|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # Discord tokens
    r"|oauth:\w+|Bearer\s+\S+"
    r"|(?<=secret=)[^&\s]+|(?<=token=)[^&\s]+|(?<=code=)[^&\s]+"  # of an address that a library prints
    r"|(?<=://)[^/@\s]*:[^/@\s]+(?=@)"  # credentials in a URL
)
HIDDEN: Final = "***"


def without_secrets(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop by name, and by shape in whatever text is left."""
    for name, value in entry.items():
        if name != "event" and SECRET_NAMES.search(name):
            entry[name] = HIDDEN
        elif isinstance(value, str):
            entry[name] = SECRET_SHAPES.sub(HIDDEN, value)
        elif not isinstance(value, int | float | bool | type(None)):
            entry[name] = SECRET_SHAPES.sub(HIDDEN, repr(value))
    return entry


def set_up(form: str, level: str) -> None:
    """All logging of the program, the libraries' from WARNING on (their DEBUG prints hands and tokens)."""
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
    logging.basicConfig(level=logging.WARNING, handlers=[_Bridge()], force=True)


class _Bridge(logging.Handler):
    """The standard library's records, through the same processors."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            structlog.get_logger(record.name).log(record.levelno, record.getMessage())
        except Exception:  # noqa: BLE001 - logging never blocks or breaks play (threats F28)
            return
