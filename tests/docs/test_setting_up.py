"""Test what `make play` and `make test` install, and how the program is found without a build."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

HOUSE = Path(__file__).parents[2]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock: str) -> dict[str, str]:
    """Return the versions in a lock file, by name."""
    text = (HOUSE / lock).read_text(encoding="utf-8")
    return {canonical(name): version for name, version in PIN.findall(text)}


PLAY, TEST = pinned("requirements.lock"), pinned("requirements-dev.lock")
TOOLS = {canonical(Requirement(one).name) for one in PROJECT["optional-dependencies"]["dev"]}


def test_what_is_wanted_with_an_extra_is_locked_with_it() -> None:
    """Otherwise pip looks for the newest release, which has no hash in the lock, and stops."""
    locked = (HOUSE / "requirements-dev.lock").read_text(encoding="utf-8")
    wanted = [
        wish
        for one in distributions()
        if canonical(one.metadata["Name"]) in TEST
        for wish in map(Requirement, one.requires or [])
        if wish.extras and (wish.marker is None or wish.marker.evaluate({"extra": ""}))
    ]
    assert wanted, "one of the tools wants an extra"
    for wish in wanted:
        extras = ",".join(sorted(wish.extras))
        assert re.search(rf"^{re.escape(wish.name)}\[{extras}\]==", locked, re.MULTILINE), wish


@pytest.fixture
def set_up() -> ModuleType:
    spec = importlib.util.spec_from_file_location("set_up", HOUSE / "tools" / "set_up.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def steps(target: str) -> str:
    """Return the steps make would run for this target on a machine that is not set up yet."""
    command = ["make", "--dry-run", "--no-print-directory", "VENV=/nonexistent/venv", target]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout


def test_who_plays_gets_no_tool_of_ours() -> None:
    assert {"playwright", "mypy", "ruff", "pytest", "hypothesis", "hatchling"} <= TOOLS
    assert TOOLS & set(PLAY) == set()
    assert {canonical(Requirement(one).name) for one in PROJECT["dependencies"]} <= set(PLAY)


def test_who_tests_has_what_players_have_and_the_tools() -> None:
    assert PLAY.items() <= TEST.items()
    assert set(TEST) >= TOOLS


def test_make_play_installs_the_lock_of_those_who_play(set_up: ModuleType) -> None:
    assert set_up.LOCKS == {"play": "requirements.lock", "test": "requirements-dev.lock"}
    assert "--require-hashes" in set_up.HOW
    play = steps("play")
    assert "tools/set_up.py play" in play
    assert "tools/set_up.py test" not in play
    assert play.rstrip().endswith("bin/potluck play")


@pytest.mark.parametrize("target", ["test", "check"])
def test_make_test_adds_the_tools(target: str) -> None:
    found = steps(target)
    assert "tools/set_up.py test" in found
    assert "tools/set_up.py play" not in found, "the one lock holds the other"


def test_an_environment_is_told_of_the_program_and_its_games(tmp_path: Path, set_up: ModuleType) -> None:
    """The environment has the version, script and entry points as after an installation, and pip can remove them."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    python = tmp_path / "bin" / "python"
    set_up.link(python)
    asked = (
        "from importlib.metadata import distribution as d, entry_points as e\n"
        "import games\n"
        "print(d('potluck').version, games.__file__, *sorted(p.name for p in e(group='potluck.games')))\n"
        "print(*(f.locate().is_file() for f in d('potluck').files))\n"
    )
    said = subprocess.run([python, "-I", "-c", asked], capture_output=True, text=True, check=True).stdout.splitlines()
    names = " ".join(sorted(PROJECT["entry-points"]["potluck.games"]))
    assert said[0] == f"{PROJECT['version']} {HOUSE / 'games' / '__init__.py'} {names}"
    assert set(said[1].split()) == {"True"}
    script = tmp_path / "bin" / "potluck"
    assert script.stat().st_mode & 0o111
    shown = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    assert "No module named" in shown.stderr, "it runs, and lacks only the libraries"


def test_an_older_python_is_told_so(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 9))
    monkeypatch.setattr(sys, "argv", ["set_up.py", "play"])
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and .* is 3\.10\. .*PYTHON=") as refused:
        set_up.main()
    assert "\n" not in str(refused.value)


def test_it_says_what_it_is_for(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["set_up.py"])
    with pytest.raises(SystemExit, match=r"tools/set_up\.py play, or python3 tools/set_up\.py test"):
        set_up.main()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("aiohttp==3.14.5", "aiohttp 3.14.5"),
        ("/opt/wheels/idna-3.20-py3-none-any.whl", "idna 3.20"),
        ("colorama==0.4.6;", "colorama 0.4.6;"),
    ],
)
def test_each_library_is_told_by_its_name(set_up: ModuleType, found: str, told: str) -> None:
    assert set_up.called(found) == told


def test_while_it_installs_it_is_never_silent(
    set_up: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a stand-in for pip: each library is reported as it is installed, and errors are shown in full."""
    pip = tmp_path / "python"
    pip.write_text(
        "#!/bin/sh\necho 'Collecting aiohttp==3.14.5 (from -r x)'\necho 'Installing collected packages: aiohttp'\n"
        "echo 'ERROR: no room left'\nexit ${FAILS:-1}\n"
    )
    pip.chmod(0o755)
    with pytest.raises(SystemExit, match=r"ERROR: no room left\n\nThe libraries could not be installed"):
        set_up.install(pip, HOUSE / "requirements.lock")
    told = capsys.readouterr().out
    assert "aiohttp 3.14.5" in told
    assert "putting them in place" in told
