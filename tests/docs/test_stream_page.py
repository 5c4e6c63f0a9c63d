"""Test that the page for streamers quotes `potluck stream` correctly."""

import re
from pathlib import Path

from click.testing import CliRunner

from bot.adapters.twitch import SCOPES
from bot.app.cli import cli
from bot.app.settings import Settings
from bot.app.stream_check import told

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "stream.md").read_text(encoding="utf-8")
SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted((HOUSE / "bot" / "app").rglob("*.py")))
SOURCE += (HOUSE / "bot" / "adapters" / "twitch" / "connection" / "accounts.py").read_text(encoding="utf-8")


def test_what_one_sees_when_something_is_wrong_is_what_is_said() -> None:
    """Compares the parts between the dots, since a dot replaces an address or a name."""
    rows = re.findall(r'^\| "(.*?)" \|', PAGE.partition("## When something is wrong")[2], re.MULTILINE)
    ours = [row for row in rows if "…" in row or "TWITCH_" in row or "ann's chat" in row]
    assert len(ours) == 6
    for row in ours:
        for part in re.split(r"…|\bann\b|\(502\)", row):
            assert part.strip() in SOURCE, part


def test_the_ways_to_a_public_address_are_the_same_in_both() -> None:
    said = told.without_address(Settings(_env_file=None))  # type: ignore[call-arg]
    commands = re.findall(r"^    \S.*?  +(\S.*?)(?:  +\(.*)?$", said, re.MULTILINE)
    assert len(commands) == 4
    plain = PAGE.replace("docker compose -f compose.yaml -f deploy/caddy.yaml up --build --detach", "")
    for command in commands[1:]:
        assert f"`{command}`" in plain, command
    assert "-f compose.yaml -f deploy/caddy.yaml up" in commands[0]
    assert (HOUSE / "deploy" / "caddy.yaml").exists()


def test_the_games_that_need_no_address_are_named() -> None:
    without, hidden = told.open_and_hidden()
    assert [game.name for game in without] == ["cones", "halflings"]
    assert "Cones and Halflings & Giants" in PAGE
    assert [game.name for game in hidden] == ["headache", "poohead", "rogues"]


def test_each_scope_that_the_bot_asks_for_has_its_reason() -> None:
    section = PAGE.partition("## 2. Give the bot an account")[2].partition("\n## ")[0]
    rows = "".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
    assert set(re.findall(r"`([a-z:_]+)`", rows)) == set(SCOPES["bot"])


def test_its_options_are_explained() -> None:
    shown = CliRunner().invoke(cli, ["stream", "--help"]).output
    assert "--check, --yes" in shown
    assert "--again" in shown
    for option in ("--check", "--again"):
        assert f"| `potluck stream {option}` |" in PAGE
