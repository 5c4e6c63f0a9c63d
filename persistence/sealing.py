"""Pack and seal what is stored of tables, so that no copy of the store, backup or append-only file shows a hand
(threats T32).

AES-GCM with a key for each table, derived from one of the operator's keys. Sealed content opens only in its own place:
the additional data hold the table, the kind, the version, index or audience, and the key's number and mark.
"""

import hmac
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b, sha256
from importlib import resources
from os import urandom
from struct import Struct as Layout
from typing import Final, NamedTuple

import zstandard
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from persistence.commits import TableRef

KEY_BYTES: Final = 32
LABEL: Final = b"potluck/sealed/1"
LONG: Final = 1
"""The first byte of sealed content whose key has a number above 31; the number follows in four bytes."""
SHORT: Final = 0xC0
"""The first byte of sealed content is this plus the key's number, 1 to 31. Nothing else that is stored begins so.

The first two bytes of the key's mark follow. They mostly reveal a wrong key; the seal itself always does.
"""
MARK_BYTES: Final = 8
NONCE_BYTES: Final = 12
DIGEST_BYTES: Final = 6
"""Enough to tell whether something has changed, for instance whether a panel must be shown anew."""
MOST_TABLES: Final = 4096
_LONG_HEAD: Final = Layout(f">BI{MARK_BYTES}s")
_SHORT_MARK: Final = 2
_HIGHEST_SHORT: Final = 31


class UnknownSealError(Exception):
    """Content is sealed with a key, or packed with a dictionary, that is not here; another process may have it."""


class BrokenSealError(Exception):
    """Content was changed, or does not stand where it was sealed for."""


def mark_of(key: bytes) -> str:
    """Return a mark that tells keys of the same number apart, and reveals nothing of the key."""
    return hmac.digest(key, LABEL + b"/mark", sha256).hex()[: 2 * MARK_BYTES]


class Head(NamedTuple):
    """The name of a key, written before what it seals. `bound`: the name with the whole mark, which the seal covers."""

    written: bytes
    bound: bytes


def head_of(number: int, key: bytes) -> Head:
    """Return the head that names a key."""
    mark = bytes.fromhex(mark_of(key))
    if not 1 <= number <= _HIGHEST_SHORT:
        whole = _LONG_HEAD.pack(LONG, number, mark)
        return Head(whole, whole)
    first = bytes([SHORT + number])
    return Head(first + mark[:_SHORT_MARK], first + mark)


def sealed_with(stored: bytes) -> int | None:
    """Return the number of the key that content is sealed with; None if it is not sealed."""
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
    """Seal with the newest key, open with any. To change keys, add one."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys = dict(keys)
        self._current = max(self._keys)
        self._heads = {number: head_of(number, key) for number, key in self._keys.items()}
        self._cipher = lru_cache(MOST_TABLES)(self._derived)
        self._digests = derived(self._keys[self._current], LABEL + b"/digest")

    def __repr__(self) -> str:
        return f"Seals({sorted(self._keys)})"

    def seal(self, ref: TableRef, kind: bytes, item: bytes, content: bytes) -> bytes:
        """Seal a part of a table. `item`: which one of its kind; it can be opened only as that one."""
        head, nonce = self._heads[self._current], urandom(NONCE_BYTES)
        cipher = self._cipher(self._current, ref)
        return head.written + nonce + cipher.encrypt(nonce, packed(content), head.bound + kind + b"/" + item)

    def open(self, ref: TableRef, kind: bytes, item: bytes, stored: bytes) -> bytes:
        """Open sealed content. Raises UnknownSealError, BrokenSealError."""
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
        """Return a keyed digest: without the key, nobody can test guesses of the content against it."""
        return blake2b(content, key=self._digests, digest_size=DIGEST_BYTES).hexdigest()

    def _derived(self, number: int, ref: TableRef) -> AESGCM:
        return AESGCM(derived(self._keys[number], b"\0".join((LABEL, *lengths(ref.venue, ref.table)))))


def sealed(seals: Seals | None, ref: TableRef, kind: bytes, item: object, content: bytes) -> bytes:
    """Pack and seal a part of a table for the store."""
    return content if seals is None else seals.seal(ref, kind, str(item).encode(), content)


def opened(seals: Seals | None, ref: TableRef, kind: bytes, item: object, stored: bytes) -> bytes:
    """Open and unpack a stored part of a table. Raises UnknownSealError, BrokenSealError."""
    return stored if seals is None else seals.open(ref, kind, str(item).encode(), stored)


def derived(key: bytes, info: bytes) -> bytes:
    """Derive a key for one purpose. Whoever knows it learns nothing of other keys or of the dice."""
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key)


def lengths(*parts: str) -> Iterable[bytes]:
    """Yield each part after its length, so that no two tables yield the same bytes."""
    for each in parts:
        content = each.encode()
        yield len(content).to_bytes(4, "big") + content


# Packing with zstd, by a dictionary of what is stored

NEWEST_DICTIONARY: Final = 3
"""The number of the dictionary that new content is packed with."""
FIRST_PACKED: Final = 0xE0
"""The first byte of packed content is this plus its dictionary's number. No JSON begins so."""
HIGHEST_DICTIONARY: Final = 15
"""The highest number of a dictionary that fits in that byte."""
PACKING_LEVEL: Final = 3
_TABLES: Final = {"hash_log": 14, "chain_log": 13}
"""The sizes of zstd's tables of strings, a quarter of what it would choose for a dictionary of ours: they stay in the
processor's cache from step to step. That halves the time, for 2 % more bytes.
"""
MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""The beginning of each frame of zstd, which is left out of what is stored."""
TOO_SHORT: Final = 32
"""So many bytes, as a note of what was shown, are not worth packing."""
MOST_BYTES: Final = 16 * 1024 * 1024
"""The largest content that is unpacked, four times the largest document: a few bytes can't fill the memory."""


class UnknownDictionaryError(Exception):
    """Content is packed with a dictionary that is not here; a newer bot may have it."""


class BrokenPackingError(Exception):
    """Content can't be unpacked, or is longer than anything that is stored."""


@cache
def dictionary(number: int) -> zstandard.ZstdCompressionDict:
    """Return a dictionary. Raises UnknownDictionaryError."""
    file = resources.files(__package__).joinpath("dictionaries", f"{number}.zdict")
    if not file.is_file():
        raise UnknownDictionaryError(f"dictionary {number}; the newest here is {NEWEST_DICTIONARY}")
    return zstandard.ZstdCompressionDict(file.read_bytes())


@cache
def _packer() -> zstandard.ZstdCompressor:
    return packer_with(dictionary(NEWEST_DICTIONARY))


def packer_with(words: zstandard.ZstdCompressionDict) -> zstandard.ZstdCompressor:
    """Return a packer with a dictionary. It writes the size of the content, and not the dictionary's number."""
    size = len(words.as_bytes())
    how = zstandard.ZstdCompressionParameters.from_level(PACKING_LEVEL, dict_size=size, **_TABLES)
    words.precompute_compress(compression_params=how)
    return zstandard.ZstdCompressor(dict_data=words, compression_params=how)


@cache
def _unpacker(number: int) -> zstandard.ZstdDecompressor:
    return zstandard.ZstdDecompressor(dict_data=dictionary(number))


def packed(content: bytes) -> bytes:
    """Pack content, unless that would make it longer."""
    if len(content) <= TOO_SHORT and not begins_as_packed(content):
        return content
    frame = _packer().compress(content)[len(MAGIC) :]
    if len(frame) + 1 >= len(content) and not begins_as_packed(content):
        return content
    return bytes([FIRST_PACKED + NEWEST_DICTIONARY]) + frame


def unpacked(stored: bytes) -> bytes:
    """Unpack stored content. Raises UnknownDictionaryError and BrokenPackingError."""
    if not begins_as_packed(stored):
        return stored
    return _unpacked(stored[0] - FIRST_PACKED, stored[1:])


def begins_as_packed(content: bytes) -> bool:
    """Tell whether content would be taken for packed when it is read."""
    return content != b"" and FIRST_PACKED <= content[0] <= FIRST_PACKED + HIGHEST_DICTIONARY


def _unpacked(number: int, body: bytes) -> bytes:
    unpacker, frame = _unpacker(number), MAGIC + body
    try:
        size = zstandard.frame_content_size(frame)
        if not 0 <= size <= MOST_BYTES:
            return _broken(f"it claims {size} bytes")
        return unpacker.decompress(frame)
    except zstandard.ZstdError as wrong:
        raise BrokenPackingError(str(wrong)) from None


def _broken(why: str) -> bytes:
    raise BrokenPackingError(why)
