"""Test that no file's imports lead back to it, not even for types or within a function."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

HOUSE = Path(__file__).parents[2]
EXAMPLES = {package.parent.name: package.parents[1] for package in HOUSE.glob("examples/*/*/__init__.py")}
BACK = {
    "for its types alone": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from planted.above import Table\n",
    "within a function": "def rise():\n    from planted.above import Table\n    return Table\n",
    "a file by its package": "from planted import above\n",
    "a name by its package": "from planted import Table\n",
}


def circle_in(*packages: str) -> list[str]:
    """Return the files of an import cycle, if there is one. A package's name means its `__init__`."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_file_imports_what_imports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in EXAMPLES.values():
        monkeypatch.syspath_prepend(folder)
    assert len(EXAMPLES) >= 4
    assert circle_in("games", "persistence", "bot", "potluck", *EXAMPLES) == []


@pytest.mark.parametrize("back", BACK.values(), ids=BACK)
def test_a_circle_is_found(back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    (planted / "__init__.py").write_text("from planted.above import Table as Table\n", encoding="utf-8")
    (planted / "above.py").write_text("import planted.below\n\nTable = planted.below\n", encoding="utf-8")
    (planted / "below.py").write_text(back, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert {"planted.above", "planted.below"} <= set(circle_in("planted"))
