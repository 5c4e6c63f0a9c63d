"""Choose moves for the house bots of Halflings & Giants."""

from games.halflings.chances import splits_well
from games.halflings.moves import Roll, Split, Stake, Stand
from games.halflings.options import SplitRule
from games.halflings.view import HalflingsView
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range
from games.kit.temper import Temper

WHOLE_STAKES = (5, 10, 10, 20, 20, 25, 50)
"""Stakes as people choose them; a house bot picks one."""


def choose(
    view: HalflingsView,
    _told: tuple[PrivateEvent, ...],
    legal: tuple[LegalMove, ...],
    _resample: Resample,
    temper: Temper,
    dice: Dice,
) -> Move | None:
    """Return a move. All bots split a double, which would lose (HG-5). An exact Knee is split by level 0 if splitting
    wins on average, and by the others if it wins more than standing.
    """
    verbs = {offer.move: offer for offer in legal}
    if Stake in verbs:
        return stake(verbs[Stake], dice)
    if Roll in verbs:
        return Roll()
    if Split in verbs:
        return Split() if splits(view, temper.level) else Stand()
    if Stand in verbs:
        return Stand()
    return None


def stake(offer: LegalMove, dice: Dice) -> Stake:
    limits = offer.fields["amount"]
    most = limits.high if isinstance(limits, Range) else 1
    return Stake(Suckers(min(most, dice.draw("stake").pick(WHOLE_STAKES))))


def splits(view: HalflingsView, level: int) -> bool:
    if view.options.split is SplitRule.DOUBLES:
        return True
    play = next(play for play in view.undecided if play.seat == view.viewer)
    return view.knee is not None and splits_well(view.options, play, view.knee, best=level > 0)
