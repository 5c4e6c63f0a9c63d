"""Test that a game's posted lines are repeated as in its record, and that nothing is said of other content."""

import json
from collections.abc import Iterator

import pytest
from standing import WORDS, playing

from bot.render.posted import game_begun, hashes, level_line, posted_lines
from bot.text import Words
from games.proof.fair import SHOWN, binding

SEAL, MIXED, END = "5ea1" * 16, "3d17" * 16, "e4d0" * 16
STAMPED = "Level 2, if 77 is the platform's number of the message that started it"


def record(**closing: str) -> bytes:
    """Return the lines of a record that say what was posted."""
    first = {"type": "commitment", "protocol": "potluck/3", "form": 1, "game": "halflings", "rules": "halflings/2"}
    first |= {"game_id": "a/1", "key": 1, "commitment": SEAL}
    start = {"type": "start", "stacks": [9], "entropy": MIXED, "pairs": [["0", ""], ["stamp", "77"]]}
    return b"\n".join(json.dumps(one).encode() for one in (first, start, {"type": "end"} | closing)) + b"\n"


def test_it_is_said_what_was_posted_with_start_and_result() -> None:
    over, stamp = posted_lines(record(sha256=END), 3, "https://here/77", WORDS, unsealed=False)
    assert over.startswith(
        f"Game 3 is over: sealed {binding(SEAL)}, with {MIXED[:SHOWN]} mixed in; end {binding(END)}."
    )
    assert stamp.startswith(f"{STAMPED}: https://here/77")


def test_on_a_page_hashes_stand_whole() -> None:
    over, _ = posted_lines(record(sha256=END), 3, "", Words("en", "!", page=True), unsealed=False)
    assert all(digest in over for digest in (SEAL, MIXED, END))


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"no record", b"{}\n{}\n{}\n", b"\xff\n\xff\n", record(), record(sha256="e4d0")]
)
def test_of_what_is_no_record_nothing_is_said(content: bytes) -> None:
    """F23."""
    lines = posted_lines(content, 3, "", WORDS, unsealed=False)
    assert isinstance(lines, Iterator)
    assert list(lines) == []


def test_a_stamp_is_told_with_the_address_of_its_message_where_it_has_one() -> None:
    assert level_line("77", "https://here/77", WORDS, unsealed=False).startswith(f"{STAMPED}: https://here/77")
    assert level_line("77", "", WORDS, unsealed=False) == STAMPED
    assert level_line("", "https://here/77", WORDS, unsealed=False) == "Level 1: no platform's number is mixed in."


def test_a_game_whose_seal_came_with_its_start_is_of_no_level_whatever_is_mixed_in() -> None:
    """The seed could have been chosen when the stamp was known."""
    for stamp in ("77", ""):
        assert level_line(stamp, "https://here/77", WORDS, unsealed=True).startswith("Level 0")


def test_hashes_are_named_in_few_digits_and_whole() -> None:
    assert hashes(SEAL, MIXED) == {
        "seal": binding(SEAL),
        "mixed": MIXED[:SHOWN],
        "commitment": SEAL,
        "entropy": MIXED,
    }


def test_with_a_hand_stands_what_fixed_its_dice() -> None:
    phase = playing(entropy=MIXED).phase
    told = game_begun(phase, WORDS)  # type: ignore[arg-type]  # a game is on
    seal = binding(phase.pledge.commitment)  # type: ignore[union-attr]
    assert told == f"Game 1 is sealed {seal}, with {MIXED[:SHOWN]} mixed in."
