"""The table of commands: each command of the bot, with the family whose method does it.

Help, slash commands, the known words and docs/commands.md are made from it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bot.commands.command import declared
from bot.commands.fair_play import FairPlay
from bot.commands.hand_codes import HandCodes
from bot.commands.links import LinkCommands
from bot.commands.lobby import LobbyCommands
from bot.commands.mirrors import MirrorCommands
from bot.commands.new_tables import NewTables
from bot.commands.places import PlaceCommands
from bot.commands.preferences import PreferenceCommands
from bot.commands.privacy import PrivacyCommands
from bot.commands.public_log import PublicLog
from bot.commands.putting_out import PuttingOut
from bot.commands.questions import QuestionCommands
from bot.commands.replays import ReplayCommands
from bot.commands.server import ServerCommands
from bot.commands.staff import StaffCommands
from bot.commands.wing import wings

FamilyOf = Callable[[type], Any]
"""Returns the bot's instance of this family."""


class Done(NamedTuple):
    """How a command is done: by the method of this name, of this family."""

    family: type
    method: str


CORE: Final[tuple[type, ...]] = (
    NewTables,
    LobbyCommands,
    QuestionCommands,
    FairPlay,
    ReplayCommands,
    PreferenceCommands,
    PlaceCommands,
    MirrorCommands,
    LinkCommands,
    HandCodes,
    PrivacyCommands,
    PublicLog,
    StaffCommands,
    PuttingOut,
    ServerCommands,
)
"""Families that are always present."""
FAMILIES: Final = (*CORE, *(family for wing in wings() for family in wing.families))
"""In the order in which their commands are listed."""
DONE: Final = {
    command: Done(family, name)
    for family in FAMILIES
    for name, method in vars(family).items()
    for command in declared(method)
}
COMMANDS: Final = {command.word: command for command in DONE}
ALIASES: Final = {alias: command.word for command in DONE for alias in command.aliases}
