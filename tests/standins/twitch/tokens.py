"""Manage the application, what people allowed it to do, and the tokens for that."""

from __future__ import annotations

import secrets
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch.clock import TwitchClock
from standins.twitch.errors import TwitchError

if TYPE_CHECKING:
    from standins.twitch.people import Person

ALPHABET = string.ascii_lowercase + string.digits
CODE_LIFE = 600.0


def random_text(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@dataclass
class Application:
    """What the developer console knows about it."""

    id: str = field(default_factory=lambda: random_text(30))
    secret: str = field(default_factory=lambda: random_text(30), repr=False)
    redirect_uris: list[str] = field(default_factory=lambda: ["http://localhost:4343/oauth/callback"])


@dataclass(eq=False)
class Grant:
    """One authorization by one user: its refresh token gives access tokens until it is revoked."""

    user: Person
    scopes: frozenset[str]
    refresh: str = field(repr=False)
    alive: bool = True


@dataclass(eq=False)
class Token:
    """An access token; without a `grant` it is an app token."""

    value: str = field(repr=False)
    expires_at: float
    grant: Grant | None = None
    alive: bool = True

    @property
    def user(self) -> Person | None:
        return self.grant.user if self.grant else None

    @property
    def scopes(self) -> frozenset[str]:
        return self.grant.scopes if self.grant else frozenset()

    @property
    def refresh(self) -> str:
        return self.grant.refresh if self.grant else ""


@dataclass
class Code:
    value: str = field(repr=False)
    user: Person
    scopes: frozenset[str]
    redirect_uri: str
    expires_at: float


class Tokens:
    """All tokens. `user_life`, `app_life`: in seconds; `refuses_user`, `refuses_app`: every such token gives a lasting
    401.

    `writes_no_scopes`: a token without scopes comes with an empty `scope`. By default the field is missing, as in
    https://github.com/twitchdev/issues/issues/178; TwitchIO cannot read that, so a bot should not rely on it.
    """

    def __init__(self, clock: TwitchClock) -> None:
        self._clock = clock
        self.user_life = 14_400.0
        self.app_life = 5_184_000.0
        self.rotates_refresh = False
        self.writes_no_scopes = False
        self.refuses_user = False
        self.refuses_app = False
        self.issued: list[Token] = []
        self.grants: list[Grant] = []
        self._codes: dict[str, Code] = {}
        self._used: list[tuple[str, str]] = []

    def app(self) -> Token:
        return self._keep(Token(random_text(30), self._clock.now() + self.app_life))

    def user(self, user: Person, scopes: Iterable[str]) -> Token:
        """Return the token after somebody has authorized the application."""
        grant = Grant(user, frozenset(scopes), random_text(50))
        self.grants.append(grant)
        return self._of(grant)

    def code(self, user: Person, scopes: Iterable[str], redirect_uri: str) -> str:
        code = Code(random_text(30), user, frozenset(scopes), redirect_uri, self._clock.now() + CODE_LIFE)
        self._codes[code.value] = code
        self._used.append(("authorization code", code.value))
        return code.value

    def redeem(self, code: str, redirect_uri: str) -> Token:
        """Redeem a code; it works once, for the redirect that it was made for."""
        found = self._codes.pop(code, None)
        if found is None or found.expires_at < self._clock.now():
            raise TwitchError(400, "Invalid authorization code", bare=True)
        if found.redirect_uri != redirect_uri:
            raise TwitchError(400, "Parameter redirect_uri does not match registered URI", bare=True)
        return self.user(found.user, found.scopes)

    def refreshed(self, refresh: str) -> Token:
        for grant in self.grants:
            if grant.refresh == refresh and grant.alive:
                if self.rotates_refresh:
                    self._used.append((f"refresh token of {grant.user.login}", grant.refresh))
                    grant.refresh = random_text(50)
                return self._of(grant)
        raise TwitchError(400, "Invalid refresh token")

    def find(self, value: str) -> Token | None:
        """Return the token if it is valid now."""
        token = next((token for token in self.issued if token.value == value), None)
        if token is None or not token.alive or token.expires_at <= self._clock.now():
            return None
        if not (self.refuses_app if token.grant is None else self.refuses_user or not token.grant.alive):
            return token
        return None

    def expire(self, user: Person | None = None) -> None:
        """End the access tokens of this user, or the app tokens, now; refresh tokens remain."""
        for token in self.issued:
            if token.user is user:
                token.expires_at = self._clock.now()

    def revoke(self, user: Person) -> None:
        for grant in self.grants:
            if grant.user is user:
                grant.alive = False

    def allowed(self, user: Person) -> frozenset[str]:
        """Return all scopes that this user has granted the application and not withdrawn."""
        return frozenset(scope for g in self.grants if g.user is user and g.alive for scope in g.scopes)

    def has_authorised(self, user: Person) -> bool:
        return any(grant.user is user and grant.alive for grant in self.grants)

    def secrets(self) -> Iterator[tuple[str, str]]:
        """Yield everything that must never be shown, with its name."""
        yield from self._used
        for grant in self.grants:
            yield f"refresh token of {grant.user.login}", grant.refresh
        for token in self.issued:
            yield (f"access token of {token.user.login}" if token.user else "app access token"), token.value

    def _of(self, grant: Grant) -> Token:
        return self._keep(Token(random_text(30), self._clock.now() + self.user_life, grant))

    def _keep(self, token: Token) -> Token:
        self.issued.append(token)
        return token
