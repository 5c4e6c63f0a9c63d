"""The application for Discord's adapter, and the making of that adapter; loaded only if Discord is used."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

import structlog

from bot.adapters.discord import DiscordAdapter, point_to
from bot.adapters.discord.inbound.person_menus import names as menu_names
from bot.adapters.discord.inbound.slash import as_slash
from bot.adapters.discord.inbound.slash_commands import as_json
from bot.adapters.discord.outbound.piece_emojis import Synced
from bot.adapters.discord.outbound.piece_emojis import as_listed as emojis_as_listed
from bot.adapters.discord.port import PersonHere, ServerSettings, TableOf
from bot.app.application import Application, opened
from bot.app.on_platform import OnPlatform
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.delivery.places import Here
from bot.people.communities import Communities
from bot.people.preferences import Way, way_of
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Answer, Message, Person, Reply, Update
from bot.ports.serving import Service
from bot.render.painter import PainterBeside
from bot.render.panel import TableView, names
from bot.text import Words
from bot.text.reader import MOST_WORDS
from persistence import StoreTrouble

COMMANDS: Final = "discord-commands"
log = structlog.get_logger()


class OnDiscord(OnPlatform):
    """Answers the questions that only Discord's adapter asks of the application."""

    platform = DiscordAdapter.platform

    async def hand(self, message: Message) -> Update | Reply:
        return await self._app.own_page.hand(message)

    async def hand_in_tournament(self, message: Message) -> Update | Reply:
        return await self._app.own_page.hand_in_tournament(message)

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        await self._app.own_page.hand_was_shown(message, update)

    async def purse_and_tables(self, message: Message, person: PersonId) -> PersonHere | Reply:
        words = self.words(message.locale, message.venue)
        try:
            home = await self._app.part(Communities).home_of(message.venue)
            purse = await self._app.store.balance(home, f"purse:{person}")
            found = await self._app.queries.tables_of(person, message.venue, self.platform)
        except StoreTrouble:
            return Answer(words.text("busy-store"), ok=False)
        tables = [TableOf(TableView(one, words).title, one.code, place, handle) for one, place, handle in found]
        return PersonHere(purse, tuple(tables))

    async def called_at(self, message: Message, person: PersonId) -> str:
        words = self.words(message.locale, message.venue)
        try:
            found = await self._app.queries.tables_of(person, message.venue, self.platform)
        except StoreTrouble:
            return ""
        for session, place, _ in found:
            seat = session.seat_of(person)
            here = session.code == message.table if message.table else place == message.place
            if here and seat is not None:
                name = names(session, words)[seat]
                return name if len(name.split()) <= MOST_WORDS else str(seat + 1)
        return ""

    async def look(self, person: Person, venue: VenueId, place: PlaceId, locale: str) -> tuple[Update, ...]:
        return await self._app.look(person, venue, place, locale, told=False)

    async def part_closed(self, here: Here) -> None:
        await self._app.places.platform_closed(self.platform, here)

    async def part_open(self, here: Here) -> None:
        await self._app.places.platform_open(self.platform, here)

    async def part_here_again(self, here: Here) -> None:
        await self._app.places.here_again(self.platform, here)

    async def way_to_call(self, person: PersonId, venue: VenueId) -> Way:
        return await self._app.calls.way(person, venue)

    async def server_settings(self, venue: VenueId) -> ServerSettings:
        now, roles = await self._app.venues.settings(venue), await self.staff_roles(venue)
        return ServerSettings(
            tuple(sorted(roles)), way_of(now.calls) or "ping", now.threads, now.opening.only, now.fair
        )

    async def fair_place(self, venue: VenueId) -> PlaceId:
        return (await self._app.venues.settings(venue)).fair

    async def staff_roles(self, venue: VenueId) -> frozenset[int]:
        roles = (await self._app.venues.settings(venue)).staff
        return frozenset(int(role) for role in roles if role.isdecimal())


class Boxes(StoredNotes):
    """Notes on each person's direct messages (the channel, whether they are closed), calls, and last words."""

    kind = "discord-box"


class SharedDivision:
    """Divides Discord over the processes on one store. `own`: the shards that the operator gave to this one; None: they
    are leased.
    """

    def __init__(self, app: Application, own: Service | None) -> None:
        self._store, self._shares, self._own = app.store, app.shares, own

    def fixed(self) -> Service | None:
        return self._own

    def count(self) -> int:
        return self._shares.count_of(OnDiscord.platform) if self._own is None else self._own.of

    def shards_here(self, of: int) -> frozenset[int]:
        return self._shares.leased(OnDiscord.platform, of) if self._own is None else self._own.shards

    def held_elsewhere(self) -> frozenset[int]:
        return self._shares.held_elsewhere(OnDiscord.platform)

    def processes(self) -> int:
        return self._shares.parts_of(OnDiscord.platform)

    async def gate(self, name: str, seconds: float) -> float:
        """Take a turn, as `Division` says; if the store is away, each process counts alone."""
        try:
            return await self._store.take_room(f"discord-{name}", round(seconds * 1000), 1) / 1000
        except StoreTrouble:
            return 0.0


def discord_adapter(app: Application, settings: Settings, service: Service | None = None) -> DiscordAdapter:
    """Return the adapter of Discord. `service`: what of it this process serves; all by default."""
    point_to(settings.discord_api_base, settings.discord_gateway_url)
    token = settings.discord_token.get_secret_value()
    fixed = service if service is not None and service.fixed else None
    division = SharedDivision(app, fixed)
    return DiscordAdapter(OnDiscord(app), Boxes(app.store), token, division=division, painter=app.part(PainterBeside))


async def welcome(app: Application, discord: DiscordAdapter, announce: Callable[[str], None]) -> None:
    """Wait for the first connection to Discord; then announce the invitation link, and send the commands if they
    changed.
    """
    await discord.supervisor.first_ready.wait()
    client = discord.supervisor.client
    if client is None:
        return
    announce(f"Discord is connected as {client.user}. Add the bot to a server: {client.invite}")
    if not client.reads_chat:
        announce(
            "It can't read plain chat (the message-content intent is off): slash commands, buttons, mentions and "
            "direct messages work. docs/run-on-discord.md says how to switch it on."
        )
    try:
        payload = [command.to_dict(client.tree) for command in client.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest().encode()
        name = str(client.application_id)
        if await app.store.note(COMMANDS, name) != digest:
            await client.tree.sync()
            await app.store.put_note(COMMANDS, name, digest)
            announce(f"{len(payload)} commands made known to Discord.")
    except Exception as error:  # noqa: BLE001 - the old ones still work; `potluck sync` tells more
        log.warning("slash commands could not be made known", kind=type(error).__name__)


async def sync(settings: Settings, *, only_emojis: bool = False) -> tuple[int, Synced]:
    """Send the slash commands and emojis to Discord now; return how many. Raises NotKnownError."""
    async with opened(settings) as app:
        adapter = discord_adapter(app, settings)
        return 0 if only_emojis else await adapter.sync(), await adapter.sync_emojis()


def slash_tree() -> list[dict[str, Any]]:
    """Return all commands as JSON: names, descriptions, options; those of the menu for people come last."""
    words = Words("en", DiscordAdapter.prefix, spelled=as_slash)
    menus = [{"name": name, "description": "", "options": [], "type": "user"} for name in menu_names(words)]
    return [*as_json(words), *menus]


__all__ = ["discord_adapter", "emojis_as_listed", "slash_tree", "sync", "welcome"]
