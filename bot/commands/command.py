"""Commands of the bot: one declaration holds everything that the rest of the program needs to know about one."""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from msgspec import Struct

from bot.ports.messages import Reply
from bot.ports.said import Said
from games.catalogue import catalogue


class Who(StrEnum):
    """The people who may use a command; if it shows something to everybody, the people who may change that.

    Moderators may use most of the host's commands, too.
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
    """The subject of a command. Pages that list commands use it for their order and headings."""

    PLAY = "Coming to a table"
    TABLE = "At a table"
    ME = "For yourself"
    PLACE = "Where a table stands"
    MOD = "For moderators"
    SETUP = "Setting a place up"
    HELP = "Help"


Handler = Callable[[Any, Said], Awaitable[Reply]]
"""A method of a family of commands, which does a command. It returns the answer to the sender.

Raises Refused, Illegal, Unreadable, StoreTrouble.
"""
Method = TypeVar("Method", bound=Handler)
DECLARES: Final = "declares"


def declared(method: object) -> tuple["Command", ...]:
    """Return the commands that a method is declared for."""
    found: tuple[Command, ...] = getattr(method, DECLARES, ())
    return found


class Parameter(Struct, frozen=True):
    """A value that may follow a command. `told`: the id of the sentence that describes it; `kind`: text, number or
    flag.
    """

    name: str
    told: str
    kind: type = str
    needed: bool = False
    choices: Callable[[], tuple[str, ...]] = tuple


class Command(Struct, frozen=True):
    """The declaration of a command, which stands above its method. `word`: how it is typed, after the sign.

    `of_many`: it makes sense only with other people around. `for_staff`: moderators can do more with it. `hosts`: it is
    a step of its own, which also shows that the host is there. `apart`: it changes something before or without a step
    of a table, so it must not start for a repeated message. `of_a_table`: the code of a table may stand before it.
    `unkept`: a password may follow it, so the rest of its lines is kept nowhere. `of_lookers`: it is for those who do
    not sit, so while a table is open it is ours, although other bots have the word.
    """

    word: str
    group: Group
    aliases: tuple[str, ...] = ()
    who: Who = Who.EVERYBODY
    where: Where = Where.ANYWHERE
    parameters: tuple[Parameter, ...] = ()
    hosts: bool = False
    apart: bool = False
    of_a_table: bool = True
    of_many: bool = False
    for_staff: bool = False
    unkept: bool = False
    of_lookers: bool = False

    def __call__(self, method: Method) -> Method:
        """Declare that this method does the command; a method may do several."""
        vars(method)[DECLARES] = (self, *declared(method))
        return method

    @property
    def help(self) -> str:
        """Return the id of the sentence that explains the command."""
        return f"command-{self.word}"

    @property
    def in_company(self) -> bool:
        """Tell whether the command is refused to somebody who is alone with the bot, since it has no use there."""
        return self.of_many or self.group in OF_A_VENUE


OF_A_VENUE: Final = frozenset({Group.MOD, Group.SETUP, Group.PLACE})
"""Groups of commands about a venue and its places."""
SAID_BY_STAFF: Final = (Group.MOD, Group.SETUP)
"""Groups of commands that the list of all words leaves out for players."""


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(catalogue())


REASON: Final = Parameter("reason", "slash-reason")
OPTIONS: Final = Parameter("options", "slash-options")
COUNT: Final = Parameter("count", "slash-count", int)
Commands = Mapping[str, Command]
"""The commands, by word."""
