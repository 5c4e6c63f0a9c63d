"""Hold what stands on the table of a game of Halflings & Giants."""

from msgspec import Struct

from games.halflings.options import HalflingsOptions
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat
from games.kit.telling import Phrase, kebab


class Bet(Struct, frozen=True):
    """A stake, what a Giant who is a player has put beside it, and whether all goes on by itself."""

    seat: Seat
    stake: Suckers
    cover: Suckers
    auto: bool


class Hand(Struct, frozen=True):
    """Two dice, what was kept from splits before them, and what stands on them."""

    kept: int
    dice: tuple[int, int]
    stake: Suckers
    cover: Suckers

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)


class Bar(Phrase, frozen=True):
    """Hold why a roll that is the Knee exactly could not be split: `needs` suckers, and there are only so many
    (HG-17).

    `giant`: the Giant, who can't cover a second stake; else the Halfling can't pay it.
    """

    giant: bool
    needs: Suckers
    has: Suckers


class Fallen(Struct, frozen=True, array_like=True):
    """A hand that is settled: what was kept before it, how it fell, what came of it (`hands.Fate`), and the net.

    `bars`: why it was not split, where it might have been.
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
    """A Halfling's hands that are still to be settled, the first of them first; and those that are."""

    seat: Seat
    auto: bool
    hands: tuple[Hand, ...]
    splits: int
    net: int
    fallen: tuple[Fallen, ...] = ()


class Net(Struct, frozen=True):
    """Hold what a seat won (below zero: lost) by one settled stake, and by which hands."""

    seat: Seat
    net: int
    hands: tuple[Fallen, ...] = ()


class Staking(Struct, frozen=True, tag=kebab):
    """The Halflings stake: one in `house` and `duel`, whoever likes in `crowd`."""

    bets: tuple[Bet, ...]


class GiantRolls(Struct, frozen=True, tag=kebab):
    """A Giant who is a player rolls for the Knee."""

    bet: Bet


class HalflingRolls(Struct, frozen=True, tag=kebab):
    bet: Bet
    knee: int


class Splitting(Struct, frozen=True, tag=kebab):
    """Each of these plays may split its first hand, or stand."""

    knee: int
    plays: tuple[Play, ...]


class Over(Struct, frozen=True, tag=kebab):
    """`ended`: settled, no-stake, broke or left."""

    ended: str


Phase = Staking | GiantRolls | HalflingRolls | Splitting | Over


class State(Struct, frozen=True):
    """`giant`: the seat of a Giant who is a player; None: the House is the Giant. `asked` counts the questions.

    `knee`: as the Giant's die lies, 1 for a Kick; 0 before the first roll.
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
        """All that is staked, the Giant's cover included."""
        match self.phase:
            case Staking(bets=bets):
                staked = sum(bet.stake + bet.cover for bet in bets)
            case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
                staked = bet.stake + bet.cover
            case Splitting(plays=plays):
                staked = sum(hand.stake + hand.cover for play in plays for hand in play.hands)
            case Over():
                staked = 0
        return Suckers(staked)


class Carry(Struct, frozen=True):
    """Hold what the next game of the series is told: who was the Giant last."""

    giant: Seat | None
