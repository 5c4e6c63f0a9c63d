"""A command of the bot's own: all that anybody needs to know of it stands in one declaration."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bot.ports.messages import Reply
from bot.ports.said import Said

if TYPE_CHECKING:
    from bot.commands.families import Families

Handler = Callable[["Families", Said], Awaitable[Reply]]
"""Do what a line asks for and return what its sender is told. Raises Refused, Illegal, Unreadable, StoreTrouble."""


class Who(StrEnum):
    """The people that a command is for; of those that show something to everybody, the people who may set it.

    Moderators may say most of the host's commands, too.
    """

    EVERYBODY = "everybody"
    HOST = "the host"
    STAFF = "moderators"
    OWNER = "whoever owns the place"


class Where(StrEnum):
    """The places where a command may be said."""

    ANYWHERE = "anywhere"
    PLACE = "in a channel or room"


class Group(StrEnum):
    """The subject of a command: the order and the headings of pages that list commands."""

    PLAY = "Coming to a table"
    TABLE = "At a table"
    ME = "For yourself"
    PLACE = "Where a table stands"
    MOD = "For moderators"
    SETUP = "Setting a place up"
    HELP = "Help"


class Parameter(Struct, frozen=True):
    """One value that may follow. `told`: the id of the sentence that describes it; `kind`: text, number or flag."""

    name: str
    told: str
    kind: type = str
    needed: bool = False
    choices: Callable[[], tuple[str, ...]] = tuple


class Command(Struct, frozen=True):
    """A command's declaration. `word`: how it is typed, after the sign; `handler`: what does it.

    `of_many`: it means something only where others may be, too. `for_staff`: moderators may do more by it.
    `hosts`: saying it shows that the host is there, by a step of its own. `apart`: it changes something before, or
    without, a step of a table, so no repeat begins it. `of_a_table`: a table's code may stand before it.
    """

    word: str
    group: Group
    handler: Handler
    aliases: tuple[str, ...] = ()
    who: Who = Who.EVERYBODY
    where: Where = Where.ANYWHERE
    parameters: tuple[Parameter, ...] = ()
    hosts: bool = False
    apart: bool = False
    of_a_table: bool = True
    of_many: bool = False
    for_staff: bool = False

    @property
    def help(self) -> str:
        """Return the id of the sentence that says what it does."""
        return f"command-{self.word}"

    @property
    def in_company(self) -> bool:
        """Tell whether it is refused to somebody who is alone with the bot: nothing there could come of it."""
        return self.of_many or self.group in OF_A_VENUE


OF_A_VENUE: Final = frozenset({Group.MOD, Group.SETUP, Group.PLACE})
"""Groups of commands that are about a venue and its places."""
SAID_BY_STAFF: Final = (Group.MOD, Group.SETUP)
"""Groups of commands that players are not told of when they ask for all words."""
