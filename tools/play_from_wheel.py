"""Build the wheel, install it away from the checkout, and play there: `.venv/bin/python tools/play_from_wheel.py`.

The libraries come from the environment that runs this, and nothing is downloaded. `--python python3.13` tries another
Python, for which the libraries of requirements.lock are downloaded and verified; if they are not available, it exits
with 3. `--keep dist` leaves the wheel in that folder.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
LOCK = HOUSE / "requirements.lock"
NOT_TRIED = 3
"""The exit code if it was impossible to try."""
IMPORT_ALL = """\
import importlib, pkgutil
import bot, games, persistence, potluck
for package in (bot, games, persistence):
    print(package.__path__[0])
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""
ROUND = """\
dice: 7 2 2 2 6
pete> !halflings 50
    …
    #table | pete stakes 50. The Giant rolls 7: that is the Knee, and it pays 3:1.
    …
pete> !roll
    …
pete> !split
    #table | pete splits, keeps 2 and rolls two more. … the Giant topples! pete wins 150.
    …
"""


def main() -> None:
    """Play from the wheel. Raises SystemExit with a sentence if it does not work."""
    asked = argparse.ArgumentParser(description="Play a round from the built wheel.")
    asked.add_argument("--python", default="", help="another Python than this one")
    asked.add_argument("--keep", type=Path, help="the folder in which the wheel is left")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        folder = Path(made)
        wheel = build(folder)
        python = installed(wheel, given.python, folder / "venv")
        play(python, folder)
        if given.keep:
            given.keep.mkdir(exist_ok=True)
            shutil.copy(wheel, given.keep)
    print(f"{wheel.name} plays a round on {given.python or 'this Python'}.")


def build(folder: Path) -> Path:
    run(
        [sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, HOUSE]
    )
    [wheel] = folder.glob("potluck-*.whl")
    return wheel


def installed(wheel: Path, other: str, venv: Path) -> Path:
    """Return the Python of a new environment with the wheel and its libraries.

    Another Python gets libraries of its own. For ours, the libraries that we have come last on its path, so what is
    installed in it is found first, and the checkout not at all.
    """
    run([other or sys.executable, "-m", "venv", "--without-pip", venv])
    python = venv / "bin" / "python"
    install = [sys.executable, *PIP, "--python", python, "install"]
    run([*install, "--no-deps", "--no-index", wheel])
    if other:
        have_libraries(other, [*install, "--require-hashes", "--requirement", LOCK])
    else:
        [site] = venv.glob("lib/python*/site-packages")
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def have_libraries(other: str, install: Sequence[str | Path]) -> None:
    """Download what another Python needs; if it is not available, exit with NOT_TRIED."""
    try:
        run(install)
    except SystemExit as failed:
        print(f"The libraries for {other} can't be had here, so nothing was tried on it.\n{failed.code}")
        raise SystemExit(NOT_TRIED) from None


def play(python: Path, folder: Path) -> None:
    """Import every module, and use the program as a player does."""
    scene = folder / "round.txt"
    scene.write_text(ROUND, encoding="utf-8")
    homes = run([python, "-c", IMPORT_ALL], folder).split()
    if any(Path(home).is_relative_to(HOUSE) for home in homes):
        raise SystemExit(f"The checkout was played, not the wheel: {homes}")
    potluck = python.with_name("potluck")
    run([potluck, "--version"], folder)
    run([potluck, "console", "--check", scene], folder)
    for game in ("cones", "halflings", "headache", "poohead", "rogues"):
        run([potluck, "simulate", game, "--games", "2"], folder)


def run(command: Sequence[str | Path], where: Path = HOUSE) -> str:
    """Return the output of a command. Raises SystemExit with its error messages."""
    done = subprocess.run(command, cwd=where, env=surroundings(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def surroundings() -> Mapping[str, str]:
    return {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}


if __name__ == "__main__":
    main()
