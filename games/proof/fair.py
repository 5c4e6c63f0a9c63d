"""The hashes of the dice protocol `potluck/1`: seed, commitment, entropy and the stream of a draw."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from functools import lru_cache
from struct import Struct
from typing import Final

PROTOCOL: Final = "potluck/1"
SEED_BYTES: Final = 32
LONGEST_TEXT: Final = 64
"""A player's text has at most this many characters."""

Pair = tuple[str, str]
"""A seat's number (or `stamp`) and its text (or the platform's id)."""

LENGTH: Final = Struct(">I").pack
NUMBER: Final = Struct(">IQ").pack
"""A number is 8 bytes long, which stands before it like any length."""
A_BLOCK: Final = Struct(">8I").unpack
WORDS: Final = 2**32
"""So many words there are: from 0 to one less."""


def lp(*parts: str | bytes | int) -> bytes:
    """Return each part as its length in 4 big-endian bytes and its bytes; text as UTF-8, numbers as 8
    big-endian bytes.
    """
    return b"".join([framed(part) for part in parts])


def framed(part: str | bytes | int) -> bytes:
    if isinstance(part, int):
        return NUMBER(8, part)
    raw = part.encode() if isinstance(part, str) else part
    return LENGTH(len(raw)) + raw


def seed(key: bytes, game_id: str, salt: bytes) -> bytes:
    """Return the server seed S of one game, from the key K (never stored) and the 16 random bytes R (stored)."""
    return hmac.digest(key, lp(PROTOCOL, "seed", game_id, salt), "sha256")


def commitment(game_id: str, server_seed: bytes) -> str:
    """Return the hex commitment C that is posted before anybody sits down."""
    return hashlib.sha256(lp(PROTOCOL, "commit", game_id, server_seed)).hexdigest()


def entropy(pairs: Iterable[Pair]) -> bytes:
    """Return the digest E of the players' texts in seat order, the platform's stamp last where there is one."""
    return hashlib.sha256(lp(PROTOCOL, "entropy", *(part for pair in pairs for part in pair))).digest()


@lru_cache(maxsize=1024)
def draws_of(game_id: str, mixed: bytes) -> bytes:
    """Return what the messages of all draws of a game begin with: nothing of it is secret."""
    return lp(PROTOCOL, "draw", game_id, mixed)


def words_of(keyed: hmac.HMAC, draws: bytes, label: str, index: int) -> Iterator[int]:
    """Yield the endless 32-bit words of the draw number `index` with this label.

    `keyed`: the HMAC under the server seed, its message still empty. `draws`: as `draws_of` has it.
    """
    message, block = draws + framed_label(label) + NUMBER(8, index), 0
    while True:
        mac = keyed.copy()
        mac.update(message + NUMBER(8, block))
        yield from A_BLOCK(mac.digest())
        block += 1


@lru_cache(maxsize=1024)
def framed_label(label: str) -> bytes:
    return framed(label)


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n-1 without bias: words past the last whole multiple of n are dropped."""
    if not 1 <= n <= WORDS:
        raise ValueError(f"a draw is below 1 to 2^32, not {n}")
    whole = WORDS - WORDS % n
    while (word := next(words)) >= whole:
        pass
    return word % n
