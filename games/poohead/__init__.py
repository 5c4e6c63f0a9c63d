"""Play Poohead: get rid of all your cards, or be the Poohead."""

from typing import ClassVar

from games.kit.board import Board
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.poohead import bots, deal, lessons, odds, refusals, resample, rules, scene, typed, view
from games.poohead import feats as done
from games.poohead import options as choices
from games.poohead.events import EVENTS
from games.poohead.moves import MOVES
from games.poohead.options import FEWEST, MOST_PLAYERS, PooheadOptions
from games.poohead.state import Carry, State


class Poohead(Game[PooheadOptions, State, Carry]):
    """Bind the rules to the contract."""

    name: ClassVar[str] = "poohead"
    version: ClassVar[str] = "poohead/2"

    options = PooheadOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

    defaults = staticmethod(choices.defaults)
    start = staticmethod(deal.start)
    legal_moves = staticmethod(rules.legal_moves)
    played = staticmethod(rules.played)
    asks = staticmethod(rules.asks)
    time_up = staticmethod(rules.time_up)
    leave = staticmethod(rules.leave)
    is_out = staticmethod(rules.is_out)
    result = staticmethod(rules.result)
    places = staticmethod(rules.places)
    carried = staticmethod(rules.carried)
    own_refusal = staticmethod(refusals.refusal)

    view = staticmethod(view.view)
    scene_beside = staticmethod(scene.beside)
    scene = staticmethod(scene.scene)
    resample = staticmethod(resample.resample)

    choose = staticmethod(bots.choose)
    levels = staticmethod(bots.levels)
    has_odds = staticmethod(odds.has_odds)
    chance = staticmethod(odds.comes_off)
    feats = done.FEATS
    feats_in = staticmethod(done.feats_in)
    odds = staticmethod(odds.own)

    implied = staticmethod(typed.implied)
    meant = staticmethod(typed.meant)
    spelled_out = staticmethod(typed.spelled_out)
    minutes = (6, 21)
    difficulty = 2
    presets = "house"
    options_first = ("jokers_per_deck", "opening", "end")

    def cover(self) -> Board:
        return lessons.front()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def seats(self, _options: PooheadOptions) -> range:
        return range(FEWEST, MOST_PLAYERS + 1)

    def stack(self, _options: PooheadOptions) -> Suckers:
        """Return 0: the game is not played for suckers."""
        return Suckers(0)

    def least(self, _options: PooheadOptions) -> Suckers | None:
        return None

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """Return the carry in which the next player clockwise deals if the Poohead has left (PH-31)."""
        around = [*seats[carry.dealer :], *seats[: carry.dealer]]
        return Carry(next((seat for seat in around if seat is not None), Seat(0)))


GAME = Poohead()
