"""The art of a game, for where no table of it is drawn yet: what lies there while it is played."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.render.symbols import symbols
from games.catalogue import AnyGame, catalogue
from games.kit.board import Board, Piece, PieceKind
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR
from games.proof.seeded_dice import SeededDice

SHOWN: Final = 4
STEPS: Final = 60
SEED: Final = bytes(32)
SMALLEST: Final = 16
"""The height of the smallest piece that counts, in units: smaller ones are signs beside words."""
KINDS: Final = (PieceKind.CARD, PieceKind.CUP, PieceKind.CONE, PieceKind.FIGURE, PieceKind.DIE, PieceKind.CHIP)
"""The kinds that have symbols; those that tell most of a game come first."""
BACK: Final = "back"
EMBLEMS: Final = (PieceKind.CUP, PieceKind.CONE, PieceKind.FIGURE)
"""The kinds of pieces that tell a game from others; those that tell most come first."""
LARGE: Final = 0.75
"""How high a piece must be to stand for its game, as a share of the highest such piece on its cover."""


@lru_cache
def art_of(name: str) -> tuple[str, ...]:
    """Return the names of some symbols that stand for a game, as `cup-down`; none for a game that nobody knows."""
    rules = catalogue().get(name)
    if rules is None:
        return ()
    found: dict[str, PieceKind] = {}
    for board in boards(rules):
        for piece in sorted(board.pieces, key=lambda one: -one.height):
            if piece.kind in KINDS and piece.height >= SMALLEST and is_drawn(piece):
                found.setdefault(f"{piece.kind}-{piece.face}", piece.kind)
    return tuple(mixed(found))


@lru_cache
def emblem_of(name: str) -> str:
    """Return the name of the one symbol that stands for a game: a large piece of its cover; empty if it has none."""
    rules = catalogue().get(name)
    cover = None if rules is None else rules.cover()
    known = [] if cover is None else [one for one in cover.pieces if one.kind in EMBLEMS and is_drawn(one)]
    large = [one for one in known if one.height >= LARGE * max(other.height for other in known)]
    best = min(large, key=lambda one: (EMBLEMS.index(one.kind), -one.height), default=None)
    return "" if best is None else f"{best.kind}-{best.face}"


def is_drawn(piece: Piece) -> bool:
    return piece.face != BACK and f"{piece.kind}-{piece.face}" in symbols()


def mixed(found: dict[str, PieceKind]) -> list[str]:
    """Return one symbol of each kind in turn, until there are enough."""
    kinds = [[name for name, kind in found.items() if kind is one] for one in KINDS]
    rounds = [names[at] for at in range(SHOWN) for names in kinds if at < len(names)]
    return rounds[:SHOWN]


def boards(rules: AnyGame) -> Iterator[Board]:
    """Yield what everybody sees of a game in which nobody says anything; it is the same each time."""
    options, dice = rules.options(), SeededDice(SEED, rules.name, b"")
    count = rules.seats(options)[0]
    state, _ = rules.start(options, (Suckers(rules.stack(options)),) * count, dice, None)
    for _ in range(STEPS):
        scene = rules.scene(rules.view(state, SPECTATOR))
        if scene.board is not None:
            yield scene.board
        ask = rules.asks(state)
        if ask is None:
            return
        state, _ = rules.time_up(state, ask.seats, dice)
