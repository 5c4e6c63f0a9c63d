"""Test EventSub's sockets: moved, dropped, silent, gone for a while, and full of nonsense (F11, F12, F13)."""

import asyncio
import json
from typing import Any

import pytest
import twitchio
from ahead import Ahead
from on_twitch.gatherings import SLOW, a_duel, a_stake
from on_twitch.night import Night
from twitchio.eventsub import websockets

from bot.adapters.twitch.connection import client, supervisor
from bot.engine.scheduler import LONGEST_NAP
from bot.table.document import Paused, Session
from bot.table.phases import Playing

HERE_AGAIN = "I was away for a moment"
SOON = {"UNHEARD": 0.2, "GIVE_UP": 0.5}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the watchdog wait tenths of a second instead of seconds."""
    for name, seconds in SOON.items():
        monkeypatch.setattr(supervisor, name, seconds)
    monkeypatch.setattr(websockets.Backoff, "calculate", lambda _: 0.2)


def times(night: Night, part: str) -> int:
    return sum(part in text for text in night.said)


def ends_at(session: Session) -> int:
    assert isinstance(session.phase, Playing)
    return session.phase.clock.ends_at


async def paused(night: Night) -> Paused:
    for _ in range(500):
        now = (await night.session()).paused
        if now is not None:
            return now
        await asyncio.sleep(0.02)
    raise AssertionError("never paused")


async def resumed(night: Night) -> Session:
    for _ in range(1000):
        session = await night.session()
        if session.paused is None:
            return session
        await asyncio.sleep(0.02)
    raise AssertionError("never resumed")


@pytest.mark.parametrize("keeps_id", [True, False])
async def test_a_moved_session_loses_nothing_and_says_nothing_twice(night: Night, keeps_id: bool) -> None:
    """`session_reconnect`: the last events of the old socket are still heard."""
    night.twitch.eventsub.reconnect_keeps_id = keeps_id
    ann, ben = await a_duel(night)
    night.dice.load(["7", "2", "6"])
    await ann.says(night.channel, "!stake 20")
    await night.twitch.eventsub.ask_reconnect()
    await night.line("Ann stakes 20.")
    await ben.says(night.channel, "!roll")
    await night.line("that is the Knee")
    await night.until(lambda: night.twitch.eventsub.welcomes == 2)
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins 20.")
    await night.quiet()
    for part in ("Ann stakes 20.", "that is the Knee", "Ann wins 20."):
        assert times(night, part) == 1
    assert times(night, HERE_AGAIN) == 0
    assert night.adapter.supervisor.starts == 1


async def test_many_moves_of_the_session_leave_one_socket(night: Night) -> None:
    (ann,) = night.people("ann")
    for number in range(4):
        await night.twitch.eventsub.ask_reconnect()
        await night.until(lambda now=number: night.twitch.eventsub.welcomes == now + 2)
        await night.asks(ann, f"!help say{number}")
    night.world.clock.advance(night.twitch.eventsub.grace + 1)
    await night.until(lambda: len(night.twitch.eventsub.connections) == 1)
    await night.asks(ann, "!help say")


async def test_a_dropped_socket_is_there_again_within_seconds(night: Night) -> None:
    (ann,) = night.people("ann")
    await night.kill_sockets()
    await night.until(lambda: night.world.subscriptions.enabled)
    await night.asks(ann, "!help say")
    assert night.adapter.supervisor.starts == 1, "the library comes back by itself"


async def test_what_was_lost_in_a_short_gap_is_stated_too(night: Night) -> None:
    """F13: the player of a lost line must be told of it."""
    ann = await a_stake(night)
    await night.kill_sockets()
    before = await night.state()
    await ann.says(night.channel, "!roll")
    await night.until(lambda: night.world.subscriptions.enabled)
    await asyncio.sleep(1.0)
    assert await night.state() == before, "or nothing was lost"
    assert times(night, HERE_AGAIN) == 1


async def test_while_nobody_is_heard_the_clock_of_a_table_stands_still(night: Night, impatient: None) -> None:
    """F13: the gap is told at the table, once."""
    ann = await a_stake(night)
    before = ends_at(await night.session())
    await night.twitch.eventsub.stop()
    since = await paused(night)
    assert since.why == "place"
    await asyncio.sleep(1.0)
    assert (await night.session()).paused == since
    night.twitch.eventsub.start()
    session = await resumed(night)
    stood = ends_at(session) - before
    assert 1000 <= stood <= night.house.now() - since.at
    await night.line(HERE_AGAIN)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")
    assert times(night, HERE_AGAIN) == 1


async def test_the_clock_stands_still_too_if_we_are_cut_off_in_the_middle_of_a_line(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F26: Twitch takes the line, and disappears with its answer."""
    ann, _ = await a_duel(night)
    send, answered = twitchio.PartialUser.send_message, asyncio.Event()

    async def slowly(*about: Any, **more: Any) -> Any:
        sent = await send(*about, **more)
        await answered.wait()
        return sent

    monkeypatch.setattr(twitchio.PartialUser, "send_message", slowly)
    monkeypatch.setattr(supervisor, "UNHEARD", 0.05)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    monkeypatch.setattr(night.client, "is_alive", lambda: False)
    await night.until(lambda: not night.adapter.supervisor.is_up)
    answered.set()
    await night.quiet()
    assert (await night.session()).paused is not None


async def test_no_deadline_fires_while_eventsub_is_down(ahead: Ahead, night: Night, impatient: None) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["5"])
    await ann.says(night.channel, "!halflings 50 mode=house roll_seconds=5")
    await night.line("Ann stakes 50")
    await night.twitch.eventsub.stop()
    await paused(night)
    ahead.move(5)
    await asyncio.sleep(LONGEST_NAP)  # the scheduler has looked by then
    assert isinstance((await night.session()).phase, Playing)
    night.twitch.eventsub.start()
    await resumed(night)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann rolls 3-5")


async def test_a_socket_that_is_open_and_silent_is_found(
    night: Night, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: keepalives stop, and nothing is closed."""
    monkeypatch.setattr(client, "SILENT", 0.6)
    night.twitch.eventsub.keepalive_every = 0.1
    night.world.clock.advance(20)
    ann = await a_stake(night)
    await asyncio.sleep(1.0)
    assert night.adapter.supervisor.starts == 1, "a socket that is alive is left alone"
    night.twitch.eventsub.deafen()
    await night.until(lambda: night.adapter.supervisor.starts == 2)
    await night.line(HERE_AGAIN)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


async def test_a_client_that_was_given_up_does_not_come_back(night: Night, impatient: None) -> None:
    """Otherwise each outage leaves one more socket, and Twitch allows three."""
    await a_stake(night)
    await night.twitch.eventsub.stop()
    await paused(night)
    await night.until(lambda: night.adapter.supervisor.starts > 1)
    night.twitch.eventsub.start()
    await resumed(night)
    await asyncio.sleep(1.0)
    heard = [one for one in night.world.subscriptions.enabled if one.type == "channel.chat.message"]
    assert len(heard) == 1
    assert len(night.twitch.eventsub.connections) == 1


NONSENSE = (
    "",
    "no json",
    '{"metadata":{"message_type":"notification"',
    json.dumps({"metadata": {"message_type": "something new", "message_id": "1"}, "payload": {}}),
    json.dumps(
        {
            "metadata": {"message_type": "notification", "subscription_type": "channel.chat.message"},
            "payload": {"subscription": {"type": "channel.chat.message"}, "event": {"message": None}},
        }
    ),
    json.dumps(
        {
            "metadata": {"message_type": "notification", "subscription_type": "channel.unheard.of"},
            "payload": {"subscription": {"type": "channel.unheard.of"}, "event": {}},
        }
    ),
)
DEADLY = ("{}", "[]", "null", "7", '{"metadata":{}}', '{"metadata":null,"payload":{}}')
"""The library's reader ends silently with these."""


def sends(night: Night, frame: str) -> None:
    for session in night.twitch.eventsub.sessions.values():
        night.twitch.eventsub.send(session, frame)


async def test_frames_that_make_no_sense_do_not_stop_the_ears(night: Night) -> None:
    """F12."""
    ann = await a_stake(night)
    for number, frame in enumerate(NONSENSE):
        sends(night, frame)
        await night.asks(ann, f"!help say{number}")
    assert night.adapter.supervisor.starts == 1
    assert times(night, HERE_AGAIN) == 0


@pytest.mark.parametrize("frame", DEADLY[:3])
async def test_a_frame_that_ends_the_reader_is_survived(
    night: Night, impatient: None, monkeypatch: pytest.MonkeyPatch, frame: str
) -> None:
    monkeypatch.setattr(client, "SILENT", 0.6)
    night.twitch.eventsub.keepalive_every = 0.1
    night.world.clock.advance(20)
    ann = await a_stake(night)
    sends(night, frame)
    await night.line(HERE_AGAIN)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


async def test_a_reader_that_ended_is_found_at_once(night: Night, impatient: None) -> None:
    """It will never read again, so there is nothing to wait for."""
    await a_stake(night)
    sends(night, "{}")
    await night.until(lambda: night.adapter.supervisor.starts == 2)
    await asyncio.sleep(1.0)
    assert night.adapter.supervisor.starts == 2


async def test_two_channels_are_heard_again_after_a_drop(night: Night) -> None:
    pub = await night.joins("pub")
    (ann,) = night.people("ann")
    await night.kill_sockets()
    await night.until(lambda: len(night.world.subscriptions.enabled) >= 2)
    await ann.says(pub, f"!halflings 50 mode=house {SLOW}")
    await night.line("Ann stakes 50", channel=pub)
    await night.asks(ann, "!help say")
