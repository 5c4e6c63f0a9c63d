"""A game that one line starts, as `halflings 50` does."""

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from games.kit.contract import Options, Seconds
from games.kit.moves import Move

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Opening(Generic[O]):
    """Answer for a game's opening move. Plainly: it has none."""

    opening: type[Move] | None = None
    """The move that the game's name stands for: it may be given when sitting down."""

    for_all: ClassVar[Mapping[str, str]] = {}
    """The options of a table that the game's name opens where one stands at a time: with them everybody is in."""

    def cooldown(self, options: O, /) -> Seconds:  # noqa: ARG002
        """Return how long a person waits between two opening moves. Plainly: 0."""
        return 0

    def gathers(self, options: O, /) -> Seconds | None:  # noqa: ARG002
        """Return how long the lobby stays open after the first opening move; None: until full, or told to start."""
        return None

    def host_begins(self, options: O, /) -> bool:  # noqa: ARG002
        """Return whether each round of a crowd waits for its host's word. Plainly: a first stake begins it."""
        return False
