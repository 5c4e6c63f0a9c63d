"""Test that a state is read once, however many checks ask."""

from collections import Counter
from typing import Any

from coins import Coins, State
from coins_moments import ANN, SEATS, begun, moment

from games.kit.moves import LegalMove
from games.kit.seats import SPECTATOR, Seat
from games.lab.invariants import EVERY_MOVE, broken
from games.lab.outside import near_misses
from games.lab.seen import Seen


class Counts(Coins):
    """Counts how often it is asked about the state of the moment."""

    def __init__(self, state: State) -> None:
        self.about, self.asked = state, Counter[tuple[str, Any]]()

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        self.asked["legal moves", seat] += state is self.about
        return super().legal_moves(state, seat)

    def view(self, state: State, viewer: Any) -> Any:
        self.asked["view", viewer] += state is self.about
        return super().view(state, viewer)


def test_each_thing_is_looked_up_once() -> None:
    state = begun()
    game = Counts(state)
    seen = Seen(game, state, SEATS)
    for _ in range(3):
        assert seen.view(ANN) == Coins().view(state, ANN)
        assert seen.legal(ANN) == Coins().legal_moves(state, ANN)
        assert seen.near(ANN) == near_misses(game, seen.legal(ANN))
        assert (seen.ask, seen.result) == (game.asks(state), None)
    assert game.asked == {("view", ANN): 1, ("legal moves", ANN): 1}


def test_a_scene_is_made_of_a_view_of_its_own() -> None:
    """If a game keeps the last view for its next scene, that scene is compared with another viewer's."""

    class Remembers(Coins):
        def view(self, state: State, viewer: Any) -> Any:
            self.last = viewer
            return super().view(state, viewer)

        def scene(self, view: Any) -> Any:  # noqa: ARG002 - it shows what it kept
            return self.last

    seen = Seen(Remembers(), begun(), SEATS)
    views = [seen.view(viewer) for viewer in (ANN, SPECTATOR)]
    assert [seen.scene(viewer) for viewer in (ANN, SPECTATOR)] == [ANN, SPECTATOR]
    assert [seen.view(viewer) for viewer in (ANN, SPECTATOR)] == views


def test_all_checks_of_a_moment_share_what_they_see() -> None:
    state = begun()
    game = Counts(state)
    assert list(broken(EVERY_MOVE, moment(game, state))) == []
    assert game.asked["view", SPECTATOR] <= 3, "once for all, and once more for each of two scenes"
