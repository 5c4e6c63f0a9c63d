"""`potluck verify` compares what one was shown, and says what it proves: the level is computed, never claimed."""

from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest
from program import potluck

from bot.app.cli import level_of, moment, visible
from games.proof import fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import replayed

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
    """Twelve bind nobody: two seeds with the same twelve are found in seconds."""
    done = verify(f"--{option}={digits}")
    assert done.returncode == 2
    assert "digits" in done.stderr


def test_a_file_that_was_changed_on_its_way_is_refused(tmp_path: Path) -> None:
    """Line ends of another system, bytes that are no text, half of it."""
    whole = SAMPLE.read_bytes()
    for content in (whole.replace(b"\n", b"\r\n"), whole[:-1], whole + b"\xff", b""):
        changed = tmp_path / "changed.jsonl"
        changed.write_bytes(content)
        assert verify(file=changed).returncode == 1


def test_level_2_is_said_only_where_the_stamp_was_compared() -> None:
    from msgspec.structs import replace  # noqa: PLC0415 - for this one record that never was

    stamped = replace(FOUND, pairs=(*FOUND.pairs, ("stamp", "123")))
    assert level_of(stamped, Posted(commitment=SEAL, stamp="123")).startswith("Level 2: nobody")
    for less in (Posted(), Posted(stamp="123"), Posted(commitment=SEAL)):
        assert level_of(stamped, less).startswith("Level 2 if")
    assert level_of(FOUND, Posted()).startswith("Level 1")


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
