"""Test the Activity's route: who is let in by Discord's code, what a page may do with its key, and who may frame it.

Discord is the stand-in, asked over HTTP as the real one (threats T6, T16, T17).
"""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from click import ClickException
from msgspec.structs import replace
from pydantic import ValidationError
from standins.discord.places import Channel
from standins.discord.stand_in import DiscordStandIn
from standins.discord.world import User
from web.conftest import Browser, House, Reply, Stream, restart
from web.small_bot import WORDS, Shelf, SmallBot
from web.test_guard import FOREIGN
from yarl import URL

from bot.adapters.web.activity import activity as route
from bot.adapters.web.activity.discord_side import APP_ORIGINS, DiscordSide
from bot.adapters.web.guests.staff_word import StaffWord
from bot.adapters.web.inbound import keyed_seats
from bot.adapters.web.limits import rates
from bot.app.settings import Settings
from bot.app.table_room import discord_side
from bot.ports.messages import Door, Person, Update

TOKEN = "made-up-token-of-the-bot"
FRAME = "https://90.discordsays.example"
FROM_FRAME = {"Origin": FRAME, "Sec-Fetch-Site": "same-origin"}
PATHS = ("", "/", "/sign-in", "/say", "/live", "/invite", "/games.json", "/static/v/x/room.js")
AWAY, BAD = "Discord can't be asked just now who you are.", "Discord does not know this sign-in, or it is too old."
USED, NOT_THERE = "This sign-in was used before.", "Discord says that you are not in this Activity."


@dataclass
class Voice:
    """A channel in which the Activity runs, and its room."""

    discord: DiscordStandIn
    house: House
    browser: Browser
    channel: Channel

    def person(self, name: str, nick: str | None = None) -> User:
        person = self.discord.world.person(name.lower(), display_name=name)
        assert self.channel.guild is not None
        self.channel.guild.join(person, nick=nick)
        return person

    def code(self, person: User, *scopes: str) -> str:
        return self.discord.world.activities.authorize(person, scopes or ("identify",))

    def instance(self, *people: User, channel: Channel | None = None) -> str:
        return [self.discord.world.activities.open(channel or self.channel, one) for one in people][-1].id

    async def post(self, path: str, content: Any, *, key: str = "", **headers: str) -> Reply:
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        async with self.browser.session.post(
            f"{self.house.url}/activity/{path}", json=content, headers=FROM_FRAME | shown | headers
        ) as answer:
            return Reply(answer.status, await answer.json(), answer.headers.getall("Set-Cookie", []))

    async def sign_in(self, code: str, instance: str) -> Reply:
        return await self.post("sign-in", {"code": code, "instance": instance})

    async def key_of(self, person: User) -> str:
        came = await self.sign_in(self.code(person), self.instance(person))
        assert came.status == 200, came.content
        return str(came.content["key"])

    async def say(self, key: str, text: str, **more: Any) -> Reply:
        self.browser.counter += 1
        return await self.post("say", {"id": f"line{self.browser.counter}", "text": text} | more, key=key)

    async def line(self, first: object, **headers: str) -> ClientWebSocketResponse:
        address = f"{self.house.url}/activity/live"
        socket = await self.browser.session.ws_connect(address, headers=FROM_FRAME | headers, max_msg_size=0)
        await socket.send_json(first)
        return socket

    async def open(self, key: str) -> Stream:
        return Stream(await self.line({"key": key}))


@pytest.fixture
async def voice(house: House, browser: Browser) -> AsyncIterator[Voice]:
    async with DiscordStandIn() as discord:
        world = discord.world
        channel = world.guild("the inn").voice("Game night")
        world.application.token = TOKEN
        here = Door("discord", str(channel.id), "Game night", f"discord:{channel.guild.id}", f"discord:{channel.id}")
        house.bot.doors["discord", here.name] = here
        await restart(house, discord=side(discord), overlay_notes=Shelf())
        yield Voice(discord, house, browser, channel)
        assert world.unknown_routes == []


def side(discord: DiscordStandIn, **others: str) -> DiscordSide:
    known = {"client_id": str(discord.world.bot.id), "secret": discord.world.activities.secret, "token": TOKEN}
    return DiscordSide(**(known | others), api_base=discord.api_base, frame_origin=FRAME)


async def closed_with(socket: ClientWebSocketResponse) -> int | None:
    """Return the code with which a line was closed before anything was told on it."""
    assert (await socket.receive(timeout=10)).type is WSMsgType.CLOSE
    return socket.close_code


# Off, and framed


async def test_without_settings_there_is_no_such_route(house: House, browser: Browser) -> None:
    for path in PATHS:
        got = await browser.get(f"/activity{path}")
        posted = await browser.post(f"/activity{path}", {"code": "x", "instance": "x"})
        assert (got.status, posted.status) == (404, 404), path
        assert got.text == (await browser.get("/no-such-page")).text


def ancestors(answer: ClientResponse) -> str:
    [found] = re.findall(r"frame-ancestors ([^;]*)", answer.headers["Content-Security-Policy"])
    return str(found)


async def test_of_all_routes_only_the_activitys_page_may_stand_in_a_frame_of_discords(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StaffWord, "was_said_by", lambda *_: True)  # a moderator sees every page that there is
    voice.house.bot._words.add((WORDS.parent / "overlay" / WORDS.name).read_text("utf-8"))
    browser, house = voice.browser, voice.house
    guest, key = await browser.sit("Pete"), await voice.key_of(voice.person("Ann"))
    values = {
        "id": guest,
        "room": "main",
        "code": "K7Q",
        "platform": "discord",
        "name": "room.js",
        "version": "v/x/",
        "link": "x",
        "record": "x",
        "who": "x",
    }
    found: dict[str, tuple[str, int]] = {}
    for one in house.room._runner.app.router.routes():
        assert one.resource is not None
        path = re.sub(r"\{(\w+)[^}]*\}", lambda hole: values[hole[1]], one.resource.canonical)
        headers = browser.ours | {"Authorization": f"Bearer {key}"}
        async with browser.session.request(one.method, house.url + path, headers=headers, allow_redirects=False) as got:
            found[f"{one.method} {path}"] = ancestors(got), got.status
    assert len(found) > 50
    assert [path for path, (_, status) in found.items() if status == 500] == []
    of_discord = {f"{method} /activity/": (" ".join(APP_ORIGINS), 200) for method in ("GET", "HEAD")}
    of_ours = {f"{method} /seat/{guest}/overlay/view": ("'self'", 200) for method in ("GET", "HEAD")}
    assert {path: one for path, one in found.items() if one[0] != "'none'"} == of_discord | of_ours


async def test_the_page_may_be_framed_by_discord_and_speak_with_its_own_frame(voice: Voice) -> None:
    assert "https://discord.com" in APP_ORIGINS
    async with voice.browser.session.get(f"{voice.house.url}/activity/") as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert f"connect-src 'self' wss{FRAME.removeprefix('https')};" in policy
    assert "'unsafe" not in policy


async def test_the_page_is_the_same_for_everybody_and_every_address_in_it_is_relative(voice: Voice) -> None:
    """Behind Discord's proxy the page has another address; and it holds no table, no name and no secret of ours."""
    ann = voice.person("Ann")
    before = (await voice.browser.get("/activity/")).text
    await voice.say(await voice.key_of(ann), "open highest")
    assert (await voice.browser.get("/activity/")).text == before
    assert (await voice.browser.get("/activity?frame_id=1")).text == before
    assert (await voice.browser.get("/activity")).status == 303
    addresses = re.findall(r'(?:href|src)="([^"]*)"', before)
    assert [one for one in addresses if one.startswith("/") or ":" in one] == []
    for one in {one for one in addresses if one.startswith("static/")}:
        assert (await voice.browser.get(f"/activity/{one}")).status == 200, one
    assert voice.discord.world.activities.secret not in before
    assert TOKEN not in before


@pytest.mark.parametrize("missing", ["DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET", "DISCORD_TOKEN"])
def test_half_of_the_settings_is_refused(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    wanted = {"DISCORD_CLIENT_ID": "90", "DISCORD_CLIENT_SECRET": "made-up-secret", "DISCORD_TOKEN": TOKEN}
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    whole = discord_side(Settings(_env_file=None))
    assert whole is not None
    assert whole.frame_origin == "https://90.discordsays.com"
    monkeypatch.delenv(missing)
    with pytest.raises(ClickException, match="go together"):
        discord_side(Settings(_env_file=None))


@pytest.mark.parametrize("origin", ["discord.com", "https://discord.com/app", "https://a.example; script-src *", "*"])
def test_what_is_no_origin_is_no_setting(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    monkeypatch.setenv("DISCORD_APP_ORIGINS", origin)
    with pytest.raises(ValidationError, match="is no origin"):
        Settings(_env_file=None)


# Who has come


async def test_whoever_has_a_code_is_the_self_that_they_are_in_chat(voice: Voice) -> None:
    ann = voice.person("Ann", nick="Ann of the inn")
    came = await voice.sign_in(voice.code(ann), voice.instance(ann))
    assert (came.status, came.cookies) == (200, [])
    assert came.content["title"] == "Game night"
    assert came.content["user"] == str(ann.id)
    boot = came.content["boot"]
    assert boot["linked"]
    assert boot["games"].startswith("games.json?")
    assert boot["symbols"].startswith("static/v/")
    said = await voice.say(came.content["key"], "help")
    assert (said.status, said.cookies) == (200, [])
    heard = voice.house.bot.heard[-1]
    assert (heard.sender.id, heard.sender.name) == (f"discord:{ann.id}", "Ann of the inn")
    assert (heard.venue, heard.place) == (f"discord:{voice.channel.guild.id}", f"discord:{voice.channel.id}")


async def test_in_a_conversation_one_is_with_the_bot_alone(voice: Voice) -> None:
    ann = voice.person("Ann")
    came = await voice.sign_in(voice.code(ann), voice.instance(ann, channel=ann.world.dm(ann)))
    await voice.say(came.content["key"], "help")
    assert (voice.house.bot.heard[-1].venue, voice.house.bot.heard[-1].place) == ("discord:private", "")


async def test_a_code_is_good_once_and_a_forged_one_never(voice: Voice) -> None:
    ann = voice.person("Ann")
    code, here = voice.code(ann), voice.instance(ann)
    assert (await voice.sign_in(code, here)).status == 200
    again = await voice.sign_in(code, here)
    assert (again.status, again.content["ok"]) == (403, False)
    assert again.content["text"].startswith(USED)
    forged = await voice.sign_in("f0" * 15, here)
    assert (forged.status, forged.content["text"].startswith(BAD)) == (403, True)
    used_elsewhere = voice.code(ann)
    del voice.discord.world.activities.codes[used_elsewhere]
    assert (await voice.sign_in(used_elsewhere, here)).content["text"].startswith(BAD)
    exchanged = [call for call in voice.discord.rest.calls if call.path == "/oauth2/token"]
    assert [call.status for call in exchanged] == [200, 400, 400]


@pytest.mark.parametrize(
    ("code", "instance"),
    [
        ("", "i-1"),
        ("x y\r\n", "i-1"),
        ("ab" * 200, "i-1"),
        ("ab" * 15, "../users"),
        ("ab" * 15, "i/1"),
        ("ab" * 15, ""),
    ],
)
async def test_what_can_be_no_code_is_not_brought_to_discord(voice: Voice, code: str, instance: str) -> None:
    assert (await voice.sign_in(code, instance)).status == 403
    assert [call for call in voice.discord.rest.calls if "oauth2" in call.path or "instances" in call.path] == []


@pytest.mark.parametrize("content", [{}, {"code": 5, "instance": "x"}, {"code": "x"}, [], "x", {"code": "x" * 600}])
async def test_nonsense_is_refused(voice: Voice, content: object) -> None:
    assert (await voice.post("sign-in", content)).status == 400


async def test_a_code_without_the_scope_says_nothing_of_who_it_is(voice: Voice) -> None:
    ann = voice.person("Ann")
    came = await voice.sign_in(voice.code(ann, "guilds"), voice.instance(ann))
    assert (came.status, came.content["text"].startswith(BAD)) == (403, True)


async def test_only_who_is_in_the_activity_gets_its_channel(voice: Voice) -> None:
    """Nothing that the page says is trusted: somebody may name the instance of a channel that they can't see."""
    ann, eve = voice.person("Ann"), voice.person("Eve")
    theirs = voice.instance(ann)
    for instance in (theirs, f"{theirs}1", "i-1-gc-2-3"):
        refused = await voice.sign_in(voice.code(eve), instance)
        assert (refused.status, refused.content["text"].startswith(NOT_THERE)) == (403, True), instance
    assert voice.house.shelf.kept == {}


async def test_a_channel_that_the_bot_does_not_see_has_no_tables(voice: Voice) -> None:
    ann = voice.person("Ann")
    voice.house.bot.doors.clear()
    refused = await voice.sign_in(voice.code(ann), voice.instance(ann))
    assert (refused.status, "can't see this channel" in refused.content["text"]) == (403, True)


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/oauth2/token"), ("GET", "/users/@me"), ("GET", "/activity-instances/")],
)
async def test_where_discord_is_away_people_are_told(
    voice: Voice, method: str, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ann = voice.person("Ann")
    here = voice.instance(ann)
    path = f"/applications/{voice.discord.world.bot.id}{path}{here}" if "instances" in path else path
    code = voice.code(ann)
    voice.discord.faults.next(method, path, status=503)
    refused = await voice.sign_in(code, here)
    assert (refused.status, refused.content["text"].startswith(AWAY)) == (502, True)
    assert (await voice.sign_in(voice.code(ann), here)).status == 200
    logged = "".join(capfd.readouterr())
    assert "Discord could not say who is in an Activity" in logged
    assert code not in logged
    assert voice.discord.world.activities.secret not in logged
    assert not any(token in logged for token in voice.discord.world.activities.tokens)


async def test_where_nothing_answers_at_all_people_are_told(voice: Voice) -> None:
    ann = voice.person("Ann")
    voice.discord.faults.lose_answer("POST", "/oauth2/token")
    refused = await voice.sign_in(voice.code(ann), voice.instance(ann))
    assert (refused.status, refused.content["text"].startswith(AWAY)) == (502, True)


async def test_a_wrong_secret_is_told_to_the_owner(voice: Voice, capfd: pytest.CaptureFixture[str]) -> None:
    await restart(voice.house, discord=side(voice.discord, secret="another-secret-123456"))
    ann = voice.person("Ann")
    refused = await voice.sign_in(voice.code(ann), voice.instance(ann))
    assert (refused.status, "id and its secret" in refused.content["text"]) == (502, True)
    logged = "".join(capfd.readouterr())
    assert "DISCORD_CLIENT_SECRET" in logged
    assert "another-secret-123456" not in logged


@pytest.mark.parametrize("headers", FOREIGN)
async def test_other_sites_can_do_nothing(voice: Voice, headers: dict[str, str]) -> None:
    ann = voice.person("Ann")
    key, code, here = await voice.key_of(ann), voice.code(ann), voice.instance(ann)
    contents = {"sign-in": {"code": code, "instance": here}, "say": {"id": "a", "text": "open"}}
    url, session = f"{voice.house.url}/activity", voice.browser.session
    for path, content in contents.items():
        shown = headers | {"Authorization": f"Bearer {key}"}
        async with session.post(f"{url}/{path}", json=content, headers=shown) as answer:
            assert (answer.status, "another site" in (await answer.json())["text"]) == (403, True)
    with pytest.raises(WSServerHandshakeError):
        await session.ws_connect(f"{url}/live", headers=headers)
    assert voice.house.bot.heard == []
    assert code in voice.discord.world.activities.codes


async def test_the_frames_origin_is_good_on_this_route_alone(voice: Voice) -> None:
    pete = await voice.browser.sit("Pete")
    address = f"{voice.house.url}/seat/{pete}/say"
    async with voice.browser.session.post(address, json={"id": "a", "text": "x"}, headers=FROM_FRAME) as answer:
        assert answer.status == 403


async def test_a_form_is_no_json(voice: Voice) -> None:
    for path in ("sign-in", "say", "invite"):
        address = f"{voice.house.url}/activity/{path}"
        async with voice.browser.session.post(address, data={"code": "x"}, headers=FROM_FRAME) as answer:
            assert answer.status == 415


async def test_codes_are_tried_only_so_often(voice: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "ACTIVITY_SIGN_INS", rates.Rate(3, 0.0001))
    await restart(voice.house, discord=side(voice.discord))
    ann = voice.person("Ann")
    here = voice.instance(ann)
    answers = [await voice.sign_in(f"{number:030}", here) for number in range(5)]
    assert [one.status for one in answers] == [403, 403, 403, 429, 429]


# What a page may do with its key


async def test_the_hand_is_told_to_the_one_whose_it_is(voice: Voice) -> None:
    ann, bob = voice.person("Ann"), voice.person("Bob")
    anns, bobs = await voice.key_of(ann), await voice.key_of(bob)
    async with await voice.open(anns) as a, await voice.open(bobs) as b:
        await voice.say(anns, "open highest")
        await voice.say(bobs, "join")
        await voice.say(anns, "start")
        table = next(iter(voice.house.bot.tables.values()))
        secrets = {sitter.person.id: str(sitter.hidden) for sitter in table.sitters}
        hers, his = secrets[f"discord:{ann.id}"], secrets[f"discord:{bob.id}"]
        for stream, mine, other in ((a, hers, his), (b, his, hers)):
            await stream.until(lambda content, mine=mine: mine in str(content))
            assert other not in str(stream.seen)


@pytest.mark.parametrize("forge", ["", "x", "{guest}", "{guest}.", ".{secret}", "{guest}.{other}", "{pete}.{petes}"])
async def test_a_key_that_is_none_opens_nothing(voice: Voice, forge: str) -> None:
    key = await voice.key_of(voice.person("Ann"))
    pete = await voice.browser.sit("Pete")
    cookies = voice.browser.session.cookie_jar.filter_cookies(URL(f"{voice.house.url}/seat/{pete}/"))
    guest, secret = key.split(".")
    parts = {"guest": guest, "secret": secret, "other": "y" * 43, "pete": pete, "petes": cookies["seat"].value}
    forged = forge.format(**parts)
    for path in ("say", "invite"):
        assert (await voice.post(path, {"id": "a", "text": "open"}, key=forged)).status == 403
    assert await closed_with(await voice.line({"key": forged})) == 4003
    assert voice.house.bot.heard == []


@pytest.mark.parametrize("first", [{}, {"key": 5}, [], {"key": "x" * 300}, {"key": "x", "more": 1}])
async def test_a_line_that_shows_no_key_is_closed(voice: Voice, first: object) -> None:
    assert await closed_with(await voice.line(first)) == 4003


async def test_a_line_that_says_nothing_is_closed(voice: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyed_seats, "KEY_SECONDS", 0.2)
    address = f"{voice.house.url}/activity/live"
    assert await closed_with(await voice.browser.session.ws_connect(address, headers=FROM_FRAME)) == 4003


async def test_no_cookie_is_wanted_and_none_is_enough(voice: Voice) -> None:
    """T17: a seat's cookie in the same browser opens nothing here."""
    await voice.browser.sit("Pete")
    assert (await voice.say("", "open")).status == 403


async def test_a_seat_lasts_an_evening(voice: Voice) -> None:
    key = await voice.key_of(voice.person("Ann"))
    voice.house.bot.ahead += route.SEAT_SECONDS * 1000 - 60_000
    assert (await voice.say(key, "help")).status == 200
    voice.house.bot.ahead += 120_000
    over = await voice.say(key, "help")
    assert (over.status, over.content["ok"]) == (403, False)
    assert await closed_with(await voice.line({"key": key})) == 4003


async def test_who_comes_in_again_sits_on_one_device(voice: Voice) -> None:
    ann = voice.person("Ann")
    first = await voice.key_of(ann)
    async with await voice.open(first) as page:
        await page.next()
        second = await voice.key_of(ann)
        assert await gone(page) == 4003
    assert (await voice.say(first, "help")).status == 403
    assert (await voice.say(second, "help")).status == 200


async def gone(page: Stream) -> int | None:
    while (await page.socket.receive(timeout=10)).type is WSMsgType.TEXT:
        pass
    return page.socket.close_code


# Invitations


def hosts_all_tables(bot: SmallBot, host: User, admits: str = "") -> None:
    """Let its tables have four seats, all hosted by this person. `admits`: who may take them, in words."""
    look = bot.look

    async def looked(person: Person, venue: str, place: str, locale: str, table: str = "") -> tuple[Update, ...]:
        is_host = person.id == f"discord:{host.id}"
        seen = await look(person, venue, place, locale)
        held = {"is_host": is_host, "sitting": 1, "most": 4, "admits": admits}
        return tuple(replace(one, card=replace(one.card, **held)) for one in seen)

    bot.look = looked


async def test_a_host_asks_those_who_came_in_and_nobody_else(voice: Voice) -> None:
    ann, bob, eve = voice.person("Ann"), voice.person("Bob"), voice.person("Eve")
    hosts_all_tables(voice.house.bot, ann)
    anns, bobs, eves = await voice.key_of(ann), await voice.key_of(bob), await voice.key_of(eve)
    await voice.say(anns, "open highest")
    [code] = voice.house.bot.tables
    asks = {"user": str(bob.id), "table": code}
    async with await voice.open(bobs) as b, await voice.open(eves) as e:
        for page in (b, e):
            await page.next()
        not_hosts = await voice.post("invite", asks | {"user": str(ann.id)}, key=bobs)
        assert (not_hosts.content["ok"], "hosts a table" in not_hosts.content["text"]) == (False, True)
        told = await voice.post("invite", asks, key=anns)
        assert (told.content["ok"], told.content["text"]) == (True, "They were asked to sit down.")
        asked = await b.until(lambda content: bool(content.get("answers")))
        assert asked["answers"][0]["confirm"] == f"join {code}"
        assert "Ann asks you" in asked["answers"][0]["text"].replace("\u2068", "").replace("\u2069", "")
        again = await voice.post("invite", asks, key=anns)
        assert (again.content["ok"], "a moment ago" in again.content["text"]) == (False, True)
        assert "asks you" not in str(e.seen)
    stranger = voice.person("Sam")
    absent = await voice.post("invite", asks | {"user": str(stranger.id)}, key=anns)
    assert (absent.content["ok"], "not come in yet" in absent.content["text"]) == (False, True)


async def test_nobody_is_asked_so_to_a_table_by_invitation(voice: Voice) -> None:
    """There they would be refused: the host invites them by name."""
    ann, bob = voice.person("Ann"), voice.person("Bob")
    hosts_all_tables(voice.house.bot, ann, admits="who is invited")
    anns, bobs = await voice.key_of(ann), await voice.key_of(bob)
    await voice.say(anns, "open highest")
    [code] = voice.house.bot.tables
    async with await voice.open(bobs) as b:
        await b.next()
        told = await voice.post("invite", {"user": str(bob.id), "table": code}, key=anns)
        assert (told.content["ok"], "hosts a table" in told.content["text"]) == (False, True)
        assert "asks you" not in str(b.seen)


@pytest.mark.parametrize(
    "content", [{}, {"user": "x", "table": "K7Q"}, {"user": "1" * 30, "table": "K7Q"}, {"user": 5}]
)
async def test_an_invitation_of_nobody_is_refused(voice: Voice, content: object) -> None:
    assert (await voice.post("invite", content, key=await voice.key_of(voice.person("Ann")))).status == 400
