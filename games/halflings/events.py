"""What happens in a game of Halflings & Giants. Nothing in it is secret."""

from games.contract import PrivateEvent, PublicEvent
from games.money import Suckers
from games.seats import Seat
from games.telling import Listed, Say, Told, Who, say


class DuelRound(PublicEvent, frozen=True):
    """A round of a duel begins."""

    giant: Seat
    halfling: Seat
    most: Suckers


class CrowdOpened(PublicEvent, frozen=True):
    most: Suckers
    seconds: int


class Staked(PublicEvent, frozen=True):
    seat: Seat
    amount: Suckers


class Kneed(PublicEvent, frozen=True):
    """The Giant rolled 2 to 10: the Knee. `pays` as `3:1`."""

    knee: int
    pays: str


class Kick(PublicEvent, frozen=True):
    """The Giant rolled a 1. `saved_by_snake`: one roll is left that double 1s would save (HG-3)."""

    saved_by_snake: bool


class Rolled(PublicEvent, frozen=True):
    seat: Seat
    dice: tuple[int, ...]
    total: int


class MaySplit(PublicEvent, frozen=True):
    """A double that falls short (HG-4)."""

    seat: Seat
    total: int
    knee: int
    keeps: int
    seconds: int


class MaySplitExact(PublicEvent, frozen=True):
    """The Knee hit exactly (HG-17)."""

    seat: Seat
    knee: int
    cost: Suckers
    seconds: int


class Kept(PublicEvent, frozen=True):
    """A double was split: what is kept in all."""

    seat: Seat
    kept: int
    knee: int


class SplitExactly(PublicEvent, frozen=True):
    seat: Seat
    cost: Suckers


class Toppled(PublicEvent, frozen=True):
    seat: Seat
    total: int
    knee: int
    won: Suckers


class Kicked(PublicEvent, frozen=True):
    """Below the Knee, or kicked by the Giant's 1 (`knee` 1)."""

    seat: Seat
    total: int
    knee: int
    lost: Suckers


class Eaten(PublicEvent, frozen=True):
    seat: Seat
    total: int
    lost: Suckers


class Snake(PublicEvent, frozen=True):
    """Double 1s. `again`: the Giant rolls anew for the same stake; else the stake comes back."""

    seat: Seat
    again: bool


class Unstaked(PublicEvent, frozen=True):
    """Nobody staked anything."""


class CrowdRoll(PrivateEvent, frozen=True):
    """A crowd's roll is told to its owner alone; `fate` as in `hands.Fate`; `net` so far."""

    dice: tuple[int, ...]
    total: int
    fate: str
    net: int


class CrowdWindow(PublicEvent, frozen=True):
    """All have rolled; some may split."""

    toppled: int
    lost: int
    pushed: int
    undecided: int
    seconds: int


class Won(PublicEvent, frozen=True):
    """One line of a crowd's result."""

    seat: Seat
    amount: Suckers


class CrowdSettled(PublicEvent, frozen=True):
    toppled: int
    lost: int
    pushed: int
    paid: Suckers
    taken: Suckers
    best: tuple[Won, ...]

    def say(self) -> Say:
        best = tuple(say("won", seat=Who(won.seat), amount=won.amount) for won in self.best)
        values: dict[str, Told] = {name: getattr(self, name) for name in self.__struct_fields__ if name != "best"}
        return Say("crowd-settled", {**values, "winners": len(best), "best": Listed(best)})


EVENTS = (
    DuelRound,
    CrowdOpened,
    Staked,
    Kneed,
    Kick,
    Rolled,
    MaySplit,
    MaySplitExact,
    Kept,
    SplitExactly,
    Toppled,
    Kicked,
    Eaten,
    Snake,
    Unstaked,
    CrowdRoll,
    CrowdWindow,
    CrowdSettled,
)
