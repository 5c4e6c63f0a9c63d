"""Test signing in with a platform's own account: for a seat, for a channel, for the bot (threats T6, T16)."""

import hashlib
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from web.conftest import Browser, House, NewBrowser, restart
from web.small_doors import ANN, ANNS, SETUP_KEY, VIC, WES

from bot.adapters.web.inbound.sign_in import Ticket, Tickets

DOOR = "/at/twitch/ann"


async def went_off(browser: Browser, path: str = f"{DOOR}/sign-in", content: object = None) -> str:
    """Leave to sign in; return the state with which one comes back."""
    sent = await browser.post(path, content)
    assert (sent.status, sent.content["ok"]) == (200, True), sent.content
    return parse_qs(urlsplit(sent.content["go"]).query)["state"][0]


def seat_in(text: str) -> str:
    return re.findall(r'"go": "/seat/([A-Za-z0-9_-]{10})/"', text)[0]


async def test_whoever_signed_in_has_a_seat_where_they_came_from(house: House, browser: Browser) -> None:
    state = await went_off(browser)
    back = await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}&scope=")
    assert back.status == 200
    assert '"name": "Vic"' in back.text
    guest = seat_in(back.text)
    seat = next(line for line in back.cookies if line.startswith("seat="))
    assert "SameSite=Strict" in seat
    assert "HttpOnly" in seat
    await browser.say(guest, "help")
    heard = house.bot.heard[-1]
    assert (heard.sender, heard.venue, heard.place) == (VIC, ANNS.venue, ANNS.place)


async def test_the_ticket_lies_in_a_cookie_that_survives_the_way_back(house: House, browser: Browser) -> None:
    sent = await browser.post(f"{DOOR}/sign-in")
    [cookie] = sent.cookies
    for part in ("state=", "HttpOnly", "SameSite=Lax", "Path=/signed-in", "Max-Age=600"):
        assert part in cookie
    assert "Secure" not in cookie
    secret = re.findall(r"state=([A-Za-z0-9_-]+)", cookie)[0]
    assert secret not in sent.content["go"]
    assert hashlib.sha256(secret.encode()).hexdigest() in sent.content["go"]
    await restart(house, proxies="127.0.0.1")
    secure = await browser.post(f"{DOOR}/sign-in", **{"X-Forwarded-Proto": "https"})
    assert secure.cookies[0].startswith("__Secure-state=")
    assert "Secure;" in secure.cookies[0] + ";"


async def test_a_sign_in_that_began_elsewhere_is_refused(house: House, new_browser: NewBrowser) -> None:
    """T16: nobody is signed in as somebody else by a link that they were sent."""
    thief, vics = await new_browser(), await new_browser()
    state, consent = await went_off(thief), house.bot.consent(WES)
    for where in (f"code={consent}&state={state}", f"code={consent}&state=", f"code={consent}", ""):
        refused = await vics.get(f"/signed-in/twitch?{where}")
        assert refused.status == 403
        assert "did not begin in this browser" in refused.text
        assert not any(line.startswith("seat=") for line in refused.cookies)
    await went_off(vics)
    assert (await vics.get(f"/signed-in/twitch?code={consent}&state={state}")).status == 403
    assert house.bot.purposes == []


@pytest.mark.parametrize(
    "query", ["code=x&state=wrong", "error=access_denied&state=wrong", "state=", "code=x&state=%C3%A9"]
)
async def test_whatever_comes_of_it_the_ticket_is_used_up(house: House, browser: Browser, query: str) -> None:
    state = await went_off(browser)
    refused = await browser.get(f"/signed-in/twitch?{query}")
    assert refused.status == 403
    assert any(line.startswith("state=") and "Max-Age=0" in line for line in refused.cookies)
    late = await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")
    assert late.status == 403


async def test_a_ticket_is_good_once_and_for_ten_minutes(house: House, browser: Browser) -> None:
    state = await went_off(browser)
    assert (await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")).status == 200
    assert (await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")).status == 403
    state = await went_off(browser)
    house.bot.ahead += 600_000
    assert (await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")).status == 403
    assert house.bot.purposes == ["seat"]


async def test_who_changed_their_mind_is_shown_the_way_back(house: House, browser: Browser) -> None:
    state = await went_off(browser)
    declined = await browser.get(f"/signed-in/twitch?error=access_denied&state={state}")
    assert "nothing was changed" in declined.text
    assert f'href="{DOOR}"' in declined.text
    assert house.bot.purposes == []


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("web-sign-in-failed", "out. Please try again"),
        ("web-scopes-missing", "leave everything ticked"),
        ("web-channel-not-allowed", "some channels only"),
        ("web-name", "out. Please try again"),
    ],
)
async def test_why_it_did_not_work_is_a_sentence(house: House, browser: Browser, reason: str, told: str) -> None:
    state = await went_off(browser, "/connect/twitch")
    refused = await browser.get(f"/signed-in/twitch?code={house.bot.consent(reason)}&state={state}")
    assert refused.status == 403
    assert told in refused.text
    assert 'href="/connect/twitch"' in refused.text


async def test_the_purpose_is_the_one_that_somebody_went_off_for(house: House, browser: Browser) -> None:
    """Nothing in the address changes it."""
    state = await went_off(browser)
    await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}&purpose=bot")
    assert house.bot.purposes == ["seat"]


async def test_nobody_writes_a_ticket_of_their_own(house: House, browser: Browser) -> None:
    """Otherwise anybody could make their own account the bot's."""
    secret = "a" * 43
    state = hashlib.sha256(secret.encode()).hexdigest()
    said = f"{secret}.bot.twitch..{house.bot.now()}"
    theirs, _ = Tickets().issue(Ticket("bot", "twitch", "", house.bot.now()))
    for cookie in (said, f"{said}.", f"{said}.{state}", theirs, "....", "a", "\u00e9.\u00e9"):
        headers = {"Cookie": f"state={cookie}"}
        back = await browser.get(f"/signed-in/twitch?code={house.bot.consent(WES)}&state={state}", **headers)
        assert back.status == 403
    real = await browser.post(f"{DOOR}/sign-in")
    changed = re.findall(r"state=([^;]+)", real.cookies[0])[0].replace(".seat.", ".bot.")
    state = parse_qs(urlsplit(real.content["go"]).query)["state"][0]
    browser.session.cookie_jar.clear()
    back = await browser.get(
        f"/signed-in/twitch?code={house.bot.consent(WES)}&state={state}", Cookie=f"state={changed}"
    )
    assert back.status == 403
    assert house.bot.purposes == []


async def test_a_ticket_is_for_its_own_platform(house: House, browser: Browser) -> None:
    state = await went_off(browser)
    assert (await browser.get(f"/signed-in/discord?code={house.bot.consent(VIC)}&state={state}")).status == 403


async def test_each_sign_in_is_a_new_seat_and_ends_the_one_before(house: House, browser: Browser) -> None:
    seats = []
    for _ in range(2):
        state = await went_off(browser)
        seats.append(
            seat_in((await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")).text)
        )
    assert seats[0] != seats[1]
    assert (await browser.get(f"/seat/{seats[0]}/")).status == 403
    assert (await browser.get(f"/seat/{seats[1]}/")).status == 200


async def test_where_nobody_can_sign_in_it_is_not_offered(house: House, browser: Browser) -> None:
    assert '"signsIn": true' in (await browser.get(DOOR)).text
    assert '"signsIn": false' in (await browser.get("/at/discord/quiz")).text
    for path in (
        "/at/discord/quiz/sign-in",
        "/at/twitch/bob/sign-in",
        "/connect/discord",
        "/connect/discord/bot",
        "/connect/TWITCH",
    ):
        refused = await browser.post(path, {"key": SETUP_KEY})
        assert (refused.status, refused.cookies) == (404, []), path
    for path in ("/connect/discord", "/connect/discord/bot", "/connect/TWITCH"):
        assert (await browser.get(path)).status == 404


async def test_a_streamer_connects_the_channel_and_sits_there(house: House, browser: Browser) -> None:
    assert "Let the bot into your channel" in (await browser.get("/connect/twitch")).text
    state = await went_off(browser, "/connect/twitch")
    back = await browser.get(f"/signed-in/twitch?code={house.bot.consent(ANN)}&state={state}")
    assert "Your channel is connected." in back.text
    guest = seat_in(back.text)
    await browser.say(guest, "help")
    heard = house.bot.heard[-1]
    assert (heard.sender.id, heard.venue, heard.place) == ("twitch:55", "twitch:55", "twitch:55")
    assert house.bot.purposes == ["channel"]


async def test_the_operator_connects_the_bots_account_and_nobody_else_does(house: House, browser: Browser) -> None:
    assert "The bot&#x27;s own account" in (await browser.get("/connect/twitch/bot")).text
    for key in ("", SETUP_KEY[:-1], SETUP_KEY.upper(), SETUP_KEY + "x" * 300):
        refused = await browser.post("/connect/twitch/bot", {"key": key})
        assert (refused.status, refused.cookies) == (403, [])
    state = await went_off(browser, "/connect/twitch/bot", {"key": SETUP_KEY})
    back = await browser.get(f"/signed-in/twitch?code={house.bot.consent(WES)}&state={state}")
    assert "Wes is the bot&#x27;s account now." in back.text
    assert not any(line.startswith("seat=") for line in back.cookies)
    assert house.bot.purposes == ["bot"]
    assert house.shelf.kept == {}


async def test_the_key_can_be_tried_five_times_a_minute(
    time_stands_still: None, house: House, browser: Browser
) -> None:
    await restart(house)
    tries = [(await browser.post("/connect/twitch/bot", {"key": str(number)})).status for number in range(6)]
    assert tries == [403] * 5 + [429]
    assert (await browser.post("/connect/twitch/bot", {"key": SETUP_KEY})).status == 429


async def test_a_door_that_closed_meanwhile_is_a_sentence(house: House, browser: Browser) -> None:
    state = await went_off(browser)
    house.bot.doors.clear()
    gone = await browser.get(f"/signed-in/twitch?code={house.bot.consent(VIC)}&state={state}")
    assert gone.status == 404
    assert house.shelf.kept == {}
