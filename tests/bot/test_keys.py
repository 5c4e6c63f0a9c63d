"""Test the operator's keys: never replaced silently, changed without loss; games of a lost key are refunded (F27)."""

import stat
from pathlib import Path

import pytest
from evening import Evening, unbalanced
from program import potluck

from bot.app.key_file import KeyFileError, keys_from_file, write_key_file
from bot.app.stored_keys import keys_for
from bot.table.fairness import Keys
from games.proof.verifying import verify
from persistence import Seals, Store, StoreTrouble, TableRef
from persistence.keys import table_keys
from persistence.sealing import sealed_with

FIRST = bytes(32)
"""The key that an evening plays with."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "dice.key"


def lose(path: Path) -> None:
    path.unlink()


def is_there(path: Path) -> bool:
    return path.exists()


def check_made(path: Path, keys: Keys) -> None:
    assert path.read_text() == f"1 {keys.key(1).hex()}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name], "nothing is left beside it"


async def started_with(evening: Evening, path: Path, *, wants_new: bool = False) -> Evening:
    """Return the same evening after a restart of the bot, with the keys in the file."""
    await evening.end()
    keys = await keys_for(evening.store, path, wants_new=wants_new)
    other = Evening(evening.store, evening.clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    other.rights = evening.rights
    other.dice.keys, other.store.seals = keys, Seals(keys.by_number)
    await other.sweep()
    return other


async def playing_for_purses(evening: Evening, path: Path) -> TableRef:
    """Start the bot with its key in the file, and Ann's game with a stake."""
    write_key_file(path, {1: FIRST})
    await keys_for(evening.store, path, wants_new=False)
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0", "ben: !join", "ann: !start")
    await evening.lines("ann: !stake 50")
    return (await evening.table()).ref


async def stored_with(store: Store, ref: TableRef) -> int | None:
    return sealed_with(await store.pipe.read("HGET", table_keys(ref).session, "d"))


# The file


async def test_the_first_start_makes_a_key_that_its_owner_alone_can_read(store: Store, path: Path) -> None:
    keys = await keys_for(store, path, wants_new=False)
    assert keys.numbers == (1,)
    check_made(path, keys)
    assert (await keys_for(store, path, wants_new=False)).by_number == keys.by_number


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        (f"1 {'aa' * 32}\n4 {'bb' * 32}\n", [1, 4]),
        (f"1 {'aa' * 32}\n\n2 {'bb' * 32}", [1, 2]),
    ],
)
def test_a_file_has_a_key_a_line_with_its_number_before_it(tmp_path: Path, written: str, numbers: list[int]) -> None:
    (tmp_path / "dice.key").write_text(written)
    keys = keys_from_file(tmp_path / "dice.key")
    assert sorted(keys.numbers) == numbers
    assert keys.key(1) == b"\xaa" * 32


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "is empty"),
        ("aa", "Line 1 of"),
        (f"1 {'aa' * 32}\n2 {'g' * 64}", "Line 2 of"),
        (f"0 {'aa' * 32}", "Line 1 of"),
        (f"-1 {'aa' * 32}", "Line 1 of"),
        (f"1 2 {'aa' * 32}", "Line 1 of"),
        (f"{'aa' * 32}", "Line 1 of"),
        (f"2 {'aa' * 32}\n2 {'bb' * 32}", "two keys with the number 2"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_line_and_shows_no_key(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "dice.key").write_text(written)
    with pytest.raises(KeyFileError, match=said) as refused:
        keys_from_file(tmp_path / "dice.key")
    assert "aaaa" not in str(refused.value)


# A missing key


async def test_a_missing_file_makes_no_new_key_while_a_table_is_stored(evening: Evening, path: Path) -> None:
    await playing_for_purses(evening, path)
    lose(path)
    with pytest.raises(KeyFileError, match=r"Key 1 is missing in .*: every game of the lost key is void then"):
        await keys_for(evening.store, path, wants_new=False)
    assert not is_there(path)


async def test_another_key_of_the_same_number_is_told_from_it(evening: Evening, path: Path) -> None:
    await playing_for_purses(evening, path)
    write_key_file(path, {1: b"x" * 32})
    with pytest.raises(KeyFileError, match="Key 1 is another one than it was"):
        await keys_for(evening.store, path, wants_new=False)


def test_the_program_refuses_to_start_and_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "dice.key").write_text("not a key\n")
    monkeypatch.setenv("POTLUCK_DICE_KEY_FILE", str(folder / "dice.key"))
    done = potluck("play", "--port", "0")
    assert done.returncode == 2
    assert "potluck: Line 1 of the key file" in done.stderr


# Changed without loss


async def test_a_new_key_stands_beside_the_old_and_nothing_is_lost(evening: Evening, path: Path) -> None:
    ref = await playing_for_purses(evening, path)
    assert await stored_with(evening.store, ref) == 1
    later = await started_with(evening, path, wants_new=True)
    assert sorted(keys_from_file(path).numbers) == [1, 2]
    assert await stored_with(evening.store, ref) == 1
    await later.lines("ben: !roll")
    assert await stored_with(evening.store, ref) == 2
    await later.wait(300)
    session = await later.table()
    record = await later.store.record(later.venue, session.record)
    assert record is not None
    assert verify(record.decode()).key == 1, "the game keeps the key that it was committed with"
    assert (await later.say("zoe", "!voids")).text.startswith("Games called off here, in all: 0;")
    assert await unbalanced(later) == []
    await later.end()


# Lost for good


async def test_what_a_lost_key_was_for_is_void_refunded_and_counted(evening: Evening, path: Path) -> None:
    ref = await playing_for_purses(evening, path)
    code = (await evening.table()).code
    lose(path)
    later = await started_with(evening, path, wants_new=True)
    assert keys_from_file(path).numbers == (2,), "the number of the lost one is never used again"
    assert [await later.purse(name) for name in ("ann", "ben")] == [1000, 1000]
    assert await unbalanced(later) == []
    assert await later.sessions() == []
    head, entry = (await later.say("zoe", "!voids")).text.splitlines()
    assert head.startswith("Games called off here, in all: 1;")
    assert f"by itself · table lost, game 1 void · {code} · its dice key is lost" in entry
    assert (await later.say("ann", f"!{code} table")).text.startswith(f"Table {code} could not be read any more")
    assert await later.store.quarantined(ref) is not None
    await later.lines("wait: 60", "ann: !open halflings money=purse", "ann: !start")
    assert (await later.table()).pledge.key == 2
    again = await started_with(later, path)
    assert len(await again.sessions()) == 1
    assert (await again.say("zoe", "!voids")).text.splitlines()[1:] == [entry]
    await again.end()


async def test_a_table_without_a_game_is_paid_back_and_not_counted(evening: Evening, path: Path) -> None:
    write_key_file(path, {1: FIRST})
    await keys_for(evening.store, path, wants_new=False)
    await evening.lines("ann: !open halflings money=purse")
    lose(path)
    later = await started_with(evening, path, wants_new=True)
    assert await later.purse("ann") == 1000
    assert (await later.say("zoe", "!voids")).text.startswith("Games called off here, in all: 0;")
    await later.end()


@pytest.mark.parametrize("step", range(1, 9))
async def test_killed_at_any_step_of_it_the_next_start_pays_each_stake_back_once(
    evening: Evening, path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1."""
    await playing_for_purses(evening, path)
    lose(path)
    await evening.end()
    pipe, sent = type(evening.store.pipe), 0
    send = pipe._send

    async def until(self: object, commands: object, *, changes: bool, **how: bool) -> object:
        nonlocal sent
        sent += changes
        if changes and sent == step:
            raise StoreTrouble("unreachable", "killed")
        return await send(self, commands, changes=changes, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(pipe, "_send", until)
    try:
        await keys_for(evening.store, path, wants_new=True)
        killed = False
    except StoreTrouble:
        killed = True
    monkeypatch.undo()
    assert killed == (step <= sent)
    later = await started_with(evening, path, wants_new=True)
    assert [await later.purse(name) for name in ("ann", "ben")] == [1000, 1000]
    assert await unbalanced(later) == []
    assert await later.sessions() == []
    await later.end()


async def test_a_table_sealed_with_a_key_that_is_elsewhere_is_left_alone(evening: Evening, path: Path) -> None:
    """F19: during a change of keys another process may have the new one already."""
    ref = await playing_for_purses(evening, path)
    before = await evening.store.pipe.read("HGETALL", table_keys(ref).session)
    evening.store.seals = Seals({2: b"y" * 32})
    evening.house.repository.forget(ref)
    code = ref.table.rpartition("-")[2]
    assert (await evening.say("ann", f"!{code} table")).text.startswith(
        f"Table {code} is kept as it is, with all that is staked"
    )
    assert await evening.store.pipe.read("HGETALL", table_keys(ref).session) == before
    evening.store.seals = Seals({1: FIRST})
    assert code in (await evening.say("ann", f"!{code} table")).text


def test_seals_and_keys_print_no_key() -> None:
    """T9."""
    assert repr(Seals({1: b"k" * 32, 3: b"k" * 32})) == "Seals([1, 3])"
    assert "kkkk" not in f"{vars(Seals({1: b'k' * 32}))['_heads']}"
    assert "kkkk" not in repr(Keys({1: b"k" * 32}))
