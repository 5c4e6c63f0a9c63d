"""The extension's routes: who is let in by Twitch's token, and who may ask at all (threats T6, T16, T17)."""

import re
import time
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from click import ClickException
from standins.twitch_extension.signed import OTHER_SECRET, SECRET, claims_of, part, signed, token
from web.conftest import Browser, House, Reply, Stream, restart
from web.small_bot import WORDS, Shelf
from web.small_doors import WES as WES_PERSON
from yarl import URL

from bot.adapters.web.activity.discord_side import DiscordSide
from bot.adapters.web.extension import extension as route
from bot.adapters.web.extension.tokens import ExtensionSide
from bot.adapters.web.guests.staff_word import StaffWord
from bot.adapters.web.outbound.open_page import GONE
from bot.app.settings import Settings
from bot.app.table_room import extension_side

ID = "abc123extension"
PAGE = f"https://{ID}.ext-twitch.tv"
FROM_PAGE = {"Origin": PAGE, "Sec-Fetch-Site": "cross-site"}
VIC, WES = "123", "456"
ANNS, BOBS = "55", "66"
HEAD = {"alg": "HS256", "typ": "JWT"}


@dataclass
class Panel:
    """The extension's page on Ann's channel, and the room that it asks."""

    house: House
    browser: Browser

    async def post(self, path: str, content: Any, *, key: str = "", **headers: str) -> Reply:
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        async with self.browser.session.post(
            f"{self.house.url}/extension/{path}", json=content, headers=FROM_PAGE | shown | headers
        ) as answer:
            self.headers = dict(answer.headers)
            return Reply(answer.status, await answer.json(), answer.headers.getall("Set-Cookie", []))

    async def sign_in(self, shown: str) -> Reply:
        return await self.post("sign-in", {"token": shown})

    async def key_of(self, user: str, channel: str = ANNS) -> str:
        came = await self.sign_in(token(channel, user))
        assert came.status == 200, came.content
        return str(came.content["key"])

    async def say(self, key: str, text: str) -> Reply:
        self.browser.counter += 1
        return await self.post("say", {"id": f"line{self.browser.counter}", "text": text}, key=key)

    async def line(self, key: str, **headers: str) -> ClientWebSocketResponse:
        address = f"{self.house.url}/extension/live"
        socket = await self.browser.session.ws_connect(address, headers=FROM_PAGE | headers, max_msg_size=0)
        await socket.send_json({"key": key})
        return socket


@pytest.fixture
async def panel(house: House, browser: Browser) -> Panel:
    house.bot.doors["twitch", ANNS] = house.bot.doors["twitch", "ann"]
    await restart(house, extension=ExtensionSide(ID, SECRET))
    return Panel(house, browser)


async def closed_with(socket: ClientWebSocketResponse) -> int | None:
    """The code with which a line was closed, before anything was told on it."""
    assert (await socket.receive(timeout=10)).type is WSMsgType.CLOSE
    return socket.close_code


# Off, and who may ask


async def test_without_settings_there_is_no_such_route(house: House, browser: Browser) -> None:
    for path in ("sign-in", "renew", "say", "live", "games.json"):
        got, posted = await browser.get(f"/extension/{path}"), await browser.post(f"/extension/{path}")
        assert (got.status, posted.status) == (404, 404), path


async def test_of_all_routes_only_the_extensions_may_be_asked_from_its_page(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StaffWord, "was_said_by", lambda *_: True)  # a moderator sees every page that there is
    house.bot._words.add((WORDS.parent / "overlay" / WORDS.name).read_text("utf-8"))
    everything = {"overlay_notes": Shelf(), "discord": DiscordSide("90", "made-up-secret", "made-up-token")}
    await restart(house, extension=ExtensionSide(ID, SECRET), **everything)
    guest = await browser.sit("Pete")
    values = {"id": guest, "room": "main", "code": "K7Q", "platform": "twitch", "name": "room.js", "tag": "x"}
    allowed, walked = {}, 0
    for one in house.room._runner.app.router.routes():
        assert one.resource is not None
        path = re.sub(r"\{(\w+)[^}]*\}", lambda hole: values.get(hole[1], "x"), one.resource.canonical)
        for method in {one.method, "OPTIONS", "POST"}:
            walked += 1
            for origin in (PAGE, "https://evil.example", "null", house.url):
                headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
                async with browser.session.request(
                    method, house.url + path, headers=headers, allow_redirects=False
                ) as got:
                    named = {name: got.headers[name] for name in got.headers if "access-control" in name.lower()}
                    if named:
                        allowed[f"{method} {path} {origin}"] = named["Access-Control-Allow-Origin"]
    assert walked > 150
    ours = {f"{method} /extension/{name}" for name in ("sign-in", "renew", "say") for method in ("POST", "OPTIONS")}
    assert allowed == dict.fromkeys((f"{one} {PAGE}" for one in {*ours, "GET /extension/games.json"}), PAGE)


async def test_no_answer_lets_a_browser_send_cookies_along(panel: Panel) -> None:
    await panel.key_of(VIC)
    assert panel.headers["Access-Control-Allow-Origin"] == PAGE
    assert panel.headers["Vary"] == "Origin"
    assert "Access-Control-Allow-Credentials" not in panel.headers


@pytest.mark.parametrize(
    "origin", ["", "null", "https://evil.example", f"{PAGE}.evil.example", "https://x.ext-twitch.tv", f"{PAGE}:444"]
)
async def test_another_page_is_not_heard_even_with_a_good_token(panel: Panel, origin: str) -> None:
    for path in ("sign-in", "say", "renew"):
        refused = await panel.post(path, {"token": token(ANNS, VIC)}, Origin=origin)
        assert (refused.status, "Access-Control-Allow-Origin" in panel.headers) == (403, False)
    with pytest.raises(WSServerHandshakeError, match="403"):
        await panel.line(token(ANNS), Origin=origin)


async def test_refusals_can_be_read_by_the_page(panel: Panel) -> None:
    refused = await panel.sign_in("nonsense")
    assert (refused.status, panel.headers["Access-Control-Allow-Origin"]) == (403, PAGE)


@pytest.mark.parametrize("missing", ["TWITCH_EXTENSION_ID", "TWITCH_EXTENSION_SECRET", "TWITCH_CLIENT_ID"])
def test_half_of_the_settings_is_refused(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    wanted = {"TWITCH_EXTENSION_ID": ID, "TWITCH_EXTENSION_SECRET": SECRET, "TWITCH_CLIENT_ID": "another"}
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    whole = extension_side(Settings(_env_file=None))
    assert whole is not None
    assert whole.origin == PAGE
    monkeypatch.delenv(missing)
    with pytest.raises(ClickException, match="go together"):
        extension_side(Settings(_env_file=None))


@pytest.mark.parametrize("secret", ["not base64!", "c2hvcnQ=", "äöü"])
def test_what_is_no_secret_is_refused_and_not_printed(monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    for name, value in (("ID", ID), ("SECRET", secret)):
        monkeypatch.setenv(f"TWITCH_EXTENSION_{name}", value)
    monkeypatch.setenv("TWITCH_CLIENT_ID", "another")
    with pytest.raises(ClickException, match="is not what Twitch shows") as raised:
        extension_side(Settings(_env_file=None))
    assert secret not in str(raised.value)


# Tokens


def forged() -> dict[str, str]:
    good, other = token(ANNS, VIC), claims_of(ANNS, VIC)
    head, claims, signature = good.split(".")
    return {
        "none": "",
        "one part": claims,
        "another secret": token(ANNS, VIC, OTHER_SECRET),
        "another's claims": f"{head}.{part(claims_of(ANNS, WES))}.{signature}",
        "unsigned": f"{part({'alg': 'none', 'typ': 'JWT'})}.{claims}.",
        "unsigned, with a signature": f"{part({'alg': 'none'})}.{claims}.{signature}",
        "signed, but it says unsigned": signed({"alg": "none"}, other),
        "signed, but by another way": signed({"alg": "HS512"}, other),
        "as if by a public key": signed({"alg": "RS256"}, other),
        "in small letters": signed({"alg": "hs256"}, other),
        "with a condition": signed({**HEAD, "crit": ["b64"]}, other),
        "no head": signed([], other),
        "no claims": signed(HEAD, "x"),
        "a signature of another length": signed(HEAD, other, how="sha512"),
        "by our own server": token(ANNS, VIC, role="external"),
        "no role": token(ANNS, VIC, role=""),
        "no channel": token("", VIC),
        "a channel with a path": token("55/../66", VIC),
        "a number for a channel": signed(HEAD, claims_of(ANNS, VIC) | {"channel_id": 55}),
        "a user that is none": token(ANNS, "123 456"),
        "no end": signed(HEAD, {key: one for key, one in other.items() if key != "exp"}),
        "an end in words": token(ANNS, VIC, exp="never"),
        "true": token(ANNS, VIC, exp=True),
        "too long": token(ANNS, VIC, opaque_user_id="U" * 1500),
    }


@pytest.mark.parametrize("name", forged())
async def test_a_forged_token_opens_nothing(panel: Panel, name: str) -> None:
    refused = await panel.sign_in(forged()[name])
    assert refused.status in {400, 403}
    assert panel.house.shelf.kept == {}
    assert await closed_with(await panel.line(forged()[name][:1900])) == GONE


async def test_an_old_token_opens_nothing(panel: Panel) -> None:
    refused = await panel.sign_in(token(ANNS, VIC, exp=int(time.time()) - 1))
    assert (refused.status, "open for too long" in refused.content["text"]) == (403, True)
    good = token(ANNS, VIC, exp=int(time.time()) + 60)
    assert (await panel.sign_in(good)).status == 200
    panel.house.bot.ahead = 61_000
    assert (await panel.sign_in(good)).status == 403


@pytest.mark.parametrize("content", [{}, {"token": 5}, [], "x", {"token": "x" * 2001}, {"token": "x", "user": VIC}])
async def test_nonsense_is_refused(panel: Panel, content: object) -> None:
    assert (await panel.post("sign-in", content)).status == 400


async def test_while_the_secret_is_changed_both_are_good(panel: Panel) -> None:
    await restart(panel.house, extension=ExtensionSide(ID, f"{OTHER_SECRET}, {SECRET}"))
    for secret in (SECRET, OTHER_SECRET):
        assert (await panel.sign_in(token(ANNS, VIC, secret))).status == 200


@pytest.mark.parametrize("role", ["viewer", "moderator", "broadcaster"])
async def test_a_role_gives_no_rights(panel: Panel, role: str) -> None:
    """Who may do what is what the chat says; the token of a moderator is a person's, no more."""
    came = await panel.sign_in(token(ANNS, VIC, role=role))
    assert not came.content["boot"]["staff"]
    await panel.say(came.content["key"], "help")
    assert panel.house.bot.heard[-1].rights == panel.house.bot.rights_of(f"twitch:{VIC}", "twitch:55")


# Who plays


async def test_whoever_shared_who_they_are_is_the_self_that_they_are_in_chat(panel: Panel) -> None:
    came = await panel.sign_in(token(ANNS, VIC))
    assert (came.status, came.cookies, came.content["title"]) == (200, [], "Ann")
    said = await panel.say(came.content["key"], "help")
    assert (said.status, said.cookies) == (200, [])
    heard = panel.house.bot.heard[-1]
    assert (heard.sender.id, heard.sender.name) == (f"twitch:{VIC}", "Vic")
    assert (heard.venue, heard.place, heard.private) == ("twitch:55", "twitch:55", True)


async def test_a_token_opens_the_tables_of_its_own_channel_alone(panel: Panel) -> None:
    panel.house.bot.doors["twitch", BOBS] = panel.house.bot.doors["twitch", "bob"]
    await panel.say(await panel.key_of(WES), "open highest")
    for key in (await panel.key_of(VIC, BOBS), token(BOBS)):
        async with Stream(await panel.line(key)) as stream:
            assert (await stream.next())["tables"] == []
    async with Stream(await panel.line(token(ANNS))) as stream:
        assert len((await stream.next())["tables"]) == 1


async def test_a_channel_that_we_do_not_play_in_has_no_tables(panel: Panel) -> None:
    refused = await panel.sign_in(token("777", VIC))
    assert (refused.status, "does not play in this channel" in refused.content["text"]) == (403, True)
    panel.house.bot.doors["twitch", "777"] = panel.house.bot.doors["twitch", "ann"]  # a login made of figures
    assert (await panel.sign_in(token("777", VIC))).status == 403


async def test_where_twitch_tells_no_name_nobody_sits_down(panel: Panel) -> None:
    refused = await panel.sign_in(token(ANNS, "999"))
    assert (refused.status, panel.house.shelf.kept) == (502, {})


async def test_a_key_is_good_at_its_own_door_alone(panel: Panel) -> None:
    key = await panel.key_of(VIC)
    guest, _, secret = key.partition(".")
    assert (await panel.browser.get(f"/seat/{guest}/", Cookie=f"seat={secret}x")).status == 403
    mine = await panel.browser.link(panel.house.bot, WES_PERSON)
    cookies = panel.browser.session.cookie_jar.filter_cookies(URL(f"{panel.house.url}/seat/{mine}/"))
    assert (await panel.say(f"{mine}.{cookies['seat'].value}", "help")).status == 403


# A new token


async def test_the_next_token_lets_the_seat_begin_anew(panel: Panel) -> None:
    key = await panel.key_of(VIC)
    async with Stream(await panel.line(key)) as stream:
        await stream.next()
        panel.house.bot.ahead = (route.SEAT_SECONDS - 60) * 1000
        later = int(time.time()) + route.SEAT_SECONDS + 3600
        assert (await panel.post("renew", {"token": token(ANNS, VIC, exp=later)}, key=key)).status == 200
        panel.house.bot.ahead += 120_000
        assert (await panel.say(key, "open highest")).status == 200
        await stream.until(lambda content: bool(content["tables"]))
        panel.house.bot.ahead += route.SEAT_SECONDS * 1000
        assert (await panel.say(key, "help")).status == 403


async def test_anothers_token_renews_no_seat(panel: Panel) -> None:
    panel.house.bot.doors["twitch", BOBS] = panel.house.bot.doors["twitch", "bob"]
    key = await panel.key_of(VIC)
    for shown in (token(ANNS, WES), token(BOBS, VIC), token(ANNS), token(ANNS, VIC, OTHER_SECRET)):
        assert (await panel.post("renew", {"token": shown}, key=key)).status == 403
    assert (await panel.post("renew", {"token": token(ANNS, VIC)}, key="A" * 10 + ".x")).status == 403


async def test_a_seat_that_was_not_renewed_ends(panel: Panel) -> None:
    key = await panel.key_of(VIC)
    panel.house.bot.ahead = route.SEAT_SECONDS * 1000
    assert (await panel.say(key, "help")).status == 403
    assert await closed_with(await panel.line(key)) == GONE


# Who looks on


async def test_whoever_shared_nothing_sees_what_all_see_and_can_say_nothing(panel: Panel) -> None:
    wes, vic = await panel.key_of(WES), await panel.key_of(VIC)
    for key, line in ((wes, "open highest"), (vic, "join"), (wes, "start")):
        assert (await panel.say(key, line)).content["ok"]
    came = await panel.sign_in(token(ANNS))
    assert (came.status, came.content["key"]) == (200, "")
    async with Stream(await panel.line(token(ANNS))) as stream, Stream(await panel.line(wes)) as own:
        seen, mine = await stream.next(), await own.next()
    assert [one["own"] for one in seen["tables"]] == [False]
    assert True in [one["own"] for one in mine["tables"]]
    [table] = panel.house.bot.tables.values()
    assert all(str(one.hidden) not in str(seen["tables"]) for one in table.sitters)
    before = len(panel.house.bot.heard)
    for key in ("", token(ANNS), came.content["boot"]["id"] + ".x"):
        assert (await panel.say(key, "join")).status == 403
    assert len(panel.house.bot.heard) == before


async def test_onlookers_leave_nothing_in_the_store(panel: Panel) -> None:
    await panel.sign_in(token(ANNS))
    async with Stream(await panel.line(token(ANNS))) as stream:
        await stream.next()
    assert panel.house.shelf.kept == {}


async def test_of_onlookers_there_is_a_most_and_players_come_in_all_the_same(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "MOST_ONLOOKERS", 1)
    async with Stream(await panel.line(token(ANNS))) as stream:
        await stream.next()
        assert await closed_with(await panel.line(token(ANNS))) == 1013
        async with Stream(await panel.line(await panel.key_of(VIC))) as player:
            await player.next()


async def test_neither_secret_nor_token_is_logged(panel: Panel, capfd: pytest.CaptureFixture[str]) -> None:
    shown = token(ANNS, VIC)
    key = (await panel.sign_in(shown)).content["key"]
    await panel.sign_in(f"{shown}x")
    await panel.say(key, "help")
    panel.house.bot.away = True
    await panel.sign_in(shown)
    logged = "".join(capfd.readouterr())
    assert not any(one in logged for one in (SECRET, shown, shown.rpartition(".")[2], key.partition(".")[2]))
