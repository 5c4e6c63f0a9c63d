"""Test another process with the same store: after any step, planned or by kill -9, the game goes on (F1, F7, F21)."""

import asyncio
from collections.abc import Mapping

import pytest
from ahead import Ahead
from on_twitch.gatherings import SLOW, a_duel, a_stake, at_headache, does, goes_on_to
from on_twitch.night import Night

from bot.app.running import until
from bot.ports.messages import Update
from bot.table.phases import Between, Playing
from persistence import TableRef

STEPS = 7
LINES = (
    "is the host",
    "Ben sits down",
    "Ann stakes 20.",
    "that is the Knee",
    "Ann wins 20.",
    "Ben stakes 10.",
    "Ann rolls a 1",
)


class Duel:
    """A duel, step by step, by lines typed in chat; Ann wins 20 and then 10."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.ann, self.ben = night.people("ann", "ben")

    async def step(self, number: int) -> None:
        night, ann, ben = self.night, self.ann, self.ben
        match number:
            case 0:
                await ann.says(night.channel, f"!open halflings mode=duel {SLOW}")
                await night.line("is the host")
            case 1:
                await ben.says(night.channel, "!join")
                await night.line("Ben sits down")
            case 2:
                await ann.says(night.channel, "!start")
                await night.line("Ann, stake 1 to")
            case 3:
                await ann.says(night.channel, "!stake 20")
                await night.line("Ann stakes 20.")
            case 4:
                night.dice.load(["7"])
                await ben.says(night.channel, "!roll")
                await night.line("that is the Knee")
            case 5:
                night.dice.load(["2", "6"])
                await ann.says(night.channel, "!roll")
                await night.line("Ann wins 20.", "Ben, stake 1 to")
            case 6:
                await ben.says(night.channel, "!stake 10")
                await night.line("Ben stakes 10.")
                night.dice.load(["1"])
                await ann.says(night.channel, "!roll")
                await night.until(lambda: "kicked" in night.said[-1] or "Kick" in night.said[-1])


@pytest.mark.parametrize("end", ["restart", "kill"])
@pytest.mark.parametrize("after", range(STEPS))
async def test_a_duel_goes_on_whenever_the_bot_is_started_anew(night: Night, after: int, end: str) -> None:
    """Killed between a line and its note, it says the line again, and Twitch drops the repeated one."""
    night.world.chat.same_text_after = 30.0 if end == "kill" else night.world.chat.same_text_after
    duel = Duel(night)
    for number in range(STEPS):
        await duel.step(number)
        if number == after:
            await (night.restart() if end == "restart" else night.dies())
            await night.quiet()
    session = await night.session()
    assert isinstance(session.phase, Between)
    assert [seat.stack for seat in session.seats] == [1030, 970]
    everything = " ".join(night.said)
    for part in LINES[:-1]:
        assert everything.count(part) == 1


@pytest.mark.parametrize("more", [False, True])
async def test_what_was_said_but_not_noted_stands_there_once(
    night: Night, monkeypatch: pytest.MonkeyPatch, more: bool
) -> None:
    """F1, F14: killed between the line and its note. Twitch itself drops the same line again, though there is more."""
    night.world.chat.same_text_after = 30.0
    duel = Duel(night)
    for number in range(3):
        await duel.step(number)
    await night.quiet()
    noted = night.store.show

    async def never(ref: TableRef, shown: Mapping[str, bytes]) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(night.store, "show", never)
    await duel.ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    before = await night.session()
    night.dice.load(["7"])
    if more:
        await duel.ben.says(night.channel, "!roll")
        while (await night.session()).log_length == before.log_length:  # noqa: ASYNC110 - it is in the store
            await asyncio.sleep(0.01)
    monkeypatch.setattr(night.store, "show", noted)
    await night.dies()
    await night.quiet()
    if not more:
        await duel.ben.says(night.channel, "!roll")
    await night.line("that is the Knee")
    assert sum("Ann stakes 20." in text for text in night.said) == 1


async def test_what_was_committed_but_not_said_is_said_by_the_next(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = Duel(night)
    for number in range(3):
        await duel.step(number)
    await night.quiet()
    night.twitch.faults.lose_call("POST", "/helix/chat/messages", times=50)
    before = await night.session()
    await duel.ann.says(night.channel, "!stake 20")
    for _ in range(500):
        if (await night.session()).log_length > before.log_length:
            break
        await asyncio.sleep(0.02)
    await night.kill()
    night.twitch.faults.clear()
    await night.start()
    await night.line("Ann stakes 20.")


async def test_a_deadline_that_passed_while_we_were_dead_fires_once(ahead: Ahead, night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["5"])
    await ann.says(night.channel, "!halflings 50 mode=house roll_seconds=5")
    await night.line("Ann stakes 50")
    await night.kill()
    session = await night.session()
    assert isinstance(session.phase, Playing)
    ahead.move((session.phase.clock.ends_at - night.store.clock.now()) / 1000)
    night.dice.load(["3", "5"])
    await night.start()
    await night.line("Ann wins 100.")
    assert sum("Ann rolls" in text for text in night.said) == 1


async def test_a_deadline_is_the_same_after_a_restart(night: Night) -> None:
    await a_stake(night)
    before = await night.session()
    await night.restart()
    await night.quiet()
    assert (await night.session()).phase == before.phase


async def test_a_deploy_is_no_news(night: Night) -> None:
    """Nobody can read `can't be shown now` during an outage, and it would take two of twenty lines for each table."""
    await a_stake(night)
    before = len(night.said)
    await night.restart()
    await night.quiet(0.5)
    assert not any("can't be shown now" in text for text in night.said[before:])


async def test_a_crowd_that_gathers_is_all_there_after_a_restart(night: Night) -> None:
    crowd = night.channel.crowd(60)
    host = crowd[0]
    await host.says(night.channel, f"!halflings 10 mode=crowd crowd_seconds=300 {SLOW}")
    await night.line("The game begins in 300 seconds")
    await night.channel.flood([(one, "!halflings 10") for one in crowd[1:30]])
    await night.gathered(30)
    await night.dies()
    await night.channel.flood([(one, "!halflings 10") for one in crowd[30:]])
    session = await night.gathered(60)
    assert {seat.player for seat in session.seats} == {f"twitch:{one.id}" for one in crowd}
    night.dice.load(["7", "3", "3", *["3", "5"] * 59, "2", "2"])
    await host.says(night.channel, "!start")
    await night.line("may split: !split or !stand?")
    await night.dies()
    await host.says(night.channel, "!split")
    await night.line("The round is over")


async def test_what_was_voted_in_secret_is_kept_over_a_restart(night: Night) -> None:
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    for person in people[:3]:
        await does(night, person, "vote 2 2")
    before = await night.state()
    await night.dies()
    assert await night.state() == before
    for person in people[3:]:
        await does(night, person, "vote 2 2")
    await night.line("10 for 2 rounds (")


async def test_two_tables_in_two_channels_go_on(night: Night) -> None:
    pub = await night.joins("pub")
    await a_duel(night)
    (cid,) = night.people("cid")
    night.dice.load(["5", "3", "5"])
    await cid.says(pub, f"!halflings 50 mode=house {SLOW}")
    await night.line("Cid stakes 50", channel=pub)
    await night.dies()
    await cid.says(pub, "!roll")
    await night.line("Cid rolls", channel=pub)
    await night.people("ann")[0].says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")


async def test_an_answer_under_way_is_said_to_its_end_before_the_bot_leaves(night: Night) -> None:
    """When it is told to stop, its sockets are closed first, and what it says with only then."""
    ann, stop = night.people("ann")[0], asyncio.Event()
    await night.stop()
    night.make()
    night.running = asyncio.create_task(until(stop, night.house, [night.adapter], list, no_pages))
    await night.until(night.adapter.supervisor.first_ready.is_set)
    await ann.says(night.channel, "!open halflings mode=duel")
    await night.line("is the host")
    late = night.twitch.faults.delay("POST", "/helix/chat/messages", 0.5)
    await ann.says(night.channel, "!rules halflings")
    await night.until(lambda: late.met)
    stop.set()
    await night.running
    assert "All of it" in night.said[-1], "the last of two lines"


async def test_what_is_being_said_as_the_bot_leaves_is_left_to_others(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on while others have its share already, and find the store closed."""
    begun, ended = asyncio.Event(), asyncio.Event()

    async def hangs(_: Update) -> str:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    ann, _ = await a_duel(night)
    monkeypatch.setattr(night.adapter, "show", hangs)
    await ann.says(night.channel, "!stake 20")
    await begun.wait()
    await night.house.delivery.stop()
    assert ended.is_set()


async def no_pages() -> None:
    """Close no pages: there are none."""
