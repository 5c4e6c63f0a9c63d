"""Keys, pledges and dice: the bot's side of the protocol `potluck/1` (`games/proof/fair.py`)."""

import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from bot.ports.ids import PlaceId, VenueId
from bot.table.phases import Playing, Pledge
from games.kit.dice import Dice
from games.proof import fair
from games.proof.seeded_dice import SeededDice

KEY_BYTES: Final = 32
SALT_BYTES: Final = 16


class LostKeyError(Exception):
    """The key that a running game was committed with is not here (threats F27)."""


@lru_cache(maxsize=256)
def mixed(pairs: tuple[fair.Pair, ...]) -> bytes:
    """Return the entropy of a running game: the same for each of its steps."""
    return fair.entropy(pairs)


class Keys:
    """The operator's keys by number, never printed, never stored in Redis."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys = dict(keys)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self._keys)

    @property
    def current(self) -> int:
        return max(self._keys)

    def key(self, number: int) -> bytes:
        try:
            return self._keys[number]
        except KeyError:
            raise LostKeyError(f"key {number}") from None

    @property
    def by_number(self) -> dict[int, bytes]:
        """Return all of them: for what else is derived from them."""
        return dict(self._keys)

    def __repr__(self) -> str:
        return f"Keys({sorted(self._keys)})"


class Fairness:
    """Pledges the seeds of games, and makes their dice. `random_bytes` is `secrets.token_bytes` but in transcripts."""

    def __init__(self, keys: Keys, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.keys, self.random_bytes = keys, random_bytes

    loaded = False
    """Whether dice may fall otherwise than by the seed: in the console and tests only."""

    def pledge(self, venue: VenueId, place: PlaceId, n: int) -> Pledge:
        return self.pledge_with(self.salt(), venue, place, n)

    def salt(self) -> bytes:
        return self.random_bytes(SALT_BYTES)

    def pledge_with(self, salt: bytes, venue: VenueId, place: PlaceId, n: int) -> Pledge:
        game_id = f"{venue}/{place}/{n}"
        key = self.keys.current
        seed = fair.seed(self.keys.key(key), game_id, salt)
        return Pledge(n, game_id, salt.hex(), key, fair.commitment(game_id, seed))

    def seed(self, pledge: Pledge) -> bytes:
        """Return the seed of a game: revealed when it is over, never before. Raises LostKeyError."""
        seed = fair.seed(self.keys.key(pledge.key), pledge.game_id, bytes.fromhex(pledge.salt))
        if fair.commitment(pledge.game_id, seed) != pledge.commitment:
            raise LostKeyError(f"key {pledge.key} is another one")
        return seed

    def dice(self, pledge: Pledge, pairs: tuple[fair.Pair, ...], draws: Mapping[str, int]) -> Dice:
        return SeededDice(self.seed(pledge), pledge.game_id, mixed(pairs), draws)

    def dice_of(self, playing: Playing) -> Dice:
        return self.dice(playing.pledge, playing.pairs, playing.draws)

    def thrown(self, dice: Dice) -> None:
        """Note that these dice's draws are stored now: nothing to do where they are pure functions of the seed."""
