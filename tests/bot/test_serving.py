"""Test what a process can be told to serve, and how it says so to others."""

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bot.app.cli import cli
from bot.app.served import ServeError, served
from bot.app.settings import Settings
from bot.ports.serving import Service, read, written

SETTINGS = Settings(_env_file=None, DISCORD_TOKEN="t", TWITCH_CLIENT_ID="c")  # type: ignore[call-arg]  # as it is read
BARE = Settings(_env_file=None)  # type: ignore[call-arg]  # as above


@given(st.frozensets(st.integers(0, 40)), st.booleans())
def test_what_a_process_says_that_it_serves_is_read_as_it_was(shards: frozenset[int], fixed: bool) -> None:
    services = [Service("web"), Service("discord", shards, 41, fixed=fixed), Service("twitch")]
    assert list(read(" ".join(map(str, services)))) == services


def test_shards_are_written_as_spans() -> None:
    assert written({0, 1, 2, 7, 9, 10}) == "0-2,7,9-10"


def test_all_that_has_a_token_is_served_unless_a_part_is_named() -> None:
    assert list(served(None, SETTINGS)) == ["web", "twitch", "discord"]
    assert list(served(None, BARE)) == ["web"]
    assert served("web, Twitch,discord:0-3,8/16", SETTINGS) == {
        "web": Service("web"),
        "twitch": Service("twitch"),
        "discord": Service("discord", frozenset({0, 1, 2, 3, 8}), 16, fixed=True),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "--serve takes web, twitch, discord, not ``. For example: --serve web,twitch,discord:0-3/16"),
        ("webb", "--serve takes web, twitch, discord, not `webb`"),
        ("web,web", "--serve names web twice"),
        ("discord:0/4,discord:1/4", "--serve names discord twice. Join the shards"),
        ("discord:3", "`discord:3` does not say of how many shards (1 to 4096), as `discord:0-3/16` does."),
        ("discord:0/0", "does not say of how many shards"),
        ("discord:/16", "names no shards"),
        ("discord:x/16", "names no shards"),
        ("discord:0-16/16", "Of 16 shards the first is 0 and the last is 15"),
        ("discord:9-3/16", "Of 16 shards the first is 0 and the last is 15"),
        ("discord:0-99999999/16", "Of 16 shards the first is 0 and the last is 15"),
        ("twitch:0/2", "Only Discord has shards to divide: `--serve twitch` serves all of it."),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(ServeError) as wrong:
        served(text, SETTINGS)
    assert told in str(wrong.value)


@pytest.mark.parametrize(("text", "lacks"), [("discord", "DISCORD_TOKEN"), ("web,twitch", "TWITCH_CLIENT_ID")])
def test_a_platform_without_a_token_is_not_served(text: str, lacks: str) -> None:
    with pytest.raises(ServeError, match=f"but {lacks} is not set. Set it, or leave it out"):
        served(text, BARE)


def test_the_command_line_tells_it_and_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    for given_, told in (("webb", "not `webb`"), ("web", "set REDIS_URL, or leave it out")):
        result = CliRunner().invoke(cli, ["run", "--serve", given_])
        assert result.exit_code == 2
        assert told in " ".join(result.output.split())
