"""Provide a night on Discord, on Twitch and in the table room: both stand-ins, real pages, and the whole bot on
sockets.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import discord.gateway
import discord.http
from on_twitch.openers import lets_open
from standins.discord import people as discord_people
from standins.discord.stand_in import DiscordStandIn
from standins.twitch import people as twitch_people
from standins.twitch.joined import pointed_at
from standins.twitch.stand_in import TwitchStandIn

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.discord import DiscordAdapter
from bot.adapters.discord import point_to as discord_to
from bot.adapters.discord.connection import supervisor
from bot.adapters.discord.connection.client import TableClient
from bot.adapters.discord.limits import RateLimits
from bot.adapters.twitch import Accounts, TwitchAdapter
from bot.adapters.twitch.connection.accounts import SCOPES, Account
from bot.adapters.web import TableRoom
from bot.app.application import Application
from bot.app.on_discord import Boxes, OnDiscord
from bot.app.on_twitch import OnTwitch, TwitchNotes
from bot.app.table_room import Room, StoredChats, StoredGuests, StoredOverlays, pages_of_wings
from bot.commands.links import LinkCommands
from bot.engine.vault import Vault
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Offer, Person, Update
from bot.render.painter import PainterHere
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from persistence import Store

PATIENCE = 50.0
"""In seconds: longer than the half minute of waiting that Twitch's limits cause."""
STAFF_WORD = "open sesame"
T = TypeVar("T")


class PromptClient(TableClient):
    """The bot's own client, which does not wait long for servers that it was not told of."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._connection.guild_ready_timeout = 0.05
        self._connection.heartbeat_timeout = 60.0


class Browser:
    """A person's seat in their own browser, as the page's script uses it."""

    def __init__(self, base: str, session: aiohttp.ClientSession) -> None:
        self.base, self._session, self.seat, self._said = base, session, "", 0

    async def sit(self, name: str, room: str = "main") -> None:
        form = {"name": name, "room": room}
        async with self._session.post(
            f"{self.base}sit", data=form, headers=self._ours, allow_redirects=False
        ) as answer:
            self.seat = answer.headers["Location"]

    async def code(self, door: str) -> str:
        """Return the code that the page of a place shows to this browser."""
        return str((await self._post(f"{door}/code", {}))["code"])

    async def follows(self, secret: str) -> None:
        """Press a personal link."""
        self.seat = (await self._post("/hand", {"secret": secret}))["go"]

    async def says(self, text: str, **about: Any) -> dict[str, Any]:
        self._said += 1
        return await self._post(f"{self.seat}say", {"id": f"line-{self._said}", "text": text, **about})

    async def presses(self, offer: Offer, line: str, update: Update) -> dict[str, Any]:
        """Send the move as a button or a form of the page does."""
        told = {"table": update.code, "ask": update.card.ask, "private": offer.secret, "pressed": True}
        return await self.says(line, **told)

    @property
    def _ours(self) -> dict[str, str]:
        return {"Sec-Fetch-Site": "same-origin", "Origin": self.base.rstrip("/")}

    async def _post(self, path: str, content: dict[str, Any]) -> dict[str, Any]:
        url = f"{self.base.rstrip('/')}{path}"
        async with self._session.post(url, json=content, headers=self._ours) as answer:
            told: dict[str, Any] = json.loads(await answer.text())
            assert answer.status == 200, (path, answer.status, told)
            return told

    async def close(self) -> None:
        await self._session.close()


class BothNight:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._stack = contextlib.AsyncExitStack()
        self.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes(token_hex(8)))
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        self.browsers: list[Browser] = []

    async def __aenter__(self) -> Self:
        self.discord = await self._stack.enter_async_context(DiscordStandIn())
        self.twitch = await self._stack.enter_async_context(TwitchStandIn())
        self._stack.enter_context(pointed_at(self.twitch))
        discord_to(self.discord.api_base, self.discord.gateway_url)
        supervisor.TableClient = PromptClient  # type: ignore[misc]
        self.discord.limits.off()
        self.guild = self.discord.world.guild("the inn")
        self.channel = self.guild.channel("table")
        self.inn = self.twitch.world.channel("inn")
        await lets_open(self.store, self.inn)
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for browser in self.browsers:
            await browser.close()
        await self.stop()
        supervisor.TableClient = TableClient  # type: ignore[misc]
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        await self._stack.aclose()

    async def start(self) -> None:
        self.house = Application(self.store, self.dice, Defaults(pace=0, bots_from_bank=True))
        unlimited = RateLimits(limited=False)
        self.on_discord = DiscordAdapter(
            OnDiscord(self.house), Boxes(self.store), "a-token", unlimited, painter=PainterHere()
        )
        self.on_twitch = await self._twitch_adapter()
        self.house.add(self.on_discord)
        self.house.add(self.on_twitch)
        await self._open_room()
        self._running = [asyncio.create_task(one.run()) for one in (self.on_discord, self.on_twitch)]
        await asyncio.wait_for(self.on_discord.supervisor.first_ready.wait(), PATIENCE)
        await asyncio.wait_for(self.on_twitch.supervisor.first_ready.wait(), PATIENCE)
        await self.house.start()
        await self.on_discord.sync()

    async def _twitch_adapter(self) -> TwitchAdapter:
        world, keys, notes = self.twitch.world, Keys({1: bytes(32)}), TwitchNotes(self.store)
        self.accounts = Accounts(notes, Vault(keys), world.application.id, world.application.secret, ["inn"])
        token = world.authorise(world.bot, SCOPES["bot"])
        await self.accounts.keep(Account(world.bot.id, token.value, token.refresh, SCOPES["bot"]))
        await self.accounts.be(world.bot.id)
        return TwitchAdapter(OnTwitch(self.house), notes, self.accounts)

    async def _open_room(self) -> None:
        self.room = TableRoom(
            Room(self.house, {"twitch": self.accounts}),
            StoredGuests(self.store),
            staff_word=STAFF_WORD,
            overlay_notes=StoredOverlays(self.store),
            chat_notes=StoredChats(self.store),
            more=partial(pages_of_wings, self.house),
        )
        self.house.add(self.room)
        self.house.add_window(self.room)
        await self.room.start()
        self.base = f"http://127.0.0.1:{self.room.port}/"
        self.house.doors.public = self.base

    async def stop(self) -> None:
        await self.house.stop()
        await asyncio.gather(self.on_discord.stop(), self.on_twitch.stop(), self.room.stop())
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    # People

    def on_the_server(self, name: str) -> discord_people.Person:
        found = self.discord.world.person(name)
        self.guild.join(found)
        return found

    def in_chat(self, name: str) -> twitch_people.Person:
        found = self.twitch.world.person(name)
        self.inn.join(found)
        return found

    def browser(self) -> Browser:
        jar = aiohttp.CookieJar(unsafe=True)
        self.browsers.append(Browser(self.base, aiohttp.ClientSession(cookie_jar=jar)))
        return self.browsers[-1]

    async def linked(self, person: twitch_people.Person) -> Browser:
        """Return a browser that became this person's by a personal link."""
        browser, place = self.browser(), f"twitch:{self.inn.id}"
        await browser.follows(
            await self.house.part(LinkCommands).personal(self.person_of(person), VenueId(place), PlaceId(place))
        )
        return browser

    # Tables

    async def session(self) -> Session:
        (found,) = await self.house.directory.at(f"discord:{self.guild.id}", f"discord:{self.channel.id}", fresh=True)
        return found

    def person_of(self, one: twitch_people.Person) -> Person:
        return Person(PersonId(f"twitch:{one.id}"), one.display_name)

    async def until_tables(self, place: str) -> list[Session]:
        for _ in range(int(PATIENCE / 0.05)):
            if found := await self.house.directory.at(VenueId(place), PlaceId(place), fresh=True):
                return found
            await asyncio.sleep(0.05)
        raise AssertionError("no table was opened")

    async def own(self, person: str, venue: str, place: str) -> Update | None:
        """Return what this person may see of their own."""
        seen = await self.house.look(Person(person, ""), venue, place, "en")
        return next((one for one in seen if one.audience == f"person:{person}"), None)

    async def until(self, found: Callable[[], T | None], what: str = "it") -> T:
        for _ in range(int(PATIENCE / 0.02)):
            if value := found():
                return value
            await asyncio.sleep(0.02)
        raise AssertionError(f"never came: {what}")

    async def comes_to(self, holds: Callable[[Session], bool], what: str) -> Session:
        for _ in range(int(PATIENCE / 0.02)):
            if holds(session := await self.session()):
                return session
            await asyncio.sleep(0.02)
        raise AssertionError(f"never: {what}")


def code_in(text: str) -> str:
    """Return the code for a mirror in the sentence that tells it."""
    found = re.search(r"mirror (?:code:)?([0-9A-Z]{6})", text)
    assert found is not None, text
    return found[1]
