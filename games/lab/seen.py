"""Look at a state once for all checks: what a viewer sees of it, what a seat may do, what is asked."""

from typing import Any

from games.catalogue import AnyGame
from games.kit.contract import Ask, Result, Scene, View
from games.kit.kept import known_once
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.lab.outside import near_misses


class Seen:
    """Hold a state as it is seen. It never changes, so each thing is looked up once, however many checks ask."""

    def __init__(self, game: AnyGame, state: Any, seats: tuple[Seat, ...]) -> None:
        self.game, self.state, self.seats = game, state, seats
        self._views: dict[Viewer, View] = {}
        self._scenes: dict[Viewer, Scene] = {}
        self._legal: dict[Seat, tuple[LegalMove, ...]] = {}
        self._near: dict[Seat, tuple[Move, ...]] = {}

    @known_once
    def ask(self) -> Ask | None:
        return self.game.asks(self.state)

    @known_once
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def view(self, viewer: Viewer) -> View:
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def scene(self, viewer: Viewer) -> Scene:
        """Return this viewer's scene as a table shows it, made from a new view, so that anything a game kept from the
        last one shows.
        """
        if viewer not in self._scenes:
            game, state = self.game, self.state
            if isinstance(viewer, int):
                public = self.scene(SPECTATOR)
                self._scenes[viewer] = game.scene_beside(game.view(state, viewer), viewer, public)
            else:
                self._scenes[viewer] = game.scene(game.view(state, viewer))
        return self._scenes[viewer]

    def legal(self, seat: Seat) -> tuple[LegalMove, ...]:
        if seat not in self._legal:
            self._legal[seat] = self.game.legal_moves(self.state, seat)
        return self._legal[seat]

    def near(self, seat: Seat) -> tuple[Move, ...]:
        """Return moves just outside what this seat may do."""
        if seat not in self._near:
            self._near[seat] = near_misses(self.game, self.legal(seat))
        return self._near[seat]

    def of(self, state: Any) -> "Seen":
        """Return a view on another state of the same table."""
        return Seen(self.game, state, self.seats)
