"""Serve the HTTP side: read a call, apply limits and faults, answer, and log it."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from standins.discord import activities, rest_bot, rest_channels, rest_emojis
from standins.discord.errors import ApiError, Json
from standins.discord.posting import Upload
from standins.discord.routing import ROUTES, Answer, Call, Route
from standins.faults import Fault
from standins.restlog import PUBLIC, RestCall

if TYPE_CHECKING:
    from standins.discord.world import World

PREFIX = "/api/v10"
WITHOUT_TOKEN = ("/interactions/", "/webhooks/")
HANDLERS = (activities, rest_bot, rest_channels, rest_emojis)  # imported for their routes
MOST_BODY = 26 * 1024 * 1024


def written(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Write an answer. The content type must be exactly this: with a charset, discord.py treats it as text."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    payload = json.dumps(body).encode()
    return web.Response(status=status, body=payload, headers={**headers, "Content-Type": "application/json"})


def too_many(retry_after: float, *, is_global: bool) -> Json:
    wait = round(retry_after, 4)
    return {"message": "You are being rate limited.", "retry_after": wait, "global": is_global}


async def read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON body, or a form with `payload_json` and `files[n]`."""
    if request.content_type == "multipart/form-data":
        body: Any = None
        files: dict[int, Upload] = {}
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=True))
            if part.name == "payload_json":
                body = json.loads(data)
            else:
                index = int((part.name or "files[0]").partition("[")[2].rstrip("]") or 0)
                kind = part.headers.get("Content-Type", "application/octet-stream")
                files[index] = Upload(part.filename or "file", kind, data)
        return body, files
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(await request.post()), {}
    raw = await request.read()
    return (json.loads(raw) if raw else None), {}


class Rest:
    def __init__(self, world: World) -> None:
        self._world = world

    async def answer(self, request: web.Request) -> web.Response:
        with self._world.one_call():
            return await self._answer(request)

    async def attachment(self, request: web.Request) -> web.Response:
        wanted = int(request.match_info["id"])
        if (sent := self._world.sent_files.get(wanted)) is not None:
            if wanted in self._world.lost_files:
                return web.Response(status=404)
            self._world.fetched_files.append(wanted)
            return web.Response(body=sent.data, content_type=sent.content_type)
        for channel in self._world.channels.values():
            for message in channel.messages.values():
                for found in message.attachments:
                    if found.id == wanted:
                        return web.Response(body=found.data, content_type=found.content_type)
        return web.Response(status=404)

    async def _answer(self, request: web.Request) -> web.Response:
        world, path = self._world, request.path.removeprefix(PREFIX)
        found = ROUTES.find(request.method, path)
        if found is None:
            world.unknown_routes.append(f"{request.method} {path}")
            await request.read()
            self._log(Call(request.method, path, "?", {}, {}), 404, 0, lost=False)
            return written(404, {"message": "404: Not Found", "code": 0}, {})
        route, params = found
        call = Call(request.method, path, route.template, params, dict(request.query))
        verdict = world.limits.take(route.method, route.template, call.major)
        try:
            call.body, call.files = await read(request)
        except (ValueError, web.HTTPRequestEntityTooLarge) as error:
            return self._done(call, ApiError(50109 if isinstance(error, ValueError) else 40005), verdict.headers)
        if verdict.retry_after is not None:
            self._log(call, 429, 0, lost=False)
            body = too_many(verdict.retry_after, is_global=verdict.is_global)
            waits = {"Retry-After": f"{verdict.retry_after:.3f}", "Via": "1.1 google"}
            return written(429, body, verdict.headers | waits)
        return await self._through_faults(request, route, call, verdict.headers)

    async def _through_faults(
        self, request: web.Request, route: Route, call: Call, headers: dict[str, str]
    ) -> web.Response:
        last: Fault | None = None
        for fault in self._world.faults.meet(call.method, call.path):
            if fault.seconds:
                await asyncio.sleep(fault.seconds)
            else:
                last = fault
        if last is not None and last.status is not None:
            return self._faulty(call, last, last.status, headers)
        if last is not None and last.undone:
            return self._lost(request, call, 0)
        result = await self._result(request, route, call)
        if last is not None and last.lose:
            return self._lost(request, call, result.status if isinstance(result, ApiError) else result[0])
        return self._done(call, result, headers)

    async def _result(self, request: web.Request, route: Route, call: Call) -> Answer | ApiError:
        try:
            self._check_token(request, call)
            result = route.handler(self._world, call)
            return await result if inspect.isawaitable(result) else result
        except ApiError as error:
            return error

    def _check_token(self, request: web.Request, call: Call) -> None:
        token = self._world.application.token
        given = request.headers.get("Authorization", "")
        if call.path.startswith(WITHOUT_TOKEN) or call.path == activities.TOKEN:
            return
        if call.path == "/users/@me" and given.startswith("Bearer "):
            call.bearer = given.removeprefix("Bearer ")
            if call.bearer not in self._world.activities.tokens:
                raise ApiError(0)
            return
        if not given.startswith("Bot ") or (token is not None and given != f"Bot {token}"):
            raise ApiError(0)

    def _done(self, call: Call, result: Answer | ApiError, headers: dict[str, str]) -> web.Response:
        if isinstance(result, ApiError):
            self._log(call, result.status, result.code, lost=False)
            if result.status == 429:
                headers = headers | {"Via": "1.1 google", "Retry-After": f"{result.retry_after:.3f}"}
            return written(result.status, result.body(), headers)
        self._log(call, result[0], 0, lost=False)
        return written(*result, headers)

    def _faulty(self, call: Call, fault: Fault, status: int, headers: dict[str, str]) -> web.Response:
        self._log(call, status, fault.code, lost=False)
        if status != 429:
            return written(status, {"message": fault.message, "code": fault.code}, headers)
        extra = {"Retry-After": f"{fault.retry_after:.3f}"} | ({"Via": "1.1 google"} if fault.via else {})
        if fault.global_limit:
            extra |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        body = too_many(fault.retry_after, is_global=fault.global_limit)
        return written(429, body | ({"code": fault.code} if fault.code else {}), headers | extra)

    def _lost(self, request: web.Request, call: Call, status: int) -> web.Response:
        self._log(call, status, 0, lost=True)
        if request.transport is not None:
            request.transport.close()
        return web.Response(status=500)

    def _log(self, call: Call, status: int, code: int, *, lost: bool) -> None:
        channel_id = int(call.params["channel_id"]) if call.params.get("channel_id", "").isdecimal() else None
        channel = self._world.channels.get(channel_id) if channel_id is not None else None
        public = (call.method, call.route) in PUBLIC and (channel is None or not channel.is_dm)
        self._world.rest.calls.append(
            RestCall(
                call.method,
                call.route,
                call.path,
                call.major,
                status,
                code,
                self._world.clock.now(),
                call.body,
                lost,
                channel_id,
                public,
            )
        )
