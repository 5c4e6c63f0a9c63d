"""Test what `potluck stream` finds: the real checks against Twitch's stand-in, on a real store."""

from pathlib import Path

import pytest
from on_twitch.desk import BACK, Desk, desk

from bot.adapters.web import OverlayKeys, OverlayPlace
from bot.app.stream_check.checks import Check
from bot.app.stream_check.guide import offer_line
from bot.app.stream_check.stored import opened_to_read
from bot.app.table_room import StoredOverlays

__all__ = ["desk"]


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
    """The streamer never connected a channel, which is only named in the settings."""
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
