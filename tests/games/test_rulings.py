"""Test that every ruling used by a game here has a test that names it (habit 19), and a row in docs/rulings.md."""

import re
from pathlib import Path

CONES = [f"HC-{number}" for number in range(1, 19)]
HALFLINGS = [f"HG-{number}" for number in range(1, 19)]
HEADACHE = [*(f"HA-{number}" for number in range(1, 38)), "HA-5a", "HA-5b", "HA-31b"]
POOHEAD = [f"PH-{number}" for number in range(1, 34)]
ROGUES = [f"FR-{number}" for number in (*range(1, 39), *range(40, 48), *range(50, 60))]
RULINGS = [*CONES, *HALFLINGS, *HEADACHE, *POOHEAD, *ROGUES, "ALL-1", "ALL-2"]
HERE = Path(__file__).parent
WRITTEN = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
NAMED = {
    found.upper().replace("_", "-")
    for name in re.findall(r"def (test_\w+)", WRITTEN)
    for found in re.findall(r"(?<=_)(?:hc|hg|ha|ph|fr|all)_\d+[ab]?(?=_|$)", name)
}
PAGE = (HERE.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_a_test_is_named_for_each_ruling() -> None:
    assert [ruling for ruling in RULINGS if ruling.upper() not in NAMED] == []


def test_the_docs_have_a_row_for_each_ruling() -> None:
    assert [ruling for ruling in RULINGS if f"\n| {ruling} |" not in PAGE] == []
