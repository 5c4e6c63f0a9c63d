"""Check a bot's setup with Twitch. Nothing is changed, except that one line is said in a chat if wanted.

Only the status and the reason of an answer are used: nothing is passed on as Twitch sent it (threats T9).
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
"""Characters of a page that are searched for the reason of a refusal."""
MISMATCHED: Final = ("redirect_mismatch", "does not match registered uri")


class TokenState(Struct, frozen=True):
    """The owner of a token, and what it allows."""

    id: str
    login: str
    scopes: frozenset[str]


class SetupQuestions:
    """Asks Twitch, for one check. All methods raise the errors in LOST if Twitch does not answer."""

    def __init__(self, client_id: str, client_secret: str) -> None:
        self._client_id, self._application = client_id, {"client_id": client_id, "client_secret": client_secret}
        self._token = ""

    async def application(self) -> str:
        """Return what is wrong with the application: empty for nothing, else `id`, `secret` or `other`."""
        form = {**self._application, "grant_type": "client_credentials"}
        status, content = await self._call("POST", f"{Route.ID_BASE}oauth2/token", data=form)
        if status == 200:
            self._token = str(content.get("access_token", ""))
            return ""
        reason = str(content.get("message", "")).lower()
        return "secret" if "secret" in reason else "id" if "client" in reason else "other"

    async def knows_address(self, back: str) -> bool | None:
        """Return whether this address is registered for the application; None: Twitch did not reveal it.

        Twitch shows nobody the list, but refuses to start a sign-in that would return to another address.
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
        """Return what an account's token allows; None: it is no longer valid."""
        headers = {"Authorization": f"OAuth {account.token}"}
        status, content = await self._call("GET", f"{Route.ID_BASE}oauth2/validate", headers=headers)
        if status != 200:
            return None
        scopes = frozenset(str(one) for one in content.get("scopes") or ())
        return TokenState(str(content.get("user_id", "")), str(content.get("login", "")), scopes)

    async def renewed(self, account: Account) -> Account | None:
        """Return the account with a fresh token, to be stored; None: its owner withdrew the permission."""
        form = {**self._application, "grant_type": "refresh_token", "refresh_token": account.refresh}
        status, content = await self._call("POST", f"{Route.ID_BASE}oauth2/token", data=form)
        if status != 200:
            return None
        return replace(account, token=content["access_token"], refresh=content.get("refresh_token", account.refresh))

    async def channels(self, logins: Iterable[str] = (), ids: Iterable[str] = ()) -> tuple[Channel, ...]:
        """Return the existing channels among these, at most a hundred. `application` must have been called before."""
        query = [("login", one) for one in logins] + [("id", one) for one in ids]
        if not query:
            return ()
        status, content = await self._call("GET", f"{Route.BASE}users", params=query[:100], headers=self._headers())
        if status != 200:
            raise aiohttp.ClientPayloadError(f"status {status}")
        return tuple(Channel(one["id"], one["login"], one["display_name"]) for one in content["data"])

    async def moderates(self, account: Account, channel: str) -> bool | None:
        """Return whether an account moderates a channel; None: its scopes do not let us know.

        Twitch tells only moderators who follows a channel, so the question is whether it answers; the person asked
        about does not matter.
        """
        if "moderator:read:followers" not in account.scopes:
            return None
        query, headers = {"broadcaster_id": channel, "user_id": account.id}, self._headers(account.token)
        status, _ = await self._call("GET", f"{Route.BASE}channels/followers", params=query, headers=headers)
        return {200: True, 401: False, 403: False}.get(status)

    async def say(self, account: Account, channel: str, text: str) -> str:
        """Say a line in a channel's chat; return Twitch's code for why it was not said; empty: it was."""
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
        """Return an answer's status and content. Raises ClientPayloadError if Twitch itself is in trouble."""
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
