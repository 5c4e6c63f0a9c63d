"""Gather what a viewer knows of each Halfling: the stake, the dice in pairs, and what came of them."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.halflings.hands import Fate
from games.halflings.options import Mode
from games.halflings.state import Fallen, Hand
from games.halflings.view import HalflingsView
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say

TO_ROLL: Final = (0, 0)
"""Dice that wait to be rolled."""
FACES: Final[dict[str, str]] = {Fate.TOPPLED: "gold", Fate.KICKED: "red", Fate.EATEN: "red"}


class Pair(NamedTuple):
    """Two dice, on what was kept before them. `fate`: as in `hands.Fate`; empty while it is open, or not rolled."""

    kept: int
    dice: tuple[int, int]
    fate: str = ""

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)

    @property
    def is_there(self) -> bool:
        """Return whether there are dice: who was kicked before they rolled has none."""
        return not self.fate or self.total > 0

    @property
    def face(self) -> str:
        """Return the face of the badge with its total."""
        return FACES.get(self.fate, "plain")


class Place(NamedTuple):
    """What one Halfling has. `state`: idle, stakes, staked, rolls, splits or settled; `fills`: what the dice are
    pressed for.
    """

    seat: Seat
    state: str
    staked: int = 0
    net: int = 0
    pairs: tuple[Pair, ...] = ()
    fills: tuple[str, ...] = ()
    awaited: bool = False
    crowned: bool = False

    @property
    def is_settled(self) -> bool:
        return self.state == "settled"

    def told(self) -> Say:
        """Return it in words."""
        total = self.pairs[0].total if len(self.pairs) == 1 else 0
        won = "yes" if self.net > 0 else "no"
        return say(
            "piece-place",
            seat=Who(self.seat),
            state=self.state,
            staked=self.staked,
            total=total,
            net=abs(self.net),
            won=won,
        )


def places(view: HalflingsView, seats: Sequence[Seat]) -> list[Place]:
    return [place_at(view, seat) for seat in seats]


def place_at(view: HalflingsView, seat: Seat) -> Place:
    """Return what this seat has: what is open before what is settled, and that before what is only staked."""
    found = (*deciding(view, seat), *settled(view, seat), *staking(view, seat))
    if found:
        return found[0]
    alone = stakes_alone(view)
    return Place(seat, "stakes" if alone else "idle", pairs=(Pair(0, TO_ROLL),) if alone else (), awaited=alone)


def deciding(view: HalflingsView, seat: Seat) -> Iterator[Place]:
    """Yield the place of one who may split: the pair in question is the first."""
    for play in (play for play in view.undecided if play.seat == seat):
        staked = sum(hand.stake for hand in play.hands)
        pairs = (*map(open_pair, play.hands), *map(fallen_pair, play.fallen))
        yield Place(seat, "splits", staked, play.net, pairs, ("split", "stand"), awaited=True)


def settled(view: HalflingsView, seat: Seat) -> Iterator[Place]:
    for net in (net for net in view.settled if net.seat == seat):
        pairs = tuple(map(fallen_pair, net.hands))
        yield Place(seat, "settled", 0, net.net, pairs, crowned=seat in view.winners)


def staking(view: HalflingsView, seat: Seat) -> Iterator[Place]:
    """Yield the place of one whose dice wait."""
    for one in (one for one in view.stakes if one.seat == seat):
        rolls = view.phase == "halfling-rolls"
        fills = ("roll",) if rolls else ()
        yield Place(seat, "rolls" if rolls else "staked", one.staked, 0, (Pair(0, TO_ROLL),), fills, awaited=rolls)


def stakes_alone(view: HalflingsView) -> bool:
    """Return whether one is awaited to stake: a crowd's clock waits for nobody."""
    return view.phase == "staking" and view.options.mode is not Mode.CROWD


def open_pair(hand: Hand) -> Pair:
    return Pair(hand.kept, hand.dice)


def fallen_pair(hand: Fallen) -> Pair:
    return Pair(hand.kept, hand.dice, hand.fate)
