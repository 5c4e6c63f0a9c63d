"""The families of commands put together, and what answers each word."""

from collections.abc import Awaitable, Callable

from bot.commands.context import Context
from bot.commands.lines import COMMANDS, STAFF
from bot.commands.links import LinkCommands
from bot.commands.lobby import LobbyCommands
from bot.commands.mirrors import MirrorCommands
from bot.commands.moves import MoveCommands
from bot.commands.opening import OpeningCommands
from bot.commands.places import PlaceCommands
from bot.commands.staff import StaffCommands
from bot.commands.streams import StreamCommands
from bot.commands.tournaments import TournamentCommands
from bot.people.entry import Entry
from bot.people.pings import Pings
from bot.people.venues import Venues
from bot.ports.messages import Answer
from bot.ports.said import Said
from bot.table.fairness import Fairness

Handler = Callable[[Said], Awaitable[Answer]]
"""Do what a line asks for and return what its sender is told. Raises Refused, Illegal, Unreadable, StoreTrouble."""


class Families:
    """Each family of commands, handed what it needs."""

    def __init__(self, context: Context, fairness: Fairness, pings: Pings, venues: Venues) -> None:
        entry = Entry(context.platforms.adapters)
        self.moves = MoveCommands(context)
        self.opening = OpeningCommands(context, self.moves, fairness, entry)
        self.tournaments = TournamentCommands(context, self.opening)
        self.lobby = LobbyCommands(context, self.tournaments, pings, entry)
        self.staff = StaffCommands(context, venues)
        self.places = PlaceCommands(context)
        self.mirrors = MirrorCommands(context)
        self.links = LinkCommands(context)
        self.streams = StreamCommands(context, venues)
        self.handlers: dict[str, Handler] = {
            **{word: getattr(self.lobby, word, self.lobby.ask_about) for word in COMMANDS},
            **{word: getattr(self.staff, word) for word in STAFF},
            "open": self.opening.open,
            "rematch": self.lobby.start,
            "tournament": self.tournaments.tournament,
            "thread": self.places.thread,
            "here": self.places.here,
            "mirror": self.mirrors.mirror,
            "page": self.links.page,
            "link": self.links.link,
            "stream": self.streams.stream,
        }
