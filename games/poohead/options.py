"""Define the options of Poohead: keys and values are those of the rulings."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field

from games.kit.contract import Abilities, Options

FEWEST, MOST_PLAYERS = 2, 10
"""Rulebook: "It can be played with any number of people ranging from 2 to 10"."""
ONE_DECK: Final = 5
"""Rulebook: "you need two decks of cards for games with 6-10 people"."""
TURNS_EACH: Final = 60


class House(StrEnum):
    """Name the presets of the whole game; every option that one sets can also be set by itself."""

    RULEBOOK = "rulebook"
    PAGAT = "pagat"


class Opening(StrEnum):
    """Say who leads first (PH-4)."""

    RACE = "race"
    LOWEST = "lowest"
    DEALER_LEFT = "dealer_left"


class Eights(StrEnum):
    SKIP = "skip"
    PLAIN = "plain"


class Nines(StrEnum):
    LOWER = "lower"
    PLAIN = "plain"


class BurnAgain(StrEnum):
    """Say whether a player who burned the pile may go again, or must (PH-17)."""

    MAY = "may"
    MUST = "must"


class FaceupPickup(StrEnum):
    """Say whether a face-up card that one tried to play goes to the hand with the pile (PH-25)."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NONE = "none"


class FinishOnSpecial(StrEnum):
    """Say whether one may go out with a special card (PH-29)."""

    ALLOW = "allow"
    FORBID = "forbid"


class End(StrEnum):
    """Say whether play goes on until one is left, or until one is out (PH-30)."""

    LAST = "last"
    FIRST_OUT = "first_out"


PAGAT: Final[Mapping[str, Any]] = {
    "eights": Eights.PLAIN,
    "nines": Nines.PLAIN,
    "jokers_per_deck": 0,
    "voluntary_pickup": True,
    "faceup_pickup": FaceupPickup.REQUIRED,
}
"""Eights and nines plain, no joker, voluntary pick-up; a face-up card that was tried goes along (PH-25)."""


class PooheadOptions(Options):
    house: House = House.RULEBOOK
    jokers_per_deck: Annotated[int, Field(ge=0, le=2)] = 1
    opening: Opening = Opening.RACE
    eights: Eights = Eights.SKIP
    nines: Nines = Nines.LOWER
    eight_transparent: bool = True
    eights_stack: bool = True
    voluntary_pickup: bool = False
    burn_again: BurnAgain = BurnAgain.MAY
    quad_size: Annotated[int, Field(ge=3, le=8)] = 4
    quad_jokers: bool = True
    quad_through_eights: bool = False
    slam: bool = False
    match_faceup: bool = True
    faceup_pickup: FaceupPickup = FaceupPickup.OPTIONAL
    show_failed_blind: bool = False
    finish_on_special: FinishOnSpecial = FinishOnSpecial.ALLOW
    end: End = End.LAST
    swap_seconds: Annotated[int, Field(ge=10, le=600)] = 60
    claim_seconds: Annotated[int, Field(ge=5, le=120)] = 20
    turn_seconds: Annotated[int, Field(ge=10, le=600)] = 45
    name_seconds: Annotated[int, Field(ge=5, le=120)] = 20
    turn_cap: Annotated[int, Field(ge=50, le=1000)] = 300

    @property
    def head_start(self) -> int:
        """Return how many seconds of the race are for people alone, who must see it, and their hands, first (PH-4)."""
        return self.claim_seconds * 2 // 5

    def turns_of(self, players: int) -> int:
        """Return after how many turns the game ends: never fewer than sixty for each player (PH-33)."""
        return max(self.turn_cap, TURNS_EACH * players)

    def decks(self, players: int) -> int:
        return 1 if players <= ONE_DECK else 2


def defaults(given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:
    """Return the defaults: a race is fair only if all see the table at the same time (PH-4)."""
    opening = {} if abilities.equal_delay else {"opening": Opening.LOWEST}
    return {**opening, **(PAGAT if given.get("house") == House.PAGAT else {})}
