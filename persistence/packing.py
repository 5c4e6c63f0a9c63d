"""Pack what is stored. Tables and games repeat much, so a shared dictionary makes them a tenth as long.

Packed content begins with the number of its dictionary. A dictionary is never changed: a better one gets the next
number (`tools/train_dictionary.py`).
"""

from functools import cache
from importlib import resources
from typing import Final

import zstandard

NEWEST: Final = 3
"""The number of the dictionary that new content is packed with."""
FIRST: Final = 0xE0
"""The first byte of packed content is this plus its dictionary's number. No JSON begins so."""
HIGHEST: Final = 15
"""The highest number of a dictionary that fits in that byte."""
LEVEL: Final = 3
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
    """Pack content, unless that would make it longer."""
    if len(content) <= TOO_SHORT and not begins_as_packed(content):
        return content
    frame = _packer().compress(content)[len(MAGIC) :]
    if len(frame) + 1 >= len(content) and not begins_as_packed(content):
        return content
    return bytes([FIRST + NEWEST]) + frame


def unpacked(stored: bytes) -> bytes:
    """Unpack stored content. Raises UnknownDictionaryError and BrokenPackingError."""
    if not begins_as_packed(stored):
        return stored
    return _unpacked(stored[0] - FIRST, stored[1:])


def begins_as_packed(content: bytes) -> bool:
    """Tell whether content would be taken for packed when it is read."""
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
