"""Define the options of Fearless Rogues Hold 'Em: keys and values are those of the rulings."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from games.halflings.options import Pay
from games.kit.contract import Options
from games.kit.money import Stacks, Suckers

FEWEST, MOST_PLAYERS = 2, 6
"""Rulebook: "1 Giant, 2-6 Halflings"; the House is the Giant and comes on top (FR-1)."""
START_DICE: Final = 2
"""Rulebook: "Each player's cup starts at 2d6"."""
MOST_ANTE: Final = 100_000
IN_TOURNAMENTS: Final = {"ante_rises": "0", "rounds": "0"}
"""In a tournament the clock raises the ante, and play goes on until one is left."""
LEVELS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""How many times the ante grows by level of a tournament; after the last level it doubles."""


class Fearless(StrEnum):
    """Say who may Flee after drawing: the round's first player, all, or (strict) only the first at all (FR-14)."""

    ON = "on"
    OFF = "off"
    STRICT = "strict"


class PotRule(StrEnum):
    """Say whether the pot goes to the closest, or is shared by all who topple the Giant (FR-27)."""

    CLOSEST = "closest"
    SHARED = "shared"


class Betting(StrEnum):
    """Choose the betting: none, the Circuit of Thieves, or the Liars' Den."""

    NONE = "none"
    THIEVES = "thieves"
    LIARS = "liars"


class DenRule(StrEnum):
    """Say where the stake of a wrong count goes in the Liars' Den: with the others, or to whoever raised before
    (FR-54).
    """

    PLAIN = "plain"
    SHARP = "sharp"


class Match(StrEnum):
    """Say what the House adds to the antes: as much again, one player's ante, or nothing (FR-31)."""

    FULL = "full"
    ONE_PLAYER = "one_player"
    NONE = "none"


class UnpaidDice(StrEnum):
    """Say whether a player who can't pay for all dice is out, or puts away the unpaid ones (FR-32)."""

    OUT = "out"
    SHED = "shed"


class SnakeRule(StrEnum):
    """Say whether a Snake carries the pot over, or pays whoever toppled the Giant before it (FR-26)."""

    PUSH = "push"
    EARLIER_WINNERS_PAID = "earlier_winners_paid"


class NoTrip(StrEnum):
    """Say what happens if nobody Trips: the antes carry over, or the House takes all (FR-29)."""

    CARRY = "carry"
    HOUSE = "house"


class FinalStake(StrEnum):
    """Say what the last Halfling plays for: the pot of the round that left them alone, a carried pot or else a wager of
    their own, or nothing (FR-35).
    """

    POT = "pot"
    WAGER = "wager"
    SKIP = "skip"


class FinalPay(StrEnum):
    """Say by which table of the base game the House pays the last duel (FR-35, HG-14)."""

    RULEBOOK = Pay.RULEBOOK
    BANKER = Pay.BANKER


class RoguesOptions(Options):
    """Set the rules. `stack`: what each seat begins with. `house_limit`: for a higher stake the House forfeits the last
    duel. `ante_rises`: the ante doubles after so many rounds, as far as the smallest stack can pay it twice. `rounds`:
    the match ends after so many. In all three, 0 means never. `final_all_dice`: in the last duel all dice are rolled,
    and two picked (FR-36). Times in seconds.
    """

    fearless: Fearless = Fearless.ON
    maw10: bool = True
    pot: PotRule = PotRule.CLOSEST
    betting: Betting = Betting.NONE
    den: DenRule = DenRule.PLAIN
    ante_unit: Annotated[Suckers, Field(ge=1, le=MOST_ANTE)] = Suckers(5)
    match: Match = Match.FULL
    unpaid_dice: UnpaidDice = UnpaidDice.OUT
    snake: SnakeRule = SnakeRule.PUSH
    no_trip: NoTrip = NoTrip.CARRY
    max_dice: Annotated[int, Field(ge=2, le=6)] = 6
    final: FinalStake = FinalStake.POT
    final_pay: FinalPay = FinalPay.RULEBOOK
    final_all_dice: bool = True
    house_limit: Annotated[Suckers, Field(ge=0, le=1_000_000_000)] = Suckers(0)
    raise_cap: Annotated[int, Field(ge=0, le=10)] = 3
    ante_rises: Annotated[int, Field(ge=0, le=100)] = 3
    rounds: Annotated[int, Field(ge=0, le=1000)] = 0
    stack: Annotated[Suckers, Field(ge=1, le=1_000_000)] = Suckers(200)
    turn_seconds: Annotated[int, Field(ge=10, le=600)] = 45
    bet_seconds: Annotated[int, Field(ge=10, le=600)] = 30
    duel_seconds: Annotated[int, Field(ge=5, le=600)] = 30
    next_seconds: Annotated[int, Field(ge=5, le=600)] = 20

    @model_validator(mode="after")
    def _first_ante_can_be_paid(self) -> "RoguesOptions":
        # An ante that is set may come from a tournament's level, so any amount is allowed.
        if "ante_unit" not in self.model_fields_set and self.stack < self.first_ante:
            raise ValueError(f"a stack is {self.first_ante} or more, the first ante for two dice (ruling FR-30)")
        return self

    @property
    def first_ante(self) -> Suckers:
        """Return what a player pays before the first round (FR-30)."""
        return price_of_two(self.ante_unit)


OF_THE_LIMIT: Final = 10
"""At a table for purses the House pays the last duel up to so many times the buy-in (FR-35)."""


def for_purses(given: Mapping[str, str], buyin: int) -> dict[str, Any]:
    """Return the options for purses: the House adds nothing, and pays a duel of two dice by the banker's table (FR-31,
    FR-35).
    """
    duel = {"final_pay": FinalPay.BANKER, "final_all_dice": False, "house_limit": OF_THE_LIMIT * buyin}
    return {"match": Match.NONE, **({} if given.get("final") == FinalStake.SKIP else duel)}


def price_of_two(unit: Suckers) -> Suckers:
    """Return one player's first ante, if a die costs so much."""
    return Suckers(START_DICE * unit)


def unit_after(options: RoguesOptions, antes: int, unit: Suckers, most: Suckers) -> Suckers:
    """Return the ante of one die after so many antes of a match, the last of them `unit`. It doubles at fixed intervals
    (FR-30), but rises no higher than `most`, what the smallest stack can pay twice (FR-33).
    """
    if not antes or not options.ante_rises:
        return options.ante_unit
    if antes % options.ante_rises:
        return unit
    return max(unit, Suckers(min(2 * unit, MOST_ANTE, most)))


def payable_twice(cups: Iterable[int], stacks: Stacks) -> Suckers:
    """Return the ante of one die that each can pay twice for all their dice, so the smallest stack can (FR-33)."""
    most = [stack // (2 * cup) for cup, stack in zip(cups, stacks, strict=True) if cup]
    return Suckers(min(most, default=0))


def raised(options: RoguesOptions, level: int) -> dict[str, str]:
    """Return the ante at a level of a tournament, from 0."""
    known = min(level, len(LEVELS) - 1)
    doublings = min(level - known, MOST_ANTE.bit_length())
    return {"ante_unit": str(min(MOST_ANTE, options.ante_unit * LEVELS[known] * 2**doublings))}
