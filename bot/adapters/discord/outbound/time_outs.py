"""Set Discord's own time-outs, by the rules of its hierarchy: nobody reaches whoever stands at their height or above.

Nothing of them is stored here, and nobody's roles are trusted from before: both members are asked for each time.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import discord

from bot.adapters.discord.names import snowflake_of
from bot.ports.time_outs import TimeOut, TimeOutResult

LONGEST_REASON: Final = 400
ALIKE: Final = 1000
"""Milliseconds within which two ends of a time-out are the same."""


class TimeOuts:
    """Sets, shortens and lifts time-outs. `client`: returns the client; raises Unreachable without a login."""

    def __init__(self, client: Callable[[], discord.Client]) -> None:
        self._client = client

    async def put(self, asked: TimeOut) -> TimeOutResult:
        """Bring a member's time-out up to date. Raises HTTPException, Unreachable."""
        guild = self._client().get_guild(snowflake_of(asked.venue))
        if guild is None:
            return TimeOutResult.AWAY
        if not guild.me.guild_permissions.moderate_members and not asked.was:
            return TimeOutResult.NO_RIGHT
        member = await member_of(guild, snowflake_of(asked.person))
        if member is None:
            return TimeOutResult.NO_MEMBER
        moderator = await member_of(guild, snowflake_of(asked.by)) if asked.by else None
        left = left_alone(asked, ends(member)) or out_of_reach(guild, member, moderator)
        if left is not None:
            return left
        until = datetime.fromtimestamp(asked.until / 1000, UTC) if asked.until else None
        await member.edit(timed_out_until=until, reason=asked.reason[:LONGEST_REASON])
        return TimeOutResult.SET if asked.until else TimeOutResult.LIFTED


async def member_of(guild: discord.Guild, user: int) -> discord.Member | None:
    """Return a member as Discord has them now; None: they are none. Raises HTTPException."""
    try:
        return await guild.fetch_member(user)
    except discord.NotFound:
        return None


def ends(member: discord.Member) -> int:
    """Return when a member's time-out ends, in ms; 0: they have none."""
    until = member.timed_out_until
    return 0 if until is None else round(until.timestamp() * 1000)


def left_alone(asked: TimeOut, now: int) -> TimeOutResult | None:
    """Return why the time-out that a member has now is left as it is; None: it is not."""
    if asked.was:
        if not now:
            return TimeOutResult.NOTHING
        return None if abs(now - asked.was) < ALIKE else TimeOutResult.CHANGED
    return TimeOutResult.LONGER if now >= asked.until else None


def out_of_reach(
    guild: discord.Guild, member: discord.Member, moderator: discord.Member | None
) -> TimeOutResult | None:
    """Return why a moderator, or the bot for them, may not time a member out; None: they may."""
    if not guild.me.guild_permissions.moderate_members:
        return TimeOutResult.NO_RIGHT
    if moderator is None or not moderator.guild_permissions.moderate_members:
        return TimeOutResult.NOT_YOURS
    if member.guild_permissions.administrator or member.top_role >= guild.me.top_role:  # the owner has all permissions
        return TimeOutResult.ABOVE_BOT
    if moderator.id != guild.owner_id and member.top_role >= moderator.top_role:
        return TimeOutResult.ABOVE_YOU
    return None
