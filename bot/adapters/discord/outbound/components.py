"""Say what a message shows, as Discord reads it: its components (version 2), which become JSON at once.

The library's own items are for bots that answer each press by the item that was made for it, and it copies, numbers and
remembers them for that. Our presses are read from their `custom_id`, so nothing of a message is remembered.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final

import msgspec
from discord import ui
from msgspec import Struct

A_ROW: Final = 5
"""The most buttons in a row."""


class Style(IntEnum):
    """The colour of a button; that of one that opens an address."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4
    LINK = 5


class Emoji(Struct, frozen=True):
    """An emoji of the application."""

    id: str
    name: str


class Button(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=2):
    """A button that is pressed (`custom_id`), or opens an address (`url`)."""

    style: Style
    label: str
    custom_id: str = ""
    url: str = ""
    emoji: Emoji | None = None


class Option(Struct, frozen=True, omit_defaults=True):
    """A value of a list. `default`: it is chosen already."""

    label: str
    value: str
    description: str = ""
    emoji: Emoji | None = None
    default: bool = False


class Select(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=3):
    """A list of values of our own."""

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    max_values: int = 1


class Chosen(Struct, frozen=True):
    """A role or a channel that is chosen already. `type`: `role` or `channel`."""

    id: str
    type: str


class RoleSelect(Struct, frozen=True, tag_field="type", tag=6):
    """A list of the server's roles."""

    custom_id: str
    placeholder: str
    max_values: int
    default_values: tuple[Chosen, ...] = ()
    min_values: int = 0


class ChannelSelect(Struct, frozen=True, tag_field="type", tag=8):
    """A list of the server's channels, of these types; one can be chosen, or none."""

    custom_id: str
    placeholder: str
    channel_types: tuple[int, ...]
    default_values: tuple[Chosen, ...] = ()
    min_values: int = 0


Item = Button | Select | RoleSelect | ChannelSelect


class Row(Struct, frozen=True, tag_field="type", tag=1):
    """Up to five buttons side by side, or one list."""

    components: tuple[Item, ...]


class Text(Struct, frozen=True, tag_field="type", tag=10):
    """Text in Discord's markup."""

    content: str


class Separator(Struct, frozen=True, tag_field="type", tag=14):
    """A line between two parts."""


class Media(Struct, frozen=True):
    """Where a picture is."""

    url: str


class Shown(Struct, frozen=True, omit_defaults=True):
    """A picture of a gallery. `description`: for those who can't see it."""

    media: Media
    description: str = ""


class Gallery(Struct, frozen=True, tag_field="type", tag=12):
    """Pictures."""

    items: tuple[Shown, ...]


class Container(Struct, frozen=True, tag_field="type", tag=17):
    """Parts in one frame, with a coloured edge."""

    components: tuple[Text | Separator | Gallery | Row, ...]
    accent_color: int


Part = Row | Text | Separator | Gallery | Container


def as_json(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Return parts as lists and dictionaries, for what the library sends."""
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(parts))
    return found


class View:
    """Hold what one message shows."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts

    def to_components(self) -> list[dict[str, Any]]:
        """Return it as lists and dictionaries."""
        return as_json(self.parts)

    def posted(self) -> ui.LayoutView:
        """Return it as the library posts it."""
        return Posted(self.parts)


class Posted(ui.LayoutView):
    """Show parts as the library sends them. It keeps nothing of them."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__(timeout=None)
        self.parts = parts

    def to_components(self) -> list[dict[str, Any]]:
        return as_json(self.parts)

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        return True


class Below(ui.View):
    """The buttons below a message that is plain text."""

    def __init__(self, found: Sequence[Row]) -> None:
        super().__init__(timeout=None)
        self.rows = found

    def to_components(self) -> list[dict[str, Any]]:
        return as_json(self.rows)

    def is_finished(self) -> bool:
        return True


def rows(items: Sequence[Item]) -> list[Row]:
    """Return buttons in rows of five, and each list in its own row."""
    found: list[Row] = []
    waiting: list[Item] = []
    for item in items:
        if not isinstance(item, Button):
            found.append(Row((item,)))
            continue
        waiting.append(item)
        if len(waiting) == A_ROW:
            found.append(Row(tuple(waiting)))
            waiting = []
    return [*found, Row(tuple(waiting))] if waiting else found
