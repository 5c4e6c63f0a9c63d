"""Raids that come while a night is on: where its tables are full, the newcomers are offered its list.

Where one has a free seat, its own line asks them to sit down, and they are on the list for the next game by that.
"""

from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.communities import Communities
from bot.people.venues import Venues
from bot.ports.channels import ChannelEvents
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Person
from bot.table import raid
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.safe_text import bare, safe_name
from bot.wings.nights.night import Begun, VenueNights
from bot.wings.nights.nights import Nights
from bot.wings.nights.opening_nights import owed_by
from games.kit.telling import say
from persistence import Store, StoreTrouble, TableRef

RAIDED: Final = "night-raid"
APART: Final = 600
"""Seconds in which a second raid is told nothing."""
log = structlog.get_logger()


class NightRaids(ChannelEvents):
    """Offers raiders the list of a night that is on."""

    def __init__(
        self,
        store: Store,
        nights: Nights,
        repository: Repository,
        venues: Venues,
        communities: Communities,
        hooks: Hooks,
    ) -> None:
        self._store, self._nights, self._repository = store, nights, repository
        self._venues, self._communities = venues, communities
        hooks.channels.append(self)

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:  # noqa: ARG002 - it is for all
        """Tell those who come with a raid of the night that is on in their place, unless a table there takes them."""
        if not (await self._venues.settings(venue)).raids:
            return
        home = await self._communities.home_of(venue)
        found = [one for one in (await self._nights.of(home)).nights if one.place == place]
        night = next((one for one in found if isinstance(one.stage, Begun)), None)
        if night is None or not isinstance(night.stage, Begun) or await self._has_room(home, night.stage):
            return
        if not await self._store.claim_note(RAIDED, place, b"", APART):
            return
        now = self._store.clock.now()
        told = owed_by(night, f"raid {now}", say("night-raid", number=night.number, who=bare(safe_name(by.name))), now)

        def act(nights: VenueNights) -> VenueNights:
            still = nights.night(night.number)
            return nights if still is None else nights.with_night(still, told)

        try:
            await self._nights.change(home, act)
        except (Refused, StoreTrouble) as trouble:
            log.info("raiders were not told of a night", kind=type(trouble).__name__)

    async def _has_room(self, venue: VenueId, stage: Begun) -> bool:
        """Tell whether a table of the night takes more people: then it asks them to sit down."""
        for table in stage.tables:
            try:
                if raid.takes_more(await self._repository.get(TableRef(venue, table.table))):
                    return True
            except GoneError:
                continue
        return False
