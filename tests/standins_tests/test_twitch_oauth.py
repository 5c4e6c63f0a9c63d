"""Codes, tokens and their end, with TwitchIO's own calls and with a browser's."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from standins.twitch.house import House, house
from standins.twitch.joined import pointed_at
from standins.twitch.people import Person
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot
from standins.twitch.stand_in import TwitchStandIn
from standins.twitch.world import BOT_SCOPES
from twitchio.authentication import OAuth, Scopes

BACK = "http://127.0.0.1:9/back"


@pytest.fixture
async def twitch() -> AsyncIterator[TwitchStandIn]:
    async with TwitchStandIn() as twitch:
        twitch.world.application.redirect_uris.append(BACK)
        with pointed_at(twitch):
            yield twitch


@pytest.fixture
def ann(twitch: TwitchStandIn) -> Person:
    return twitch.world.person("ann")


@pytest.fixture
async def oauth(twitch: TwitchStandIn) -> AsyncIterator[OAuth]:
    application = twitch.world.application
    oauth = OAuth(
        client_id=application.id,
        client_secret=application.secret,
        redirect_uri=BACK,
        scopes=Scopes(["user:read:chat", "user:read:email"]),
    )
    yield oauth
    await oauth.close()


def asked(url: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}


async def test_from_the_page_to_a_token_and_its_refreshing(oauth: OAuth, ann: Person) -> None:
    wanted = oauth.get_authorization_url(state="s p&c")
    back = ann.authorises(wanted.url)
    assert back.startswith(BACK + "?")
    assert asked(back)["state"] == "s p&c"
    token = await oauth.user_access_token(asked(back)["code"])
    assert sorted(token.scope) == ["user:read:chat", "user:read:email"]
    valid = await oauth.validate_token(token.access_token)
    assert (valid.user_id, valid.login, sorted(valid.scopes)) == (ann.id, "ann", sorted(token.scope))
    again = await oauth.refresh_token(token.refresh_token)
    assert again.access_token != token.access_token
    assert ann.world.leaked(f"... {token.refresh_token} ...") == ["refresh token of ann"]
    assert ann.world.leaked(f"{wanted.url} {back.partition('?')[0]}") == []


async def test_a_person_may_say_no(oauth: OAuth, ann: Person) -> None:
    back = ann.authorises(oauth.get_authorization_url(state="abc").url, agrees=False)
    assert asked(back)["error"] == "access_denied"
    assert asked(back)["state"] == "abc"
    assert "code" not in asked(back)


async def test_the_page_does_not_open_for_a_wrong_address(oauth: OAuth, ann: Person) -> None:
    url = oauth.get_authorization_url().url
    with pytest.raises(AssertionError, match="redirect_uri does not match"):
        ann.authorises(oauth.get_authorization_url(redirect_uri=BACK + "/").url)
    with pytest.raises(AssertionError, match="invalid client"):
        ann.authorises(url.replace("client_id=", "client_id=x"))
    with pytest.raises(AssertionError, match="invalid scope"):
        ann.authorises(url.replace("email", "everything"))


async def test_a_code_is_good_once_and_for_its_redirect(oauth: OAuth, ann: Person) -> None:
    code = asked(ann.authorises(oauth.get_authorization_url().url))["code"]
    await oauth.user_access_token(code)
    with pytest.raises(twitchio.HTTPException, match="Invalid authorization code"):
        await oauth.user_access_token(code)
    code = asked(ann.authorises(oauth.get_authorization_url().url))["code"]
    with pytest.raises(twitchio.HTTPException, match="redirect_uri does not match"):
        await oauth.user_access_token(code, redirect_uri="http://localhost:4343/oauth/callback")


async def test_a_wrong_secret_and_a_wrong_refresh_token_are_refused(oauth: OAuth, ann: Person) -> None:
    with pytest.raises(twitchio.HTTPException) as caught:
        await oauth.refresh_token("nonsense")
    assert (caught.value.status, caught.value.extra["message"]) == (400, "Invalid refresh token")
    oauth.client_secret = "wrong"
    with pytest.raises(twitchio.HTTPException) as caught:
        await oauth.client_credentials_token()
    assert (caught.value.status, caught.value.extra["message"]) == (403, "invalid client secret")


async def test_the_exceptions_of_the_library_hold_secrets(oauth: OAuth, ann: Person) -> None:
    token = ann.world.authorise(ann)
    ann.world.tokens.revoke(ann)
    with pytest.raises(twitchio.HTTPException) as caught:
        await oauth.refresh_token(token.refresh)
    assert ann.world.leaked(str(caught.value)) == ["client secret", "refresh token of ann"]


async def test_a_revoked_token_is_over_though_the_library_calls_it_an_error(oauth: OAuth, ann: Person) -> None:
    token = ann.world.authorise(ann)
    with pytest.raises(twitchio.HTTPException, match="Expected JSON data"):
        await oauth.revoke_token(token.value)
    assert ann.world.tokens.find(token.value) is None


async def test_a_browser_sees_the_page_and_presses_a_button(oauth: OAuth, twitch: TwitchStandIn, ann: Person) -> None:
    twitch.world.signed_in = ann
    url = oauth.get_authorization_url(state="abc").url
    async with aiohttp.ClientSession() as browser:
        async with browser.get(url) as page:
            text = await page.text()
        assert "<li>user:read:chat" in text
        async with browser.post(url, data={"answer": "authorize"}, allow_redirects=False) as answer:
            back = answer.headers["Location"]
    assert (answer.status, asked(back)["state"]) == (302, "abc")
    assert (await oauth.user_access_token(asked(back)["code"])).access_token


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def speak(at: House[SampleBot]) -> None:
    await at.bot.create_partialuser(at.inn.id).send_message(
        sender=at.bot.bot_id, message="hello", token_for=at.bot.bot_id
    )


async def test_an_expired_token_is_refreshed_on_the_way(at: House[SampleBot]) -> None:
    at.world.tokens.expire(at.world.bot)
    await speak(at)
    assert at.inn.texts == ["hello"]
    refreshed = await at.world.until(lambda: at.bot.ears.refreshed)
    assert at.world.leaked(refreshed[0].token)


async def test_the_clock_ends_a_token(at: House[SampleBot]) -> None:
    at.world.clock.advance(4 * 3600 + 1)
    await speak(at)
    assert [call.status for call in at.twitch.rest.to("POST", "/helix/chat/messages")] == [401, 200]


async def test_somebody_disconnects_the_application(at: House[SampleBot]) -> None:
    at.world.revoke(at.world.bot)
    with pytest.raises(twitchio.HTTPException, match="Invalid refresh token"):
        await speak(at)
    await at.world.until(lambda: len(at.bot.ears.revoked) == 2)
    assert {revoked.reason.value for revoked in at.bot.ears.revoked} == {"authorization_revoked"}


async def test_a_missing_scope_is_refused_in_twitchs_words(at: House[SampleBot]) -> None:
    at.world.tokens.grants[-1].scopes -= {"user:write:chat"}
    with pytest.raises(twitchio.HTTPException) as caught:
        await speak(at)
    assert (caught.value.status, caught.value.extra["message"]) == (401, "Missing scope: user:write:chat")


async def test_an_app_token_needs_the_leave_of_both(at: House[SampleBot]) -> None:
    inn = at.bot.create_partialuser(at.inn.id)
    await inn.send_message(sender=at.bot.bot_id, message="hello", token_for=None)
    assert "bot-badge" in at.inn.lines[0].badges
    at.world.tokens.revoke(at.inn.broadcaster)
    with pytest.raises(twitchio.HTTPException, match="not permitted"):
        await inn.send_message(sender=at.bot.bot_id, message="hello again", token_for=None)
    at.inn.moderators.append(at.world.bot)
    await inn.send_message(sender=at.bot.bot_id, message="hello again", token_for=None)
    at.world.tokens.revoke(at.world.bot)
    at.world.authorise(at.world.bot, set(BOT_SCOPES) - {"user:bot"})
    with pytest.raises(twitchio.HTTPException, match="user:bot scopes"):
        await inn.send_message(sender=at.bot.bot_id, message="hello?", token_for=None)


async def test_a_lasting_401_sends_the_library_round_and_round(at: House[SampleBot]) -> None:
    at.world.tokens.refuses_app = True
    before = len(at.twitch.rest.to("POST", "/id/oauth2/token"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await at.bot.fetch_users(ids=[at.ann.id])
    assert len(at.twitch.rest.to("POST", "/id/oauth2/token")) > before + 3
    at.world.tokens.refuses_app = False
    await at.bot.fetch_users(ids=[at.ann.id])
