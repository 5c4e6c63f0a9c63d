"""Test the address of a table: who follows it sits down there, or looks on; and how it is shown to others."""

import asyncio
import re
from collections.abc import Mapping

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from web.conftest import PATIENCE, Browser, House, NewBrowser, Reply, restart
from web.small_bot import Sitter

from bot.adapters.web.connection.addresses import PROXIES
from bot.adapters.web.guests.proposed_names import ProposedNames
from bot.adapters.web.inbound.invitations import drawn
from bot.adapters.web.inbound.requests import PublicAddress
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import MOST_NAMED
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Choosable, Message, Person
from bot.ports.proxies import Proxies


async def opened(house: House, host: Browser, room: str = "main") -> tuple[str, str]:
    """Let somebody open a table in a room; return its code, and their seat."""
    pete = await host.sit("Pete", room)
    await host.say(pete, "!open highest")
    return next(reversed(house.bot.tables)), pete


async def follow(browser: Browser, form: Mapping[str, str], **headers: str) -> Reply:
    """Send the form of the way in, as its page does; return the cookies and the address that it leads to (`text`)."""
    url = f"{browser.url}/sit"
    async with browser.session.post(
        url, data=dict(form), headers=browser.ours | headers, allow_redirects=False
    ) as answer:
        text = answer.headers.get("Location", "") or await answer.text()
        return Reply(answer.status, {}, answer.headers.getall("Set-Cookie", []), text)


def field(page: Reply, name: str) -> str:
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', page.text)
    assert found, page.text
    return found[1]


def wants(page: Reply) -> list[str]:
    """Return what the buttons of a way in are for; the first is the main one."""
    return re.findall(r'name="wants" value="([a-z]*)"', page.text)


async def test_an_invitation_says_what_is_played_and_who_sits_there(house: House, new_browser: NewBrowser) -> None:
    code, _ = await opened(house, await new_browser())
    page = await (await new_browser()).get(f"/room/main/t/{code}")
    assert page.status == 200
    for told in ("You are invited to Highest Number", "1 of 6 seats taken", "<bdi>Pete</bdi>"):
        assert told in page.text
    assert wants(page) == ["sit", "look"]
    assert page.cookies == []
    assert "web:" not in page.text, "ids of people are nobody's business"


async def test_who_follows_it_sits_down_there_as_if_they_had_pressed_it(house: House, new_browser: NewBrowser) -> None:
    code, _ = await opened(house, await new_browser())
    await opened(house, await new_browser())
    lola = await new_browser()
    page = await lola.get(f"/room/main/t/{code.lower()}")
    form = {"room": "main", "name": "Lola", "wants": "sit"} | {key: field(page, key) for key in ("table", "once")}
    sat = await follow(lola, form)
    assert sat.status == 303
    assert re.fullmatch(rf"/seat/[A-Za-z0-9_-]{{10}}/\?table={code}", sat.text)
    assert "HttpOnly" in sat.cookies[0]
    heard = house.bot.heard[-1]
    assert (heard.text, heard.table, heard.place, heard.private) == ("join", code, "web:main", False)
    assert [sitter.person.name for sitter in house.bot.tables[code].sitters] == ["Pete", "Lola"]
    assert f'"table": "{code}"' in (await lola.get(sat.text)).text


async def test_a_form_sent_twice_takes_one_seat(house: House, new_browser: NewBrowser) -> None:
    """Both at once, and again later; each time the cookie is for the same seat."""
    code, _ = await opened(house, await new_browser())
    lola = await new_browser()
    once = field(await lola.get(f"/room/main/t/{code}"), "once")
    form = {"room": "main", "name": "Lola", "table": code, "wants": "sit", "once": once}
    sent = await asyncio.gather(follow(lola, form), follow(lola, form))
    sent.append(await follow(lola, form))
    assert len({one.text for one in sent}) == 1
    assert len({re.search("seat=([^;]+)", one.cookies[0])[1] for one in sent}) == 1  # type: ignore[index]
    assert [sitter.person.name for sitter in house.bot.tables[code].sitters] == ["Pete", "Lola"]
    another = await follow(lola, form | {"name": "Vic"})
    assert another.text != sent[0].text, "another name on the same page is somebody else"
    assert len(house.bot.tables[code].sitters) == 3


async def test_a_form_that_failed_may_be_sent_again(house: House, new_browser: NewBrowser) -> None:
    code, _ = await opened(house, await new_browser())
    lola, save = await new_browser(), house.shelf.save

    async def broken(name: str, content: bytes) -> None:
        raise OSError

    form = {"name": "Lola", "table": code, "wants": "sit", "once": "abcdefghijklmnop"}
    house.shelf.save = broken  # type: ignore[method-assign]
    assert (await follow(lola, form)).status == 500
    house.shelf.save = save  # type: ignore[method-assign]
    assert (await follow(lola, form)).status == 303


async def test_who_looks_on_takes_no_seat(house: House, browser: Browser, new_browser: NewBrowser) -> None:
    code, _ = await opened(house, browser)
    before = len(house.bot.heard)
    looks = await follow(await new_browser(), {"name": "Lola", "table": code, "wants": "look"})
    own = await follow(await new_browser(), {"name": "Vic", "table": code, "wants": "own"})
    assert looks.text.endswith(f"/?table={code}")
    assert own.text.endswith("/")
    assert len(house.bot.heard) == before


@pytest.mark.parametrize(
    ("phase", "says"),
    [("playing", "A game is under way."), ("hosting", "A tournament"), ("between", "No seat is free")],
)
async def test_where_no_seat_is_free_it_says_what_can_be_done(
    house: House, browser: Browser, phase: str, says: str
) -> None:
    code, _ = await opened(house, browser)
    house.bot.tables[code].phase = phase
    page = await browser.get(f"/room/main/t/{code}")
    assert says in page.text
    assert wants(page) == ["look", "own"]


async def test_at_a_full_table_one_may_queue_in_place_of_sitting_down(
    house: House, browser: Browser, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await opened(house, browser)
    monkeypatch.setattr(house.bot, "commands", lambda _table, _seat: (Choosable("queue", "Queue"),))
    page = await browser.get(f"/room/main/t/{code}")
    assert wants(page) == ["queue", "look"]
    queues = await follow(await new_browser(), {"name": "Lola", "table": code, "wants": "queue"})
    assert queues.text.endswith(f"/?table={code}")
    assert [(one.text, one.table) for one in house.bot.heard][-1] == ("queue", code)


@pytest.mark.parametrize("room", ["main", "attic"])
async def test_a_code_that_stands_nowhere_in_this_room(house: House, browser: Browser, room: str) -> None:
    """Closed, unknown, or in another room: all look the same."""
    code, pete = await opened(house, browser, "cellar")
    await browser.say(pete, "close", table=code)
    other, _ = await opened(house, browser, "cellar")
    for gone in (code, "Z9Z", other):
        page = await browser.get(f"/room/{room}/t/{gone}")
        assert page.status == 404
        assert f"There is no table {gone} in this room" in page.text
        assert wants(page) == ["own"]
        assert field(page, "table") == ""
        assert "Pete" not in page.text
        assert (await browser.get(f"/room/{room}/t/{gone}/qr.svg")).status == 404


HOSTILE = [
    "A",
    "ABC",
    "K7QQQQ",
    "K7Q%0d%0aX",
    "..%2f..",
    "K7<b>",
    "к7q",
    "K7Q'",
    "\u017f7Q",
    "\u212a7Q",
    "K7Q%00",
    "%f0%9f%8e%b2",
    "K" * 900,
]


async def test_what_is_no_code_is_refused_and_not_repeated(house: House, browser: Browser) -> None:
    async def looked(*given: object) -> None:
        raise AssertionError(given)

    house.bot.look = looked  # type: ignore[method-assign, assignment]
    for code in HOSTILE:
        for path in (f"/room/main/t/{code}", f"/room/main/t/{code}/qr.svg"):
            page = await browser.get(path)
            assert (page.status, "<b>" in page.text) == (404, False), path
        refused = await follow(browser, {"name": "Lola", "table": code, "wants": "sit"})
        assert (refused.status, refused.cookies) == (404, []), code
    assert house.shelf.kept == {}


async def test_a_hostile_room_is_none(browser: Browser) -> None:
    for room in ("Main", "a_b", "x" * 33, "%2e%2e"):
        assert (await browser.get(f"/room/{room}/t/K7Q")).status == 404


async def test_another_sites_form_seats_nobody(house: House, browser: Browser, new_browser: NewBrowser) -> None:
    code, _ = await opened(house, browser)
    form, kept = {"name": "Lola", "table": code, "wants": "sit"}, len(house.shelf.kept)
    forged: tuple[dict[str, str], ...] = (
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "null", "Sec-Fetch-Site": "none"},
    )
    for headers in forged:
        sent = await follow(await new_browser(), form, **headers)
        assert (sent.status, sent.cookies) == (403, [])
    assert len(house.bot.tables[code].sitters) == 1
    assert len(house.shelf.kept) == kept


async def test_to_look_at_an_address_seats_nobody(house: House, browser: Browser, new_browser: NewBrowser) -> None:
    """Robots look first, and so do people who already have a seat here (threats T17)."""
    code, pete = await opened(house, browser)
    robot, before = await new_browser(), len(house.bot.heard)
    for path in (
        f"/room/main/t/{code}?name=Bot&wants=sit",
        f"/room/main/t/{code}/qr.svg",
        f"/seat/{pete}/?table={code}",
    ):
        await robot.get(path)
        await browser.get(path)
    assert len(house.bot.heard) == before
    assert len(house.bot.tables[code].sitters) == 1


async def test_a_name_is_missing_and_the_table_stays(house: House, browser: Browser) -> None:
    code, _ = await opened(house, browser)
    page = await follow(browser, {"name": "\u200b", "table": code, "wants": "sit"})
    assert page.status == 400
    assert "Please say what we may call you" in page.text
    assert wants(page) == ["sit", "look"]
    assert field(page, "table") == code


async def test_what_is_in_the_way_of_sitting_down_is_told_on_their_page(
    house: House, browser: Browser, new_browser: NewBrowser
) -> None:
    """The table filled while a name was typed: they look on, and are told why."""
    code, _ = await opened(house, browser)
    hear = house.bot.hear

    async def full(message: Message) -> Answer:
        return Answer(f"Table {code} is full.", ok=False) if message.text == "join" else await hear(message)

    house.bot.hear = full  # type: ignore[method-assign]
    lola = await new_browser()
    guest = (await follow(lola, {"name": "Lola", "table": code, "wants": "sit"})).text.split("/")[2]
    for expected in ([f"Table {code} is full."], []):
        async with await lola.open(guest) as page:
            await page.next()
            told = await page.until(lambda content: bool(content.get("people")))
            assert [answer["text"] for answer in told.get("answers", ())] == expected


async def test_names_that_are_markup_stand_as_text(house: House, browser: Browser) -> None:
    code, _ = await opened(house, browser)
    hostile = ['<script>alert("1")</script>', "'\"><img src=x>", "{{boot}}", "\u202egnp"]
    sitters = house.bot.tables[code].sitters
    sitters += [Sitter(Person(PersonId(f"web:{at}"), name), is_bot=False) for at, name in enumerate(hostile)]
    page = (await browser.get(f"/room/main/t/{code}")).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "{{boot}}" in page


async def test_of_a_crowd_some_are_named(house: House, browser: Browser) -> None:
    code, _ = await opened(house, browser)
    sitters = house.bot.tables[code].sitters
    sitters += [Sitter(Person(PersonId(f"web:{at}"), f"Guest {at}"), is_bot=False) for at in range(11)]
    page = (await browser.get(f"/room/main/t/{code}")).text
    assert page.count("<bdi>") == MOST_NAMED
    assert "and 4 more" in page
    assert "12 of 6 seats taken" in page


# Somebody else's seat


async def test_a_stranger_is_led_to_the_way_in_of_the_seats_room(house: House, new_browser: NewBrowser) -> None:
    host, stranger = await new_browser(), await new_browser()
    code, pete = await opened(house, host, "attic")
    for path in (f"/seat/{pete}/", f"/seat/{pete}"):
        page = await stranger.get(path)
        assert page.status == 403, "pages of ours learn by it that a seat is gone"
        assert field(page, "room") == "attic"
        assert "That page belongs to somebody else" in page.text
        assert "Pete" not in page.text
        assert code not in page.text
        assert page.cookies == []
    shown = await stranger.get(f"/seat/{pete}/?table={code}")
    assert (shown.status, field(shown, "table"), wants(shown)) == (403, code, ["sit", "look"])
    with_wrong_key = await stranger.get(f"/seat/{pete}/", Cookie="seat=nonsense")
    assert field(with_wrong_key, "room") == "attic"


async def test_the_seat_of_another_platform_tells_a_stranger_nothing(house: House, new_browser: NewBrowser) -> None:
    phone, stranger = await new_browser(), await new_browser()
    guest = await phone.link(house.bot, Person(PersonId("twitch:7"), "Vic"))
    theirs, nobodys = await stranger.get(f"/seat/{guest}/"), await stranger.get("/seat/abcdefghij/")
    assert theirs.status == 403
    assert theirs.text == nobodys.text


async def test_of_a_seats_address_nothing_but_a_code_is_taken_along(house: House, browser: Browser) -> None:
    code, pete = await opened(house, browser)
    for query in ("//evil.example", "K7Q%0d%0aSet-Cookie:x=1", "%3Cscript%3E", code + "%2F..%2F.."):
        moved = await browser.get(f"/seat/{pete}?table={query}")
        assert moved.status == 303
        assert '"table": ""' in (await browser.get(f"/seat/{pete}/?table={query}")).text
    assert f'"table": "{code}"' in (await browser.get(f"/seat/{pete}/?table={code.lower()}")).text


# How others are shown it


async def invitation(house: House, browser: Browser, seat: str, **headers: str) -> str:
    """Return where the invitations of somebody's page lead."""
    found = re.search(
        r'"invite": \{"home": "([^"]+)", "local": (true|false)\}', (await browser.get(f"/seat/{seat}/", **headers)).text
    )
    assert found
    return f"{found[1]} {found[2]}"


async def test_invitations_lead_to_the_address_that_others_can_open(house: House, browser: Browser) -> None:
    _, pete = await opened(house, browser)
    assert await invitation(house, browser, pete) == f"{house.url}/room/main/t/ true"
    await restart(house, public="potluck.example", proxies="127.0.0.1")
    home = "https://potluck.example/room/main/t/ false"
    assert await invitation(house, browser, pete) == home, "asked on this machine itself"
    through_proxy = {"Host": "potluck.example", "X-Forwarded-Proto": "https"}
    assert await invitation(house, browser, pete, **through_proxy, Cookie=cookie(browser)) == home
    house.room.reached_at("http://potluck.example/")
    assert await invitation(house, browser, pete) == "http://potluck.example/room/main/t/ false", "as the owner set it"


def asked(host: str, **headers: str) -> web.Request:
    """Return a request to a room that a whole network can open."""
    app = web.Application()
    app[PROXIES] = Proxies("")
    return make_mocked_request("GET", "/", headers={"Host": host, **headers}, app=app)


def test_in_a_network_they_lead_to_this_machines_address_there() -> None:
    """The owner opens the room by `localhost`, which for everybody else is their own computer."""
    address = PublicAddress("")
    assert address.of(asked("127.0.0.1:8137")) == "http://127.0.0.1:8137"
    address.told = "http://192.168.7.5:8137/"
    assert address.of(asked("localhost:8137")) == "http://192.168.7.5:8137"
    assert address.of(asked("potluck.lan:8137")) == "http://potluck.lan:8137"
    assert address.of(asked("[fe80::1]:8137")) == "http://[fe80::1]:8137"


def test_nobody_but_our_proxies_says_how_we_are_reached() -> None:
    forged = asked("potluck.lan", **{"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"})
    assert PublicAddress("").of(forged) == "http://potluck.lan"
    assert PublicAddress("potluck.example").of(asked("evil.example")) == "https://potluck.example"


@pytest.mark.parametrize("host", ["evil<script>", "a b", "evil/path", "me@evil", "", "x" * 300, "\u043f.example"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    with pytest.raises(Refused):
        PublicAddress("").of(asked(host))


def cookie(browser: Browser) -> str:
    return f"seat={next(one.value for one in browser.session.cookie_jar)}"


async def test_who_is_of_another_platform_invites_nobody(house: House, browser: Browser) -> None:
    guest = await browser.link(house.bot, Person(PersonId("twitch:7"), "Vic"))
    assert '"invite": null' in (await browser.get(f"/seat/{guest}/")).text


async def test_a_qr_code_holds_the_address_of_a_table_that_stands(house: House, browser: Browser) -> None:
    code, _ = await opened(house, browser)
    async with browser.session.get(
        f"{house.url}/room/main/t/{code.lower()}/qr.svg?text=https://evil.example"
    ) as answer:
        picture = await answer.read()
    assert (answer.status, answer.content_type) == (200, "image/svg+xml")
    assert picture == drawn(f"{house.url}/room/main/t/{code}")
    assert b"<script" not in picture
    assert b"style" not in picture
    size = re.search(rb'viewBox="0 0 (\d+) \1"', picture)
    assert size
    assert b'fill="#fff"' in picture
    assert b'stroke="#000"' in picture
    # Dark modules begin after a border of four: the finder's first row is drawn at 4, 4.5.
    assert b"M4 4.5h7" in picture


# Names


async def test_each_visitor_is_proposed_another_name(house: House, browser: Browser) -> None:
    names = [field(await browser.get("/"), "name") for _ in range(40)]
    assert len(set(names)) == 40
    assert all(re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", name) and len(name) <= 24 for name in names)
    assert await browser.sit(names[0])


def test_every_name_is_proposed_once_before_any_is_again_and_none_that_is_taken() -> None:
    def text(sentence: str, locale: str, **values: str) -> str:
        return {"web-names-first": "Amber Brave", "web-names-second": "Otter Owl"}.get(
            sentence, " ".join(values.values())
        )

    names = ProposedNames(text)
    everyone = {f"{first} {second}" for first in ("Amber", "Brave") for second in ("Otter", "Owl")}
    assert {names.next("en") for _ in range(4)} == everyone
    assert {names.next("en") for _ in range(4)} == everyone
    assert {names.next("en", ["AMBER OTTER", "amber owl", "Brave Otter"]) for _ in range(9)} == {"Brave Owl"}
    assert names.next("en", everyone) in everyone, "better one twice than none"


async def test_a_live_page_is_not_kept_waiting(house: House, browser: Browser) -> None:
    """Somebody who sits down by an invitation is told about it once, like everybody."""
    code, pete = await opened(house, browser)
    async with await browser.open(pete) as page:
        await page.next()
        await follow(browser, {"name": "Lola", "table": code, "wants": "sit"})
        told = await asyncio.wait_for(
            page.until(lambda content: any(one.get("news") for one in content["tables"])), PATIENCE
        )
    assert [line["text"] for one in told["tables"] for line in one.get("news", ())] == ["Lola sits down."]
