"""The hashes of the dice protocol `potluck/1`: seed, commitment, entropy and the stream of a draw."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from typing import Final

PROTOCOL: Final = "potluck/1"
SEED_BYTES: Final = 32
LONGEST_TEXT: Final = 64
"""A player's text has at most this many characters."""

Pair = tuple[str, str]
"""A seat's number (or `stamp`) and its text (or the platform's id)."""


def lp(*parts: str | bytes | int) -> bytes:
    """Return each part as its length in 4 big-endian bytes and its bytes; text as UTF-8, numbers as 8
    big-endian bytes.
    """
    joined = bytearray()
    for part in parts:
        match part:
            case str():
                raw = part.encode()
            case bytes():
                raw = part
            case int():
                raw = part.to_bytes(8, "big")
        joined += len(raw).to_bytes(4, "big") + raw
    return bytes(joined)


def seed(key: bytes, game_id: str, salt: bytes) -> bytes:
    """Return the server seed S of one game, from the key K (never stored) and the 16 random bytes R (stored)."""
    return hmac.digest(key, lp(PROTOCOL, "seed", game_id, salt), "sha256")


def commitment(game_id: str, server_seed: bytes) -> str:
    """Return the hex commitment C that is posted before anybody sits down."""
    return hashlib.sha256(lp(PROTOCOL, "commit", game_id, server_seed)).hexdigest()


def entropy(pairs: Iterable[Pair]) -> bytes:
    """Return the digest E of the players' texts in seat order, the platform's stamp last where there is one."""
    return hashlib.sha256(lp(PROTOCOL, "entropy", *(part for pair in pairs for part in pair))).digest()


def words_of(server_seed: bytes, game_id: str, mixed: bytes, label: str, index: int) -> Iterator[int]:
    """Yield the endless 32-bit words of the draw number `index` with this label."""
    block = 0
    while True:
        message = lp(PROTOCOL, "draw", game_id, mixed, label, index, block)
        digest = hmac.digest(server_seed, message, "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n-1 without bias: words past the last whole multiple of n are dropped."""
    if not 1 <= n <= 2**32:
        raise ValueError(f"a draw is below 1 to 2^32, not {n}")
    limit = 2**32 - (2**32 % n)
    return next(word for word in words if word < limit) % n
