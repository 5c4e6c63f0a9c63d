"""Set up `.venv`: `python3 tools/set_up.py play` for those who play, `test` for those who change the program.

It needs only Python, says what it is doing, and verifies the hash of everything that it downloads. The program stays
where it is: the environment is told its path, its name and its games, so no build tool is needed.
"""

import subprocess
import sys
import time
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
VENV = HOUSE / ".venv"
NEWEST_TOO_OLD = (3, 10)
LOCKS = {"play": "requirements.lock", "test": "requirements-dev.lock"}
PACKAGE = "potluck"
HOW = ("--require-hashes", "--no-compile", "--no-input", "--progress-bar", "off", "--disable-pip-version-check")
"""Without compiling: Python compiles what it needs, when it needs it."""
LAYOUT = "import sysconfig as s; print(s.get_path('purelib')); print(s.get_path('scripts'))"
SCRIPT = """#!{python}
import sys

from {module} import {function}

if __name__ == "__main__":
    sys.exit({function}())
"""


# An older Python must be able to parse this file, to be told that it is too old.


def say(text: str) -> None:
    print(text, flush=True)


def main() -> None:
    """Set up the environment. Raises SystemExit with a sentence that helps to fix the problem."""
    if sys.version_info[:2] <= NEWEST_TOO_OLD:
        found = ".".join(map(str, sys.version_info[:2]))
        raise SystemExit(
            f"Potluck needs Python 3.11 or newer, and {sys.executable} is {found}. "
            "Name another one: make play PYTHON=/path/to/python3.11"
        )
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        raise SystemExit("Say what for: python3 tools/set_up.py play, or python3 tools/set_up.py test")
    began = time.monotonic()
    lock = HOUSE / LOCKS[sys.argv[1]]
    say(f"Setting up {VENV.name}, once:")
    python = make_venv()
    install(python, lock)
    link(python)
    say(f"  Done after {time.monotonic() - began:.0f} s, {size_of(VENV) / 1e6:.0f} MB.")


def make_venv() -> Path:
    """Create the environment; return its Python."""
    say(f"  1 of 3: an environment for Python {sys.version.split()[0]}")
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(
            f"{made.stdout}{made.stderr}\nThis Python can't make environments. On Debian and Ubuntu: "
            "apt-get install python3-venv"
        )
    return VENV / "bin" / "python"


def install(python: Path, lock: Path) -> None:
    """Print each library as it is downloaded; everything that pip printed if it fails."""
    wanted = sum(line[:1].isalpha() for line in lock.read_text(encoding="utf-8").splitlines())
    say(f"  2 of 3: libraries out of {lock.name}, {wanted} at most, each checked against its hash")
    command = [python, "-m", "pip", "install", *HOW, "--requirement", lock]
    output = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        for line in pip.stdout or ():
            output.append(line)
            first, _, rest = line.strip().partition(" ")
            if first in {"Collecting", "Processing"}:
                say(f"          {called(rest.split()[0])}")
            elif first == "Installing":
                say("          … all here; putting them in place")
    if pip.returncode:
        raise SystemExit("".join(output) + "\nThe libraries could not be installed. Is there a way to the index?")


def called(found: str) -> str:
    """Return `aiohttp==3.14.5` or `/somewhere/aiohttp-3.14.5-cp311-…whl` as `aiohttp 3.14.5`."""
    name = found.rpartition("/")[2]
    return name.replace("==", " ") if "==" in name else " ".join(name.split("-")[:2])


def link(python: Path) -> None:
    """Register this folder as an installed package in the environment: its path, program and entry points."""
    say("  3 of 3: the program and its games")
    import tomllib  # noqa: PLC0415 - an older Python has none, and is told so before

    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = subprocess.run([python, "-I", "-c", LAYOUT], capture_output=True, text=True, check=True)
    packages, scripts = map(Path, found.stdout.splitlines())
    if any(packages.glob(f"{PACKAGE}-*.dist-info")):
        forget = [python, "-m", "pip", "uninstall", "--yes", "--quiet", PACKAGE]
        subprocess.run(forget, capture_output=True, check=True)
    about = packages / f"{PACKAGE}-{project['version']}.dist-info"
    about.mkdir()
    files = {
        packages / f"{PACKAGE}.pth": f"{HOUSE}\n",
        about / "METADATA": metadata(project),
        about / "entry_points.txt": entry_points(project),
        about / "INSTALLER": "tools/set_up.py\n",
    }
    for name, target in project["scripts"].items():
        module, _, function = target.partition(":")
        files[scripts / name] = SCRIPT.format(python=python, module=module, function=function)
    for path, content in files.items():
        path.write_text(content, encoding="utf-8")
        path.chmod(0o755 if path.parent == scripts else 0o644)
    # The list of files that pip removes if the package is later installed in another way.
    listed = [*files, about / "RECORD"]
    (about / "RECORD").write_text("".join(f"{path},,\n" for path in listed), encoding="utf-8")


def metadata(project: dict) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {one}" for one in project["dependencies"]),
    ]
    return "\n".join(lines) + "\n"


def entry_points(project: dict) -> str:
    groups = {"console_scripts": project["scripts"], **project.get("entry-points", {})}
    lines = [
        line for group, points in groups.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in points.items()))
    ]
    return "\n".join(lines) + "\n"


def size_of(folder: Path) -> int:
    """Return the size of a folder on the disk, in bytes."""
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


if __name__ == "__main__":
    main()
