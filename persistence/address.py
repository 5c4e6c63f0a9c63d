"""The address of the Redis server: a URL, parsed and checked before anything is sent there (threats T19)."""

from ipaddress import ip_address
from typing import Any, Final, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from persistence.troubles import StoreTrouble

_SETTINGS: Final = {"db", "password", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}


class SecretText(Protocol):
    """A secret that is read only on purpose, such as pydantic's SecretStr."""

    def get_secret_value(self) -> str: ...


class Address(Struct, frozen=True):
    """The address of a Redis server. `where` is shown to people, so it holds no user and no password."""

    where: str
    pool: ConnectionPool

    @property
    def database(self) -> int:
        return int(self.pool.connection_kwargs.get("db") or 0)

    def connection(self) -> AbstractConnection:
        made: AbstractConnection = self.pool.make_connection()  # type: ignore[no-untyped-call]  # redis-py's own gap
        return made


def address(url: str, password: str | SecretText | None, timeout: float, *, allow_open: bool) -> Address:
    """Parse and check a URL. `timeout` is in seconds. Raises StoreTrouble "unsuitable"."""
    word = password if password is None or isinstance(password, str) else password.get_secret_value()
    options: dict[str, Any] = {"password": word} if word else {}
    try:
        parts = urlsplit(url)
        _check_settings(parts.query)
        pool: ConnectionPool = ConnectionPool.from_url(
            url,
            socket_timeout=None,  # the pipe has its own
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),  # redis-py's own would send a commit ten times
            protocol=2,
            driver_info=None,
        )
        host = parts.hostname or "localhost"  # as redis-py takes it
        where = unquote(parts.path) if parts.scheme == "unix" else f"{host}:{parts.port or 6379}"
    except ValueError as error:
        raise StoreTrouble(
            "unsuitable", "REDIS_URL must look like redis://host:6379/0, rediss://host:6379/0 or unix:///path/to.sock."
        ) from _without_url(error)
    pool.connection_kwargs.update(options)
    if not allow_open and parts.scheme != "unix" and not _guarded(host, pool.connection_kwargs):
        raise StoreTrouble(
            "unsuitable",
            f"Redis at {where} would be used over a network without a password, open to anyone who can reach it. "
            "Set a password there and REDIS_PASSWORD here.",
        )
    return Address(where, pool)


def _check_settings(query: str) -> None:
    unknown = parse_qs(query, keep_blank_values=True).keys() - _SETTINGS
    if unknown:
        known = ", ".join(sorted(_SETTINGS - {"password"}))
        raise StoreTrouble("unsuitable", f"REDIS_URL has a setting that Potluck doesn't know; it knows {known}.")


def _without_url(error: ValueError) -> ValueError:
    """Return the cause without its text: a parser's message may quote the password in the URL."""
    return ValueError(type(error).__name__)


def _guarded(host: str, options: dict[str, Any]) -> bool:
    if options.get("password") or options.get("ssl_certfile"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
