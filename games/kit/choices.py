"""Let each player choose something of their own before a game begins, such as a colour."""

from typing import Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options

O = TypeVar("O", bound=Options)  # noqa: E741 - options, carry
C = TypeVar("C", bound=Struct)


class Choices(Generic[O, C]):
    """Say what each seat may choose; no two seats may choose the same. By default: nothing."""

    def choices(self, options: O, /) -> tuple[str, ...]:  # noqa: ARG002
        """Return the words that players may type to choose. By default: nothing."""
        return ()

    def chosen(self, carry: C | None, choices: tuple[str, ...], /) -> C | None:  # noqa: ARG002
        """Return the carry for a game with these choices, one a seat, empty for none. By default: `carry` itself."""
        return carry
