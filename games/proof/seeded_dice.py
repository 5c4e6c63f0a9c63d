"""Dice whose every draw follows from a seed, and can be proved."""

import hmac
from collections.abc import Iterator, Mapping

from games.kit.dice import Dice, Draw
from games.kit.seats import Seat
from games.proof import fair


class SeededDraw(Draw):
    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def below(self, n: int) -> int:
        return fair.below(self._words, n)


class SeededDice(Dice):
    """Dice fixed by a committed seed and the players' texts: the protocol `potluck/1`."""

    def __init__(self, seed: bytes, game_id: str, mixed: bytes, counts: Mapping[str, int] | None = None) -> None:
        super().__init__(counts)
        self._keyed = hmac.new(seed, digestmod="sha256")
        self._draws = fair.draws_of(game_id, mixed)

    def stream(self, label: str, index: int) -> Draw:
        return SeededDraw(fair.words_of(self._keyed, self._draws, label, index))


def thinking(dice: Dice, seat: Seat) -> Dice:
    """Return the dice of a house bot's decision: it is one draw, `bot/seatN`, that seeds a stream of its
    own (`docs/fairness.md`, Draws).
    """
    draw = dice.draw("bot", seat)
    seed = b"".join(draw.below(2**32).to_bytes(4, "big") for _ in range(fair.SEED_BYTES // 4))
    return SeededDice(seed, "bot", b"")
