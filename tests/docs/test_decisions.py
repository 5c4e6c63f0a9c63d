"""Test that all records of decisions have one form, and that their index names each of them once."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
NAME = re.compile(r"[0-9]{4}-[a-z-]+\.md")
FORM = re.compile(
    r"# [A-Z].+\n\n[0-9]{1,2} (?:[A-Z][a-z]+) 20[0-9]{2}\b.*?"
    r"\n\n\*\*Context\.\*\* .+?\n\n\*\*Decision\.\*\* .+?\n\n\*\*Consequences\.\*\*\n\n- .+",
    re.DOTALL,
)
SHORTEST, LONGEST = 12, 35


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_says_when_why_what_and_what_follows(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert NAME.fullmatch(record.name)
    assert FORM.fullmatch(text)
    assert SHORTEST <= len(text.splitlines()) <= LONGEST


def test_no_number_is_given_twice() -> None:
    numbers = [record.name[:4] for record in RECORDS]
    assert len(numbers) > 20
    assert sorted(set(numbers)) == numbers


def test_the_index_names_each_record_once_and_nothing_else() -> None:
    rows = re.findall(
        r"^- \[([0-9]{4})\]\(([^)]+)\): \S", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert all(name.startswith(f"{number}-") for number, name in rows)
    assert sorted(name for _, name in rows) == [record.name for record in RECORDS]
