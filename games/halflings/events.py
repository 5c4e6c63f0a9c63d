"""Tell what happens in a game of Halflings & Giants. Nothing in it is secret."""

from games.halflings.state import Bar
from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import Listed, Phrase, Say, Who, say


class DuelRound(PublicEvent, frozen=True):
    """Tell that a round of a duel begins."""

    giant: Seat
    halfling: Seat
    most: Suckers

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.halfling,)


class GiantStays(PublicEvent, frozen=True):
    """Tell that a player who has left a duel is its Giant in this round all the same (HG-18)."""

    giant: Seat


class CrowdOpened(PublicEvent, frozen=True):
    """Tell that the House is the Giant of a crowd."""


class CrowdAgainst(PublicEvent, frozen=True):
    """Tell that this player is a crowd's Giant, and covers the stakes with `has`: an even share for each (HG-15)."""

    giant: Seat
    has: Suckers
    others: int


class PassedOver(PublicEvent, frozen=True):
    """Tell who would have been the next Giant but can't cover even a stake of 1. `more`: besides those named."""

    seats: tuple[Seat, ...]
    more: int
    needs: Suckers


class CutShort(PublicEvent, frozen=True):
    """Tell that the second round of a duel can't be played because this player has too little left."""

    seat: Seat


class Staked(PublicEvent, frozen=True):
    cue = Cue.CHIPS

    seat: Seat
    amount: Suckers


class Kneed(PublicEvent, frozen=True):
    """Tell that the Giant rolled 2 to 10: the Knee. `pays` is written as `3:1`."""

    cue = Cue.ROLL

    knee: int
    pays: str


class Kick(PublicEvent, frozen=True):
    """Tell that the Giant rolled a 1. `saved_by_snake`: the player still rolls, double 1s would save them (HG-3)."""

    cue = Cue.KICK

    saved_by_snake: bool


class Rolled(PublicEvent, frozen=True):
    cue = Cue.ROLL

    seat: Seat
    dice: tuple[int, ...]
    total: int


class MaySplit(PublicEvent, frozen=True):
    """Offer to split a double that falls short (HG-4)."""

    seat: Seat
    total: int
    knee: int
    keeps: int
    seconds: int

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.seat,)


class MaySplitExact(PublicEvent, frozen=True):
    """Offer to split a roll that hits the Knee exactly (HG-17)."""

    seat: Seat
    knee: int
    cost: Suckers
    seconds: int

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Kept(PublicEvent, frozen=True):
    """Tell that a double was split, and how much is kept in all."""

    seat: Seat
    kept: int
    knee: int


class SplitExactly(PublicEvent, frozen=True):
    seat: Seat
    cost: Suckers


class CannotStakeAgain(PublicEvent, frozen=True):
    """Tell that a roll is the Knee exactly, but the player has too little for the second stake of a split (HG-17)."""

    seat: Seat
    needs: Suckers
    has: Suckers


class CannotCover(PublicEvent, frozen=True):
    """Tell that a roll is the Knee exactly, but the Giant can't cover a second stake (HG-15)."""

    seat: Seat
    giant: Seat
    needs: Suckers
    has: Suckers


class Toppled(PublicEvent, frozen=True):
    cue = Cue.WIN

    seat: Seat
    total: int
    knee: int
    won: Suckers


class Kicked(PublicEvent, frozen=True):
    """Tell that a roll fell below the Knee, or that the Giant's 1 kicked (`knee` 1)."""

    cue = Cue.KICK

    seat: Seat
    total: int
    knee: int
    lost: Suckers


class Eaten(PublicEvent, frozen=True):
    cue = Cue.BITE

    seat: Seat
    total: int
    lost: Suckers


class Snake(PublicEvent, frozen=True):
    """Tell of double 1s. `again`: the Giant rolls anew for the same stake; else the stake comes back."""

    cue = Cue.LOSE

    seat: Seat
    again: bool


class Unstaked(PublicEvent, frozen=True):
    """Tell that nobody in a crowd staked anything."""


class RoundPassed(PublicEvent, frozen=True):
    """Tell that the player who was to stake did not answer."""

    seat: Seat


class HandFell(Phrase, frozen=True):
    """Tell how a hand fell, added to what was kept before it."""

    kept: int
    dice: tuple[int, ...]


class Came(Phrase, frozen=True):
    """Tell what one player of a crowd rolled and what came of it: `hands.Fate`, or `unrolled`, or `several` hands.

    `up`: the net is above zero.
    """

    hands: tuple[HandFell, ...]
    fate: str
    net: int
    up: bool


class CrowdFell(Phrase, frozen=True):
    """Tell how one player fared who is told by name."""

    seat: Seat
    came: Came


class CrowdRoll(PrivateEvent, frozen=True):
    """Tell a player of a large crowd their own roll; all hear the totals. `fate` as in `hands.Fate`; `net` so far."""

    cue = Cue.ROLL

    dice: tuple[int, ...]
    total: int
    fate: str
    net: int
    bars: tuple[Bar, ...] = ()

    def say(self) -> Say:
        return counted(super().say(), barred=len(self.bars))


class CrowdWindow(PublicEvent, frozen=True):
    """Tell that all have rolled, and how many may split, the first by name. `rolls`: all, if there are few enough."""

    toppled: int
    lost: int
    pushed: int
    undecided: int
    seconds: int
    who: tuple[Seat, ...] = ()
    exact: bool = False
    rolls: tuple[CrowdFell, ...] = ()

    def say(self) -> Say:
        others = self.undecided - len(self.who)
        called = [say("crowd-called", seat=Who(seat)) for seat in self.who]
        called += [say("crowd-others", count=others)] if others and called else []
        told = counted(super().say(), named=len(self.rolls), first=len(self.who))
        return Say(told.id, {**told.args, "who": Listed(tuple(called))})


class CrowdDecided(PublicEvent, frozen=True):
    """Tell that one of a small crowd split, or stood, while others still think."""

    seat: Seat
    split: bool
    came: Came

    def say(self) -> Say:
        return counted(super().say(), again=int(self.came.fate == "may-split"))


class Won(PublicEvent, frozen=True):
    """Tell a crowd's result in one line."""

    cue = Cue.WIN

    seat: Seat
    amount: Suckers


class CrowdSettled(PublicEvent, frozen=True):
    cue = Cue.CHIPS

    toppled: int
    lost: int
    pushed: int
    paid: Suckers
    taken: Suckers
    best: tuple[Won, ...]
    rolls: tuple[CrowdFell, ...] = ()

    def say(self) -> Say:
        best = Listed(tuple(say("won", seat=Who(won.seat), amount=won.amount) for won in self.best))
        told = counted(super().say(), named=len(self.rolls), winners=len(self.best))
        return Say(told.id, {**told.args, "best": best})


class GiantFared(PublicEvent, frozen=True):
    """Tell what a player as Giant won (`up`) or lost in a crowd's round, and who is `next`, if anybody."""

    giant: Seat
    net: int
    up: bool
    next: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return counted(super().say(), follows=len(self.next))


def counted(told: Say, **counts: int) -> Say:
    """Return this saying with the number of items in each of its lists."""
    return Say(told.id, {**told.args, **counts})


EVENTS = (
    DuelRound,
    GiantStays,
    CrowdOpened,
    CrowdAgainst,
    PassedOver,
    CutShort,
    Staked,
    Kneed,
    Kick,
    Rolled,
    MaySplit,
    MaySplitExact,
    Kept,
    SplitExactly,
    CannotStakeAgain,
    CannotCover,
    Toppled,
    Kicked,
    Eaten,
    Snake,
    Unstaked,
    RoundPassed,
    CrowdRoll,
    CrowdWindow,
    CrowdDecided,
    CrowdSettled,
    GiantFared,
)
