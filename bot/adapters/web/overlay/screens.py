"""All open overlays: each is brought what everybody in its place may know, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.adapters.web.overlay.keys import Where
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.adapters.web.overlay.on_air import TableOnAir, on_air
from bot.adapters.web.overlay.screen import Screen
from bot.ports.ids import AudienceKey, PlaceId
from bot.ports.messages import Update

MOST_SCREENS: Final = 500
MOST_OF_ONE_KEY: Final = 8
GOING_AWAY, WRONG_KEY, TOO_MANY = 1001, 4003, 4008
"""Why an overlay is closed: the bot stops, its key is no key any more, the key was opened too often."""


class Screens:
    """Brings each update to the overlays of its place."""

    def __init__(self) -> None:
        self._open: dict[str, list[Screen]] = {}

    def full(self) -> bool:
        """Tell whether no more overlays may be opened."""
        return sum(map(len, self._open.values())) >= MOST_SCREENS

    @contextmanager
    def open(self, screen: Screen) -> Iterator[None]:
        """Count a screen as open until the block ends. Of too many with one key the oldest goes."""
        here = self._open.setdefault(screen.where.place, [])
        here.append(screen)
        same = [one for one in here if one.owner == screen.owner and not one.closing]
        if len(same) > MOST_OF_ONE_KEY:
            same[0].close(TOO_MANY)
        try:
            yield
        finally:
            here.remove(screen)
            if not here:
                self._open.pop(screen.where.place, None)

    def looks_on(self, audience: AudienceKey) -> bool:
        """Tell whether an overlay of this audience is open."""
        kind, _, place = audience.partition(":")
        return kind == "place" and place in self._open

    def show(self, update: Update) -> tuple[TableOnAir, tuple[Screen, ...]] | None:
        """Show it to all that look at its place; return what they see, and who they are.

        None: nobody looks, or it was not meant for everybody.
        """
        if not self.looks_on(update.audience):
            return None
        screens = tuple(self._open[update.audience.partition(":")[2]])
        table = on_air(update)
        for screen in screens:
            screen.hold(table)
        return table, screens

    def at(self, place: PlaceId) -> tuple[Screen, ...]:
        """Return all that look at a place."""
        return tuple(self._open.get(place, ()))

    def set(self, where: Where, settings: OverlaySettings) -> None:
        """Change how the overlays of a place look."""
        for screen in self._open.get(where.place, ()):
            if screen.where == where:
                screen.set(settings)

    def hide(self, where: Where, *, hidden: bool) -> None:
        """Hide the overlays of a place, or show them again."""
        for screen in self._open.get(where.place, ()):
            if screen.where == where:
                screen.hide(hidden=hidden)

    def turn_out(self, owner: str) -> None:
        """Close all overlays of an owner whose key was taken back."""
        for screen in self._all():
            if screen.owner == owner:
                screen.close(WRONG_KEY)

    def close(self) -> None:
        """Close all overlays, as the bot stops."""
        for screen in self._all():
            screen.close(GOING_AWAY)

    def _all(self) -> Iterator[Screen]:
        for here in self._open.values():
            yield from here
