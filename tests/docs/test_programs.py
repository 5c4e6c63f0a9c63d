"""Test what the pages promise about the program itself: exit codes, and the benchmarks."""

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from program import potluck

import bench

HOUSE = Path(__file__).parents[2]
MAIN = "bench.__main__"
SAMPLE = HOUSE / "docs" / "sample.potluck.jsonl"


def test_the_command_is_a_program_of_its_own() -> None:
    """The other tests call it within this process."""
    program = "import sys; from bot.app.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "verify", SAMPLE], capture_output=True, text=True, check=False, cwd=HOUSE
    )
    within = potluck("verify", SAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, within.stdout, within.stderr)


def test_verify_ends_with_zero_or_one(tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_text(SAMPLE.read_text(encoding="utf-8").replace("[2,1]", "[6,1]"), encoding="utf-8")
    assert potluck("verify", SAMPLE).returncode == 0
    refused = potluck("verify", changed)
    assert (refused.returncode, "line 5" in refused.stdout) == (1, True)


@pytest.mark.parametrize(("expected", "code"), [("(nothing)", 0), ("something else", 1)])
def test_a_transcript_ends_with_zero_or_one(tmp_path: Path, expected: str, code: int) -> None:
    transcript = tmp_path / "evening.txt"
    transcript.write_text(f"pete> hello everybody\n    {expected}\n", encoding="utf-8")
    assert potluck("console", "--check", transcript).returncode == code


def test_a_transcript_that_cannot_be_read_ends_with_two(tmp_path: Path) -> None:
    transcript = tmp_path / "evening.txt"
    transcript.write_text("hello everybody\n", encoding="utf-8")
    found = potluck("console", transcript)
    assert (found.returncode, found.stderr.startswith("potluck: line 1: ")) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tournament", "--games", "3"), "a tournament is played once"),
        (("tournament", "--money"), "--money is of one game"),
        (("halflings", "--money", "--level", "2"), "--money is of one game, and of bots of all levels"),
        (("poohead", "--money"), "poohead is not played for suckers"),
        (("halflings", "--players", "12"), "How many sit at a table of halflings is --seats"),
    ],
)
def test_simulate_refuses_an_option_that_would_do_nothing(words: tuple[str, ...], said: str) -> None:
    found = potluck("simulate", *words)
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr


def test_simulate_takes_what_does_something() -> None:
    assert potluck("simulate", "tournament", "--players", "4", "--json").returncode == 0
    assert potluck("simulate", "halflings", "--games", "3", "--json").returncode == 0


@pytest.mark.parametrize(
    ("option", "best", "share"),
    [
        ("pay=banker", "-25579/746496", "-3.43 % (-25579/746496) of what they stake"),
        ("pay=even", "310039/4199040", "+7.38 % (310039/4199040) of what they stake"),
        ("mode=duel", None, "nothing, for it takes no part"),
    ],
)
def test_simulate_prints_what_the_house_makes_of_bots_and_what_the_best_play_can_win(
    option: str, best: str | None, share: str
) -> None:
    """HG-14: the first number is an illustration, the second is exact."""
    command = ("simulate", "halflings", "--money", "--games", "40", "--options", option)
    told = json.loads(potluck(*command, "--json").stdout)
    assert (told["game"], told["best_play"]) == ("halflings", best)
    assert [one["level"] for one in told["levels"]] == [0, 1, 2, 3]
    assert {(one["games"], one["matches"]) for one in told["levels"]} == {(40, 40)}
    lines, house = potluck(*command).stdout.splitlines(), told["levels"][2]["house"] / 40
    assert lines[2] == f"level 2: the House {house:+.1f} a match, {house:+.1f} a game (40 matches, 40 games)"
    assert lines[4:] == [f"The best play, all seats in league, wins of it at most {share}."]


def test_every_benchmark_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Running them takes long, so only a soak test does that."""
    names = [module.name for module in pkgutil.iter_modules(bench.__path__, "bench.") if module.name != MAIN]
    monkeypatch.setattr(sys, "argv", ["bench"])
    assert [importlib.import_module(name).__name__ for name in names] == names


@pytest.mark.parametrize("program", ["evening_on_twitch", "told"])
def test_who_asks_how_a_benchmark_of_twitch_is_run_is_told(
    program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [program, "--help"])
    with pytest.raises(SystemExit) as left:
        importlib.import_module(f"bench.{program}").main()
    told = " ".join(capsys.readouterr().out.split())
    assert (left.value.code, f"python -m bench.{program} [" in told) == (0, True)


@pytest.mark.soak
def test_the_benchmarks_run() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "bench", "--quick"], capture_output=True, text=True, check=False, cwd=HOUSE
    )
    assert found.returncode == 0, found.stderr
    rows = [line for line in found.stdout.splitlines() if line.startswith("| ")]
    assert len(rows) - 1 == 14
    assert all(row.split(" | ")[2] for row in rows), "each has a goal"


@pytest.mark.parametrize(
    ("program", "words", "expected"),
    [
        (
            "levels",
            ("--level", "2", "--against", "0", "--series", "2"),
            r"one of level 2 among 3 of level 0.*: wins .* %, last .* % \(fair: 25\.0\)",
        ),
        ("lengths", ("--seats", "3", "--series", "2"), "lines of chat: "),
    ],
)
def test_levels_and_lengths_are_measured(program: str, words: tuple[str, ...], expected: str) -> None:
    found = CliRunner().invoke(importlib.import_module(f"bench.{program}").main, ["poohead", *words])
    assert (found.exit_code, found.exception) == (0, None)
    assert re.search(expected, found.output)
