"""Entry to a table: for everybody, or only for those who subscribe to its channel, follow it, or are its VIPs."""

from collections.abc import Mapping
from typing import Final

from bot.people.allowances import Allowances
from bot.people.own_limits import OwnLimits
from bot.ports.ids import platform_of
from bot.ports.messages import Adapter, Message, Rights, Unreachable
from bot.table.change import Refused
from bot.table.document import Session

STANDING: Final = {"subscribers": "subscriber", "vips": "vip"}
"""The standing that a platform must have given somebody, by the table's option."""
FOLLOWERS: Final = "followers"


class Entry:
    """Judge who may sit down at a table. `adapters`, by platform, know who follows a channel."""

    def __init__(self, adapters: Mapping[str, Adapter], own_limits: OwnLimits, allowances: Allowances) -> None:
        self._adapters, self._own_limits, self._allowances = adapters, own_limits, allowances

    async def check(self, session: Session, message: Message) -> None:
        """Raise Refused where the sender may not sit down.

        The table's host and its venue's moderators always may, but for what they forbid themselves.
        """
        await self.check_own(session, message)
        wanted = session.options.admits
        at_home = message.community == session.venue and message.rights >= Rights.STAFF
        if wanted == "all" or at_home or message.invited or message.sender.id == session.host:
            return
        if wanted == FOLLOWERS:
            if not await self._follows(session, message):
                raise Refused("followers-only", code=session.code)
        elif STANDING[wanted] not in message.standing or message.venue != session.opened_in:
            raise Refused(f"{wanted}-only", code=session.code)

    async def check_own(self, session: Session, message: Message) -> None:
        """Raise Refused where the sender doesn't allow themselves to play here, and StoreTrouble.

        Whoever sits down for suckers is given the day's allowance before.
        """
        await self._own_limits.check(session, message.sender.id)
        if session.options.money == "purse":
            await self._allowances.give(message.sender.id, session.venue)

    async def _follows(self, session: Session, message: Message) -> bool:
        place = session.place_on(platform_of(message.sender.id))
        adapter = self._adapters.get(platform_of(place))
        try:
            return adapter is not None and await adapter.follows(message.sender.id, place)
        except Unreachable:
            raise Refused("followers-unknown", code=session.code) from None
