"""The features of an affiliate's or partner's channel besides chat: announcements, predictions, polls, rewards.

All but the announcements need the streamer's own leave, given on the page where the bot is connected.
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
from bot.ports.ids import PlaceId
from bot.ports.messages import Prediction, Unreachable

WITHIN: Final = 10.0
LONGEST_TITLE: Final = 45
LONGEST_CHOICE: Final = 25
Color = Literal["blue", "green", "orange", "purple", "primary"]
T = TypeVar("T")
log = structlog.get_logger()


class ChannelFeatures:
    """Does in a channel what it allows. `client`: who is logged in now; raises Unreachable where nobody is.

    `watch`: asks to be told of a channel's stream. `line`: says a line in a channel.
    """

    def __init__(
        self,
        client: Callable[[], Listening],
        watch: Callable[[str], Awaitable[None]],
        line: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._client, self._watch, self._line = client, watch, line

    def _channel(self, place: PlaceId) -> twitchio.PartialUser:
        """Return a channel whose streamer has connected it themselves. Raises Unreachable."""
        client, channel = self._client(), id_of(place)
        if not client.has_token(channel):
            raise Unreachable("the streamer has not allowed it")
        return client.create_partialuser(channel)

    # Announcements

    async def announce(self, channel: str, text: str, color: str) -> bool:
        """Announce this in chat in one of Twitch's colours; return whether it stands there: we must be a moderator."""
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

    # A line that must not stand

    async def delete(self, channel: str, line: str) -> bool:
        """Delete a line of somebody's; return whether it is gone: we must be a moderator, who wrote it must be none."""
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
        """Be told when the stream of a channel begins and ends. Raises Unreachable."""
        await self._watch(id_of(place))

    # Rewards

    async def make_reward(self, place: PlaceId, title: str, cost: int) -> str:
        """Make a reward for so many points; return its id. Raises Unreachable."""
        made = await within(self._channel(place).create_custom_reward(cut(title, LONGEST_TITLE), cost))
        await self.hear_rewards(id_of(place))
        return str(made.id)

    async def change_reward(self, place: PlaceId, reward: str, title: str, cost: int, *, on: bool) -> bool:
        """Change a reward of ours, which keeps what waits in its queue; return False where it is gone.

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
        """Delete a reward of ours; one that is gone already is as good as dropped. Raises Unreachable."""
        found = await within(self._channel(place).fetch_custom_rewards(manageable=True))
        for one in found:
            if one.id == reward:
                await within(one.delete())

    async def hear_rewards(self, channel: str) -> None:
        """Be told when somebody takes a reward of ours; once for each client."""
        client = self._client()
        if channel not in client.hears_rewards:
            wanted = eventsub.ChannelPointsRedeemAddSubscription(broadcaster_user_id=channel)
            if await client.subscribe(wanted, channel):
                client.hears_rewards.add(channel)

    # Predictions

    async def open_prediction(self, place: PlaceId, title: str, outcomes: Sequence[str], seconds: int) -> Prediction:
        """Open a prediction that viewers may bet on for so many seconds. Raises Unreachable."""
        asked = self._channel(place).create_prediction(
            title=cut(title, LONGEST_TITLE), outcomes=list(outcomes), prediction_window=seconds
        )
        opened = await within(asked)
        return Prediction(opened.id, tuple(one.id for one in opened.outcomes))

    async def end_prediction(self, place: PlaceId, prediction: str, outcome: str) -> None:
        """Settle a prediction, or call it off; one that is over is as good as ended. Raises Unreachable."""
        channel = self._channel(place)
        if not await within(is_open(channel, prediction)):
            return
        if outcome:
            await within(channel.end_prediction(id=prediction, status="RESOLVED", winning_outcome_id=outcome))
        else:
            await within(channel.end_prediction(id=prediction, status="CANCELED"))

    # Polls

    async def open_poll(self, place: PlaceId, title: str, choices: Sequence[str], seconds: int) -> str:
        """Open a poll on two to five choices for so many seconds, and return its id. Raises Unreachable."""
        titles = [cut(one, LONGEST_CHOICE) for one in choices]
        asked = self._channel(place).create_poll(title=cut(title, LONGEST_TITLE), choices=titles, duration=seconds)
        return (await within(asked)).id

    async def poll_votes(self, place: PlaceId, poll: str) -> tuple[int, ...] | None:
        """Return the votes of each choice, in their order; none: it was called off; None: it is still on.

        Raises Unreachable.
        """
        found = await within(the_poll(self._channel(place), poll))
        if found is None or found.status not in {"ACTIVE", "COMPLETED", "TERMINATED", "ARCHIVED"}:
            return ()
        return None if found.status == "ACTIVE" else tuple(one.votes or 0 for one in found.choices)

    async def say(self, place: PlaceId, line: str) -> None:
        """Say a line that belongs to no table. Raises Unreachable."""
        try:
            await self._line(id_of(place), line)
        except NotTakenError as error:
            raise Unreachable(str(error)) from None


async def the_poll(channel: twitchio.PartialUser, poll: str) -> twitchio.Poll | None:
    """Return the poll of this id."""
    return next(iter([one async for one in channel.fetch_polls(ids=[poll])]), None)


async def is_open(channel: twitchio.PartialUser, prediction: str) -> bool:
    """Return whether a prediction is not over yet."""
    found = [one async for one in channel.fetch_predictions(ids=[prediction])]
    return any(one.status in {"ACTIVE", "LOCKED"} for one in found)


async def within(asked: Awaitable[T]) -> T:
    """Return what Twitch answers, within ten seconds. Raises Unreachable for whatever it answers but yes."""
    try:
        async with asyncio.timeout(WITHIN):
            return await asked
    except (*LOST, ValueError, KeyError) as error:
        log.info("Twitch does not do that", kind=told(error))
        raise Unreachable(told(error)) from None
