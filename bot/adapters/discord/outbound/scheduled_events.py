"""Keep a server's scheduled events in step with what is planned there. Ours are told by a mark in what they are about.

Nothing of them is stored: what stands there is compared with what should, so that whatever others change is put right.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.adapters.discord.names import snowflake_of
from bot.ports.messages import PlannedEvent

MARK: Final = "Potluck · "
"""Begins the last line of what an event of ours is about."""
LONGEST_NAME: Final = 100


class ScheduledEvents:
    """Makes, changes and removes our events. `client`: returns the client; raises Unreachable without a login."""

    def __init__(self, client: Callable[[], discord.Client]) -> None:
        self._client = client

    async def keep(self, server: int, wanted: Sequence[PlannedEvent]) -> None:
        """Bring a server's events up to date, if we have the right to. Raises HTTPException, Unreachable."""
        guild = self._client().get_guild(server)
        if guild is None or not may_keep(guild):
            return
        left = {one.name: one for one in wanted}
        for event in [one for one in await guild.fetch_scheduled_events() if self._is_ours(one)]:
            planned = left.pop(name_in(event), None)
            if planned is None:
                await event.delete()
            elif not is_so(event, planned):
                begins, ends = times_of(planned)
                await event.edit(
                    entity_type=discord.EntityType.external,
                    name=planned.title[:LONGEST_NAME],
                    description=f"{planned.about}\n{MARK}{planned.name}",
                    start_time=begins,
                    end_time=ends,
                    location=where(guild, planned),
                )
        for planned in left.values():
            begins, ends = times_of(planned)
            await guild.create_scheduled_event(
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                name=planned.title[:LONGEST_NAME],
                description=f"{planned.about}\n{MARK}{planned.name}",
                start_time=begins,
                end_time=ends,
                location=where(guild, planned),
            )

    def _is_ours(self, event: discord.ScheduledEvent) -> bool:
        user = self._client().user
        mine = user is not None and event.creator_id == user.id
        return mine and event.status is discord.EventStatus.scheduled and bool(name_in(event))


def may_keep(guild: discord.Guild) -> bool:
    """Tell whether we may make events on a server, and change our own."""
    may = guild.me.guild_permissions
    return may.create_events or may.manage_events


def name_in(event: discord.ScheduledEvent) -> str:
    """Return the name of what an event of ours stands for; empty for another's."""
    last = (event.description or "").rpartition("\n")[2]
    return last.removeprefix(MARK) if last.startswith(MARK) else ""


def is_so(event: discord.ScheduledEvent, planned: PlannedEvent) -> bool:
    times = [round(one.timestamp() * 1000) for one in times_of(planned)]
    ends = 0 if event.end_time is None else round(event.end_time.timestamp() * 1000)
    return event.name == planned.title[:LONGEST_NAME] and times == [round(event.start_time.timestamp() * 1000), ends]


def where(guild: discord.Guild, planned: PlannedEvent) -> str:
    """Return the name of the channel in which something takes place."""
    channel = guild.get_channel_or_thread(snowflake_of(planned.place))
    return guild.name if channel is None else f"#{channel.name}"


def times_of(planned: PlannedEvent) -> Iterator[datetime]:
    yield datetime.fromtimestamp(planned.at / 1000, UTC)
    yield datetime.fromtimestamp(planned.until / 1000, UTC)
