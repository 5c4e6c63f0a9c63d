"""Test that the READMEs of the chat adapters name each of their files, and no file that is missing."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
NAMED = re.compile(r"`([a-z_/.]+\.py)`")


@pytest.mark.parametrize("platform", ["discord", "twitch"])
def test_the_readme_names_each_file_and_no_other(platform: str) -> None:
    folder = HOUSE / "bot" / "adapters" / platform
    named = NAMED.findall((folder / "README.md").read_text(encoding="utf-8"))
    files = {path.relative_to(folder) for path in folder.rglob("*.py") if path.name != "__init__.py"}
    ports = [name for name in named if name.startswith("bot/")]
    assert all((HOUSE / name).exists() for name in ports)
    assert [name for name in named if name not in ports and not any(path.match(name) for path in files)] == []
    assert sorted(str(path) for path in files if not any(path.match(name) for name in named)) == []
