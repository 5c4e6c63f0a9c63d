"""Pack what is stored: tables and games say much the same, and a dictionary of that makes them a tenth as long.

What is packed begins with the number of its dictionary. A dictionary is never changed: a better one gets the next
number (`tools/train_dictionary.py`).
"""

from functools import cache
from importlib import resources
from typing import Final

import zstandard

NEWEST: Final = 3
"""The number of the dictionary that is packed with."""
FIRST: Final = 0xE0
"""Added to the number of its dictionary, it is the first byte of what is packed: no JSON begins so."""
HIGHEST: Final = 15
"""The highest number that has a place there."""
LEVEL: Final = 3
MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""Each frame of zstd begins with it: it is left out of what is stored."""
MOST_BYTES: Final = 16 * 1024 * 1024
"""So much is unpacked at most, four times the largest document: nobody can fill the memory with a few bytes."""


class UnknownDictionaryError(Exception):
    """It is packed with a dictionary that is not here; a newer bot may have it."""


class BrokenPackingError(Exception):
    """It can't be unpacked, or is longer than anything that is stored."""


@cache
def dictionary(number: int) -> zstandard.ZstdCompressionDict:
    """Return a dictionary. Raises UnknownDictionaryError."""
    file = resources.files(__package__).joinpath("dictionaries", f"{number}.zdict")
    if not file.is_file():
        raise UnknownDictionaryError(f"dictionary {number}; the newest here is {NEWEST}")
    return zstandard.ZstdCompressionDict(file.read_bytes())


@cache
def _packer() -> zstandard.ZstdCompressor:
    words = dictionary(NEWEST)
    words.precompute_compress(level=LEVEL)
    return zstandard.ZstdCompressor(level=LEVEL, dict_data=words, write_dict_id=False, write_content_size=True)


@cache
def _unpacker(number: int) -> zstandard.ZstdDecompressor:
    return zstandard.ZstdDecompressor(dict_data=dictionary(number))


def packed(content: bytes) -> bytes:
    """Return something as it is stored: packed, unless that would be longer."""
    frame = _packer().compress(content)[len(MAGIC) :]
    if len(frame) + 1 >= len(content) and not begins_as_packed(content):
        return content
    return bytes([FIRST + NEWEST]) + frame


def unpacked(stored: bytes) -> bytes:
    """Return something as it was given. Raises UnknownDictionaryError and BrokenPackingError."""
    if not begins_as_packed(stored):
        return stored
    return _unpacked(stored[0] - FIRST, stored[1:])


def begins_as_packed(content: bytes) -> bool:
    """Tell whether something that begins so is unpacked when it is read."""
    return content != b"" and FIRST <= content[0] <= FIRST + HIGHEST


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
