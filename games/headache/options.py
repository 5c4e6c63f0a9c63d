"""Define the options of Headache: keys and values are those of the rulings."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, model_validator

from games.kit.contract import Abilities, Options
from games.kit.money import Suckers
from games.kit.seats import Die


class Pace(StrEnum):
    """Name the presets of the whole game; every option that one sets can also be set by itself."""

    PLAIN = "plain"
    QUICK = "quick"
    FULL = "full"


class VoteForm(StrEnum):
    """Say whether amount and option are voted together, or the option is named later at the table (HA-8)."""

    SEALED = "sealed"
    DECLARE = "declare"


class BlindTie(StrEnum):
    """Say how a tie of blind bids is resolved (HA-16)."""

    ROLL = "roll"
    REBID = "rebid"
    CHAIRMAN = "chairman"


class DrawRule(StrEnum):
    """Say whether dice are drawn by chance or chosen from the bag (HA-6)."""

    RANDOM = "random"
    CHOOSE = "choose"


class Lots(StrEnum):
    """Set who says which cup is sold next: the chairman, or the order of seats from the prime, left before right."""

    CHAIRMAN = "chairman"
    ORDER = "order"


class Rolls(StrEnum):
    """Say whether dice roll by themselves or wait for `roll`."""

    AUTO = "auto"
    HAND = "hand"


class ExtraDice(StrEnum):
    """Say what dice are added for more players (HA-33). `second_set`: each die twice, however many play."""

    OFF = "off"
    MATCH_PLAYERS = "match_players"
    SECOND_SET = "second_set"


class AuctionType(StrEnum):
    """Name the types of auction: phase 6, first vote (HA-15)."""

    BLIND = "blind"
    STANDARD = "standard"
    SECOND_PRICE = "second_price"
    DUTCH = "dutch"


class FailedBids(StrEnum):
    """Say what losers pay: phase 6, second vote."""

    NOTHING = "nothing"
    HALF = "half"
    FULL = "full"


class Reveal(StrEnum):
    """Say who sees a sold die: all, its buyer, or nobody yet; phase 6, third vote."""

    ALL = "all"
    LOOKS = "looks"
    HIDDEN = "hidden"


class Method(StrEnum):
    """Name the methods of the contest: One Die Only, Multiple Lives, Select Highest, Add Together; phase 8."""

    ONE = "one"
    LIVES = "lives"
    HIGHEST = "highest"
    ADD = "add"


class Voters(StrEnum):
    """Say who votes in phase 8; an alliance has one vote (HA-26)."""

    OWNERS = "owners"
    ALL = "all"


D4, D6, D8, D10, D12, D20 = map(Die, (4, 6, 8, 10, 12, 20))
DICE: Final = (D4, D6, D8, D10, D12, D20)
""""A standard set of polyhedral dice (4, 6, 8, 10, 12 and 20 sided)"."""
EXTRA: Final = (D10, D8, D12, D6, D20, D4)
"""The order in which extra dice are added (HA-33)."""
MOST_PLAYERS: Final = 10
PLAIN_SECONDS: Final = 30
QUICK_SECONDS: Final = 15


def _types(value: Any) -> Any:
    """Read `blind+standard`: auction types in any order, each once."""
    if not isinstance(value, str):
        return value
    known = [one.value for one in AuctionType]
    words = value.lower().split("+")
    if not set(words) <= set(known) or max(Counter(words).values()) > 1:
        raise ValueError(f"auction_types is some of {', '.join(known)}, joined by + (ruling HA-15)")
    return "+".join(one for one in known if one in words)


AUCTION_TYPES: Final = tuple(
    "+".join(one.value for place, one in enumerate(AuctionType) if chosen >> place & 1) for chosen in range(1, 16)
)


def _no_limit(value: Any) -> Any:
    return None if isinstance(value, str) and value.lower() == "none" else value


Seconds = Annotated[int, Field(ge=3, le=600)]


class HeadacheOptions(Options):
    """Set the rules. Times in seconds. `games`: the match ends after so many; None: when the host or the money decides.

    `rebuy`: never at a table for purses (HA-3).
    """

    pace: Pace = Pace.PLAIN
    vote: VoteForm = VoteForm.SEALED
    memory: bool = True
    min_players: Annotated[int, Field(ge=3, le=5)] = 5
    stack: Annotated[Suckers, Field(ge=1, le=1_000_000)] = Suckers(100)
    entry: Annotated[Suckers, Field(ge=1, le=1_000_000)] = Suckers(5)
    rebuy: bool = True
    games: Annotated[Annotated[int, Field(ge=1, le=1000)] | None, BeforeValidator(_no_limit)] = None
    rolls: Rolls = Rolls.AUTO
    draw: DrawRule = DrawRule.RANDOM
    bag_peek: bool = True
    max_swap_rounds: Annotated[int, Field(ge=1, le=20)] = 5
    must_swap: bool = False
    auction_types: Annotated[str, BeforeValidator(_types), Field(json_schema_extra={"enum": list(AUCTION_TYPES)})] = (
        "blind+standard"
    )
    lots: Lots = Lots.CHAIRMAN
    blind_tie: BlindTie = BlindTie.ROLL
    method_vote: Voters = Voters.OWNERS
    alliances: bool = False
    alliance_size: Annotated[int, Field(ge=2, le=9)] = 2
    extra_dice: ExtraDice = ExtraDice.OFF
    reroll_seconds: Seconds = 20
    draw_seconds: Seconds = 20
    vote_seconds: Seconds = PLAIN_SECONDS
    chair_seconds: Seconds = 20
    swap_seconds: Seconds = 25
    bid_seconds: Seconds = PLAIN_SECONDS
    call_seconds: Seconds = 12
    keep_seconds: Seconds = 20
    ally_seconds: Seconds = 20
    next_seconds: Seconds = 20

    @model_validator(mode="after")
    def _entry_can_be_paid(self) -> "HeadacheOptions":
        if self.entry > self.stack:
            raise ValueError(f"the entrance fee is at most a stack, {self.stack} (ruling HA-2)")
        return self

    @property
    def types(self) -> tuple[str, ...]:
        """Return the types of auction that this table may vote for."""
        return tuple(self.auction_types.split("+"))

    def dice(self, players: int) -> tuple[Die, ...]:
        """Return what is in the bag (HA-33)."""
        match self.extra_dice:
            case ExtraDice.OFF:
                return DICE
            case ExtraDice.MATCH_PLAYERS:
                return (*DICE, *EXTRA[: max(0, players - len(DICE))])
            case ExtraDice.SECOND_SET:
                return DICE * 2


def defaults(given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:
    """Return the defaults: memory needs a place that can take back what it has shown (HA-14); a pace sets several
    options.

    If a place reaches nobody alone, auctions are open, because each blind bid would send its bidder to a page. Votes
    stay sealed there: fists that are declared are just as secret, and each vote takes one turn more.
    """
    plain: dict[str, Any] = {"memory": abilities.takes_back}
    if not abilities.tells_alone:
        plain["auction_types"] = AuctionType.STANDARD.value
    match given.get("pace"):
        case Pace.QUICK:
            times = dict.fromkeys(("reroll_seconds", "vote_seconds", "swap_seconds", "bid_seconds"), QUICK_SECONDS)
            short = {"max_swap_rounds": 1, "auction_types": AuctionType.BLIND.value, "lots": Lots.ORDER}
            return {**plain, **times, **short}
        case Pace.FULL:
            return {**plain, "vote": VoteForm.DECLARE}
        case _:
            return plain
