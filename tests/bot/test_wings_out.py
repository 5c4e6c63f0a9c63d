"""Test that a store which was used with a wing that is out now keeps what is the wing's, and tells of it."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from evening import Evening
from structlog.testing import capture_logs

from bot.commands import table, wings_out
from bot.commands.wing import WINGS, Wing, installed
from bot.commands.wings_out import WingsOut
from bot.ports.messages import Rights
from persistence import HandClock, Store

OF_NOTES = frozenset({"put_note", "note", "claim_note", "replace_note", "take_note", "drop_note", "exchange_notes"})
"""Methods of the store whose first argument is a kind of note."""


async def seen_by(store: Store, monkeypatch: pytest.MonkeyPatch, wings: Mapping[str, Wing]) -> list[str]:
    """Return what the log says at a start with only these wings."""
    monkeypatch.setattr(wings_out, "installed", lambda: wings)
    with capture_logs() as logged:
        await WingsOut(store).look()
    return [f"{one['wing']} {one['notes']} {one['venues']}" for one in logged]


async def test_what_a_wing_left_is_kept_and_told_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    all_wings = dict(installed())
    without = {name: wing for name, wing in all_wings.items() if name != "streams"}
    assert await seen_by(store, monkeypatch, all_wings) == []
    assert await seen_by(store, monkeypatch, without) == [], "it left nothing"
    for place in ("test:a", "test:b"):
        await store.put_note("poll", place, b"of the wing")
        await store.put_note("evening", place, b"of the core")
    await store.put_note("venue", "test:v", b'{"raids":false,"prefix":"?"}')
    await store.put_note("venue", "test:w", b'{"prefix":"?"}')
    assert await seen_by(store, monkeypatch, without) == ["streams 2 1"]
    assert await store.note("poll", "test:a") == b"of the wing"
    assert await seen_by(store, monkeypatch, all_wings) == []


async def test_words_of_a_wing_that_is_out_are_answered_with_its_name(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seen_by(store, monkeypatch, dict(installed()))
    monkeypatch.setattr(wings_out, "installed", dict)
    commands = {word: one for word, one in table.COMMANDS.items() if word != "practice"}
    monkeypatch.setattr("bot.commands.dispatcher.COMMANDS", commands)
    monkeypatch.setattr("bot.commands.server.switches", lambda: ())
    evening = Evening(store, clock)
    await evening.house.part(WingsOut).look()
    evening.rights["oda"] = Rights.OWNER
    for line, sentence in {
        "!practice": '"practice" belongs to "practice", which',
        "!help practice": '"practice" belongs to "practice", which',
        "!server evening off": '"evening" belongs to "archive", which',
        "!server never off": 'Say "!server prefix ?"',
    }.items():
        answer = await evening.say("oda", line)
        assert not answer.ok
        assert answer.text.startswith(sentence)
    await evening.end()


def stored_by(path: Path) -> Iterator[str]:
    """Yield the names of the constants that a module gives to the store as kinds of notes, if they are its wing's."""
    tree = ast.parse(path.read_text("utf-8"))
    of_core = {
        name.name
        for one in ast.walk(tree)
        if isinstance(one, ast.ImportFrom) and not (one.module or "").startswith("bot.wings")
        for name in one.names
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in OF_NOTES:
            of_store = ast.unparse(call.func.value).rpartition(".")[2].lstrip("_") == "store"
            if of_store and isinstance(call.args[0], ast.Name) and call.args[0].id not in of_core:
                yield call.args[0].id


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_wing_says_which_notes_it_stores(name: str) -> None:
    values = {}
    for path in (WINGS / name).glob("*.py"):
        module = __import__(f"bot.wings.{name}.{path.stem}", fromlist=["_"])
        values |= {one: getattr(module, one) for one in stored_by(path)}
    assert set(values.values()) <= set(installed()[name].notes)
    assert bool(values) == bool(installed()[name].notes)
