"""House players of Halflings & Giants."""

from games.dice import Dice
from games.halflings.chances import splits_best
from games.halflings.moves import Roll, Split, Stake, Stand
from games.halflings.scene import HalflingsView
from games.money import Suckers
from games.moves import LegalMove, Move, Range

WHOLE_STAKES = (5, 10, 10, 20, 20, 25, 50)
"""What people stake; a house bot picks among them."""


def choose(view: HalflingsView, legal: tuple[LegalMove, ...], level: int, dice: Dice) -> Move | None:
    """Level 0 splits by a coin; from 1 on it takes the better mean."""
    verbs = {offer.move: offer for offer in legal}
    if Stake in verbs:
        return stake(verbs[Stake], dice)
    if Roll in verbs:
        return Roll()
    if Split in verbs:
        return Split() if splits(view, level, dice) else Stand()
    return None


def stake(offer: LegalMove, dice: Dice) -> Stake:
    limits = offer.fields["amount"]
    most = limits.high if isinstance(limits, Range) else 1
    return Stake(Suckers(min(most, dice.draw("stake").pick(WHOLE_STAKES))))


def splits(view: HalflingsView, level: int, dice: Dice) -> bool:
    if level == 0 or view.knee is None:
        return dice.draw("split").below(2) == 0
    play = next(play for play in view.undecided if play.seat == view.viewer)
    return splits_best(view.options, play, view.knee)
