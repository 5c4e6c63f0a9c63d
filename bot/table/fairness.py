"""Keys, pledges and dice: the bot's side of the protocol (`games/proof/fair.py`)."""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from bot.ports.ids import PlaceId, VenueId
from bot.table.phases import Hosting, Playing, Pledge
from games.kit.dice import Dice
from games.kit.kept import keep_latest
from games.kit.money import Stacks
from games.proof import chain, fair
from games.proof.seeded_dice import NotedDice

KEY_BYTES: Final = 32
SALT_BYTES: Final = 16
MOST_SEEDS: Final = 4096


class LostKeyError(Exception):
    """The key of a running game's commitment is not here (threats F27)."""


def mixed_in(
    rules: str, options: msgspec.Raw, stacks: Stacks, carry: msgspec.Raw, pairs: tuple[fair.Pair, ...]
) -> bytes:
    """Return what is mixed into the dice: the terms of the game, then its texts and its stamp."""
    return fair.mixed_in(chain.terms_of(rules, options, stacks, carry), pairs)


class Keys:
    """The operator's keys by number. They are never printed, and never stored in Redis."""

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
        """Return all keys, to derive other secrets from."""
        return dict(self._keys)

    def __repr__(self) -> str:
        return f"Keys({sorted(self._keys)})"


class Fairness:
    """Pledge the seeds of games, and make their dice. `random_bytes` is `secrets.token_bytes` but in transcripts."""

    def __init__(self, keys: Keys, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._keys, self.random_bytes = keys, random_bytes
        self._seeds: dict[Pledge, bytes] = {}
        """The seeds of running games, which each deed needs for its dice and its link of the chain."""

    @property
    def keys(self) -> Keys:
        """Return the operator's keys, from which seeds are made."""
        return self._keys

    @keys.setter
    def keys(self, keys: Keys) -> None:
        self._keys = keys
        self._seeds.clear()  # they were made with keys that may be lost now

    loaded = False
    """Whether dice may be set by hand, as only in the console and in tests."""

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
        """Return the seed of a game, revealed only when it is over. Raises LostKeyError."""
        known = self._seeds.get(pledge)
        if known is None:
            known = keep_latest(self._seeds, pledge, self._seed(pledge), MOST_SEEDS)
        return known

    def _seed(self, pledge: Pledge) -> bytes:
        seed = fair.seed(self.keys.key(pledge.key), pledge.game_id, bytes.fromhex(pledge.salt))
        if fair.commitment(pledge.game_id, seed) != pledge.commitment:
            raise LostKeyError(f"key {pledge.key} is another one")
        return seed

    def holds(self, pledge: Pledge) -> bool:
        """Tell whether the key of this pledge is here."""
        try:
            self.seed(pledge)
        except LostKeyError:
            return False
        return True

    def dice(self, pledge: Pledge, mixed: bytes, draws: Mapping[str, int]) -> Dice:
        return NotedDice(self.seed(pledge), pledge.game_id, mixed, draws)

    def dice_of(self, playing: Playing | Hosting) -> Dice:
        """Return the dice of a running game, or those that draw the seats of a tournament."""
        return self.dice(playing.pledge, bytes.fromhex(playing.entropy), playing.draws)

    def chain_begun(self, pledge: Pledge, committed: bytes, started: bytes) -> str:
        """Return the head (hex) of the chain that begins with the first two lines of a game's record."""
        return fair.chain_begun(fair.line_salt(self.seed(pledge), pledge.game_id, 0), committed, started).hex()

    def chained(self, playing: Playing, line: bytes) -> str:
        """Return the head (hex) of a game's chain after the line of one more deed or later round."""
        salt = fair.line_salt(self.seed(playing.pledge), playing.pledge.game_id, playing.deeds + 1)
        return fair.chained(bytes.fromhex(playing.head), salt, line).hex()

    def thrown(self, dice: Dice) -> None:
        """Note that the draws of these dice are stored. Dice that are pure functions of the seed need nothing."""
