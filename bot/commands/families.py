"""The families of commands, put together."""

from bot.commands.archive import ArchiveCommands
from bot.commands.communities import CommunityCommands
from bot.commands.context import Context
from bot.commands.control import ControlCommands
from bot.commands.corrections import Corrections
from bot.commands.fair_play import FairPlay
from bot.commands.links import LinkCommands
from bot.commands.lobby import LobbyCommands
from bot.commands.mirrors import MirrorCommands
from bot.commands.moves import MoveCommands
from bot.commands.new_tables import NewTables
from bot.commands.opening import OpeningCommands
from bot.commands.places import PlaceCommands
from bot.commands.polls import Polls
from bot.commands.practices import PracticeCommands
from bot.commands.preferences import PreferenceCommands
from bot.commands.privacy import PrivacyCommands
from bot.commands.public_log import PublicLog
from bot.commands.purses import PurseCommands
from bot.commands.putting_out import PuttingOut
from bot.commands.questions import QuestionCommands
from bot.commands.seasons import SeasonCommands
from bot.commands.selves import SelfCommands
from bot.commands.staff import StaffCommands
from bot.commands.stakes import StakeCommands
from bot.commands.streams import StreamCommands
from bot.commands.tournaments import TournamentCommands
from bot.delivery.archive_pages import ArchivePages
from bot.engine.streams import Streams
from bot.people.allowances import Allowances
from bot.people.entry import Entry
from bot.people.forgetting import People
from bot.people.selves import Selves
from bot.table.fairness import Fairness


class Families:
    """Make each family of commands, and hand it what it needs."""

    def __init__(
        self,
        context: Context,
        fairness: Fairness,
        streams: Streams,
        archive_pages: ArchivePages,
        polls: Polls,
        selves: Selves,
        people: People,
    ) -> None:
        own_limits = context.own_limits
        entry = Entry(context.platforms.adapters, own_limits, Allowances(context.store, context.venues))
        self.moves = MoveCommands(context)
        stakes = StakeCommands(context, self.moves, entry)
        self.links = LinkCommands(context, SelfCommands(context, selves, own_limits))
        self.new_tables = NewTables(context, fairness, entry, self.links)
        self.opening = OpeningCommands(context, self.moves, stakes, self.new_tables)
        self.tournaments = TournamentCommands(context, self.new_tables)
        self.fair_play = FairPlay(context)
        self.questions = QuestionCommands(context, archive_pages.replays, self.links)
        self.lobby = LobbyCommands(context, self.tournaments, self.questions, entry)
        self.staff, self.public_log = StaffCommands(context), PublicLog(context)
        self.putting_out = PuttingOut(context, self.staff)
        self.places = PlaceCommands(context)
        self.mirrors = MirrorCommands(context)
        self.archive = ArchiveCommands(context, archive_pages, self.links)
        self.practices = PracticeCommands(context, archive_pages, self.archive, self.new_tables, self.lobby)
        self.seasons = SeasonCommands(context, archive_pages, self.links)
        self.communities = CommunityCommands(context)
        self.polls = polls
        self.streams = StreamCommands(context, polls)
        self.control = ControlCommands(context, streams, context.repository.taken)
        self.purses, self.corrections = PurseCommands(context, own_limits), Corrections(context)
        self.privacy = PrivacyCommands(context, people)
        self.preferences = PreferenceCommands(context)
