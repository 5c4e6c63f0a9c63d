"""The address of the Redis server: a URL, parsed and checked before anything is sent there (threats T19)."""

from ipaddress import ip_address
from typing import Any, Final, Literal, Protocol
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from persistence.troubles import StoreTrouble

Kind = Literal["server", "cluster", "sentinel"]

FORMS: Final = (
    "redis://host:6379/0, rediss://host:6379/0 (TLS), unix:///path/to.sock, redis+cluster://host:6379,host:6379 or "
    "redis+sentinel://host:26379,host:26379/name-of-the-service (with TLS rediss+cluster://, rediss+sentinel://)"
)
_SETTINGS: Final = {"db", "password", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}
_SENTINELS_OWN: Final = "sentinel_password"
_PORTS: Final[dict[Kind, int]] = {"server": 6379, "cluster": 6379, "sentinel": 26379}

Host = tuple[str, int]


class SecretText(Protocol):
    """A secret that is read only on purpose, such as pydantic's SecretStr."""

    def get_secret_value(self) -> str: ...


class Address(Struct, frozen=True):
    """The address of a Redis server. `where` is shown to people, so it holds no user and no password.

    `hosts`: some nodes of a Cluster, or Sentinels that know a `service`; `sentinel_password`: what these ask for.
    `pool`: of connections to the first host, with the settings of all.
    """

    where: str
    pool: ConnectionPool
    kind: Kind = "server"
    hosts: tuple[Host, ...] = ()
    service: str = ""
    sentinel_password: str = ""
    allow_open: bool = False

    @property
    def database(self) -> int:
        return int(self.pool.connection_kwargs.get("db") or 0)

    def connection(self) -> AbstractConnection:
        made: AbstractConnection = self.pool.make_connection()  # type: ignore[no-untyped-call]  # redis-py's own gap
        return made


def address(url: str, password: str | SecretText | None, timeout: float, *, allow_open: bool) -> Address:
    """Parse and check a URL. `timeout` is in seconds. Raises StoreTrouble "unsuitable"."""
    word = password if password is None or isinstance(password, str) else password.get_secret_value()
    try:
        place = _parsed(url, timeout)
    except ValueError as error:
        raise StoreTrouble("unsuitable", f"REDIS_URL must look like {FORMS}.") from _without_url(error)
    if word:
        place.pool.connection_kwargs["password"] = word
    _check_kind(place)
    place = replace(place, allow_open=allow_open or urlsplit(url).scheme == "unix")
    for host in [host for host, _ in place.hosts] or [str(place.pool.connection_kwargs.get("host") or "localhost")]:
        check_host(place, host)
    return place


def check_host(place: Address, host: str) -> None:
    """Raise StoreTrouble if a server on this host would be used over a network without a password (threats T19)."""
    options = place.pool.connection_kwargs
    if place.allow_open or options.get("password") or options.get("ssl_certfile") or _is_here(host):
        return
    raise StoreTrouble(
        "unsuitable",
        f"Redis at {place.where} would be used over a network without a password, open to anyone who can reach it. "
        "Set a password there and REDIS_PASSWORD here.",
    )


def _parsed(url: str, timeout: float) -> Address:
    """Parse a URL. Raises ValueError if it has another form, and StoreTrouble for an unknown setting."""
    parts = urlsplit(url)
    scheme, _, name = parts.scheme.partition("+")
    if name not in {"", "cluster", "sentinel"} or (name and scheme not in {"redis", "rediss"}):
        raise ValueError("an unknown scheme")
    kind: Kind = "cluster" if name == "cluster" else "sentinel" if name == "sentinel" else "server"
    settings = _settings(parts.query, kind)
    secret = settings.pop(_SENTINELS_OWN, "")
    if kind == "server":
        where = unquote(parts.path) if scheme == "unix" else _told((parts.hostname or "localhost", parts.port or 6379))
        return Address(where, _pool(url, timeout))
    user, at, listed = parts.netloc.rpartition("@")
    hosts = tuple(_host(one, _PORTS[kind]) for one in listed.split(","))
    host, port = hosts[0]
    plain = f"{scheme}://{user}{at}{f'[{host}]' if ':' in host else host}:{port}?{urlencode(settings)}"
    service, seeds = unquote(parts.path.strip("/")), ", ".join(map(_told, hosts))
    if kind == "cluster" and service not in {"", "0"}:
        raise ValueError("a database")
    where = f"the Cluster of {seeds}" if kind == "cluster" else f"{service} of the Sentinels {seeds}"
    return Address(where, _pool(plain, timeout), kind, hosts, service, secret)


def _pool(url: str, timeout: float) -> ConnectionPool:
    """Return the settings of connections to a URL, as redis-py reads it."""
    return ConnectionPool.from_url(
        url,
        socket_timeout=None,  # the pipe has its own
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 0),  # redis-py's own would send a commit ten times
        protocol=2,
        driver_info=None,
    )


def _host(text: str, port: int) -> Host:
    """Read a host of a list. Raises ValueError."""
    parts = urlsplit(f"//{text.strip()}")
    if not parts.hostname:
        raise ValueError("a host is missing")
    return parts.hostname, parts.port or port


def _told(host: Host) -> str:
    return f"{host[0]}:{host[1]}"


def _settings(query: str, kind: Kind) -> dict[str, str]:
    known = _SETTINGS | ({_SENTINELS_OWN} if kind == "sentinel" else set())
    given = parse_qs(query, keep_blank_values=True)
    if given.keys() - known:
        names = ", ".join(sorted(known - {"password"}))
        raise StoreTrouble("unsuitable", f"REDIS_URL has a setting that Potluck doesn't know; it knows {names}.")
    return {name: values[-1] for name, values in given.items()}


def _check_kind(place: Address) -> None:
    """Raise StoreTrouble for what a Cluster or Sentinels can't do."""
    if place.kind == "cluster" and place.database:
        sentence = "REDIS_URL names a database, and a Cluster has one alone. Leave db out of redis+cluster://…"
        raise StoreTrouble("unsuitable", sentence)
    if place.kind == "sentinel" and not place.service:
        raise StoreTrouble(
            "unsuitable",
            "REDIS_URL names Sentinels and not what they watch. Add the name that follows `sentinel monitor` in their "
            "configuration: redis+sentinel://host:26379,host:26379/mymaster.",
        )


def _without_url(error: ValueError) -> ValueError:
    """Return the cause without its text: a parser's message may quote the password in the URL."""
    return ValueError(type(error).__name__)


def _is_here(host: str) -> bool:
    """Tell whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def settings_of(place: Address) -> dict[str, Any]:
    """Return the settings of connections, without host and port."""
    return {name: value for name, value in place.pool.connection_kwargs.items() if name not in {"host", "port"}}
