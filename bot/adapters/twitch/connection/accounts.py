"""Manage the accounts that let us act for them: the bot's own and the channels'. Their tokens are stored sealed.

Signing in is Twitch's authorization-code flow. Twitch supports no PKCE; our pages bind the state to a cookie, the
scopes are fixed here, and only we exchange a code (threats T16).
"""

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import urlencode

import aiohttp
import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace
from twitchio.http import Route

from bot.adapters.twitch.connection.errors import LOST
from bot.adapters.twitch.names import person_of, place_named, venue_named
from bot.engine.vault import BrokenSealError, Vault
from bot.ports.chat import Notes
from bot.ports.ids import NO_PLACE, NO_VENUE
from bot.ports.messages import Arrival, NotKnownError
from persistence import StoreTrouble

DIRECTORY: Final = "directory"
WITHIN: Final = aiohttp.ClientTimeout(total=10)
BOT_SCOPES: Final = ("user:bot", "user:read:chat", "user:write:chat")
WHISPER_SCOPES: Final = ("user:manage:whispers", "user:read:whispers")
DELETE_SCOPE: Final = "moderator:manage:chat_messages"
COMFORTS: Final = ("channel:bot", "channel:manage:predictions", "channel:manage:polls", "channel:manage:redemptions")
MARKER_SCOPE: Final = "channel:manage:broadcast"
SCOPES: Final = {
    "seat": (),
    "bot": (
        *BOT_SCOPES,
        *WHISPER_SCOPES,
        "moderator:manage:announcements",
        "moderator:read:followers",
        DELETE_SCOPE,
    ),
    "channel": ("channel:bot",),
    "comforts": COMFORTS,
    "markers": (*COMFORTS, MARKER_SCOPE),
}
"""The scopes to ask for, by the purpose of a sign-in; `docs/stream.md` explains them."""
NEEDED: Final = {
    "seat": (),
    "bot": BOT_SCOPES,
    "channel": ("channel:bot",),
    "comforts": COMFORTS,
    "markers": SCOPES["markers"],
}
"""Scopes without which a sign-in is useless."""
UNKNOWN: Final = "Twitch does not know TWITCH_CLIENT_ID with TWITCH_CLIENT_SECRET. See docs/stream.md."
log = structlog.get_logger()


class BadSecretError(NotKnownError):
    """Twitch rejects this application."""


class Channel(Struct, frozen=True):
    """A channel that we play in. `login` may change, `id` never does."""

    id: str
    login: str
    name: str


class Directory(Struct, frozen=True):
    """The connected accounts. `bot`: the id of our own; empty: none yet."""

    bot: str = ""
    channels: tuple[Channel, ...] = ()


class Account(Struct, frozen=True):
    """An account that lets us act for it, with its tokens: stored sealed, and never printed."""

    id: str
    token: str
    refresh: str
    scopes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Account({self.id})"


_DIRECTORY: Final = msgspec.json.Decoder(Directory)
_ACCOUNT: Final = msgspec.json.Decoder(Account)


class Accounts:
    """The connected accounts, and the way to connect more.

    `back`: our address to which Twitch sends browsers back. `allowed`: logins that may connect; empty: everybody.
    """

    def __init__(
        self, notes: Notes, vault: Vault, client_id: str, client_secret: str, allowed: Iterable[str] = ()
    ) -> None:
        self._notes, self._vault = notes, vault
        self.client_id, self.client_secret = client_id, client_secret
        self._allowed = frozenset(login.lower().lstrip("#@") for login in allowed)
        self.back = ""
        self.changed = asyncio.Event()
        """Set when an account was connected or removed."""
        self.fresh: set[str] = set()
        """The accounts that signed in after the client loaded their tokens."""
        self.tells: Callable[[str], None] = lambda _: None
        """Tells other processes that this account was connected or removed."""
        self._setup_key = secrets.token_hex(16)
        self._writing = asyncio.Lock()

    @property
    def wanted(self) -> frozenset[str]:
        """Return the logins of the channels that the owner named."""
        return self._allowed

    # Signing in

    def may_join(self, channel: Channel) -> bool:
        """Return whether the owner lets this channel connect."""
        return not self._allowed or channel.login.lower() in self._allowed

    @property
    def setup_key(self) -> str:
        """Return the key with which the operator connects the bot's account. It is new at each start."""
        return self._setup_key

    def key_fits(self, key: str) -> bool:
        """Return whether this is the setup key."""
        return hmac.compare_digest(key.encode("utf-8", "replace"), self._setup_key.encode())

    def address(self, purpose: str, state: str) -> str:
        """Return the address where a browser signs in for this purpose; empty if that is impossible."""
        if purpose not in SCOPES or not self.back:
            return ""
        asked = {
            "client_id": self.client_id,
            "redirect_uri": self.back,
            "response_type": "code",
            "scope": " ".join(SCOPES[purpose]),
            "state": state,
            "force_verify": "true" if purpose == "bot" else "false",
        }
        return f"{Route.ID_BASE}oauth2/authorize?{urlencode(asked)}"

    async def arrived(self, purpose: str, code: str) -> Arrival | str:
        """Return who came back with this code, or the id of the sentence that says why it failed."""
        try:
            async with aiohttp.ClientSession(timeout=WITHIN) as session:
                account, login = await self._exchange(session, code)
                if purpose == "seat":
                    await self._drop(session, account.token)
            if not set(NEEDED[purpose]) <= set(account.scopes):
                return "web-scopes-missing"
            return await self._take_in(purpose, account, login)
        except StoreTrouble:
            return "web-trouble"
        except (*LOST, KeyError, ValueError) as error:  # the error's text may hold the code
            log.warning("a sign-in failed", kind=type(error).__name__)
            return "web-sign-in-failed"

    async def _exchange(self, session: aiohttp.ClientSession, code: str) -> tuple[Account, str]:
        """Return the account behind a code, and its login. The library can't do this: without scopes it finds
        no token.
        """
        form = {**self._application, "code": code, "grant_type": "authorization_code", "redirect_uri": self.back}
        async with session.post(f"{Route.ID_BASE}oauth2/token", data=form) as answer:
            given = await json_of(answer)
        headers = {"Authorization": f"OAuth {given['access_token']}"}
        async with session.get(f"{Route.ID_BASE}oauth2/validate", headers=headers) as answer:
            valid = await json_of(answer)
        scopes = tuple(valid.get("scopes") or ())
        return Account(valid["user_id"], given["access_token"], given.get("refresh_token", ""), scopes), valid["login"]

    async def _drop(self, session: aiohttp.ClientSession, token: str) -> None:
        """Revoke a viewer's token: we only wanted to know who they are."""
        form = {"client_id": self.client_id, "token": token}
        async with session.post(f"{Route.ID_BASE}oauth2/revoke", data=form) as answer:
            if answer.status != 200:
                log.info("a token could not be dropped", status=answer.status)

    @property
    def _application(self) -> dict[str, str]:
        return {"client_id": self.client_id, "client_secret": self.client_secret}

    async def _take_in(self, purpose: str, account: Account, login: str) -> Arrival | str:
        person = person_of(account.id, login)
        if purpose == "seat":
            return Arrival(person, NO_VENUE, NO_PLACE, "")
        channel = Channel(account.id, login, login)
        if purpose != "bot" and not self.may_join(channel):
            return "web-channel-not-allowed"
        await self._keep_widest(account)
        if purpose == "bot":
            await self.be(account.id)
        else:
            await self.add(channel)
        self.has_changed(account.id)
        self.tells(account.id)
        return Arrival(person, venue_named(account.id), place_named(account.id), login)

    def has_changed(self, user: str) -> None:
        """Note that an account was connected, here or by another process."""
        self.fresh.add(user)
        self.changed.set()

    async def _keep_widest(self, account: Account) -> None:
        """Store an account, unless it allowed more before: signing in for fewer scopes must not lose any."""
        before = await self.account(account.id)
        if before is None or not set(before.scopes) > set(account.scopes) or not await self._is_alive(before):
            await self.keep(account)

    @staticmethod
    async def _is_alive(account: Account) -> bool:
        headers = {"Authorization": f"OAuth {account.token}"}
        async with (
            aiohttp.ClientSession(timeout=WITHIN) as session,
            session.get(f"{Route.ID_BASE}oauth2/validate", headers=headers) as answer,
        ):
            return answer.status == 200

    # What is stored

    async def directory(self) -> Directory:
        """Return which accounts are connected. Raises StoreTrouble."""
        content = await self._notes.load(DIRECTORY)
        return Directory() if content is None else _DIRECTORY.decode(content)

    async def be(self, user: str) -> None:
        """Make this account the bot's own. Raises StoreTrouble."""
        await self._update(lambda before: replace(before, bot=user))

    async def add(self, channel: Channel) -> None:
        """Play in this channel from now on. Raises StoreTrouble."""
        await self._update(
            lambda before: replace(
                before, channels=(*(one for one in before.channels if one.id != channel.id), channel)
            )
        )

    async def let_go(self, user: str) -> None:
        """Forget an account that withdrew its permission: a channel's owner, or our own. Raises StoreTrouble."""
        await self._update(
            lambda before: Directory(
                "" if before.bot == user else before.bot, tuple(one for one in before.channels if one.id != user)
            )
        )
        await self._notes.forget(f"account:{user}")
        self.changed.set()

    async def _update(self, how: Callable[[Directory], Directory]) -> None:
        async with self._writing:
            await self._notes.save(DIRECTORY, msgspec.json.encode(how(await self.directory())))

    async def keep(self, account: Account) -> None:
        """Store an account, sealed. Raises StoreTrouble."""
        await self._notes.save(f"account:{account.id}", self._vault.seal(msgspec.json.encode(account)))

    async def account(self, user: str) -> Account | None:
        """Return an account with its tokens; None: it is not connected, or its key is lost."""
        sealed = await self._notes.load(f"account:{user}")
        try:
            return None if sealed is None else _ACCOUNT.decode(self._vault.open(sealed))
        except (BrokenSealError, msgspec.MsgspecError):
            log.error("an account's tokens can't be opened: connect it again", user=user)  # noqa: TRY400 - no content
            return None

    async def refreshed(self, user: str, token: str, refresh: str) -> None:
        """Store the new tokens of an account; do nothing if it is not connected."""
        before = await self.account(user)
        if before is not None:
            await self.keep(replace(before, token=token, refresh=refresh))


async def json_of(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """Return an answer's content. Raises ClientPayloadError on a refusal, without headers, which may hold tokens."""
    if answer.status != 200:
        raise aiohttp.ClientPayloadError(f"status {answer.status}")
    content: dict[str, Any] = await answer.json()
    return content
