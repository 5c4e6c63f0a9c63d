"""Play Cones: land on the others, and capture all of them."""

from typing import ClassVar

from games.cones import bots, lessons, odds, refusals, rules, scene, typed, view
from games.cones import feats as done
from games.cones import options as choices
from games.cones.events import EVENTS
from games.cones.moves import MOVES
from games.cones.options import FEWEST, MOST_PLAYERS, ConesOptions, Sets
from games.cones.state import Chosen, State
from games.kit.board import Board
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.money import Suckers


class Cones(Game[ConesOptions, State, Chosen]):
    """Bind the rules to the contract."""

    name: ClassVar[str] = "cones"
    version: ClassVar[str] = "cones/3"
    one_scene: ClassVar[bool] = True

    options = ConesOptions
    state = State
    carry = Chosen
    moves = MOVES
    events = EVENTS

    defaults = staticmethod(choices.defaults)
    choices = staticmethod(rules.choices)
    chosen = staticmethod(rules.chosen)
    start = staticmethod(rules.start)
    legal_moves = staticmethod(rules.legal_moves)
    played = staticmethod(rules.played)
    asks = staticmethod(rules.asks)
    time_up = staticmethod(rules.time_up)
    leave = staticmethod(rules.leave)
    is_out = staticmethod(rules.is_out)
    result = staticmethod(rules.result)
    places = staticmethod(rules.places)
    own_refusal = staticmethod(refusals.refusal)

    view = staticmethod(view.view)
    scene = staticmethod(scene.scene)

    choose = staticmethod(bots.choose)
    levels = staticmethod(bots.levels)
    feats = done.FEATS
    feats_in = staticmethod(done.feats_in)
    has_odds = staticmethod(odds.has_odds)
    odds = staticmethod(odds.own)

    implied = staticmethod(typed.implied)
    spelled_out = staticmethod(typed.spelled_out)
    minutes = (3, 10)
    difficulty = 2
    presets = "edition"
    options_first = ("sectors", "safety", "sets_per_player")

    def cover(self) -> Board:
        return lessons.front()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def seats(self, options: ConesOptions) -> range:
        """Return how many may play; with two sets each it is a game for two (HC-16)."""
        return range(FEWEST, FEWEST + 1 if options.sets_per_player is Sets.TWO else MOST_PLAYERS + 1)

    def stack(self, _options: ConesOptions) -> Suckers:
        """Return 0: the game is not played for suckers."""
        return Suckers(0)

    def least(self, _options: ConesOptions) -> Suckers | None:
        return None


GAME = Cones()
