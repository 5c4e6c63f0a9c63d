"""Errors that the person who typed a command can fix."""

from pydantic import ValidationError

from bot.adapters.console.transcript import BadTranscript
from bot.app.key_file import KeyFileError
from bot.app.stream_check.env_file import EnvFileError
from bot.ports.messages import NotKnownError
from games.kit.dice import LoadedDiceError
from persistence import BackupError, StoreTrouble


def sentence_of(error: Exception) -> str | None:
    """Return the sentence for an error; None: only we can fix it."""
    match error:
        case StoreTrouble() | BackupError() | BadTranscript() | EnvFileError() | KeyFileError() | LoadedDiceError():
            return str(error)
        case NotKnownError() | OSError():
            return str(error)
        case ValidationError():
            first = error.errors()[0]
            named = str(first["loc"][0])
            setting = named if named.isupper() else f"POTLUCK_{named.upper()}"
            return f"{setting}: {first['msg'][0].lower()}{first['msg'][1:]}"
        case _:
            return None
