"""The whole bot at work: an application with every adapter that the settings name, until it is told to stop."""

import asyncio
import hashlib
import json
import signal
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import click
import structlog

from bot.adapters.discord import BadTokenError, DiscordAdapter, point_to
from bot.adapters.discord.inbound.person_menus import names
from bot.adapters.discord.inbound.slash import as_slash
from bot.adapters.discord.inbound.slash_commands import as_json
from bot.adapters.discord.outbound.piece_emojis import Synced
from bot.adapters.discord.outbound.piece_emojis import as_listed as emojis_as_listed
from bot.adapters.discord.port import PersonHere, ServerSettings, TableOf
from bot.app.application import Application, opened
from bot.app.collecting import set_aside_what_stays
from bot.app.on_platform import OnPlatform
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.app.table_room import open_room
from bot.commands.links import is_own_machine
from bot.delivery.places import Here
from bot.people.calls import Way, way_of
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Adapter, Answer, Message, Person, Reply, Update
from bot.render.panel import TableView
from bot.text import Words
from bot.text.reading import read_later
from persistence import StoreTrouble

if TYPE_CHECKING:
    from bot.adapters.twitch import TwitchAdapter

COMMANDS: Final = "discord-commands"
log = structlog.get_logger()


class OnDiscord(OnPlatform):
    """Answer what only Discord's adapter asks of the application."""

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
            home = await self._app.communities.home_of(message.venue)
            purse = await self._app.store.balance(home, f"purse:{person}")
            found = await self._app.queries.tables_of(person, message.venue, self.platform)
        except StoreTrouble:
            return Answer(words.text("busy-store"), ok=False)
        tables = [TableOf(TableView(one, words).title, one.code, place, handle) for one, place, handle in found]
        return PersonHere(purse, tuple(tables))

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
    """Notes on each person's direct messages (their channel, and whether they are closed), calls, and last words."""

    kind = "discord-box"


def discord_adapter(app: Application, settings: Settings) -> DiscordAdapter:
    point_to(settings.discord_api_base, settings.discord_gateway_url)
    token = settings.discord_token.get_secret_value()
    return DiscordAdapter(OnDiscord(app), Boxes(app.store), token)


async def run(
    settings: Settings,
    host: str,
    port: int,
    announce: Callable[[str], None] = click.echo,
    *,
    new_key: bool = False,
    guided: bool = False,
) -> None:
    """Run the bot until SIGINT or SIGTERM; `announce` prints what whoever started it should know, and
    `new_key` adds a key. `guided`: what is to be mended with Twitch is told by somebody else.

    Raises StoreTrouble, OSError and NotKnownError with sentences when it can't start.
    """
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with opened(settings, new_key=new_key) as app:
        discord = discord_adapter(app, settings) if settings.discord_token.get_secret_value() else None
        check_twitch(settings)
        twitch = on_twitch(app, settings) if settings.twitch_client_id else None
        chats: list[Chat] = [one for one in (discord, twitch) if one is not None]
        for chat in chats:
            app.add(chat)
        if twitch is not None:
            app.add_broadcast(twitch.platform, twitch.channel_features)
        sign_ins = {} if twitch is None else {twitch.platform: twitch.accounts}
        async with open_room(app, settings, host, port, announce, sign_ins):
            if twitch is not None:
                twitch.accounts.back = f"{app.links.public}signed-in/{twitch.platform}"
            await app.start()
            set_aside_what_stays()
            try:
                await until(stop, chats, welcomes(app, discord, twitch, settings, announce, guided=guided))
            finally:
                await app.stop()
                await asyncio.gather(*(chat.stop() for chat in chats))


def on_twitch(app: Application, settings: Settings) -> "TwitchAdapter":
    from bot.app.on_twitch import twitch_adapter  # noqa: PLC0415 - its library is loaded only where it is needed

    return twitch_adapter(app, settings)


def check_twitch(settings: Settings) -> None:
    """Raise ClickException where only one half of Twitch's credentials is set."""
    if bool(settings.twitch_client_id) != bool(settings.twitch_client_secret.get_secret_value()):
        raise click.ClickException("TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET go together. See docs/stream.md.")


def welcomes(
    app: Application,
    discord: DiscordAdapter | None,
    twitch: "TwitchAdapter | None",
    settings: Settings,
    announce: Callable[[str], None],
    *,
    guided: bool,
) -> list[Coroutine[None, None, None]]:
    """Return what is to be told to whoever started the bot, for each chat that it runs on."""
    found = [] if discord is None else [welcome(app, discord, announce)]
    return found + ([] if twitch is None else [welcome_twitch(app, twitch, settings, announce, guided=guided)])


class Chat(Adapter, Protocol):
    """An adapter that keeps a connection of its own."""

    async def run(self) -> None:
        """Serve the platform until cancelled; raise NotKnownError where it does not know us."""
        ...

    async def stop(self) -> None:
        """Close the connection."""
        ...


async def until(stop: asyncio.Event, chats: Sequence[Chat], welcomes: Sequence[Coroutine[None, None, None]]) -> None:
    """Run the chats until told to stop; where one fails the others play on, unless it does not know us at all."""
    running = [asyncio.create_task(chat.run(), name=f"{chat.platform} adapter") for chat in chats]
    beside = [asyncio.create_task(welcome, name="welcome") for welcome in welcomes]
    beside.append(asyncio.create_task(read_later(), name="words"))
    stopped = asyncio.create_task(stop.wait())
    done, waiting = await asyncio.wait({*running, stopped}, return_when=asyncio.FIRST_COMPLETED)
    for task in (*waiting, *beside):
        task.cancel()
    await asyncio.gather(*waiting, *beside, return_exceptions=True)
    for task in running:
        if task in done:
            task.result()


async def welcome(app: Application, discord: DiscordAdapter, announce: Callable[[str], None]) -> None:
    """Wait for the first connection to Discord; then announce the way in, and send the commands if they changed."""
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
    except Exception as error:  # noqa: BLE001 - the old ones serve; `potluck sync` says what is wrong
        log.warning("slash commands could not be made known", kind=type(error).__name__)


async def welcome_twitch(
    app: Application, twitch: "TwitchAdapter", settings: Settings, announce: Callable[[str], None], *, guided: bool
) -> None:
    """Tell whoever started the bot, once, how the bot's own account and channels are connected.

    `guided`: what is to be mended somebody else tells.
    """
    public = app.links.public
    needed = asyncio.create_task(twitch.supervisor.needs_bot.wait())
    ready = asyncio.create_task(twitch.supervisor.first_ready.wait())
    try:
        await asyncio.wait({needed, ready}, return_when=asyncio.FIRST_COMPLETED)
        if not twitch.supervisor.first_ready.is_set():
            announce(
                "Twitch needs an account for the bot. Your browser is signed in as yourself, so open this in a private "
                "window (or another browser), and sign in as the bot there. The address is for you alone: "
                f"{public}connect/twitch/bot#{twitch.accounts.setup_key}"
            )
        await ready
    finally:
        needed.cancel()
        ready.cancel()
    client = twitch.supervisor.client
    channels = () if client is None else sorted(channel.login for channel in client.channels.values())
    if is_own_machine(settings.public_url) and not guided:
        announce(
            "Viewers are told to come to an address of this machine. Set POTLUCK_PUBLIC_URL to the one they can reach."
        )
    own = None if client is None else client.channels.get(client.me)
    if own is not None and not settings.twitch_own_account and not guided:
        announce(
            f"The bot's account is {own.login}, whose channel it plays in: it does not hear what {own.login} types. "
            "Make it an account of its own, or say TWITCH_OWN_ACCOUNT=true. docs/stream.md says more."
        )
    named = ", ".join(channels) or "none yet"
    may = "set their overlays up" if settings.twitch_channels else "connect theirs"
    announce(f"Twitch is connected. Channels: {named}. Streamers {may} here: {public}connect/twitch")


async def sync(settings: Settings, *, only_emojis: bool = False) -> tuple[int, Synced]:
    """Make the slash commands known to Discord now, and upload the emojis; return how many. Raises NotKnownError."""
    async with opened(settings) as app:
        adapter = discord_adapter(app, settings)
        return 0 if only_emojis else await adapter.sync(), await adapter.sync_emojis()


def slash_tree() -> list[dict[str, Any]]:
    """Return all commands as JSON has them: names, descriptions, options; those of the menu for people last."""
    words = Words("en", DiscordAdapter.prefix, spelled=as_slash)
    menus = [{"name": name, "description": "", "options": [], "type": "user"} for name in names(words)]
    return [*as_json(words), *menus]


__all__ = ["BadTokenError", "discord_adapter", "emojis_as_listed", "run", "slash_tree", "sync"]
