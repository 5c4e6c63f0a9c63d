"""Serve the page that asks a person whether the application may act for them."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from aiohttp import web

from standins.twitch.errors import TwitchError
from standins.twitch.scopes import SCOPES

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

PAGE = """<!doctype html><title>Twitch</title><h1>Authorize {name}</h1><p>as {login}</p><ul>{scopes}</ul>
<form method=post action="?{query}"><button name=answer value=authorize>Authorize</button>
<button name=answer value=cancel>Cancel</button></form>"""


def check(world: TwitchWorld, wanted: Mapping[str, str]) -> list[str]:
    """Return the requested scopes. Raises TwitchError if Twitch would not open this address."""
    application = world.application
    if wanted.get("client_id") != application.id:
        raise TwitchError(400, "invalid client", bare=True)
    if wanted.get("redirect_uri") not in application.redirect_uris:
        raise TwitchError(400, "redirect_mismatch: Parameter redirect_uri does not match registered URI", bare=True)
    if wanted.get("response_type") != "code":
        raise TwitchError(400, "unsupported response_type", bare=True)
    scopes = wanted.get("scope", "").split()
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise TwitchError(400, f"invalid scope requested: '{unknown[0]}'", bare=True)
    return scopes


def redirect(world: TwitchWorld, person: Person, wanted: Mapping[str, str], *, agrees: bool) -> str:
    """Return where the browser goes next; `state` comes back unchanged."""
    scopes = check(world, wanted)
    uri = wanted["redirect_uri"]
    state = {"state": wanted["state"]} if "state" in wanted else {}
    if agrees:
        query = {"code": world.tokens.code(person, scopes, uri), "scope": " ".join(scopes), **state}
    else:
        query = {"error": "access_denied", "error_description": "The user denied you access", **state}
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(query)}"


def already(world: TwitchWorld, person: Person, scopes: list[str], wanted: Mapping[str, str]) -> bool:
    """Return whether somebody has allowed all of it before, and is not asked again unless `force_verify` says so."""
    forced = wanted.get("force_verify") == "true"
    return not forced and world.tokens.has_authorised(person) and world.tokens.allowed(person).issuperset(scopes)


async def answer(world: TwitchWorld, request: web.Request) -> web.Response:
    """Serve a real browser of `world.signed_in`: a GET shows the page, a POST presses a button."""
    wanted = dict(request.query)
    try:
        scopes = check(world, wanted)
    except TwitchError as error:
        return web.json_response(error.body(), status=error.status)
    if world.signed_in is None:
        raise web.HTTPUnauthorized(text="nobody is signed in: set world.signed_in")
    pressed = str((await request.post()).get("answer")) if request.method == "POST" else ""
    if pressed or already(world, world.signed_in, scopes, wanted):
        where = redirect(world, world.signed_in, wanted, agrees=pressed in ("", "authorize"))
        return web.Response(status=302, headers={"Location": where})
    text = PAGE.format(
        name=html.escape(world.bot.display_name),
        login=html.escape(world.signed_in.login),
        scopes="".join(f"<li>{html.escape(scope)}" for scope in scopes),
        query=html.escape(request.query_string),
    )
    return web.Response(text=text, content_type="text/html")
