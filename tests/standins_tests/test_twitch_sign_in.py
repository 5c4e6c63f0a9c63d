"""Test a viewer's sign-in from the bot's page to Twitch and back, and the end of codes and tokens afterwards."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from aiohttp import web
from standins.twitch.house import refused
from standins.twitch.joined import pointed_at
from standins.twitch.people import Person
from standins.twitch.quiet import twitchio
from standins.twitch.stand_in import TwitchStandIn
from twitchio.authentication import OAuth, Scopes

BROWSERS_OWN = "browser"


@dataclass
class Door:
    """The page of a bot where viewers sign in without any scope: it sends them to Twitch and takes them back."""

    twitch: TwitchStandIn
    oauth: OAuth = field(init=False)
    address: str = ""
    back: str = ""
    states: dict[str, str] = field(default_factory=dict)
    force_verify: bool = False

    async def leave(self, _request: web.Request) -> web.Response:
        browser, state = secrets.token_hex(8), secrets.token_hex(8)
        self.states[browser] = state
        url = self.oauth.get_authorization_url(state=state, force_verify=self.force_verify).url
        answer = web.Response(status=302, headers={"Location": url})
        answer.set_cookie(BROWSERS_OWN, browser)
        return answer

    async def come(self, request: web.Request) -> web.Response:
        state = self.states.pop(request.cookies.get(BROWSERS_OWN, ""), None)
        if state is None or request.query.get("state") != state:
            return web.Response(status=400, text="not from here")
        if "error" in request.query:
            return web.Response(status=403, text=request.query["error"])
        token = await self.oauth.user_access_token(request.query["code"])
        return web.Response(text=str((await self.oauth.validate_token(token.access_token)).login))


@pytest.fixture
async def twitch() -> AsyncIterator[TwitchStandIn]:
    async with TwitchStandIn() as twitch:
        with pointed_at(twitch):
            yield twitch


@pytest.fixture
def ann(twitch: TwitchStandIn) -> Person:
    twitch.world.signed_in = twitch.world.person("ann")
    return twitch.world.signed_in


@pytest.fixture
async def door(twitch: TwitchStandIn) -> AsyncIterator[Door]:
    door = Door(twitch)
    app = web.Application()
    app.router.add_get("/sign-in", door.leave)
    app.router.add_get("/back", door.come)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    door.address, door.back = f"{base}/sign-in", f"{base}/back"
    application = twitch.world.application
    application.redirect_uris.append(door.back)
    door.oauth = OAuth(
        client_id=application.id, client_secret=application.secret, redirect_uri=door.back, scopes=Scopes([])
    )
    twitch.world.tokens.writes_no_scopes = True
    yield door
    await door.oauth.close()
    await runner.cleanup()


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        yield browser


def asked(url: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query, keep_blank_values=True).items()}


async def seen(browser: aiohttp.ClientSession, url: str) -> tuple[int, str]:
    async with browser.get(url) as answer:
        return answer.status, await answer.text()


async def test_a_viewer_signs_in_and_comes_back_with_the_same_browser(
    door: Door, ann: Person, browser: aiohttp.ClientSession
) -> None:
    back = await ann.signs_in(door.address, browser)
    assert back.startswith(door.back + "?")
    assert set(asked(back)) == {"code", "scope", "state"}
    assert asked(back)["scope"] == ""
    assert await seen(browser, back) == (200, "ann")
    assert await seen(browser, back) == (400, "not from here")


async def test_somebody_elses_browser_is_not_let_in_with_that_address(
    door: Door, ann: Person, browser: aiohttp.ClientSession
) -> None:
    back = await ann.signs_in(door.address, browser)
    async with aiohttp.ClientSession() as other:
        assert await seen(other, back) == (400, "not from here")


async def test_who_says_no_comes_back_with_an_error_and_the_state(
    door: Door, ann: Person, browser: aiohttp.ClientSession
) -> None:
    back = await ann.signs_in(door.address, browser, agrees=False)
    assert set(asked(back)) == {"error", "error_description", "state"}
    assert await seen(browser, back) == (403, "access_denied")


async def test_a_page_that_leads_elsewhere_is_noticed(door: Door, ann: Person, browser: aiohttp.ClientSession) -> None:
    with pytest.raises(AssertionError, match="leads to ''"):
        await ann.signs_in(door.back, browser)
    door.oauth.redirect_uri = door.back + "/"
    with pytest.raises(AssertionError, match="redirect_uri does not match"):
        await ann.signs_in(door.address, browser)


async def test_who_agreed_before_is_not_asked_again_unless_forced(
    door: Door, ann: Person, browser: aiohttp.ClientSession
) -> None:
    assert "Authorize" in (await seen(browser, door.address))[1]
    await seen(browser, await ann.signs_in(door.address, browser))
    assert await seen(browser, door.address) == (200, "ann")
    door.force_verify = True
    assert "Authorize" in (await seen(browser, door.address))[1]
    door.force_verify = False
    ann.world.revoke(ann)
    assert "Authorize" in (await seen(browser, door.address))[1]


async def test_more_scopes_than_before_are_asked_for(door: Door, ann: Person, browser: aiohttp.ClientSession) -> None:
    await seen(browser, await ann.signs_in(door.address, browser))
    door.oauth.scopes = Scopes(["user:read:email"])
    assert "<li>user:read:email" in (await seen(browser, door.address))[1]


async def code_of(door: Door, ann: Person) -> str:
    return asked(ann.authorises(door.oauth.get_authorization_url().url))["code"]


async def test_a_code_expires_and_is_good_once(door: Door, ann: Person) -> None:
    code = await code_of(door, ann)
    ann.world.clock.advance(601)
    assert await refused(door.oauth.user_access_token(code)) == (400, "Invalid authorization code")
    code = await code_of(door, ann)
    assert (await door.oauth.user_access_token(code)).access_token
    assert await refused(door.oauth.user_access_token(code)) == (400, "Invalid authorization code")
    assert await refused(door.oauth.user_access_token("made up")) == (400, "Invalid authorization code")


async def test_a_token_without_scopes_is_somebodys_and_allows_nothing(door: Door, ann: Person) -> None:
    token = await door.oauth.user_access_token(await code_of(door, ann))
    valid = await door.oauth.validate_token(token.access_token)
    assert (valid.user_id, valid.login, valid.client_id) == (ann.id, "ann", ann.world.application.id)
    assert valid.scopes is None
    assert valid.expires_in == pytest.approx(14_400, abs=2)
    assert ann.world.tokens.allowed(ann) == frozenset()


async def test_twitch_leaves_scope_out_where_there_is_none_and_the_library_stumbles(door: Door, ann: Person) -> None:
    """TwitchIO 3.3.2 requires `scope` in the answer, so a sign-in without scopes must read the answer itself."""
    ann.world.tokens.writes_no_scopes = False
    with pytest.raises(KeyError, match="scope"):
        await door.oauth.user_access_token(await code_of(door, ann))
    application = ann.world.application
    form = {
        "client_id": application.id,
        "client_secret": application.secret,
        "grant_type": "authorization_code",
        "redirect_uri": door.back,
        "code": await code_of(door, ann),
    }
    url = f"{door.twitch.auth_base}oauth2/token"
    async with aiohttp.ClientSession() as client, client.post(url, data=form) as answer:
        token = await answer.json()
    assert (answer.status, set(token)) == (200, {"access_token", "refresh_token", "expires_in", "token_type"})
    assert (await door.oauth.validate_token(token["access_token"])).user_id == ann.id


async def test_a_revoked_token_is_no_longer_valid(door: Door, ann: Person) -> None:
    token = await door.oauth.user_access_token(await code_of(door, ann))
    with pytest.raises(twitchio.HTTPException, match="Expected JSON data"):
        await door.oauth.revoke_token(token.access_token)
    assert await refused(door.oauth.validate_token(token.access_token)) == (401, "invalid access token")
    assert await refused(door.oauth.revoke_token(token.access_token)) == (400, "Invalid token")


async def test_a_disconnected_application_cannot_refresh(door: Door, ann: Person) -> None:
    token = await door.oauth.user_access_token(await code_of(door, ann))
    again = await door.oauth.refresh_token(token.refresh_token)
    assert again.refresh_token == token.refresh_token
    ann.world.revoke(ann)
    assert await refused(door.oauth.refresh_token(token.refresh_token)) == (400, "Invalid refresh token")
    assert await refused(door.oauth.validate_token(again.access_token)) == (401, "invalid access token")


async def test_an_app_token_is_nobodys(door: Door) -> None:
    token = await door.oauth.client_credentials_token()
    assert not hasattr(token, "refresh_token")
    valid = await door.oauth.validate_token(token.access_token)
    assert (valid.user_id, valid.login, valid.scopes) == (None, None, None)
    assert await refused(door.oauth.validate_token("made up")) == (401, "invalid access token")
