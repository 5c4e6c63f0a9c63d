"""The file `.env`: our lines are set in it, all others stay as they are, and it is complete at every moment."""

import contextlib
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LINE: Final = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)$")
OFFERED: Final = re.compile(r"^#[ \t]*([A-Z_]+)=")
"""A setting that is explained but not set, as in `.env.example`."""
FILE: Final = Path(".env")
PRIVATE: Final = 0o600


class EnvFileError(Exception):
    """The file can't be read or written; the sentence says why, without quoting the file."""


class EnvFile:
    """The settings in one file; a missing file counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()  # a link to the file stays a link

    def value(self, name: str) -> str | None:
        """Return the value of a setting, without quotes; None: it is not in the file. Raises EnvFileError."""
        found = None
        for line in self._lines():
            match = LINE.match(line.rstrip("\r\n"))
            if match is not None and match[1] == name:
                found = match[2].strip().strip("'\"")
        return found

    def names(self) -> tuple[str, ...]:
        """Return the names of the settings, in the order of the lines. Raises EnvFileError."""
        found = (LINE.match(line.rstrip("\r\n")) for line in self._lines())
        return tuple(match[1] for match in found if match is not None)

    def odd_lines(self) -> tuple[int, ...]:
        """Return the numbers of lines, from 1, that are neither settings, nor comments, nor empty: nobody reads them.

        Raises EnvFileError.
        """
        lines = [line.strip() for line in self._lines()]
        return tuple(at for at, line in enumerate(lines, 1) if line and line[0] != "#" and not LINE.match(line))

    def is_open(self) -> bool:
        """Tell whether others on this machine can read the file."""
        try:
            return os.name == "posix" and bool(self._path.stat().st_mode & 0o077)
        except OSError:
            return False

    def set(self, values: Mapping[str, str]) -> None:
        """Set these values in one step: an interruption leaves either the old file or the new one.

        Raises EnvFileError.
        """
        lines = self._lines()
        for name, value in values.items():
            lines = with_setting(lines, name, value)
        self._write("".join(lines))

    def _lines(self) -> list[str]:
        try:
            return self._path.read_bytes().decode("utf-8").splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except UnicodeDecodeError:
            raise EnvFileError(f"{self._path} is not UTF-8. Save it as that, or move it away.") from None
        except OSError as error:
            raise EnvFileError(f"{self._path} can't be read ({error.strerror}).") from None

    def _write(self, content: str) -> None:
        """Write a new file that only its owner can read, and replace the old one with it."""
        made = ""
        try:
            handle, made = tempfile.mkstemp(prefix=".env-", dir=self._path.parent)  # its mode is 600
            with os.fdopen(handle, "wb") as beside:
                beside.write(content.encode())
                beside.flush()
                os.fsync(beside.fileno())
            Path(made).chmod(PRIVATE)
            self._give_to_owner(made)
            Path(made).replace(self._path)
        except OSError as error:
            raise EnvFileError(f"{self._path} can't be written ({error.strerror}).") from None
        finally:
            if made:
                Path(made).unlink(missing_ok=True)  # it exists only if something went wrong

    def _give_to_owner(self, made: str) -> None:
        """Give the file to the owner of the old one, if we may."""
        with contextlib.suppress(OSError, AttributeError):
            before = self._path.stat()
            os.chown(made, before.st_uid, before.st_gid)


def with_setting(lines: list[str], name: str, value: str) -> list[str]:
    """Return the lines with this setting: in its old place, below its explanation, or at the end."""
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    ours = f"{name}={value}{end}"
    whole = [line if line.endswith(("\n", "\r")) else line + end for line in lines]
    matches = [LINE.match(line.rstrip("\r\n")) for line in whole]
    places = [at for at, match in enumerate(matches) if match is not None and match[1] == name]
    if places:  # the last of several counts, and the others must not keep a secret
        kept = [line for at, line in enumerate(whole) if at not in places[:-1]]
        at = places[-1] - len(places[:-1])
        return [*kept[:at], ours, *kept[at + 1 :]]
    offers = [OFFERED.match(line) for line in whole]
    offered = next((at for at, match in enumerate(offers) if match is not None and match[1] == name), None)
    if offered is not None:
        return [*whole[: offered + 1], ours, *whole[offered + 1 :]]
    return [*whole, ours]
