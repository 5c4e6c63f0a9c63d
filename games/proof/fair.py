"""The hashes of the dice protocol: seed, commitment, texts, entropy, the stream of a draw, and the chain of deeds."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from struct import Struct
from typing import Final

PROTOCOL: Final = "potluck/3"
UNPROVED: Final = "potluck/unproved"
"""Stands in its place in streams that no record proves: what house bots think by, and dice of simulations alone."""
SEED_BYTES: Final = 32
LONGEST_TEXT: Final = 64
"""A player's text has at most this many characters."""

BINDS: Final = 26
"""So many signs of the base32 (RFC 4648, small letters) of what binds are shown: 128 bits. As many are the fewest to
compare.
"""
BINDS_IN_HEX: Final = 32
SHOWN: Final = 12
"""So many hex digits are shown of what only repeats what binds: the entropy, and receipts."""

STAMP: Final = "stamp"
Pair = tuple[str, str]
"""A seat's number (or `stamp`) and its text (or the platform's id)."""

LENGTH: Final = Struct(">I").pack
NUMBER: Final = Struct(">IQ").pack
"""A number is 8 bytes long, which stands before it like any length."""
A_BLOCK: Final = Struct(">8I").unpack
BLOCK: Final = 64
"""Bytes of a block of SHA-256, to which HMAC fills up its key."""
INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
"""Turn each byte of the key into what HMAC's inner and outer hash begin with."""
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


def base32(digest: str) -> str:
    """Return a hex digest in base32 (RFC 4648), in small letters: 52 signs of 32 bytes."""
    return b32encode(bytes.fromhex(digest)).decode().rstrip("=").lower()


def binding(digest: str) -> str:
    """Return what binds (C, T, the end hash) as it is shown."""
    return base32(digest)[:BINDS]


def text_told(game_id: str, seat: str, text: str) -> str:
    """Return the hex digest T of a seat's text, told in the line in which the text is given or changed."""
    return hashlib.sha256(lp(PROTOCOL, "text", game_id, seat, text)).hexdigest()


def terms(rules: str, options: bytes, stacks: bytes, carry: bytes) -> bytes:
    """Return the digest X of what a game is played by: the version of its rules, and three values of its start line
    as they stand there, byte for byte.
    """
    return hashlib.sha256(lp(PROTOCOL, "terms", rules, options, stacks, carry)).digest()


def stamp_in(pairs: Sequence[Pair]) -> str:
    """Return the platform's id that was mixed in; empty for none."""
    return next((text for owner, text in pairs if owner == STAMP), "")


def mixed_in(of_terms: bytes, pairs: Iterable[Pair]) -> bytes:
    """Return the digest E: of the terms, a text for each seat, and the platform's stamp last."""
    return hashlib.sha256(lp(PROTOCOL, "entropy", of_terms, *(part for pair in pairs for part in pair))).digest()


@lru_cache(maxsize=1024)
def draws_of(game_id: str, mixed: bytes, tag: str = PROTOCOL) -> bytes:
    """Return what the messages of all draws of a game begin with: nothing of it is secret."""
    return lp(tag, "draw", game_id, mixed)


class DrawHash:
    """Hash by HMAC-SHA-256 (RFC 2104), under a server seed, messages that all begin alike.

    Both hashes are begun once, the inner one with that beginning: a draw hashes what is its own alone.
    """

    def __init__(self, server_seed: bytes, beginning: bytes) -> None:
        key = server_seed if len(server_seed) <= BLOCK else hashlib.sha256(server_seed).digest()
        padded = key.ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(padded.translate(INNER) + beginning)
        self._outer = hashlib.sha256(padded.translate(OUTER))

    def of(self, rest: bytes) -> bytes:
        """Return the 32 bytes for a message, of which `rest` is what stands behind its beginning."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(rest)
        outer.update(inner.digest())
        return outer.digest()


def words_of(draws: DrawHash, label: str, index: int) -> Iterator[int]:
    """Yield the endless 32-bit words of the draw number `index` with this label."""
    message, block = framed_label(label) + NUMBER(8, index), 0
    while True:
        yield from A_BLOCK(draws.of(message + NUMBER(8, block)))
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


# The chain of deeds


def line_salt(server_seed: bytes, game_id: str, number: int) -> bytes:
    """Return what is hashed with a line, so that nobody guesses out of the hash what stands in it. 0: the start."""
    return hmac.digest(server_seed, lp(PROTOCOL, "salt", game_id, number), "sha256")


def chain_begun(salt: bytes, committed: bytes, started: bytes) -> bytes:
    """Return the head of the chain at the start: of the commitment line and the start line, without line feeds."""
    return hashlib.sha256(lp(PROTOCOL, "chain", salt, committed, started)).digest()


def chained(head: bytes, salt: bytes, deed: bytes) -> bytes:
    """Return the head after one more deed, of which `deed` is the line."""
    return hashlib.sha256(lp(PROTOCOL, "deed", head, salt, deed)).digest()


def end_hash(head: bytes, ended: bytes) -> str:
    """Return the hash of the end line, which is given with an empty one."""
    return hashlib.sha256(lp(PROTOCOL, "end", head, ended)).hexdigest()
