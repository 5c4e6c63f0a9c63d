"""Test the server's address: parsed, checked before anything is sent, and told without secrets (threats T19)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError

from persistence.address import Address, address, settings_of
from persistence.troubles import StoreTrouble

WORD = "pa55-w0rd-that-nobody-may-see"


class Hidden:
    """A text that shows itself only when asked, like pydantic's SecretStr."""

    def get_secret_value(self) -> str:
        return WORD


def taken(url: str, password: Any = None, *, allow_open: bool = False) -> Address:
    return address(url, password, 5.0, allow_open=allow_open)


def refused(url: str, password: Any = None) -> StoreTrouble:
    with pytest.raises(StoreTrouble) as raised:
        taken(url, password)
    assert raised.value.kind == "unsuitable"
    assert WORD not in f"{raised.value} {raised.value.__cause__!r}"
    return raised.value


def password_of(place: Address) -> Any:
    return place.pool.connection_kwargs.get("password")


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("redis://127.0.0.1", "127.0.0.1:6379"),
        ("redis://localhost:7000/3", "localhost:7000"),
        (f"redis://bot:{WORD}@redis.example.org:6380/0", "redis.example.org:6380"),
        (f"rediss://:{WORD}@10.1.2.3", "10.1.2.3:6379"),
        ("redis:///2", "localhost:6379"),
        ("unix:///run/redis.sock", "/run/redis.sock"),
        ("unix:///run/two%20words.sock", "/run/two words.sock"),
        (f"unix://bot:{WORD}@/run/redis.sock", "/run/redis.sock"),
    ],
)
def test_people_are_told_where_it_is_and_no_secret(url: str, where: str) -> None:
    assert taken(url).where == where


@pytest.mark.parametrize("given", [None, ""])
def test_the_password_of_the_url_counts_where_none_is_given_apart(given: str | None) -> None:
    assert password_of(taken(f"redis://:{WORD}@10.1.2.3", given)) == WORD


@pytest.mark.parametrize("given", [WORD, Hidden()])
def test_a_password_that_is_given_apart_comes_before_the_urls(given: Any) -> None:
    assert password_of(taken("redis://:another@10.1.2.3", given)) == WORD
    assert password_of(taken("redis://10.1.2.3", given)) == WORD
    assert password_of(taken("unix:///run/redis.sock", given)) == WORD


@pytest.mark.parametrize(
    "url", ["redis://10.1.2.3", "rediss://redis.example.org", "redis://0.0.0.0", "redis://[2001:db8::1]"]
)
@pytest.mark.parametrize("given", [None, ""])
def test_a_server_that_others_can_reach_needs_a_password(url: str, given: str | None) -> None:
    assert "without a password" in str(refused(url, given))
    assert taken(url, allow_open=True).where


@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1",
        "redis://127.8.9.1:7000",
        "redis://[::1]",
        "redis://localhost",
        "redis:///1",
        "unix:///run/redis.sock",
        "rediss://10.1.2.3?ssl_certfile=/etc/bot.pem",
    ],
)
def test_one_on_this_machine_or_that_knows_us_by_a_certificate_needs_none(url: str) -> None:
    assert password_of(taken(url)) is None


@pytest.mark.parametrize("url", ["redis://localhost?retry_on_timeout=1", "redis://localhost?retry_on_timeout="])
def test_a_setting_that_potluck_does_not_know_is_refused_with_those_it_knows(url: str) -> None:
    sentence = str(refused(f"{url}&password={WORD}"))
    assert "it knows db, ssl_ca_certs, ssl_certfile, ssl_check_hostname, ssl_keyfile." in sentence


def test_settings_that_are_known_are_taken() -> None:
    assert taken("rediss://localhost?db=2&ssl_ca_certs=/etc/ca.pem").pool.connection_kwargs["db"] == 2


@pytest.mark.parametrize(
    "url", [f"http://:{WORD}@localhost", f"redis://:{WORD}@localhost:port", f"redis://[{WORD}", ""]
)
def test_what_is_no_address_is_told_with_the_form_of_one(url: str) -> None:
    assert "must look like redis://host:6379/0" in str(refused(url))


async def test_a_server_is_greeted_once_in_the_form_that_every_version_knows(folder: Path) -> None:
    """Only the pipe decides what is sent again: a client that repeats by itself could play a move ten times (threats
    F3).
    """
    greetings: list[bytes] = []

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        greetings.append(await reader.read(1000))
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_unix_server(hang_up, folder / "s"):
        connection = taken(f"unix://{folder}/s", WORD).connection()
        with pytest.raises(RedisError):
            await connection.connect()
        await connection.disconnect()
    (greeting,) = greetings
    assert greeting.split(b"\r\n")[2::2] == [b"AUTH", WORD.encode()]


# Clusters and Sentinels


@pytest.mark.parametrize(
    ("url", "where", "hosts"),
    [
        ("redis+cluster://127.0.0.1", "the Cluster of 127.0.0.1:6379", [("127.0.0.1", 6379)]),
        (
            f"rediss+cluster://bot:{WORD}@a.example.org:7000,b.example.org/0",
            "the Cluster of a.example.org:7000, b.example.org:6379",
            [("a.example.org", 7000), ("b.example.org", 6379)],
        ),
        (
            f"redis+sentinel://:{WORD}@[2001:db8::1]:5000,10.0.0.2/my%20master?db=3&sentinel_password={WORD}",
            "my master of the Sentinels 2001:db8::1:5000, 10.0.0.2:26379",
            [("2001:db8::1", 5000), ("10.0.0.2", 26379)],
        ),
    ],
)
def test_several_hosts_are_read_and_told_without_secrets(url: str, where: str, hosts: list[tuple[str, int]]) -> None:
    place = taken(url)
    assert (place.where, list(place.hosts)) == (where, hosts)
    assert place.pool.connection_kwargs.get("password") == (WORD if WORD in url else None)


def test_sentinels_have_a_service_a_password_and_databases() -> None:
    place = taken(f"rediss+sentinel://127.0.0.1/mymaster?db=3&sentinel_password={WORD}&ssl_ca_certs=/ca.pem")
    assert (place.kind, place.service, place.database, place.sentinel_password) == ("sentinel", "mymaster", 3, WORD)
    assert place.pool.connection_class.__name__ == "SSLConnection"
    assert settings_of(place)["ssl_ca_certs"] == "/ca.pem"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis+sentinel://127.0.0.1", "Add the name that follows `sentinel monitor`"),
        ("redis+cluster://127.0.0.1?db=2", "Leave db out of redis"),
        ("redis+cluster://127.0.0.1/2", "REDIS_URL must look like"),
        ("redis+cluster://", "REDIS_URL must look like"),
        (f"redis+cluster://:{WORD}@127.0.0.1:x", "REDIS_URL must look like"),
        ("redis+cluster://127.0.0.1,,127.0.0.2", "REDIS_URL must look like"),
        ("unix+cluster:///run/redis.sock", "REDIS_URL must look like"),
        ("redis+raft://127.0.0.1", r"redis+cluster://host:6379,host:6379 or redis+sentinel://host:26379"),
        (f"redis+cluster://127.0.0.1?sentinel_password={WORD}", "a setting that Potluck doesn't know"),
        ("redis+cluster://127.0.0.1,10.1.2.3", "without a password"),
        ("redis+sentinel://127.0.0.1,10.1.2.3/mymaster", "without a password"),
    ],
)
def test_a_list_that_can_not_work_is_refused_with_what_would(url: str, words: str) -> None:
    assert words in str(refused(url))
