"""Test that delivery tells audiences everything once, in order, in as few updates as possible, even if late."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from evening import Evening, Witness
from msgspec.json import decode
from msgspec.structs import replace

from bot.delivery import delivery
from bot.delivery.wake_ups import WakeUps
from bot.engine.repository import Repository
from bot.ports.ids import AudienceKey
from bot.ports.messages import Update
from bot.render.telling import lines_of
from bot.table.codec import decode_batch
from persistence import Commit, EmbeddedServer, HandClock, Store, TableRef


@pytest.fixture
async def store(own_server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Store]:
    """Yield a store on its own server, so that all pending deliveries are this test's."""
    connected = await Store.connect(own_server.url, clock=clock, timeout=60)
    yield connected
    await connected.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try an unreachable audience again after half a second instead of five.

    Not sooner, since on a busy machine the tries must not run without a pause.
    """
    monkeypatch.setattr(delivery, "AGAIN_AFTER", 0.5)


class Pages(Witness):
    """Open pages, which are shown everything at once."""

    at_once = True


def place(evening: Evening) -> str:
    return f"place:{evening.place}"


def numbers(updates: list[Update], audience: str) -> list[int]:
    """Return the numbers of the lines told to an audience, in order."""
    return [news.number for update in updates if update.audience == audience for news in update.news]


async def whole_story(evening: Evening) -> list[str]:
    """Return all public lines in the only table's log."""
    session = await evening.table()
    batches = [decode_batch(line) for line in await evening.store.log(session.ref)]
    return [line.text for line in lines_of(session, 0, batches, evening.house.languages.words("en")).public]


async def duel(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")


@pytest.fixture(params=[Witness, Pages])
async def either(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield an evening in a chat, then one on pages."""
    evening = Evening(store, clock, witness=request.param())
    yield evening
    await evening.end()


# One update per audience and move


MOVES = ["ann: !stake 10", "ben: !roll", "ann: !roll", "ben: !stake 5", "ann: !roll", "ben: !roll"]


async def test_a_move_brings_each_audience_one_update(evening: Evening) -> None:
    """Platforms limit messages: the place, Ann and Ben get one each, whatever happened in that move."""
    await duel(evening)
    evening.roll(8, 3, 4, 8, 6, 5)
    for line in MOVES:
        evening.witness.clear()
        await evening.lines(line)
        assert Counter(update.audience for update in evening.witness.updates) == {
            place(evening): 1,
            f"person:{evening.id_of('ann')}": 1,
            f"person:{evening.id_of('ben')}": 1,
        }


async def test_each_is_shown_the_table_as_they_may_see_it(either: Evening) -> None:
    await either.lines("ann: !open rogues", "ben: !join", "ann: !start")
    either.witness.clear()
    await either.lines("ann: !trip")
    cards = {one.audience: one.card for one in either.witness.updates}
    shown = [cards[f"person:{either.id_of(name)}"] for name in ("ann", "ben")] + [cards[place(either)]]
    assert [[seat.name for seat in card.seats if seat.you] for card in shown] == [["ann"], ["ben"], []]
    assert len({card.own for card in shown}) == 3
    assert shown[-1].own == ()


async def test_of_what_open_pages_alone_are_told_nothing_is_stored_until_others_are(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, commits, commit = Evening(store, clock, witness=Pages()), list[Commit](), store.commit
    await duel(evening)
    monkeypatch.setattr(store, "commit", lambda one: commits.append(one) or commit(one))
    await evening.lines("ann: !stake 10")
    session = await evening.table()
    assert [(one.deliver, one.shown) for one in commits] == [(False, ())]
    assert (await store.shown(session.ref), await store.undelivered()) == ({}, [])
    assert await whole_story(evening) == evening.witness.told(place(evening))
    commits.clear()
    await evening.lines("cid: !queue")
    ((name, note),) = commits[0].shown
    assert (name, decode(note)["upto"]) == ("*", session.log_length)
    await evening.lines("ben: !roll")
    assert [one.deliver for one in commits] == [False, True]
    assert decode((await store.shown(session.ref))["*"])["upto"] > session.log_length
    await evening.end()


async def test_who_wants_no_cards_is_brought_news_alone(store: Store, clock: HandClock) -> None:
    """One update for the place, and one for a person only if there is something for that person."""
    evening = Evening(store, clock, witness=Witness(cards=False))
    await duel(evening)
    evening.roll(8, 3, 4, 8, 6, 5)
    for line in MOVES:
        evening.witness.clear()
        await evening.lines(line)
        assert [update.audience for update in evening.witness.updates] == [place(evening)]
        assert all(update.news for update in evening.witness.updates)
    await evening.end()


async def test_a_round_in_one_line_is_one_update(evening: Evening) -> None:
    evening.roll(7, 4, 5)
    await evening.lines("ann: !halflings 50 auto")
    assert len([update for update in evening.witness.updates if update.audience == place(evening)]) == 1


async def test_questions_and_refusals_bring_nobody_else_an_update(evening: Evening) -> None:
    await duel(evening)
    evening.witness.clear()
    for text in ("!table", "!odds", "!help", "!roll", "!stake 0", "!xyzzy", "hello"):
        await evening.say("ann", text)
        await evening.say("zoe", text)
    assert evening.witness.updates == []


async def test_lines_come_whole_and_in_order(evening: Evening) -> None:
    """Also if many speak at once."""
    people = [f"p{number}" for number in range(12)]
    await evening.lines("ann: !open halflings mode=crowd cooldown=0")
    await asyncio.gather(*(evening.say(name, "!join") for name in people))
    await evening.lines("ann: !start")
    await asyncio.gather(*(evening.say(name, "!stake 10") for name in people))
    await evening.wait(60)
    brought = numbers(evening.witness.updates, place(evening))
    assert brought == sorted(brought)
    assert evening.news == await whole_story(evening)


async def test_news_that_pile_up_while_a_place_is_slow_travel_together(store: Store, clock: HandClock) -> None:
    """F14: many moves while a channel is rate-limited become one update."""
    free = asyncio.Event()
    free.set()

    class Slow(Witness):
        async def show(self, update: Update) -> str:
            await free.wait()
            return await super().show(update)

    evening = Evening(store, clock, witness=Slow(cards=False))
    await evening.lines("ann: !open halflings mode=crowd cooldown=0")
    evening.witness.clear()
    free.clear()
    await asyncio.gather(*(evening.house.hear(evening.message(f"p{number}", "!join")) for number in range(20)))
    free.set()
    await evening.settle()
    there = [update for update in evening.witness.updates if update.audience == place(evening)]
    assert sum(len(update.news) for update in there) == 20
    assert len(there) <= 2, "what was under way, and all the rest"
    await evening.end()


async def all_is_shown(evening: Evening) -> None:
    """Wait until nothing is under way to anybody, also what takes longer than a delivery waits."""
    async with asyncio.timeout(60):
        await evening.settle()
        while evening.house.delivery.has_more_to_show:
            await asyncio.sleep(0.02)
            await evening.settle()


async def test_who_is_shown_each_step_late_is_shown_it_once(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform that takes its time would otherwise be called again because it was late, and be late again."""
    monkeypatch.setattr("bot.delivery.delivery.PATIENCE", 0.01)

    class Late(Witness):
        async def show(self, update: Update) -> str:
            await asyncio.sleep(0.05)
            return await super().show(update)

    evening = Evening(store, clock, witness=Late())
    await duel(evening)
    evening.roll(8, 3, 4, 8, 6, 5)
    await all_is_shown(evening)
    told = list(evening.news)
    for line in MOVES:
        evening.witness.clear()
        await evening.lines(line)
        await all_is_shown(evening)
        told += evening.news
        assert Counter(update.audience for update in evening.witness.updates) == {
            place(evening): 1,
            f"person:{evening.id_of('ann')}": 1,
            f"person:{evening.id_of('ben')}": 1,
        }
    assert told == await whole_story(evening)
    await evening.end()


# Unreachable audiences


async def test_an_audience_that_was_away_gets_everything_in_one_update(either: Evening) -> None:
    """F14, F26: nobody else waits for it, and it misses nothing."""
    await duel(either)
    either.roll(8, 3, 4)
    either.witness.again_after = 0.01
    either.witness.away.add(place(either))
    either.witness.clear()
    await either.lines("ann: !stake 10", "ben: !roll", "ann: !roll")
    assert {update.audience for update in either.witness.updates} == {
        f"person:{either.id_of(name)}" for name in ("ann", "ben")
    }
    either.witness.away.clear()
    either.witness.clear()
    async with asyncio.timeout(60):
        while not either.witness.told(place(either)):  # noqa: ASYNC110 - the house's own timer
            await asyncio.sleep(0.02)
    await either.settle()
    (update,) = [update for update in either.witness.updates if update.audience == place(either)]
    told = [news.text for news in update.news]
    assert told[0] == "ann stakes 10."
    assert any(line.startswith("ann rolls 3-4") for line in told)
    assert await either.store.undelivered() == []


async def test_one_who_is_away_for_good_is_not_tried_for_ever(evening: Evening) -> None:
    """T7: `lasting` is trusted. The next news are tried, the same ones are not."""
    await duel(evening)
    evening.witness.gone.add(f"person:{evening.id_of('ben')}")
    await evening.lines("ann: !stake 10")
    assert await evening.store.undelivered() == []


async def test_nothing_is_kept_of_a_table_that_is_gone(evening: Evening) -> None:
    delivers, gone, ann = evening.house.delivery, TableRef(evening.venue, "gone"), AudienceKey("person:ann")
    await delivers.show_again(gone, ann)
    assert await delivers.is_behind(gone, ann)
    await evening.settle()
    assert not await delivers.is_behind(gone, ann)
    assert gone not in delivers._behind


async def test_what_one_audience_is_behind_survives_a_restart(evening: Evening) -> None:
    """F1: the mark stays in the store while an audience lacks news."""
    await duel(evening)
    evening.witness.away.add(place(evening))
    await evening.lines("ann: !stake 10")
    await evening.house.stop()
    evening.witness.away.clear()
    evening.witness.clear()
    other = await evening.again()
    assert evening.news == ["ann stakes 10."]
    assert await evening.store.undelivered() == []
    await other.end()


async def test_an_adapter_that_breaks_costs_nobody_else_anything(evening: Evening) -> None:
    class Broken(Witness):
        platform = "broken"

        async def show(self, update: Update) -> str:
            raise RuntimeError(update.code)

    evening.house.add(Broken())
    await evening.lines("ann: !open halflings mode=crowd")
    message = evening.message("ben", "!join")
    sender = type(message.sender)("broken:ben", "ben")
    await evening.hear(type(message)(message.id, sender, message.venue, message.place, private=False, text="!join"))
    assert evening.news[-1] == "ben sits down with 100."
    await evening.lines("cid: !join")
    assert evening.news[-1] == "cid sits down with 100."


# Killed between showing and noting


async def test_a_crash_between_showing_and_noting_repeats_the_same_lines(
    evening: Evening, own_server: EmbeddedServer, clock: HandClock
) -> None:
    """F1: told again with the same numbers, so that an adapter recognizes them; nothing is left out."""

    class Killed(Witness):
        async def show(self, update: Update) -> str:
            await super().show(update)
            raise asyncio.CancelledError  # the process ends before it can note what it showed

    await duel(evening)
    dying = Evening(evening.store, clock, venue=evening.venue, place=evening.place, tag=evening.tag, witness=Killed())
    assert (await dying.house.hear(dying.message("ann", "!stake 10"))).ok
    await dying.house.delivery.settle()
    shown = numbers(dying.witness.updates, place(evening))
    assert shown
    evening.witness.clear()
    other = await evening.again()
    assert numbers(evening.witness.updates, place(evening)) == shown
    assert evening.news == ["ann stakes 10."]
    await other.sweep()
    assert evening.news == ["ann stakes 10."]
    await other.end()


async def test_a_restart_tells_nothing_again_that_was_noted(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("ann: !stake 10")
    evening.witness.clear()
    other = await evening.again()
    assert evening.witness.updates == []
    evening.roll(8)
    other.roll(8)
    await other.lines("ben: !roll")
    assert evening.news == ["The Giant rolls 8: that is the Knee, and it pays 1:1."]
    await other.end()


# The content of an update


async def test_those_who_are_awaited_are_pinged_once_a_question(evening: Evening) -> None:
    await duel(evening)
    evening.roll(8, 3, 4)
    pings = []
    for line in ("ann: !stake 10", "ben: !roll", "ann: !roll"):
        evening.witness.clear()
        await evening.lines(line)
        pings += [update.notify for update in evening.witness.updates if update.audience == place(evening)]
    await evening.wait(45)
    assert pings == [(evening.id_of("ben"),), (evening.id_of("ann"),), (evening.id_of("ben"),)]
    assert evening.witness.updates[-1].notify == ()


async def test_an_update_carries_the_handle_of_what_stands_there(evening: Evening) -> None:
    await duel(evening)
    shown = [update for update in evening.witness.updates if update.audience == place(evening)]
    stood = [f"message-{evening.witness.updates.index(update) + 1}" for update in shown]
    await evening.lines("ann: !stake 10")
    last = [update for update in evening.witness.updates if update.audience == place(evening)][-1]
    assert last.handle == stood[-1]


async def test_a_looker_on_sees_what_the_place_sees(evening: Evening) -> None:
    await duel(evening)
    looker = evening.message("zoe", "").sender
    (seen,) = await evening.house.look(looker, evening.venue, evening.place, "en")
    assert [news.text for news in seen.news] == evening.news
    assert seen.card == evening.witness.updates[-3].card
    assert seen.card.offers == ()


async def test_a_look_without_news_shows_the_same_tables_and_reads_no_log(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await duel(evening)
    ann = evening.message("ann", "").sender
    whole = await evening.house.look(ann, evening.venue, evening.place, "en")
    assert any(one.news for one in whole)
    read = list[object]()
    monkeypatch.setattr(Repository, "batches", lambda *about: read.append(about))
    monkeypatch.setattr(Repository, "last_told", lambda *about: read.append(about))
    seen = await evening.house.look(ann, evening.venue, evening.place, "en", told=False)
    assert seen == tuple(replace(one, news=()) for one in whole)
    assert read == []


async def test_a_person_who_left_is_shown_that_once_and_no_more(either: Evening) -> None:
    await duel(either)
    either.witness.clear()
    await either.lines("ben: !leave")
    ben = f"person:{either.id_of('ben')}"
    assert [one.audience for one in either.witness.updates].count(ben) == 1
    either.witness.clear()
    await either.lines("cid: !join", "ann: !rematch")
    assert ben not in {update.audience for update in either.witness.updates}


async def test_a_closed_table_is_told_of_in_the_place_and_forgotten(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("ann: !stake 10", "ann: !close")
    last = [update for update in evening.witness.updates if update.audience == place(evening)][-1]
    assert (last.card.phase, last.card.offers) == ("closed", ())
    assert any("All stakes go back" in news.text for news in last.news)
    assert await evening.store.undelivered() == []


async def test_pages_are_told_of_one_table_before_the_next_one_is_delivered() -> None:
    done, tables = list[str](), [TableRef("venue", name) for name in "abc"]

    async def deliver(ref: TableRef) -> None:
        done.append(f"{ref.table} delivered")
        asyncio.get_running_loop().call_soon(done.append, f"{ref.table} sent")

    wake_ups = WakeUps(deliver, lambda _: None)
    for _ in range(2):
        for ref in tables:
            wake_ups.wake(ref)
        await wake_ups.settle()
    assert done == 2 * [f"{ref.table} {what}" for ref in tables for what in ("delivered", "sent")]
