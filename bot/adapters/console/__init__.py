"""The console: it reads a transcript and prints what each audience is shown. It is an adapter like all others."""

from bot.adapters.console.adapter import BESIDE, Beside, ConsoleAdapter
from bot.adapters.console.loaded import LoadedFairness, SeededBytes
from bot.adapters.console.transcript import BadTranscript, Cue, check, cue, parse, seconds

__all__ = [
    "BESIDE",
    "BadTranscript",
    "Beside",
    "ConsoleAdapter",
    "Cue",
    "LoadedFairness",
    "SeededBytes",
    "check",
    "cue",
    "parse",
    "seconds",
]
