"""Rewards and their redemptions, with TwitchIO's own calls; the rules are those of Twitch's reference."""

from collections.abc import AsyncIterator

import pytest
from standins.twitch.house import House, house, refused
from standins.twitch.quiet import twitchio
from standins.twitch.rewards import Reward
from standins.twitch.sample_bot import SampleBot
from twitchio import eventsub

MANAGE = "channel:manage:redemptions"
DUPLICATE = "CUSTOM_REWARD_DUPLICATE_REWARD"


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        at.inn.broadcaster.broadcaster_type = "affiliate"
        yield at


@pytest.fixture
async def streamer(at: House[SampleBot]) -> twitchio.PartialUser:
    return await at.broadcaster_allows(MANAGE)


async def test_a_reward_is_made_changed_listed_and_deleted(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    made = await streamer.create_custom_reward("Join the table", 200, background_color="#00E5CB", max_per_user=2)
    [reward] = at.inn.rewards
    assert (made.id, made.title, made.cost, made.in_stock) == (reward.id, "Join the table", 200, True)
    assert (made.colour.html, made.max_per_user_stream) == ("#00E5CB", (True, 2))
    changed = await made.update(title="Join us", cost=300, paused=True, max_per_user=0)
    assert (changed.title, changed.cost, changed.paused, changed.max_per_user_stream.enabled) == (
        "Join us",
        300,
        True,
        False,
    )
    assert [found.title for found in await streamer.fetch_custom_rewards(ids=[reward.id])] == ["Join us"]
    await made.delete()
    assert at.inn.rewards == []
    assert await streamer.fetch_custom_rewards() == []
    assert (await refused(made.delete()))[0] == 404


async def test_a_title_is_taken_whatever_its_case(streamer: twitchio.PartialUser) -> None:
    await streamer.create_custom_reward("Hint", 100)
    other = await streamer.create_custom_reward("Hurry", 100)
    assert await refused(streamer.create_custom_reward("HINT", 100)) == (400, f"CREATE_{DUPLICATE}")
    assert await refused(other.update(title="hint")) == (400, f"UPDATE_{DUPLICATE}")
    assert (await other.update(title="HURRY")).title == "HURRY"


async def test_fifty_rewards_and_no_more(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    for number in range(50):
        at.inn.rewards.append(Reward(str(number), at.inn, "", f"number {number}", 1))
    words = "CREATE_CUSTOM_REWARD_TOO_MANY_REWARDS"
    assert await refused(streamer.create_custom_reward("one more", 1)) == (400, words)


async def test_lengths_and_numbers_are_checked_behind_the_librarys_back(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    async def post(title: str, cost: int, prompt: str | None = None) -> int:
        made = at.bot.http.post_custom_reward(
            broadcaster_id=at.inn.id, token_for=at.inn.id, title=title, cost=cost, prompt=prompt
        )
        return (await refused(made))[0]

    assert [await post("x" * 46, 1), await post("", 1), await post("x", 0), await post("x", 1, "y" * 201)] == [400] * 4
    made = await streamer.create_custom_reward("x" * 45, 1, prompt="y" * 200)
    assert (made.input_required, len(made.prompt)) == (True, 200)
    assert (await refused(made.update(colour="green")))[0] == 400


async def test_only_the_apps_own_rewards_may_be_touched(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    theirs = at.inn.dashboard_reward("Hydrate", 10)
    own = await streamer.create_custom_reward("Hint", 100)
    found = {reward.title: reward for reward in await streamer.fetch_custom_rewards()}
    assert set(found) == {"Hydrate", "Hint"}
    words = "The ID in the Client-Id header must match the client ID used to create the custom reward."
    assert await refused(found["Hydrate"].update(cost=1)) == (403, words)
    assert await refused(found["Hydrate"].delete()) == (403, words)
    await at.ann.redeems(at.inn, "Hydrate")
    listed = found["Hydrate"].fetch_redemptions(status="UNFULFILLED")
    assert await refused(anext(aiter(listed))) == (403, words)
    assert [reward.id for reward in await streamer.fetch_custom_rewards(manageable=True)] == [own.id]
    assert theirs.cost == 10


async def test_without_the_scope_the_status_or_points_there_is_none(at: House[SampleBot]) -> None:
    streamer = await at.broadcaster_allows("channel:read:redemptions")
    assert await streamer.fetch_custom_rewards() == []
    assert await refused(streamer.create_custom_reward("Hint", 1)) == (401, f"Missing scope: {MANAGE}")
    streamer = await at.broadcaster_allows(MANAGE)
    at.inn.broadcaster.broadcaster_type = ""
    words = "The broadcaster doesn't have partner or affiliate status."
    assert await refused(streamer.create_custom_reward("Hint", 1)) == (403, words)
    at.inn.broadcaster.broadcaster_type = "affiliate"
    at.inn.points.enabled = False
    assert (await refused(streamer.fetch_custom_rewards()))[0] == 403
    other = at.bot.http.post_custom_reward(broadcaster_id=at.ann.id, token_for=at.inn.id, title="Hint", cost=1)
    assert (await refused(other))[0] == 401


async def test_a_redemption_is_heard_of_and_refunded(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    heard = at.hears("custom_redemption_add")
    await at.bot.subscribe_websocket(eventsub.ChannelPointsRedeemAddSubscription(broadcaster_user_id=at.inn.id))
    await streamer.create_custom_reward("Join the table", 200)
    redemption = await at.ann.redeems(at.inn, "Join the table")
    assert (redemption.status, at.inn.points.of(at.ann)) == ("UNFULFILLED", 999_800)
    [told] = await at.world.until(lambda: heard)
    assert (told.id, told.user.id, told.status, told.user_input) == (redemption.id, at.ann.id, "unfulfilled", "")
    assert (told.reward.title, told.reward.cost, told.broadcaster.id) == ("Join the table", 200, at.inn.id)
    refunded = await told.refund(token_for=at.inn.id)
    assert refunded.status == redemption.status == "CANCELED"
    assert at.inn.points.of(at.ann) == 1_000_000


async def test_a_redemption_is_settled_once(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    heard, settled = at.hears("custom_redemption_add"), at.hears("custom_redemption_update")
    for wanted in (eventsub.ChannelPointsRedeemAddSubscription, eventsub.ChannelPointsRedeemUpdateSubscription):
        await at.bot.subscribe_websocket(wanted(broadcaster_user_id=at.inn.id))
    await streamer.create_custom_reward("Hint", 100)
    redemption = await at.ann.redeems(at.inn, "Hint")
    [told] = await at.world.until(lambda: heard)
    await told.fulfill(token_for=at.inn.id)
    assert redemption.status == "FULFILLED"
    assert (await refused(told.refund(token_for=at.inn.id)))[0] == 404
    assert (redemption.status, at.inn.points.of(at.ann)) == ("FULFILLED", 999_900)
    assert [(e.id, e.status) for e in await at.world.until(lambda: settled)] == [(redemption.id, "fulfilled")]


async def test_the_settling_needs_the_broadcasters_token(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    made = await streamer.create_custom_reward("Hint", 100)
    redemption = await at.ann.redeems(at.inn, "Hint")
    token = at.world.authorise(at.bob, [MANAGE])
    await at.bot.add_token(token.value, token.refresh)
    [told] = [found async for found in made.fetch_redemptions(status="UNFULFILLED")]
    settle = at.bot.http.patch_custom_reward_redemption
    wanted = {"broadcaster_id": at.inn.id, "reward_id": made.id, "id": told.id, "status": "FULFILLED"}
    assert (await refused(settle(token_for=at.bob.id, **wanted)))[0] == 401
    assert (await refused(settle(token_for=at.bot.bot_id, **wanted)))[1] == f"Missing scope: {MANAGE}"
    assert redemption.status == "UNFULFILLED"


async def test_a_text_stands_in_chat_too_marked_with_the_reward(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    """The bot gets a command in it in both ways."""
    made = await streamer.create_custom_reward("Bid", 10, prompt="How much?")
    redemption = await at.ann.redeems(at.inn, "Bid", "!roll")
    assert redemption.text == "!roll"
    [heard] = await at.world.until(lambda: at.bot.ears.messages)
    assert (heard.text, heard.channel_points_id) == ("!roll", made.id)
    with pytest.raises(AssertionError, match="asks for a text"):
        await at.ann.redeems(at.inn, "Bid")


async def test_redemptions_are_listed_by_status_and_order(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    made = await streamer.create_custom_reward("Hint", 100)
    first = await at.ann.redeems(at.inn, "Hint")
    second = await at.bob.redeems(at.inn, "Hint")
    newest = [found async for found in made.fetch_redemptions(status="UNFULFILLED", sort="NEWEST")]
    assert [found.id for found in newest] == [second.id, first.id]
    await newest[1].refund()
    assert [found.id async for found in made.fetch_redemptions(status="CANCELED")] == [first.id]
    assert newest[0].user.id == at.bob.id
    assert newest[0].user.display_name == "Inn", "TwitchIO 3.3.2 gives the broadcaster's name instead"


async def test_the_librarys_fulfill_on_a_listed_redemption_is_broken(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    """TwitchIO 3.3.2 sends the broadcaster's id instead of the redemption's, and the redemption itself as
    `token_for`.
    """
    made = await streamer.create_custom_reward("Hint", 100)
    redemption = await at.ann.redeems(at.inn, "Hint")
    [listed] = [found async for found in made.fetch_redemptions(status="UNFULFILLED")]
    with pytest.raises((twitchio.HTTPException, TypeError)):
        await listed.fulfill()
    assert redemption.status == "UNFULFILLED"


async def test_some_rewards_skip_the_queue_and_a_deleted_one_empties_it(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    await streamer.create_custom_reward("Cheer", 1, redemptions_skip_queue=True)
    assert (await at.ann.redeems(at.inn, "Cheer")).status == "FULFILLED"
    made = await streamer.create_custom_reward("Hint", 1)
    waiting = await at.ann.redeems(at.inn, "Hint")
    await made.delete()
    assert waiting.status == "FULFILLED"


async def test_the_site_does_not_sell_what_cannot_be_had(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    at.inn.goes_live()
    dear = await streamer.create_custom_reward("Crown", 1_000_001)
    rare = await streamer.create_custom_reward("Hint", 1, max_per_stream=2, max_per_user=1, global_cooldown=60)
    with pytest.raises(AssertionError, match="needs 1000001"):
        await at.ann.redeems(at.inn, "Crown")
    await dear.update(enabled=False)
    with pytest.raises(AssertionError, match="no reward 'Crown'"):
        await at.ann.redeems(at.inn, "Crown")
    await at.ann.redeems(at.inn, "Hint")
    with pytest.raises(AssertionError, match="cannot be redeemed now"):
        await at.bob.redeems(at.inn, "Hint")
    at.world.clock.advance(61)
    with pytest.raises(AssertionError, match="cannot be redeemed now"):
        await at.ann.redeems(at.inn, "Hint")
    await at.bob.redeems(at.inn, "Hint")
    [found] = await streamer.fetch_custom_rewards(ids=[rare.id])
    assert (found.in_stock, found.current_stream_redeems) == (False, 2)
    assert found.cooldown_until is not None
    at.inn.goes_live()
    at.world.clock.advance(61)
    assert (await at.ann.redeems(at.inn, "Hint")).status == "UNFULFILLED"
