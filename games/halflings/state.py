"""Hold what stands on the table of a game of Halflings & Giants."""

from typing import ClassVar

from msgspec import Struct

from games.halflings.options import HalflingsOptions
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat
from games.kit.telling import Phrase, kebab


class Bet(Struct, frozen=True):
    """Hold a stake, the cover that a Giant who is a player has added, and whether everything goes on by itself."""

    seat: Seat
    stake: Suckers
    cover: Suckers
    auto: bool


class Hand(Struct, frozen=True):
    """Hold two dice, what was kept from splits before them, the stake and the cover."""

    kept: int
    dice: tuple[int, int]
    stake: Suckers
    cover: Suckers

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)


class Bar(Phrase, frozen=True):
    """Say why a roll that is the Knee exactly could not be split: it `needs` more suckers than there are (HG-17).

    `giant`: the Giant can't cover a second stake; else the Halfling can't pay it.
    """

    giant: bool
    needs: Suckers
    has: Suckers


class Fallen(Struct, frozen=True, array_like=True):
    """Hold a settled hand: what was kept before it, how it fell, what came of it (`hands.Fate`), and the net.

    `bars`: why it was not split although it otherwise could have been.
    """

    kept: int
    dice: tuple[int, int]
    fate: str
    net: int
    bars: tuple[Bar, ...] = ()

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)


class Play(Struct, frozen=True):
    """Hold a Halfling's hands: those still to be settled, in order, and those that are."""

    seat: Seat
    auto: bool
    hands: tuple[Hand, ...]
    splits: int
    net: int
    fallen: tuple[Fallen, ...] = ()


class Net(Struct, frozen=True):
    """Say what a seat won (below zero: lost) with one settled stake, and with which hands."""

    seat: Seat
    net: int
    hands: tuple[Fallen, ...] = ()


class Staking(Struct, frozen=True, tag=kebab):
    """Wait for stakes: of one Halfling in `house` and `duel`, of whoever likes in `crowd`."""

    bets: tuple[Bet, ...]


class GiantRolls(Struct, frozen=True, tag=kebab):
    """Wait for a Giant who is a player to roll for the Knee."""

    bet: Bet


class HalflingRolls(Struct, frozen=True, tag=kebab):
    bet: Bet
    knee: int


class Splitting(Struct, frozen=True, tag=kebab):
    """Wait for each of these plays to split its first hand, or stand."""

    knee: int
    plays: tuple[Play, ...]


class RoundShown(Struct, frozen=True, tag=kebab):
    """Wait for the stake of the second round of a duel, and show until then how the first one fell."""

    bets: ClassVar[tuple[Bet, ...]] = ()


class Over(Struct, frozen=True, tag=kebab):
    """End the game. `ended`: settled, no-stake, broke or left."""

    ended: str


Phase = Staking | GiantRolls | HalflingRolls | Splitting | Over | RoundShown


class State(Struct, frozen=True):
    """Hold a game. `giant`: the seat of a Giant who is a player; None: the House. `asked` counts the questions.

    `knee`: as the Giant's die shows it, 1 for a Kick; 0 before the first roll.
    """

    options: HalflingsOptions
    stacks: Stacks
    bank: int
    giant: Seat | None
    rounds_left: int
    asked: int
    gone: tuple[Seat, ...]
    nets: tuple[Net, ...]
    phase: Phase
    knee: int = 0

    @property
    def pot(self) -> Suckers:
        """Return all that is staked, including the Giant's cover."""
        match self.phase:
            case Staking(bets=bets):
                staked = sum(bet.stake + bet.cover for bet in bets)
            case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
                staked = bet.stake + bet.cover
            case Splitting(plays=plays):
                staked = sum(hand.stake + hand.cover for play in plays for hand in play.hands)
            case RoundShown() | Over():
                staked = 0
        return Suckers(staked)


class Carry(Struct, frozen=True):
    """Tell the next game of the series who was the Giant last."""

    giant: Seat | None
