"""Play Fearless Rogues Hold 'Em: several Halflings, each with secret dice, against one unseen Giant."""

from collections.abc import Mapping
from typing import ClassVar

from games.kit.board import Board
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat
from games.rogues import bots, chances, lessons, odds, ownership, refusals, resample, rules, scene, typed, view
from games.rogues import feats as done
from games.rogues import options as choices
from games.rogues.events import EVENTS
from games.rogues.moves import MOVES
from games.rogues.options import FEWEST, MOST_PLAYERS, RoguesOptions
from games.rogues.state import Carry, State


class Rogues(Game[RoguesOptions, State, Carry]):
    """Bind the rules to the contract."""

    name: ClassVar[str] = "rogues"
    aliases: ClassVar[tuple[str, ...]] = ("fearless",)
    version: ClassVar[str] = "rogues/2"
    tournaments: ClassVar[bool] = True
    in_tournaments: ClassVar[Mapping[str, str]] = choices.IN_TOURNAMENTS
    high_from: ClassVar[int] = 6
    one_is: ClassVar[str] = "round"
    last_one_plays: ClassVar[bool] = True
    keeps_hidden: ClassVar[bool] = True
    settled: ClassVar[frozenset[str]] = frozenset(
        key for key in RoguesOptions.model_fields if key != "stack" and not key.endswith("_seconds")
    )

    options = RoguesOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

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

    carried = staticmethod(rules.carried)
    reseated = staticmethod(rules.reseated)
    owed = staticmethod(ownership.owed)
    paid = staticmethod(ownership.paid)
    break_up = staticmethod(ownership.break_up)
    match_is_over = staticmethod(rules.match_is_over)
    plays_on = staticmethod(rules.plays_on)
    joined = staticmethod(rules.joined)
    raised = staticmethod(choices.raised)
    for_purses = staticmethod(choices.for_purses)
    best_play = staticmethod(chances.best_play)

    view = staticmethod(view.view)
    scene_beside = staticmethod(scene.beside)
    scene = staticmethod(scene.scene)
    resample = staticmethod(resample.resample)

    choose = staticmethod(bots.choose)
    chance = staticmethod(odds.chance)
    feats = done.FEATS
    feats_in = staticmethod(done.feats_in)
    odds = staticmethod(odds.own)

    implied = staticmethod(typed.implied)
    meant = staticmethod(typed.meant)
    spelled_out = staticmethod(typed.spelled_out)
    minutes = (3, 38)
    difficulty = 3
    presets = "betting"
    options_first = ("stack", "ante_unit", "rounds")

    def cover(self) -> Board:
        return lessons.front()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def uncovered(self, state: State) -> int:
        """Return the Giant's number after the reveal."""
        return view.seen_by_all(state).giant

    def seats(self, _options: RoguesOptions) -> range:
        return range(FEWEST, MOST_PLAYERS + 1)

    def stack(self, options: RoguesOptions) -> Suckers:
        return options.stack

    def least(self, options: RoguesOptions) -> Suckers | None:
        """Return the first ante, the least that one needs to play."""
        return options.first_ante

    def buys_in(self, options: RoguesOptions, carry: Carry | None, stacks: Stacks, seat: Seat) -> bool:
        """Return whether a seat may buy in: nobody who is still in a match may."""
        return super().buys_in(options, carry, stacks, seat) and not self.plays_on(options, carry, stacks)[seat]


GAME = Rogues()
