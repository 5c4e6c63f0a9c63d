"""What the pages say is there: files, links, quoted code, commands, options, ids."""

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.cli import cli
from bot.commands import ALIASES, COMMANDS
from bot.session import TableOptions
from bot.table.seating import as_typed
from games.catalogue import catalogue
from games.contract import Abilities
from games.record import verify

HOUSE = Path(__file__).parents[2]
DOCS = HOUSE / "docs"
PAGES = (HOUSE / "README.md", HOUSE / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"(?<!label )`((?:bot|games|persistence|tests|docs|examples|bench|\.ci)/[\w./*-]*)`")
QUOTE = re.compile(r"^<!-- (\S+?)(?:: ([^>\n]+))? -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)

REWRITE = "POTLUCK_REWRITE_DOCS" in os.environ

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@each_page
def test_files_that_are_named_are_there(page: Path) -> None:
    for name in NAMED.findall(text_of(page)):
        assert list(HOUSE.glob(name)), name


class Quote(NamedTuple):
    """Code in a page under a comment like `<!-- examples/x.py: Game.start, Game.played -->`: from the first name on
    to the end of the last. Without names, it may be any lines of the file that follow one another.
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
        return "".join(content.splitlines(keepends=True)[first.lineno - 1 : last.end_lineno])


def places(node: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Classes, functions and names by their dotted names."""
    for one in node.body:
        match one:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield within + name, one
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield within + name, one
        if isinstance(one, ast.ClassDef):
            yield from places(one, f"{one.name}.")


def quotes() -> Iterator[Quote]:
    for page in PAGES:
        for file, names, text in QUOTE.findall(text_of(page)):
            yield Quote(page, file, names, text)


@pytest.mark.parametrize("quote", list(quotes()), ids=str)
def test_quoted_code_is_the_files_own(quote: Quote) -> None:
    original = quote.original()
    if REWRITE and quote.names and quote.text != original:
        quote.page.write_text(text_of(quote.page).replace(quote.text, original), encoding="utf-8")
    else:
        assert quote.text == original


def test_the_road_in_the_architecture_names_files_that_are_there() -> None:
    road = re.search(r"^```text\n(.*?)^```$", text_of(DOCS / "architecture.md"), re.MULTILINE | re.DOTALL)
    assert road is not None
    for name in re.findall(r"\b(?:bot|games|persistence)/[\w/.]+\.(?:py|lua)", road[1]):
        assert (HOUSE / name).exists(), name


# Commands


@each_page
def test_commands_in_the_pages_are_commands(page: Path) -> None:
    text = text_of(page)
    targets = re.findall(r"^([a-z]+):", text_of(HOUSE / "Makefile"), re.MULTILINE)
    for block in [*SHELL.findall(text), *re.findall(r"`([^`\n]+)`", text)]:
        for word in re.findall(r"(?:^|[/ ])potluck ([a-z]+)\b", block, re.MULTILINE):
            assert word in cli.commands, word
        for word in re.findall(r"^make ([a-z]+)\b", block, re.MULTILINE):
            assert word in targets, word


def test_options_of_the_program_are_there() -> None:
    """`--check` and its like, as the pages give them."""
    for page in PAGES:
        for block in [*SHELL.findall(text_of(page)), *re.findall(r"`([^`\n]+)`", text_of(page))]:
            for line in block.splitlines():
                found = re.search(r"(?:^|[/ ])potluck (\w+)(.*)", line.partition("#")[0])
                if found is not None and found[1] in cli.commands:
                    known = {flag for one in cli.commands[found[1]].params for flag in one.opts}
                    assert set(re.findall(r"--[a-z-]+", found[2])) <= {*known, "--help"}, line


def test_every_command_of_the_chat_stands_in_the_page_for_players() -> None:
    page = text_of(DOCS / "play.md")
    for word in (*COMMANDS, *(move for move in ("next", "purse") if move in ALIASES)):
        assert f"`!{word}" in page, word


def test_every_option_stands_there_with_its_default() -> None:
    """As the page has it: ``| `key` | `default``."""
    page, game = text_of(DOCS / "play.md"), catalogue()["halflings"]
    own = game.options_from({}, Abilities()).model_dump(mode="json")
    table = {name: getattr(TableOptions(), name) for name in TableOptions.__struct_fields__}
    for key, value in {**own, **table}.items():
        assert f"| `{key}` | `{as_typed(value)}`" in page, key


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


def test_every_id_that_the_code_quotes_is_explained() -> None:
    rulings, threats = text_of(DOCS / "rulings.md"), text_of(DOCS / "threats.md")
    for file in sources():
        text = text_of(file)
        for ruling in re.findall(r"\b(?:HG|ALL)-[0-9]+\b", text):
            assert f"| {ruling} |" in rulings, f"{ruling} in {file.name}"
        for threat in re.findall(r"(?<=threats )[TF][0-9]+\b", text):
            assert f"| {threat} |" in threats, f"{threat} in {file.name}"


def sources() -> Iterator[Path]:
    for folder in ("bot", "games", "persistence", "examples", "tests"):
        for file in (HOUSE / folder).rglob("*"):
            if file.suffix in {".py", ".lua", ".js", ".ftl", ".md", ".txt"}:
                yield file


# Records


def test_the_sample_record_checks_out_and_is_quoted_as_it_is() -> None:
    sample, page = text_of(DOCS / "sample.potluck.jsonl"), text_of(DOCS / "fairness.md")
    assert verify(sample).commitment in page
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
