"""Test that `potluck verify` compares what a person was shown, and computes the level of proof itself."""

from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest
from program import potluck

from bot.app.cli.verify import level_of, moment, said_of, visible
from games.proof import fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed

DOCS = Path(__file__).parents[2] / "docs"
SAMPLE = DOCS / "sample.potluck.jsonl"
FOUND = replayed(SAMPLE.read_text(encoding="utf-8"))


def verify(*options: str, file: Path = SAMPLE) -> CompletedProcess[str]:
    return potluck("verify", str(file), *options)


def test_what_was_shown_is_compared_whole_or_by_its_first_digits() -> None:
    receipts = [f"--receipt={one[:12]}" for one in FOUND.receipts]
    bound = fair.binding(FOUND.texts["1"])
    shown = [f"--commitment={FOUND.committed.commitment[:32]}", f"--entropy={FOUND.entropy[:12].upper()}"]
    done = verify(*shown, f"--text={bound.upper()}", *receipts)
    assert done.returncode == 0
    assert "Compared: commitment, entropy, text, receipt" in done.stdout
    assert f'Texts mixed in: seat 2 "the fox knows many things" ({bound}).' in done.stdout
    assert "compare them with what you were shown: end." in done.stdout
    assert "Level 1" in done.stdout
    assert "Compared: end." in verify(f"--end={fair.binding(FOUND.end)}").stdout


@pytest.mark.parametrize(
    ("option", "digits"),
    [
        ("commitment", "a" * 26),
        ("commitment", "0" * 32),
        ("end", "a" * 26),
        ("text", "a" * 26),
        ("entropy", "0" * 12),
        ("receipt", "0" * 12),
        ("stamp", "0" * 12),
    ],
)
def test_what_does_not_occur_is_refused(option: str, digits: str) -> None:
    done = verify(f"--{option}={digits}")
    assert done.returncode == 1
    assert "line " in done.stdout


SEAL = FOUND.committed.commitment


@pytest.mark.parametrize(
    ("option", "digits"),
    [
        *((option, digits) for option in ("commitment", "end", "text") for digits in (SEAL[:12], SEAL[:31], "a" * 25)),
        ("commitment", "sealed"),
        ("commitment", f"{SEAL[:32]} ddd"),
        ("commitment", "0" * 65),
        ("commitment", "1" * 26),
        ("entropy", FOUND.entropy[:11]),
        ("receipt", "sealed"),
    ],
)
def test_too_few_digits_are_no_proof(option: str, digits: str) -> None:
    """Twelve digits prove nothing: two seeds with the same twelve are found in seconds."""
    done = verify(f"--{option}={digits}")
    assert done.returncode == 2
    assert "digits" in done.stderr


def test_a_file_that_was_changed_on_its_way_is_refused(tmp_path: Path) -> None:
    """Line ends of another system, bytes that are not text, and half of the file."""
    whole = SAMPLE.read_bytes()
    for content in (whole.replace(b"\n", b"\r\n"), whole[:-1], whole + b"\xff", b""):
        changed = tmp_path / "changed.jsonl"
        changed.write_bytes(content)
        assert verify(file=changed).returncode == 1


STAMPED = msgspec.structs.replace(FOUND, pairs=(*FOUND.pairs, ("stamp", "123")))
BY_NUMBER = "Level 2 with --stamp, if 123 is the number"


def test_a_level_is_said_only_of_what_was_compared() -> None:
    """And its meaning, and what would prove more."""
    assert level_of(FOUND, Posted(end=FOUND.end)).startswith("Level 0: it agrees with itself")
    assert level_of(FOUND, Posted(commitment=SEAL)).startswith("Level 1: the dice were fixed before")
    assert level_of(STAMPED, Posted(commitment=SEAL, stamp="123")).startswith("Level 2: nobody")
    for posted, level in ((Posted(), 0), (Posted(stamp="123"), 0), (Posted(commitment=SEAL), 1)):
        said = level_of(STAMPED, posted)
        assert said.startswith(f"Level {level}: ")
        assert BY_NUMBER.lower() in said.lower()
    assert "level 2" not in level_of(FOUND, Posted(commitment=SEAL)).lower()


def test_it_is_said_what_was_compared_and_what_was_not() -> None:
    def lines(found: Replayed, posted: Posted) -> list[str]:
        return [line for line in said_of(found, posted) if "ompared" in line]

    missing = "Not compared, so compare them with what you were shown: "
    assert lines(STAMPED, Posted(stamp="123")) == ["Compared: stamp.", f"{missing}commitment, entropy, end."]
    assert lines(STAMPED, Posted()) == ["Compared: nothing.", f"{missing}commitment, entropy, end, stamp."]
    assert lines(FOUND, Posted(SEAL, FOUND.entropy, FOUND.end)) == ["Compared: commitment, entropy, end."]


@pytest.mark.parametrize(
    ("stamp", "said"), [("123", "this is another stamp than the one you were shown"), ("", "there is no stamp")]
)
def test_of_a_stamp_it_is_said_whether_there_is_another_or_none(stamp: str, said: str) -> None:
    with pytest.raises(Mismatch, match=said):
        check_posted(msgspec.structs.replace(FOUND, pairs=(("stamp", stamp),)), Posted(stamp="456"))


def test_nothing_of_a_record_moves_the_cursor_hides_or_breaks_a_line() -> None:
    line = visible("called off: \x1b[2J\x1b[H Level 2\nLevel 2 \u202e\u200b\ufeff")
    assert line == r"called off: \x1b[2J\x1b[H Level 2\nLevel 2 \u202e\u200b\ufeff"
    assert visible("żółw 🐢 knows") == "żółw 🐢 knows"


@pytest.mark.parametrize(("at", "told"), [(0, "1970-01-01 00:00:00.000000 (UTC)"), (2**53 - 1, f"{2**53 - 1} ms")])
def test_a_moment_that_no_calendar_has_is_told_as_a_number(at: int, told: str) -> None:
    assert moment(at) == told


def test_a_line_that_is_nested_too_deep_is_no_line_of_a_record(tmp_path: Path) -> None:
    start, rest = SAMPLE.read_text(encoding="utf-8").split("\n", 1)
    deep = tmp_path / "deep.jsonl"
    deep.write_text(f"{start}\n{'[' * 100_000}{']' * 100_000}\n{rest}", encoding="utf-8")
    done = verify(file=deep)
    assert (done.returncode, done.stderr) == (1, "")
    assert "not a line of a record" in done.stdout
