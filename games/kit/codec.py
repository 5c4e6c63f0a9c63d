"""Write a game's state, events and carry as JSON bytes and read them back; every type is checked on reading."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, TypeVar, Union

import msgspec

from games.kit.contract import Event, Options
from games.kit.game import Game

T = TypeVar("T")
MOST_WRITTEN: Final = 1024
_WRITTEN: Final[dict[int, tuple[Options, msgspec.Raw]]] = {}
"""Options in their written form, by the identity of the object, which stays unique because the object is kept here.

Threads share this, so each access is one step of a dict.
"""


class Codec:
    """Encode and decode what one game keeps. Raises msgspec.ValidationError for content that does not fit."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.encode: Callable[[Any], bytes] = msgspec.json.Encoder(enc_hook=_plain).encode
        """Return a state, a carry or an event as JSON."""
        self.state: Callable[[bytes], Any] = msgspec.json.Decoder(game.state, dec_hook=_options).decode
        """Return the decoded state. Raises msgspec.ValidationError."""
        self.carry: Callable[[bytes], Any] = msgspec.json.Decoder(game.carry, dec_hook=_options).decode
        """Return the decoded carry. Raises msgspec.ValidationError."""
        events: Any = Union[game.events]  # noqa: UP007 - made as the program runs
        self.event: Callable[[bytes], Event] = msgspec.json.Decoder(events).decode
        """Return the decoded event. Raises msgspec.ValidationError."""


@cache
def codec(game: Game[Any, Any, Any]) -> Codec:
    """Return the codec of a game; there is one for each game."""
    return Codec(game)


def _plain(value: Any) -> Any:
    known = _WRITTEN.get(id(value))
    if known is not None:
        return known[1]
    if not isinstance(value, Options):
        raise NotImplementedError(f"{type(value).__name__} is not stored")
    if len(_WRITTEN) >= MOST_WRITTEN:
        _WRITTEN.clear()
    written = msgspec.Raw(msgspec.json.encode(value.model_dump(mode="json")))
    _WRITTEN[id(value)] = value, written
    return written


def _options(kind: type[T], content: Any) -> T:
    if issubclass(kind, Options):
        return _validated(kind, msgspec.json.encode(content))  # type: ignore[return-value]
    raise NotImplementedError(f"{kind.__name__} is not stored")


@lru_cache(maxsize=1024)
def _validated(kind: type[Options], content: bytes) -> Options:
    """Validate options only once: the same few occur in every stored state."""
    return kind.model_validate_json(content)
