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
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from persistence.commits import TableRef
from persistence.packing import BrokenPackingError, UnknownDictionaryError, packed, unpacked

KEY_BYTES: Final = 32
LABEL: Final = b"potluck/sealed/1"
FORM: Final = 1
"""The first byte of what is sealed. What older bots stored is JSON, and never begins with it."""
MARK_BYTES: Final = 8
NONCE_BYTES: Final = 12
MOST_TABLES: Final = 4096
_HEAD: Final = Layout(f">BI{MARK_BYTES}s")


class UnknownSealError(Exception):
    """It is sealed with a key, or packed with a dictionary, that is not here; perhaps another process has it."""


class BrokenSealError(Exception):
    """It was changed, or stands where it was not sealed for."""


def mark_of(key: bytes) -> str:
    """Return by what a key is told from another one of the same number; nobody learns anything of it."""
    return hmac.digest(key, LABEL + b"/mark", sha256).hex()[: 2 * MARK_BYTES]


def sealed_with(stored: bytes) -> int | None:
    """Return the number of the key that something is sealed with; None: it is not sealed."""
    if stored[:1] != bytes([FORM]) or len(stored) < _HEAD.size:
        return None
    number: int = _HEAD.unpack_from(stored)[1]
    return number


class Seals:
    """Seals with the newest key, opens with any: keys are changed by adding one."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys = dict(keys)
        self._current = max(self._keys)
        marks = {number: bytes.fromhex(mark_of(key)) for number, key in self._keys.items()}
        self._heads = {number: _HEAD.pack(FORM, number, mark) for number, mark in marks.items()}
        self._cipher = lru_cache(MOST_TABLES)(self._derived)
        self._digests = derived(self._keys[self._current], LABEL + b"/digest")

    def __repr__(self) -> str:
        return f"Seals({sorted(self._keys)})"

    def seal(self, ref: TableRef, kind: bytes, item: bytes, content: bytes) -> bytes:
        """Seal something of a table. `item`: which one of its kind; it opens as that one alone."""
        head, nonce = self._heads[self._current], urandom(NONCE_BYTES)
        cipher = self._cipher(self._current, ref)
        return head + nonce + cipher.encrypt(nonce, packed(content), head + kind + b"/" + item)

    def open(self, ref: TableRef, kind: bytes, item: bytes, stored: bytes) -> bytes:
        """Return the content; what older bots stored unsealed, as it is. Raises UnknownSealError, BrokenSealError."""
        number = sealed_with(stored)
        if number is None:
            return stored
        head, nonce = stored[: _HEAD.size], stored[_HEAD.size : _HEAD.size + NONCE_BYTES]
        if self._heads.get(number) != head:
            raise UnknownSealError(f"key {number}")
        try:
            content = self._cipher(number, ref).decrypt(
                nonce, stored[_HEAD.size + NONCE_BYTES :], head + kind + b"/" + item
            )
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
        return blake2b(content, key=self._digests, digest_size=8).hexdigest()

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
