"""A bot on a conduit: its shards, their loss, and the churn after `session_reconnect`."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from standins.twitch.house import House, house
from standins.twitch.joined import joined
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SafeAutoBot, SampleAutoBot
from standins.twitch.stand_in import TwitchStandIn
from twitchio import eventsub


@pytest.fixture
async def at() -> AsyncIterator[House[SampleAutoBot]]:
    async with house(SampleAutoBot) as at:
        yield at


async def test_a_bot_on_a_conduit_hears_and_answers(at: House[SampleAutoBot]) -> None:
    [conduit] = at.world.conduits.all
    assert (conduit.shard_count, sorted(conduit.shards)) == (2, ["0", "1"])
    assert (await at.ann.asks(at.inn, "!roll")).text == "ann rolls a 4"
    shards = [shard async for shard in at.bot.conduit_info.fetch_shards()]
    assert [shard.id for shard in shards] == ["0", "1"]
    assert {shard.raw["status"] for shard in shards} == {"enabled"}
    assert len(at.twitch.eventsub.sessions) == 2


async def test_a_conduit_and_its_subscriptions_outlive_the_bot(at: House[SampleAutoBot]) -> None:
    [conduit] = at.world.conduits.all
    made = len(at.twitch.rest.to("POST", "/helix/eventsub/subscriptions"))
    await at.bot.close()
    await at.world.until(lambda: not conduit.alive)
    await at.ann.says(at.inn, "nobody there")
    assert len(at.world.events.missed) == 1
    async with joined(SampleAutoBot(at.twitch, at.inn, conduit_id=conduit.id), at.twitch):
        assert (await at.ann.asks(at.inn, "!roll")).from_bot
    assert len(at.twitch.rest.to("POST", "/helix/eventsub/subscriptions")) == made
    await at.world.until(lambda: not conduit.alive)
    at.world.clock.advance(72 * 3600 + 1)
    assert at.world.conduits.all == []
    assert at.world.subscriptions.all == []


async def test_a_lost_shard_is_associated_again(at: House[SampleAutoBot]) -> None:
    [conduit] = at.world.conduits.all
    lost = conduit.shards["0"].session
    await at.twitch.eventsub.drop(lost)
    await at.world.until(lambda: conduit.shards["0"].session is not lost and conduit.shards["0"].enabled)
    assert len(conduit.alive) == 2
    assert (await at.ann.asks(at.inn, "!roll")).from_bot


async def test_while_one_shard_is_off_the_other_hears(at: House[SampleAutoBot]) -> None:
    [conduit] = at.world.conduits.all
    for shard in (conduit.shards["0"], conduit.shards["1"]):
        at.world.conduits.disable(conduit, shard)
        assert (await at.ann.asks(at.inn, f"!say {shard.id}")).text == shard.id
        at.world.conduits.associate(conduit, shard.id, shard.session)


async def test_events_in_turn_go_over_both_shards(at: House[SampleAutoBot]) -> None:
    at.world.conduits.in_turn = True
    for n in range(4):
        await at.ann.says(at.inn, f"line {n}")
    await at.world.until(lambda: len(at.bot.ears.messages) == 4)
    assert sorted(at.bot.ears.texts) == [f"line {n}" for n in range(4)]


async def test_session_reconnect_churns_for_ever(at: House[SampleAutoBot]) -> None:
    """Each socket that is closed as unused takes the shard away from the one that has it."""
    [conduit] = at.world.conduits.all
    at.twitch.eventsub.unused_after = 0.1
    before = len(at.world.conduits.associations)
    await at.twitch.eventsub.ask_reconnect(conduit.shards["0"].session)
    await at.world.until(lambda: len(at.world.conduits.associations) >= before + 5)
    assert at.twitch.eventsub.closed.count(4003) >= 3


async def test_an_override_ends_the_churn() -> None:
    async with house(SafeAutoBot) as at:
        [conduit] = at.world.conduits.all
        at.twitch.eventsub.unused_after = 0.1
        before = len(at.world.conduits.associations)
        await at.twitch.eventsub.ask_reconnect(conduit.shards["0"].session)
        await asyncio.sleep(0.6)
        assert len(at.world.conduits.associations) <= before + 1
        assert (await at.ann.asks(at.inn, "!roll")).from_bot


async def test_the_other_events_of_a_conduit(at: House[SampleAutoBot]) -> None:
    heard: list[object] = []

    async def listen(payload: object) -> None:
        heard.append(payload)

    for event in ("event_stream_online", "event_user_authorization_grant", "event_user_authorization_revoke"):
        at.bot.add_listener(listen, event=event)
    client_id = at.world.application.id
    done = await at.bot.multi_subscribe(
        [
            eventsub.StreamOnlineSubscription(broadcaster_user_id=at.inn.id),
            eventsub.UserAuthorizationGrantSubscription(client_id=client_id),
            eventsub.UserAuthorizationRevokeSubscription(client_id=client_id),
        ]
    )
    assert done.errors == []
    at.inn.goes_live()
    at.world.authorise(at.ann, ["user:read:email"])
    at.world.revoke(at.ann)
    await at.world.until(lambda: len(heard) == 3)
    assert {type(payload) for payload in heard} == {
        twitchio.StreamOnline,
        twitchio.UserAuthorizationGrant,
        twitchio.UserAuthorizationRevoke,
    }


async def test_five_conduits_and_no_more(at: House[SampleAutoBot]) -> None:
    for _ in range(4):
        await at.bot.create_conduit(1)
    with pytest.raises(twitchio.HTTPException) as caught:
        await at.bot.create_conduit(1)
    assert caught.value.status == 429
    for conduit in (await at.bot.fetch_conduits())[1:]:
        await conduit.delete()
    assert len(at.world.conduits.all) == 1


async def test_a_conduit_grows_and_shrinks(at: House[SampleAutoBot]) -> None:
    [conduit] = at.world.conduits.all
    await at.bot.conduit_info.update_shard_count(3)
    assert sorted(conduit.shards) == ["0", "1", "2"]
    await at.bot.conduit_info.update_shard_count(1)
    assert sorted(conduit.shards) == ["0"]


async def test_a_refused_shard_is_answered_with_202_and_the_library_does_not_look(at: House[SampleAutoBot]) -> None:
    [mine] = await at.bot.fetch_conduits()
    await mine.update_shards([{"id": "7", "transport": {"method": "websocket", "session_id": "x"}}])
    assert at.twitch.rest.calls[-1].status == 202


async def test_on_a_conduit_a_channel_without_leave_is_not_heard(at: House[SampleAutoBot]) -> None:
    at.world.revoke(at.inn.broadcaster)
    revoked = await at.world.until(lambda: at.bot.ears.revoked)
    assert revoked[0].type == "channel.chat.message"
    await at.ann.says(at.inn, "!roll")
    await at.world.settles()
    assert at.inn.from_bot == []


async def test_two_conduits_and_no_name_keep_the_bot_from_starting(at: House[SampleAutoBot]) -> None:
    await at.bot.create_conduit(1)
    nameless = SampleAutoBot(at.twitch, at.inn)
    nameless._conduit_id = twitchio.utils.MISSING
    with pytest.raises(RuntimeError, match="Too many currently active conduits"):
        async with joined(nameless, at.twitch):
            pass


async def test_the_stand_in_may_stop_before_the_bot() -> None:
    twitch = TwitchStandIn()
    await twitch.__aenter__()
    async with joined(SampleAutoBot(twitch, twitch.world.channel()), twitch):
        await asyncio.wait_for(twitch.__aexit__(None, None, None), 10)


async def test_an_unused_stand_in_stops_cleanly() -> None:
    async with TwitchStandIn() as twitch:
        assert twitch.api_base.endswith("/helix/")
        assert twitch.auth_base.endswith("/id/")
        assert twitch.eventsub_url.startswith("ws://127.0.0.1:")
