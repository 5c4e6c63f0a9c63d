"""Let people play on a Twitch of our own, by lines in the chats of several channels, heard over one conduit."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from on_discord.offered import given
from on_twitch.openers import lets_open
from standins.twitch.channels import Channel
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

from bench.busy_tables import Kind
from bench.processes.chats import ChatTable, Deed
from bench.processes.noted import masked
from bench.processes.tables import lost_steps
from bench.processes.waiting import STILL, comes_true
from bot.adapters.twitch import Accounts
from bot.adapters.twitch.connection.accounts import SCOPES, Account
from bot.adapters.twitch.connection.accounts import Channel as Known
from bot.adapters.twitch.outbound.chat_text import OPENING, flat
from bot.adapters.twitch.outbound.planning import parts_of
from bot.app.application import Application
from bot.app.on_twitch import TwitchNotes
from bot.engine.vault import Vault
from bot.ports.messages import News, Offer
from bot.render.offers import line_of
from bot.render.telling import lines_of
from bot.table.document import Session
from bot.table.log import Batch
from bot.text import Words

if TYPE_CHECKING:
    from bench.processes.run import Run

SHARDS: Final = 4
MANY_LINES: Final = 10_000
KINDS: Final = (Kind("halflings", "mode=duel cooldown=0", 2), Kind("cones", "", 3))
"""Games in which no move is secret, so that all is said in the chat."""
WORDS: Final = Words("en", "!")


class TwitchTable(ChatTable):
    """A table in the chat of a channel of its own."""

    platform = "twitch"

    def __init__(self, number: int, channel: Channel, people: Sequence[Person], run: "Run") -> None:
        super().__init__(KINDS[number % len(KINDS)], f"twitch:{channel.id}", f"twitch:{channel.id}", people, run)
        self.channel = channel

    async def says(self, person: Person, line: str, offer: Offer | None = None) -> Deed:
        if offer is not None:
            values = {name: worded(name, value) for name, value in given(offer, self.chance).items()}
            line = line_of(offer, values)
        elif line == "open":
            line = f"open {self.kind.game} {self.kind.given}"
        said = await person.says(self.channel, f"!{line}")
        return Deed(
            f"twitch:{said.id}", lambda: "\n".join(one.text for one in self.channel.lines if one.parent is said)
        )

    async def check_told(self, session: Session, batches: Sequence[Batch]) -> None:
        """Compare how often each sentence was told with how often it stands in the log."""
        lines = [one for one in lines_of(session, 0, batches, WORDS).public if not (one.fine or one.aside)]
        to_tell = [one for one in lines if not (one.in_between or one.replaces)]
        everything = " ".join(flat(part.text) for one in lines for part in parts_of(one.text))
        await comes_true(lambda: not self._missing(to_tell, everything), STILL / 4)
        for sentence in self._missing(to_tell, everything):
            self._noted.wrong[f"never told on Twitch: {masked(sentence)}"] += 1
        if lost_steps(session):
            return  # what was told of the steps that it lost stands in no log
        for sentence in {flat(part.text) for one in lines for part in parts_of(one.text)}:
            if self._told().count(sentence) > everything.count(sentence):
                self._noted.wrong[f"told twice on Twitch: {masked(sentence)}"] += 1

    def _missing(self, to_tell: Sequence[News], everything: str) -> list[str]:
        told, sentences = self._told(), {flat(part.text) for one in to_tell for part in parts_of(one.text)}
        return [one for one in sentences if told.count(one) < everything.count(one)]

    def _told(self) -> str:
        lines = (one.text.removeprefix(OPENING) for one in self.channel.lines if one.from_bot and one.parent is None)
        return " ".join(line.partition(" · ")[2] or line for line in lines)


class TwitchTables:
    """A Twitch with a conduit, and the channels that the bot was let into on an earlier evening."""

    def __init__(self, twitch: TwitchStandIn, count: int) -> None:
        self._twitch, self._world = twitch, twitch.world
        self._world.chat.plain = MANY_LINES
        self._conduit = self._world.conduits.create(SHARDS).id
        self._channels = [self._world.channel(f"inn{number}") for number in range(count)]

    @property
    def settings(self) -> dict[str, str]:
        """Return what a bot needs to be told."""
        return {
            "TWITCH_CLIENT_ID": self._world.application.id,
            "TWITCH_CLIENT_SECRET": self._world.application.secret,
            "TWITCH_CONDUIT": self._conduit,
            "TWITCH_LINES": str(MANY_LINES),
            "TWITCH_API_BASE": self._twitch.api_base,
            "TWITCH_AUTH_BASE": self._twitch.auth_base,
            "TWITCH_EVENTSUB_URL": self._twitch.eventsub_url,
        }

    async def sign_in(self, app: Application) -> None:
        """Connect the bot's account and each channel, and let viewers open tables."""
        about, bot = self._world.application, self._world.bot
        accounts = Accounts(TwitchNotes(app.store), Vault(app.keys), about.id, about.secret, ())
        token = self._world.authorise(bot, SCOPES["bot"])
        await accounts.keep(Account(bot.id, token.value, token.refresh, tuple(sorted(token.scopes))))
        await accounts.be(bot.id)
        for channel in self._channels:
            token = self._world.authorise(channel.broadcaster, SCOPES["channel"])
            await accounts.keep(Account(channel.id, token.value, token.refresh, tuple(token.scopes)))
            await accounts.add(Known(channel.id, channel.name, channel.broadcaster.display_name))
            await lets_open(app.store, channel)

    def table(self, number: int, run: "Run") -> TwitchTable:
        people = [self._world.person(f"t{seat}x{number}") for seat in range(KINDS[number % len(KINDS)].seats)]
        for person in people:
            self._channels[number].join(person)
        return TwitchTable(number, self._channels[number], people, run)

    async def ready(self) -> None:
        """Wait until each channel is heard."""
        wanting = self._world.subscriptions.wanting
        heard = [{"broadcaster_user_id": channel.id} for channel in self._channels]
        await self._world.until(lambda: all(wanting("channel.chat.message", one) for one in heard), STILL)

    def rows(self) -> list[str]:
        dropped = Counter(one.text[:40] for one in self._world.dropped_lines)
        return [f"Twitch: {len(self._world.conduits.associations)} times a shard was taken; dropped {dict(dropped)}"]


def worded(name: str, value: Any) -> tuple[str, ...]:
    """Return a chosen value as the words of a line; a flag is its name."""
    if isinstance(value, bool):
        return (name,) if value else ()
    return tuple(str(value).split())
