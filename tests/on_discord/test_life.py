"""Test lost connections, kicks, deletions, denied rights and nonsense: no table hangs, and no clock runs in vain."""

import asyncio
import json
import random
from typing import Any

import pytest
from ahead import Ahead
from gatherings import a_duel
from night import PATIENCE, Night, table_code
from slashes import gives
from standins.discord.joined import pointed_at
from standins.discord.messages import Message
from standins.discord.permissions import Permission
from standins.discord.places import PUBLIC_THREAD, Channel
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.discord import BadTokenError, DiscordAdapter
from bot.adapters.discord.connection import supervisor
from bot.adapters.discord.outbound.standing import MOST_BACK
from bot.app.application import Application
from bot.app.on_discord import Boxes, OnDiscord
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from persistence import Store

FIVE_MINUTES = 300.0
BACK_WITHIN = 5.0
"""Seconds until a deleted card is back."""


class Hand:
    """A clock for the adapter's limits, moved by hand, since five minutes are long for a test."""

    def __init__(self, night: Night) -> None:
        self.now, self._night = 1000.0, night
        night.clock = lambda: self.now

    async def move(self, seconds: float) -> None:
        """Move it, and try everything now that waits for its time at a table."""
        self.now += seconds
        await self._night.tries_again()


@pytest.fixture
def quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(supervisor, "LOOK_EVERY", 0.05)


def client_is_ready(night: Night) -> bool:
    client = night.adapter.supervisor.client
    return client is not None and client.is_ready()


def client_of(night: Night) -> Any:
    client = night.adapter.supervisor.client
    assert client is not None
    return client


# The gateway


async def test_what_was_pressed_while_the_socket_was_gone_counts_once(night: Night) -> None:
    """F9: RESUME brings the missed events in order."""
    night.dice.load(["7"])
    night.world.answer_deadline = 10.0
    ann, ben = await a_duel(night)
    card = await night.card("ann, stake")
    form = await ann.presses(card, "Stake")
    await night.server.gateway.drop()
    pressing = [asyncio.create_task(ann.submits(form.modal, {"amount": "20"}))]
    pressing.append(asyncio.create_task(ben.presses(card, "My moves")))
    await asyncio.gather(*pressing)
    card = await night.card("ann stakes 20.")
    await ben.presses(card, "Roll")
    assert (await night.card("that is the Knee")).text.count("ann stakes 20.") == 1
    assert night.server.gateway.resumes == 1
    assert night.server.gateway.identifies == 1
    assert len(night.cards) == 1


async def test_where_resume_is_refused_the_bot_identifies_anew_and_play_goes_on(night: Night) -> None:
    """F10: the library reports READY a second time, and nothing is done twice for it."""
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="20")
    night.server.gateway.forget_sessions()
    await night.server.gateway.drop()
    await night.until(lambda: night.server.gateway.identifies == 2)
    await night.server.gateway.ready()
    await ben.presses(await night.card("ann stakes 20."), "Roll")
    await night.card("that is the Knee")
    assert len(night.cards) == 1
    assert night.adapter.supervisor.starts == 1
    assert len(night.server.rest.to("PUT", "/applications/{application_id}/commands")) == 1


async def test_asked_to_come_back_the_bot_does(night: Night) -> None:
    """Op 7."""
    ann, _ = await a_duel(night)
    await night.server.gateway.ask_reconnect()
    await night.until(lambda: night.server.gateway.resumes == 1)
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("ann stakes 20.")
    assert night.server.gateway.identifies == 1


def odd_frames(chance: random.Random) -> list[str]:
    """Return frames that Discord never sends: no JSON, wrong types, missing fields or nonsense."""
    events = ["MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_CREATE", "CHANNEL_DELETE", "THREAD_UPDATE", "NO_SUCH"]
    nonsense: list[Any] = [None, 0, -1, "x", [], {}, {"id": "x"}, {"id": None, "type": 3}, [[]], True, 1e99, {"d": {}}]
    broken = ["", "{", "[]", "null", "5", '"x"', "{}", '{"op": 0}', '{"op": "x", "d": null, "t": null, "s": null}']
    shaped = [
        json.dumps({"op": 0, "t": chance.choice(events), "s": None, "d": chance.choice(nonsense)}) for _ in range(80)
    ]
    return [*broken, *shaped, json.dumps({"op": 99, "d": {}}), json.dumps({"op": 0, "t": None, "s": None, "d": None})]


async def test_malformed_events_are_dropped_and_the_game_goes_on(night: Night) -> None:
    """F12: of known and unknown kinds, in one process without a restart."""
    ann, _ = await a_duel(night)
    chance = random.Random(5)  # noqa: S311 - not the dice of a game
    for frame in odd_frames(chance):
        if frame.startswith('{"op": 0, "t": "'):
            await night.server.gateway.raw(frame)
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("ann stakes 20.")
    assert night.server.gateway.identifies == 1
    assert night.adapter.supervisor.starts == 1


async def test_frames_that_are_nothing_end_the_client_and_another_is_started(quick_starts: None, night: Night) -> None:
    """F12: each ends the reader at most. New tries have pauses, and the table is unchanged."""
    ann, _ = await a_duel(night)
    night.server.gateway.identified_at.clear()
    for frame in ("{", "[]", "null", '"x"'):
        before = night.server.gateway.identifies
        await night.server.gateway.raw(frame)
        await asyncio.sleep(0.1)
        await night.server.gateway.ready(within=20)
        await night.until(lambda: client_is_ready(night))
        assert night.server.gateway.identifies <= before + 1
    assert night.server.gateway.identifies <= 5
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("ann stakes 20.")
    assert len(night.cards) == 1


async def test_where_ready_never_comes_another_client_is_started(
    quick_starts: None, discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11."""
    monkeypatch.setattr(supervisor, "READY_WITHIN", 3.0)
    discord_server.gateway.withhold_ready = True
    night = Night(discord_server, store)
    entering = asyncio.create_task(night.__aenter__())
    try:
        await discord_server.world.until(lambda: discord_server.gateway.identifies >= 2, within=30)
        at = [moment for moment, _ in discord_server.gateway.identified_at]
        assert at[1] - at[0] > 0.5
        discord_server.gateway.withhold_ready = False
        await asyncio.wait_for(entering, 20)
        (ann,) = night.people("ann")
        await gives(ann, "halflings", channel=night.channel, amount="50")
        await night.card("ann stakes 50.")
    finally:
        await night.__aexit__(None, None, None)


async def test_a_wrong_token_is_told_in_a_sentence(discord_server: DiscordStandIn, store: Store) -> None:
    discord_server.world.application.token = "right"
    house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults(pace=0))
    adapter = DiscordAdapter(OnDiscord(house), Boxes(store), "wrong")
    with pointed_at(discord_server):
        with pytest.raises(BadTokenError, match=r"DISCORD_TOKEN\. See docs/run-on-discord\.md"):
            await asyncio.wait_for(adapter.run(), 10)
        with pytest.raises(BadTokenError, match="DISCORD_TOKEN"):
            await asyncio.wait_for(adapter.sync(), 10)
    assert discord_server.gateway.identifies == 0
    await adapter.stop()


async def test_a_token_that_is_reset_while_we_play_ends_in_the_same_sentence(quick_starts: None, night: Night) -> None:
    """As after 1,000 tries to connect, or a leak: the other platforms play on, and the owner is told."""
    night.world.application.token = "another"
    await night.server.gateway.drop(code=4004)
    with pytest.raises(BadTokenError, match="DISCORD_TOKEN"):
        await asyncio.wait_for(asyncio.shield(night.running), 20)


async def test_a_socket_that_has_gone_deaf_is_found_by_its_heartbeat(
    quick_starts: None, discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: neither events nor ACKs come, and nobody closes it."""
    monkeypatch.setattr("night.HEARTBEAT_TIMEOUT", 1.0)
    discord_server.gateway.heartbeat_interval = 0.3
    async with Night(discord_server, store) as night:
        ann, _ = await a_duel(night)
        discord_server.gateway.deafen()
        await night.until(lambda: discord_server.gateway.resumes + discord_server.gateway.identifies >= 2)
        await discord_server.gateway.ready()
        await gives(ann, "stake", channel=night.channel, amount="20")
        await night.card("ann stakes 20.")


async def test_a_gateway_that_is_away_for_a_while_is_found_again(quick_starts: None, night: Night) -> None:
    ann, _ = await a_duel(night)
    await night.server.stop_gateway()
    await asyncio.sleep(0.5)
    night.server.start_gateway()
    await night.server.gateway.ready(within=20)
    await night.until(lambda: client_is_ready(night))
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("ann stakes 20.")
    assert night.server.gateway.identifies <= 2


# Places


async def test_a_deleted_card_is_posted_again_once(night: Night) -> None:
    """F17."""
    (ann,) = night.people("ann")
    night.dice.load(["7", "4", "5"])
    await gives(ann, "halflings", channel=night.channel, amount="50")
    card = await night.card("ann stakes 50.")
    card.delete()
    await gives(ann, "roll", channel=night.channel)
    again = await night.card("ann rolls")
    assert again is not card
    await night.quiet()
    assert night.cards == [again]


async def test_a_deleted_card_comes_back_by_itself(night: Night) -> None:
    """Nobody plays on: people would look for their table in vain. The other table's card stays where it is."""
    (ann, ben), at = night.people("ann", "ben"), night.channel
    for who, game in ((ann, "poohead"), (ben, "rogues")):
        await gives(who, "open", channel=at, game=game)
        await night.card(f"1. {who.name}")
    of_ann, of_ben = night.cards
    again = await comes_back(night, of_ann)
    await comes_back(night, again)
    assert night.cards[0] is of_ben
    assert len(night.cards) == 2


async def test_a_card_that_was_deleted_after_a_restart_comes_back(night: Night) -> None:
    """The new process has shown nothing yet, so it knows no card. It is one of many that a moderator removes."""
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="poohead")
    card = await night.card("1. ann")
    await night.restart()
    await night.quiet()
    card.deleted = True
    ids = [str(card.id), str(ann.id)]
    told = {"ids": ids, "channel_id": str(night.channel.id), "guild_id": str(night.guild.id)}
    night.world.emit("MESSAGE_DELETE_BULK", told, guild=night.guild)
    again = await night.card("1. ann")
    await night.quiet()
    assert night.cards == [again]


async def test_where_a_program_deletes_whatever_is_posted_no_card_comes_back_for_ever(night: Night) -> None:
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="poohead")
    card = await night.card("1. ann")
    for _ in range(MOST_BACK):
        card = await comes_back(night, card)
    card.delete()
    await night.world.drained()
    await night.quiet()
    assert night.cards == []
    await gives(ann, "bots", channel=night.channel, count=1)
    await night.card("2. ")


async def test_a_deleted_line_of_somebody_else_moves_no_card(night: Night) -> None:
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="poohead")
    card = await night.card("1. ann")
    said = await ann.says(night.channel, "who plays?")
    calls = len(night.server.rest.public_calls(night.channel))
    said.delete()
    await night.world.drained()
    await night.quiet()
    assert night.cards == [card]
    assert len(night.server.rest.public_calls(night.channel)) == calls


async def comes_back(night: Night, card: Message) -> Message:
    """Delete a card, and return the one that its table has within five seconds of Discord's clock."""
    head, began = card.text.splitlines()[0], night.world.clock.now()
    card.delete()
    again = await night.card(head)
    assert again is not card
    assert night.world.clock.now() - began < BACK_WITHIN
    await night.quiet()
    return again


async def test_where_we_may_not_write_clocks_stand_still_until_we_may_again(night: Night) -> None:
    """F18: the first 403 opens the breaker and nothing more is sent there. When the place is back, the game goes on."""
    hand = Hand(night)
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    code = table_code(await night.card("ann, stake"))
    night.channel.deny(night.world.bot, Permission.SEND_MESSAGES)
    night.cards[-1].delete()
    calls = len(night.server.rest.public_calls(night.channel))
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.quiet()
    await pauses(night)
    refused = await gives(ben, "roll", channel=night.channel)
    assert "No move counts at table" in refused.text
    for _ in range(5):
        await gives(ben, "table", channel=night.channel)
        await hand.move(10.0)
    assert len(night.server.rest.public_calls(night.channel)) - calls <= 2
    left = (await night.session()).phase.clock.ends_at - (await night.session()).paused.at
    night.channel.allow(night.world.bot, Permission.SEND_MESSAGES)
    await hand.move(FIVE_MINUTES)
    await night.card(code, "goes on")
    session = await night.session()
    assert session.paused is None
    assert abs(session.phase.clock.ends_at - night.house.now() - left) < 5000
    await gives(ben, "roll", channel=night.channel)
    await night.card("that is the Knee")
    assert len(night.cards) == 1


async def pauses(night: Night, channel: Channel | None = None) -> None:
    """Wait for a pause."""
    await comes(night, channel, paused=True)
    await night.quiet()


async def comes(night: Night, channel: Channel | None = None, *, paused: bool) -> None:
    for _ in range(int(PATIENCE / 0.02)):
        if await night.is_paused(channel) == paused:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came")


async def test_a_kicked_bot_waits_and_goes_on_when_it_is_back(night: Night) -> None:
    """F17: no calls into a server that it is not on."""
    hand = Hand(night)
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("ann stakes 20.")
    calls = len(night.server.rest.public_calls())
    night.guild.kick_bot()
    await pauses(night)
    assert len(night.server.rest.public_calls()) - calls <= 1
    night.guild.add_bot("view_channel", "send_messages", "use_application_commands")
    await night.until(lambda: any(one.id == night.guild.id for one in client_of(night).guilds))
    await hand.move(FIVE_MINUTES)
    await comes(night, paused=False)
    await gives(ben, "roll", channel=night.channel)
    await night.card("that is the Knee")


async def test_a_deleted_channel_pauses_its_tables_and_no_others(night: Night) -> None:
    """F17."""
    other = night.guild.channel("other")
    await a_duel(night)
    cid, _ = await a_duel(night, channel=other, names=("cid", "dan"))
    calls = len(night.server.rest.public_calls(night.channel))
    night.channel.delete()
    await pauses(night)
    await gives(cid, "stake", channel=other, amount="7")
    await night.card("cid stakes 7.", channel=other)
    await night.quiet()
    assert len(night.server.rest.public_calls(night.channel)) - calls <= 1
    assert (await night.session(other)).paused is None


async def test_a_thread_that_fell_asleep_is_woken_by_the_table(night: Night) -> None:
    """F17: a thread archived by silence is no reason to stop."""
    thread = a_thread(night)
    ann, _ = await a_duel(night, channel=thread)
    thread.archive()
    await gives(ann, "stake", channel=thread, amount="7")
    await night.card("ann stakes 7.", channel=thread)
    assert not thread.archived
    assert len([one for one in thread.from_bot if one.components]) == 1


async def test_a_locked_thread_pauses_the_table(night: Night) -> None:
    thread = a_thread(night)
    ann, _ = await a_duel(night, channel=thread)
    thread.archive(locked=True)
    calls = len(night.server.rest.public_calls(thread))
    await gives(ann, "stake", channel=thread, amount="7")
    await pauses(night, thread)
    assert len(night.server.rest.public_calls(thread)) - calls <= 3


async def test_a_deleted_thread_pauses_the_table(night: Night) -> None:
    thread = a_thread(night)
    await a_duel(night, channel=thread)
    thread.delete()
    await pauses(night, thread)


def a_thread(night: Night) -> Channel:
    return night.world.open_thread(night.channel, "games", PUBLIC_THREAD, night.person("opener"))


async def test_somebody_who_leaves_the_server_holds_nobody_up(ahead: Ahead, night: Night) -> None:
    """F16: the clock goes on for them."""
    ann, _ = await a_duel(night, "stake_seconds=5")
    night.guild.leave(ann)
    ahead.move(5)
    await night.card("stakes nothing")


async def test_a_new_name_changes_the_label_alone(night: Night) -> None:
    """F16: people are known by their ids."""
    ann, _ = await a_duel(night)
    night.guild.rename(ann, "Queen Ann")
    await gives(ann, "stake", channel=night.channel, amount="20")
    await night.card("stakes 20.")
    assert (await night.session()).seats[0].player == f"discord:{ann.id}"
