"""Test that the form of a store is noted when it is empty, and checked at every start."""

import asyncio

import pytest

from persistence import FORM, Store, StoreTrouble
from persistence.keys import FORM_KEY, SCRATCH
from persistence.pipe import Pipe


@pytest.fixture
async def empty(store: Store) -> Store:
    await store.pipe.write("FLUSHALL")
    return store


async def test_an_empty_store_is_of_todays_form_from_then_on(empty: Store) -> None:
    await empty.check_form()
    assert await empty.pipe.read("KEYS", "*") == [], "to look leaves nothing"
    await empty.claim_form()
    await empty.put_note("pings", "a", b"off")
    await empty.claim_form()
    assert await empty.pipe.read("GET", FORM_KEY) == str(FORM).encode()


async def test_what_others_store_there_is_none_of_it(empty: Store) -> None:
    await empty.pipe.write("SET", "others", "theirs")
    await empty.pipe.write("SET", SCRATCH + b"word:hash", "a start tries the server", "PX", 60_000)
    await empty.claim_form()


async def test_what_is_stored_without_a_form_is_another_one(empty: Store) -> None:
    await empty.put_note("pings", "a", b"off")
    with pytest.raises(StoreTrouble, match="an older Potluck stored \\(no form\\)") as refused:
        await empty.claim_form()
    assert refused.value.kind == "unsuitable"
    assert await empty.pipe.read("GET", FORM_KEY) is None


async def test_of_two_that_begin_at_once_neither_is_refused(empty: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other has stored something by the time this one has seen that there is no form yet."""
    read, other = Pipe.read, asyncio.Event()

    async def behind(self: Pipe, *command: str) -> object:
        found = await read(self, *command)
        if command == ("GET", FORM_KEY) and not other.is_set():
            other.set()
            await empty.claim_form()
            await empty.put_note("pings", "a", b"off")
        return found

    monkeypatch.setattr(Pipe, "read", behind)
    await empty.claim_form()
    assert await read(empty.pipe, "GET", FORM_KEY) == str(FORM).encode()
