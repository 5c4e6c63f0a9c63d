"""Words from Fluent files: the bot's own in this folder, each game's beside its rules."""

from bot.text.messages import MissingWordsError
from bot.text.words import Words, lacking, spoken

__all__ = ["MissingWordsError", "Words", "lacking", "spoken"]
