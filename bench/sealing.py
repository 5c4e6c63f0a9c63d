"""Measure what sealing adds to a commit: a session's document, and its step's lines with what was typed (T32)."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from os import urandom
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bench.busy_tables import KINDS, Kind, act, opened
from bench.figures import Row, Scale
from bench.goals import RUNS, Measured
from bench.house import a_house
from persistence import Seals, TableRef
from persistence.log_lines import joined
from persistence.packing import packed
from persistence.tables import DOCUMENT, LINE

TABLES: Final = 20
ROUNDS: Final = 2_000
DEALT: Final = (KINDS[0], KINDS[2])


class Stored(NamedTuple):
    """Hold what one commit stores of a table: a real one's, after a move."""

    ref: TableRef
    document: bytes
    step: bytes


async def stored_by(kind: Kind) -> list[Stored]:
    """Return the last commits of tables at which everybody acted."""
    chance, found = random.Random(3), list[Stored]()  # noqa: S311 - a benchmark's player, not a game's dice
    async with a_house() as (house, _):
        _, tables = await opened(house, kind, TABLES)
        for _ in range(2):
            await act(house, tables, chance)
        for table in tables:
            ref = (await table.session()).ref
            now, lines, typed = await house.store.load(ref), await house.store.log(ref), await house.store.typed(ref)
            if now is not None:
                found.append(Stored(ref, now.document, joined(lines[-1:], typed[-1:])))
    return found


def microseconds(work: Callable[[Stored], object], commits: Sequence[Stored], rounds: int) -> float:
    began = time.process_time_ns()
    for number in range(rounds):
        work(commits[number % len(commits)])
    return (time.process_time_ns() - began) / rounds / 1000


def sealing(scale: Scale) -> Sequence[Row]:
    rounds, seals, cipher = max(200, int(ROUNDS * scale.seconds)), Seals({1: bytes(32)}), AESGCM(urandom(32))

    def both(one: Stored) -> object:
        return seals.seal(one.ref, DOCUMENT, b"1", one.document), seals.seal(one.ref, LINE, b"1", one.step)

    def packing(one: Stored) -> object:
        return packed(one.document), packed(one.step)

    def bare(one: Stored) -> object:
        return cipher.encrypt(urandom(12), one.document, b""), cipher.encrypt(urandom(12), one.step, b"")

    rows = []
    for kind in DEALT:
        commits = asyncio.run(stored_by(kind))
        whole, packs, alone = (
            Measured.of([microseconds(work, commits, rounds) for _ in range(RUNS)]).median
            for work in (both, packing, bare)
        )
        size = sum(len(one.document) + len(one.step) for one in commits) // len(commits)
        rows.append(
            Row(
                f"a commit of {kind.game} of {kind.seats}, {size:,} bytes",
                f"{whole:.1f} µs, {packs:.1f} of them packing",
                f"AES-GCM alone, unpacked: {alone:.1f} µs",
            )
        )
    return rows
