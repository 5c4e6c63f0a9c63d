"""Support a game that one line starts, as `halflings 50` does."""

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from games.kit.contract import Options, Seconds
from games.kit.moves import Move

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Opening(Generic[O]):
    """Say what a game's opening move is. By default it has none."""

    opening: type[Move] | None = None
    """The move that the game's name stands for; it may be given when sitting down."""

    for_all: ClassVar[Mapping[str, str]] = {}
    """The options of a table that the game's name opens in a place with one table at a time: everybody plays."""

    def cooldown(self, options: O, /) -> Seconds:  # noqa: ARG002
        """Return how long a person must wait between two opening moves. By default: 0."""
        return 0

    def gathers(self, options: O, /) -> Seconds | None:  # noqa: ARG002
        """Return how long the lobby stays open after the first opening move; None: until full, or told to start."""
        return None

    def host_begins(self, options: O, /) -> bool:  # noqa: ARG002
        """Return whether each round of a crowd waits for the host to begin it. By default the first stake begins it."""
        return False
