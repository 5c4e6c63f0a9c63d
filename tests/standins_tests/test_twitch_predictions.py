"""Predictions, made and ended with TwitchIO's own calls; the rules are those of Twitch's reference."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from standins.twitch.house import House, house, refused
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot
from twitchio import eventsub

QUESTION: dict[str, Any] = {"title": "Who takes the dragon?", "outcomes": ["Ann", "Bob"], "prediction_window": 60}


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        at.inn.broadcaster.broadcaster_type = "affiliate"
        yield at


@pytest.fixture
async def streamer(at: House[SampleBot]) -> twitchio.PartialUser:
    return await at.broadcaster_allows("channel:manage:predictions")


async def test_a_prediction_is_asked_locked_and_resolved(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    asked = await streamer.create_prediction(**QUESTION)
    [prediction] = at.inn.predictions
    assert (prediction.title, prediction.outcomes) == ("Who takes the dragon?", ["Ann", "Bob"])
    assert (prediction.status, prediction.winner) == ("ACTIVE", None)
    assert [(outcome.title, outcome.colour) for outcome in asked.outcomes] == [("Ann", "BLUE"), ("Bob", "PINK")]
    assert (asked.id, asked.prediction_window, asked.ended_at) == (prediction.id, 60, None)
    locked = await asked.end_prediction(status="LOCKED")
    assert locked.status == prediction.status == "LOCKED"
    ended = await asked.end_prediction(status="RESOLVED", winning_outcome_id=asked.outcomes[1].id)
    assert (prediction.status, prediction.winner) == ("RESOLVED", "Bob")
    assert ended.winning_outcome_id == asked.outcomes[1].id


async def test_it_may_be_resolved_or_canceled_without_being_locked(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    first = await streamer.create_prediction(**QUESTION)
    await streamer.end_prediction(id=first.id, status="RESOLVED", winning_outcome_id=first.outcomes[0].id)
    second = await streamer.create_prediction(**QUESTION)
    await streamer.end_prediction(id=second.id, status="CANCELED")
    assert [prediction.status for prediction in at.inn.predictions] == ["RESOLVED", "CANCELED"]


async def test_only_one_is_open_at_a_time(streamer: twitchio.PartialUser) -> None:
    first = await streamer.create_prediction(**QUESTION)
    words = "prediction event already active, only one allowed at a time"
    assert await refused(streamer.create_prediction(**QUESTION)) == (400, words)
    await first.end_prediction(status="LOCKED")
    assert await refused(streamer.create_prediction(**QUESTION)) == (400, words)
    await first.end_prediction(status="CANCELED")
    assert (await streamer.create_prediction(**QUESTION)).status == "ACTIVE"


async def test_what_is_over_stays_over(streamer: twitchio.PartialUser) -> None:
    asked = await streamer.create_prediction(**QUESTION)
    await asked.end_prediction(status="LOCKED")
    assert (await refused(asked.end_prediction(status="LOCKED")))[0] == 400
    assert (await refused(asked.end_prediction(status="RESOLVED")))[0] == 400
    assert (await refused(asked.end_prediction(status="RESOLVED", winning_outcome_id="another")))[0] == 400
    await asked.end_prediction(status="CANCELED")
    for status in ("LOCKED", "CANCELED"):
        assert await refused(asked.end_prediction(status=status)) == (400, "prediction event has already ended")
    assert (await refused(streamer.end_prediction(id="none", status="CANCELED")))[0] == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "x" * 46},
        {"outcomes": ["alone"]},
        {"outcomes": [str(n) for n in range(11)]},
        {"outcomes": ["x" * 26, "y"]},
        {"prediction_window": 29},
        {"prediction_window": 1801},
    ],
)
async def test_lengths_and_numbers_are_checked(
    at: House[SampleBot], streamer: twitchio.PartialUser, wrong: dict[str, Any]
) -> None:
    assert (await refused(streamer.create_prediction(**QUESTION | wrong)))[0] == 400
    assert at.inn.predictions == []


async def test_the_library_believes_in_a_window_of_fifteen_seconds_and_twitch_does_not(
    streamer: twitchio.PartialUser,
) -> None:
    assert (await refused(streamer.create_prediction(**QUESTION | {"prediction_window": 20})))[0] == 400


async def test_up_to_the_limits_all_is_well(streamer: twitchio.PartialUser) -> None:
    many = [f"{n:02}" + "x" * 23 for n in range(10)]
    asked = await streamer.create_prediction(title="x" * 45, outcomes=many, prediction_window=1800)
    assert [outcome.title for outcome in asked.outcomes] == many
    assert {outcome.colour for outcome in asked.outcomes} == {"BLUE"}


async def test_without_the_scope_the_status_or_the_right_token_there_is_none(at: House[SampleBot]) -> None:
    me = at.bot.create_partialuser(at.bot.bot_id)
    assert await refused(me.create_prediction(**QUESTION)) == (401, "Missing scope: channel:manage:predictions")
    streamer = await at.broadcaster_allows("channel:read:predictions")
    assert (await refused(streamer.create_prediction(**QUESTION)))[0] == 401
    streamer = await at.broadcaster_allows("channel:manage:predictions")
    other = at.bot.http.post_prediction(at.ann.id, "Who?", ["a", "b"], 60, token_for=at.inn.id)
    assert (await refused(other))[1].startswith("The ID in broadcaster_id must match")
    at.inn.broadcaster.broadcaster_type = ""
    status, words = await refused(streamer.create_prediction(**QUESTION))
    assert (status, words) == (403, "The broadcaster doesn't have partner or affiliate status.")
    at.inn.broadcaster.broadcaster_type = "partner"
    at.inn.points.enabled = False
    assert await refused(streamer.create_prediction(**QUESTION)) == (400, "channel points not enabled")


async def test_the_window_closes_by_itself_and_after_a_day_the_points_come_back(
    at: House[SampleBot], streamer: twitchio.PartialUser
) -> None:
    await streamer.create_prediction(**QUESTION)
    [prediction] = at.inn.predictions
    await at.ann.predicts(at.inn, "Ann", 300)
    assert at.inn.points.of(at.ann) == 999_700
    at.world.clock.advance(61)
    assert prediction.status == "LOCKED"
    with pytest.raises(AssertionError, match="LOCKED"):
        await at.bob.predicts(at.inn, "Bob")
    at.world.clock.advance(24 * 3600)
    assert prediction.status == "CANCELED"
    assert at.inn.points.of(at.ann) == 1_000_000


async def test_whoever_was_right_shares_what_was_bet(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    asked = await streamer.create_prediction(**QUESTION)
    await at.ann.predicts(at.inn, "Ann", 100)
    await at.bob.predicts(at.inn, "Bob", 300)
    with pytest.raises(AssertionError, match="chosen another"):
        await at.bob.predicts(at.inn, "Ann")
    ended = await asked.end_prediction(status="RESOLVED", winning_outcome_id=asked.outcomes[0].id)
    assert [(outcome.users, outcome.channel_points) for outcome in ended.outcomes] == [(1, 100), (1, 300)]
    assert ended.outcomes[0].top_predictors[0].channel_points_won == 400
    assert at.inn.points.of(at.ann) == 1_000_300
    assert at.inn.points.of(at.bob) == 999_700


async def test_predictions_are_listed_the_newest_first(streamer: twitchio.PartialUser) -> None:
    for number in range(3):
        asked = await streamer.create_prediction(**QUESTION | {"title": f"number {number}"})
        await asked.end_prediction(status="CANCELED")
    found = [prediction async for prediction in streamer.fetch_predictions(first=2)]
    assert [prediction.title for prediction in found] == ["number 2", "number 1", "number 0"]
    only = [prediction async for prediction in streamer.fetch_predictions(ids=[asked.id])]
    assert [prediction.id for prediction in only] == [asked.id]


async def test_eventsub_tells_of_each_step(at: House[SampleBot], streamer: twitchio.PartialUser) -> None:
    steps = {how: at.hears(f"prediction_{how}") for how in ("begin", "progress", "lock", "end")}
    for wanted in (
        eventsub.ChannelPredictionBeginSubscription,
        eventsub.ChannelPredictionProgressSubscription,
        eventsub.ChannelPredictionLockSubscription,
        eventsub.ChannelPredictionEndSubscription,
    ):
        await at.bot.subscribe_websocket(wanted(broadcaster_user_id=at.inn.id))
    asked = await streamer.create_prediction(**QUESTION)
    await at.ann.predicts(at.inn, "Ann", 50)
    at.world.clock.advance(61)
    await at.world.until(lambda: steps["lock"])
    await asked.end_prediction(status="RESOLVED", winning_outcome_id=asked.outcomes[0].id)
    await at.world.until(lambda: steps["end"])
    assert {how: len(heard) for how, heard in steps.items()} == {"begin": 1, "progress": 1, "lock": 1, "end": 1}
    assert steps["progress"][0].outcomes[0].channel_points == 50
    assert (steps["end"][0].status, steps["end"][0].winning_outcome.title) == ("resolved", "Ann")


async def test_the_library_takes_the_time_of_locking_for_that_of_the_end(streamer: twitchio.PartialUser) -> None:
    """TwitchIO 3.3.2 never sets `locked_at` and writes it over `ended_at`."""
    asked = await streamer.create_prediction(**QUESTION)
    locked = await asked.end_prediction(status="LOCKED")
    assert locked.ended_at is not None
    assert not hasattr(locked, "locked_at")
    other = await asked.end_prediction(status="CANCELED")
    assert other.ended_at == locked.ended_at
