"""Somebody known for sure sits down at a page of their own."""

from typing import Any

from aiohttp import web

from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.guests import Guest
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.ports.messages import Arrival


class Seating:
    """Always as a fresh guest with a fresh secret (T16), and on one device: pages open elsewhere close (T17)."""

    def __init__(self, desk: Requests, floor: OpenPages) -> None:
        self._desk, self._floor = desk, floor

    async def seat(self, arrival: Arrival, door: str) -> tuple[Guest, str]:
        """The new guest and the secret of their cookie. `door`: the way back in."""
        guest, secret = await self._desk.reception.sit_as(arrival, self._desk.bot.now(), door=door)
        self._floor.turn_out_linked(arrival.person.id, arrival.venue)
        return guest, secret

    async def answer(self, request: web.Request, arrival: Arrival, door: str) -> web.Response:
        """What a page that waits for its seat is told, with the seat's cookie."""
        guest, secret = await self.seat(arrival, door)
        response = web.json_response({"ok": True} | where(guest))
        give_seat(response, request, guest, secret)
        return response


def where(guest: Guest) -> dict[str, Any]:
    """Who sits, and where the page is."""
    return {"go": f"/seat/{guest.id}/", "name": guest.name}
