"""The signed tokens that Twitch gives to an extension's page: who looks at it, on which channel (threats T16).

Each is a JSON Web Token, signed by HMAC-SHA-256 with a secret that Twitch and we share. No other kind is taken, so
what a token says of its own kind counts for nothing but a refusal.
"""

import base64
import binascii
import hashlib
import hmac
import re
from typing import Final, Literal

import msgspec
from msgspec import Struct

MOST_TOKEN: Final = 2_000
TOKEN: Final = re.compile(r"([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{1,1600})\.([A-Za-z0-9_-]{43})")
"""Three parts, of which the last holds 32 bytes."""
USER: Final = re.compile(r"[0-9]{1,20}")
ID: Final = re.compile(r"[a-z0-9]{0,64}")
LEAST_SECRET: Final = 16
"""Bytes: what is shorter was not copied whole."""


class Head(Struct, frozen=True):
    """The first part of a token. One that names anything that we would have to understand is refused."""

    alg: Literal["HS256"]
    typ: str = "JWT"
    crit: None = None


class Claims(Struct, frozen=True):
    """The second part: what Twitch says. `user_id`: only where this viewer shared who they are."""

    exp: int
    channel_id: str
    role: Literal["viewer", "moderator", "broadcaster"]
    opaque_user_id: str = ""
    user_id: str | None = None
    is_unlinked: bool = False


class Viewer(Struct, frozen=True):
    """Whoever looks at the page of a channel. `user`: their id; empty: they did not share it."""

    channel: str
    user: str


class BadTokenError(Exception):
    """A token opens nothing; `sentence`: the id of the sentence that says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


_HEAD: Final = msgspec.json.Decoder(Head)
_CLAIMS: Final = msgspec.json.Decoder(Claims)


class ExtensionSide:
    """Twitch as its extension's page meets us. `secrets`: base64, as Twitch shows them; several while one is changed.

    `origin`: of the page; empty: where Twitch hosts it. Raises ValueError where a secret is none.
    """

    def __init__(self, client_id: str, secrets: str, *, origin: str = "") -> None:
        self.client_id = client_id
        self._secrets = tuple(secret_of(one) for one in secrets.replace(",", " ").split())
        self.origin = (origin or f"https://{client_id}.ext-twitch.tv").rstrip("/").lower()

    def viewer(self, token: str, now: int) -> Viewer:
        """Return whom this token is about. Raises BadTokenError. `now`: ms."""
        parts = TOKEN.fullmatch(token)
        if parts is None or not self._is_signed(token):
            raise BadTokenError("web-extension-bad-token")
        try:
            _HEAD.decode(bytes_of(parts[1]))
            claims = _CLAIMS.decode(bytes_of(parts[2]))
        except (msgspec.MsgspecError, ValueError):
            raise BadTokenError("web-extension-bad-token") from None
        if claims.exp * 1000 <= now:
            raise BadTokenError("web-extension-old-token")
        return viewer_of(claims)

    def _is_signed(self, token: str) -> bool:
        """Tell whether Twitch signed this, whichever of the secrets it uses now."""
        signed, _, signature = token.rpartition(".")
        found = [signature_of(signed, secret) for secret in self._secrets]
        return any(hmac.compare_digest(one, signature) for one in found)


def viewer_of(claims: Claims) -> Viewer:
    """Return whom claims are about. Raises BadTokenError where they name nobody that there can be."""
    user = "" if claims.is_unlinked else claims.user_id or ""
    if not USER.fullmatch(claims.channel_id) or (user and not USER.fullmatch(user)):
        raise BadTokenError("web-extension-bad-token")
    return Viewer(claims.channel_id, user)


def signature_of(signed: str, secret: bytes) -> str:
    """Return the third part of a token with these first two."""
    made = hmac.new(secret, signed.encode("ascii"), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def bytes_of(part: str) -> bytes:
    """Return what a part of a token holds. Raises ValueError."""
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def secret_of(shown: str) -> bytes:
    """Return a secret that Twitch shows in base64. Raises ValueError, without it in the text."""
    try:
        found = base64.b64decode(shown, validate=True)
    except binascii.Error:
        found = b""
    if len(found) < LEAST_SECRET:
        raise ValueError("it is no secret of an extension")
    return found
