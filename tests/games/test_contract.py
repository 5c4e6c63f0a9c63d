"""Test what every game promises (`potluck.testing`), with one class for each game's folder."""

from msgspec import Struct
from playing import GAMES

from games.kit import kinds
from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.secret import Sealed, Secret
from games.lab.overheard import sealed
from potluck.testing import GameContract

for _game in GAMES.values():
    globals()[f"Test{_game.name.capitalize()}"] = type(
        f"Test{_game.name.capitalize()}", (GameContract,), {"game": _game}
    )


def test_every_game_has_its_class() -> None:
    """Otherwise these tests would miss a game."""
    assert {one.game.name for one in GameContract.__subclasses__()} >= set(GAMES)


def test_a_sealed_choice_is_found_wherever_it_lies() -> None:
    """Otherwise a test of silence would ignore nothing."""

    class Fist(Struct, frozen=True):
        choice: Sealed[int]

    class Table(Struct, frozen=True):
        die: Secret[int]
        fists: tuple[Fist, ...]

    assert list(sealed(Table(Secret(3), (Fist(Sealed(1)), Fist(Sealed(2)))))) == [Sealed(1), Sealed(2)]


def test_a_public_event_with_a_secret_field_is_found() -> None:
    class Peeked(PublicEvent, frozen=True):
        die: tuple[Secret[int], ...]

    class Watched(PrivateEvent, frozen=True):
        die: int

    assert kinds.holds_secret(Peeked)
    assert not kinds.holds_secret(Watched)


def test_a_state_that_can_be_changed_in_place_is_found() -> None:
    class Loose(PrivateEvent, frozen=True):
        seen: list[int]
        named: dict[str, tuple[int, ...]]

    assert kinds.changeable(Loose) == ("DictType", "ListType")
