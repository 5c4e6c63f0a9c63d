"""Look outside, for the doctor: Discord, Twitch, the public address, and the clocks."""

import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

import aiohttp

from bot.adapters.twitch import point_to
from bot.adapters.web import WRONG_KEY
from bot.app.settings import Settings
from bot.app.stream_check.checks import Check, public_of
from bot.app.stream_check.finding import Finding, good, note, wrong
from bot.app.stream_check.outside import WITHIN, answers_health, look_from_outside
from bot.app.stream_check.stored import Stored
from bot.ports.messages import NotKnownError

if TYPE_CHECKING:
    from bot.adapters.discord import ApplicationFacts

PORTAL: Final = "https://discord.com/developers/applications"
DISCORD: Final = "https://discord.com/api/v10"
TWITCH: Final = "https://id.twitch.tv"
FEW_SESSIONS: Final = 50
UNKNOWN: Final = "unknown"
LATE: Final = 5.0
"""By how many seconds a clock may differ."""
NTP: Final = "sudo timedatectl set-ntp true"


async def of_address(settings: Settings, *, running: bool) -> Finding:
    """Return whether people reach the pages under the address that they are told."""
    public = public_of(settings)
    if not settings.public_url:
        return note("address", f"POTLUCK_PUBLIC_URL is not set: people are told {public}")
    if settings.twitch_client_id or public.startswith("https"):
        return await look_from_outside(public, settings.web_port, WRONG_KEY, running=running)
    if not running or await answers_health(public):
        return good("address", f"People are told {public}")
    return wrong("address", f"{public} does not answer", "correct POTLUCK_PUBLIC_URL, or POTLUCK_WEB_HOST")


async def of_twitch(settings: Settings, stored: Stored | str | None, *, running: bool) -> AsyncIterator[Finding]:
    """Yield what is found of Twitch; a word if it is not set up. Raises StoreTrouble.

    `stored`: UNKNOWN if the accounts in the store can't be read.
    """
    secret = settings.twitch_client_secret.get_secret_value()
    if not settings.twitch_client_id and not secret:
        yield note("twitch", "Twitch is not set up, and not looked at")
    elif not settings.twitch_client_id or not secret:
        yield wrong("twitch", "TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET go together", "potluck stream asks for both")
    else:
        point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
        known = None if isinstance(stored, str) else stored
        check = Check(settings, known, running=running)
        async for found in check.of_twitch(accounts=known is stored):
            yield found
        if known is not stored:
            yield note("twitch", "Accounts and channels are looked at once the store and the key file are well")


async def of_discord(settings: Settings) -> AsyncIterator[Finding]:
    """Yield what is found of Discord; a word if it is not set up."""
    token = settings.discord_token.get_secret_value()
    if not token:
        yield note("discord", "Discord is not set up, and not looked at")
        return
    from bot.adapters.discord import BadTokenError, application_facts  # noqa: PLC0415 - loaded only where it is needed
    from bot.adapters.discord import point_to as point_discord_to  # noqa: PLC0415 - loaded only where it is needed

    point_discord_to(settings.discord_api_base, settings.discord_gateway_url)
    try:
        facts = await application_facts(token)
    except BadTokenError:
        todo = f"{PORTAL}: Bot, Reset Token, and put the new one as DISCORD_TOKEN into .env"
        yield wrong("discord", "Discord does not know DISCORD_TOKEN", todo)
        return
    except NotKnownError as error:
        yield wrong("discord", str(error).rstrip("."), "is this machine online? Ask again: potluck doctor")
        return
    yield good("discord", f"Discord knows the token: it is {facts.name}")
    for one in (*of_application(facts, settings), *of_servers(facts)):
        yield one


def of_application(facts: "ApplicationFacts", settings: Settings) -> Iterator[Finding]:
    """Yield what is found of the application at Discord."""
    at = f"{PORTAL}/{facts.id}"
    if facts.reads_chat:
        yield good("intents", "It may read plain chat")
    else:
        text = "It can't read plain chat: slash commands, buttons and mentions work"
        yield note("intents", text, f"{at}/bot: switch on Message Content Intent, if typed lines are wanted")
    if facts.interactions_url:
        text = "Presses and slash commands are sent to an address, not to the bot (Interactions Endpoint URL)"
        yield wrong("intents", text, f"{at}/information: empty Interactions Endpoint URL")
    if facts.sessions_left < FEW_SESSIONS:
        text = f"Discord allows {facts.sessions_left} more sessions today"
        yield wrong("intents", text, "look into the log why the bot is started so often, before it can't connect")
    from bot.app.on_discord import slash_tree  # noqa: PLC0415 - as in of_discord

    lacking = {one["name"] for one in slash_tree()} - facts.commands
    if lacking:
        yield wrong("scopes", f"Discord lacks {len(lacking)} of the slash commands", "potluck sync")
    else:
        yield good("scopes", "Discord knows every slash command")
    if settings.discord_client_id and settings.discord_client_id != facts.id:
        yield wrong("activity", "DISCORD_CLIENT_ID is not that of this bot", f"DISCORD_CLIENT_ID={facts.id}")


def of_servers(facts: "ApplicationFacts") -> Iterator[Finding]:
    """Yield which servers the bot was added to, and where it lacks permissions."""
    if not facts.servers:
        yield wrong("servers", "The bot was added to no server", f"open {facts.invite}")
    for server in facts.servers:
        if server.lacks:
            text = f"In {server.name} it lacks {', '.join(server.lacks)}"
            yield wrong("permissions", text, f"in Server Settings, Roles allow it, or add the bot anew: {facts.invite}")
    whole = sum(not server.lacks for server in facts.servers)
    if whole:
        yield good("permissions", f"In {whole} servers it may do all that it asks for (/server check: in a channel)")


async def of_clocks(settings: Settings, store_now: int | None) -> AsyncIterator[Finding]:
    """Yield whether this machine's clock, that of the store (in ms) and that of a platform agree."""
    if store_now is not None:
        yield of_clock("the store", store_now / 1000)
    if settings.discord_token.get_secret_value():
        asked = f"{(settings.discord_api_base or DISCORD).rstrip('/')}/gateway"
    elif settings.twitch_client_id:
        asked = f"{(settings.twitch_auth_base or TWITCH).rstrip('/')}/oauth2/validate"
    else:
        return
    try:
        async with aiohttp.ClientSession(timeout=WITHIN) as session, session.get(asked) as answer:
            date = parsedate_to_datetime(answer.headers["Date"])
    except (aiohttp.ClientError, TimeoutError, OSError, KeyError, ValueError) as error:
        yield note("clock", f"Whether the clock is right could not be asked ({type(error).__name__})")
    else:
        yield of_clock("the platform", date.timestamp())


def of_clock(whose: str, then: float) -> Finding:
    """Return whether a clock agrees with that of this machine."""
    off = time.time() - then
    if abs(off) <= LATE:
        return good("clock", f"The clock agrees with that of {whose}")
    return wrong("clock", f"The clock is {abs(off):,.0f} s {'before' if off > 0 else 'behind'} that of {whose}", NTP)
