"""Change the program in one place at a time, and see whether a test notices: `make mutants`, or by hand

    .venv/bin/python tools/mutants.py --count 50 --seed 7 --only money
    .venv/bin/python tools/mutants.py --modules persistence/keys.py --tests tests/persistence/test_keys.py

A mutant is shown to the tests that run its function, according to the map of `make map`, which is updated first. Tests
that are quick, or noticed most so far, come first. Tests are collected once; each mutant is a fork of that process with
its function replaced (`tools/mutant_runs.py`). A mutant whose code runs at import gets a separate process.

A mutant that no test notices *lives*. It is printed with its line, so that somebody writes a test, or finds that it
changes nothing and lists it with the reason in `tools/mutants_equivalent.txt`. The mutated modules are those of money,
proof, secrecy, views and the store; the sample is drawn from a seed.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any, Final, NamedTuple

from tests_map import MODULE, ROOT, Map, files_of_tests, names_by_line

EQUIVALENT: Final = ROOT / "tools" / "mutants_equivalent.txt"
KINDS: Final = {
    "proof": "games/proof/*.py bot/table/fairness.py bot/table/commitments.py",
    "money": (
        "games/kit/money.py bot/table/stacks.py bot/table/ending.py bot/table/calling_off.py bot/engine/sessions.py "
        "bot/table/seating.py bot/people/own_limits.py persistence/money.py"
    ),
    "secrecy": "games/kit/secret.py games/kit/kinds.py games/lab/overheard.py games/lab/invariants.py",
    "views": (
        "games/*/view.py bot/render/telling.py bot/render/posted.py bot/delivery/shown.py bot/delivery/disputes.py "
        "bot/delivery/queries.py"
    ),
    "store": "persistence/*.py",
}
"""The modules of each kind. A module under two kinds belongs to the first."""
TESTS: Final = ("tests/games", "tests/bot", "tests/leaks", "tests/transcripts", "tests/persistence")
"""Tests that cover these without a browser and without chat platforms."""
BUDGETS: Final = (2.0, 20.0)
"""Seconds of tests for each mutant at first, and for those that survived."""
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


class Mutant(NamedTuple):
    """A change in one place. `segment`: the place, by its first and last byte; `text`: its replacement."""

    kind: str
    path: str
    line: int
    last_line: int
    before: str
    text: str
    segment: tuple[int, int]

    def named(self) -> str:
        """Return its name in the list of mutants that change nothing, without the line number, which shifts."""
        return f"{self.path}  {self.before} -> {self.text}".replace("\n", " ")

    def source(self) -> str:
        """Return its module's source with the change."""
        whole = (ROOT / self.path).read_bytes()
        first, last = self.segment
        return (whole[:first] + self.text.encode() + whole[last:]).decode()


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield replacements for a node, each with a small fault."""
    match node:
        case ast.Compare(ops=[first, *rest]) if type(first) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(first)](), *rest], node.comparators)
        case ast.BinOp(op=op) if type(op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(op)](), node.right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from values[:1]
            yield from values[1:2]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.stmt():
            yield from changed_statement(node)
        case _:
            pass


def changed_statement(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield replacements for a statement."""
    match node:
        case ast.AugAssign(op=op) if type(op) in RECKONED:
            yield ast.AugAssign(node.target, RECKONED[type(op)](), node.value)
        case ast.Raise() | ast.Expr(value=ast.Call() | ast.Await()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case _:
            pass


def turned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the condition of a branch with its negation, if it is a name, a call or the like, which no other change
    negates.
    """
    if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(
        node.test, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Await
    ):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)


def mutants_of(kind: str, path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module, except in annotations, patterns, docstrings and logging."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in inner(ast.parse(source)):
        for place, other in [*((node, one) for one in changed(node)), *turned(node)]:
            first, last = (starts[row - 1] + column for row, column in ends_of(place))
            before, text = source[first:last].decode(), ast.unparse(other)
            if isinstance(place, ast.expr):
                text = f"({text}{newlines(before, text)})"
            (line, _), (last_line, _) = ends_of(place)
            yield Mutant(kind, str(path.relative_to(ROOT)), line, last_line, before, text, (first, last))


def ends_of(node: ast.AST) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the line and column of a node's first byte, and of the position after its last."""
    if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None or node.end_col_offset is None:
        raise TypeError(f"{node} stands nowhere")
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def newlines(before: str, text: str) -> str:
    """Return as many line breaks as keep the following code on its lines."""
    return "\n" * (before.count("\n") - text.count("\n"))


def compiled(source: str, path: Path) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)


def same(one: CodeType, other: CodeType) -> bool:
    """Return whether two pieces of code do the same, regardless of line numbers."""
    plain = [(code.co_code, code.co_names, code.co_varnames, code.co_exceptiontable) for code in (one, other)]
    if plain[0] != plain[1] or len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else (type(a), a) == (type(b), b)
        for a, b in zip(one.co_consts, other.co_consts, strict=True)
    )


def inner(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that are run: no annotations, declared constants of modules, or patterns of a match."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.AnnAssign) and isinstance(tree, ast.Module):
            continue
        if isinstance(child, ast.pattern | ast.arg | ast.JoinedStr) or is_unseen(child):
            continue
        if isinstance(child, ast.AnnAssign):
            if child.value is not None:
                yield child.value
                yield from inner(child.value)
            continue
        if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef) and child is tree.returns:
            continue
        yield child
        yield from inner(child)


def is_unseen(node: ast.AST) -> bool:
    """Return whether a change there can change nothing that a test should check."""
    return is_logged(node) or is_seen_by_types(node) or is_size_of_a_cache(node)


def is_size_of_a_cache(node: ast.AST) -> bool:
    """Return whether a node sets the size of a cache, which changes no result."""
    match node:
        case ast.Call(func=ast.Name(id="lru_cache")) | ast.keyword(arg="maxsize"):
            return True
        case _:
            return False


def is_logged(node: ast.AST) -> bool:
    """Return whether a statement only writes to the operator's log."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log")))):
            return True
        case _:
            return False


def is_seen_by_types(node: ast.AST) -> bool:
    """Return whether a node says that objects of a class never change, which the type checker enforces."""
    return isinstance(node, ast.keyword) and node.arg in {"frozen", "gc"}


def modules() -> Iterator[tuple[str, Path]]:
    """Yield each module that is mutated, with its kind."""
    found = set[Path]()
    for kind, patterns in KINDS.items():
        for path in sorted(path for top in ("bot", "games", "persistence") for path in (ROOT / top).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if path not in found and any(fnmatch(name, pattern) for pattern in patterns.split()):
                found.add(path)
                yield kind, path


def sample(asked: argparse.Namespace) -> list[Mutant]:
    """Return a sample of mutants, drawn from a seed: of one kind, of some modules, of those in a file, or of all.

    Each is drawn by its name, so the sample stays the same as long as the program does.
    """
    nothing, among = equivalent(), set(asked.among.read_text("utf-8").splitlines()) if asked.among else set[str]()
    every = [
        mutant
        for kind, path in modules()
        if asked.only in {"", kind} and (not asked.modules or path.relative_to(ROOT) in asked.modules)
        for mutant in mutants_of(kind, path)
        if mutant.named() not in nothing and (not among or mutant.named() in among)
    ]
    every.sort(key=lambda one: sha256(f"{asked.seed} {one.named()}".encode()).digest())
    plain = {path: compiled((ROOT / path).read_text("utf-8"), ROOT / path) for path in {one.path for one in every}}
    different = (one for one in every if not same(plain[one.path], compiled(one.source(), ROOT / one.path)))
    return list(islice(different, asked.skip, asked.count))


def equivalent() -> set[str]:
    """Return the mutants known to change nothing that matters; each has its reason above it."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.is_file() else []
    return {line for line in lines if line and not line.startswith("#")}


def run_tests(files: list[str], *, told: dict[str, Any], folder: Path) -> subprocess.Popen[bytes]:
    """Start pytest with `mutant_runs`, which reads its task from a file."""
    asked = folder / "fork.json"
    asked.write_text(json.dumps(told | {"mode": "fork", "folder": str(folder)}), "utf-8")
    around = os.environ | {
        "MUTANT_RUNS": str(asked),
        "PYTHONPATH": str(ROOT / "tools"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }
    plain = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "mutant_runs", "--timeout", "60"]
    command = [sys.executable, "-m", "pytest", *plain, "--hypothesis-profile", "few", *files]
    with (folder / "fork.txt").open("ab") as out:
        return subprocess.Popen(command, cwd=ROOT, env=around, stdout=out, stderr=out, start_new_session=True)


def told_of(mutant: Mutant, names: dict[int, str]) -> dict[str, Any]:
    """Return what a run needs to know about a mutant, including its function."""
    return mutant._asdict() | {"source": mutant.source(), "function": names.get(mutant.line, MODULE)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("", *KINDS), default="", help="one kind of modules")
    parser.add_argument("--jobs", type=int, default=2, help="mutants side by side")
    parser.add_argument("--skip", type=int, default=0, help="so many of the sample were tried before")
    parser.add_argument("--among", type=Path, help="a file that names mutants, as they are printed: these alone")
    parser.add_argument("--modules", type=Path, nargs="+", help="these modules alone")
    parser.add_argument("--tests", nargs="+", default=[], help="shown to these files of tests alone")
    asked = parser.parse_args()
    chosen, files = sample(asked), files_of_tests(*(asked.tests or TESTS))
    names = {path: names_by_line((ROOT / path).read_text("utf-8")) for path in {one.path for one in chosen}}
    Map().renew(files, asked.jobs)
    with tempfile.TemporaryDirectory(prefix="mu-", ignore_cleanup_errors=True) as made:
        out = Path(made) / "outcomes.jsonl"
        out.touch()
        told = {
            "mutants": [told_of(one, names[one.path]) for one in chosen],
            "jobs": asked.jobs,
            "budgets": BUDGETS,
            "out": str(out),
        }
        run = run_tests(files, told=told, folder=Path(made))
        outcomes = followed(run, out, chosen)
        if run.returncode not in {0, 5}:
            print((Path(made) / "fork.txt").read_text("utf-8")[-4000:])
            return 2
    return summed(outcomes, chosen, asked.seed)


def followed(run: subprocess.Popen[bytes], out: Path, chosen: list[Mutant]) -> list[tuple[Mutant, str]]:
    """Print each outcome as it arrives, until the run has ended; return them."""
    outcomes = list[tuple[Mutant, str]]()
    with out.open(encoding="utf-8") as lines:
        while True:
            ended = run.poll() is not None
            for line in lines.read().splitlines():
                one = json.loads(line)
                mutant = chosen[one["number"]]
                outcomes.append((mutant, one["how"]))
                print(
                    f"{one['how']:9}{one['seconds']:6.1f} s {mutant.kind:8}{mutant.path}:{mutant.line}  "
                    f"{mutant.named().partition('  ')[2]}  [{one['by']}]",
                    flush=True,
                )
            if ended:
                return outcomes
            time.sleep(0.5)


def summed(outcomes: list[tuple[Mutant, str]], chosen: list[Mutant], seed: int) -> int:
    """Print how many were noticed, of each kind and in total; return 1 if any lives."""
    print(f"{len(outcomes)} mutants of {len(chosen)} drawn (seed {seed}):")
    of_all, lives = (
        Counter(mutant.kind for mutant, _ in outcomes),
        Counter(mutant.kind for mutant, how in outcomes if how == "LIVES"),
    )
    for kind, count in [*of_all.items(), ("all", len(outcomes))]:
        living = lives.total() if kind == "all" else lives[kind]
        print(f"{kind:8} {count:5}, {count - living:5} noticed, {living:3} live: {1 - living / max(1, count):.1%}")
    return 1 if lives else 0


if __name__ == "__main__":
    sys.exit(main())
