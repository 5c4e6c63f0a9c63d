"""Use the features of affiliates' and partners' channels besides chat: announcements, predictions, polls, rewards.

All but announcements need the streamer's permission, given on the page where the bot is connected.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal, TypeVar, cast

import structlog
import twitchio
from twitchio import eventsub

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.names import id_of
from bot.adapters.twitch.outbound.chat_text import cut
from bot.adapters.twitch.outbound.sender import NotTakenError
from bot.ports.broadcasts import Prediction
from bot.ports.ids import PlaceId
from bot.ports.messages import Unreachable

WITHIN: Final = 10.0
LONGEST_MARKER: Final = 140
LONGEST_TITLE: Final = 45
LONGEST_CHOICE: Final = 25
Color = Literal["blue", "green", "orange", "purple", "primary"]
T = TypeVar("T")
log = structlog.get_logger()


class ChannelFeatures:
    """Uses the features that a channel allows. `client`: returns the client; raises Unreachable if nobody is logged in.

    `watch`: subscribes to a channel's stream. `line`: says a line in a channel.
    """

    def __init__(
        self,
        client: Callable[[], Listening],
        watch: Callable[[str], Awaitable[None]],
        line: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._client, self._watch, self._line = client, watch, line

    def _channel(self, place: PlaceId) -> twitchio.PartialUser:
        """Return a channel whose streamer connected it personally. Raises Unreachable."""
        client, channel = self._client(), id_of(place)
        if not client.has_token(channel):
            raise Unreachable("the streamer has not allowed it")
        return client.create_partialuser(channel)

    # Announcements

    async def announce(self, channel: str, text: str, color: str) -> bool:
        """Announce a text in chat in one of Twitch's colours; return whether it was accepted, which needs a
        moderator.
        """
        client = self._client()
        try:
            asked = client.create_partialuser(channel).send_announcement(
                moderator=client.me, message=text, color=cast(Color, color), token_for=client.me
            )
            await within(asked)
        except Unreachable as refused:
            log.info("no announcement here", channel=channel, why=str(refused))
            return False
        return True

    # A line that must be deleted

    async def delete(self, channel: str, line: str) -> bool:
        """Delete somebody's line; return whether it is gone. We must be a moderator, and its author must not be one."""
        try:
            client = self._client()
            if not client.may_delete:
                return False
            asked = client.create_partialuser(channel).delete_chat_messages(
                moderator=client.me, message_id=line, token_for=client.me
            )
            await within(asked)
        except Unreachable as refused:
            log.info("a line is not deleted", channel=channel, why=str(refused))
            return False
        return True

    # The stream

    async def watch_stream(self, place: PlaceId) -> None:
        """Subscribe to the beginnings and ends of a channel's stream. Raises Unreachable."""
        await self._watch(id_of(place))

    # Rewards

    async def make_reward(self, place: PlaceId, title: str, cost: int) -> str:
        """Create a reward at this cost in points; return its id. Raises Unreachable."""
        made = await within(self._channel(place).create_custom_reward(cut(title, LONGEST_TITLE), cost))
        await self.hear_rewards(id_of(place))
        return str(made.id)

    async def change_reward(self, place: PlaceId, reward: str, title: str, cost: int, *, on: bool) -> bool:
        """Change a reward of ours, without losing its queue; return False if it was deleted.

        Raises Unreachable.
        """
        found = await within(self._channel(place).fetch_custom_rewards(manageable=True))
        for one in found:
            if one.id == reward:
                await within(one.update(title=cut(title, LONGEST_TITLE), cost=cost, enabled=on))
                await self.hear_rewards(id_of(place))
                return True
        return False

    async def drop_reward(self, place: PlaceId, reward: str) -> None:
        """Delete a reward of ours; if it is already gone, that is fine. Raises Unreachable."""
        found = await within(self._channel(place).fetch_custom_rewards(manageable=True))
        for one in found:
            if one.id == reward:
                await within(one.delete())

    async def hear_rewards(self, channel: str) -> None:
        """Subscribe to redemptions of our rewards, once for each client."""
        client = self._client()
        if channel not in client.hears_rewards:
            wanted = eventsub.ChannelPointsRedeemAddSubscription(broadcaster_user_id=channel)
            if await client.subscribe(wanted, channel):
                client.hears_rewards.add(channel)

    # Predictions

    async def open_prediction(self, place: PlaceId, title: str, outcomes: Sequence[str], seconds: int) -> Prediction:
        """Open a prediction on which viewers may bet for this many seconds. Raises Unreachable."""
        asked = self._channel(place).create_prediction(
            title=cut(title, LONGEST_TITLE), outcomes=list(outcomes), prediction_window=seconds
        )
        opened = await within(asked)
        return Prediction(opened.id, tuple(one.id for one in opened.outcomes))

    async def end_prediction(self, place: PlaceId, prediction: str, outcome: str) -> None:
        """Settle a prediction, or cancel it if `outcome` is empty; one that is over is left alone. Raises
        Unreachable.
        """
        channel = self._channel(place)
        if not await within(is_open(channel, prediction)):
            return
        if outcome:
            await within(channel.end_prediction(id=prediction, status="RESOLVED", winning_outcome_id=outcome))
        else:
            await within(channel.end_prediction(id=prediction, status="CANCELED"))

    # Polls

    async def open_poll(self, place: PlaceId, title: str, choices: Sequence[str], seconds: int) -> str:
        """Open a poll on two to five choices for this many seconds, and return its id. Raises Unreachable."""
        titles = [cut(one, LONGEST_CHOICE) for one in choices]
        asked = self._channel(place).create_poll(title=cut(title, LONGEST_TITLE), choices=titles, duration=seconds)
        return (await within(asked)).id

    async def poll_votes(self, place: PlaceId, poll: str) -> tuple[int, ...] | None:
        """Return the votes of each choice, in order; none: the poll was cancelled; None: it is still on.

        Raises Unreachable.
        """
        found = await within(the_poll(self._channel(place), poll))
        if found is None or found.status not in {"ACTIVE", "COMPLETED", "TERMINATED", "ARCHIVED"}:
            return ()
        return None if found.status == "ACTIVE" else tuple(one.votes or 0 for one in found.choices)

    # Markers

    async def mark(self, place: PlaceId, text: str) -> None:
        """Set a marker at this moment of the stream that is on. Raises Unreachable."""
        asked = self._channel(place).create_stream_marker(token_for=id_of(place), description=cut(text, LONGEST_MARKER))
        await within(asked)

    async def say(self, place: PlaceId, line: str) -> None:
        """Say a line that belongs to no table. Raises Unreachable."""
        try:
            await self._line(id_of(place), line)
        except NotTakenError as error:
            raise Unreachable(str(error)) from None


async def the_poll(channel: twitchio.PartialUser, poll: str) -> twitchio.Poll | None:
    """Return the poll with this id."""
    return next(iter([one async for one in channel.fetch_polls(ids=[poll])]), None)


async def is_open(channel: twitchio.PartialUser, prediction: str) -> bool:
    """Return whether a prediction is not over yet."""
    found = [one async for one in channel.fetch_predictions(ids=[prediction])]
    return any(one.status in {"ACTIVE", "LOCKED"} for one in found)


async def within(asked: Awaitable[T]) -> T:
    """Return Twitch's answer, within ten seconds. Raises Unreachable for anything but success."""
    try:
        async with asyncio.timeout(WITHIN):
            return await asked
    except (*LOST, ValueError, KeyError) as error:
        log.info("Twitch does not do that", kind=told(error))
        raise Unreachable(told(error)) from None
