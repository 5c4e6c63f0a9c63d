"""Test other sites, other hosts, floods, and the headers of every answer (threats T6, T16, T17, T18)."""

from itertools import product
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError, web
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict
from web.conftest import Browser, House

from bot.adapters.web.connection.addresses import PROXIES, address_of, is_https
from bot.adapters.web.inbound.request_headers import is_loopback, language
from bot.adapters.web.outbound.response_headers import HEADERS
from bot.adapters.web.plain_text import plain
from bot.ports.proxies import Proxies
from bot.ports.rate import Buckets

FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "null"},
    {},
]


async def test_other_sites_can_say_and_hear_nothing(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    asked = ((f"{house.url}/seat/{pete}/say", {"id": "a", "text": "!open"}), (f"{house.url}/sit", {}))
    for headers, (url, content) in product(FOREIGN, asked):
        async with browser.session.post(url, json=content, headers=headers) as answer:
            assert answer.status == 403, (headers, url)
            assert "another site" in (await answer.json())["text"]
    for headers in FOREIGN:
        with pytest.raises(WSServerHandshakeError):
            await browser.session.ws_connect(f"{house.url}/seat/{pete}/live", headers=headers)
    assert house.bot.heard == []
    assert len(house.shelf.kept) == 1


async def test_a_form_is_no_json(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    url = f"{house.url}/seat/{pete}/say"
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        headers = browser.ours | {"Content-Type": kind}
        async with browser.session.post(url, data=b'{"id": "a", "text": "!open"}', headers=headers) as answer:
            assert answer.status == 415
    assert house.bot.heard == []


BROKEN: list[bytes] = [
    b"",
    b"[]",
    b"{",
    b'{"id": "a"}',
    b'{"id": 1, "text": "!open"}',
    b'{"id": "", "text": "!open"}',
    b'{"id": "a b", "text": "!open"}',
    b'{"id": "a\\n", "text": "!open"}',
    b'{"id": "a", "text": "!open", "sender": "web:other"}',
    b'{"id": "a", "text": "\\ud800"}',
    b'{"id": "a", "text": "\xff"}',
]


async def test_what_is_no_line_is_refused_with_a_sentence(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    headers = browser.ours | {"Content-Type": "application/json"}
    said = {"ok": False, "text": "That was not understood.", "secret": False, "files": []}
    for body in BROKEN:
        async with browser.session.post(f"{house.url}/seat/{pete}/say", data=body, headers=headers) as answer:
            assert (answer.status, await answer.json()) == (400, said), body
    assert house.bot.heard == []


async def test_too_much_at_once(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    assert "too long" in (await browser.say(pete, "!open " + "x" * 2000))["text"]
    answer = await browser.say(pete, "x" * 40_000)
    assert (answer["status"], answer["text"]) == (413, "That is too much at once.")
    assert house.bot.heard == []


async def test_a_guest_who_types_too_fast_is_told_so(time_stands_still: None, house: House, browser: Browser) -> None:
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    answers = [await browser.say(pete, "!help") for _ in range(60)]
    assert [answer["ok"] for answer in answers[:10]] == [True] * 10
    refused = [answer for answer in answers if answer["status"] == 429]
    assert len(refused) == 50
    assert "Slowly" in refused[0]["text"]
    assert (await browser.say(lola, "!help"))["ok"]


async def test_what_counted_is_not_called_too_fast_when_it_comes_again(
    time_stands_still: None, house: House, browser: Browser
) -> None:
    """F29: a page repeats what it got no answer to."""
    pete = await browser.sit("Pete")
    first = {"id": "mine"}
    assert (await browser.say(pete, "!help", **first))["status"] == 200
    answers = [await browser.say(pete, "!help") for _ in range(60)]
    assert answers[-1]["status"] == 429
    again = await browser.say(pete, "!help", **first)
    assert (again["status"], again["ok"], again["text"]) == (200, True, "That was taken before.")


async def test_strangers_share_a_bucket(time_stands_still: None, house: House, browser: Browser) -> None:
    """Guessing at seats is slow, and rarely asks the store (T6)."""
    asked: list[str] = []
    load = house.shelf.load

    async def counted(guest: str) -> bytes | None:
        asked.append(guest)
        return await load(guest)

    house.shelf.load = counted  # type: ignore[method-assign]
    codes = []
    for number in range(120):
        headers = {"Cookie": "seat=guess"}
        async with browser.session.get(f"{house.url}/seat/guess{number:05}/", headers=headers) as answer:
            codes.append(answer.status)
    assert codes[0] == 403
    assert codes[-1] == 429
    assert len(asked) < 60


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Buckets(most=2, a_second=1, clock=lambda: now)
    assert [bucket.take("pete") for _ in range(3)] == [True, True, False]
    assert bucket.take("lola")
    now = 1.0
    assert [bucket.take("pete") for _ in range(2)] == [True, False]


def test_a_bucket_goes_by_the_times_it_is_given_in_any_order() -> None:
    bucket = Buckets(most=2, a_second=1)
    assert all(bucket.take("pete", at) for at in (50.0, 51.0, 52.0, 51.5, 54.0))
    assert [bucket.take("pete", 40.0) for _ in range(2)] == [True, False]


async def test_all_answers_have_the_headers(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    for path in ("/", "/room/attic", f"/seat/{pete}/", "/nothing", "/static/room.js", "/health", "/seat/x/"):
        async with browser.session.get(house.url + path) as answer:
            for name, value in HEADERS.items():
                if name == "Cache-Control" and path.startswith("/static"):
                    assert answer.headers[name] == "no-cache"
                elif name == "Referrer-Policy" and path in ("/", "/room/attic"):
                    assert answer.headers[name] == "same-origin"
                else:
                    assert answer.headers[name] == value, path


async def test_another_name_for_this_machine_is_refused(house: House, browser: Browser) -> None:
    """It is a name of another site that meanwhile points to 127.0.0.1 (DNS rebinding)."""
    async with browser.session.get(house.url, headers={"Host": "evil.example"}) as answer:
        assert answer.status == 421
    async with browser.session.get(house.url, headers={"Host": f"localhost:{house.room.port}"}) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "play.localhost", "127.9.9.9"]
)
def test_loopback_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "0.0.0.0", "192.168.1.2", "[", "1270.0.0.1"],  # noqa: S104
)
def test_other_names(host: str) -> None:
    assert not is_loopback(host)


async def test_health(house: House, browser: Browser) -> None:
    async with browser.session.get(f"{house.url}/health") as answer:
        assert (answer.status, await answer.text()) == (200, "ok")


async def test_trouble_is_a_sentence_and_tells_nothing(
    house: House, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    pete = await browser.sit("Pete")
    house.bot.trouble = RuntimeError("secret-in-the-fault")
    answer = await browser.say(pete, "!secret-in-the-line")
    assert answer["status"] == 500
    assert "not your fault" in answer["text"]
    logged = capsys.readouterr()
    assert "RuntimeError" in logged.out + logged.err
    assert "secret-in-the" not in logged.out + logged.err + str(answer)


class Asked:
    def __init__(self, header: str) -> None:
        self.headers = {"Accept-Language": header}


@pytest.mark.parametrize(
    ("header", "wanted"),
    [("", "en"), ("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("de, en;q=0.5", "en"), ("<script>", "en"), ("xx" * 999, "en")],
)
def test_the_language_of_the_browser(header: str, wanted: str) -> None:
    request: Any = Asked(header)
    assert language(request, ("en", "fr")) == wanted


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Pete\t\n the  Giant ", "Pete the Giant"),
        ("a\u202eb\u200bc\u0007d\ufeff", "abcd"),
        ("e" + "\u0301" * 30, "\u00e9\u0301\u0301"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("x" * 50, "x" * 23 + "…"),
        ("\u200d\u200d", ""),
    ],
)
def test_names_keep_their_shape(typed: str, shown: str) -> None:
    assert plain(typed, 24) == shown


@pytest.mark.parametrize(
    ("proxies", "remote", "passed_on", "address"),
    [
        ("", "127.0.0.1", [], "127.0.0.1"),
        ("", "127.0.0.1", ["203.0.113.9"], "127.0.0.1"),
        ("", "192.168.1.7", ["203.0.113.9"], "192.168.1.7"),
        ("", "10.0.0.7", ["203.0.113.9"], "10.0.0.7"),
        ("", "8.8.8.8", ["203.0.113.9"], "8.8.8.8"),
        ("127.0.0.1", "127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6, 10.0.0.7"], "10.0.0.7"),
        ("127.0.0.1", "127.0.0.1", ["nobody"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9, nobody"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9,"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["127.0.0.1"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("127.0.0.1", "::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1 10.0.0.0/8", "127.0.0.1", ["6.6.6.6, 203.0.113.9, 10.0.0.7"], "203.0.113.9"),
        ("127.0.0.1, 10.0.0.0/8", "127.0.0.1", ["6.6.6.6", "203.0.113.9,10.1.1.1", "10.0.0.7"], "203.0.113.9"),
        ("127.0.0.1, 10.0.0.0/8", "8.8.8.8", ["203.0.113.9, 10.0.0.7"], "8.8.8.8"),
        ("::1", "::1", ["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        ("", "2001:db8:1:2:3::4", [], "2001:db8:1:2::/64"),
        ("", "", [], ""),
    ],
)
def test_only_a_proxy_that_is_named_is_believed_where_a_request_comes_from(
    proxies: str, remote: str, passed_on: list[str], address: str
) -> None:
    """T29: addresses are read from the right, through each proxy of ours; an IPv6 address counts by its 64 bits."""
    headers = CIMultiDict([("X-Forwarded-For", one) for one in passed_on])
    app = web.Application()
    app[PROXIES] = Proxies(proxies)
    request = make_mocked_request("GET", "/", headers=headers, app=app).clone(remote=remote)
    assert address_of(request) == address


@pytest.mark.parametrize(
    ("remote", "said", "secure"),
    [
        ("127.0.0.1", ["https"], True),
        ("127.0.0.1", ["HTTPS"], True),
        ("127.0.0.1", ["http"], False),
        ("127.0.0.1", ["https", "http"], False),
        ("127.0.0.1", [], False),
        ("10.0.0.7", ["https"], False),
    ],
)
def test_only_a_proxy_that_is_named_is_believed_how_a_browser_came(remote: str, said: list[str], secure: bool) -> None:
    app = web.Application()
    app[PROXIES] = Proxies("127.0.0.1")
    headers = CIMultiDict([("X-Forwarded-Proto", one) for one in said])
    assert is_https(make_mocked_request("GET", "/", headers=headers, app=app).clone(remote=remote)) is secure


@pytest.mark.parametrize("named", ["nobody", "127.0.0.1/33", "0.0.0.0/0", "::/0", "127.0.0.1 and"])
def test_what_is_no_address_is_no_proxy(named: str) -> None:
    with pytest.raises(ValueError, match=r"is no address|is everybody"):
        Proxies(named)
