"""Test queues for a seat: told alone and once, through restarts, two processes, bans, crowds and closed tables."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from night_evening import NightEvening

from bot.ports.messages import Message, Panel, Rights
from bot.table import queueing
from bot.table.audit import AuditEntry, read_entry
from bot.table.change import Change
from bot.table.phases import Closed, Lobby
from bot.table.queueing import MOST
from bot.wings.calls.queue_turns import QueueTurns
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble

DUEL = "ann: !open halflings mode=duel cooldown=0"
FULL = DUEL, "ben: !join"


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"mia": Rights.STAFF, "oda": Rights.OWNER}
    yield made
    await made.end()


@pytest.fixture
async def other(evening: NightEvening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[NightEvening]:
    """Yield the same evening in another process, with a connection of its own."""
    store = await Store.connect(server.url, clock=clock, timeout=60)
    made = NightEvening.on(store, clock, evening.board, evening.venue, seed="other")
    made.rights = evening.rights
    yield made
    await made.end()
    await store.close()


def alone(evening: NightEvening, name: str) -> list[str]:
    """Return what somebody was told alone."""
    return [text for one, text, _ in evening.board.alone if one == evening.id_of(name)]


def card(evening: NightEvening) -> Panel:
    """Return the card of the place as it stands."""
    return next(one.card for one in reversed(evening.witness.updates) if one.audience == f"place:{evening.place}")


async def waiting(evening: NightEvening) -> list[str]:
    return [one.name for one in (await evening.table()).queue]


async def test_whose_turn_it_is_is_told_alone_and_in_one_line_and_sits_down(evening: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue", "dan: !queue", "ben: !leave")
    code = (await evening.table()).code
    assert [f"A seat at table {code}" in text for text in alone(evening, "cid")] == [True]
    assert alone(evening, "dan") == []
    assert sum("is held for cid" in line for line in evening.news) == 1
    refused = await evening.say("dan", "!join")
    assert refused.text.startswith(f"The free seat at table {code} is held for cid, for 60 seconds yet.")
    assert (await evening.say("cid", "!queue")).text.startswith("It is your turn")
    await evening.lines("cid: !join")
    assert await waiting(evening) == ["dan"]


async def test_a_no_show_loses_the_seat_to_the_next_who_is_told_once(evening: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue", "dan: !queue", "ben: !leave")
    await evening.wait(59)
    assert alone(evening, "dan") == []
    await evening.wait(1)
    assert len(alone(evening, "dan")) == len(alone(evening, "cid")) == 1
    assert await waiting(evening) == ["dan"]
    await evening.lines("dan: !join")


async def test_people_queue_during_a_game_and_are_called_after_it(evening: NightEvening) -> None:
    evening.roll(3, 4, 5, 6, 3, 4)
    await evening.lines(*FULL, "ann: !start", "cid: !queue")
    assert (await evening.say("cid", "!join")).text.startswith("A game is on")
    await evening.lines("ann: !leave")
    assert [one.name for one in (await evening.table()).queue if one.until] == ["cid"]
    assert len(alone(evening, "cid")) == 1


async def test_queueing_elsewhere_leaves_the_first_queue_and_says_so(evening: NightEvening) -> None:
    await evening.lines(*FULL, "dan: !open halflings mode=duel cooldown=0")
    first, second = [one.code for one in await evening.sessions()]
    await evening.lines(f"eve: !join {second}")
    assert "several tables here" in (await evening.say("cid", "!queue")).text
    assert (await evening.say("cid", f"!{first} queue")).text.startswith(f"You are first in the queue at table {first}")
    moved = await evening.say("cid", f"!queue {second}")
    assert moved.text.endswith(f"You have left the queue at table {first}.")
    assert [len(one.queue) for one in await evening.sessions()] == [0, 1]
    assert (await evening.say("cid", "!queue off")).text == f"You have left the queue at table {second}."
    assert (await evening.say("cid", "!queue off")).text.startswith("You are in no queue.")
    assert [len(one.queue) for one in await evening.sessions()] == [0, 0]


async def test_of_two_lines_at_once_in_two_processes_one_queue_stays(
    evening: NightEvening, other: NightEvening
) -> None:
    await evening.lines(*FULL, "dan: !open halflings mode=duel cooldown=0")
    first, second = [one.code for one in await evening.sessions()]
    await evening.lines(f"eve: !join {second}")
    for _ in range(5):
        here, there = evening.message("cid", f"!{first} queue"), other.message("cid", f"!{second} queue")
        await asyncio.gather(evening.house.hear(here), other.house.hear(there))
        await evening.settle()
        await other.settle()
        assert sum(len(one.queue) for one in await evening.sessions()) == 1


async def test_two_processes_hold_a_seat_for_one_and_tell_them_once(evening: NightEvening, other: NightEvening) -> None:
    await evening.lines(*FULL)
    assert (await other.say("cid", "!queue")).ok
    assert (await evening.say("dan", "!queue")).text.startswith("You are second")
    await other.lines("ben: !leave")
    for house in (evening, other):
        assert "is held for cid" in (await house.say("eve", "!join")).text
    assert len(alone(evening, "cid")) == 1
    evening.clock.move(60)
    await asyncio.gather(evening.sweep(), other.sweep())
    assert await waiting(evening) == ["dan"]
    assert len(alone(evening, "dan")) == 1
    sat = await asyncio.gather(
        *(house.house.hear(house.message(name, "!join")) for house in (evening, other) for name in ("dan", "eve"))
    )
    assert sum(one.ok for one in sat) == 1
    assert [one.name for one in (await evening.table()).seats] == ["ann", "dan"]


async def test_what_a_killed_process_left_untold_another_one_tells(evening: NightEvening, other: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue")
    turns = evening.house.part(QueueTurns)
    evening.house.hooks.turned_with_queue.remove(turns._look)  # it is killed before it tells
    await evening.lines("ben: !leave")
    assert alone(evening, "cid") == []
    ref = (await evening.table()).ref
    for _ in range(2):
        for left in other.house.hooks.undelivered:
            left(ref)
        await other.settle()
        assert len(alone(evening, "cid")) == 1


async def test_a_hold_survives_a_restart(evening: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue", "dan: !queue", "ben: !leave")
    await evening.end()
    again = await evening.again()
    assert "is held for cid" in (await again.say("dan", "!join")).text
    again.clock.move(60)
    await again.sweep()
    assert await waiting(again) == ["dan"]
    await again.end()


async def test_who_queues_at_a_table_that_closes_is_told_once_alone(evening: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue", "dan: !queue")
    session = await evening.table()
    await evening.lines("ann: !close")
    closed = f"Table {session.code}, where you queued for a seat, is closed."
    assert [alone(evening, name) for name in ("cid", "dan")] == [[closed], [closed]]
    for left in evening.house.hooks.undelivered:
        left(session.ref)
    await evening.settle()
    assert isinstance((await evening.house.repository.get(session.ref, fresh=True)).phase, Closed)
    assert len(alone(evening, "cid")) == 1


async def test_who_is_banned_while_they_queue_is_passed_over(evening: NightEvening) -> None:
    await evening.lines(*FULL, "ben: !leave", "cid: !join", "cid: !leave", "ben: !join", "cid: !queue", "dan: !queue")
    await evening.lines("mia: !mod ban cid 7d cheating", "ben: !leave")
    assert [one.name for one in (await evening.table()).queue if one.until] == ["dan"]
    assert not any("is free" in text for text in alone(evening, "cid"))
    assert len(alone(evening, "dan")) == 1
    assert "You are banned" in (await evening.say("cid", "!queue")).text


async def test_five_hundred_who_queue_at_once_are_answered_and_a_hundred_wait(evening: NightEvening) -> None:
    await evening.lines(*FULL)
    said: list[Message] = [evening.message(f"v{number}", "!queue") for number in range(500)]
    answers = await asyncio.gather(*map(evening.house.hear, said))
    await evening.settle()
    assert sum(one.ok for one in answers) == MOST == len((await evening.table()).queue)
    refused = {one.text for one in answers if not one.ok}
    assert all("which is the most there can be" in text for text in refused)
    await evening.lines("ben: !leave")
    assert sum(bool(one.until) for one in (await evening.table()).queue) == 1


async def test_a_card_counts_who_waits_and_offers_the_queue_in_place_of_a_seat(evening: NightEvening) -> None:
    await evening.lines(DUEL)
    offered = [one.word for one in card(evening).commands]
    assert "join" in offered
    assert "queue" not in offered
    await evening.lines("ben: !join", "cid: !queue")
    assert "1 waiting for a seat." in card(evening).lines
    offered = [one.word for one in card(evening).commands]
    assert "queue" in offered
    assert "join" not in offered
    await evening.lines("ann: !start")
    assert "Join the next game" in [one.label for one in card(evening).commands]


async def test_nobody_is_named_at_the_table_whose_seat_goes_to_another(evening: NightEvening) -> None:
    """Somebody was banned while they queued: only the one who may sit down is told, alone and at the table."""
    await evening.lines(
        *FULL, "cid: !wallet", "cid: !queue", "dan: !queue", "mia: !mod ban cid 7d cheating", "ben: !leave"
    )
    await evening.settle()
    assert sum("is held for dan" in line for line in evening.news) == 1
    assert not any("cid" in line for line in evening.news)
    assert not any("is held" in text or "held for you" in text for text in alone(evening, "cid"))
    assert await waiting(evening) == ["dan"]


async def test_who_is_told_alone_is_told_until_when_the_seat_is_held(evening: NightEvening) -> None:
    """A game may begin sooner than a minute from now."""
    await evening.lines("ann: !open rogues", "ben: !join", "cid: !join", "dan: !join", "eve: !join", "fay: !join")
    await evening.lines("gus: !queue")
    ref = (await evening.table()).ref

    def soon(change: Change) -> None:
        change.set(phase=Lobby(change.table_time + 30_000), waited=change.session.pledge.n)

    await evening.house.repository.update(ref, (), soon)
    await evening.lines("fay: !leave")
    await evening.settle()
    assert sum("held for gus for 30 seconds" in line for line in evening.news) == 1
    assert ["for you for 30 seconds" in text for text in alone(evening, "gus")] == [True]


async def test_a_moderator_ends_a_wait_with_a_reason_in_the_log(evening: NightEvening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "ann: !wait fay")
    for name in ("ben", "zoe"):
        assert not (await evening.say(name, "!wait off")).ok
    await evening.lines("mia: !wait off it takes too long")
    assert await waiting(evening) == []
    assert any("Moderator mia ends the wait for fay." in line for line in evening.news)
    (entry,) = [read_entry(line) for line in await evening.store.audit(evening.venue, 5)]
    assert isinstance(entry, AuditEntry)
    assert (entry.did, entry.reason) == ("wait off", "it takes too long")


async def test_bad_lines_are_answered_with_what_would_work(evening: NightEvening) -> None:
    assert (await evening.say("cid", "!queue")).text.startswith("No table is open here")
    await evening.lines(DUEL)
    code = (await evening.table()).code
    assert (await evening.say("cid", "!queue")).text == f'A seat is free at table {code}: "!join" takes it.'
    assert (await evening.say("ann", "!queue")).text == f"You sit at table {code} already."
    assert (await evening.say("ann", "!wait")).text.startswith("Say who is on the way")
    assert (await evening.say("cid", "!wait pete")).text.startswith("You")
    assert (await evening.say("ann", "!wait <@123>")).text.startswith("Say by which name")
    assert (await evening.say("ann", "!wait off")).text == f"Table {code} waits for nobody."
    assert not (await evening.say("cid", "!Z9Z queue")).ok


async def test_the_table_waits_for_somebody_by_name_and_only_they_get_the_seat(evening: NightEvening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "cid: !join", "ann: !wait Dan Dare")
    assert "is held for Dan Dare" in (await evening.say("eve", "!join")).text
    assert (await evening.say("ann", "!start")).text.startswith("Table")
    await evening.wait(119)
    assert not (await evening.say("ann", "!start")).ok
    await evening.wait(1)
    assert await waiting(evening) == []
    await evening.lines("ann: !start")


async def test_whoever_is_forgotten_waits_no_more(evening: NightEvening) -> None:
    await evening.lines(*FULL, "cid: !queue")
    await evening.say("cid", "!forget me")
    await evening.lines("cid: !forget me yes")
    assert await waiting(evening) == []
    await evening.lines("ben: !leave")
    assert alone(evening, "cid") == []


async def test_whoever_stakes_in_a_crowd_waits_for_no_seat_there(evening: NightEvening) -> None:
    """In a pause nobody may stake, but the table is not full."""
    people = [f"p{number}" for number in range(3)]
    await evening.lines("ann: !open halflings mode=crowd cooldown=0", *(f"{one}: !halflings 5" for one in people))
    await evening.lines("ann: !start", "mia: !pause it is late")
    refused = await evening.say("cid", "!queue")
    assert not refused.ok
    await evening.lines("mia: !resume", "cid: !halflings 5")
    assert await waiting(evening) == []


async def test_of_two_queues_both_are_left(evening: NightEvening) -> None:
    """As a kill between two steps leaves somebody in both."""
    await evening.lines(*FULL, "wait: 60", "dan: !open halflings mode=duel cooldown=0", "eve: !join")
    first, second = await evening.sessions()
    cid = evening.message("cid", "!queue").sender
    for ref in (first.ref, second.ref):
        await evening.house.repository.update(ref, (), lambda change: bool(queueing.enter(change, cid)))
    await evening.lines("cid: !queue off")
    assert [one.queue for one in await evening.sessions()] == [(), ()]


async def test_a_store_that_was_away_for_a_moment_makes_nobody_miss_their_turn(
    evening: NightEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lines(*FULL, "cid: !queue")
    claim = evening.store.claim_note

    async def busy(*_: object, **__: object) -> bool:
        raise StoreTrouble("busy", "It is away.")

    monkeypatch.setattr(evening.store, "claim_note", busy)
    await evening.lines("ben: !leave")
    assert alone(evening, "cid") == []
    monkeypatch.setattr(evening.store, "claim_note", claim)
    session = await evening.table()
    for told in evening.house.hooks.undelivered:
        told(session.ref)
    await evening.settle()
    assert len(alone(evening, "cid")) == 1
