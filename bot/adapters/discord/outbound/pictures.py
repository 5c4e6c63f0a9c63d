"""Boards as Discord takes them, one PNG each: everybody's, and one viewer's own.

They are two types: a picture of somebody's own hand, put into a message for everybody, does not type-check.
"""

import io
from typing import Any, ClassVar, Final, Self

import discord
from discord import ui
from msgspec import Struct

from bot.adapters.discord.outbound.markup import read_out
from bot.adapters.discord.outbound.painter import Painter
from bot.ports.audience import is_for_one
from bot.ports.messages import ShownBoard, Update
from bot.render.strip import own_strip

WIDTH: Final = 800
"""Twice as wide as a phone shows it."""
MOST_BYTES: Final = 30_000
"""Which a phone loads at once."""
LONGEST_ALT: Final = 1_024


class Picture(Struct, frozen=True):
    """A picture beside its view. `alt`: what it shows, in words."""

    name: ClassVar[str]
    png: bytes
    alt: str

    def gallery(self) -> ui.MediaGallery[Any]:
        """Return the picture's place in a view."""
        gallery = ui.MediaGallery[Any]()
        gallery.add_item(media=f"attachment://{self.name}", description=read_out(self.alt)[:LONGEST_ALT] or None)
        return gallery

    def file(self) -> discord.File:
        """Return the picture as it is sent beside its view."""
        return discord.File(io.BytesIO(self.png), self.name)


class SharedPart(Picture, frozen=True):
    """A picture that everybody may see."""

    name: ClassVar[str] = "table.png"

    @classmethod
    async def of(cls, update: Update, painter: Painter) -> Self | None:
        """Return the board of an update for everybody; None: it has none, or was made for one viewer."""
        planned, board = cls.undrawn(update), update.card.board
        content = None if planned is None or board is None else await painter.png(board, WIDTH, MOST_BYTES)
        return None if planned is None or content is None else cls(content, planned.alt)

    @classmethod
    def undrawn(cls, update: Update) -> Self | None:
        """Return the picture as it will be, not drawn yet: enough for what stands around it."""
        card = update.card
        if card.board is None or is_for_one(update.audience):
            return None
        return cls(b"", "\n".join((card.board.name, *card.by_board)))


class PrivatePart(Picture, frozen=True):
    """A picture of what one player holds, for that player alone."""

    name: ClassVar[str] = "hand.png"

    @classmethod
    async def of(cls, update: Update, painter: Painter) -> Self | None:
        """Return the hand of the one player that an update is for; None: they hold nothing that can be drawn."""
        strip = hand_of(update)
        content = None if strip is None else await painter.png(strip, WIDTH, MOST_BYTES)
        return None if strip is None or content is None else cls(content, strip.name)


def files_of(picture: Picture | None) -> list[discord.File]:
    """Return a picture as files to be sent, anew each time: one can be sent but once."""
    return [] if picture is None else [picture.file()]


def hand_of(update: Update) -> ShownBoard | None:
    """Return what the one player that an update is for holds, as a board of its own; None: nothing is secret there."""
    panel = update.card
    seat = next((one.seat for one in panel.seats if one.you), None)
    if not is_for_one(update.audience) or seat is None or panel.board is None or not panel.hands:
        return None
    return own_strip(panel.board, seat) if panel.phase == "playing" else None
