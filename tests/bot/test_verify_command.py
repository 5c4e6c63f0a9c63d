"""`potluck verify` compares what one was shown, and says what it proves: the level is computed, never claimed."""

from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest
from program import potluck

from bot.app.cli import level_of
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
    done = verify(f"--commitment={FOUND.committed.commitment}", f"--entropy={FOUND.entropy[:12].upper()}", *receipts)
    assert done.returncode == 0
    assert "Compared: commitment, entropy, receipt" in done.stdout
    assert 'Texts mixed in: seat 2 "the fox knows many things".' in done.stdout
    assert "compare them with what you were shown: head." in done.stdout
    assert "Level 1" in done.stdout


@pytest.mark.parametrize("option", ["commitment", "entropy", "head", "receipt", "stamp"])
def test_what_does_not_occur_is_refused(option: str) -> None:
    done = verify(f"--{option}={'0' * 12}")
    assert done.returncode == 1
    assert "line " in done.stdout


@pytest.mark.parametrize("digits", ["af614b0348b", "sealed", "af614b0348b7 ddd", "0" * 65])
def test_fewer_than_twelve_digits_are_no_proof(digits: str) -> None:
    done = verify(f"--commitment={digits}")
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

    stamped = replace(FOUND, stamp="123")
    assert level_of(stamped, Posted(stamp="123")).startswith("Level 2: nobody")
    assert level_of(stamped, Posted()).startswith("Level 2 if")
    assert level_of(FOUND, Posted()).startswith("Level 1")


@pytest.mark.parametrize(
    ("stamp", "said"), [("123", "this is another stamp than the one you were shown"), ("", "there is no stamp")]
)
def test_of_a_stamp_it_is_said_whether_there_is_another_or_none(stamp: str, said: str) -> None:
    with pytest.raises(Mismatch, match=said):
        check_posted(msgspec.structs.replace(FOUND, stamp=stamp), Posted(stamp="456"))
