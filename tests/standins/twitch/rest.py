"""Serve the HTTP side of both servers: read a call, check its token, apply limits and faults, and log it."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from standins.faults import Fault
from standins.restlog import RestCall
from standins.twitch import (
    chat,
    conduits,
    lookups,
    markers,
    oauth,
    polls,
    predictions,
    redemptions,
    rewards,
    subscriptions,
    whispers,
)
from standins.twitch.errors import TwitchError, refusal
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, Handler
from standins.twitch.tokens import Token

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld

HELIX = "/helix/"
HANDLERS = (  # imported for their routes
    chat,
    conduits,
    lookups,
    markers,
    oauth,
    polls,
    predictions,
    redemptions,
    rewards,
    subscriptions,
    whispers,
)
PUBLIC = frozenset({"/helix/chat/messages", "/helix/chat/announcements"})


def written(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    headers = {**headers, "Content-Type": "application/json; charset=utf-8"}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)


async def read(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/x-www-form-urlencoded":
        return {key: value for key, value in (await request.post()).items() if isinstance(value, str)}
    raw = await request.read()
    body = json.loads(raw) if raw else {}
    return body if isinstance(body, dict) else {}


class TwitchRest:
    def __init__(self, world: TwitchWorld) -> None:
        self._world = world

    async def answer(self, request: web.Request) -> web.Response:
        with self._world.one_call():
            return await self._answer(request)

    async def _answer(self, request: web.Request) -> web.Response:
        world, path = self._world, request.path
        call = Call(request.method, path, request.query, headers=request.headers)
        handler = TWITCH_ROUTES.find(request.method, path)
        if handler is None:
            world.unknown_routes.append(f"{request.method} {path}")
            await request.read()
            return self._done(call, TwitchError(404, ""), {})
        try:
            call.body = await read(request)
        except ValueError:
            return self._done(call, TwitchError(400, "The request's body was not valid JSON."), {})
        last: Fault | None = None
        for fault in world.faults.meet(call.method, call.path):
            if fault.seconds:
                await asyncio.sleep(fault.seconds)
            else:
                last = fault
        if last is not None and last.status is not None:
            return self._faulty(call, last, last.status)
        if last is not None and last.undone:
            return self._lost(request, call, 0)
        headers: dict[str, str] = {}
        result = await self._result(handler, call, headers)
        if last is not None and last.lose:
            return self._lost(request, call, result.status if isinstance(result, TwitchError) else result[0])
        return self._done(call, result, headers)

    async def _result(self, handler: Handler, call: Call, headers: dict[str, str]) -> Answer | TwitchError:
        try:
            if call.path.startswith(HELIX):
                call.token = self._token(call)
                owner = call.token.user.id if call.token.user else "app"
                allowed, limits = self._world.limits.take(owner)
                headers |= limits
                if not allowed:
                    return TwitchError(429, "Too Many Requests")
            result = handler(self._world, call)
            return await result if inspect.isawaitable(result) else result
        except TwitchError as error:
            return error

    def _token(self, call: Call) -> Token:
        kind, _, value = call.headers.get("Authorization", "").partition(" ")
        if kind not in ("Bearer", "OAuth") or not value:
            raise TwitchError(401, "OAuth token is missing")
        client_id = call.headers.get("Client-Id")
        if not client_id:
            raise TwitchError(401, "Client ID is missing")
        token = self._world.tokens.find(value)
        if token is None:
            raise TwitchError(401, "Invalid OAuth token")
        if client_id != self._world.application.id:
            raise TwitchError(401, "Client ID and OAuth token do not match")
        return token

    def _done(self, call: Call, result: Answer | TwitchError, headers: dict[str, str]) -> web.Response:
        if isinstance(result, TwitchError):
            self._log(call, result.status, result.message)
            return written(result.status, result.body(), headers)
        self._log(call, result[0])
        return written(*result, headers)

    def _faulty(self, call: Call, fault: Fault, status: int) -> web.Response:
        self._log(call, status, fault.message)
        clock = self._world.clock
        headers = {"Ratelimit-Reset": str(int(clock.now() - clock.offset + fault.retry_after) + 1)}
        return written(status, refusal(status, fault.message), headers if status == 429 else {})

    def _lost(self, request: web.Request, call: Call, status: int) -> web.Response:
        self._log(call, status, lost=True)
        if request.transport is not None:
            request.transport.close()
        return web.Response(status=500)

    def _log(self, call: Call, status: int, message: str = "", *, lost: bool = False) -> None:
        """Log a call: `body` holds both query and body; `major` the message of a refusal."""
        public = call.path in PUBLIC
        where = call.form("broadcaster_id")
        self._world.rest.calls.append(
            RestCall(
                call.method,
                call.path,
                call.path,
                message,
                status,
                0,
                self._world.clock.now(),
                call.merged(),
                lost,
                int(where) if where.isdecimal() else None,
                public,
            )
        )
