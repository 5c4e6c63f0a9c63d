"""Define the options of Cones: keys and values are those of the rulings."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field

from games.kit.contract import Abilities, Options

FEWEST, MOST_PLAYERS = 2, 4
"""French rulebook: "Pour 2 a 4 joueurs"."""


class Edition(StrEnum):
    """Name the presets of the whole game; every option that one sets can also be set by itself."""

    KOHNER = "kohner"
    FRENCH = "french"


class Rolls(StrEnum):
    """Say whether the pops come by themselves, or wait for `pop`."""

    AUTO = "auto"
    HAND = "hand"


class Sectors(StrEnum):
    """Choose the game's own board, or our pocket board for quick games (1.1)."""

    WHOLE = "8"
    POCKET = "4"


class Sets(StrEnum):
    """Set how many colours each player has (HC-16)."""

    ONE = "1"
    TWO = "2"


class ProtectedStart(StrEnum):
    """Say how long a start is protected, if at all (HC-4, HC-13)."""

    UNTIL_ENTERED = "until_entered"
    OFF = "off"


class Stuck(StrEnum):
    """Say what follows if no landing is legal for this number: another pop, or the next turn (HC-6)."""

    REPOP = "repop"
    PASS = "pass"  # noqa: S105 - a turn passes


class BonusChain(StrEnum):
    """Say whether a bonus can earn another (HC-7)."""

    ON = "on"
    ONE = "one"


class Lift(StrEnum):
    """Say whether own cones may be lifted in others' stacks (HC-11)."""

    OFF = "off"
    OWN_CONES = "own_cones"


class Safety(StrEnum):
    """Say whether an occupied safe crossover may be landed on (HC-15)."""

    OFF = "off"
    OCCUPIED = "occupied"


class CapRule(StrEnum):
    """Say what decides a game that runs out of turns, or in which nothing happens any more (HC-17)."""

    CONTROL = "control"


class ConesOptions(Options):
    """Set the rules. Times in seconds."""

    edition: Edition = Edition.KOHNER
    rolls: Rolls = Rolls.AUTO
    sectors: Sectors = Sectors.WHOLE
    sets_per_player: Sets = Sets.ONE
    protected_start: ProtectedStart = ProtectedStart.UNTIL_ENTERED
    capture_before_all_in: bool = True
    stuck: Stuck = Stuck.REPOP
    bonus_chain: BonusChain = BonusChain.ON
    bonus_may_enter: bool = False
    lift: Lift = Lift.OFF
    may_pass: bool = False
    safety: Safety = Safety.OFF
    turn_cap: Annotated[int, Field(ge=20, le=1000)] = 300
    quiet_cap: Annotated[int, Field(ge=0, le=1000)] = 40
    cap_rule: CapRule = CapRule.CONTROL
    turn_seconds: Annotated[int, Field(ge=10, le=600)] = 45
    pop_seconds: Annotated[int, Field(ge=5, le=600)] = 20

    @property
    def sections(self) -> int:
        return int(self.sectors)

    @property
    def enters_first(self) -> bool:
        """Return whether the first four turns enter a man each (1968, 7); in the French game entering is a choice."""
        return self.edition is Edition.KOHNER


FRENCH: Final[Mapping[str, Any]] = {
    "capture_before_all_in": False,
    "stuck": Stuck.PASS,
    "lift": Lift.OWN_CONES,
    "may_pass": True,
}
"""The options that differ in the French rulebook (rulings 1.3)."""


def defaults(given: Mapping[str, str], _abilities: Abilities) -> dict[str, Any]:
    return dict(FRENCH) if given.get("edition") == Edition.FRENCH else {}
