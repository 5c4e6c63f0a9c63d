"""Find the staff of a place, who may set up its overlay."""

from aiohttp import web

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.overlay.keys import Where
from bot.ports.messages import Rights


class Staff:
    """Knows who may set up an overlay."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    async def here(self, request: web.Request) -> tuple[Guest, Where]:
        """Return the moderator of this path, and their place. Raises Refused for everybody else."""
        guest = await self._requests.guest(request)
        if not guest.place:
            raise Refused(403, "web-overlay-no-place")
        if self._requests.rights_in(guest, guest.home) < Rights.STAFF:
            raise Refused(403, "web-overlay-staff-elsewhere" if guest.linked else "web-overlay-staff-only")
        return guest, Where(guest.home, guest.place)
