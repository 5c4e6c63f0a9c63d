"""A game at a table for purses, where the House pays only what no play can win from it in the long run, and nobody
sits down with a stake who may lose more than it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from games.kit.contract import Options
from games.kit.telling import Say

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Purses(Generic[O]):
    """Answer for what the House pays out of a venue's bank. Plainly: it neither pays nor takes."""

    chips_alone: ClassVar[Mapping[str, Any]] = {}
    """Options for which a table must play for chips, each with the value that holds at every table for purses."""

    def for_purses(self, given: Mapping[str, str], buyin: int, /) -> dict[str, Any]:  # noqa: ARG002
        """Return the options that hold at a table for purses, so that `best_play` is worth nothing. Plainly: none.

        They are set by themselves, and otherwise only where the venue is generous. `given`: the options that the host
        set, as typed. `buyin`: in suckers.
        """
        return {}

    def best_play(self, options: O, /) -> Fraction | None:  # noqa: ARG002
        """Return the most that all seats in league win of the House on average, for each sucker that they stake.

        Exact, from the rules. None: the House neither pays nor takes. Plainly: None.
        """
        return None

    def besides_stake(self, options: O, /) -> Say | None:  # noqa: ARG002
        """Return what one can lose in a game besides what their opening move stakes, as half a sentence; None: nothing.

        Plainly: nothing.
        """
        return None
