"""Test the control room over HTTP: for moderators, from our own page, whatever is sent there (threats T8, T16, T18)."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from web.conftest import Browser, House
from web.small_doors import ANN, ANNS, VIC

from bot.ports.messages import Person, Rights

FORM = {"id": "a1", "version": 3, "lines": {"cooldown": "60"}}


async def came(house: House, browser: Browser, person: Person, path: str) -> tuple[str, str]:
    """Let somebody sign in for the control room; return their seat, and the page that they come back to."""
    sent = await browser.post(path)
    assert (sent.status, sent.content["ok"]) == (200, True), sent.content
    state = parse_qs(urlsplit(sent.content["go"]).query)["state"][0]
    back = await browser.get(f"/signed-in/twitch?code={house.bot.consent(person)}&state={state}")
    assert back.status == 200, back.text
    return re.findall(r'"go": "/seat/([A-Za-z0-9_-]{10})/"', back.text)[0], back.text


@pytest.mark.parametrize("path", ["/control/twitch", "/control/twitch/ann"])
async def test_the_broadcaster_signs_in_and_goes_on_to_the_control_room(
    house: House, browser: Browser, path: str
) -> None:
    door = await browser.get(path)
    assert (door.status, "Control room" in door.text) == (200, True)
    house.bot.doors["twitch", "55"] = ANNS  # a door is also known by its id
    house.bot.rights[ANN.id, ANNS.venue] = Rights.OWNER
    guest, page = await came(house, browser, ANN, path)
    assert '"then": "control"' in page
    assert (await browser.get(f"/seat/{guest}/control")).status == 200


async def test_a_viewer_who_signs_in_is_told_whom_it_is_for(house: House, browser: Browser) -> None:
    guest, _ = await came(house, browser, VIC, "/control/twitch/ann")
    page = await browser.get(f"/seat/{guest}/control")
    assert page.status == 403
    assert "say something in its chat" in page.text
    assert (await browser.post(f"/seat/{guest}/control", FORM)).status == 403
    assert house.bot.saved == []


async def test_whoever_is_no_moderator_any_more_saves_nothing(house: House, browser: Browser) -> None:
    guest, _ = await came(house, browser, VIC, "/control/twitch/ann")
    house.bot.rights[VIC.id, ANNS.venue] = Rights.STAFF
    assert (await browser.post(f"/seat/{guest}/control", FORM)).content["ok"]
    [(message, version, lines)] = house.bot.saved
    assert (message.sender, message.venue, message.rights, version, lines) == (
        VIC,
        ANNS.venue,
        Rights.STAFF,
        3,
        FORM["lines"],
    )
    house.bot.rights[VIC.id, ANNS.venue] = Rights.PLAYER
    assert (await browser.post(f"/seat/{guest}/control", FORM)).status == 403
    assert len(house.bot.saved) == 1


async def test_there_is_no_room_of_a_channel_that_is_none(house: House, browser: Browser) -> None:
    assert (await browser.post("/control/twitch/nobody")).status == 404
    assert (await browser.get("/control/nonsense")).status == 404
    assert (await browser.get("/control/static/control.js")).status == 200
    assert (await browser.get("/control/static/..%2fwords.py")).status == 404
    assert house.bot.saved == []


NO_FORM: tuple[object, ...] = (
        {}, [], {"id": "a", "version": 3}, {**FORM, "more": 1}, {**FORM, "version": -1}, {**FORM, "version": "3"},
        {**FORM, "id": "ä"}, {**FORM, "lines": {"cooldown": 60}}, {**FORM, "lines": {"x" * 61: "1"}},
        {**FORM, "lines": {"cooldown": "9" * 1001}}, {**FORM, "lines": {f"x{number}": "" for number in range(41)}},
)  # fmt: skip


async def test_whatever_else_is_sent_is_refused(house: House, browser: Browser) -> None:
    house.bot.rights[ANN.id, ANNS.venue] = Rights.OWNER
    guest, _ = await came(house, browser, ANN, "/control/twitch/ann")
    for content in NO_FORM:
        assert (await browser.post(f"/seat/{guest}/control", content)).status in {400, 413}, content
    assert house.bot.saved == []


async def test_other_sites_can_save_nothing(house: House, browser: Browser) -> None:
    house.bot.rights[ANN.id, ANNS.venue] = Rights.OWNER
    guest, _ = await came(house, browser, ANN, "/control/twitch/ann")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await browser.post(f"/seat/{guest}/control", FORM, **headers)).status == 403
    assert house.bot.saved == []


async def test_the_page_has_the_headers_of_all_pages(house: House, browser: Browser) -> None:
    house.bot.rights[ANN.id, ANNS.venue] = Rights.OWNER
    guest, _ = await came(house, browser, ANN, "/control/twitch/ann")
    async with browser.session.get(f"{browser.url}/seat/{guest}/control") as page:
        policy = page.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["Cache-Control"] == "no-store"
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", await page.text())


async def test_who_saves_too_often_is_told_so(house: House, browser: Browser) -> None:
    house.bot.rights[ANN.id, ANNS.venue] = Rights.OWNER
    guest, _ = await came(house, browser, ANN, "/control/twitch/ann")
    found = [(await browser.post(f"/seat/{guest}/control", {**FORM, "id": f"a{one}"})).status for one in range(40)]
    assert found[0] == 200
    assert 429 in found
