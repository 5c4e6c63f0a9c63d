"""Play Headache, the dice auction."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from games.headache import bots, lessons, odds, ownership, refusals, resample, rules, scene, typed, view
from games.headache import feats as done
from games.headache import options as choices
from games.headache.events import EVENTS
from games.headache.moves import MOVES, NONE, Abstain, Ally, For
from games.headache.options import MOST_PLAYERS, HeadacheOptions
from games.headache.state import Carry, State
from games.kit.board import Board
from games.kit.contract import Illegal
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats


class Headache(Game[HeadacheOptions, State, Carry]):
    """Bind the rules to the contract."""

    name: ClassVar[str] = "headache"
    version: ClassVar[str] = "headache/3"
    chips_alone: ClassVar[Mapping[str, Any]] = {"rebuy": False}

    options = HeadacheOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

    defaults = staticmethod(choices.defaults)
    start = staticmethod(rules.start)
    legal_moves = staticmethod(rules.legal_moves)
    played = staticmethod(rules.played)
    asks = staticmethod(rules.asks)
    time_up = staticmethod(rules.time_up)
    leave = staticmethod(rules.leave)
    is_out = staticmethod(rules.is_out)
    result = staticmethod(rules.result)
    places = staticmethod(rules.places)
    carried = staticmethod(rules.carried)
    owed = staticmethod(ownership.owed)
    break_up = staticmethod(ownership.break_up)
    own_refusal = staticmethod(refusals.own_refusal)

    view = staticmethod(view.view)
    scene_beside = staticmethod(scene.beside)
    scene = staticmethod(scene.scene)
    resample = staticmethod(resample.resample)

    choose = staticmethod(bots.choose)
    chance = staticmethod(odds.chance_to_win)
    feats = done.FEATS
    feats_in = staticmethod(done.feats_in)
    odds = staticmethod(odds.own)
    minutes = (3, 6)
    difficulty = 3
    presets = "pace"
    options_first = ("stack", "entry", "games", "min_players")

    def cover(self) -> Board:
        return lessons.front()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def seats(self, options: HeadacheOptions) -> range:
        return range(options.min_players, MOST_PLAYERS + 1)

    def stack(self, options: HeadacheOptions) -> Suckers:
        return options.stack

    def least(self, options: HeadacheOptions) -> Suckers | None:
        """Return the entrance fee; a player who can't pay it may buy in again if the host allows that (HA-3)."""
        return options.entry if options.rebuy else None

    def held_up_by(self, options: HeadacheOptions, _carry: Carry | None, stacks: Stacks) -> tuple[Seat, ...]:
        """Return who can't pay the entrance fee, if too few players can for a game (HA-1, HA-3)."""
        short = tuple(seat for seat in all_seats(len(stacks)) if stacks[seat] < options.entry)
        return short if len(stacks) - len(short) < options.min_players else ()

    def must_buy_in(self, options: HeadacheOptions, carry: Carry | None, stacks: Stacks) -> tuple[Seat, ...]:
        """Return who can't pay the entrance fee and may buy in again (HA-3)."""
        return tuple(seat for seat in all_seats(len(stacks)) if self.buys_in(options, carry, stacks, seat))

    def plays_on(self, options: HeadacheOptions, _carry: Carry | None, stacks: Stacks) -> tuple[bool, ...]:
        """Return for each seat whether it can pay the entrance fee; the others sit out (HA-3)."""
        return tuple(stack >= options.entry for stack in stacks)

    def meant(self, kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
        """Return the move that is meant: `for none` is said of an empty fist."""
        return (Abstain, ()) if kind is For and [word.lower() for word in words] == [NONE] else (kind, words)

    spelled_out = staticmethod(typed.spelled_out)

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        """Return why a move is refused. Players who might ally meanwhile are also told who is awaited (HA-31b)."""
        asked = legal if isinstance(move, Ally) else tuple(offer for offer in legal if offer.move is not Ally)
        return refusals.own_refusal(state, seat, move, legal) or super().refusal(state, seat, move, asked)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """Return the carry after a leaving: if the player with the first roll left, the next one clockwise has it
        (HA-34). Leavers lose their share of a carried pot (HA-31).
        """
        around = [*seats[carry.first :], *seats[: carry.first]]
        first = next((seat for seat in around if seat is not None), Seat(0))
        return replace(carry, first=first, staked=tuple(to for one in carry.staked if (to := seats[one]) is not None))


GAME = Headache()
