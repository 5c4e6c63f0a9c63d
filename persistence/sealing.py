"""What is stored of a table, sealed: a copy of the store, a backup or its log of writes shows no hand (threats T32).

AES-GCM with a key for each table, derived from one of the operator's keys. What is sealed opens in its own place alone:
the table, the kind, and the version, index or audience stand in the additional data, beside the key's number and mark.
"""

import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b, sha256
from os import urandom
from struct import Struct as Layout
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from persistence.commits import TableRef
from persistence.packing import BrokenPackingError, UnknownDictionaryError, packed, unpacked

KEY_BYTES: Final = 32
LABEL: Final = b"potluck/sealed/1"
LONG: Final = 1
"""The first byte of what is sealed where the key's number, above 31, stands in four more."""
SHORT: Final = 0xC0
"""Added to a number of 1 to 31, it is the first byte: nothing else that is stored begins so.

The first two bytes of the key's mark follow: they tell another key well enough, and its seal tells it for sure.
"""
MARK_BYTES: Final = 8
NONCE_BYTES: Final = 12
DIGEST_BYTES: Final = 6
"""Enough to tell whether something is as it was: of a panel, whether there is another one to show."""
MOST_TABLES: Final = 4096
_LONG_HEAD: Final = Layout(f">BI{MARK_BYTES}s")
_SHORT_MARK: Final = 2
_HIGHEST_SHORT: Final = 31


class UnknownSealError(Exception):
    """It is sealed with a key, or packed with a dictionary, that is not here; perhaps another process has it."""


class BrokenSealError(Exception):
    """It was changed, or stands where it was not sealed for."""


def mark_of(key: bytes) -> str:
    """Return by what a key is told from another one of the same number; nobody learns anything of it."""
    return hmac.digest(key, LABEL + b"/mark", sha256).hex()[: 2 * MARK_BYTES]


class Head(NamedTuple):
    """Name a key before what it seals. `bound`: what the seal binds beside the content, the whole mark."""

    written: bytes
    bound: bytes


def head_of(number: int, key: bytes) -> Head:
    """Return by what a key is named."""
    mark = bytes.fromhex(mark_of(key))
    if not 1 <= number <= _HIGHEST_SHORT:
        whole = _LONG_HEAD.pack(LONG, number, mark)
        return Head(whole, whole)
    first = bytes([SHORT + number])
    return Head(first + mark[:_SHORT_MARK], first + mark)


def sealed_with(stored: bytes) -> int | None:
    """Return the number of the key that something is sealed with; None: it is not sealed."""
    if len(stored) <= _SHORT_MARK:
        return None
    first = stored[0]
    if SHORT < first <= SHORT + _HIGHEST_SHORT:
        return first - SHORT
    if first != LONG or len(stored) < _LONG_HEAD.size:
        return None
    number: int = _LONG_HEAD.unpack_from(stored)[1]
    return number


class Seals:
    """Seals with the newest key, opens with any: keys are changed by adding one."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys = dict(keys)
        self._current = max(self._keys)
        self._heads = {number: head_of(number, key) for number, key in self._keys.items()}
        self._cipher = lru_cache(MOST_TABLES)(self._derived)
        self._digests = derived(self._keys[self._current], LABEL + b"/digest")

    def __repr__(self) -> str:
        return f"Seals({sorted(self._keys)})"

    def seal(self, ref: TableRef, kind: bytes, item: bytes, content: bytes) -> bytes:
        """Seal something of a table. `item`: which one of its kind; it opens as that one alone."""
        head, nonce = self._heads[self._current], urandom(NONCE_BYTES)
        cipher = self._cipher(self._current, ref)
        return head.written + nonce + cipher.encrypt(nonce, packed(content), head.bound + kind + b"/" + item)

    def open(self, ref: TableRef, kind: bytes, item: bytes, stored: bytes) -> bytes:
        """Return the content. Raises UnknownSealError, BrokenSealError."""
        number = sealed_with(stored)
        if number is None:
            raise BrokenSealError
        head = self._heads.get(number)
        if head is None or not stored.startswith(head.written):
            raise UnknownSealError(f"key {number}")
        start = len(head.written)
        nonce, rest = stored[start : start + NONCE_BYTES], stored[start + NONCE_BYTES :]
        try:
            content = self._cipher(number, ref).decrypt(nonce, rest, head.bound + kind + b"/" + item)
        except (InvalidTag, ValueError):
            raise BrokenSealError from None
        try:
            return unpacked(content)
        except UnknownDictionaryError as unknown:
            raise UnknownSealError(str(unknown)) from None
        except BrokenPackingError:
            raise BrokenSealError from None

    def digest(self, content: bytes) -> str:
        """Return a digest that nobody can try contents against who has not the key."""
        return blake2b(content, key=self._digests, digest_size=DIGEST_BYTES).hexdigest()

    def _derived(self, number: int, ref: TableRef) -> AESGCM:
        return AESGCM(derived(self._keys[number], b"\0".join((LABEL, *lengths(ref.venue, ref.table)))))


def derived(key: bytes, info: bytes) -> bytes:
    """Return a key of its own purpose: whoever knows it learns nothing of another one, nor of the dice."""
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key)


def lengths(*parts: str) -> Iterable[bytes]:
    """Return each part behind its length: no two tables have the same."""
    for each in parts:
        content = each.encode()
        yield len(content).to_bytes(4, "big") + content
