"""Measure the sizes and times that the README and the page of figures claim. Each figure has its own test."""

import math
import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from games.catalogue import catalogue

HOUSE = Path(__file__).parents[2]
README = HOUSE / "README.md"
FIGURES = HOUSE / "docs" / "figures.md"
ARCHITECTURE = HOUSE / "docs" / "architecture.md"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)
LONGEST_README = 110
MOST_PICTURED = 600_000
"""In bytes: the page must open on a phone too."""
OF_AN_ENVIRONMENT_MB = 30
"""Pip and setuptools with their compiled files, which every environment has."""
BLOCK = 512
A_SPLIT = "import asyncio; from bench.way import a_split; seen = asyncio.run(a_split()); print(seen.files, seen.calls)"
LONGER = 0.03
"""By this share the way of a line may be longer than the page says."""
ROWS = [
    line.strip("| ").split(" | ")
    for line in FIGURES.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| what |")
]

both_pages = pytest.mark.parametrize("page", [README, FIGURES], ids=lambda page: page.name)


def claimed(page: Path, words: str) -> float:
    """Return the number at this place in the words of the page."""
    found = re.search(words, " ".join(page.read_text(encoding="utf-8").split()))
    assert found is not None, f"{page.name} words it otherwise: {words}"
    return float(found[1])


def room_of(name: str) -> int:
    """Return the bytes that a library takes on the disk, without the files that Python compiles later."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return 0  # for other systems
    paths = (Path(str(one.locate())) for one in files if not str(one).endswith(".pyc"))
    return sum(path.stat().st_blocks * BLOCK for path in paths if path.exists())


def test_the_readme_is_a_door_and_no_book() -> None:
    page = README.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page)
    assert len(page.splitlines()) <= LONGEST_README
    assert 0 < sum((HOUSE / name).stat().st_size for name in pictures) < MOST_PICTURED


@both_pages
def test_what_players_install_is_as_small_as_the_page_says(page: Path) -> None:
    """Measures the locked libraries as they are installed here."""
    names = {name for name, _ in PIN.findall((HOUSE / "requirements.lock").read_text(encoding="utf-8"))}
    taken = sum(map(room_of, names)) / 1e6
    assert taken > 100, "the libraries are here, and counted"
    assert taken + OF_AN_ENVIRONMENT_MB < claimed(page, r"less than ([0-9]+) MB")


def processor_time(pid: int) -> float:
    """Return the seconds of processor time a program has used, its own and the system's on its behalf."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Return the processor time of `potluck play` until it says that the room is open: the lower of two starts.

    The second start finds the files that the first one compiled. A busy machine slows one start, seldom both.
    """
    return min(started(tmp_path_factory.mktemp("room")) for _ in range(2))


def started(folder: Path) -> float:
    command = [sys.executable, "-c", "from bot.app.cli import main; main()", "play", "--port", "0"]
    settings = {**os.environ, "POTLUCK_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=settings, cwd=HOUSE
    ) as program:
        said = []
        for line in program.stdout or ():
            said.append(line)
            if line.startswith("The table room is open"):
                taken = processor_time(program.pid)
                break
        else:
            pytest.fail("".join(said))
        program.terminate()
    return taken


@both_pages
def test_a_start_takes_as_little_as_the_page_says(page: Path, start: float) -> None:
    """Measured in processor time: other programs do not change it, and a slower machine changes it little."""
    assert start < claimed(page, r"less than ([0-9]+) seconds")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_each_figure_has_something_beside_it(row: list[str]) -> None:
    assert len(row) >= 3
    assert all(cell.strip() for cell in row)


def test_what_is_said_to_miss_its_goal_does_and_nothing_else() -> None:
    goals = [row for row in ROWS if row[-1] in {"met", "missed"}]
    assert len(goals) > 10
    for what, figure, goal, _, told in goals:
        found = re.match(r"[0-9.,]+", figure)
        assert found is not None, what
        ours, (sign, number) = float(found[0].replace(",", "")), goal.split()
        is_met = ours >= float(number) if sign == ">=" else ours <= float(number)
        assert told == ("met" if is_met else "missed"), what


LENGTHS = [row for row in ROWS if re.fullmatch(r"[0-9]+(?: to [0-9]+)? min", row[-1])]


def test_each_game_has_its_length_on_the_page() -> None:
    assert sorted(row[0].partition(",")[0] for row in LENGTHS) == sorted(catalogue())


@pytest.mark.parametrize("row", LENGTHS, ids=lambda row: row[0])
def test_a_game_is_labelled_as_long_as_nine_of_ten_are(row: list[str]) -> None:
    minutes = catalogue()[row[0].partition(",")[0]].minutes
    least, _, most = map(float, row[2:5])
    assert minutes == (max(1, math.floor(least)), math.ceil(most))
    assert tuple(map(int, re.findall("[0-9]+", row[-1]))) == tuple(dict.fromkeys(minutes))


def test_each_program_that_measures_is_there() -> None:
    named = set(re.findall(r"`python -m bench\.(\w+)", FIGURES.read_text(encoding="utf-8")))
    assert named
    assert [name for name in sorted(named) if not (HOUSE / "bench" / f"{name}.py").exists()] == []


def test_the_way_of_a_line_is_as_short_as_its_page_says() -> None:
    """Count in a process of its own, which has nothing ready that other tests needed. Whoever makes the way shorter
    says so on the page.
    """
    command = [sys.executable, "-c", A_SPLIT]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=HOUSE, timeout=60)
    files, calls = map(int, ran.stdout.split())
    assert files == pytest.approx(claimed(ARCHITECTURE, r"goes through ([0-9]+) files"), rel=LONGER)
    assert calls <= claimed(ARCHITECTURE, r"files in ([0-9]+) calls") * (1 + LONGER)
