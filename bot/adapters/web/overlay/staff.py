"""Find the staff of a place, who may set up its overlay."""

from aiohttp import web

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.overlay.keys import Where


class Staff:
    """Knows who may set up an overlay."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    async def here(self, request: web.Request) -> tuple[Guest, Where]:
        """Return the moderator of this path, and their place. Raises Refused for everybody else."""
        guest, _ = await self._requests.staff(
            request, "web-overlay-no-place", "web-overlay-staff-elsewhere", "web-overlay-staff-only"
        )
        return guest, Where(guest.home, guest.place)
