"""Other people's games, played the same way: a random legal move after another. Only those that are installed."""

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import Any, Final, TypeVar

LONGEST_GAME: Final = 200

T = TypeVar("T")
Peer = tuple[str, Callable[[], int]]
"""A name, and a game of it, which gives the number of moves played."""


def peers(chance: random.Random) -> Iterator[Peer | str]:
    """`pip install chess pokerkit rlcard` brings them; Potluck needs none of them. A name alone: it isn't there."""
    for make in (blackjack, chess, holdem):
        yield installed(make, chance)


def installed(make: Callable[[random.Random], Peer], chance: random.Random) -> Peer | str:
    try:
        return make(chance)
    except ImportError as missing:
        return str(missing.name)


def picked(chance: random.Random, among: Sequence[T]) -> T:
    """Return one of these by chance, ours and theirs alike: `choice` takes longer than many a move."""
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


def blackjack(chance: random.Random) -> Peer:
    """RLCard's blackjack: one player against a dealer, as near to a House game as there is."""
    library: Any = importlib.import_module("rlcard")
    env = library.make("blackjack")

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(picked(chance, list(state["legal_actions"])))
            moves += 1
        return moves

    return f"RLCard {version('rlcard')} blackjack", play


def uno(chance: random.Random) -> Peer:
    """RLCard's UNO, the bare game without its environment: the nearest to a card game of hidden hands there is."""
    game: Any = importlib.import_module("rlcard.games.uno").Game()

    def play() -> int:
        game.init_game()
        for number in range(LONGEST_GAME):
            if game.is_over():
                return number
            game.step(picked(chance, game.get_legal_actions()))
        return LONGEST_GAME

    return f"RLCard {version('rlcard')} UNO for two", play


def holdem(chance: random.Random) -> Peer:
    """PokerKit's no-limit hold'em for two, as its own guide sets it up."""
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
