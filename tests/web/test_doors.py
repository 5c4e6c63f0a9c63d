"""Test how people from another platform get a seat: by a personal link, or a code (threats T6, T16, T17, T33)."""

import hashlib
import json
import re
import secrets

import pytest
from web.conftest import Browser, House, NewBrowser, restart
from web.small_doors import BOBS, LINK_SECONDS, QUIZ, VIC, WES

from bot.adapters.web.guests.guest import LINKED_SECONDS
from bot.ports.messages import Answer, Person

DOOR = "/at/twitch/ann"
"""A door with sign-in."""
BY_CODE = "/at/twitch/bob"
"""A door without sign-in, where people type a code."""


async def test_a_code_shows_the_hand_of_who_answers_for_it(house: House, browser: Browser) -> None:
    house.bot.seats(VIC)
    shown = await browser.post(f"{BY_CODE}/code")
    assert (shown.status, shown.content["ok"], shown.content["seconds"]) == (200, True, 180)
    assert (await browser.post(f"{BY_CODE}/bound")).content == {"ok": False}
    assert house.bot.shows_hand(VIC, shown.content["code"])
    bound = await browser.post(f"{BY_CODE}/bound")
    assert bound.content == {"ok": True, "go": f"/seat/{bound.guest}/", "name": "Vic"}
    page = await browser.get(f"/seat/{bound.guest}/")
    assert page.status == 200
    boot = json.loads(re.findall(r'id="boot">(.*?)</script>', page.text, re.DOTALL)[0])
    assert (boot["linked"], boot["handAlone"], boot["name"], boot["room"]) == (True, True, "Vic", BY_CODE)
    await browser.say(bound.guest, "stake 5")
    heard = house.bot.heard[-1]
    assert (heard.sender, heard.venue, heard.place, heard.table) == (VIC, BOBS.venue, BOBS.place, "K7Q")
    assert heard.hand_alone


async def test_where_one_signs_in_a_browser_is_given_no_code(house: House, browser: Browser) -> None:
    refused = await browser.post(f"{DOOR}/code")
    assert (refused.status, refused.cookies) == (403, [])
    assert refused.content["text"] == "Here one signs in, and there are no codes."


async def test_whoever_reads_a_code_gains_nothing_by_it(house: House, new_browser: NewBrowser) -> None:
    """A code can only show one's own hand to the browser that displays it."""
    house.bot.seats(VIC)
    vics, thief = await new_browser(), await new_browser()
    code = (await vics.post(f"{BY_CODE}/code")).content["code"]
    refused = await thief.post(f"{BY_CODE}/bound")
    assert (refused.status, refused.content["ok"]) == (403, False)
    thiefs = (await thief.post(f"{BY_CODE}/code")).content["code"]
    assert thiefs != code
    assert house.bot.shows_hand(VIC, code)
    assert (await thief.post(f"{BY_CODE}/bound")).content == {"ok": False}
    assert (await vics.post(f"{BY_CODE}/bound")).content["name"] == "Vic"


async def test_a_code_is_good_once(house: House, browser: Browser) -> None:
    house.bot.seats(VIC, WES)
    code = (await browser.post(f"{BY_CODE}/code")).content["code"]
    key = next(cookie.value for cookie in browser.session.cookie_jar if cookie.key == "link")
    assert house.bot.shows_hand(VIC, code)
    assert not house.bot.shows_hand(WES, code)
    assert (await browser.post(f"{BY_CODE}/bound")).content["ok"]
    gone = await browser.post(f"{BY_CODE}/bound")
    assert (gone.status, gone.content["text"]) == (403, "This code's time is over. Ask for a new one.")
    again = await browser.post(f"{BY_CODE}/bound", Cookie=f"link={key}")
    assert again.content == {"ok": False}


async def test_the_keys_are_in_cookies_that_no_script_and_no_other_site_reaches(house: House, browser: Browser) -> None:
    house.bot.seats(VIC)
    await restart(house, proxies="127.0.0.1")
    shown = await browser.post(f"{BY_CODE}/code", **{"X-Forwarded-Proto": "https"})
    [cookie] = shown.cookies
    for part in ("link=", "HttpOnly", "SameSite=Strict", f"Path={BY_CODE}", "Secure"):
        assert part in cookie
    assert len(re.findall(r"link=([A-Za-z0-9_-]+)", cookie)[0]) >= 43  # 256 bits
    shown = await browser.post(f"{BY_CODE}/code")
    assert "Secure" not in shown.cookies[0]
    house.bot.shows_hand(VIC, shown.content["code"])
    bound = await browser.post(f"{BY_CODE}/bound")
    seat, link = sorted(bound.cookies, reverse=True)
    for part in ("seat=", "HttpOnly", "SameSite=Strict", f"Path=/seat/{bound.guest}"):
        assert part in seat
    assert "Max-Age=0" in link
    assert f"Path={BY_CODE}" in link
    secret = re.findall(r"seat=([A-Za-z0-9_-]+)", seat)[0]
    kept = house.shelf.kept[bound.guest]
    assert secret.encode() not in kept
    assert json.loads(kept)["lock"] == hashlib.sha256(secret.encode()).hexdigest()


PAGES = (DOOR, BY_CODE, "/hand", "/connect/twitch", "/connect/twitch/bot", "/signed-in/twitch?code=x&state=y")
ROBOT = {"User-Agent": "Discordbot/2.0 (+https://discordapp.com)"}


async def test_a_robot_that_looks_at_everything_burns_nothing(house: House, new_browser: NewBrowser) -> None:
    """T17: a preview is made of a page that reveals nothing, and its link still works afterwards."""
    robot, vics = await new_browser(), await new_browser()
    secret, consent = house.bot.personal_link(VIC), house.bot.consent(VIC)
    code = (await vics.post(f"{BY_CODE}/code")).content["code"]
    house.bot.seats(VIC)
    assert house.bot.shows_hand(VIC, code)
    kept = dict(house.shelf.kept)
    for path in (
        *PAGES,
        f"{BY_CODE}/code",
        f"{BY_CODE}/bound",
        f"{DOOR}/sign-in",
        f"/hand?secret={secret}",
        f"/hand/{secret}",
    ):
        seen = await robot.get(path, **ROBOT)
        assert not any(line.startswith(("seat=", "link=")) for line in seen.cookies)
        assert "Vic" not in seen.text
        async with robot.session.head(house.url + path, headers=ROBOT) as answer:
            assert "seat" not in answer.cookies
    await robot.get(f"/signed-in/twitch?code={consent}&state=y", **ROBOT)
    assert house.shelf.kept == kept
    assert house.bot.purposes == []
    assert (await vics.post(f"{BY_CODE}/bound")).content["name"] == "Vic"
    assert (await vics.post("/hand", {"secret": secret})).content["name"] == "Vic"


async def test_a_look_at_a_door_sets_no_cookie(house: House, browser: Browser) -> None:
    for path in PAGES[:5]:
        assert (await browser.get(path)).cookies == []


async def test_a_personal_link_opens_a_hand_once(house: House, new_browser: NewBrowser) -> None:
    vics, thief = await new_browser(), await new_browser()
    secret = house.bot.personal_link(VIC)
    opened = await vics.post("/hand", {"secret": secret})
    assert opened.content == {"ok": True, "go": f"/seat/{opened.guest}/", "name": "Vic"}
    stolen = await thief.post("/hand", {"secret": secret})
    assert (stolen.status, stolen.content["ok"], stolen.cookies) == (403, False, [])
    assert "!page" in stolen.content["text"]
    assert (await thief.get(f"/seat/{opened.guest}/")).status == 403
    assert (await vics.get(f"/seat/{opened.guest}/")).status == 200


async def test_an_expired_link_says_what_to_do(house: House, browser: Browser) -> None:
    secret = house.bot.personal_link(VIC)
    house.bot.ahead += LINK_SECONDS * 1000
    late = await browser.post("/hand", {"secret": secret})
    assert (late.status, late.cookies) == (403, [])
    assert "Say “!page” to the bot for a new one" in late.content["text"]


@pytest.mark.parametrize("secret", ["", "short", "a" * 129, "a b" * 9, "../" * 9, "\u00e9" * 20])
async def test_what_is_no_secret_is_not_even_asked_about(house: House, browser: Browser, secret: str) -> None:
    async def asked(secret: str) -> None:
        raise AssertionError(secret)

    house.bot.redeem = asked  # type: ignore[method-assign, assignment]
    assert (await browser.post("/hand", {"secret": secret})).status == 403


@pytest.mark.parametrize("content", [{}, {"secret": 3}, {"secret": "a" * 20, "more": 1}, []])
async def test_what_is_no_link_is_refused_with_a_sentence(house: House, browser: Browser, content: object) -> None:
    refused = await browser.post("/hand", content or {"": ""})
    assert (refused.status, refused.content["ok"]) == (400, False)


async def test_a_second_device_turns_the_first_out(house: House, new_browser: NewBrowser) -> None:
    phone, desktop = await new_browser(), await new_browser()
    first = await phone.link(house.bot, VIC)
    async with await phone.open(first) as page:
        await page.next()
        second = await desktop.link(house.bot, VIC)
        while not (message := await page.socket.receive()).type.name.startswith("CLOS"):
            assert message.type.name == "TEXT"
        assert page.socket.close_code == 4003
    assert (await phone.get(f"/seat/{first}/")).status == 403
    assert (await phone.say(first, "help"))["status"] == 403
    assert (await desktop.say(second, "help"))["ok"]
    assert first not in house.shelf.kept


async def test_one_device_in_each_venue_and_for_each_person(house: House, new_browser: NewBrowser) -> None:
    browser = await new_browser()
    seats = [await browser.link(house.bot, VIC), await browser.link(house.bot, VIC, BOBS)]
    seats.append(await browser.link(house.bot, WES))
    for guest in seats:
        assert (await browser.say(guest, "help"))["ok"]
    told = [(message.sender.id, message.venue) for message in house.bot.heard]
    assert told == [("twitch:123", "twitch:55"), ("twitch:123", "twitch:66"), ("twitch:456", "twitch:55")]


async def test_a_seat_survives_a_restart_and_still_turns_out_the_one_before(
    house: House, new_browser: NewBrowser
) -> None:
    phone, desktop = await new_browser(), await new_browser()
    first = await phone.link(house.bot, VIC)
    await restart(house)
    assert (await phone.say(first, "help"))["ok"]
    second = await desktop.link(house.bot, VIC)
    assert (await phone.say(first, "help"))["status"] == 403
    await restart(house)
    assert (await phone.say(first, "help"))["status"] == 403
    assert (await desktop.say(second, "help"))["ok"]


async def test_a_code_outlives_a_restart(house: House, browser: Browser) -> None:
    house.bot.seats(VIC)
    code = (await browser.post(f"{BY_CODE}/code")).content["code"]
    await restart(house)
    house.bot.shows_hand(VIC, code)
    assert (await browser.post(f"{BY_CODE}/bound")).content["name"] == "Vic"


async def test_half_a_day_later_the_seat_is_over_and_shows_the_way_back(house: House, browser: Browser) -> None:
    guest = await browser.link(house.bot, VIC)
    house.bot.ahead += LINKED_SECONDS * 1000 - 60_000
    assert (await browser.say(guest, "help"))["ok"]
    async with await browser.open(guest) as page:
        await page.next()
        house.bot.ahead += 60_000
        assert house.room.tell(VIC.id, Answer("too late"))
        while not (await page.socket.receive()).type.name.startswith("CLOS"):
            pass
        assert page.socket.close_code == 4003
        assert "too late" not in json.dumps(page.seen)
    over = await browser.get(f"/seat/{guest}/")
    assert over.status == 403
    assert "twelve hours" in over.text
    assert 'href="/hand"' in over.text
    assert (await browser.say(guest, "help"))["status"] == 403


async def test_who_sat_down_in_a_room_stays_for_longer(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    house.bot.ahead += 20 * LINKED_SECONDS * 1000
    assert (await browser.say(pete, "!help"))["ok"]


async def test_unlinking_closes_all_that_is_open_for_somebody(house: House, new_browser: NewBrowser) -> None:
    """`!page off`, wherever it was said, works on all devices and in all venues."""
    phone, desktop, other = await new_browser(), await new_browser(), await new_browser()
    here, there = await phone.link(house.bot, VIC), await desktop.link(house.bot, VIC, QUIZ)
    wes = await other.link(house.bot, WES)
    async with await phone.open(here) as page:
        await page.next()
        assert await house.room.unlink(VIC.id) == 2
        while not (await page.socket.receive()).type.name.startswith("CLOS"):
            pass
        assert page.socket.close_code == 4003
    assert (await phone.say(here, "help"))["status"] == 403
    assert (await desktop.say(there, "help"))["status"] == 403
    assert (await other.say(wes, "help"))["ok"]
    assert await house.room.unlink(VIC.id) == 0
    await restart(house)
    assert (await phone.say(here, "help"))["status"] == 403


async def test_giving_up_unlinks_this_browser(house: House, browser: Browser) -> None:
    guest = await browser.link(house.bot, VIC)
    assert (await browser.post(f"/seat/{guest}/give-up")).status == 200
    assert (await browser.get(f"/seat/{guest}/")).status == 403
    assert await house.room.unlink(VIC.id) == 0


async def test_a_stored_guest_whom_the_links_do_not_know_is_nobody(house: House, browser: Browser) -> None:
    """This can happen if the machine stopped between the two notes: the older seat must not come back to life."""
    first = await browser.link(house.bot, VIC)
    kept = house.shelf.kept[first]
    await browser.link(house.bot, VIC)
    house.shelf.kept[first] = kept
    await restart(house)
    assert (await browser.say(first, "help"))["status"] == 403


async def test_broken_links_make_nobody(house: House, browser: Browser) -> None:
    guest = await browser.link(house.bot, VIC)
    [note] = [name for name in house.shelf.kept if name.startswith("linked-")]
    assert VIC.id not in note
    house.shelf.kept[note] = b'{"guests": 3'
    await restart(house)
    assert (await browser.say(guest, "help"))["status"] == 403
    again = await browser.link(house.bot, VIC)
    assert (await browser.say(again, "help"))["ok"]


async def test_a_name_keeps_its_shape(house: House, browser: Browser) -> None:
    for name, shown in (("\u202eciV\u200b", "ciV"), ("\u200b", "twitch:9"), ("x" * 60, "x" * 31 + "…")):
        secret = house.bot.personal_link(Person("twitch:9", name))
        assert (await browser.post("/hand", {"secret": secret})).content["name"] == shown


FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "null"},
]
POSTS = (f"{BY_CODE}/code", f"{BY_CODE}/bound", f"{DOOR}/sign-in", "/hand", "/connect/twitch", "/connect/twitch/bot")


@pytest.mark.parametrize("path", POSTS)
async def test_other_sites_set_nothing_off(house: House, browser: Browser, path: str) -> None:
    content = {"secret": house.bot.personal_link(VIC)}
    for headers in FOREIGN:
        async with browser.session.post(house.url + path, json=content, headers=headers) as answer:
            assert answer.status == 403
            assert "Set-Cookie" not in answer.headers
    async with browser.session.post(house.url + path, data="{}", headers=browser.ours) as answer:
        assert answer.status == 415
    assert (await browser.post("/hand", content)).content["name"] == "Vic"


@pytest.mark.parametrize(
    "path", ["/at/twitch/nobody", "/at/nowhere/ann", "/at/TWITCH/ann", "/at/twitch/a%2Fb", "/at/x/y/z"]
)
async def test_an_unknown_door_is_a_sentence(house: House, browser: Browser, path: str) -> None:
    seen = await browser.get(path)
    assert seen.status == 404
    assert "<h1>Potluck</h1>" in seen.text
    assert (await browser.post(f"{path}/code")).status == 404


@pytest.mark.parametrize("name", ["a" * 41, "a.b", "a b", "\u0430nn", "ann%0d%0aX:1"])
async def test_odd_names_ask_nobody(house: House, browser: Browser, name: str) -> None:
    async def asked(platform: str, name: str) -> None:
        raise AssertionError(name)

    house.bot.door = asked  # type: ignore[method-assign, assignment]
    assert (await browser.get(f"/at/twitch/{name}")).status == 404
    for what in ("code", "bound", "sign-in"):
        answer = await browser.post(f"/at/twitch/{name}/{what}", Cookie=f"link={'k' * 43}")
        assert (answer.status, answer.cookies) == (404, [])


async def test_a_cookie_is_kept_by_the_path_as_it_was_typed(house: House, browser: Browser) -> None:
    house.bot.seats(VIC)
    code = (await browser.post("/at/twitch/BOB/code")).content["code"]
    house.bot.shows_hand(VIC, code)
    assert (await browser.post("/at/twitch/BOB/bound")).content["name"] == "Vic"


async def test_while_the_store_is_away_a_sentence_says_so(house: House, browser: Browser) -> None:
    house.bot.seats(VIC)
    code = (await browser.post(f"{BY_CODE}/code")).content["code"]
    house.bot.shows_hand(VIC, code)
    house.bot.away = True
    assert (await browser.get(BY_CODE)).status == 404
    assert (await browser.post(f"{BY_CODE}/bound")).content == {"ok": False}
    house.bot.away = False
    assert (await browser.post(f"{BY_CODE}/bound")).content["ok"]
    door = house.bot.door

    async def no_code(*_: object) -> str:
        return ""

    house.bot.new_code = no_code  # type: ignore[method-assign]
    assert door is not None
    assert (await browser.post(f"{BY_CODE}/code")).status == 503


async def test_codes_are_given_only_so_often(time_stands_still: None, house: House, browser: Browser) -> None:
    await restart(house)
    statuses = [(await browser.post(f"{BY_CODE}/code")).status for _ in range(30)]
    assert statuses == [200] * 20 + [429] * 10


async def test_whoever_guesses_at_keys_and_links_is_slow(
    time_stands_still: None, house: House, new_browser: NewBrowser
) -> None:
    """T6: they are slowed before the store is asked; people who wait for their code are not affected."""
    await restart(house)
    house.bot.seats(VIC)
    vics, thief = await new_browser(), await new_browser()
    code = (await vics.post(f"{BY_CODE}/code")).content["code"]
    guesses = []
    for _ in range(130):
        key = {"Cookie": f"link={secrets.token_urlsafe(32)}"}
        guesses.append((await thief.post(f"{BY_CODE}/bound", **key)).status)
    assert (guesses[0], guesses[-1]) == (200, 429)
    links = [(await thief.post("/hand", {"secret": secrets.token_urlsafe(24)})).status for _ in range(70)]
    assert (links[0], links[-1]) == (403, 429)
    house.bot.shows_hand(VIC, code)
    assert (await vics.post(f"{BY_CODE}/bound")).content["ok"]


async def test_no_secret_is_logged(house: House, browser: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    """T9: neither of a link that works nor of one that does not, nor when something breaks."""
    good, bad = house.bot.personal_link(VIC), secrets.token_urlsafe(24)
    await browser.post("/hand", {"secret": good})
    await browser.post("/hand", {"secret": bad})

    async def broken(secret: str) -> None:
        raise RuntimeError(secret)

    house.bot.redeem = broken  # type: ignore[method-assign, assignment]
    assert (await browser.post("/hand", {"secret": bad})).status == 500
    logged = capsys.readouterr()
    assert good not in logged.out + logged.err
    assert bad not in logged.out + logged.err
