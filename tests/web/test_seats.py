"""Test that each seat is held by a secret cookie on its own path (threats T16, T17)."""

import hashlib
import json

import pytest
from aiohttp import WSServerHandshakeError
from web.conftest import PATIENCE, Browser, House, NewBrowser, Reply, restart

from bot.adapters.web import TableRoom
from bot.ports.messages import Rights


async def test_a_guest_gets_a_cookie_for_their_own_path_alone(house: House, browser: Browser) -> None:
    form = {"name": "Pete", "room": "main"}
    async with browser.session.post(
        f"{house.url}/sit", data=form, headers=browser.ours, allow_redirects=False
    ) as answer:
        guest = answer.headers["Location"].removeprefix("/seat/").removesuffix("/")
        cookie = answer.headers["Set-Cookie"]
        secret = answer.cookies["seat"].value
    assert f"Path=/seat/{guest}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie
    kept = house.shelf.kept[guest]
    assert secret.encode() not in kept
    assert json.loads(kept)["lock"] == hashlib.sha256(secret.encode()).hexdigest()


async def test_the_cookie_is_secure_where_the_page_is(house: House, browser: Browser) -> None:
    await restart(house, proxies="127.0.0.1")
    headers = browser.ours | {"X-Forwarded-Proto": "https"}
    async with browser.session.post(
        f"{house.url}/sit", data={"name": "Pete"}, headers=headers, allow_redirects=False
    ) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]


async def test_two_people_in_one_browser(house: House, browser: Browser) -> None:
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    await browser.say(pete, "!open highest")
    await browser.say(lola, "!join")
    assert [message.sender.id for message in house.bot.heard] == [f"web:{pete}", f"web:{lola}"]
    assert [message.sender.name for message in house.bot.heard] == ["Pete", "Lola"]


async def test_the_cookie_of_another_seat_opens_nothing(house: House, new_browser: NewBrowser) -> None:
    mine, theirs = await new_browser(), await new_browser()
    pete, lola = await mine.sit("Pete"), await theirs.sit("Lola")
    secret = next(cookie.value for cookie in mine.session.cookie_jar)
    stolen = {"Cookie": f"seat={secret}"}
    stranger = await new_browser()
    for path in ("", "live"):
        async with stranger.session.get(f"{house.url}/seat/{lola}/{path}", headers=stranger.ours | stolen) as answer:
            assert answer.status == 403
    async with stranger.session.post(
        f"{house.url}/seat/{lola}/say", json={"id": "a", "text": "!open"}, headers=stranger.ours | stolen
    ) as answer:
        assert answer.status == 403
    async with stranger.session.get(f"{house.url}/seat/{pete}/", headers=stolen) as answer:
        assert answer.status == 200
    assert house.bot.heard == []


async def test_without_a_cookie_a_sentence_and_the_way_back(house: House, browser: Browser) -> None:
    async with browser.session.get(f"{house.url}/seat/abcdefghij/") as answer:
        text = await answer.text()
    assert answer.status == 403
    assert "This seat isn&#x27;t yours" in text
    assert 'href="/"' in text


@pytest.mark.parametrize("guest", ["a", "a.b.c.d.e.", "abcdefghij%0d%0aX", "web:main:ab", "абвгдежзик"])
async def test_odd_seat_names_ask_the_store_nothing(house: House, browser: Browser, guest: str) -> None:
    async def asked(guest: str) -> bytes | None:
        raise AssertionError(guest)

    house.shelf.load = asked  # type: ignore[method-assign]
    async with browser.session.get(f"{house.url}/seat/{guest}/", headers={"Cookie": "seat=x"}) as answer:
        assert answer.status in (403, 404)


async def test_a_restart_keeps_the_guests(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    port = house.room.port
    await house.room.stop()
    house.room = house.bot.room = TableRoom(house.bot, house.shelf, host="127.0.0.1", port=port)
    await house.room.start()
    assert (await browser.say(pete, "!open highest"))["ok"]


async def test_a_seat_given_up_is_gone(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    async with await browser.open(pete) as page:
        await page.next()
        url = f"{house.url}/seat/{pete}/give-up"
        async with browser.session.post(url, json={}, headers=browser.ours) as answer:
            assert answer.status == 200
        while not (message := await page.socket.receive(timeout=PATIENCE)).type.name.startswith("CLOS"):
            assert message.type.name == "TEXT"
        assert page.socket.close_code == 4003
    assert house.shelf.kept == {}
    with pytest.raises(WSServerHandshakeError):
        await browser.open(pete)


DAY = 24 * 3600


def cookie_of(page: Reply) -> str:
    """Return the seat's cookie that came with an answer; empty: none."""
    return next((line for line in page.cookies if line.startswith("seat=")), "")


async def test_a_seat_and_its_cookie_last_ninety_days_from_the_last_time_they_were_used(
    house: House, browser: Browser
) -> None:
    pete = await browser.sit("Pete")
    page = f"/seat/{pete}/"
    assert cookie_of(await browser.get(page)) == "", "it was taken today"
    before = house.shelf.kept[pete]
    house.bot.ahead += 2 * DAY * 1000
    renewed = cookie_of(await browser.get(page))
    assert f"Max-Age={90 * DAY}" in renewed
    assert f"Path=/seat/{pete}" in renewed
    kept = json.loads(house.shelf.kept[pete])
    assert kept["used"] > kept["created"]
    assert {**kept, "used": 0} == {**json.loads(before), "used": 0}
    assert cookie_of(await browser.get(page)) == "", "once a day will do"
    house.bot.ahead += 2 * DAY * 1000
    said = await browser.post(f"{page}say", {"id": "a", "text": "!help"})
    assert f"Max-Age={90 * DAY}" in cookie_of(said), "who never leaves the page keeps the seat as well"


async def test_a_renewed_seat_keeps_what_it_was(house: House, browser: Browser) -> None:
    """The word for moderators is said in the very request that renews the seat."""
    await restart(house, staff_word="open sesame")
    pete = await browser.sit("Pete")
    house.bot.ahead += 2 * DAY * 1000
    assert (await browser.say(pete, "staff open sesame", private=True))["ok"]
    await restart(house, staff_word="open sesame")
    await browser.say(pete, "!help")
    assert house.bot.heard[-1].rights is Rights.STAFF


async def test_a_seat_that_is_given_up_is_not_renewed(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    house.bot.ahead += 2 * DAY * 1000
    await browser.post(f"/seat/{pete}/give-up")
    assert (await browser.get(f"/seat/{pete}/")).status == 403
    assert house.shelf.kept == {}


async def test_while_the_store_is_away_a_seat_is_still_good(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    house.bot.ahead += 2 * DAY * 1000

    async def away(name: str, content: bytes) -> None:
        raise OSError(name)

    house.shelf.save = away  # type: ignore[method-assign]
    assert (await browser.get(f"/seat/{pete}/")).status == 200


async def test_broken_memory_is_no_seat(house: House, browser: Browser) -> None:
    house.shelf.kept["abcdefghij"] = b'{"id": 3'
    headers = {"Cookie": "seat=whatever"}
    async with browser.session.get(f"{house.url}/seat/abcdefghij/", headers=headers) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\u0000"])
async def test_a_name_that_nobody_can_see_is_asked_for_again(house: House, browser: Browser, name: str) -> None:
    async with browser.session.post(f"{house.url}/sit", data={"name": name}, headers=browser.ours) as answer:
        text = await answer.text()
    assert answer.status == 400
    assert "what we may call you" in text
    assert house.shelf.kept == {}


@pytest.mark.parametrize("room", ["Main", "a b", "../x", "", "x" * 33])
async def test_rooms_have_plain_names(house: House, browser: Browser, room: str) -> None:
    form = {"name": "Pete", "room": room}
    async with browser.session.post(f"{house.url}/sit", data=form, headers=browser.ours) as answer:
        assert answer.status == 404
