"""Test that a copy of the store, or its append-only file, shows no hand, no seed and no typed line (threats T32)."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from evening import START, Evening

from bot.table.document import Session
from bot.table.phases import Playing
from persistence import EmbeddedServer, HandClock, Store

WINDOW = 40
"""In bytes: a piece of this length of a document, line or note occurs nowhere by chance."""
CANARY = "stake 8317"
ITS_NUMBER = re.compile(rb"(?<![0-9a-f.])8317(?![0-9a-f])")
"""The number by itself, and not within a time, a random name or a hash."""
GAMES = {
    "headache stack=20000 min_players=3": ("ann", "ben", "cid"),
    "poohead": ("ann", "ben", "cid"),
    "rogues betting=thieves": ("ann", "ben", "cid"),
    "halflings mode=duel": ("ann", "ben"),
}


@pytest.fixture
async def at_rest() -> AsyncIterator[tuple[Store, Path]]:
    """Yield an otherwise empty store and the folder with its files. Dumps are not compressed, so they can be
    searched.
    """
    with TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as server:
            store = await Store.connect(server.url, clock=HandClock(START), timeout=60)
            await store.pipe.write("CONFIG", "SET", "rdbcompression", "no")
            yield store, Path(made)
            await store.close()


async def files_of(store: Store, folder: Path) -> bytes:
    """Return everything the server has written: its append-only file, and a dump of its content."""
    await store.pipe.write("SAVE")
    return b"".join(path.read_bytes() for path in everything(folder))


def everything(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".log"]


async def played(store: Store, options: str) -> tuple[Evening, Session, set[bytes]]:
    """Play a game with private and public moves, and collect everything ever stored of its table."""
    evening = Evening(store, store.clock, seed=options)  # type: ignore[arg-type]  # the clock that it was made with
    people = GAMES[options]
    await evening.lines(f"ann: !open {options}", *(f"{name}: !join" for name in people[1:]), "ann: !start")
    stored: set[bytes] = set()
    for line in ("!stay", "!take", "!keep", "!stake 5", f"!{CANARY}", "!hand", f"?{CANARY}"):
        for name in people:
            await evening.say(name, line.lstrip("?"), private=line.startswith("?"))
        stored |= await of_table(store, await evening.table())
    return evening, await evening.table(), stored


async def of_table(store: Store, session: Session) -> set[bytes]:
    loaded = await store.load(session.ref)
    assert loaded is not None
    return {loaded.document, *await store.log(session.ref), *(await store.shown(session.ref)).values()}


def pieces(stored: set[bytes]) -> set[bytes]:
    return {one[at : at + WINDOW] for one in stored for at in range(0, len(one) - WINDOW, WINDOW // 2)}


def secrets_of(evening: Evening, session: Session) -> set[bytes]:
    """Return the seed of the game with its salts, and what each seat was told in private."""
    assert isinstance(session.phase, Playing)
    pledges = (session.phase.pledge, session.pledge)
    seeds = {seed for one in pledges for seed in (evening.dice.seed(one), bytes.fromhex(one.salt))}
    told = {bytes(told.event) for told in session.phase.told}
    return {*seeds, *(one.hex().encode() for one in seeds), *told, CANARY.encode()}


@pytest.mark.parametrize("options", GAMES)
async def test_no_canary_lies_in_the_store_or_its_files(at_rest: tuple[Store, Path], options: str) -> None:
    store, folder = at_rest
    evening, session, stored = await played(store, options)
    files = await files_of(store, folder)
    assert len(files) > 10_000
    assert [one for one in secrets_of(evening, session) | pieces(stored) if one in files] == []
    assert ITS_NUMBER.findall(files) == []
    await evening.end()


async def test_unsealed_it_would_be_found(at_rest: tuple[Store, Path]) -> None:
    """Shows that the test above can fail: the same evening with a store that seals nothing."""
    store, folder = at_rest
    options = "poohead"
    made = Evening(store, store.clock, seed=options)  # type: ignore[arg-type]  # as above
    store.seals = None
    await made.lines(f"ann: !open {options}", "ben: !join", "cid: !join", "ann: !start")
    session = await made.table()
    assert isinstance(session.phase, Playing)
    files = await files_of(store, folder)
    stored = await of_table(store, session)
    assert all(one in files for one in pieces(stored))
    assert all(bytes(told.event) in files for told in session.phase.told)
    assert session.phase.pledge.salt.encode() in files
    await made.end()
