"""Play Halflings & Giants: two dice against the Giant's one."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar

from games.halflings import bots, chances, giants, hands, lessons, refusals, rules, scene, view
from games.halflings import feats as done
from games.halflings.events import EVENTS
from games.halflings.moves import Roll, Split, Stake, Stand
from games.halflings.options import CROWD, GiantIs, HalflingsOptions, Mode, Next, Pay, SplitRule
from games.halflings.state import Carry, State
from games.kit.board import Board
from games.kit.contract import Abilities, Illegal
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, verb
from games.kit.seats import Seat
from games.kit.telling import Say, say


class Halflings(Game[HalflingsOptions, State, Carry]):
    """Bind the rules to the contract."""

    name: ClassVar[str] = "halflings"
    high_from: ClassVar[int] = 6
    aliases: ClassVar[tuple[str, ...]] = ("giant",)
    version: ClassVar[str] = "halflings/2"

    options = HalflingsOptions
    state = State
    carry = Carry
    moves = (Stake, Roll, Split, Stand)
    events = EVENTS
    opening = Stake
    for_all = MappingProxyType({"mode": Mode.CROWD.value})

    start = staticmethod(rules.start)
    legal_moves = staticmethod(rules.legal_moves)
    played = staticmethod(rules.played)
    asks = staticmethod(rules.asks)
    time_up = staticmethod(rules.time_up)
    leave = staticmethod(rules.leave)
    result = staticmethod(rules.result)
    owed = staticmethod(rules.owed)

    least = staticmethod(giants.least)
    held_up_by = staticmethod(giants.held_up_by)

    view = staticmethod(view.view)
    scene_beside = staticmethod(scene.beside)
    scene = staticmethod(scene.scene)

    choose = staticmethod(bots.choose)
    feats = done.FEATS
    feats_in = staticmethod(done.feats_in)
    odds = staticmethod(chances.own)
    chance = staticmethod(chances.chance)
    options_odds = staticmethod(chances.whole_game)
    minutes = (1, 1)
    difficulty = 1
    presets = "mode"
    options_first = ("stack", "max_bet", "pay")

    def cover(self) -> Board:
        return lessons.front()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def rates(self, options: HalflingsOptions) -> bool:
        """Return whether people play against each other: only in a duel; elsewhere each plays alone against a Giant."""
        return options.mode is Mode.DUEL

    def defaults(self, given: Mapping[str, str], _abilities: Abilities) -> dict[str, Any]:
        """Return the defaults: a player as Giant pays even (HG-15); the original card allows two splits (HG-18)."""
        even = {"pay": Pay.EVEN} if giant_plays(given) else {}
        exact = {"max_splits": 2} if given.get("split") == SplitRule.EXACT else {}
        return {**even, **exact}

    def for_purses(self, given: Mapping[str, str], _buyin: int) -> dict[str, Any]:
        """Return the banker's table, where the House pays (HG-14)."""
        return {} if giant_plays(given) else {"pay": Pay.BANKER}

    def besides_stake(self, options: HalflingsOptions) -> Say | None:
        """Return what a player as Giant may have to pay (HG-15), or how many stakes an exact Knee may take (HG-17)."""
        if options.giant_plays:
            return say("risk-giant", pays=hands.as_ratio(options.most_pay))
        exact = options.split is SplitRule.EXACT and options.max_splits
        return say("risk-stakes", most=exact) if exact else None

    def best_play(self, options: HalflingsOptions) -> Fraction | None:
        """Return what the best splits are worth. Seats have their own dice, so several together do no better. Half a
        sucker is rounded down, which makes it worth even less; a snake that starts anew is played for the same stake.
        """
        return None if options.giant_plays else Fraction(chances.whole_game(options)["total"]["ev"])

    def uncovered(self, state: State) -> int:
        """Return what the Giant's die shows."""
        return state.knee

    def seats(self, options: HalflingsOptions) -> range:
        match options.mode:
            case Mode.HOUSE:
                return range(1, 2)
            case Mode.DUEL:
                return range(2, 3)
            case Mode.CROWD:
                return range(1, CROWD + 1)

    def stack(self, options: HalflingsOptions) -> Suckers:
        return options.stack

    def cooldown(self, options: HalflingsOptions) -> int:
        return options.cooldown

    def gathers(self, options: HalflingsOptions) -> int | None:
        return options.crowd_seconds if options.mode is Mode.CROWD else None

    def host_begins(self, options: HalflingsOptions) -> bool:
        """Return whether each round of a crowd waits for its host (HG-16)."""
        return options.next is Next.HOST

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        """Return why a move is refused: in words of this game, with the numbers, if there are any (HG-15)."""
        why = refusals.why(state, seat, move)
        if why is None:
            return super().refusal(state, seat, move, legal)
        return Illegal(why, rule=f"{self.name}: {verb(move)}", legal=legal)

    def carried(self, state: State) -> Carry:
        return Carry(state.giant)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """Return the carry: the next Giant follows the last one (HG-15) or, if that player left, the seat before."""
        return Carry(giants.last_of(carry.giant, seats))

    def turns_before(self, options: HalflingsOptions, carry: Carry, seats: int, seat: Seat) -> int | None:
        """Return how many of a crowd become Giant before this seat, clockwise; the last Giant owes no turn (HG-16)."""
        if not options.giant_plays or options.mode is not Mode.CROWD or seat == carry.giant:
            return None
        return seat if carry.giant is None else (seat - carry.giant - 1) % seats

    def place_in_turn(self, carry: Carry, seats: int, turns: int) -> Seat:
        """Return the seat that is so many places behind the next Giant."""
        place = (0 if carry.giant is None else carry.giant + 1) + min(turns, max(0, seats - 1))
        return Seat(place if place <= seats else place - seats)


def giant_plays(given: Mapping[str, str]) -> bool:
    """Return whether the Giant is a player, by the options as typed."""
    mode = given.get("mode")
    return mode == Mode.DUEL or (mode == Mode.CROWD and given.get("giant") == GiantIs.PLAYER)


GAME = Halflings()
