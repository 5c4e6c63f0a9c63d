"""Practice: play on a game that was called off, for nothing and apart from all lists."""

from bot.commands.wing import Wing
from bot.wings.practice.practice_commands import PracticeCommands

WING = Wing((PracticeCommands,), elsewhere=("practice",))
