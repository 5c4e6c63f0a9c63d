"""Ask Discord, for one check, what the bot's application is and may do; nothing is connected and nothing changed."""

from typing import Final

import discord
from msgspec import Struct

from bot.adapters.discord.connection.client import PERMISSIONS
from bot.adapters.discord.connection.supervisor import reads_chat, told_in_sentences
from bot.adapters.discord.inbound.speakers import NAMES, missing

MOST_SERVERS: Final = 200


class ServerOfBot(Struct, frozen=True):
    """A server that the bot was added to. `lacks`: permissions that its roles do not give it."""

    name: str
    lacks: tuple[str, ...]


class ApplicationFacts(Struct, frozen=True):
    """Holds what Discord knows of the application.

    `interactions_url`: where presses and slash commands are sent instead of to the bot. `servers`: the first 200.
    """

    id: str
    name: str
    reads_chat: bool
    interactions_url: str
    commands: frozenset[str]
    sessions_left: int
    invite: str
    servers: tuple[ServerOfBot, ...]


async def application_facts(token: str) -> ApplicationFacts:
    """Return what Discord knows of the application of this token. Raises BadTokenError and NotDoneError."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as asking:
        with told_in_sentences():
            await asking.login(token)
            return await _asked(asking)


async def _asked(asking: discord.Client) -> ApplicationFacts:
    application = await asking.application_info()
    sessions = await asking.http.request(discord.http.Route("GET", "/gateway/bot"))
    commands = await asking.http.get_global_commands(application.id)
    return ApplicationFacts(
        id=str(application.id),
        name=application.name,
        reads_chat=reads_chat(application),
        interactions_url=application.interactions_endpoint_url or "",
        commands=frozenset(one["name"] for one in commands),
        sessions_left=int(sessions["session_start_limit"]["remaining"]),
        invite=discord.utils.oauth_url(
            application.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        ),
        servers=tuple([_server(one) for one in await asking.http.get_guilds(MOST_SERVERS)]),
    )


def _server(guild: object) -> ServerOfBot:
    """Return a server as it stands in the list of one's own servers, where its permissions are given whole."""
    told = dict(guild)  # type: ignore[call-overload]  # the library's type leaves the permissions out
    may = discord.Permissions(int(told["permissions"]))
    return ServerOfBot(told["name"], () if may.administrator else tuple(missing(may, tuple(NAMES))))
