"""The parts of the application that the families of commands work with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.commands.command import Command
from bot.delivery.disputes import Disputes
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.communities import Communities
from bot.people.languages import WordsOf
from bot.people.opening_rules import OpeningRules
from bot.people.own_limits import OwnLimits
from bot.people.pings import Pings
from bot.people.selves import Selves
from bot.people.streamer_safe import StreamerSafe
from bot.people.tombstones import Tombstones
from bot.people.venues import Venues
from bot.ports.ids import platform_of
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.table.defaults import Defaults
from persistence import Store


@dataclass(frozen=True)
class Context:
    """The parts that each family may use. `words`: the sentences for a message's sender; `random_bytes`: makes codes.

    `commands`: the command table, by word.
    """

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    defaults: Defaults
    platforms: Platforms
    random_bytes: Callable[[int], bytes]
    pings: Pings
    safe: StreamerSafe
    venues: Venues
    commands: Mapping[str, Command]
    own_limits: OwnLimits
    tombstones: Tombstones
    communities: Communities
    disputes: Disputes
    selves: Selves

    async def opening_rules(self, message: Message) -> OpeningRules:
        """Return the rules by which tables are opened where a message was said, with what is usual on its platform."""
        rules = (await self.venues.settings(message.venue)).opening
        return rules.with_usual(self.platforms.openers_on(platform_of(message.venue)))
