"""Pictures of the boards of games in all their phases, to be looked at: `python -m bench.boards FOLDER [GAME [SEATS]]`.

A picture a phase and viewer (an onlooker, and the first seat that is awaited), out of random games. What a page shows
is the same, drawn by the browser.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import resvg_py

from bot.ports.messages import ShownBoard
from bot.render.boards import board_shown
from bot.render.drawing import svg
from bot.render.offers import Called
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.seats import SPECTATOR, Viewer
from games.proof import fair
from potluck.testing.positions import Opening, positions

NAMES: Final = ("andy", "Bill the Bold of Bree", "Pete Best", "jack ♠", "Colin", "Dora", "Emil", "Fay", "Gus", "Hal")
GAMES: Final = 3
MOST_DEEDS: Final = 400
AGAIN: Final = 40
"""After so many further positions a phase is drawn once more: a table looks different late in a game."""
WIDTH: Final = 800


def boards(game: AnyGame, seats: int) -> Iterator[tuple[str, ShownBoard]]:
    """Yield the boards of some games, each with a name of its own."""
    words, seen = Words(), dict[str, int]()
    for number in range(GAMES):
        options = game.options_from({})
        opening = Opening(game, options, (game.stack(options),) * seats, fair.lp(f"boards {number}"))
        for at, position in enumerate(positions(opening, MOST_DEEDS)):
            ask = game.asks(position.state)
            viewers: tuple[Viewer, ...] = (SPECTATOR, *(() if ask is None else ask.seats[:1]))
            phase = game.view(position.state, SPECTATOR).phase
            if at - seen.get(phase, -AGAIN) < AGAIN:
                continue
            seen[phase] = at
            for viewer in viewers:
                shown = shown_to(game, position.state, viewer, words, seats)
                if shown is not None:
                    yield (
                        f"{game.name}-{seats}-{phase}-{number}-{at}-{'all' if viewer is SPECTATOR else viewer + 1}",
                        shown,
                    )


def shown_to(game: AnyGame, state: Any, viewer: Viewer, words: Words, seats: int) -> ShownBoard | None:
    scene = game.scene(game.view(state, viewer))
    return None if scene.board is None else board_shown(scene.board, Called(NAMES[:seats], game, words, scene))


def main(folder: Path, names: list[str], seats: list[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in (catalogue()[name] for name in names or catalogue()):
        allowed = game.seats(game.options_from({}))
        for count in seats or (allowed[0], min(allowed[-1], 8)):
            for name, board in boards(game, count):
                drawn = resvg_py.svg_to_bytes(svg_string=svg(board), width=WIDTH)
                (folder / f"{name}.png").write_bytes(bytes(drawn))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:3], [int(one) for one in sys.argv[3:4]])
