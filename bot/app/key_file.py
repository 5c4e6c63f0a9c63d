"""The operator's key file: read at the start, or made if there is none and nothing is stored."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from bot.table.fairness import KEY_BYTES, Keys

HEX = KEY_BYTES * 2


class KeyFileError(Exception):
    """The key file is wrong, or lacks a key that is needed; the sentence says what to do."""


def keys_from_file(path: Path) -> Keys:
    """Read the keys, one on each line after its number. Raises KeyFileError and OSError."""
    keys: dict[int, bytes] = {}
    for place, line in enumerate((line for line in path.read_text().splitlines() if line.strip()), start=1):
        number, key = read_line(path, place, line.split())
        if number in keys:
            raise KeyFileError(f"The key file {path} has two keys with the number {number}.")
        keys[number] = key
    if not keys:
        raise KeyFileError(f"The key file {path} is empty. Put its copy back (docs/run-a-server.md).")
    return Keys(keys)


def read_line(path: Path, place: int, words: list[str]) -> tuple[int, bytes]:
    """Return the number and the key of one line. Raises KeyFileError."""
    *named, digits = words
    number = int(named[0]) if len(named) == 1 and named[0].isascii() and named[0].isdigit() else 0
    try:
        key = bytes.fromhex(digits)
    except ValueError:
        key = b""
    if not 0 < number < 2**32 or len(key) != KEY_BYTES:
        raise KeyFileError(
            f"Line {place} of the key file {path} is no key: each has a number and {HEX} hex digits, nothing else."
        )
    return number, key


def write_key_file(path: Path, keys: Mapping[int, bytes]) -> None:
    """Write the key file with mode 600: all of it or, if the process is killed, nothing. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as made:
            made.writelines(f"{number} {key.hex()}\n" for number, key in sorted(keys.items()))
            made.flush()
            os.fsync(made.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)
