"""Who may set up the overlay of a place: its staff."""

from aiohttp import web

from bot.adapters.web.inbound.guests import Guest
from bot.adapters.web.inbound.requests import Refused, Requests
from bot.adapters.web.overlay.keys import Where
from bot.ports.messages import Rights


class Staff:
    def __init__(self, desk: Requests) -> None:
        self._desk = desk

    async def here(self, request: web.Request) -> tuple[Guest, Where]:
        """The moderator whose path this is, and their place."""
        guest = await self._desk.guest(request)
        if not guest.place:
            raise Refused(403, "web-overlay-no-place")
        if self._rights(guest) < Rights.STAFF:
            raise Refused(403, "web-overlay-staff-elsewhere" if guest.linked else "web-overlay-staff-only")
        return guest, Where(guest.home, guest.place)

    def _rights(self, guest: Guest) -> Rights:
        if guest.linked:
            return self._desk.bot.rights_of(guest.person.id, guest.home)
        return Rights.STAFF if self._desk.trust.trusts(guest) else Rights.PLAYER
