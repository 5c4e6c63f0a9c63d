"""Let each who sits choose for themselves before a game begins, as a colour."""

from typing import Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options

O = TypeVar("O", bound=Options)  # noqa: E741 - options, carry
C = TypeVar("C", bound=Struct)


class Choices(Generic[O, C]):
    """Answer for what each seat may choose, one thing for one seat alone. Plainly: nothing."""

    def choices(self, options: O, /) -> tuple[str, ...]:  # noqa: ARG002
        """Return what may be chosen, in words as they are typed. Plainly: nothing."""
        return ()

    def chosen(self, carry: C | None, choices: tuple[str, ...], /) -> C | None:  # noqa: ARG002
        """Return the carry of a game that begins with these choices, one a seat, empty for none. Plainly: the same."""
        return carry
