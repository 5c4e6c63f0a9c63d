"""Run the program `potluck` within this process, so that what it needs is loaded once for all tests."""

import sys
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from click.testing import CliRunner

from bot.app.cli import main


def potluck(*words: str | Path, typed: str = "") -> CompletedProcess[str]:
    """Return its exit code and output, as a separate process would."""
    arguments = ["potluck", *map(str, words)]
    with CliRunner().isolation(input=typed) as (stdout, stderr, _), patch.object(sys, "argv", arguments):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
        printed, complained = (stream.getvalue().decode() for stream in (stdout, stderr))
    return CompletedProcess(arguments, code, printed, complained)
