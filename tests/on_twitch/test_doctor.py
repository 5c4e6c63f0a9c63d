"""Test what `potluck doctor` finds: both platforms' stand-ins, a real store, and one thing wrong after the other."""

import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from free_ports import free_port
from on_twitch.desk import Desk, desk
from program import potluck
from standins.discord.permissions import Permission
from standins.discord.places import Guild
from standins.discord.stand_in import DiscordStandIn

from bot.app.doctor import kept, machine, platforms
from bot.app.doctor.command import report
from bot.app.on_discord import sync
from bot.app.settings import Settings
from bot.app.stream_check.finding import Mark

__all__ = ["desk"]
TOKEN = "discord-token-that-nobody-may-see"
FEW = 50
"""Pages that may be open: machines on which tests run allow few files."""


FAR_OFF = 600.0
"""Seconds by which clocks may differ here: that of a test stands while it computes, that of Redis goes on."""


class Ward:
    """Everything that the doctor looks at: well, until a test makes something wrong."""

    def __init__(self, at: Desk, server: DiscordStandIn, guild: Guild) -> None:
        self.desk, self.discord, self.guild = at, server, guild
        self.lines: list[str] = []

    def settings(self, **other: Any) -> Settings:
        known: dict[str, Any] = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": self.discord.api_base}
        known |= {"web_port": self.port, "connections": FEW}
        return self.desk.settings(**(known | other))

    port = 1

    async def looked_at(self, **other: Any) -> bool:
        self.lines = []
        return await report(self.settings(**other), self.lines.append)

    def mended_by(self, words: str) -> str:
        """Return what is said to mend the only thing that is wrong."""
        wrong = [at for at, line in enumerate(self.lines) if line.startswith("WRONG")]
        assert len(wrong) == 1, self.lines
        (at,) = wrong
        assert words in self.lines[at], self.lines[at]
        return self.lines[at + 1].strip()


@pytest.fixture
async def ward(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ward]:
    before = discord.http.Route.BASE
    async with DiscordStandIn() as server:
        server.limits.off()
        world = server.world
        world.application.message_content_allowed, world.application.token = True, TOKEN
        guild = world.guild("House", bot_permissions=(Permission.MANAGE_MESSAGES, Permission.MANAGE_THREADS))
        made = Ward(desk, server, guild)
        made.port = free_port()
        monkeypatch.setattr(platforms, "LATE", FAR_OFF)
        await desk.all_done()
        await sync(made.settings())
        yield made
        assert world.unknown_routes == []
        told = "\n".join(made.lines)
        assert TOKEN not in told
        assert desk.world.leaked(told) == []
    discord.http.Route.BASE = before


async def test_all_is_well_and_said_in_a_line_each(ward: Ward) -> None:
    assert await ward.looked_at(), [line for line in ward.lines if line.startswith(("WRONG", "?"))]
    for words in ("Every setting", "GB left", "files may be open", "It throws nothing away", "every step to its disk"):
        assert [line for line in ward.lines if line.startswith("ok") and words in line], words
    for words in ("every key", "Discord knows the token", "plain chat", "every slash command", "In 1 servers"):
        assert [line for line in ward.lines if line.startswith("ok") and words in line], words
    for words in ("Twitch knows the application", "It allows all", "agrees with that of the store", "the platform"):
        assert [line for line in ward.lines if line.startswith("ok") and words in line], words


async def set_in_redis(ward: Ward, name: str, value: str) -> None:
    await ward.desk.store.pipe.write("CONFIG", "SET", name, value)


async def test_a_store_that_may_lose_something_is_mended_by_the_line(ward: Ward) -> None:
    for name, worse, better in (("maxmemory-policy", "allkeys-lru", "noeviction"), ("appendonly", "no", "yes")):
        await set_in_redis(ward, name, worse)
        try:
            assert not await ward.looked_at()
            told = ward.mended_by("It ")
            assert re.sub(r" -s /\S+/server\.sock\b", "", told) == (
                f"-> redis-cli CONFIG SET {name} {better} && redis-cli CONFIG REWRITE"
            )
            assert told.count(".sock CONFIG") == 2, "that server, and no other one of this machine"
        finally:
            await set_in_redis(ward, name, better)  # other tests use this server
    assert await ward.looked_at()


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("127.0.0.1:6379", ""),
        ("127.0.0.1:6380", " -h 127.0.0.1 -p 6380"),
        ("10.0.0.7:6379", " -h 10.0.0.7 -p 6379"),
        ("/srv/data/server.sock", " -s /srv/data/server.sock"),
    ],
)
def test_the_line_that_mends_a_server_names_it(where: str, told: str) -> None:
    assert kept.told_to_cli(where) == told


@pytest.mark.parametrize(
    ("name", "value", "words", "mends"),
    [
        ("min-replicas-to-write", "1", "too few replicas connected", "CONFIG SET min-replicas-to-write 0"),
        ("maxmemory", "1mb", "no memory left", "CONFIG SET maxmemory to more"),
    ],
)
async def test_a_store_that_takes_no_writes_is_found_with_what_mends_it(
    ward: Ward, name: str, value: str, words: str, mends: str
) -> None:
    await set_in_redis(ward, name, value)
    try:
        assert not await ward.looked_at()
    finally:
        await set_in_redis(ward, name, "0")  # other tests use this server
    (at,) = [at for at, line in enumerate(ward.lines) if line.startswith("WRONG") and words in line]
    assert mends in ward.lines[at + 1]


def lacks_permission(ward: Ward) -> None:
    ward.guild.everyone.permissions &= ~Permission.ATTACH_FILES


def has_lost_commands(ward: Ward) -> None:
    ward.discord.world.commands[None] = ward.discord.world.commands[None][1:]


def lets_others_read_the_key(ward: Ward) -> None:
    ward.settings().key_file.chmod(0o644)


async def has_lost_scopes(ward: Ward) -> None:
    await ward.desk.signed_in(scopes=("user:read:chat",))


def has_a_secret_in_the_open(ward: Ward) -> None:
    Path(".env").write_text("REDIS_PASSWORD=x\n")
    Path(".env").chmod(0o644)


def has_a_line_that_is_no_setting(ward: Ward) -> None:
    Path(".env").write_text("# a comment\n\nexport TWITCH_CONDUIT=\nPOTLUCK_WEB_PORT 8137\n")


WRONGS: list[tuple[Callable[[Ward], Awaitable[None] | None], str, str]] = [
    (lacks_permission, "In House it lacks Attach Files", "or add the bot anew: https://discord.com/oauth2/authorize"),
    (has_lost_commands, "Discord lacks 1 of the slash commands", "potluck sync"),
    (lets_others_read_the_key, "Others on this machine can read", "chmod 600"),
    (has_a_secret_in_the_open, "Others on this machine can read .env", "chmod 600 .env"),
    (has_a_line_that_is_no_setting, "Line 4 of .env is no setting", "write it as NAME=value"),
    (has_lost_scopes, "does not allow", "sign in as it again"),
]


@pytest.mark.parametrize(("breaks", "words", "mends"), WRONGS, ids=[one[0].__name__ for one in WRONGS])
async def test_what_is_wrong_comes_with_the_line_that_mends_it(
    ward: Ward, breaks: Callable[[Ward], Awaitable[None] | None], words: str, mends: str
) -> None:
    if (waiting := breaks(ward)) is not None:
        await waiting
    assert not await ward.looked_at()
    assert mends in ward.mended_by(words)


@pytest.mark.parametrize(
    ("content", "words"),
    [(f"1 {'ab' * 32}\n", "Key 1 is another one than it was"), ("", "is empty"), ("no key", "is no key")],
)
async def test_a_wrong_key_file_is_the_one_thing_told(ward: Ward, content: str, words: str) -> None:
    ward.settings().key_file.write_text(content)
    assert not await ward.looked_at()
    assert "back from its copy" in ward.mended_by(words)
    assert [line for line in ward.lines if "Accounts and channels are looked at once" in line]


async def test_with_no_store_there_the_platforms_are_looked_at_all_the_same(ward: Ward) -> None:
    assert not await ward.looked_at(REDIS_URL="redis://127.0.0.1:1")
    assert "systemctl start redis-server" in ward.mended_by("can't be reached")
    for words in ("Discord knows the token", "Twitch knows the application", "the platform"):
        assert [line for line in ward.lines if line.startswith("ok") and words in line], words


async def test_wrong_settings_are_found(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POTLUCK_PREFX", "?")
    assert not await ward.looked_at()
    assert ward.mended_by("POTLUCK_PREFX is not known") == "-> write POTLUCK_PREFIX in its place"
    monkeypatch.delenv("POTLUCK_PREFX")
    assert not await ward.looked_at(DISCORD_TOKEN="x")
    assert "Reset Token" in ward.mended_by("Discord does not know DISCORD_TOKEN")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert not await ward.looked_at(web_port=taken.getsockname()[1])
        assert "POTLUCK_WEB_PORT" in ward.mended_by("can't be had")


def test_a_file_in_the_place_of_the_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    found = machine.of_folder(tmp_path / "a-file")
    assert (found.mark, "is a file, not a folder" in found.text) == (Mark.WRONG, True)


@pytest.mark.parametrize(("off", "words"), [(30, "30 s before that of the store"), (-30, "30 s behind that of")])
def test_a_clock_that_is_wrong_is_found(off: float, words: str) -> None:
    found = platforms.of_clock("the store", time.time() - off)
    assert (found.mark, words in found.text, found.todo) == (Mark.WRONG, True, platforms.NTP)
    assert platforms.of_clock("the store", time.time()).mark is Mark.GOOD


def test_a_value_that_cannot_be_read_is_a_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POTLUCK_WEB_PORT", "eighty")
    told = potluck("doctor")
    assert (told.returncode, told.stdout.startswith("WRONG POTLUCK_WEB_PORT: ")) == (1, True)
    Path(".env").write_bytes(b"POTLUCK_PREFIX=\xff")
    told = potluck("doctor")
    assert (told.returncode, told.stdout.startswith(f"WRONG {tmp_path}/.env is not UTF-8")) == (1, True)


def test_before_the_first_start_nothing_is_wrong_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POTLUCK_WEB_PORT", "0")
    monkeypatch.setenv("POTLUCK_CONNECTIONS", str(FEW))
    told = potluck("doctor")
    assert told.returncode == 0, told.stdout
    assert "Discord is not set up" in told.stdout
    assert "Twitch is not set up" in told.stdout
    assert list(tmp_path.iterdir()) == []
