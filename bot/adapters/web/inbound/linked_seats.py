"""Seat people from other platforms whose identity is certain, each at a page of their own."""

from typing import Any

from aiohttp import web

from bot.adapters.web.guests.guest import LINKED_SECONDS, Guest
from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.ports.messages import Arrival


class LinkedSeats:
    """Gives seats: always to a new guest with a new secret (threats T16), and on one device (threats T17)."""

    def __init__(self, requests: Requests, open_pages: OpenPages) -> None:
        self._requests, self._open_pages = requests, open_pages

    async def seat(self, arrival: Arrival, door: str, *, seconds: int = LINKED_SECONDS) -> tuple[Guest, str]:
        """Return a new guest and the secret for their cookie; their other pages close. `door`: the way back in.

        `seconds`: how long they keep the seat. Raises StoreTrouble.
        """
        guest, secret = await self._requests.guests.sit_as(
            arrival, self._requests.bot.now(), door=door, seconds=seconds
        )
        self._open_pages.turn_out_linked(guest.person.id, guest.seat)
        return guest, secret

    async def answer(self, request: web.Request, arrival: Arrival, door: str) -> web.Response:
        """Tell a waiting page where its seat is, and set the seat's cookie. Raises StoreTrouble."""
        guest, secret = await self.seat(arrival, door)
        response = web.json_response({"ok": True} | where(guest))
        give_seat(response, request, guest, secret)
        return response


def where(guest: Guest) -> dict[str, Any]:
    """Return a guest's name and the address of their page, for a page's script."""
    return {"go": f"/seat/{guest.id}/", "name": guest.name}
