"""The file of a backup: a head that people can read, then all that is stored, packed.

What is sealed in the store is sealed in it: it shows no hand and no seed, and holds no key that would open one. The
head is a line of JSON, padded, and a line with its digest; it names the digest of all that follows. So a byte that was
changed, lost or added anywhere is noticed, before anything of the file is written into a store.
"""

import os
from collections.abc import AsyncIterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

import msgspec
import zstandard
from msgspec import Struct

from persistence.form import FORM
from persistence.keys import owner_of
from persistence.snapshot import StoredKey

FILE_FORM: Final = 1
"""The form of the file itself; what is in it has the form of the store."""
HEAD_LINE: Final = 1_024
"""The length of the first line in bytes."""
HEAD_BYTES: Final = HEAD_LINE + sha256().digest_size * 2 + 1
A_READ: Final = 1 << 20
LONGEST: Final = 1 << 30
"""The longest part of one key, in bytes, that is read."""
LEVEL: Final = 3


class BackupError(Exception):
    """A file is no backup, or not one that can be restored here; the sentence says why."""


class BackupHead(Struct, frozen=True, forbid_unknown_fields=True):
    """What the first line says. `at`: when the backup was begun, ms since the epoch. `version`: of Potluck.

    `keys`: how many keys are in it; `sha256`: of all that follows the head; `seals`: the mark of each key by its number
    with which something in it is sealed.
    """

    potluck_backup: int
    form: int
    version: str
    at: int
    keys: int
    venues: int
    seals: dict[int, str]
    sha256: str


async def written(
    path: Path, snapshot: AsyncIterable[list[StoredKey]], version: str, at: int, seals: dict[int, str]
) -> BackupHead:
    """Write a backup, readable by its owner alone: all of it or, if anything fails, nothing.

    Raises BackupError if the file is there already, OSError, and what the snapshot raises.
    """
    if path.exists():  # noqa: ASYNC240 - one look
        raise BackupError(f"{path} is there already, and is not overwritten. Give another name.")
    beside = path.with_name(f"{path.name}.part")
    try:
        with os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            file.write(b"\n" * HEAD_BYTES)
            keys, venues = await _packed(file, snapshot)
            file.flush()
            head = BackupHead(FILE_FORM, FORM, version, at, keys, venues, seals, _digest(file))
            file.seek(0)
            file.write(_lines(head))
            file.flush()
            os.fsync(file.fileno())
        beside.rename(path)
    finally:
        beside.unlink(missing_ok=True)
    return head


async def _packed(file: IO[bytes], snapshot: AsyncIterable[list[StoredKey]]) -> tuple[int, int]:
    """Write the parts of all keys; return how many keys, and how many venues."""
    encoder, names, venues = msgspec.msgpack.Encoder(), set[bytes](), set[str]()
    with zstandard.ZstdCompressor(level=LEVEL).stream_writer(file, closefd=False) as packer:
        async for parts in snapshot:
            names |= {one.name for one in parts}
            venues |= {owner_of(one.name.decode()) for one in parts}
            for one in parts:
                content = encoder.encode(one)
                packer.write(len(content).to_bytes(4, "big") + content)
    return len(names), len(venues - {""})


def _lines(head: BackupHead) -> bytes:
    line = msgspec.json.encode(head).ljust(HEAD_LINE - 1) + b"\n"
    return line + sha256(line).hexdigest().encode() + b"\n"


def _digest(file: IO[bytes]) -> str:
    """Return the digest of all that follows the head."""
    file.seek(HEAD_BYTES)
    digest = sha256()
    while content := file.read(A_READ):
        digest.update(content)
    return digest.hexdigest()


def checked(path: Path) -> BackupHead:
    """Read a whole file, and return its head. Raises BackupError if it can't be restored, and OSError."""
    with path.open("rb") as file:
        head = _head(path, file.read(HEAD_BYTES))
        if _digest(file) != head.sha256:
            raise BackupError(f"{path} was changed, or is not whole: its digest is another one. Nothing was restored.")
    return head


def _head(path: Path, content: bytes) -> BackupHead:
    line, digest = content[:HEAD_LINE], content[HEAD_LINE:]
    if not content.startswith(b'{"potluck_backup":'):
        raise BackupError(f"{path} is no backup of Potluck.")
    if digest != sha256(line).hexdigest().encode() + b"\n":
        raise BackupError(f"{path} was changed at its beginning, or is not whole. Nothing was restored.")
    try:
        head = msgspec.json.decode(line, type=BackupHead)
    except msgspec.ValidationError:
        raise BackupError(f"{path} was made by a newer Potluck. Restore it with that one.") from None
    if (head.potluck_backup, head.form) != (FILE_FORM, FORM):
        raise BackupError(
            f"{path} has form {head.form}, made by Potluck {head.version}; this one reads form {FORM} alone. "
            "Restore it with that one."
        )
    return head


def parts(path: Path) -> Iterator[StoredKey]:
    """Yield the parts of all keys of a file that was checked. Raises OSError."""
    decoder = msgspec.msgpack.Decoder(StoredKey)
    with path.open("rb") as file:
        file.seek(HEAD_BYTES)
        with zstandard.ZstdDecompressor().stream_reader(file, closefd=False) as packed:
            while length := packed.read(4):
                yield decoder.decode(packed.read(min(int.from_bytes(length, "big"), LONGEST)))
