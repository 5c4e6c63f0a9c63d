"""Track all open overlays: each gets what everybody in its place may know, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.adapters.web.overlay.keys import WRONG_KEY, Kept, Where
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.adapters.web.overlay.on_air import TableOnAir, on_air
from bot.adapters.web.overlay.screen import Screen
from bot.ports.ids import AudienceKey, PlaceId
from bot.ports.messages import Update

MOST_SCREENS: Final = 500
MOST_OF_ONE_KEY: Final = 8
GOING_AWAY, TOO_MANY = 1001, 4008
"""Why an overlay is closed: the bot stops, or its key was opened too often."""


class Screens:
    """Brings each update to the overlays of its place."""

    def __init__(self) -> None:
        self.by_place: dict[str, list[Screen]] = {}
        """All that are open."""

    def full(self) -> bool:
        """Return whether no more overlays may be opened."""
        return sum(map(len, self.by_place.values())) >= MOST_SCREENS

    @contextmanager
    def open(self, screen: Screen) -> Iterator[None]:
        """Count a screen as open until the block ends. If one key has too many, the oldest is closed."""
        here = self.by_place.setdefault(screen.where.place, [])
        here.append(screen)
        same = [one for one in here if one.owner == screen.owner and not one.closing]
        if len(same) > MOST_OF_ONE_KEY:
            same[0].close(TOO_MANY)
        try:
            yield
        finally:
            here.remove(screen)
            if not here:
                self.by_place.pop(screen.where.place, None)

    def looks_on(self, audience: AudienceKey) -> bool:
        """Return whether an overlay of this audience is open."""
        kind, _, place = audience.partition(":")
        return kind == "place" and place in self.by_place

    def show(self, update: Update) -> tuple[TableOnAir, tuple[Screen, ...]] | None:
        """Show an update on all screens of its place; return what they see, and the screens.

        None: there are no screens, or the update is not for everybody.
        """
        if not self.looks_on(update.audience):
            return None
        screens = tuple(self.by_place[update.audience.partition(":")[2]])
        table = on_air(update)
        for screen in screens:
            screen.hold(table)
        return table, screens

    def at(self, place: PlaceId) -> tuple[Screen, ...]:
        """Return all screens of a place."""
        return tuple(self.by_place.get(place, ()))

    def set(self, where: Where, settings: OverlaySettings) -> None:
        """Change the settings of a place's overlays."""
        for screen in self.by_place.get(where.place, ()):
            if screen.where == where:
                screen.set(settings)

    def hide(self, where: Where, *, hidden: bool) -> None:
        """Hide the overlays of a place, or show them again."""
        for screen in self.by_place.get(where.place, ()):
            if screen.where == where:
                screen.hide(hidden=hidden)

    def mute(self, where: Where, *, muted: bool) -> None:
        """Take the lines off the overlays of a place, or show them again."""
        for screen in self.by_place.get(where.place, ()):
            if screen.where == where:
                screen.mute(muted=muted)

    def keep_to(self, where: Where, kept: Kept) -> None:
        """Bring the overlays of a place in line with what is stored of it."""
        for screen in self.at(where.place):
            if screen.where == where:
                screen.keep_to(kept)

    def turn_out(self, owner: str) -> None:
        """Close all overlays of an owner whose key was replaced."""
        for screen in self._all():
            if screen.owner == owner:
                screen.close(WRONG_KEY)

    def close(self) -> None:
        """Close all overlays because the bot stops."""
        for screen in self._all():
            screen.close(GOING_AWAY)

    def _all(self) -> Iterator[Screen]:
        for here in self.by_place.values():
            yield from here
