"""Train the dictionary that packs stored documents, lines, notes and records, on games that are played here.

`python tools/train_dictionary.py` plays every game, with made-up names and ids, and writes the dictionary with the next
number to `persistence/dictionaries/`. Then set `NEWEST_DICTIONARY` in `persistence/sealing.py`. Existing dictionaries
must stay, because they are needed to read what was stored with them.
"""

import asyncio
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import zstandard

from bench.busy_tables import Kind, opened
from bench.house import a_house
from bot.table.codec import decode_batch
from persistence import wire
from persistence.commits import TableRef
from persistence.sealing import NEWEST_DICTIONARY, PACKING_LEVEL, Seals, packer_with
from persistence.tables import DOCUMENT, LINE, parted

SIZES = [size * 1024 for size in (96, 100, 104, 108, 112, 116, 120, 124)]
SEGMENTS = (3000, 4000, 5000, 6000, 7000, 8000)
SAME = 6
"""Dictionaries are trained with each of these sizes and segment lengths, for repeated strings of at least SAME bytes.

The one that best packs the stored data of other tables is kept. Stored data repeat over long stretches, while the
trainer by default finds shorter ones and is worse. Beyond 128 KiB zstd looks up less.
"""
TABLES = 24
ROUNDS = 24
PLAYED = (
    Kind("halflings", "mode=duel cooldown=0", 2),
    Kind("halflings", "mode=crowd cooldown=0", 4),
    Kind("cones", "", 4),
    Kind("poohead", "", 2),
    Kind("poohead", "", 4),
    Kind("rogues", "", 4),
    Kind("rogues", "betting=liars", 3),
    Kind("headache", "", 5),
)
SHARES = {"document": 1500, "line": 2500, "begun": 400, "typed": 1500, "shown": 4000, "record": 120}
"""How many samples of each kind: short kinds need many to have an effect.

`begun`: lines with which a game begins. They hold the options and the first two lines of its record, are the longest of
a log, and each table with a game has one; among all lines they would be too few.
"""
FOLDER = Path(__file__).parent.parent / "persistence" / "dictionaries"


@contextmanager
def overheard() -> Iterator[tuple[dict[str, list[bytes]], dict[tuple[object, ...], bytes]]]:
    """Collect everything that is stored, by kind, and the final state, in which each document or note appears once."""
    heard: dict[str, list[bytes]] = defaultdict(list)
    stands: dict[tuple[object, ...], bytes] = {}
    seal, pack = Seals.seal, wire.packed

    def sealing(self: Seals, ref: TableRef, kind: bytes, item: bytes, content: bytes) -> bytes:
        heard["begun" if begins(kind, content) else kind.decode()].append(content)
        stands[ref, kind, b"" if kind == DOCUMENT else item] = content
        return seal(self, ref, kind, item, content)

    def packing(content: bytes) -> bytes:
        heard["record"].append(content)
        return pack(content)

    Seals.seal, wire.packed = sealing, packing  # type: ignore[method-assign]
    try:
        yield heard, stands
    finally:
        Seals.seal, wire.packed = seal, pack  # type: ignore[method-assign]


def begins(kind: bytes, content: bytes) -> bool:
    return kind == LINE and any(decode_batch(line).begun for line in parted(content).lines)


async def played(kind: Kind, chance: random.Random, rounds: int) -> None:
    async with a_house() as (house, _):
        _, tables = await opened(house, kind, TABLES)
        for _ in range(rounds):
            messages = [message for table in tables if (message := await table.next(chance)) is not None]
            await asyncio.gather(*map(house.hear, messages))
            await house.delivery.settle()


def with_other_names(content: bytes, chance: random.Random) -> bytes:
    """Return the content with names and ids like those on platforms, which belong to nobody."""
    called: dict[bytes, bytes] = {}

    def name() -> bytes:
        return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randrange(3, 11))).encode()

    def anybody(found: re.Match[bytes]) -> bytes:
        kinds = (b"discord:%d" % chance.randrange(10**17, 10**18), b"twitch:%d" % chance.randrange(10**7, 10**9))
        return called.setdefault(found[0], chance.choice((*kinds, b"web:" + name())))

    content = re.sub(rb"bench:room\d+|bench:p\d+x\d+|\bbench\b", anybody, content)
    return re.sub(rb"p\d+x\d+", lambda found: called.setdefault(found[0], name()), content)


def trained() -> bytes:
    chance, samples = random.Random(7), list[bytes]()  # noqa: S311 - a sample's name is no secret
    with overheard() as (heard, _):
        for kind in PLAYED:
            asyncio.run(played(kind, chance, ROUNDS))
    with overheard() as (_, stands):
        for kind in PLAYED:
            asyncio.run(played(kind, chance, 1))
    for kind, contents in heard.items():
        chance.shuffle(contents)
        samples += [with_other_names(one, chance) for one in contents[: SHARES[kind]]]
    chance.shuffle(samples)
    others = [with_other_names(one, chance) for one in stands.values()]
    found = (
        zstandard.train_dictionary(size, samples, k=segment, d=SAME, level=PACKING_LEVEL)
        for size, segment in product(SIZES, SEGMENTS)
    )
    return min(found, key=lambda one: packed_bytes(one, others)).as_bytes()


def packed_bytes(words: zstandard.ZstdCompressionDict, contents: list[bytes]) -> int:
    """Return the size in bytes of these when packed with a dictionary."""
    packer = packer_with(words)
    return sum(len(packer.compress(one)) for one in contents)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{NEWEST_DICTIONARY + 1}.zdict").write_bytes(trained())
