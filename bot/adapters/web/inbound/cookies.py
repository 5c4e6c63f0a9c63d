"""The cookies: each the key to one thing, on the path of that thing alone, and out of every script's reach."""

from typing import Final

from aiohttp import web

from bot.adapters.web.connection.addresses import is_https
from bot.adapters.web.guests.guest import KEPT_SECONDS, Guest

SEAT: Final = "seat"
LINKED_SEAT_SECONDS: Final = 24 * 3600
"""Longer than the seat: whoever comes late is shown the way back in."""
LINK: Final = "link"
LINK_SECONDS: Final = 210
"""Longer than its code, for the last question whether somebody answered for it."""
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
    """Take the key of a guest's seat away."""
    response.del_cookie(SEAT, path=f"/seat/{guest.id}", secure=is_https(request), httponly=True)


def give_link(response: web.StreamResponse, request: web.Request, secret: str, door: str) -> None:
    """Give the key of a browser that waits at a door (its path) for its code to be typed."""
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
    """Take the key of a browser that waited at a door away."""
    response.del_cookie(LINK, path=door, secure=is_https(request), httponly=True, samesite="Strict")


# A `__Host-` cookie would go to every page, and its path has to be `/`: so `__Secure-`, which keeps the path and still
# can be set over https alone. Lax, since the browser comes back with it from another site (threats T16).


def state_name(request: web.Request) -> str:
    """Return the name of the cookie that somebody who signs in takes with them."""
    return f"__Secure-{STATE}" if is_https(request) else STATE


def give_state(response: web.StreamResponse, request: web.Request, ticket: str) -> None:
    """Give the ticket of somebody who goes off to sign in."""
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
    """Take the ticket away."""
    secure = is_https(request)
    response.del_cookie(state_name(request), path=STATE_PATH, secure=secure, httponly=True, samesite="Lax")
