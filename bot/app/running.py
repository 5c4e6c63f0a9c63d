"""Running the whole bot: an application with all adapters that the settings name, until it is stopped."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import click
import structlog

from bot.app.application import Application, opened
from bot.app.collecting import set_aside_what_stays
from bot.app.served import DISCORD, TWITCH, served
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.commands.wing import serving
from bot.people.doors import Doors, is_own_machine
from bot.ports.messages import Adapter
from bot.ports.rooms import PAGES
from bot.ports.serving import Service
from bot.text.reading import read_later

if TYPE_CHECKING:
    from bot.adapters.discord import DiscordAdapter
    from bot.adapters.twitch import Accounts, TwitchAdapter

HEARD_WITHIN: Final = 3.0
"""Seconds after the signal to stop within which what was heard is answered."""
TOLD_WITHIN: Final = 4.0
"""The same for what everybody is told of it."""
GONE_WITHIN: Final = 5.0
"""The same for all of it."""
log = structlog.get_logger()


async def run(
    settings: Settings,
    host: str,
    port: int,
    announce: Callable[[str], None] = click.echo,
    *,
    new_key: bool = False,
    guided: bool = False,
    serves: Mapping[str, Service] | None = None,
) -> None:
    """Run the bot until SIGINT or SIGTERM. `announce` prints messages for the person who started it, and `new_key` adds
    a key. `guided`: somebody else tells what has to be fixed with Twitch. `serves`: by platform, what this process
    serves; all by default.

    Raises StoreTrouble, OSError and NotKnownError, with sentences, if it can't start.
    """
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with opened(settings, new_key=new_key) as app:
        serves = served(None, settings) if serves is None else serves
        discord, twitch = add_chats(app, settings, serves)
        for kind in serving():
            app.part(kind)
        async with contextlib.AsyncExitStack() as room:
            accounts = twitch.accounts if twitch is not None else accounts_of(app, settings)
            if PAGES in serves:
                sign_ins = {} if accounts is None else {TWITCH: accounts}
                await room.enter_async_context(open_room(app, settings, host, port, announce, sign_ins))
            else:
                lead_to_pages(app.doors, settings)
                announce(f"Serves {', '.join(map(str, serves.values()))}. Another process shows the pages.")
            if accounts is not None:
                accounts.back = f"{app.doors.public}signed-in/{TWITCH}" if app.doors.public else ""
            welcome = partial(welcomes, app, discord, twitch, settings, announce, guided=guided)
            chats: list[Chat] = [one for one in (discord, twitch) if one is not None]
            await until(stop, app, chats, welcome, room.aclose)


def add_chats(
    app: Application, settings: Settings, serves: Mapping[str, Service]
) -> tuple["DiscordAdapter | None", "TwitchAdapter | None"]:
    """Add the chat platforms that this process serves, and return their adapters. Raises ClickException."""
    discord = on_discord(app, settings, serves[DISCORD]) if DISCORD in serves else None
    check_twitch(settings)
    twitch = on_twitch(app, settings) if TWITCH in serves else None
    if discord is not None:
        app.add(discord)
    if twitch is not None:
        app.add(twitch)
        app.add_broadcast(twitch.platform, twitch.channel_features)
    return discord, twitch


def on_discord(app: Application, settings: Settings, service: Service) -> "DiscordAdapter":
    from bot.app.on_discord import discord_adapter  # noqa: PLC0415 - its library is loaded only where it is needed

    return discord_adapter(app, settings, service)


def on_twitch(app: Application, settings: Settings) -> "TwitchAdapter":
    from bot.app.on_twitch import twitch_adapter  # noqa: PLC0415 - its library is loaded only where it is needed

    return twitch_adapter(app, settings)


def accounts_of(app: Application, settings: Settings) -> "Accounts | None":
    """Return the accounts with which people of Twitch sign in on pages, where another process serves their chats."""
    if not settings.twitch_client_id:
        return None
    from bot.app.on_twitch import twitch_accounts_of  # noqa: PLC0415 - as above

    return twitch_accounts_of(app, settings)


def lead_to_pages(doors: Doors, settings: Settings) -> None:
    """Let the addresses that people are told lead to the pages of other processes."""
    doors.public = f"{settings.public_url.rstrip('/')}/" if settings.public_url else ""
    doors.lead_nowhere = is_own_machine(settings.public_url)


def check_twitch(settings: Settings) -> None:
    """Raise ClickException if only one of Twitch's two credentials is set."""
    if bool(settings.twitch_client_id) != bool(settings.twitch_client_secret.get_secret_value()):
        raise click.ClickException("TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET go together. See docs/stream.md.")


def welcomes(
    app: Application,
    discord: "DiscordAdapter | None",
    twitch: "TwitchAdapter | None",
    settings: Settings,
    announce: Callable[[str], None],
    *,
    guided: bool,
) -> list[Coroutine[None, None, None]]:
    """Return, for each chat platform, the task that greets the person who started the bot."""
    found = [] if twitch is None else [welcome_twitch(app, twitch, settings, announce, guided=guided)]
    if discord is None:
        return found
    from bot.app.on_discord import welcome  # noqa: PLC0415 - as above

    return [welcome(app, discord, announce), *found]


class Chat(Adapter, Protocol):
    """An adapter with a connection of its own."""

    async def run(self) -> None:
        """Serve the platform until cancelled. Raises NotKnownError if the platform does not know us."""
        ...

    async def rest(self) -> None:
        """Hear nothing more, and return when what was heard is answered; people can still be told things."""
        ...

    async def stop(self) -> None:
        """Close the connection."""
        ...


async def until(
    stop: asyncio.Event,
    app: Application,
    chats: Sequence[Chat],
    welcomes: Callable[[], Sequence[Coroutine[None, None, None]]],
    close_pages: Callable[[], Awaitable[None]],
) -> None:
    """Start the application and run the chats until told to stop; then leave. If one chat fails, the others go on,
    unless its platform does not know us at all.
    """
    running: list[asyncio.Task[None]] = []
    beside: list[asyncio.Task[Any]] = []
    done: set[asyncio.Task[Any]] = set()
    try:
        await app.start()
        set_aside_what_stays()
        running += [asyncio.create_task(chat.run(), name=f"{chat.platform} adapter") for chat in chats]
        beside += [asyncio.create_task(welcome, name="welcome") for welcome in welcomes()]
        beside.append(asyncio.create_task(read_later(), name="words"))
        beside.append(stopped := asyncio.create_task(stop.wait()))
        done, _ = await asyncio.wait({*running, stopped}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in beside:
            task.cancel()
        await leave(app, chats, running, close_pages)
    for task in running:
        if task in done:
            task.result()


async def leave(
    app: Application,
    chats: Sequence[Chat],
    running: Sequence[asyncio.Task[None]],
    close_pages: Callable[[], Awaitable[None]],
) -> None:
    """Take nothing new; do and tell what is under way; hand the shares on; end the chats. What takes too long is left
    to other processes, as after a crash.
    """
    began = asyncio.get_running_loop().time()
    async with until_then(began + HEARD_WITHIN, "not all that was heard could be answered"):
        await asyncio.gather(close_pages(), *(chat.rest() for chat in chats))
    async with until_then(began + GONE_WITHIN, "not all could be ended in time"):
        await app.stop(began + TOLD_WITHIN)
        await asyncio.gather(*(chat.stop() for chat in chats))
    for task in running:
        task.cancel()
    async with until_then(began + GONE_WITHIN, "a chat did not end in time"):
        await asyncio.gather(*running, return_exceptions=True)


@contextlib.asynccontextmanager
async def until_then(at: float, otherwise: str) -> AsyncIterator[None]:
    """Give up what is done here when this time comes, by the loop's clock, and log why."""
    try:
        async with asyncio.timeout_at(at):
            yield
    except TimeoutError:
        log.warning(otherwise)


async def welcome_twitch(
    app: Application, twitch: "TwitchAdapter", settings: Settings, announce: Callable[[str], None], *, guided: bool
) -> None:
    """Tell the person who started the bot, once, how to connect its own account and channels.

    `guided`: somebody else tells what has to be fixed.
    """
    public = app.doors.public
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
