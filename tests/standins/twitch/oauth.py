"""Serve the id server: turn codes and refresh tokens into access tokens, and validate tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standins.twitch.errors import Json, TwitchError
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call
from standins.twitch.tokens import Token

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld


def need(call: Call, name: str) -> str:
    value = call.form(name)
    if not value:
        raise TwitchError(400, f"missing {name.replace('_', ' ')}", bare=True)
    return value


def check_client(world: TwitchWorld, call: Call) -> None:
    if need(call, "client_id") != world.application.id:
        raise TwitchError(400, "invalid client", bare=True)
    if need(call, "client_secret") != world.application.secret:
        raise TwitchError(403, "invalid client secret", bare=True)


def given(world: TwitchWorld, token: Token) -> Json:
    body: Json = {"access_token": token.value, "expires_in": lasts(world, token), "token_type": "bearer"}
    if token.grant is not None:
        body["refresh_token"] = token.refresh
        if token.scopes or world.tokens.writes_no_scopes:
            body["scope"] = sorted(token.scopes)
    return body


def lasts(world: TwitchWorld, token: Token) -> int:
    return max(0, round(token.expires_at - world.clock.now()))


@TWITCH_ROUTES.add("POST", "/id/oauth2/token")
def token(world: TwitchWorld, call: Call) -> Answer:
    check_client(world, call)
    match need(call, "grant_type"):
        case "client_credentials":
            found = world.tokens.app()
        case "authorization_code":
            found = world.tokens.redeem(need(call, "code"), need(call, "redirect_uri"))
            if found.user is not None:
                world.authorisation_changed("grant", found.user)
        case "refresh_token":
            found = world.tokens.refreshed(need(call, "refresh_token"))
        case _:
            raise TwitchError(400, "unsupported grant type", bare=True)
    return 200, given(world, found)


@TWITCH_ROUTES.add("GET", "/id/oauth2/validate")
def validate(world: TwitchWorld, call: Call) -> Answer:
    """Validate a token; one without scopes has null there (https://github.com/twitchdev/issues/issues/1145)."""
    header = call.headers.get("Authorization", "")
    if not header:
        raise TwitchError(401, "missing authorization token", bare=True)
    found = world.tokens.find(header.removeprefix("OAuth ").removeprefix("Bearer "))
    if found is None:
        raise TwitchError(401, "invalid access token", bare=True)
    body: Json = {"client_id": world.application.id, "expires_in": lasts(world, found)}
    body["scopes"] = sorted(found.scopes) or None
    if found.user is not None:
        body |= {"login": found.user.login, "user_id": found.user.id}
    return 200, body


@TWITCH_ROUTES.add("POST", "/id/oauth2/revoke")
def revoke(world: TwitchWorld, call: Call) -> Answer:
    """Revoke a token; the answer has no body."""
    if need(call, "client_id") != world.application.id:
        raise TwitchError(404, "client does not exist", bare=True)
    found = world.tokens.find(need(call, "token"))
    if found is None:
        raise TwitchError(400, "Invalid token", bare=True)
    found.alive = False
    return 200, None
