"""Change the program at one place at a time, and see whether a test notices: `make mutants`, or by hand

    .venv/bin/python tools/mutants.py --count 50 --seed 7 --only money

A mutant lies in a copy of the checkout; the tests that are said to guard its module run until the first one fails.
A mutant that no test notices *lives*: it is named with its line, so that a test is written, or it is seen to change
nothing. What is mutated is money, proof, secrecy, views and the store; the sample is drawn from a seed.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PATIENCE: Final = 4
"""So many times as long as without a mutant its tests may take: one that goes on for ever has been noticed, too."""
LEAST_PATIENCE: Final = 60.0
GUARDS: Final = {
    "proof": (
        "games/proof/*.py bot/table/fairness.py bot/table/commitments.py bot/table/sealing.py",
        (
            "tests/games/test_fair.py tests/games/test_fair_2.py tests/games/test_verifying.py "
            "tests/games/test_record.py tests/games/test_draws.py tests/games/test_tampering.py "
            "tests/bot/test_verify.py tests/bot/test_fair_play.py tests/bot/test_keys.py "
            "tests/bot/test_sealed_games.py tests/bot/test_verify_command.py"
        ),
    ),
    "money": (
        (
            "games/kit/money.py bot/table/stacks.py bot/table/ending.py bot/table/calling_off.py "
            "bot/engine/refunds.py bot/table/seating.py persistence/money.py"
        ),
        (
            "tests/games/test_money.py tests/persistence/test_money.py tests/bot/test_purses.py "
            "tests/bot/test_voids.py tests/bot/test_buying_in.py tests/bot/test_ledger.py "
            "tests/bot/test_gifts.py tests/bot/test_series.py tests/bot/test_keys.py "
            "tests/bot/test_session.py tests/bot/test_late_stakes.py tests/bot/test_hosting.py"
        ),
    ),
    "secrecy": (
        "games/kit/secret.py games/kit/kinds.py games/lab/overheard.py games/lab/invariants.py",
        (
            "tests/games/test_secret.py tests/leaks/test_planted.py tests/games/test_headache_secrets.py "
            "tests/games/test_poohead_secrets.py tests/games/test_rogues_secrets.py"
        ),
    ),
    "views": (
        "bot/render/telling.py bot/render/posted.py bot/delivery/shown.py bot/delivery/disputes.py",
        (
            "tests/bot/test_fair_play.py tests/bot/test_disputes.py tests/bot/test_secrets.py "
            "tests/bot/test_delivery.py tests/bot/test_pages.py tests/bot/test_turns_told_once.py "
            "tests/bot/test_offers.py tests/bot/test_cut_off.py tests/bot/test_commands.py "
            "tests/leaks/test_told_to_others.py tests/transcripts"
        ),
    ),
    "store": (
        (
            "persistence/commits.py persistence/tables.py persistence/messages.py persistence/sealing.py "
            "persistence/keys.py persistence/wire.py persistence/troubles.py persistence/archive.py "
            "persistence/notes.py persistence/deliveries.py persistence/checks.py persistence/pipe.py "
            "persistence/clock.py"
        ),
        "tests/persistence tests/bot/test_archive.py tests/bot/test_delivery.py",
    ),
}
"""By kind: which modules, and the tests that are to notice."""
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
    """A change at one place. `segment`: the place, by its first and last byte; `text`: what stands there instead."""

    kind: str
    path: str
    line: int
    before: str
    text: str
    segment: tuple[int, int]


class Outcome(NamedTuple):
    mutant: Mutant
    noticed: bool
    seconds: float


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node, a small thing wrong with each."""
    match node:
        case ast.Compare(ops=[first, *rest]) if type(first) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(first)](), *rest], node.comparators)
        case ast.BinOp(op=op) if type(op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(op)](), node.right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from values[:1]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case _:
            pass


def mutants_of(kind: str, path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module: expressions alone, and none of annotations, defaults of names or docstrings."""
    source = path.read_text("utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in inner(ast.parse(source)):
        if not isinstance(node, ast.expr) or node.end_lineno is None or node.end_col_offset is None:
            continue
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + node.end_col_offset
        before = source.encode()[first:last].decode()
        for other in changed(node):
            text = f"({ast.unparse(other)})"
            yield Mutant(kind, str(path.relative_to(ROOT)), node.lineno, before, text, (first, last))


def inner(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that are run: no annotation, no declared constant of a module, no pattern of a match."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.AnnAssign) and isinstance(tree, ast.Module):
            continue
        if isinstance(child, ast.pattern | ast.arg | ast.JoinedStr):
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


def sample(only: str, count: int, seed: int) -> list[Mutant]:
    """Return so many mutants, drawn from a seed, of one kind or of all."""
    every = [
        mutant
        for kind, (patterns, _) in GUARDS.items()
        if only in {"", kind}
        for path in sorted(ROOT.rglob("*.py"))
        if any(fnmatch(str(path.relative_to(ROOT)), pattern) for pattern in patterns.split())
        for mutant in mutants_of(kind, path)
    ]
    chance = random.Random(seed)  # noqa: S311 - a sample
    return chance.sample(every, min(count, len(every)))


def copied(folder: Path) -> Path:
    """Return a copy of what git knows of the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)  # noqa: S607
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def passes(folder: Path, tests: str, seconds: float | None = None) -> bool:
    """Run these tests in the copy until the first one fails, or for so long."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests.split()]
    around = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=around, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def tried(folder: Path, mutant: Mutant, patience: float) -> Outcome:
    """Run the tests that guard a module with the mutant in its place."""
    path, began = folder / mutant.path, time.monotonic()
    whole = path.read_bytes()
    first, last = mutant.segment
    path.write_bytes(whole[:first] + mutant.text.encode() + whole[last:])
    try:
        noticed = not passes(folder, GUARDS[mutant.kind][1], patience)
    finally:
        path.write_bytes(whole)
    return Outcome(mutant, noticed, time.monotonic() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("", *GUARDS), default="", help="one kind of modules")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    asked = parser.parse_args()
    chosen, began, outcomes = sample(asked.only, asked.count, asked.seed), time.monotonic(), list[Outcome]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as made:
        folder, patience = copied(Path(made)), dict[str, float]()
        for kind in sorted({mutant.kind for mutant in chosen}):
            started = time.monotonic()
            if not passes(folder, GUARDS[kind][1]):
                print(f"The tests that guard {kind} fail without a mutant.")
                return 2
            patience[kind] = max(LEAST_PATIENCE, PATIENCE * (time.monotonic() - started))
        for mutant in chosen:
            if time.monotonic() - began > asked.seconds:
                break
            outcomes.append(tried(folder, mutant, patience[mutant.kind]))
            report(outcomes[-1])
    lives = [one for one in outcomes if not one.noticed]
    print(f"{len(outcomes)} mutants of {len(chosen)} drawn (seed {asked.seed}): {len(lives)} live.")
    return 1 if lives else 0


def report(outcome: Outcome) -> None:
    mutant = outcome.mutant
    how = "noticed" if outcome.noticed else "LIVES"
    text = f"{mutant.before} -> {mutant.text}".replace("\n", " ")
    print(f"{how:8}{outcome.seconds:6.1f} s  {mutant.kind:8}{mutant.path}:{mutant.line}  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
