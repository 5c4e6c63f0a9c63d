"""Decide who may sit down at a table: everybody, or only the subscribers, followers or VIPs of its channel, or
those who were invited.
"""

from typing import Final

from cachetools import LRUCache

from bot.people.faces import Faces
from bot.people.own_limits import OwnLimits
from bot.people.venues import Venues
from bot.ports.ids import PersonId, VenueId, platform_of
from bot.ports.messages import Message, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.stacks import DAY, once_a_day, welcome_gift
from persistence import Store, Transfer

STANDING: Final = {"subscribers": "subscriber", "vips": "vip"}
"""The standing that a platform must have given a person, by the value of the table's option."""
FOLLOWERS: Final = "followers"
MOST_KEPT: Final = 20_000


class Allowances:
    """Give the daily allowance, which a venue's bank gives everybody when they first sit down on a day, or ask for it.

    All methods may raise StoreTrouble.
    """

    def __init__(self, store: Store, venues: Venues) -> None:
        self._store, self._venues = store, venues
        self._given: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    async def give(self, person: PersonId, venue: VenueId) -> None:
        """Give a person the day's allowance, if there is one and they have not had it. One round trip a day."""
        amount = (await self._venues.settings(venue)).allowance
        today = self._store.clock.now() // DAY
        if not amount or (person, venue, today) in self._given:
            return
        daily = Transfer("bank", f"purse:{person}", amount, "allowance", once=once_a_day("allowance", person, today))
        await self._store.transfer(venue, (welcome_gift(person), daily))
        self._given[person, venue, today] = None


class Entry:
    """Check who may sit down at a table."""

    def __init__(
        self, platforms: Platforms, own_limits: OwnLimits, allowances: Allowances, hooks: Hooks, faces: Faces
    ) -> None:
        self.with_face = faces.with_face
        self._adapters, self._own_limits, self._allowances = platforms.adapters, own_limits, allowances
        self._hooks = hooks

    async def check(self, session: Session, message: Message, text: str = "") -> str:
        """Raise Refused if the sender may not sit down; return what is left of the text given for the dice.

        The table's host always may, except for their own limits, and its venue's moderators, except at a table by
        invitation.
        """
        await self.check_own(session, message)
        if session.options.by_invitation:
            return await self._invited(session, message, text)
        await self._check_standing(session, message)
        return text

    async def _invited(self, session: Session, message: Message, text: str) -> str:
        """Return what is left of an invited person's text; raise Refused for everybody else."""
        for admit in self._hooks.admits:
            if (left := await admit(session, message, text)) is not None:
                return left
        if message.sender.id == session.host or session.has(message.sender.id):
            return text
        raise Refused("invited-only", code=session.code)

    async def text_left(self, session: Session, message: Message, text: str) -> str:
        """Return what is left of a text for the dice of somebody who sits here; they may have said a password in it."""
        return await self._invited(session, message, text) if text and session.options.by_invitation else text

    async def _check_standing(self, session: Session, message: Message) -> None:
        """Raise Refused for those whom the table does not admit."""
        wanted = session.options.admits
        at_home = message.community == session.venue and message.rights >= Rights.STAFF
        if wanted == "all" or at_home or message.invited or message.sender.id == session.host:
            return
        if wanted == FOLLOWERS:
            if not await self._follows(session, message):
                raise Refused("followers-only", code=session.code)
        elif STANDING[wanted] not in message.standing or message.venue != session.opened_in:
            raise Refused(f"{wanted}-only", code=session.code)

    @staticmethod
    def check_still(now: Session, checked: Session) -> None:
        """Raise Refused if a table has come to be by invitation since somebody was let in."""
        if now.options.by_invitation and not checked.options.by_invitation:
            raise Refused("invited-only", code=now.code)

    async def check_own(self, session: Session, message: Message) -> None:
        """Raise Refused if the sender's own limit forbids playing here, or a wing does. Raises StoreTrouble.

        A person who sits down for suckers first gets the day's allowance.
        """
        await self._own_limits.check(session, message.sender.id)
        rights = message.rights if message.community == session.venue else Rights.PLAYER
        await self._hooks.check_sitting(message.sender, session.venue, rights, session.persons)
        if session.options.money == "purse":
            await self._allowances.give(message.sender.id, session.venue)

    async def _follows(self, session: Session, message: Message) -> bool:
        place = session.place_on(platform_of(message.sender.id))
        adapter = self._adapters.get(platform_of(place))
        try:
            return adapter is not None and await adapter.follows(message.sender.id, place)
        except Unreachable:
            raise Refused("followers-unknown", code=session.code) from None
