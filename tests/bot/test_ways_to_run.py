"""The command line's ways to run the bot."""

import pytest
from click.testing import CliRunner

from bot.app.cli import cli
from bot.app.stream_check import command


def test_run_with_stream_is_the_command_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sits at this terminal: both check, and say by their exit code whether all is well."""
    for well, code in ((True, 0), (False, 1)):
        monkeypatch.setattr(command, "check_only", lambda well=well: well)
        assert [CliRunner().invoke(cli, line).exit_code for line in (["run", "--stream"], ["stream"])] == [code, code]


def test_run_with_stream_takes_its_address_from_the_settings() -> None:
    told = CliRunner().invoke(cli, ["run", "--stream", "--port", "8138"])
    assert told.exit_code == 2
    assert "POTLUCK_WEB_PORT" in told.output
