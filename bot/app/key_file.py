"""The file of the operator's dice keys: read at the start, made where there is none."""

import os
import secrets
from pathlib import Path

from bot.table.fairness import KEY_BYTES, Keys


class KeyFileError(Exception):
    """The file of dice keys is not one; the sentence says how it should look."""


def keys_from_file(path: Path) -> Keys:
    """Read one hex key a line, the newest last; make the file with mode 600 where there is none.

    Raises KeyFileError and OSError.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as made:
            made.write(secrets.token_hex(KEY_BYTES) + "\n")
    try:
        keys = {number: bytes.fromhex(line) for number, line in enumerate(path.read_text().split(), start=1)}
    except ValueError:
        keys = {}
    if not keys or any(len(key) != KEY_BYTES for key in keys.values()):
        raise KeyFileError(f"The dice key file {path} must hold lines of {KEY_BYTES * 2} hex digits, nothing else.")
    return Keys(keys)
