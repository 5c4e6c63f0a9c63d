"""Compute the hashes of the dice protocol: seed, commitment, texts, entropy, the draws' streams, the chain of deeds."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from struct import Struct
from typing import Final

PROTOCOL: Final = "potluck/3"
UNPROVED: Final = "potluck/unproved"
"""Replaces PROTOCOL in streams that no record proves: the thinking of house bots, and dice of simulations alone."""
SEED_BYTES: Final = 32
LONGEST_TEXT: Final = 64
"""The most characters a player's text may have."""

BINDS: Final = 26
"""How many base32 characters (RFC 4648, small letters) of a binding hash are shown: 128 bits. A comparison needs at
least as many.
"""
BINDS_IN_HEX: Final = 32
SHOWN: Final = 12
"""How many hex digits are shown of the entropy and of receipts, which only repeat what other hashes bind."""

STAMP: Final = "stamp"
Pair = tuple[str, str]
"""A seat's number (or `stamp`) and its text (or the platform's id)."""

LENGTH: Final = Struct(">I").pack
NUMBER: Final = Struct(">IQ").pack
"""Pack a number as 8 bytes, with their length in front like that of any part."""
A_BLOCK: Final = Struct(">8I").unpack
BLOCK: Final = 64
"""The bytes in a block of SHA-256; HMAC pads its key to this length."""
INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
"""Translation tables (with INNER): each byte of the key becomes what HMAC's inner or outer hash begins with."""
WORDS: Final = 2**32
"""The number of values of a 32-bit word."""


def lp(*parts: str | bytes | int) -> bytes:
    """Join the parts, each as its length in 4 big-endian bytes and then its bytes; text is UTF-8, numbers are 8
    big-endian bytes.
    """
    framed: list[bytes] = []
    for part in parts:
        if isinstance(part, int):
            framed.append(NUMBER(8, part))
        else:
            raw = part.encode() if isinstance(part, str) else part
            framed += (LENGTH(len(raw)), raw)
    return b"".join(framed)


def seed(key: bytes, game_id: str, salt: bytes) -> bytes:
    """Return the server seed S of one game, from the key K (never stored) and the 16 random bytes R (stored)."""
    return hmac.digest(key, lp(PROTOCOL, "seed", game_id, salt), "sha256")


def commitment(game_id: str, server_seed: bytes) -> str:
    """Return the hex commitment C that is posted before anybody sits down."""
    return hashlib.sha256(lp(PROTOCOL, "commit", game_id, server_seed)).hexdigest()


def base32(digest: str) -> str:
    """Return a hex digest in base32 (RFC 4648), in small letters: 52 characters for 32 bytes."""
    return b32encode(bytes.fromhex(digest)).decode().rstrip("=").lower()


def binding(digest: str) -> str:
    """Return a binding hash (C, T, the end hash) in the form in which it is shown."""
    return base32(digest)[:BINDS]


def text_told(game_id: str, seat: str, text: str) -> str:
    """Return the hex digest T of a seat's text, told in the line that announces the new text."""
    return hashlib.sha256(lp(PROTOCOL, "text", game_id, seat, text)).hexdigest()


def terms(rules: str, options: bytes, stacks: bytes, carry: bytes) -> bytes:
    """Return the digest X of the terms of a game: the version of its rules, and three values of its start line exactly
    as they stand there.
    """
    return hashlib.sha256(lp(PROTOCOL, "terms", rules, options, stacks, carry)).digest()


def stamp_in(pairs: Sequence[Pair]) -> str:
    """Return the platform's id that was mixed in; empty if none was."""
    return next((text for owner, text in pairs if owner == STAMP), "")


def mixed_in(of_terms: bytes, pairs: Iterable[Pair]) -> bytes:
    """Return the digest E of the terms, a text for each seat, and the platform's stamp last."""
    return hashlib.sha256(lp(PROTOCOL, "entropy", of_terms, *(part for pair in pairs for part in pair))).digest()


@lru_cache(maxsize=1024)
def draws_of(game_id: str, mixed: bytes, tag: str = PROTOCOL) -> bytes:
    """Return the beginning of the messages of all draws of a game; nothing in it is secret."""
    return lp(tag, "draw", game_id, mixed)


class DrawHash:
    """Hash messages with the same beginning by HMAC-SHA-256 (RFC 2104), under a server seed.

    The states of both hashes are prepared once, the inner one with that beginning, so a draw hashes only its own rest.
    """

    def __init__(self, server_seed: bytes, beginning: bytes) -> None:
        key = server_seed if len(server_seed) <= BLOCK else hashlib.sha256(server_seed).digest()
        padded = key.ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(padded.translate(INNER) + beginning)
        self._outer = hashlib.sha256(padded.translate(OUTER))

    def of(self, rest: bytes) -> bytes:
        """Return the HMAC of a message. `rest`: what comes after the beginning that all messages share."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(rest)
        outer.update(inner.digest())
        return outer.digest()


def words_of(draws: DrawHash, label: str, index: int) -> Iterator[int]:
    """Yield the endless stream of 32-bit words of the draw with this label and `index`."""
    message, block = label_framed(label) + NUMBER(8, index), 0
    while True:
        yield from A_BLOCK(draws.of(message + NUMBER(8, block)))
        block += 1


@lru_cache(maxsize=1024)
def label_framed(label: str) -> bytes:
    """Return a label as it stands in the messages of its draws, after what all draws share."""
    return lp(label)


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n-1 without bias: words from the largest multiple of n upwards are dropped."""
    if not 1 <= n <= WORDS:
        raise ValueError(f"a draw is below 1 to 2^32, not {n}")
    whole = WORDS - WORDS % n
    while (word := next(words)) >= whole:
        pass
    return word % n


# The chain of deeds


def line_salt(server_seed: bytes, game_id: str, number: int) -> bytes:
    """Return the salt of a line, which keeps anybody from guessing its content from its hash. 0: the start line."""
    return hmac.digest(server_seed, lp(PROTOCOL, "salt", game_id, number), "sha256")


def chain_begun(salt: bytes, committed: bytes, started: bytes) -> bytes:
    """Return the head of the chain at the start: over the commitment line and the start line, without line feeds."""
    return hashlib.sha256(lp(PROTOCOL, "chain", salt, committed, started)).digest()


def chained(head: bytes, salt: bytes, deed: bytes) -> bytes:
    """Return the head of the chain after one more deed; `deed` is its line."""
    return hashlib.sha256(lp(PROTOCOL, "deed", head, salt, deed)).digest()


def end_hash(head: bytes, ended: bytes) -> str:
    """Return the hash of the end line, computed while its own hash is still empty."""
    return hashlib.sha256(lp(PROTOCOL, "end", head, ended)).hexdigest()
