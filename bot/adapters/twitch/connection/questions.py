"""Questions to Twitch by whoever sets the bot up: they change nothing, but for one line in a chat, if it is wanted.

Of an answer only its status and its reason are used: nothing that Twitch sends is told on as it came (threats T9).
"""

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlencode

import aiohttp
from msgspec import Struct
from msgspec.structs import replace
from twitchio.http import Route

from bot.adapters.twitch.connection.accounts import WITHIN, Account, Channel

MOST_READ: Final = 20_000
"""Characters of a page in which the reason for a refusal is looked for."""
MISMATCHED: Final = ("redirect_mismatch", "does not match registered uri")


class TokenState(Struct, frozen=True):
    """Says whose a token is, and what it allows."""

    id: str
    login: str
    scopes: frozenset[str]


class SetupQuestions:
    """Asks Twitch, for one check. All methods raise what is in LOST where Twitch does not answer."""

    def __init__(self, client_id: str, client_secret: str) -> None:
        self._client_id, self._application = client_id, {"client_id": client_id, "client_secret": client_secret}
        self._token = ""

    async def application(self) -> str:
        """Return what is wrong with the application: empty for nothing, `id`, `secret` or `other`."""
        form = {**self._application, "grant_type": "client_credentials"}
        status, content = await self._call("POST", f"{Route.ID_BASE}oauth2/token", data=form)
        if status == 200:
            self._token = str(content.get("access_token", ""))
            return ""
        reason = str(content.get("message", "")).lower()
        return "secret" if "secret" in reason else "id" if "client" in reason else "other"

    async def knows_address(self, back: str) -> bool | None:
        """Tell whether this address is registered for the application; None: Twitch did not let on.

        It shows nobody the list, but refuses to begin a sign-in that would come back to another address.
        """
        asked = {
            "client_id": self._client_id,
            "redirect_uri": back,
            "response_type": "code",
            "scope": "",
            "force_verify": "true",
        }
        address = f"{Route.ID_BASE}oauth2/authorize?{urlencode(asked)}"
        async with (
            aiohttp.ClientSession(timeout=WITHIN) as session,
            session.get(address, allow_redirects=False) as answer,
        ):
            leads, page = answer.headers.get("Location", ""), await answer.content.read(MOST_READ)
            said = f"{leads} {page.decode('utf-8', 'replace')}".lower().replace("+", " ").replace("%20", " ")
            if any(words in said for words in MISMATCHED):
                return False
            return True if answer.status in {200, 302, 303} and "error=" not in leads else None

    async def state_of(self, account: Account) -> TokenState | None:
        """Return what an account's token allows; None: it is no longer good."""
        headers = {"Authorization": f"OAuth {account.token}"}
        status, content = await self._call("GET", f"{Route.ID_BASE}oauth2/validate", headers=headers)
        if status != 200:
            return None
        scopes = frozenset(str(one) for one in content.get("scopes") or ())
        return TokenState(str(content.get("user_id", "")), str(content.get("login", "")), scopes)

    async def renewed(self, account: Account) -> Account | None:
        """Return the account with a fresh token, to be kept; None: its owner has taken back what they allowed."""
        form = {**self._application, "grant_type": "refresh_token", "refresh_token": account.refresh}
        status, content = await self._call("POST", f"{Route.ID_BASE}oauth2/token", data=form)
        if status != 200:
            return None
        return replace(account, token=content["access_token"], refresh=content.get("refresh_token", account.refresh))

    async def channels(self, logins: Iterable[str] = (), ids: Iterable[str] = ()) -> tuple[Channel, ...]:
        """Return those that there are, a hundred at most. The application must have been asked about before."""
        query = [("login", one) for one in logins] + [("id", one) for one in ids]
        if not query:
            return ()
        status, content = await self._call("GET", f"{Route.BASE}users", params=query[:100], headers=self._headers())
        if status != 200:
            raise aiohttp.ClientPayloadError(f"status {status}")
        return tuple(Channel(one["id"], one["login"], one["display_name"]) for one in content["data"])

    async def moderates(self, account: Account, channel: str) -> bool | None:
        """Tell whether an account moderates a channel; None: it does not allow us to know.

        Twitch tells only moderators whether somebody follows a channel; whom we ask about makes no difference.
        """
        if "moderator:read:followers" not in account.scopes:
            return None
        query, headers = {"broadcaster_id": channel, "user_id": account.id}, self._headers(account.token)
        status, _ = await self._call("GET", f"{Route.BASE}channels/followers", params=query, headers=headers)
        return {200: True, 401: False, 403: False}.get(status)

    async def say(self, account: Account, channel: str, text: str) -> str:
        """Say a line in a channel's chat; return why it was not said, in Twitch's own word for it; empty: it was."""
        body, headers = (
            {"broadcaster_id": channel, "sender_id": account.id, "message": text},
            self._headers(account.token),
        )
        status, content = await self._call("POST", f"{Route.BASE}chat/messages", json=body, headers=headers)
        if status != 200:
            return f"status {status}"
        sent = (content.get("data") or [{}])[0]
        return "" if sent.get("is_sent") else str((sent.get("drop_reason") or {}).get("code") or "dropped")[:40]

    def _headers(self, token: str = "") -> dict[str, str]:
        return {"Client-Id": self._client_id, "Authorization": f"Bearer {token or self._token}"}

    @staticmethod
    async def _call(method: str, address: str, **about: Any) -> tuple[int, dict[str, Any]]:
        """Return an answer's status, and what it holds. Raises ClientPayloadError where Twitch itself is in trouble."""
        async with (
            aiohttp.ClientSession(timeout=WITHIN) as session,
            session.request(method, address, **about) as answer,
        ):
            if answer.status >= 500:
                raise aiohttp.ClientPayloadError(f"status {answer.status}")
            try:
                content = await answer.json(content_type=None)
            except ValueError:
                content = None
            return answer.status, content if isinstance(content, dict) else {}
