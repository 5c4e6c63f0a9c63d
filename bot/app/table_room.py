"""Serving the table room: the application for the web, and the opening of the room."""

import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import click
import structlog
from aiohttp import web
from msgspec.structs import replace

from bot.adapters.web import KEPT_SECONDS, ConnectionLimits, DiscordSide, TableRoom
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.chats import Chats
from bot.app.application import Application
from bot.app.open_files import RESERVED, raise_open_files
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.commands.links import LinkCommands
from bot.commands.table import COMMANDS
from bot.commands.wing import entries, pages, words_set
from bot.delivery.replays import Replays
from bot.people.doors import is_own_machine
from bot.people.faces import Faces
from bot.people.new_rooms import GUEST, NewRooms
from bot.ports.browser import GameChoice, GameEnded, MenuEntry, Upcoming
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import Arrival, Door, File, Message, Person, Reply, Rights, Update
from bot.ports.replays import Course, Film, FilmOdds, ShownReplay
from bot.render.chooser import choice
from bot.render.menu import menu
from bot.table.change import Refused
from bot.table.hooks import Hooks
from games.catalogue import catalogue
from persistence import StoreTrouble

T = TypeVar("T")
FEWEST = 16
"""The least number of connections, even if the system allows only few files."""
log = structlog.get_logger()


class SignIn(Protocol):
    """The sign-in of a platform."""

    def address(self, purpose: str, state: str) -> str: ...

    async def arrived(self, purpose: str, code: str) -> Arrival | str: ...

    def key_fits(self, key: str) -> bool: ...


SignIns = Mapping[str, SignIn]
"""Sign-ins, by platform."""


class Room:
    """Answers what the web asks of the application."""

    def __init__(self, app: Application, sign_ins: SignIns) -> None:
        self._app, self._sign_ins = app, sign_ins
        self.hear, self.now = app.dispatcher.hear, app.store.clock.now
        self._links, self._doors, self._rooms = app.part(LinkCommands), app.doors, NewRooms(app.store)
        self._games: dict[str, tuple[GameChoice, ...]] = {}

    async def repeated(self, message: Message) -> Reply | None:
        return await self._app.dispatcher.repeated(message)

    async def look(
        self, person: Person, venue: VenueId, place: PlaceId, locale: str, table: str = ""
    ) -> tuple[Update, ...]:
        updates = await self._app.look(person, venue, place, locale, page=True, table=table)
        if person.id:
            await self._app.queries.page_was_opened(person, table)
        return updates

    async def lets_in(self, room: str, address: str) -> bool:
        return await self._rooms.lets_in(room, address)

    def games(self, locale: str) -> tuple[GameChoice, ...]:
        """Return the games, those for the fewest players first; made once for each language, as they never change."""
        if locale not in self._games:
            found = sorted(catalogue().values(), key=lambda game: game.seats(game.options_from({}))[0])
            self._games[locale] = tuple(choice(game, self._app.languages.words(locale, page=True)) for game in found)
        return self._games[locale]

    def knows(self, word: str) -> bool:
        return word in COMMANDS or word in words_set()

    def menu(self, locale: str) -> tuple[MenuEntry, ...]:
        listed = menu(self._app.languages.words(locale, page=True), entries())
        return tuple(replace(one, anywhere=not COMMANDS[one.line.split()[0]].of_a_table) for one in listed)

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        return self._app.languages.words(locale, page=True).text(sentence, **args)

    async def silenced(self, person: Person, venue: VenueId, rights: Rights, locale: str) -> str:
        try:
            await self._app.hooks.check_speaking(await self._app.selves.known(person), venue, rights)
        except Refused as silent:
            return self._app.languages.words(locale, page=True).sentence(silent.reason)
        return ""

    # People of other platforms

    async def person_of(self, one: PersonId) -> PersonId:
        return await self._app.selves.person_of(one)

    async def face_of(self, person: PersonId) -> str:
        return await self._app.part(Faces).of(person)

    async def sits_at(self, person: PersonId, table: str) -> bool:
        return await self._app.directory.seated(person, table) is not None

    async def settled(self, venue: VenueId) -> None:
        await self._app.venues.settings(venue)

    def rights_of(self, person: PersonId, venue: VenueId) -> Rights:
        return max(self._app.dispatcher.standing.rights_of(one, venue) for one in self._app.selves.ids(person))

    async def door(self, platform: str, name: str) -> Door | None:
        door = await self._doors.door(platform, name)
        if door is None:
            return None
        await self._app.venues.settings(door.venue)
        return replace(door, prefix=self._app.languages.words("en", platform, door.venue).prefix)

    async def door_address(self, place: PlaceId) -> str:
        return await self._doors.told_way_in(place)

    async def new_code(self, door: Door, lock: str) -> str:
        return await tried(self._links.hand_codes.new_code(door, lock)) or ""

    async def bound(self, lock: str) -> Arrival | None:
        return await tried(self._links.hand_codes.bound(lock))

    async def redeem(self, secret: str) -> Arrival | None:
        return await tried(self._links.redeem(secret))

    def sign_in_address(self, platform: str, purpose: str, state: str) -> str:
        way = self._sign_ins.get(platform)
        return "" if way is None else way.address(purpose, state)

    async def signed_in(self, platform: str, purpose: str, code: str) -> Arrival | str:
        way = self._sign_ins.get(platform)
        return "web-sign-in-failed" if way is None else await way.arrived(purpose, code)

    def setup_key_fits(self, key: str) -> bool:
        return any(way.key_fits(key) for way in self._sign_ins.values())

    async def commentary(self, venue: VenueId, place: PlaceId, table: str, locale: str) -> tuple[str, ...]:
        return await self._app.queries.commentary_at(venue, place, table, locale)

    async def replayed_course(self, link: str) -> Course | None:
        return await self._app.part(Replays).course(link)

    async def replay(self, link: str, locale: str) -> ShownReplay | None:
        return await self._app.part(Replays).shown(link, locale)

    async def film(self, link: str, eyes: str, locale: str) -> Film | None:
        return await self._app.part(Replays).film(link, eyes, locale)

    async def replay_picture(self, link: str, locale: str) -> bytes | None:
        return await self._app.part(Replays).picture(link, locale)

    async def replayed_odds(self, link: str, eyes: str, step: int, locale: str) -> FilmOdds | None:
        return await self._app.part(Replays).odds(link, eyes, step, locale)

    async def replayed_record(self, link: str) -> File | None:
        return await self._app.part(Replays).record(link)

    async def evening(self, place: PlaceId, locale: str) -> tuple[GameEnded, ...]:
        return await self._app.evenings.of(place, locale)

    async def upcoming(self, venue: VenueId, place: PlaceId, locale: str) -> Upcoming | None:
        for ask in self._app.part(Hooks).upcoming:
            if (found := await tried(ask(venue, place, locale))) is not None:
                return found
        return None

    def typed(self, venue: VenueId, place: PlaceId, line: str) -> str:
        platform = platform_of(place)
        if self._app.platforms.is_pages(platform):
            return ""
        return self._app.languages.words("en", platform, venue).typed(line)


async def tried(asked: Awaitable[T]) -> T | None:
    """Return the result, or None while the store is away: pages ask again."""
    try:
        return await asked
    except StoreTrouble as trouble:
        log.warning("the store could not serve a page", kind=trouble.kind)
        return None


class StoredGuests(StoredNotes):
    """Guests, stored so that a seat survives a restart. A note holds a hash, no cookie."""

    kind = GUEST
    kept = KEPT_SECONDS


class StoredOverlays(StoredNotes):
    """The settings of overlays for streams, and hashes of their keys."""

    kind = "overlay"


class StoredChats(StoredNotes):
    """The last public lines of each room, for a day. Only lines that everybody in the room could read."""

    kind = "chat"
    kept = 24 * 3600


@contextlib.asynccontextmanager
async def open_room(
    app: Application,
    settings: Settings,
    host: str,
    port: int,
    announce: Callable[[str], None],
    sign_ins: SignIns = MappingProxyType({}),
) -> AsyncIterator[TableRoom]:
    """Serve the table room until it is no longer needed. Raises ClickException if the port is not free."""
    room = room_of(app, settings, host, port, Room(app, sign_ins))
    app.shares.when_changed.append(lambda: room.others_are(app.shares.live))
    app.add(room)
    app.hooks.stops.append(room.stop)  # once more: what was posted since its pages were closed is stored
    await start(room, settings, host, port)
    app.add_window(room)
    app.doors.public = settings.public_url.rstrip("/") + "/" if settings.public_url else address(host, room.port)
    app.doors.lead_nowhere = is_own_machine(settings.public_url)
    room.reached_at(app.doors.public)
    announce(f"The table room is open: {address(host, room.port)}   (Ctrl-C closes it; the tables are kept)")
    if settings.discord_client_id:
        announce(f"Inside Discord it opens where the portal maps / to {mapped(settings)}. See docs/activity.md.")
    try:
        yield room
    finally:
        await room.stop()


def room_of(app: Application, settings: Settings, host: str, port: int, bot: Room) -> TableRoom:
    """Return the table room for these settings, not started yet."""
    return TableRoom(
        bot,
        StoredGuests(app.store),
        host=host,
        port=port,
        prefix=settings.prefix,
        staff_word=settings.staff_word.get_secret_value(),
        public=urlsplit(settings.public_url).netloc,
        overlay_notes=StoredOverlays(app.store),
        chat_notes=StoredChats(app.store),
        others=app.store.news,
        proxies=settings.proxies,
        limits=limits_of(settings),
        discord=discord_side(settings),
        more=partial(pages_of_wings, app),
    )


def pages_of_wings(app: Application, requests: Requests, chats: Chats) -> list[web.RouteDef]:
    """Return the routes of the pages that wings add."""
    part = app.part.beside({Requests: requests, Chats: chats})
    return [route for page in pages() for route in part(page).routes()]


def mapped(settings: Settings) -> str:
    """Return the target for Discord's portal, host and path, under which the Activity is reached."""
    return f"{urlsplit(settings.public_url).netloc or '(set POTLUCK_PUBLIC_URL)'}/activity"


def discord_side(settings: Settings) -> DiscordSide | None:
    """Return Discord's settings for the room inside it; None: it does not open there.

    Raises ClickException if only some of the needed settings are there.
    """
    secret, token = settings.discord_client_secret.get_secret_value(), settings.discord_token.get_secret_value()
    if not (settings.discord_client_id or secret):
        return None
    if not (settings.discord_client_id and secret and token):
        raise click.ClickException(
            "DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_TOKEN go together. See docs/activity.md."
        )
    return DiscordSide(
        settings.discord_client_id,
        secret,
        token,
        api_base=settings.discord_api_base,
        app_origins=settings.discord_app_origins,
        frame_origin=settings.discord_frame_origin,
    )


async def start(room: TableRoom, settings: Settings, host: str, port: int) -> None:
    """Start the room and its health check. Raises ClickException if a port is not free."""
    try:
        await room.start()
    except OSError as error:
        raise click.ClickException(f"Port {port} of {host} can't be had ({error.strerror}). Try --port.") from None
    try:
        if settings.health_port is not None:
            await room.answer_health(settings.health_port)
    except OSError as error:
        await room.stop()
        raise click.ClickException(
            f"Port {settings.health_port}, for the health check, can't be had ({error.strerror}). "
            "Set POTLUCK_HEALTH_PORT to another one, or to none."
        ) from None


def limits_of(settings: Settings) -> ConnectionLimits:
    """Return the owner's limits, but no more connections than this process can have open besides all else."""
    most = min(settings.connections, max(raise_open_files() - RESERVED, FEWEST))
    return ConnectionLimits(connections=most, of_one=min(settings.connections_of_one, most))


def address(host: str, port: int) -> str:
    """Return the address to type into a browser; for phones, this machine's address in the local network."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - asked for by --host
        host = own_address()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return found
