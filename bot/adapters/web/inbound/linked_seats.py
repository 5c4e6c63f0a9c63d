"""Seats for people of other platforms whom we know for sure: each sits down at a page of their own."""

from typing import Any

from aiohttp import web

from bot.adapters.web.guests.guest import LINKED_SECONDS, Guest
from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.ports.messages import Arrival


class LinkedSeats:
    """Gives seats: always to a fresh guest with a fresh secret (threats T16), and on one device (threats T17)."""

    def __init__(self, requests: Requests, open_pages: OpenPages) -> None:
        self._requests, self._open_pages = requests, open_pages

    async def seat(self, arrival: Arrival, door: str, *, seconds: int = LINKED_SECONDS) -> tuple[Guest, str]:
        """Return a new guest and the secret of their cookie; their pages elsewhere close. `door`: the way back in.
        `seconds`: for which they keep the seat.

        Raises StoreTrouble.
        """
        guest, secret = await self._requests.guests.sit_as(
            arrival, self._requests.bot.now(), door=door, seconds=seconds
        )
        self._open_pages.turn_out_linked(guest.person.id, guest.seat)
        return guest, secret

    async def answer(self, request: web.Request, arrival: Arrival, door: str) -> web.Response:
        """Tell a page that waits for its seat where it is, with the seat's cookie. Raises StoreTrouble."""
        guest, secret = await self.seat(arrival, door)
        response = web.json_response({"ok": True} | where(guest))
        give_seat(response, request, guest, secret)
        return response


def where(guest: Guest) -> dict[str, Any]:
    """Return who sits, and where their page is, as a page is told it."""
    return {"go": f"/seat/{guest.id}/", "name": guest.name}
