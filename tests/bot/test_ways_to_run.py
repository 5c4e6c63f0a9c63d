"""Test the command line's ways to run the bot."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.app.cli import cli
from bot.app.stream_check import command


def test_run_with_stream_is_the_command_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sits at this terminal: both check, and their exit code says whether all is well."""
    for well, code in ((True, 0), (False, 1)):
        monkeypatch.setattr(command, "check_only", lambda well=well: well)
        assert [CliRunner().invoke(cli, line).exit_code for line in (["run", "--stream"], ["stream"])] == [code, code]


def test_run_with_stream_takes_its_address_from_the_settings() -> None:
    told = CliRunner().invoke(cli, ["run", "--stream", "--port", "8138"])
    assert told.exit_code == 2
    assert "POTLUCK_WEB_PORT" in told.output


SELDOM = {"PIL", "bot.adapters.console", "bot.app.console", "games.lab", "rapidfuzz", "resvg_py", "segno"}
"""Modules that no start needs: for pictures, transcripts, simulated games, and suggestions for a wrong word."""


def imported(program: str, *words: str, until: str, **settings: str) -> set[str]:
    """Return what a program has imported when it prints this line, or ends; our packages with all their names."""
    python = [sys.executable, "-X", "importtime", "-c", program, *words]
    with subprocess.Popen(
        python, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **settings}
    ) as running:
        lines = []
        for line in running.stdout or ():
            lines.append(line)
            if until in line:
                break
        running.terminate()
    assert any(until in line for line in lines), lines[-3:]
    return {found[1] for line in lines if (found := re.search(r"\|\s+([\w.]+)$", line.rstrip())) is not None}


def test_play_loads_no_chat_and_nothing_seldom(tmp_path: Path) -> None:
    begun = "from bot.app.cli import main; main()"
    found = imported(begun, "play", "--port", "0", until="The table room is open", POTLUCK_DATA=str(tmp_path))
    assert {"aiohttp", "bot.adapters.web", "games.catalogue"} <= found, "it is what was started"
    chats = {"discord", "twitchio", "bot.adapters.discord", "bot.adapters.twitch", "bot.app.stream_check.command"}
    assert found & {*chats, *SELDOM} == set()


@pytest.mark.parametrize(
    ("chat", "library", "other"), [("discord", "discord", "twitchio"), ("twitch", "twitchio", "discord")]
)
def test_a_chat_loads_its_own_library_alone(chat: str, library: str, other: str) -> None:
    found = imported(f"import bot.app.cli.serve, bot.app.on_{chat}; print('loaded')", until="loaded")
    assert {library, f"bot.adapters.{chat}"} <= found
    assert found & {other, *SELDOM} == set()
