"""The families of commands, put together."""

from bot.commands.context import Context
from bot.commands.links import LinkCommands
from bot.commands.lobby import LobbyCommands
from bot.commands.mirrors import MirrorCommands
from bot.commands.moves import MoveCommands
from bot.commands.opening import OpeningCommands
from bot.commands.places import PlaceCommands
from bot.commands.preferences import PreferenceCommands
from bot.commands.staff import StaffCommands
from bot.commands.streams import StreamCommands
from bot.commands.tournaments import TournamentCommands
from bot.people.entry import Entry
from bot.table.fairness import Fairness


class Families:
    """Each family of commands, handed what it needs."""

    def __init__(self, context: Context, fairness: Fairness) -> None:
        entry = Entry(context.platforms.adapters)
        self.moves = MoveCommands(context)
        self.opening = OpeningCommands(context, self.moves, fairness, entry)
        self.tournaments = TournamentCommands(context, self.opening)
        self.lobby = LobbyCommands(context, self.tournaments, entry)
        self.staff = StaffCommands(context)
        self.places = PlaceCommands(context)
        self.mirrors = MirrorCommands(context)
        self.links = LinkCommands(context)
        self.streams = StreamCommands(context)
        self.preferences = PreferenceCommands(context)
