"""Play other people's games in the same way, with random legal moves, if they are installed.

`pip install chess pokerkit` installs them; Potluck does not need them.
"""

import importlib
import random
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, Final, TypeVar

LONGEST_GAME: Final = 200

T = TypeVar("T")
Peer = tuple[str, Callable[[], int]]
"""A name, and a function that plays a game and returns the number of moves."""


def installed(make: Callable[[random.Random], Peer], chance: random.Random) -> Peer | str:
    """Return a peer; only the name of its library if that is not installed."""
    try:
        return make(chance)
    except ImportError as missing:
        return str(missing.name)


def picked(chance: random.Random, among: Sequence[T]) -> T:
    """Return a random one of these, for our games and others alike: `choice` takes longer than many a move."""
    return among[int(chance.random() * len(among))]


def chess(chance: random.Random) -> Peer:
    library: Any = importlib.import_module("chess")

    def play() -> int:
        board = library.Board()
        for number in range(LONGEST_GAME):
            legal = list(board.legal_moves)
            if not legal:
                return number
            board.push(picked(chance, legal))
        return LONGEST_GAME

    return f"python-chess {version('chess')}", play


def holdem(chance: random.Random) -> Peer:
    """Return PokerKit's no-limit hold'em for two, set up as in its guide."""
    library: Any = importlib.import_module("pokerkit")
    auto = library.Automation
    automations = (
        *(auto.ANTE_POSTING, auto.BET_COLLECTION, auto.BLIND_OR_STRADDLE_POSTING, auto.CARD_BURNING),
        *(auto.HOLE_DEALING, auto.BOARD_DEALING, auto.RUNOUT_COUNT_SELECTION),
        *(auto.HOLE_CARDS_SHOWING_OR_MUCKING, auto.HAND_KILLING, auto.CHIPS_PUSHING, auto.CHIPS_PULLING),
    )

    def play() -> int:
        table = library.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2)
        moves = 0
        while table.status and moves < LONGEST_GAME:
            acts = [table.check_or_call] if table.can_check_or_call() else []
            acts += [table.fold] if table.can_fold() else []
            acts += [table.complete_bet_or_raise_to] if table.can_complete_bet_or_raise_to() else []
            picked(chance, acts)()
            moves += 1
        return moves

    return f"PokerKit {version('pokerkit')} hold'em for two", play
