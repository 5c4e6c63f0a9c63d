"""Every ruling of `rulings.md` that a game here rests on has a test that names it (habit 19)."""

import re
from pathlib import Path

import pytest

RULINGS = [*(f"HG-{number}" for number in range(1, 19)), "ALL-1", "ALL-2"]
WRITTEN = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
NAMED = {name.upper().replace("_", "-") for name in re.findall(r"def test_\w*?((?:hg|all)_\d+)(?=_)", WRITTEN)}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_test_is_named_for_this_ruling(ruling: str) -> None:
    assert ruling in NAMED
