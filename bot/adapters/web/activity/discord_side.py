"""Ask Discord about an Activity: the origins of its app, who came, and from which channel (threats T16).

Nothing that the page says is trusted: we exchange the code ourselves, and ask Discord for the channel, and whether this
person is in it.
"""

import re
from typing import Any, Final

import aiohttp
import structlog
from msgspec import Struct

from bot.ports.ids import NO_PLACE, PersonId, VenueId
from bot.ports.messages import Arrival, Person

PLATFORM: Final = "discord"
API: Final = "https://discord.com/api/v10"
APP_ORIGINS: Final = tuple(
    f"https://{host}"
    for domain in ("discord.com", "discordapp.com")
    for host in (domain, f"ptb.{domain}", f"canary.{domain}")
)
"""Where Discord's own app runs: those origins in its SDK's list that people use."""
SCOPES: Final = ("identify",)
CODE: Final = re.compile(r"[A-Za-z0-9._~-]{6,200}")
INSTANCE: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
WITHIN: Final = aiohttp.ClientTimeout(total=10)
LOST: Final = (aiohttp.ClientError, TimeoutError, OSError)
AWAY, BAD_CODE, UNKNOWN, NOT_THERE = (
    "web-activity-discord-away",
    "web-activity-code-bad",
    "web-activity-set-up",
    "web-activity-not-there",
)
log = structlog.get_logger()


class ActivityArrival(Struct, frozen=True):
    """Somebody who is certainly in an Activity. `guild`: the server of its channel; empty: it is a private
    conversation.
    """

    person: Person
    channel: str
    guild: str

    @property
    def in_private(self) -> Arrival:
        """Return an arrival without a place: in a private conversation the bot can show no table."""
        return Arrival(self.person, VenueId(f"{PLATFORM}:private"), NO_PLACE, "")


class DiscordTroubleError(Exception):
    """Nobody can be let in; `sentence`: the id of the sentence that says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class DiscordSide:
    """Asks Discord who came. `secret`, `token`: of the application and its bot; never printed.

    `api_base`, `app_origins`, `frame_origin`: the addresses of Discord's API, its app and the Activity's frame, if not
    the usual ones.
    """

    def __init__(
        self,
        client_id: str,
        secret: str,
        token: str,
        *,
        api_base: str = "",
        app_origins: str = "",
        frame_origin: str = "",
    ) -> None:
        self.client_id, self._secret, self._token = client_id, secret, token
        self._api = (api_base or API).rstrip("/")
        self.app_origins = tuple(app_origins.replace(",", " ").split()) or APP_ORIGINS
        self.frame_origin = (frame_origin or f"https://{client_id}.discordsays.com").rstrip("/")

    @property
    def frame_socket(self) -> str:
        """Return the origin of live lines, since not every browser counts them as the page's own."""
        return f"ws{self.frame_origin.removeprefix('http')}"

    async def arrived(self, code: str, instance: str) -> ActivityArrival:
        """Return who came with this code, and from where. Raises DiscordTroubleError.

        The token that Discord gives for the code is forgotten at once. It is not revoked: then Discord would forget
        that this person has agreed, and ask them each time.
        """
        if not (CODE.fullmatch(code) and INSTANCE.fullmatch(instance)):
            raise DiscordTroubleError(BAD_CODE)
        try:
            async with aiohttp.ClientSession(timeout=WITHIN) as session:
                user = await self._user(session, await self._exchange(session, code))
                channel, guild = await self._place(session, instance, str(user["id"]))
                return ActivityArrival(await self._person(session, user, guild), channel, guild)
        except (*LOST, KeyError, TypeError, ValueError) as error:  # the error's text may hold the code
            log.warning("Discord could not say who is in an Activity", kind=type(error).__name__)
            raise DiscordTroubleError(AWAY) from None

    async def _exchange(self, session: aiohttp.ClientSession, code: str) -> str:
        form = {
            "client_id": self.client_id,
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        async with session.post(f"{self._api}/oauth2/token", data=form) as answer:
            if answer.status in {400, 401}:
                given = await answer.json(content_type=None)
                if given.get("error") == "invalid_client":
                    log.error("Discord does not know DISCORD_CLIENT_ID with DISCORD_CLIENT_SECRET: docs/activity.md")
                    raise DiscordTroubleError(UNKNOWN)
                raise DiscordTroubleError(BAD_CODE)
            given = await content_of(answer)
        if not set(SCOPES) <= set(str(given.get("scope", "")).split()):
            raise DiscordTroubleError(BAD_CODE)
        return str(given["access_token"])

    async def _user(self, session: aiohttp.ClientSession, token: str) -> dict[str, Any]:
        async with session.get(f"{self._api}/users/@me", headers={"Authorization": f"Bearer {token}"}) as answer:
            return await content_of(answer)

    async def _place(self, session: aiohttp.ClientSession, instance: str, user: str) -> tuple[str, str]:
        """Return the channel and the server of an Activity's instance; this user must be in it."""
        address = f"{self._api}/applications/{self.client_id}/activity-instances/{instance}"
        async with session.get(address, headers=self._as_bot) as answer:
            if answer.status == 404:
                raise DiscordTroubleError(NOT_THERE)
            found = await content_of(answer)
        if user not in [str(one) for one in found["users"]]:
            raise DiscordTroubleError(NOT_THERE)
        where = found["location"]
        return str(where["channel_id"]), str(where.get("guild_id") or "")

    async def _person(self, session: aiohttp.ClientSession, user: dict[str, Any], guild: str) -> Person:
        """Return a person with their name on this server, or otherwise their general name."""
        name, member = user.get("global_name") or user["username"], f"guilds/{guild}/members/{user['id']}"
        if guild:
            async with session.get(f"{self._api}/{member}", headers=self._as_bot) as answer:
                if answer.status == 200:
                    name = (await content_of(answer)).get("nick") or name
        return Person(person_named(str(user["id"])), str(name))

    @property
    def _as_bot(self) -> dict[str, str]:
        return {"Authorization": f"Bot {self._token}"}


async def content_of(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """Return the object in an answer. Raises ClientResponseError, and ValueError if it is not an object."""
    answer.raise_for_status()
    content = await answer.json(content_type=None)
    if not isinstance(content, dict):
        raise ValueError  # noqa: TRY004 - what was sent is wrong, not what was called
    return content


def person_named(user: str) -> PersonId:
    """Return our name for a person on Discord, the same as in the chat."""
    return PersonId(f"{PLATFORM}:{user}")
