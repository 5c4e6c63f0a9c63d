"""Tournaments over several tables, opened, started and run by a host."""

from bot.commands.wing import Wing
from bot.wings.tournaments.director import Director
from bot.wings.tournaments.tournament_commands import TournamentCommands

WING = Wing((TournamentCommands,), parts=(Director,))
