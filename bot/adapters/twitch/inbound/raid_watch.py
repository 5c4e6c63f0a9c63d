"""Raids: who sends their viewers to a channel where a table of ours stands."""

import time
from typing import TYPE_CHECKING, Final

import structlog
import twitchio
from twitchio import eventsub

from bot.adapters.twitch.names import person_of, place_named, venue_named
from bot.adapters.twitch.port import Bot
from persistence import StoreTrouble

if TYPE_CHECKING:
    from bot.adapters.twitch.connection.client import Listening

TOO_OLD: Final = 60.0
"""Seconds after which those who came have found out by themselves what is on."""
log = structlog.get_logger()


class RaidWatch:
    """Hears of raids, in channels where a table was told of."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def watch(self, client: "Listening", channel: str) -> None:
        """Be told of raids on a channel, once for each client: where Twitch refuses, there are none to be told of."""
        if channel not in client.hears_raids:
            client.hears_raids.add(channel)
            await client.subscribe(eventsub.ChannelRaidSubscription(to_broadcaster_user_id=channel), client.me)

    async def came(self, payload: twitchio.ChannelRaid) -> None:
        """Hear of a raid. Told twice it counts once: the bot invites no more often than it likes."""
        if payload.timestamp is not None and time.time() - payload.timestamp.timestamp() > TOO_OLD:
            return
        channel, user = payload.to_broadcaster.id, payload.from_broadcaster
        by = person_of(user.id, user.display_name or user.name or "")
        try:
            await self._bot.raided(venue_named(channel), place_named(channel), by)
        except StoreTrouble as trouble:
            log.warning("nobody of a raid was invited", kind=trouble.kind)
