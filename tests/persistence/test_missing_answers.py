"""Test that a missing answer is reported, and never taken for the answer to another question."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from meanwhile import losing_answers

from persistence import Commit, Record, Store, TableRef, Transfer

ANN = "web:ann"


async def all_of(found: AsyncIterator[Any]) -> list[Any]:
    return [one async for one in found]


ASKED: list[tuple[str, int, Callable[[Store, str], Awaitable[Any]]]] = [
    ("GET", 1, lambda store, _: store.notes_of(ANN)),
    ("HMGET", 1, lambda store, _: all_of(store.all_tables())),
    ("LRANGE", 1, lambda store, _: store.tables_with(ANN)),
    ("LRANGE", 3, lambda store, _: store.tables_with(ANN)),
    ("LINDEX", 1, lambda store, venue: store.forget_purse(venue, ANN, "gone:1", str)),
    ("GET", 1, lambda store, _: store.reword_notes("pings", bytes)),
    ("HMGET", 1, lambda store, venue: store.forget_games(venue, ANN, bytes)),
    ("HMGET", 1, lambda store, venue: store.drop_old_once(venue, 100)),
    ("LRANGE", 1, lambda store, venue: store.fold(venue, 2**50)),
    ("HMGET", 1, lambda store, venue: store.fold(venue, 2**50)),
    ("MEMORY", 1, lambda store, _: store.weights()),
]


@pytest.mark.parametrize(("word", "count", "ask"), ASKED)
async def test_answers_that_are_missing_are_told(
    store: Store,
    venue: str,
    word: str,
    count: int,
    ask: Callable[[Store, str], Awaitable[Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await store.put_note("pings", ANN, b"on")
    step = Commit(TableRef(venue, "K7Q"), 0, b"", log=(b"line",), records=(Record("r", b"", b"words", (ANN,)),))
    await store.commit(step)
    await store.transfer(venue, (Transfer("bank", f"purse:{ANN}", 1, "reward"),) * 2)
    await store.spend(venue, ["gift:1"])
    losing_answers(monkeypatch, store, word, count)
    with pytest.raises(ValueError, match="shorter"):
        await ask(store, venue)
