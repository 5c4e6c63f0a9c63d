"""Test the file of a person's stored data, and its deletion: then no key of the store knows them."""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from test_selves import DUEL, a_game_on_twitch, linked
from two_places import TwoPlaces

from bot.people.finished_games import FinishedGames, Wanted, names_of
from bot.people.forgetting import People
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Rights
from bot.wings.archive import statistics
from bot.wings.archive.seasons import table_of
from games.proof.verifying import verify
from persistence import EmbeddedServer, HandClock, Store, TableRef, Transfer
from persistence.forgetting import mentions


async def content_of(store: Store, key: str) -> list[bytes]:
    """Return the content of a key of any type."""
    kind = await store.pipe.read("TYPE", key)
    match kind.decode():
        case "string":
            return [await store.pipe.read("GET", key)]
        case "list":
            return list(await store.pipe.read("LRANGE", key, 0, -1))
        case "hash":
            return list(await store.pipe.read("HGETALL", key))
        case "set":
            return list(await store.pipe.read("SMEMBERS", key))
        case "zset":
            return list(await store.pipe.read("ZRANGE", key, 0, -1))
        case _:
            return []


async def where_is(store: Store, word: str) -> list[str]:
    """Return every key with this word in its name or content."""
    found = []
    for name in await store.pipe.read("KEYS", "pl:*"):
        contents = await content_of(store, name.decode())
        if any(word.encode() in one or word.replace(":", "%3A").encode() in one for one in (name, *contents) if one):
            found.append(name.decode())
    return found + [
        f"{table.base}:opened" async for table in store.all_tables() if word in await opened(store, table.ref)
    ]


async def opened(store: Store, ref: TableRef) -> str:
    """Return the stored content of a table, unsealed."""
    stored = await store.load(ref)
    assert stored is not None
    shown = await store.shown(ref)
    whole = (stored.document, *await store.log(ref), *shown.values())
    return "".join([*shown, *(one.decode() for one in whole)])


async def privately(both: TwoPlaces, name: str, line: str) -> Answer:
    return await both.say(name, line, private=True)


async def an_evening(both: TwoPlaces) -> None:
    """Let Ann and Bob play for purses. Ann changes settings, and a moderator corrects her purse."""
    await a_game_on_twitch(both, "ann@twitch", "bob@twitch")
    both.rights["mia@twitch"] = Rights.STAFF
    await both.lines("ann@twitch: !wallet", "mia@twitch: !correct ann +50 the dice fell off the table")
    assert (await privately(both, "ann@twitch", "!pings off")).ok


async def forgotten(both: TwoPlaces, name: str) -> None:
    asked = await privately(both, name, "!forget me")
    assert asked.ok, asked.text
    assert asked.confirm == "forget me yes"
    done = await privately(both, name, "!forget me yes")
    assert done.text.startswith("Done: you are forgotten"), done.text


async def test_a_file_has_all_that_is_kept_and_no_secret_of_ours(both: TwoPlaces) -> None:
    await an_evening(both)
    answer = await both.say("ann@twitch", "!mydata")
    assert answer.is_private
    (file,) = answer.files
    kept: dict[str, Any] = json.loads(file.content)
    (own,) = kept["selves"]
    at = own["venues"][both.there]
    assert own["id"] == both.id_of("ann@twitch")
    assert at["purse"] == await both.store.balance(both.there, f"purse:{own['id']}")
    assert {"welcome", "buy-in", "corrected"} <= {entry["cause"] for entry in at["ledger"]}
    assert len(at["games"]) == len(at["records"]) == 1
    assert {"by", "did", "whom"} <= {key for entry in own["staff_log"][both.there] for key in entry}
    assert {note["kind"] for note in own["notes"]} >= {"pings"}
    (staff,) = json.loads((await both.say("mia@twitch", "!mydata")).files[0].content)["selves"]
    assert [entry["by"] for entry in staff["staff_log"][both.there]] == [both.id_of("mia@twitch")]
    assert both.id_of("bob@twitch") in json.dumps(at["games"]), "who one played with is no secret"


async def test_a_file_has_the_texts_that_one_gave_for_the_dice_and_what_stays_is_told(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open halflings mode=duel cooldown=0")
    told = (await both.say("bob@twitch", "!join my lucky socks")).text
    assert "stays in the game's record for ever" in told
    assert "for ever" in (await both.say("ann@twitch", "!join my lucky hat")).text
    await both.lines("ann@twitch: !start")
    await both.wait(600)
    await both.lines("bob@twitch: !leave", "ann@twitch: !leave")
    for name, text in (("ann@twitch", "my lucky hat"), ("bob@twitch", "my lucky socks")):
        kept = json.loads((await both.say(name, "!mydata")).files[0].content)
        (record,) = kept["selves"][0]["venues"][both.there]["records"]
        assert record["texts"] == [text]
        assert len(record["message_ids"]) == 1 or not record["message_ids"]


async def test_whoever_was_forgotten_stands_in_no_list_and_is_counted_nowhere(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "ann@twitch", "bob@twitch")
    await both.say("bob@twitch", "!close")
    await forgotten(both, "ann@twitch")
    games = await FinishedGames(both.store).find(VenueId(both.there), Wanted(), 0, 10)
    assert [game.people for game in games] == [(both.id_of("bob@twitch"),)]
    assert set(names_of(games)) == set(statistics.winnings(games)) == {both.id_of("bob@twitch")}
    assert [place.name for place in table_of(games)] == ["bob"]
    for asked in ("!top", "!top week", "!top wins", "!evening"):
        assert "somebody" not in (await both.say("bob@twitch", asked)).text, asked


async def test_who_never_played_gets_a_file_with_nothing_in_it(both: TwoPlaces) -> None:
    (file,) = (await privately(both, "zoe", "!mydata")).files
    (own,) = json.loads(file.content)["selves"]
    assert (own["venues"], own["staff_log"], own["notes"], own["tables"]) == ({}, {}, [], [])


async def test_no_key_knows_whoever_was_forgotten_and_what_others_have_stays(both: TwoPlaces) -> None:
    await an_evening(both)
    ann, bob = both.id_of("ann@twitch"), both.id_of("bob@twitch")
    before = await both.store.balance(both.there, f"purse:{bob}")
    entries = len(await both.store.ledger(both.there, None, 1000))
    (record,) = await both.store.records(both.there)
    assert await where_is(both.store, ann)
    await both.say("bob@twitch", "!close")
    await forgotten(both, "ann@twitch")
    known = [key for key in await where_is(both.store, ann) if not key.endswith(":seen")]
    assert [key for key in known if "forget-asked" not in key] == []
    assert sum((await both.store.accounts(both.there)).values()) == 0
    assert await both.store.balance(both.there, f"purse:{bob}") == before
    ledger = await both.store.ledger(both.there, None, 1000)
    assert len(ledger) == entries + 1
    assert ledger[0].cause == "forgotten"
    assert ledger[0].source.startswith("purse:gone:")
    content = await both.store.record(both.there, record)
    assert content is not None
    verify(content.decode())
    (game,) = await FinishedGames(both.store).find(VenueId(both.there), Wanted(), 0, 10)
    assert {sat.name for sat in game.seats} == {"somebody", "bob"}
    (file,) = (await privately(both, "ann@twitch", "!mydata")).files
    (own,) = json.loads(file.content)["selves"]
    assert (own["venues"], own["staff_log"]) == ({}, {})


async def test_no_text_calls_whoever_was_forgotten_by_name(both: TwoPlaces) -> None:
    """In every key, page and answer: staff actions about them or by them, winners, and reasons for a void.

    Only the record of a game that was called off names who did that, since it is proof.
    """
    name = "Zephyrine"
    await both.lines(
        f"{name}@twitch: !open halflings mode=duel cooldown=0", "bob@twitch: !join", f"{name}@twitch: !start"
    )
    await both.lines(f"{name}@twitch: !close", "wait: 60")
    await a_game_on_twitch(both, f"{name}@twitch", "bob@twitch")
    both.rights = {"mia@twitch": Rights.STAFF, f"{name}@twitch": Rights.OWNER}
    await both.lines(
        f"mia@twitch: !correct {name} +50 {name} was robbed",
        f"{name}@twitch: !correct bob +5 a good loser",
        f"{name}@twitch: !server gifts 100",
        f"bob@twitch: {DUEL}",
        f"{name}@twitch: !pause I must go",
        f"{name}@twitch: !resume",
        "bob@twitch: !close",
    )
    assert await where_is(both.store, name)
    await both.say("bob@twitch", "!close")
    kept = {record: await both.store.record(both.there, record) for record in await both.store.records(both.there)}
    await forgotten(both, f"{name}@twitch")
    assert await where_is(both.store, name) == []
    told = [await both.say("mia@twitch", line) for line in ("!mod log", "!ledger all", "!games", "!evening", "!top")]
    told += [await both.say("bob@twitch", line) for line in ("!ledger", "!stats", "!server", "!control")]
    assert [answer.text for answer in told if name.lower() in answer.text.lower()] == []
    for record in await both.store.records(both.there):
        content = await both.store.record(both.there, record)
        assert content is not None
        assert content == kept[record]
        verify(content.decode())


async def test_what_the_bot_said_of_them_in_the_chat_of_a_room_calls_them_by_no_name(both: TwoPlaces) -> None:
    """A feat or the result of an evening, which the bot says there in its own lines."""
    await a_game_on_twitch(both, "ann@twitch", "bob@twitch")
    await both.say("bob@twitch", "!close")
    both.page.said_by_bot[both.there] = ["ann has a feat: five in a row", "bob and Annabel won"]
    await forgotten(both, "ann@twitch")
    assert both.page.said_by_bot[both.there] == ["somebody has a feat: five in a row", "bob and Annabel won"]


async def test_all_selves_are_forgotten_and_lead_nowhere(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await linked(both)
    await both.say("annie@twitch", "!wallet")
    await both.say("bob@twitch", "!close")
    await forgotten(both, "ann")
    for name in ("ann", "annie@twitch"):
        assert [key for key in await where_is(both.store, both.id_of(name)) if not key.endswith(":seen")] == []
        assert await both.house.selves.person_of(PersonId(both.id_of(name))) == both.id_of(name)
    assert sum((await both.store.accounts(both.there)).values()) == 0


async def test_it_is_asked_twice_and_not_while_they_sit(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open halflings mode=duel")
    assert "You sit at a table" in (await privately(both, "ann@twitch", "!forget me")).text
    await both.lines("ann@twitch: !leave")
    assert "To be forgotten" in (await privately(both, "ann@twitch", "!forget me yes")).text
    assert "To be forgotten" in (await privately(both, "ann@twitch", "!forget bob")).text
    assert (await privately(both, "ann@twitch", "!forget me")).ok
    await both.lines(f"bob@twitch: {DUEL}", "ann@twitch: !join")
    assert "You sit at a table" in (await privately(both, "ann@twitch", "!forget me yes")).text
    await both.lines("ann@twitch: !leave")
    assert (await privately(both, "ann@twitch", "!forget me yes")).ok
    assert "To be forgotten" in (await privately(both, "ann@twitch", "!forget me yes")).text


async def test_with_money_on_a_table_nobody_is_forgotten_and_not_a_sucker_is_lost(both: TwoPlaces) -> None:
    """On a seat, in a game, or waiting for a seat: whichever self asks, the money comes back first."""
    await linked(both)
    await both.lines(f"annie@twitch: {DUEL}", "bob@twitch: !join", "annie@twitch: !start")
    for name in ("ann", "annie@twitch"):
        assert "You sit at a table" in (await privately(both, name, "!forget me")).text
        assert "You sit at a table" in (await privately(both, name, "!forget me yes")).text
    purses = {f"purse:{both.id_of(name)}" for name in ("ann", "bob@twitch")}
    accounts = await both.store.accounts(both.there)
    assert {account: accounts[account] for account in purses} == dict.fromkeys(purses, 700)
    await both.lines("annie@twitch: !leave", "bob@twitch: !leave")
    had = await both.store.balance(both.there, f"purse:{both.id_of('ann')}")
    await forgotten(both, "annie@twitch")
    last = (await both.store.ledger(both.there, None, 1))[0]
    assert (last.cause, last.amount, last.target) == ("forgotten", had, "bank")
    assert sum((await both.store.accounts(both.there)).values()) == 0


async def test_a_stake_that_waits_for_the_next_round_holds_whoever_wants_to_be_forgotten(both: TwoPlaces) -> None:
    await both.lines("bob@twitch: !open halflings mode=crowd money=purse", "bob@twitch: !stake 20")
    both.dice.load(["7", "3", "3"])
    await both.wait(20)
    assert "next round" in (await both.say("ann@twitch", "!stake 20")).text
    assert "You sit at a table" in (await privately(both, "ann@twitch", "!forget me")).text
    await both.lines("ann@twitch: !leave")
    await forgotten(both, "ann@twitch")
    assert sum((await both.store.accounts(both.there)).values()) == 0


async def test_whoever_says_it_again_hears_that_it_was_taken(both: TwoPlaces) -> None:
    """F29: the same message again."""
    for asked in ("forget me", "forget me yes"):
        message = both.message("ann@twitch", asked, private=True)
        first, again = await both.hear(message), await both.hear(message)
        assert first.ok
        assert again.repeated


async def test_what_an_open_table_says_of_them_goes_when_it_is_closed(both: TwoPlaces) -> None:
    await both.lines(f"bob@twitch: {DUEL}", "ann@twitch: !join", "bob@twitch: !start")
    await both.wait(600)
    await both.lines("ann@twitch: !leave")
    await forgotten(both, "ann@twitch")
    ann = both.id_of("ann@twitch")
    assert any(":table:" in key for key in await where_is(both.store, ann))
    assert not await both.house.part(People).go_on()
    await both.say("bob@twitch", "!close")
    assert await both.house.part(People).go_on()
    assert [key for key in await where_is(both.store, ann) if not key.endswith(":seen")] == []


async def test_whoever_comes_back_loses_nothing_while_an_old_table_is_still_open(both: TwoPlaces) -> None:
    """The deletion is tried each hour until that table is closed. Their new data stay."""
    await both.lines(f"bob@twitch: {DUEL}", "ann@twitch: !join", "bob@twitch: !start")
    await both.wait(600)
    await both.lines("ann@twitch: !leave")
    await forgotten(both, "ann@twitch")
    both.rights["mia@twitch"] = Rights.STAFF
    await both.lines("ann@twitch: !wallet")
    await both.store.transfer(both.there, (Transfer("bank", f"purse:{both.id_of('ann@twitch')}", 70, "reward"),))
    assert (await privately(both, "ann@twitch", "!pings off")).ok
    for _ in range(3):
        assert not await both.house.part(People).go_on()
    assert await both.store.balance(both.there, f"purse:{both.id_of('ann@twitch')}") == 70
    assert await both.store.note("pings", both.id_of("ann@twitch")) == b"off"
    await both.say("bob@twitch", "!close")
    assert await both.house.part(People).go_on()
    assert await both.store.balance(both.there, f"purse:{both.id_of('ann@twitch')}") == 70


async def test_forgotten_while_a_table_waits_and_again_all_is_gone(both: TwoPlaces) -> None:
    await both.lines(f"bob@twitch: {DUEL}", "ann@twitch: !join", "bob@twitch: !start")
    await both.wait(600)
    await both.lines("ann@twitch: !leave")
    await forgotten(both, "ann@twitch")
    assert (await privately(both, "ann@twitch", "!pings off")).ok
    await forgotten(both, "ann@twitch")
    assert await both.store.note("pings", both.id_of("ann@twitch")) is None
    await both.say("bob@twitch", "!close")
    assert await both.house.part(People).go_on()
    left = [key for key in await where_is(both.store, both.id_of("ann@twitch")) if not key.endswith(":seen")]
    assert [key for key in left if ":once" not in key] == [], "what was given once is kept from whoever spoke again"


async def test_to_be_forgotten_is_no_way_to_more_suckers(both: TwoPlaces) -> None:
    """Neither the welcome nor the daily allowance, not here, not in another place, not after a restart."""
    both.rights["bob"] = Rights.OWNER
    await both.lines("bob: !server allowance 50")
    await both.say("ann", "!wallet")
    for house in (both, both.again()):
        await forgotten(house, "ann")
        for _ in range(2):
            await house.say("ann", "!wallet")
        assert await both.store.balance(both.server, f"purse:{both.id_of('ann')}") in {None, 0}
    assert not (await both.say("ann", DUEL)).ok
    both.clock.move(24 * 3600)
    await both.say("ann", "!wallet")
    assert await both.store.balance(both.server, f"purse:{both.id_of('ann')}") == 50
    assert sum((await both.store.accounts(both.server)).values()) == 0


async def test_who_plays_at_once_after_being_forgotten_has_no_welcome_to_play_with(both: TwoPlaces) -> None:
    await both.say("ann", "!wallet")
    await forgotten(both, "ann")
    assert not (await both.say("ann", DUEL)).ok
    assert await both.store.balance(both.server, f"purse:{both.id_of('ann')}") in {None, 0}


@pytest.mark.parametrize("line", ["!limit 200", "!limit pause 9"])
async def test_a_limit_of_ones_own_outlives_being_forgotten(both: TwoPlaces, line: str) -> None:
    before = (await privately(both, "ann", line)).text
    await forgotten(both, "ann")
    fresh = both.again()
    assert (await privately(fresh, "ann", "!limit")).text == before
    told = (await privately(fresh, "ann", "!limit off")).text
    assert "In 7 days" in told or line != "!limit 200"
    both.clock.move(6 * 24 * 3600)
    again = fresh.again()
    assert (await privately(again, "ann", "!limit")).text != "You have set yourself no limit."
    both.clock.move(4 * 24 * 3600)
    assert "no limit" in (await privately(again, "ann", "!limit")).text
    await fresh.end()
    await again.end()


async def test_a_limit_binds_a_self_that_parts_and_the_person_it_leaves(both: TwoPlaces) -> None:
    await linked(both)
    await privately(both, "ann", "!limit 200")
    assert (await privately(both, "ann", "!link apart")).ok
    for name in ("ann", "annie@twitch"):
        assert "at most 200" in (await privately(both, name, "!limit")).text


async def test_two_processes_that_forget_somebody_at_once_do_it_once(both: TwoPlaces) -> None:
    await an_evening(both)
    await both.say("bob@twitch", "!close")
    ann, other = PersonId(both.id_of("ann@twitch")), both.again()
    await both.house.part(People).forget(ann)
    await other.house.part(People).forget(ann)
    await both.store.transfer(both.there, (Transfer("bank", f"purse:{ann}", 5, "reward", once="r"),))
    await other.house.part(People).forget(ann)
    assert [key for key in await where_is(both.store, ann) if not key.endswith(":seen")] == []
    assert sum((await both.store.accounts(both.there)).values()) == 0
    await other.end()


@pytest.mark.parametrize(
    ("content", "there"),
    [(b'"twitch:5"', True), (b'"twitch:55"', False), (b"refill:twitch:5:2026", True), (b"twitch:5-x", False)],
)
def test_an_id_is_not_found_in_a_longer_one(content: bytes, there: bool) -> None:
    assert mentions(content, "twitch:5") == there


def files_with(folder: str, word: str) -> list[str]:
    """Return the files of a server that contain this word."""
    files = [file for file in Path(folder).rglob("*") if file.suffix in {".aof", ".rdb"}]
    assert files
    return [file.name for file in files if word.encode() in file.read_bytes()]


async def test_the_append_only_file_knows_nobody_who_was_forgotten(clock: HandClock) -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url, clock=clock)
            both = TwoPlaces(store, clock)
            await an_evening(both)
            await both.say("bob@twitch", "!close")
            ann = both.id_of("ann@twitch")
            await store.pipe.write("CONFIG", "SET", "appendfsync", "always")
            assert files_with(folder, ann)
            await forgotten(both, "ann@twitch")
            for _ in range(500):
                if b"aof_rewrite_in_progress:0" in await store.pipe.read("INFO", "persistence"):
                    break
                await asyncio.sleep(0.02)
            assert files_with(folder, ann) == []
            await both.end()
            await store.close()
