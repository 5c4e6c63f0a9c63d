"""Define the options of Halflings & Giants: keys and values are those of the rulings."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, model_validator

from games.kit.contract import Options
from games.kit.money import Suckers


class Mode(StrEnum):
    """Say who plays against whom (rulings HG-15, HG-16, HG-18)."""

    HOUSE = "house"
    DUEL = "duel"
    CROWD = "crowd"


class Pay(StrEnum):
    """Name the pay tables (rulings 2.5 and HG-14)."""

    RULEBOOK = "rulebook"
    EVEN = "even"
    BANKER = "banker"
    EARLY = "early"


class SplitRule(StrEnum):
    """Say what may be split: the rulebook's doubles, the original card's exact Knee (HG-17), or nothing."""

    DOUBLES = "doubles"
    EXACT = "exact"
    OFF = "off"


class Sixes(StrEnum):
    """Say what a double does that reaches the Maw (HG-8, HG-9)."""

    EATEN = "eaten"
    SPLIT = "split"


class SnakeInSplit(StrEnum):
    """Say what double 1s do on the roll after a split (HG-10)."""

    PUSH = "push"
    PLAIN = "plain"


class Push(StrEnum):
    """Say what a push does to the stake (HG-13)."""

    RESTART = "restart"
    REFUND = "refund"


class GiantIs(StrEnum):
    """Say who is the Giant of a crowd (HG-16)."""

    HOUSE = "house"
    PLAYER = "player"


class Next(StrEnum):
    """Say whether a crowd's rounds follow each other while somebody stakes, or the host begins each (HG-16)."""

    AUTO = "auto"
    HOST = "host"


def _table(*rows: tuple[range, str]) -> dict[int, Fraction]:
    return {knee: Fraction(pays) for knees, pays in rows for knee in knees}


PAYS: Final[dict[Pay, dict[int, Fraction]]] = {
    Pay.RULEBOOK: _table((range(2, 4), "1"), (range(4, 7), "2"), (range(7, 10), "3"), (range(10, 11), "5")),
    Pay.EVEN: _table((range(2, 11), "1")),
    Pay.BANKER: _table((range(2, 7), "1/2"), (range(7, 10), "3/2"), (range(10, 11), "5")),
    Pay.EARLY: _table(
        (range(2, 4), "1"), (range(4, 6), "2"), (range(6, 8), "3"), (range(8, 10), "4"), (range(10, 11), "5")
    ),
}
"""How many suckers a Knee pays for one staked."""
MOST_PAID: Final = {pay: max(knees.values()) for pay, knees in PAYS.items()}

MOST_EXACT_SPLITS: Final = 8
"""The most splits of one stake, over all its pairs (HG-17)."""
CROWD: Final = 500


def _no_limit(value: Any) -> Any:
    return None if isinstance(value, str) and value.lower() == "none" else value


class HalflingsOptions(Options):
    """Set the rules. `max_splits`: None for no limit. Times in seconds."""

    mode: Mode = Mode.HOUSE
    pay: Pay = Pay.RULEBOOK
    split: SplitRule = SplitRule.DOUBLES
    sixes: Sixes = Sixes.EATEN
    snake_in_split: SnakeInSplit = SnakeInSplit.PUSH
    max_splits: Annotated[Annotated[int, Field(ge=0, le=10)] | None, BeforeValidator(_no_limit)] = None
    push: Push = Push.RESTART
    snake_beats_kick: bool = False
    giant: GiantIs = GiantIs.HOUSE
    next: Next = Next.AUTO
    stack: Annotated[Suckers, Field(ge=1, le=1_000_000)] = Suckers(1000)
    max_bet: Annotated[Suckers, Field(ge=1, le=1_000_000)] = Suckers(100)
    cooldown: Annotated[int, Field(ge=0, le=3600)] = 10
    stake_seconds: Annotated[int, Field(ge=5, le=600)] = 60
    crowd_seconds: Annotated[int, Field(ge=5, le=600)] = 20
    roll_seconds: Annotated[int, Field(ge=5, le=600)] = 20
    split_seconds: Annotated[int, Field(ge=5, le=600)] = 20

    @model_validator(mode="after")
    def _exact_splits_are_few(self) -> "HalflingsOptions":
        if self.split is SplitRule.EXACT and (self.max_splits is None or self.max_splits > MOST_EXACT_SPLITS):
            wanted = f"with split=exact, max_splits is a number from 0 to {MOST_EXACT_SPLITS}"
            raise ValueError(f"{wanted}, for all pairs of one stake together (ruling HG-17)")
        return self

    def pays(self, knee: int) -> Fraction:
        return PAYS[self.pay][knee]

    @property
    def giant_plays(self) -> bool:
        """Return whether the Giant is a player, who covers what the Halflings may win (HG-15)."""
        return self.mode is Mode.DUEL or (self.mode is Mode.CROWD and self.giant is GiantIs.PLAYER)

    @property
    def most_pay(self) -> Fraction:
        return MOST_PAID[self.pay]
