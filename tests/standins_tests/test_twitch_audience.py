"""Who follows, subscribes and moderates, and whether the stream is on: by Helix and by EventSub."""

from collections.abc import AsyncIterator

import pytest
from standins.twitch.house import House, house, refused
from standins.twitch.sample_bot import SampleBot
from twitchio import eventsub

READS = "moderator:read:followers"


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def test_the_broadcaster_knows_the_followers_and_each_ones_date(at: House[SampleBot]) -> None:
    await at.ann.follows(at.inn)
    await at.bob.follows(at.inn)
    streamer = await at.broadcaster_allows(READS)
    found = await streamer.fetch_followers(first=1)
    assert found.total == 2
    assert [follower.user.name async for follower in found.followers] == ["bob", "ann"]
    only = [follower async for follower in (await streamer.fetch_followers(user=at.ann.id)).followers]
    assert [follower.user.id for follower in only] == [at.ann.id]
    assert only[0].followed_at.timestamp() == pytest.approx(at.world.clock.now(), abs=5)
    at.ann.unfollows(at.inn)
    assert [f async for f in (await streamer.fetch_followers(user=at.ann.id)).followers] == []


async def test_a_moderator_knows_them_with_the_scope_and_nobody_else(at: House[SampleBot]) -> None:
    at.inn.followers.append(at.ann)
    inn, me = at.bot.create_partialuser(at.inn.id), at.bot.bot_id
    unknown = await inn.fetch_followers(token_for=me)
    assert (unknown.total, [f async for f in unknown.followers]) == (1, [])
    assert await refused(inn.fetch_followers(user=at.ann.id, token_for=me)) == (401, f"Missing scope: {READS}")
    at.world.tokens.grants[-1].scopes |= {READS}
    assert (await refused(inn.fetch_followers(user=at.ann.id, token_for=me)))[0] == 401
    at.inn.mod(at.world.bot)
    known = await inn.fetch_followers(user=at.ann.id, token_for=me)
    assert [follower.user.id async for follower in known.followers] == [at.ann.id]


async def test_a_moderator_hears_of_new_followers_until_the_role_is_gone(at: House[SampleBot]) -> None:
    """TwitchIO 3.3.2 does not know `moderator_removed`: its listener dies, and the whole socket hears nothing more."""
    heard = at.hears("follow")
    at.world.tokens.grants[-1].scopes |= {READS}
    wanted = eventsub.ChannelFollowSubscription(broadcaster_user_id=at.inn.id, moderator_user_id=at.bot.bot_id)
    assert (await refused(at.bot.subscribe_websocket(wanted)))[0] == 403
    at.inn.mod(at.world.bot)
    await at.bot.subscribe_websocket(wanted, as_bot=True)
    await at.ann.follows(at.inn)
    [follow] = await at.world.until(lambda: heard)
    assert follow.user.id == at.ann.id
    at.inn.unmod(at.world.bot)
    assert "moderator_removed" in {subscription.status for subscription in at.world.subscriptions.all}
    await at.world.settles()
    await at.ann.says(at.inn, "does anybody hear me?")
    await at.world.settles()
    assert (at.bot.ears.revoked, at.bot.ears.texts) == ([], [])


async def test_subscribers_are_for_the_broadcaster_to_know(at: House[SampleBot]) -> None:
    at.inn.subscribers.append(at.ann)
    streamer = await at.broadcaster_allows("channel:read:subscriptions")
    found = await streamer.fetch_broadcaster_subscriptions()
    assert (found.total, [s.user.id async for s in found.subscriptions]) == (1, [at.ann.id])
    asked = await streamer.fetch_broadcaster_subscriptions(user_ids=[at.bob.id])
    assert (asked.total, [s async for s in asked.subscriptions]) == (None, [])
    me = at.bot.create_partialuser(at.bot.bot_id)
    assert (await refused(me.fetch_broadcaster_subscriptions()))[1] == "Missing scope: channel:read:subscriptions"


async def test_a_stream_goes_live_and_offline_again(at: House[SampleBot]) -> None:
    online, offline = at.hears("stream_online"), at.hears("stream_offline")
    await at.bot.subscribe_websocket(eventsub.StreamOnlineSubscription(broadcaster_user_id=at.inn.id))
    await at.bot.subscribe_websocket(eventsub.StreamOfflineSubscription(broadcaster_user_id=at.inn.id))
    at.inn.goes_live()
    [began] = await at.world.until(lambda: online)
    [stream] = await at.bot.fetch_streams(user_ids=[at.inn.id])
    assert (began.broadcaster.id, began.type, began.id) == (at.inn.id, "live", str(stream.id))
    at.inn.goes_offline()
    [ended] = await at.world.until(lambda: offline)
    assert ended.id == began.id
    assert await at.bot.fetch_streams(user_ids=[at.inn.id]) == []
    at.inn.goes_live()
    await at.world.until(lambda: len(online) == 2)
    assert online[1].id != began.id


async def test_moderators_come_and_go(at: House[SampleBot]) -> None:
    added, removed = at.hears("moderator_add"), at.hears("moderator_remove")
    wanted = eventsub.ChannelModeratorAddSubscription(broadcaster_user_id=at.inn.id)
    await at.broadcaster_allows("channel:read:vips")
    assert (await refused(at.bot.subscribe_websocket(wanted)))[0] == 403
    await at.broadcaster_allows("moderation:read")
    await at.bot.subscribe_websocket(wanted)
    await at.bot.subscribe_websocket(eventsub.ChannelModeratorRemoveSubscription(broadcaster_user_id=at.inn.id))
    at.inn.mod(at.ann)
    assert [event.user.id for event in await at.world.until(lambda: added)] == [at.ann.id]
    at.inn.unmod(at.ann)
    assert [event.user.id for event in await at.world.until(lambda: removed)] == [at.ann.id]
