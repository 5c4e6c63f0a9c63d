"""Test the public address over TLS: a real room behind it, something else, nothing, a bad certificate."""

import asyncio
import datetime as dt
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from free_ports import free_port

from bot.adapters.web import WRONG_KEY
from bot.app.application import Application
from bot.app.settings import Settings
from bot.app.stream_check import outside
from bot.app.stream_check.finding import Finding, Mark
from bot.app.table_room import open_room
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from persistence import Store

NAME = "potluck.test"


def certificate(folder: Path, name: str) -> ssl.SSLContext:
    """Make a certificate of our own authority for this name; a browser would have to trust `ca.pem` in the folder."""
    key, subject = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "ca.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
    return context


async def copied(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while more := await source.read(65_536):
        target.write(more)
        await target.drain()
    target.close()


@asynccontextmanager
async def https_before(port: int, context: ssl.SSLContext) -> AsyncIterator[int]:
    """Do what a tunnel does: TLS on one side, the same bytes on the other."""
    tasks = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        for way in (copied(reader, inner_writer), copied(inner_reader, writer)):
            task = asyncio.create_task(way)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def site(*routes: web.RouteDef, context: ssl.SSLContext) -> AsyncIterator[int]:
    """Run a server that is not ours."""
    app = web.Application()
    app.add_routes(routes)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@pytest.fixture
def tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Return a certificate for the name of the pages, trusted on this machine."""
    context = certificate(tmp_path, NAME)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    return context


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Let a name lead to this machine; return the addresses that names count as."""
    real, counts_as = socket.getaddrinfo, {NAME: "8.8.8.8"}

    def found(host: str, port: Any, *about: Any, **more: Any) -> Any:
        if host == "nowhere.test":
            raise socket.gaierror(-2, "Name or service not known")
        if host == NAME and port is None:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (counts_as[NAME], 0))]
        return real("127.0.0.1" if host == NAME else host, port, *about, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return counts_as


async def looked(port: int, name: str = NAME) -> Finding:
    return await outside.look_from_outside(f"https://{name}:{port}/", 8137, WRONG_KEY, running=True)


@asynccontextmanager
async def room(store: Store, public: str) -> AsyncIterator[int]:
    app = Application(store, Fairness(Keys({1: bytes(32)})), Defaults())
    async with open_room(app, Settings(_env_file=None, public_url=public), "127.0.0.1", 0, str) as opened:  # type: ignore[call-arg]
        yield opened.port


@asynccontextmanager
async def room_in_the_world(store: Store, tls: ssl.SSLContext) -> AsyncIterator[int]:
    """Run a room that knows its public port, since that is part of its address."""
    port = free_port()
    async with room(store, f"https://{NAME}:{port}/") as inner:
        tasks: set[asyncio.Task[None]] = set()

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", inner)
            for way in (copied(reader, inner_writer), copied(inner_reader, writer)):
                tasks.add(asyncio.create_task(way))

        server = await asyncio.start_server(pass_on, "127.0.0.1", port, ssl=tls)
        try:
            yield port
        finally:
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def test_our_own_room_over_https(store: Store, tls: ssl.SSLContext) -> None:
    async with room_in_the_world(store, tls) as port:
        found = await looked(port)
    assert found.mark is Mark.GOOD, found
    assert "live lines pass" in found.text


async def test_a_name_that_leads_into_the_own_network_alone(
    store: Store, tls: ssl.SSLContext, names: dict[str, str]
) -> None:
    names[NAME] = "192.168.1.7"
    async with room_in_the_world(store, tls) as port:
        found = await looked(port)
    assert found.mark is Mark.NOTE
    assert "your own network" in found.text


async def test_a_room_that_was_started_with_another_address(store: Store, tls: ssl.SSLContext) -> None:
    async with room(store, "https://old.test/") as inner, https_before(inner, tls) as port:
        found = await looked(port)
    assert found.mark is Mark.WRONG
    assert "not to that name" in found.text
    assert "start it again" in found.todo


async def test_something_else_answers(tls: ssl.SSLContext) -> None:
    async def hello(_: web.Request) -> web.Response:
        return web.Response(text="Welcome to nginx!")

    async with site(web.get("/{path:.*}", hello), context=tls) as port:
        found = await looked(port)
    assert found.mark is Mark.WRONG
    assert "Something else answers" in found.text


async def test_another_site_that_is_healthy_too(tls: ssl.SSLContext) -> None:
    """Many answer `ok` to that, but none answers an overlay's line as we do."""

    async def ok(_: web.Request) -> web.Response:
        return web.Response(text="ok")

    async with site(web.get("/{path:.*}", ok), context=tls) as port:
        found = await looked(port)
    assert found.mark is Mark.WRONG
    assert "live lines don't pass" in found.text


async def test_a_proxy_that_finds_nobody_behind_it(tls: ssl.SSLContext) -> None:
    async def bad_gateway(_: web.Request) -> web.Response:
        return web.Response(status=502)

    async with site(web.get("/{path:.*}", bad_gateway), context=tls) as port:
        found = await looked(port)
    assert found.mark is Mark.WRONG
    assert "127.0.0.1:8137" in found.todo


async def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        found = await looked(taken.getsockname()[1])
    assert found.mark is Mark.WRONG
    assert "refuses" in found.text


async def test_it_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "WITHIN", outside.aiohttp.ClientTimeout(total=0.3))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        found = await looked(silent.getsockname()[1])
    assert found.mark is Mark.WRONG
    assert "does not answer" in found.text


async def test_a_name_that_nobody_knows() -> None:
    found = await looked(443, "nowhere.test")
    assert found.mark is Mark.WRONG
    assert "nowhere.test is not known" in found.text


@pytest.mark.parametrize("name", [NAME, "another.test"], ids=["of nobody", "of another name"])
async def test_a_bad_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    context = certificate(tmp_path, name)
    if name != NAME:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    async with site(context=context) as port:
        found = await looked(port)
    assert found.mark is Mark.WRONG
    assert "certificate" in found.text


@pytest.mark.parametrize(
    ("public", "mark"),
    [
        ("http://localhost:8137/", Mark.NOTE),
        ("http://127.0.0.1:8137/", Mark.WRONG),
        ("http://192.168.1.7:8137/", Mark.WRONG),
        ("http://potluck.test/", Mark.WRONG),
    ],
)
async def test_an_address_that_twitch_would_not_send_people_to(public: str, mark: Mark) -> None:
    assert (await outside.look_from_outside(public, 8137, WRONG_KEY, running=True)).mark is mark


def test_the_addresses_of_these_tests_are_what_they_are_taken_for() -> None:
    assert ipaddress.ip_address("8.8.8.8").is_global
