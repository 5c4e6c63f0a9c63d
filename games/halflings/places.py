"""Gather what a viewer knows of each Halfling: the stake, the dice in pairs, and what came of them."""

from typing import Final, NamedTuple

from games.halflings.hands import Fate
from games.halflings.options import Mode
from games.halflings.state import Fallen
from games.halflings.step import KICK
from games.halflings.view import HalflingsView
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say, yes

FACES: Final[dict[str, str]] = {Fate.TOPPLED: "gold", Fate.KICKED: "red", Fate.EATEN: "red"}


class Pair(NamedTuple):
    """Hold two dice, and what was kept before. `fate`: as in `hands.Fate`; empty while it is open, or not rolled."""

    kept: int
    dice: tuple[int, int]
    fate: str = ""

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)

    @property
    def is_there(self) -> bool:
        """Return whether there are dice: a player who was kicked before they rolled has none."""
        return not self.fate or self.total > 0

    @property
    def face(self) -> str:
        """Return the face of the badge with the total."""
        return FACES.get(self.fate, "plain")


TO_ROLL: Final = Pair(0, (0, 0))
"""Dice that have not been rolled."""


class Place(NamedTuple):
    """Say what one Halfling has. `state`: idle, stakes, staked, rolls, splits or settled; `fills`: what the dice can be
    pressed for; `needs`: the Knee that their dice must reach, or had to; 0 as long as there is none, or after a Kick.
    """

    seat: Seat
    stack: Suckers
    state: str
    staked: int = 0
    net: int = 0
    pairs: tuple[Pair, ...] = ()
    fills: tuple[str, ...] = ()
    awaited: bool = False
    crowned: bool = False
    needs: int = 0

    @property
    def is_settled(self) -> bool:
        return self.state == "settled"

    def told(self) -> Say:
        """Return the place in words."""
        total = self.pairs[0].total if len(self.pairs) == 1 else 0
        values = {"staked": self.staked, "total": total, "net": abs(self.net)}
        return say("piece-place", seat=Who(self.seat), state=self.state, **values, won=yes(self.net > 0))


def place_at(view: HalflingsView, seat: Seat) -> Place:
    """Return what this seat has: an open hand, else what is settled, else what is only staked."""
    stack, needs = view.stacks[seat], 0 if view.giants_die == KICK else view.giants_die
    for play in view.undecided:
        if play.seat == seat:  # the pair in question comes first
            pairs = (*(Pair(hand.kept, hand.dice) for hand in play.hands), *map(fallen_pair, play.fallen))
            staked = sum(hand.stake for hand in play.hands)
            return Place(seat, stack, "splits", staked, play.net, pairs, ("split", "stand"), awaited=True, needs=needs)
    for net in view.settled:
        if net.seat == seat:
            pairs = tuple(map(fallen_pair, net.hands))
            return Place(seat, stack, "settled", 0, net.net, pairs, crowned=seat in view.winners, needs=needs)
    for one in view.stakes:
        if one.seat == seat:
            state, fills = ("rolls", ("roll",)) if view.phase == "halfling-rolls" else ("staked", ())
            return Place(seat, stack, state, one.staked, 0, (TO_ROLL,), fills, awaited=bool(fills), needs=needs)
    alone = stakes_alone(view)
    return Place(seat, stack, "stakes" if alone else "idle", pairs=(TO_ROLL,) if alone else (), awaited=alone)


def fallen_pair(hand: Fallen) -> Pair:
    return Pair(hand.kept, hand.dice, hand.fate)


def stakes_alone(view: HalflingsView) -> bool:
    """Return whether a single player is awaited to stake; a crowd's clock waits for nobody."""
    return view.phase == "staking" and view.options.mode is not Mode.CROWD
