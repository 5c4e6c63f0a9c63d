"""Test that `make quick` runs the tests that a change concerns, most closely concerned first."""

import json
import subprocess
from pathlib import Path

import pytest
import quick
from quick import Change, Choice, belonging, changes, table, within
from tests_map import ROOT, Map, files_of_tests, name_of, names_by_line

ROWS = table((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
EVERY = files_of_tests("tests", "examples/*/tests")
STACKS = "bot/table/stacks.py"


@pytest.fixture
def known(tmp_path: Path) -> Map:
    """Know two test files: one runs a function of the stacks, the other nothing that matters here."""
    kept = tmp_path / "map.json"
    files = {
        "tests/bot/test_reader.py": {
            "seconds": {"tests/bot/test_reader.py::test_a": 1.0, "tests/bot/test_reader.py::test_b": 500.0},
            "runs": {STACKS: {"pay_back": [0]}},
        },
        "tests/bot/test_safe_text.py": {"seconds": {"tests/bot/test_safe_text.py::test_c": 1.0}, "runs": {}},
    }
    kept.write_text(json.dumps({"files": files, "imported": {STACKS: ["once"]}}), "utf-8")
    return Map(kept)


@pytest.fixture
def choice(known: Map) -> Choice:
    return Choice(known, ROWS, EVERY)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a separate repository with two modules."""
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    for name, text in (("kept.py", "def a():\n    return 1\n\n\ndef b():\n    return 2\n"), ("gone.py", "X = 1\n")):
        (tmp_path / name).write_text(text)
    for words in ("init -q -b main", "add .", "-c user.name=a -c user.email=a@b commit -q -m a"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    return tmp_path


def test_the_table_has_every_folder_and_each_row_has_tests() -> None:
    tops = ("games", "persistence", "bot", "bot/adapters")
    folders = {f"{path.parent.relative_to(ROOT)}/" for top in tops for path in ROOT.glob(f"{top}/*/__init__.py")}
    assert ({"games/", "persistence/"} | folders) - set(ROWS) == set()
    assert [one for tests in ROWS.values() for one in tests if not files_of_tests(one)] == []
    assert [one for one in ROWS if not (ROOT / one).exists()] == []


def test_every_folder_of_tests_belongs_to_something() -> None:
    named = {file for tests in ROWS.values() for file in files_of_tests(*tests)}
    assert sorted(set(EVERY) - named) == []


def test_the_nearest_folder_counts() -> None:
    assert all(test.startswith("tests/overlay/") for test in belonging("bot/adapters/web/overlay/page.py", ROWS))
    assert belonging("bot/adapters/web/overlay/static/screen.css", ROWS) == files_of_tests("tests/overlay")


def test_a_name_comes_before_an_import_and_that_before_who_runs_it_and_that_before_the_folder(choice: Choice) -> None:
    found = choice.of([Change(STACKS, frozenset({"pay_back"}))])
    assert next(iter(found)) == "tests/bot/test_stacks.py"
    assert found["tests/bot/test_reader.py"] == 3
    assert found["tests/bot/test_safe_text.py"] == 4
    assert list(found.values()) == sorted(found.values())


def test_a_changed_file_of_tests_is_run_and_a_deleted_one_is_not(choice: Choice) -> None:
    assert choice.of([Change("tests/bot/test_reader.py"), Change("tests/bot/test_that_is_gone.py")]) == {
        "tests/bot/test_reader.py": 0
    }


def test_what_stands_beside_tests_brings_those_that_use_it(choice: Choice) -> None:
    assert choice.of([Change("tests/bot/one_change.py")])["tests/bot/test_stacks.py"] == 0
    scenes = choice.of([Change("tests/transcripts/a-new-one.txt")])
    assert scenes
    assert set(scenes) == set(files_of_tests("tests/transcripts"))
    assert set(choice.of([Change("tests/web/conftest.py")])) >= set(files_of_tests("tests/web"))


def test_words_pages_and_removed_files_bring_what_names_them_and_their_folder(choice: Choice) -> None:
    assert "tests/games/test_poohead_pile.py" in choice.of([Change("games/poohead/words.en.ftl")])
    assert "tests/docs/test_pages.py" in choice.of([Change("docs/play.md")])
    choice._texts["tests/bot/test_reader.py"] = "from bot.table.removed import everything\n"
    assert choice.of([Change("bot/table/removed.py")])["tests/bot/test_reader.py"] == 2


def test_the_first_is_run_however_long_it_takes_and_what_is_too_much_is_left(choice: Choice) -> None:
    found = choice.of([Change("tests/bot/test_reader.py"), Change(STACKS)])
    assert within(choice, found) == ["tests/bot/test_reader.py"]
    said = quick.said([Change(STACKS)], found, ["tests/bot/test_reader.py"])
    assert "files of tests: 1 (1 changed)" in said
    assert said.endswith(f"which may touch them: {len(found) - 1}.")


def test_what_changed_is_told_with_its_functions_also_where_a_file_moved(repository: Path) -> None:
    (repository / "kept.py").write_text("def a():\n    return 1\n\n\ndef b():\n    return 3\n")
    (repository / "gone.py").rename(repository / "moved.py")
    assert changes(quick.beginning("")) == [
        Change("gone.py", frozenset({"<module>"})),
        Change("kept.py", frozenset({"b"})),
        Change("moved.py"),
    ]


def test_nothing_changed_is_said(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["quick"])
    assert quick.main() == 0
    assert capsys.readouterr().out.startswith("Nothing has changed since ")


def test_no_commit_is_refused(repository: Path) -> None:
    with pytest.raises(SystemExit, match="nonsense is no commit"):
        quick.beginning("nonsense")


def test_a_function_is_known_by_its_name(known: Map) -> None:
    assert known.tests_of(STACKS, "pay_back") == {"tests/bot/test_reader.py::test_a"}
    assert known.tests_of(STACKS, "a_new_one") == known.tests_of(STACKS)
    assert [known.is_imported(STACKS, name) for name in ("once", "<module>", "pay_back")] == [True, True, False]
    assert set(names_by_line("class A:\n    def b(self):\n        return [c for c in ()]\n").items()) >= {
        (2, "A"),
        (3, "A.b"),
    }
    for name in ("A.b", "A.b.<locals>.<listcomp>", "A.b.<locals>.<lambda>.<locals>.<genexpr>"):
        assert name_of(name) == "A.b"
    assert (name_of("<lambda>"), name_of("A.<lambda>"), name_of("a.<locals>.b")) == ("<module>", "A", "a.<locals>.b")
