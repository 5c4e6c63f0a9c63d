"""What `potluck stream` finds: the real checks against Twitch's stand-in, over what is really stored."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from standins.twitch.channels import Channel
from standins.twitch.stand_in import TwitchStandIn
from twitchio.eventsub import websockets
from twitchio.http import Route

from bot.adapters.twitch import SCOPES, Account
from bot.adapters.twitch import Channel as Known
from bot.adapters.web import OverlayKeys, OverlayPlace
from bot.app.key_file import keys_from_file, new_key, write_key_file
from bot.app.on_twitch import TwitchNotes, twitch_accounts
from bot.app.settings import Settings
from bot.app.stream_check import command
from bot.app.stream_check.checks import Check
from bot.app.stream_check.guide import offer_line
from bot.app.stream_check.stored import opened_to_read
from bot.app.table_room import StoredOverlays
from bot.engine import logs
from bot.engine.vault import Vault
from persistence import EmbeddedServer, Store

BACK = "http://localhost:1/signed-in/twitch"


class Desk:
    """Where somebody sits who sets the bot up: an application, a channel, a folder, and a store."""

    def __init__(self, twitch: TwitchStandIn, store: Store, redis: EmbeddedServer, folder: Path) -> None:
        self.twitch, self.world, self.store, self.folder = twitch, twitch.world, store, folder
        self.world.application.redirect_uris = [BACK]
        self.world.signed_in = self.world.person("zoe")
        self.ann = self.world.channel("ann", allows_bot=False)
        self._set: dict[str, Any] = {
            "REDIS_URL": redis.url,
            "TWITCH_CLIENT_ID": self.world.application.id,
            "TWITCH_CLIENT_SECRET": self.world.application.secret,
            "TWITCH_API_BASE": twitch.api_base,
            "TWITCH_AUTH_BASE": twitch.auth_base,
            "TWITCH_EVENTSUB_URL": twitch.eventsub_url,
            "data": folder / "data",
            "public_url": "http://localhost:1/",
            "web_port": 1,
        }
        self.printed = ""
        write_key_file(folder / "data" / "dice.key", {1: new_key()})

    def settings(self, **other: Any) -> Settings:
        return Settings(_env_file=None, **(self._set | other))  # type: ignore[call-arg]

    async def signed_in(self, *, bot: Any = None, scopes: tuple[str, ...] = SCOPES["bot"]) -> None:
        """As if the bot's account had been connected on an evening before."""
        person, settings = bot or self.world.bot, self.settings()
        accounts = twitch_accounts(TwitchNotes(self.store), Vault(keys_from_file(settings.key_file)), settings)
        token = self.world.authorise(person, scopes)
        await accounts.keep(Account(person.id, token.value, token.refresh, tuple(sorted(scopes))))
        await accounts.be(person.id)

    async def connected(self, channel: Channel) -> None:
        settings = self.settings()
        accounts = twitch_accounts(TwitchNotes(self.store), Vault(keys_from_file(settings.key_file)), settings)
        token = self.world.authorise(channel.broadcaster, SCOPES["channel"])
        known = await accounts.account(channel.id)
        if known is None:
            await accounts.keep(Account(channel.id, token.value, token.refresh, tuple(token.scopes)))
        await accounts.add(Known(channel.id, channel.name, channel.broadcaster.display_name))

    async def all_done(self) -> None:
        await self.signed_in()
        await self.connected(self.ann)

    async def report(self, capsys: pytest.CaptureFixture[str], **other: Any) -> tuple[bool, list[str]]:
        """Whether all is well, and the lines."""
        well = await command.report(self.settings(**other), asks=False)
        out, err = capsys.readouterr()
        self.printed += out + err
        return well, out.splitlines()


@pytest.fixture
async def desk(
    twitch: TwitchStandIn, store: Store, redis: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Desk]:
    """Whatever is tried, no secret is printed or logged (threats T9)."""
    before = Route.BASE, Route.ID_BASE, websockets.WSS
    monkeypatch.chdir(tmp_path)
    logs.set_up("people", "debug")
    await store.claim_form()
    made = Desk(twitch, store, redis, tmp_path)
    yield made
    Route.BASE, Route.ID_BASE, websockets.WSS = before
    assert made.world.leaked(made.printed) == []


def wrong(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("✗")]


def line_of(lines: list[str], words: str) -> str:
    (found,) = [line for line in lines if words in line]
    return found


async def test_all_is_good(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    desk.ann.moderators.append(desk.world.bot)
    well, lines = await desk.report(capsys)
    assert well
    assert wrong(lines) == []
    assert [line[2:] for line in lines if line.startswith("✓")] == [
        "Redis answers",
        "Twitch knows the application: client id and secret are good",
        f"Twitch sends people back to {BACK}",
        "The bot's account is potluckbot",
        "It allows all that the bot asks for",
        "ann is connected",
        "The bot is a moderator in ann's chat",
    ]
    assert "phone number" in line_of(lines, "· Whispers")
    assert any(line.strip().startswith("1. Type !open ") for line in lines)


async def test_without_a_public_address_it_says_which_games_need_none(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    await desk.all_done()
    _, lines = await desk.report(capsys)
    can = line_of(lines, "Without a public address viewers can play")
    assert "Cones, Halflings & Giants:" in can
    assert "Headache, Poohead, Fearless Rogues Hold 'Em need the address" in line_of(lines, "need the address")
    assert "!open cones" in line_of(lines, "1. Type")
    for way in ("deploy/caddy.yaml", "tailscale funnel --bg 1", "cloudflared tunnel", "ngrok http"):
        assert any(way in line for line in lines), way


async def test_a_wrong_secret(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    well, lines = await desk.report(capsys, TWITCH_CLIENT_SECRET="a1" * 15)
    assert not well
    assert line_of(lines, "TWITCH_CLIENT_SECRET").startswith("✗")
    assert "New Secret" in line_of(lines, "TWITCH_CLIENT_SECRET")
    assert not any("account" in line for line in wrong(lines)), "nothing that only follows from it"


async def test_a_wrong_client_id(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = await desk.report(capsys, TWITCH_CLIENT_ID="a1" * 15)
    assert line_of(lines, "TWITCH_CLIENT_ID").startswith("✗")


async def test_nothing_set_is_said_in_one_line(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    well, lines = await desk.report(capsys, TWITCH_CLIENT_ID="", TWITCH_CLIENT_SECRET="")
    assert not well
    assert len(lines) == 1
    assert lines[0].startswith("TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET must be set")


async def test_an_address_that_is_not_registered_is_named_to_the_letter(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.world.application.redirect_uris = ["http://localhost:1/signed-in/twitch/"]
    _, lines = await desk.report(capsys)
    (line,) = [line for line in wrong(lines) if "redirect_mismatch" in line]
    assert f" {BACK} " in line


async def test_an_answer_that_says_nothing_of_the_address_is_no_verdict(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.world.signed_in = None
    _, lines = await desk.report(capsys)
    assert line_of(lines, "redirect_mismatch").startswith("·")
    assert BACK in line_of(lines, "redirect_mismatch")


async def test_nobody_has_signed_in_yet(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    well, lines = await desk.report(capsys)
    assert not well
    assert [line.partition(".")[0] for line in wrong(lines)] == [
        "✗ The bot has no account yet",
        "✗ No channel is connected",
    ]


async def test_looking_makes_nothing_where_nothing_is(
    desk: Desk, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fresh = tmp_path / "fresh"
    well, lines = await desk.report(capsys, REDIS_URL="", data=fresh)
    assert not well
    assert line_of(lines, "Nothing is stored yet").startswith("·")
    assert not fresh.exists()


# The bot's account


async def test_the_streamers_own_account_as_the_bots(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.signed_in(bot=desk.ann.broadcaster)
    await desk.connected(desk.ann)
    well, lines = await desk.report(capsys)
    assert not well
    (line,) = wrong(lines)
    assert "the bot does not hear what ann types" in line
    assert "TWITCH_OWN_ACCOUNT=true" in line


async def test_the_streamers_own_account_knowingly(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.signed_in(bot=desk.ann.broadcaster)
    await desk.connected(desk.ann)
    well, lines = await desk.report(capsys, TWITCH_OWN_ACCOUNT=True)
    assert well
    assert line_of(lines, "does not hear what ann types").startswith("·")


async def test_the_own_account_is_found_by_the_name_of_the_channel(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    """The streamer never connected a channel: it is named in the settings alone."""
    await desk.signed_in(bot=desk.ann.broadcaster)
    _, lines = await desk.report(capsys, TWITCH_CHANNELS="Ann")
    assert any("does not hear what ann types" in line for line in wrong(lines))


async def test_a_scope_that_it_needs_is_missing(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.signed_in(scopes=("user:bot", "user:read:chat"))
    await desk.connected(desk.ann)
    _, lines = await desk.report(capsys)
    (line,) = wrong(lines)
    assert "does not allow user:write:chat" in line
    assert "Sign in as it again" in line


async def test_scopes_that_it_can_do_without_are_named_with_what_goes_missing(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    await desk.signed_in(scopes=("user:bot", "user:read:chat", "user:write:chat"))
    await desk.connected(desk.ann)
    well, lines = await desk.report(capsys)
    assert well
    assert "Tables can't be announced" in line_of(lines, "does not allow moderator:manage:announcements")
    assert line_of(lines, "moderates in ann's chat can't be seen").startswith("·")
    assert "Whispers are not possible" in line_of(lines, "Whispers")


async def test_a_token_that_has_ended_is_renewed_and_kept(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.world.tokens.rotates_refresh = True
    await desk.all_done()
    desk.world.tokens.expire(desk.world.bot)
    for _ in range(2):
        well, lines = await desk.report(capsys)
        assert well, lines


async def test_leave_that_was_taken_back(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    desk.world.revoke(desk.world.bot)
    _, lines = await desk.report(capsys)
    (line,) = wrong(lines)
    assert "no longer takes the tokens" in line


async def test_another_key_file_is_told_from_no_account(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    (desk.folder / "data" / "dice.key").write_text(f"1 {'ab' * 32}\n")
    _, lines = await desk.report(capsys)
    (line,) = wrong(lines)
    assert "another key file" in line


# Channels


async def test_no_moderator(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    well, lines = await desk.report(capsys)
    assert well
    assert "Type /mod potluckbot there" in line_of(lines, "· The bot is no moderator")


async def test_a_channel_that_twitch_does_not_know(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.signed_in()
    _, lines = await desk.report(capsys, TWITCH_CHANNELS="ann,anm")
    (line,) = wrong(lines)
    assert "no channel anm" in line
    assert "ann is named in TWITCH_CHANNELS" in line_of(lines, "· ann is named")


async def test_the_overlay_has_none_made_shown(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    overlays, at = OverlayKeys(StoredOverlays(desk.store)), f"twitch:{desk.ann.id}"
    where = OverlayPlace(at, at)
    _, lines = await desk.report(capsys)
    assert "Make a new address" in line_of(lines, "· ann has no overlay yet")
    await overlays.make(where)
    _, lines = await desk.report(capsys)
    assert "never opened" in line_of(lines, "· The overlay of ann")
    await overlays.note_shown(where, (await overlays.kept(where)).key)
    _, lines = await desk.report(capsys)
    assert "✓ The overlay of ann was shown" in lines
    await overlays.make(where)
    _, lines = await desk.report(capsys)
    assert "never opened" in line_of(lines, "· The overlay of ann"), "the one that was shown is dead"


# Trouble, and a line


@pytest.mark.parametrize("path", ["/id/oauth2/token", "/id/oauth2/validate", "/helix/users"])
async def test_twitch_in_trouble_is_told_in_a_line(desk: Desk, capsys: pytest.CaptureFixture[str], path: str) -> None:
    await desk.all_done()
    for method in ("GET", "POST"):
        desk.twitch.faults.next(method, path, status=503)
    well, lines = await desk.report(capsys)
    assert not well
    assert any("can't be reached" in line for line in wrong(lines))


@pytest.mark.parametrize("yes", [True, False])
async def test_a_line_is_said_if_it_is_wanted(desk: Desk, capsys: pytest.CaptureFixture[str], yes: bool) -> None:
    await desk.all_done()
    asked = []

    async def confirms(question: str) -> bool:
        asked.append(question)
        return yes

    async with opened_to_read(desk.settings()) as stored:
        check = Check(desk.settings(), stored, running=False)
        assert [one async for one in check.findings()]
        await offer_line(check, desk.settings(), confirms)
    assert asked == ["\nSay one test line in ann's chat?"]
    assert bool([one for one in desk.ann.texts if "this line is a test" in one]) is yes


async def test_a_line_that_is_not_taken(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    await desk.all_done()
    async with opened_to_read(desk.settings()) as stored:
        check = Check(desk.settings(), stored, running=False)
        assert [one async for one in check.findings()]
        (channel,) = check.channels
        desk.ann.drop_next("msg_rejected")
        assert "(msg_rejected)" in (await check.say(channel, "a line")).line()
        desk.ann.ban(desk.world.bot)
        assert "✗" in (await check.say(channel, "another")).line()


async def test_a_terminal_without_such_signs_gets_letters(desk: Desk) -> None:
    async with opened_to_read(desk.settings()) as stored:
        found = [one async for one in Check(desk.settings(), stored, running=False).findings()]
    lines = [one.line("latin-1") for one in found]
    assert {line[:3] for line in lines} == {"ok ", "NO ", " - "}
    assert all(line.isascii() for line in lines)


async def test_a_store_that_can_not_be_reached(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    well, lines = await desk.report(capsys, REDIS_URL="redis://localhost:1/0")
    assert not well
    assert len(lines) == 1
    assert lines[0].startswith("✗ Redis at localhost:1")


async def test_a_file_with_a_secret_that_others_can_read(
    desk: Desk, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / ".env"
    path.write_text("TWITCH_CLIENT_SECRET=abc\n")
    for mode, told in {0o644: True, 0o640: True, 0o600: False}.items():
        path.chmod(mode)
        _, lines = await desk.report(capsys)
        assert any("chmod 600" in line for line in lines) is told
