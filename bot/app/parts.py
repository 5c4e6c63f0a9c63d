"""The parts of the bot: each is made once, from the parts that its constructor names by type."""

import inspect
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def needed(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return what the constructor of this type needs, by name and type."""
    wanted = inspect.signature(kind, eval_str=True).parameters.values()
    return tuple((one.name, one.annotation) for one in wanted if one.default is one.empty)


class Parts:
    """Makes parts on demand. `given`: existing parts, by type."""

    def __init__(self, given: dict[Any, object]) -> None:
        self._made = given
        self._making: list[type] = []

    def __call__(self, kind: type[T]) -> T:
        """Return the part of this type. Raises TypeError if two parts need each other, or a type can't be made."""
        if kind not in self._made:
            if kind in self._making:
                raise TypeError(f"parts in a circle: {[*self._making, kind]}")
            self._making.append(kind)
            needs = {name: self(wanted) for name, wanted in needed(kind)}  # type: ignore[arg-type]  # a type can be hashed
            self._making.remove(kind)
            self._made[kind] = kind(**needs)
        return self._made[kind]  # type: ignore[return-value]

    def beside(self, given: dict[Any, object]) -> "Parts":
        """Return these parts together with others, which these themselves do not see."""
        return Parts({**self._made, **given})
