"""Compute `!odds`: the chance that a face-down card can be played, from what its owner has seen."""

from collections.abc import Sequence
from fractions import Fraction

from games.kit.cards import Card, rank_of
from games.kit.contract import Odds, PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.telling import say
from games.poohead.moves import Blind
from games.poohead.options import PooheadOptions
from games.poohead.pile import ToBeat, goes_blind
from games.poohead.view import LayoutView, PooheadView


def own(view: PooheadView, _told: tuple[PrivateEvent, ...], _resample: Resample, _dice: Dice) -> Odds | None:
    """Return the chances; a face-down card is equally likely any of those that the viewer has not seen."""
    if not (isinstance(view.viewer, int) and has_odds(view, view.viewer)):
        return None
    layout = view.layouts[view.viewer]
    chance = blind_chance(view.options, view.unseen, view.beat, last=is_last(layout))
    return Odds((say("odds-blind", chance=f"{float(chance):.1%}", cards=len(layout.down), unseen=len(view.unseen)),))


def has_odds(view: PooheadView, seat: Seat) -> bool:
    """Return whether a seat has a face-down card that may be turned."""
    return view.phase in {"to-play", "threes-out", "naming"} and bool(view.layouts[seat].down)


def comes_off(view: PooheadView, move: Move | None) -> float | None:
    """Return the chance that a face-down card can be played when it is turned; nobody can tell how a game ends."""
    if not isinstance(move, Blind) or not isinstance(view.viewer, int) or not view.unseen:
        return None
    return float(blind_chance(view.options, view.unseen, view.beat, last=is_last(view.layouts[view.viewer])))


def is_last(layout: LayoutView) -> bool:
    """Return whether a face-down card would be the player's last card."""
    return layout.hand + len(layout.up) == 0 and len(layout.down) == 1


def blind_chance(options: PooheadOptions, unseen: Sequence[Card], beat: ToBeat, *, last: bool) -> Fraction:
    """Return the chance that it can be played. `last`: going out with a special card may be forbidden (PH-29)."""
    return Fraction(sum(goes_blind(options, rank_of(card), beat, last=last) for card in unseen), len(unseen))
