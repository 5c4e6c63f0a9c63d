"""Set the cookies: each is the key to one thing, on its path alone, and out of reach of all scripts."""

from typing import Final

from aiohttp import web

from bot.adapters.web.connection.addresses import is_https
from bot.adapters.web.guests.guest import KEPT_SECONDS, Guest

SEAT: Final = "seat"
LINKED_SEAT_SECONDS: Final = 24 * 3600
"""Longer than the seat, so that somebody who comes late is shown the way back in."""
LINK: Final = "link"
LINK_SECONDS: Final = 210
"""Longer than its code, for the last question whether somebody answered it."""
STATE: Final = "state"
STATE_PATH: Final = "/signed-in"
STATE_SECONDS: Final = 600


def give_seat(response: web.StreamResponse, request: web.Request, guest: Guest, secret: str) -> None:
    """Give the key of a guest's seat, for as long as the seat is kept."""
    response.set_cookie(
        SEAT,
        secret,
        path=f"/seat/{guest.id}",
        max_age=LINKED_SEAT_SECONDS if guest.linked else KEPT_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=is_https(request),
    )


def drop_seat(response: web.StreamResponse, request: web.Request, guest: Guest) -> None:
    """Remove the key of a guest's seat."""
    response.del_cookie(SEAT, path=f"/seat/{guest.id}", secure=is_https(request), httponly=True)


def give_link(response: web.StreamResponse, request: web.Request, secret: str, door: str) -> None:
    """Give the key to a browser that waits at a door (its path) for its code to be typed."""
    response.set_cookie(
        LINK,
        secret,
        path=door,
        max_age=LINK_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=is_https(request),
    )


def drop_link(response: web.StreamResponse, request: web.Request, door: str) -> None:
    """Remove the key of a browser that waited at a door."""
    response.del_cookie(LINK, path=door, secure=is_https(request), httponly=True, samesite="Strict")


# A `__Host-` cookie must have the path `/`, and would go to every page. `__Secure-` keeps the path, and can also be set
# over https only. It is Lax because the browser returns with it from another site (threats T16).


def state_name(request: web.Request) -> str:
    """Return the name of the cookie that somebody carries while they sign in."""
    return f"__Secure-{STATE}" if is_https(request) else STATE


def give_state(response: web.StreamResponse, request: web.Request, ticket: str) -> None:
    """Give a ticket to somebody who leaves to sign in."""
    response.set_cookie(
        state_name(request),
        ticket,
        path=STATE_PATH,
        max_age=STATE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=is_https(request),
    )


def drop_state(response: web.StreamResponse, request: web.Request) -> None:
    """Remove the ticket."""
    secure = is_https(request)
    response.del_cookie(state_name(request), path=STATE_PATH, secure=secure, httponly=True, samesite="Lax")
