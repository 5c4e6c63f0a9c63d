"""Test that everything the pages mention exists: files, links, quoted code, commands, options, ids."""

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app.cli import WORDS, loaded
from bot.commands.table import ALIASES, COMMANDS
from bot.table.document import TableOptions
from bot.table.options import as_typed
from games.catalogue import catalogue
from games.kit.contract import Abilities
from games.proof import fair
from games.proof.verifying import replayed

HOUSE = Path(__file__).parents[2]
DOCS = HOUSE / "docs"
AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = (*(HOUSE / name for name in AT_THE_TOP), *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("decisions/*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"(?<!label )`((?:bot|games|persistence|tests|docs|examples|bench|\.ci)/[\w./*-]*)`")
QUOTE = re.compile(r"^<!-- (\S+?)(?:: ([^>\n]+))? -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)

REWRITE = "POTLUCK_REWRITE_DOCS" in os.environ


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the headings of a page in the form that links use."""
    titles = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    return target.exists() and (not anchor or anchor in anchors(target))


def test_links_lead_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in LINK.findall(text_of(page)) if "://" not in link]
    assert len(links) > 100
    assert [f"{link} in {page.name}" for page, link in links if not leads_somewhere(page, link)] == []


def test_files_that_are_named_are_there() -> None:
    named = [(page, name) for page in PAGES for name in NAMED.findall(text_of(page))]
    assert len(named) > 100
    assert [f"{name} in {page.name}" for page, name in named if not any(HOUSE.glob(name))] == []


class Quote(NamedTuple):
    """Code in a page under a comment like `<!-- examples/x.py: Game.start, Game.played -->`.

    The code runs from the first name to the end of the last. Without names, it may be any consecutive lines of the
    file.
    """

    page: Path
    file: str
    names: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}-{self.file.rpartition('/')[2]}-{self.names.replace(', ', '-')}"

    def original(self) -> str:
        content = text_of(HOUSE / self.file)
        if not self.names:
            return self.text if self.text in content else content
        named = dict(places(ast.parse(content)))
        first, *_, last = *(named[one] for one in self.names.split(", ")), named[self.names.rpartition(", ")[2]]
        top = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", ()))])
        return "".join(content.splitlines(keepends=True)[top - 1 : last.end_lineno])


def places(node: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield classes, functions and variables with their dotted names."""
    for one in node.body:
        match one:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield within + name, one
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield within + name, one
        if isinstance(one, ast.ClassDef):
            yield from places(one, f"{one.name}.")


def quotes() -> Iterator[Quote]:
    for page in PAGES:
        for file, names, text in QUOTE.findall(text_of(page)):
            yield Quote(page, file, names, text)


def test_quoted_code_is_the_files_own() -> None:
    for quote in quotes():
        original = quote.original()
        if REWRITE and quote.names and quote.text != original:
            head = f"{quote.names} -->\n```python\n"
            page = text_of(quote.page).replace(head + quote.text, head + original)
            quote.page.write_text(page, encoding="utf-8")
        else:
            assert quote.text == original, quote


def test_the_road_in_the_architecture_names_files_that_are_there() -> None:
    road = re.search(r"^```text\n(.*?)^```$", text_of(DOCS / "architecture.md"), re.MULTILINE | re.DOTALL)
    assert road is not None
    for name in re.findall(r"\b(?:bot|games|persistence)/[\w/.]+\.(?:py|lua)", road[1]):
        assert (HOUSE / name).exists(), name


# Commands


def test_commands_in_the_pages_are_commands() -> None:
    targets = re.findall(r"^([a-z]+):", text_of(HOUSE / "Makefile"), re.MULTILINE)
    for page in PAGES:
        for block in [*SHELL.findall(text_of(page)), *re.findall(r"`([^`\n]+)`", text_of(page))]:
            for word in re.findall(r"(?:^|[/ ])potluck ([a-z]+)\b", block, re.MULTILINE):
                assert word in WORDS, (word, page.name)
            for word in re.findall(r"^make ([a-z]+)\b", block, re.MULTILINE):
                assert word in targets, (word, page.name)


def test_options_of_the_program_are_there() -> None:
    """`--check` and other options, as the pages give them."""
    for page in PAGES:
        for block in [*SHELL.findall(text_of(page)), *re.findall(r"`([^`\n]+)`", text_of(page))]:
            for line in block.splitlines():
                found = re.search(r"(?:^|[/ ])potluck (\w+)(.*)", line.partition("#")[0])
                if found is not None and found[1] in WORDS:
                    known = {flag for one in loaded(found[1]).params for flag in one.opts}
                    assert set(re.findall(r"--[a-z-]+", found[2])) <= {*known, "--help"}, line


def test_every_command_of_the_chat_stands_in_the_page_for_players() -> None:
    page = text_of(DOCS / "play.md")
    for word in (*COMMANDS, *(move for move in ("next", "purse") if move in ALIASES)):
        assert f"`!{word}" in page, word


def test_every_option_stands_there_with_its_default() -> None:
    """In the form of the page: ``| `key` | `default``."""
    page, game = text_of(DOCS / "play.md"), catalogue()["halflings"]
    own = game.options_from({}, Abilities()).model_dump(mode="json")
    table = {name: getattr(TableOptions(), name) for name in TableOptions.__struct_fields__}
    for key, value in {**own, **table}.items():
        assert f"| `{key}` | `{as_typed(value)}`" in page, key


TITLES = {"halflings": "Halflings & Giants", "rogues": "Fearless Rogues Hold 'Em"}
CLOCK = "_seconds"


def own_options(game: str) -> str:
    """Return the rows of a game's options in the page for players."""
    section = text_of(DOCS / "play.md").partition(f"\n## {TITLES.get(game, game.title())}\n")[2].partition("\n## ")[0]
    return section.partition("### Its options")[2]


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_the_page_lists_the_options_that_a_game_has_and_no_others(game: str) -> None:
    """Each option begins a row, alone or with others. All clocks may share a row as `…_seconds`."""
    rows = re.findall(r"^\| ([^|]+) \|([^|]*)\| (.*) \|$", own_options(game), re.MULTILINE)
    model = catalogue()[game].options_from({}, Abilities(takes_back=True, equal_delay=True)).model_dump(mode="json")
    told: dict[str, str] = {}
    for keys, default, text in rows:
        names, values = re.findall(r"`([^`]+)`", keys), re.findall(r"`([^`]+)`", default)
        if names == [f"…{CLOCK}"]:
            names, values = [f"{one}{CLOCK}" for one in re.findall(r"`([a-z]+)`", text)], []
        told |= {name: values[place] if place < len(values) else "" for place, name in enumerate(names)}
    assert set(told) == set(model)
    assert {key: value for key, value in told.items() if value and value != as_typed(model[key])} == {}


def test_the_pay_tables_in_the_page_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| ([0-9, ]+) \| (.*) \|$", text_of(DOCS / "play.md"), re.MULTILINE)
    pays = ("rulebook", "banker", "even", "early")
    seen = set()
    for knees, cells in rows:
        for knee in map(int, knees.split(",")):
            for pay, cell in zip(pays, cells.split(" | "), strict=True):
                options = catalogue()["halflings"].options_from({"pay": pay})
                part = options.pays(knee)
                assert cell == f"{part.numerator}:{part.denominator}", (knee, pay)
            seen.add(knee)
    assert seen == set(range(2, 11))


def test_what_a_pay_table_brings_is_what_the_odds_say() -> None:
    page, game = text_of(DOCS / "play.md"), catalogue()["halflings"]
    told = dict(re.findall(r"([0-9.]+)\s+by\s+`pay=(\w+)`", page))
    assert sorted(told.values()) == ["banker", "early", "even", "rulebook"]
    for amount, pay in told.items():
        found = game.options_odds(game.options_from({"pay": pay}))
        assert found is not None
        assert f"{abs(float(found['total']['ev'])):.2f}" == amount, pay


# Ids


RULING = re.compile(r"\b(?:HG|HA|FR|PH|HC|ALL)-[0-9]+[a-z]?\b")
RANGE = re.compile(r"\b([TF])([0-9]+) to \1([0-9]+)\b")
THREAT = re.compile(r"\b[TF][0-9]{1,2}\b")
HABITS = re.compile(r"\b[Hh]abits? ([0-9]+(?:(?: to|,| and) [0-9]+)*)")
ELSEWHERE = re.compile(r"\(design\b|\bdesign:|\bissue [0-9]|\b(?:style|fair|platforms|traps|design)\.md\b")
"""References to texts outside this repository."""
KINDS = {".py", ".lua", ".js", ".css", ".html", ".ftl", ".md", ".txt", ".toml", ".yaml", ".example", ""}


def quoted(text: str) -> set[str]:
    """Return the ids in a text, and all ids of a range such as `T23 to T25`."""
    between = {
        f"{kind}{number}" for kind, low, high in RANGE.findall(text) for number in range(int(low), int(high) + 1)
    }
    return {*RULING.findall(text), *THREAT.findall(text), *between}


FOLDERS = ("bot", "games", "persistence", "examples", "tests", "bench", "tools", "docs", ".")


def test_every_id_that_is_quoted_is_explained() -> None:
    pages = text_of(DOCS / "rulings.md") + text_of(DOCS / "threats.md")
    explained = set(re.findall(r"^\| ([A-Z]+-?[0-9]+[a-z]?) \|", pages, re.MULTILINE))
    files = [file for folder in FOLDERS for file in sources(folder)]
    missing = {f"{name} in {file.name}" for file in files for name in quoted(text_of(file)) - explained}
    assert missing == set()


def test_every_habit_that_is_quoted_is_explained() -> None:
    explained = set(re.findall(r"^\| ([0-9]+) \|", text_of(DOCS / "architecture.md"), re.MULTILINE))
    for folder in ("bot", "games", "persistence", "examples", "tests", "."):
        for file in sources(folder):
            for numbers in HABITS.findall(text_of(file)):
                assert set(re.findall(r"[0-9]+", numbers)) <= explained, f"habit {numbers} in {file.name}"


def test_nothing_is_quoted_that_stands_elsewhere() -> None:
    for folder in FOLDERS:
        for file in sources(folder):
            if file != Path(__file__):
                assert ELSEWHERE.findall(text_of(file)) == [], file.name


def sources(folder: str) -> Iterator[Path]:
    """Yield the files of a folder; `.` means the files at the top. Linter codes in the settings are not ids."""
    found = (HOUSE / folder).rglob("*") if folder != "." else HOUSE.glob("*")
    for file in found:
        if "node_modules" in file.parts or file.name in {"pyproject.toml", ".git"}:
            continue
        if file.suffix in KINDS and file.is_file():
            yield file


# Records


def test_the_sample_record_checks_out_and_is_quoted_as_it_is() -> None:
    sample, page = text_of(DOCS / "sample.potluck.jsonl"), text_of(DOCS / "fairness.md")
    found = replayed(sample)
    assert found.committed.commitment in page
    for option, one in (
        ("commitment", fair.binding(found.committed.commitment)),
        ("entropy", found.entropy[:12]),
        ("end", fair.binding(found.end)),
    ):
        assert f"--{option} {one}" in page
    quoted = [
        line
        for block in re.findall(r"^```jsonl\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]
    lines = sample.splitlines()
    assert quoted
    assert all(json.loads(line) for line in quoted)
    assert [line for line in quoted if line not in lines] == []
    assert (quoted[0], quoted[-1]) == (lines[0], lines[-1])
