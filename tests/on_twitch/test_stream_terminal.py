"""Test `potluck stream` at a terminal, as its own process: from an empty folder to the first game."""

import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from forked import potluck
from free_ports import free_port
from on_twitch.at_a_terminal import PATIENCE, Terminal, ended, signs_in
from standins.twitch.channels import Channel
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

CLIENT_SECRET = "Client secret (nothing shows while you paste it): "
START = "Start the bot now?"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder with a short path, since the store's socket is in it."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        yield Path(made)


@pytest.fixture
def port() -> str:
    return str(free_port())


@pytest.fixture
def environment(twitch: TwitchStandIn, port: str) -> dict[str, str]:
    """Return everything that is not asked for."""
    twitch.world.application.redirect_uris = [f"http://localhost:{port}/signed-in/twitch"]
    twitch.world.signed_in = twitch.world.person("zoe")
    twitch.world.channel("ann", allows_bot=False)
    return {
        "TWITCH_API_BASE": twitch.api_base,
        "TWITCH_AUTH_BASE": twitch.auth_base,
        "TWITCH_EVENTSUB_URL": twitch.eventsub_url,
        "POTLUCK_WEB_PORT": port,
    }


def files(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()]


def written(folder: Path) -> dict[str, str]:
    """Return the content of `.env`, and check that only its owner can read it."""
    path = folder / ".env"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return dict(line.split("=", 1) for line in path.read_text().splitlines() if "=" in line)


def all_set(twitch: TwitchStandIn, folder: Path, port: str, *, channels: str = "ann") -> None:
    """Prepare everything as an earlier try left it."""
    about = twitch.world.application
    lines = {
        "POTLUCK_PUBLIC_URL": f"http://localhost:{port}/",
        "TWITCH_CLIENT_ID": about.id,
        "TWITCH_CLIENT_SECRET": about.secret,
        "TWITCH_CHANNELS": channels,
    }
    (folder / ".env").write_text("".join(f"{name}={value}\n" for name, value in lines.items()))
    (folder / ".env").chmod(0o600)


async def key_of(one: Terminal) -> str:
    await one.sees("/connect/twitch/bot#")
    return (await one.sees("\n")).strip()


async def shows_the_overlay(pages: str, streamer: Person) -> None:
    """Let the streamer sign in again, make an address for OBS, and open it there."""
    ours = {"Origin": pages.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        await signs_in(f"{pages}connect/twitch", streamer, browser)
        (seat,) = [cookie["path"] for cookie in browser.cookie_jar if cookie.key == "seat"]
        async with browser.post(f"{pages.rstrip('/')}{seat}/overlay/key", json={}, headers=ours) as answer:
            key = (await answer.json())["key"]
    async with aiohttp.ClientSession(headers=ours) as obs, obs.ws_connect(f"{pages}overlay/live") as line:
        await line.send_json({"key": key})
        assert (await line.receive_json())["type"] == "hello"


async def plays_without_pages(channel: Channel, viewer: Person) -> None:
    channel.join(viewer)
    await channel.broadcaster.says(channel, "!control open everybody")
    await channel.world.until(lambda: "Everybody may open tables" in " ".join(channel.texts), PATIENCE)
    line = await viewer.asks(channel, "!halflings 50", PATIENCE)
    assert viewer.login in line.text.lower()
    await channel.broadcaster.says(channel, "!control tables 2")
    await channel.world.until(lambda: "2 tables at a time" in " ".join(channel.texts), PATIENCE)
    await channel.broadcaster.says(channel, "!open")
    await channel.world.until(lambda: "here is a game that needs none" in " ".join(channel.texts), PATIENCE)
    assert not [text for text in channel.texts if "localhost" in text]


async def test_from_an_empty_folder_to_the_first_game(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    world, pages = twitch.world, f"http://localhost:{port}/"
    ann = world.channel_of(world.logins["ann"].id)
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees("Public address: ")
        one.types("")
        assert f"{pages}signed-in/twitch\n" in await one.sees("Client ID: "), "to be copied, before it is needed"
        one.types("hello world")
        await one.sees("30 letters and digits")
        await one.sees("Client ID: ")
        one.types(world.application.id)
        await one.sees(CLIENT_SECRET)
        one.types("a1" * 15)
        await one.sees("does not know this id with this secret")
        await one.sees(f"Client ID [{world.application.id}]: ")
        one.types("")
        await one.sees(CLIENT_SECRET)
        one.types(world.application.secret)
        await one.sees("Channel: ")
        one.types("https://twitch.tv/Ann")
        await one.sees(START)
        one.types("")
        assert "in a private window (or another browser)" in await one.sees("alone: ")
        key = await key_of(one)
        await one.sees("✗ The bot has no account yet")
        assert "account now" in await signs_in(f"{pages}connect/twitch/bot", world.bot, key=key)
        await one.sees("✓ The bot's account is potluckbot")
        await one.sees("Say one test line in ann's chat? [y/N]: ")
        assert ann.texts == []
        one.types("y")
        await one.sees("✓ A line stands in ann's chat")
        assert "viewers can play Cones, Halflings & Giants" in await one.sees("On air.")
        await one.sees("Ctrl-C ends it")
        assert "connected" in await signs_in(f"{pages}connect/twitch", ann.broadcaster)
        await one.sees("✓ ann is connected")
        await shows_the_overlay(pages, ann.broadcaster)
        await one.sees("✓ The overlay of ann was shown")
        await plays_without_pages(ann, world.person("ben"))
        one.interrupts()
        assert await one.ends() == 0
    assert written(folder) == {
        "POTLUCK_PUBLIC_URL": pages,
        "TWITCH_CLIENT_ID": world.application.id,
        "TWITCH_CLIENT_SECRET": world.application.secret,
        "TWITCH_CHANNELS": "ann",
    }
    assert world.leaked(one.shown) == []
    assert "Starlette" not in one.shown
    assert one.shown.count("this machine alone") == 1
    assert "Viewers are told to come" not in one.shown, "what stands in the findings is told once"
    assert "Streamers connect theirs" not in one.shown, "no others can be connected"
    lines = [line for line in one.shown.splitlines() if "channel.raid" not in line]  # asked for again at the next table
    assert not [line for line in lines if "warning" in line]


async def test_a_ctrl_c_in_the_middle_keeps_what_was_answered_and_a_rerun_asks_the_rest(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    (folder / ".env").write_text("# mine\nDISCORD_TOKEN=\n")
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees("Public address: ")
        one.types("potluck.example")
        await one.sees("Client ID: ")
        one.types(twitch.world.application.id)
        await one.sees(CLIENT_SECRET)
        one.interrupts()
        assert await one.ends() == 130
        assert "Traceback" not in one.shown
    before = {
        "DISCORD_TOKEN": "",
        "POTLUCK_PUBLIC_URL": "https://potluck.example/",
        "POTLUCK_PROXIES": "127.0.0.1, ::1",
        "TWITCH_CLIENT_ID": twitch.world.application.id,
    }
    assert written(folder) == before
    assert (folder / ".env").read_text().startswith("# mine\n")
    assert files(folder) == [".env"]
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees(CLIENT_SECRET)
        one.types(twitch.world.application.secret)
        await one.sees("Channel: ")
        one.types("")
        await one.sees(START)
        one.types("n")
        assert await one.ends() == 1
    assert "Public address" not in one.shown
    assert written(folder) == before | {
        "TWITCH_CLIENT_SECRET": twitch.world.application.secret,
        "TWITCH_CHANNELS": "",
    }
    assert twitch.world.leaked(one.shown) == []


async def test_what_stands_in_the_environment_is_neither_asked_nor_written(
    twitch: TwitchStandIn, folder: Path, environment: dict[str, str]
) -> None:
    about = twitch.world.application
    given = {"TWITCH_CLIENT_ID": about.id, "TWITCH_CLIENT_SECRET": about.secret, "TWITCH_CHANNELS": "ann"}
    async with Terminal(folder, "stream", environment=environment | given) as one:
        await one.sees("Public address: ")
        one.types("")
        await one.sees(START)
        one.types("n")
        assert await one.ends() == 1
    assert set(written(folder)) == {"POTLUCK_PUBLIC_URL"}


async def test_again_asks_for_what_is_set_and_enter_keeps_it(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    all_set(twitch, folder, port)
    before = (folder / ".env").read_text()
    async with Terminal(folder, "stream", "--again", environment=environment) as one:
        for question in (f"Public address [http://localhost:{port}/]: ", "Client ID [", CLIENT_SECRET, "Channel [ann]"):
            await one.sees(question)
            one.types("")
        await one.sees(START)
        one.types("n")
        assert await one.ends() == 1
    assert (folder / ".env").read_text() == before
    assert twitch.world.leaked(one.shown) == []


async def test_beside_a_bot_that_runs_it_reads_what_is_stored_and_changes_nothing(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    """Both use the store in this folder, which one process starts."""
    all_set(twitch, folder, port)
    world, pages = twitch.world, f"http://localhost:{port}/"
    async with Terminal(folder, "run", environment=environment) as bot:
        key = await key_of(bot)
        async with Terminal(folder, "stream", "--check", environment=environment) as one:
            assert await one.ends() == 1
        assert (
            "Open the address with connect/twitch/bot#… that the bot says when it starts, in a private window"
            in one.shown
        )
        await signs_in(f"{pages}connect/twitch/bot", world.bot, key=key)
        await bot.sees("Twitch is connected. Channels: ann")
        before = (folder / ".env").read_text(), len(world.tokens.issued)
        async with Terminal(folder, "stream", environment=environment) as one:
            await one.sees("Say one test line in ann's chat? [y/N]: ")
            one.types("")
            await one.sees("On air.")
            assert await one.ends() == 0
        assert START not in one.shown
        assert "✓ The bot's account is potluckbot" in one.shown
        assert world.channel_of(world.logins["ann"].id).texts == []
        kept = (folder / ".env").read_text(), len(world.tokens.issued)
        assert kept == (before[0], before[1] + 2), "two tokens of the application, to ask with, and none of an account"
        bot.interrupts()
        assert await bot.ends() == 0
    async with Terminal(folder, "stream", "--check", environment=environment) as after:
        assert await after.ends() == 0
    assert "All is set. Start the bot" in after.shown
    assert "On air." not in after.shown
    assert world.leaked(bot.shown + one.shown + after.shown) == []


async def test_the_streamers_own_account_is_asked_about(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    all_set(twitch, folder, port)
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees(START)
        one.types("y")
        key = await key_of(one)
        await one.sees("✗ The bot has no account yet")
        await signs_in(f"http://localhost:{port}/connect/twitch/bot", twitch.world.logins["ann"], key=key)
        await one.sees("the bot does not hear what ann types")
        await one.sees("Let it be the bot's all the same? [y/N]: ")
        one.types("y")
        await one.sees("As you wish")
        await one.sees("Say one test line in ann's chat? [y/N]: ")
        one.interrupts()
        assert await one.ends() == 0, "a question that nobody answers holds nothing up"
    assert written(folder)["TWITCH_OWN_ACCOUNT"] == "true"


async def test_where_nobody_answers_it_reports(folder: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    """As in a script: it never waits for an answer."""
    shown = tmp_path / "shown"
    assert await ended(potluck("stream", folder=folder, environment=environment, output=shown)) == 1
    assert "TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET must be set" in shown.read_text()
    assert files(folder) == []


async def test_the_running_bot_says_by_itself_that_its_account_is_a_streamers(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    all_set(twitch, folder, port)
    async with Terminal(folder, "run", environment=environment) as bot:
        key = await key_of(bot)
        await signs_in(f"http://localhost:{port}/connect/twitch/bot", twitch.world.logins["ann"], key=key)
        await bot.sees("The bot's account is ann, whose channel it plays in: it does not hear what ann types.")
        await bot.sees("Twitch is connected. Channels: ann")
        bot.interrupts()
        assert await bot.ends() == 0
    assert "Viewers are told to come to an address of this machine" in bot.shown
    assert "it is started again" not in bot.shown, "the first sign-in needs one start"


async def test_a_secret_that_is_no_longer_good_is_asked_for_again(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    """Somebody pressed New Secret, which ended the old one."""
    all_set(twitch, folder, port)
    about = twitch.world.application
    old, about.secret = about.secret, "b2" * 15
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees("Twitch does not know the client id with the client secret that are set.")
        await one.sees("Client ID [")
        one.types("")
        await one.sees(CLIENT_SECRET)
        one.types(about.id)
        await one.sees("That is the client id again")
        await one.sees(CLIENT_SECRET)
        one.types(about.secret)
        await one.sees(START)
        one.types("n")
        assert await one.ends() == 1
    assert written(folder)["TWITCH_CLIENT_SECRET"] == about.secret
    assert old not in (folder / ".env").read_text() + one.shown
    assert twitch.world.leaked(one.shown) == []


async def test_who_does_not_want_their_own_account_signs_in_as_another(
    twitch: TwitchStandIn, folder: Path, port: str, environment: dict[str, str]
) -> None:
    all_set(twitch, folder, port)
    page = f"http://localhost:{port}/connect/twitch/bot"
    async with Terminal(folder, "stream", environment=environment) as one:
        await one.sees(START)
        one.types("")
        key = await key_of(one)
        await one.sees("✗ The bot has no account yet")
        await signs_in(page, twitch.world.logins["ann"], key=key)
        await one.sees("Let it be the bot's all the same? [y/N]: ")
        one.types("")
        await one.sees("sign in as another account")
        await signs_in(page, twitch.world.bot, key=key)
        await one.sees("✓ The bot's account is potluckbot")
        await one.sees("Say one test line in ann's chat? [y/N]: ")
        one.types("")
        await one.sees("On air.")
        one.interrupts()
        assert await one.ends() == 0
    assert "TWITCH_OWN_ACCOUNT" not in written(folder)
    assert twitch.world.channel_of(twitch.world.logins["ann"].id).texts == []
