"""Adapt a game to a table for purses: the House pays only what no play can win from it in the long run, and nobody may
lose more than the stake they sat down with.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from games.kit.contract import Options
from games.kit.telling import Say

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Purses(Generic[O]):
    """Say what the House pays out of a venue's bank. By default it neither pays nor takes."""

    chips_alone: ClassVar[Mapping[str, Any]] = {}
    """Options that need a table for chips, each with the value that it has at every table for purses."""

    def for_purses(self, given: Mapping[str, str], buyin: int, /) -> dict[str, Any]:  # noqa: ARG002
        """Return the options of a table for purses that keep `best_play` from winning anything. By default: none.

        They are set automatically; only a generous venue may set them otherwise. `given`: the options that the host
        set, as typed. `buyin`: in suckers.
        """
        return {}

    def best_play(self, options: O, /) -> Fraction | None:  # noqa: ARG002
        """Return the most that all seats together can win from the House on average, for each sucker that they stake.

        It is exact, from the rules. None, the default: the House neither pays nor takes.
        """
        return None

    def besides_stake(self, options: O, /) -> Say | None:  # noqa: ARG002
        """Return what a player can lose in a game beyond the stake of their opening move, as half a sentence.

        None, the default: nothing.
        """
        return None
