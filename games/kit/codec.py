"""A game's state, events and carry as JSON bytes and back; every type is checked on the way in."""

from functools import cache, lru_cache
from typing import Any, TypeVar, Union

import msgspec

from games.kit.contract import Event, Options
from games.kit.game import Game

T = TypeVar("T")


class Codec:
    """Encodes and decodes what one game keeps. Raises msgspec.ValidationError for what does not fit."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._encoder = msgspec.json.Encoder(enc_hook=_plain)
        self._state = msgspec.json.Decoder(game.state, dec_hook=_options)
        self._carry = msgspec.json.Decoder(game.carry, dec_hook=_options)
        self._events = msgspec.json.Decoder(Union[game.events])  # noqa: UP007 - a union made as the program runs

    def encode(self, value: Any) -> bytes:
        """Return a state, a carry or an event as JSON."""
        return self._encoder.encode(value)

    def state(self, content: bytes) -> Any:
        """Return the state that was encoded so. Raises msgspec.ValidationError."""
        return self._state.decode(content)

    def carry(self, content: bytes) -> Any:
        """Return the carry that was encoded so. Raises msgspec.ValidationError."""
        return self._carry.decode(content)

    def event(self, content: bytes) -> Event:
        """Return the event that was encoded so. Raises msgspec.ValidationError."""
        found: Event = self._events.decode(content)
        return found


@cache
def codec(game: Game[Any, Any, Any]) -> Codec:
    """Return the codec of a game, one for each."""
    return Codec(game)


def _plain(value: Any) -> Any:
    if isinstance(value, Options):
        return value.model_dump(mode="json")
    raise NotImplementedError(f"{type(value).__name__} is not stored")


def _options(kind: type[T], content: Any) -> T:
    if issubclass(kind, Options):
        return _validated(kind, msgspec.json.encode(content))  # type: ignore[return-value]
    raise NotImplementedError(f"{kind.__name__} is not stored")


@lru_cache(maxsize=1024)
def _validated(kind: type[Options], content: bytes) -> Options:
    """Check options once: the same few stand in every stored state."""
    return kind.model_validate_json(content)
