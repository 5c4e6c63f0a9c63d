"""The console: a transcript in, what each audience is shown out. A real adapter, on the same road as all others."""

from bot.adapters.console.console import Console, LoadedFairness
from bot.adapters.console.transcript import check, parse

__all__ = ["Console", "LoadedFairness", "check", "parse"]
