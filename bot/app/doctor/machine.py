"""Look at this machine, for the doctor: settings, folder and disk, ports, open files."""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pydantic_settings import BaseSettings

from bot.app.open_files import RESERVED, raise_open_files
from bot.app.settings import Settings, unread, variable
from bot.app.stream_check.checks import open_env_file
from bot.app.stream_check.env_file import FILE, EnvFile
from bot.app.stream_check.finding import Finding, good, note, wrong
from bot.commands.wing import settings as of_wings
from persistence.server import LITTLE_SPACE

PORT: Final = "_port"


def of_settings() -> Iterator[Finding]:
    """Yield what is wrong with the settings, besides values that can't be read. Raises EnvFileError."""
    unknown, odd = list(unread()), EnvFile(FILE).odd_lines()
    for number in odd:
        yield wrong("settings", f"Line {number} of .env is no setting, and does nothing", "write it as NAME=value")
    for name, close in unknown:
        text = f"The setting {name} is not known, and does nothing"
        yield wrong("settings", text, f"write {close} in its place") if close else note("settings", text)
    if not unknown and not odd:
        yield good("settings", "Every setting is known")
    if found := open_env_file():
        yield wrong("file", found.text, "chmod 600 .env")


def of_folder(folder: Path) -> Finding:
    """Return whether the data folder can be written and has room."""
    at = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not at.is_dir():
        return wrong("disk", f"{at} is a file, not a folder", f"mv {at} elsewhere, or set POTLUCK_DATA")
    if not os.access(at, os.W_OK | os.X_OK):
        return wrong("disk", f"{at} can't be written", f"chown {os.getuid()} {at}")
    free = shutil.disk_usage(at).free
    if free < LITTLE_SPACE:
        todo = "make room there; when it is full, no move is taken any more"
        return wrong("disk", f"{at} has {free / 1e6:,.0f} MB left", todo)
    return good("disk", f"{at} can be written, and has {free / 1e9:,.1f} GB left")


def of_files(settings: Settings) -> Finding:
    """Return whether as many connections can be held as the settings allow."""
    most, wanted = raise_open_files(), settings.connections + RESERVED
    if most >= wanted:
        return good("files", f"{most:,} files may be open, {wanted:,} are wanted")
    text = f"Only {most:,} files may be open, {wanted:,} are wanted: fewer pages can be open than you allow"
    return wrong("files", text, "LimitNOFILE=65536 in the unit of systemd, or ulimit -n 65536 before the start")


def of_ports(settings: Settings, *, running: bool) -> Iterator[Finding]:
    """Yield whether each port that is set can be had, or is served if the bot runs."""
    for name, host, port in ports(settings):
        if running:
            yield served(name, host, port)
        else:
            yield free(name, host, port)


def ports(settings: Settings) -> Iterator[tuple[str, str, int]]:
    """Yield each port that is set, with the name of its setting and the address on which it is opened."""
    made: list[BaseSettings] = [settings, *(kind() for kind in of_wings())]
    for one in made:
        for field in type(one).model_fields:
            port = getattr(one, field)
            if field.endswith(PORT) and port:
                yield variable(type(one), field), getattr(one, f"{field[: -len(PORT)]}_host", "127.0.0.1"), port


def free(name: str, host: str, port: int) -> Finding:
    """Return whether a port can be had."""
    try:
        socket.create_server((host, port), family=family(host)).close()
    except OSError as error:
        text = f"Port {port} of {host} can't be had ({error.strerror})"
        return wrong(
            "ports", text, f"end what listens there (ss -ltnp 'sport = :{port}'), or set {name} to another one"
        )
    return good("ports", f"Port {port} of {host} can be had")


def served(name: str, host: str, port: int) -> Finding:
    """Return whether something answers on a port."""
    try:
        socket.create_connection(("127.0.0.1" if host in EVERYWHERE else host, port), timeout=2).close()
    except OSError as error:
        text = f"Nothing answers on port {port} of {host} ({error.strerror or 'no answer'})"
        return wrong("ports", text, f"start Potluck again: {name} is not what it was started with")
    return good("ports", f"Port {port} of {host} answers")


EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - only compared


def family(host: str) -> socket.AddressFamily:
    """Return the family of an address."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET
