"""Count how much of the text in a chat is proof: `python -m bench.proof_letters [SCENE …]`.

It reads the scenes of `tests/transcripts`, which hold what tables really say. It counts the letters told to everybody,
and among them those of seals, texts, entropy, ends and seeds, whose digits a scene writes as `…`. A game of ten moves
or more is long; a scene with a long game is measured by its share of proof, all others by the letters of proof for each
game.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from games.proof import fair

SCENES: Final = Path(__file__).parents[1] / "tests" / "transcripts"
PUBLIC: Final = re.compile(r" +#\S+ \| (?:[A-Z0-9]{3} · )?(.*)")
PROOF: Final = re.compile(
    r"(?:Game \d+: (?:seal|mixed|end|never played)|Text of .*: ….$|(?:One|\d+) earlier games? of)"
)
CUE: Final = re.compile(r"(?:@?[^\s>]+>|wait:) ?")
BEGUN: Final = re.compile(r"Game (\d+): mixed ")
OVER: Final = re.compile(r"Game (\d+): end ")
DIGITS: Final = {"mixed ": fair.SHOWN, "seed ": 2 * fair.SEED_BYTES}
"""The number of digits after these words; after others there are as many as bind."""
LONG: Final = 10
"""A game with this many moves is long."""
MOST_OF_LONG: Final = 0.05
MOST_A_GAME: Final = 110
"""The goals: the share of proof in a scene with a long game, and the letters of proof for each game in any other."""


class Told(NamedTuple):
    """The counts of what a scene tells everybody. `moves`: of its longest game."""

    scene: str
    games: int
    moves: int
    letters: int
    proof: int

    @property
    def share(self) -> float:
        return self.proof / max(1, self.letters)

    @property
    def a_game(self) -> float:
        return self.proof / max(1, self.games)

    @property
    def is_long(self) -> bool:
        return self.moves >= LONG

    @property
    def row(self) -> str:
        counted = f"{self.games:5} {self.moves:5} {self.letters:7} {self.proof:6} {self.share:6.1%} {self.a_game:7.0f}"
        return f"{counted}  {self.scene}"


HEAD: Final = "games moves letters  proof  share a game  scene"


def in_full(line: str) -> str:
    """Return a line of a scene with as many digits as were told."""
    return re.sub(r"(\w+ )?…", lambda found: (found[1] or "") + "x" * DIGITS.get(found[1] or "", fair.BINDS), line)


def told_in(scene: str, text: str) -> Told:
    """Count what one scene tells."""
    on, longest = dict[str, int](), 0
    games = letters = proof = 0
    for line in text.splitlines():
        if CUE.match(line):
            on = {game: moves + 1 for game, moves in on.items()}
            longest = max((longest, *on.values()))
        public = PUBLIC.fullmatch(line)
        if public is None:
            continue
        said = in_full(public[1])
        letters += len(said)
        if not PROOF.match(public[1]):
            continue
        proof += len(said)
        if begun := BEGUN.match(said):
            games += 1
            on[begun[1]] = 0
        elif over := OVER.match(said):
            on.pop(over[1], None)
    return Told(scene, games, longest, letters, proof)


def scenes(names: list[str]) -> Iterator[Told]:
    """Yield the counts of the scenes in which a game begins; of all scenes unless some are named."""
    for path in sorted(SCENES.glob("*.txt")):
        if not names or path.stem in names:
            told = told_in(path.stem, path.read_text(encoding="utf-8"))
            if told.games:
                yield told


def together(name: str, rows: list[Told]) -> Told:
    """Return the counts of all of them together."""
    games, letters, proof = (sum(each) for each in zip(*((one.games, *one[3:]) for one in rows), strict=True))
    return Told(name, games, max(one.moves for one in rows), letters, proof)


def main(names: list[str]) -> None:
    found = list(scenes(names))
    long, short = [one for one in found if one.is_long], [one for one in found if not one.is_long]
    print(HEAD, *(one.row for one in found), sep="\n")
    for name, rows in (("with games of ten moves and more", long), ("with short games alone", short)):
        if rows:
            print(together(name, rows).row)


if __name__ == "__main__":
    main(sys.argv[1:])
