"""Let people play on a Discord of our own, by slash commands, over several servers on several shards."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from on_discord.offered import given
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.stand_in import DiscordStandIn

from bench.busy_tables import Kind
from bench.processes.chats import ChatTable, Deed
from bench.processes.noted import HELD
from bench.processes.tables import lost_steps
from bench.processes.waiting import STILL, comes_true
from bot.ports.messages import Offer
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.phases import Playing

if TYPE_CHECKING:
    from bench.processes.run import Run

SHARDS: Final = 4
KINDS: Final = (
    Kind("halflings", "mode=duel money=purse buyin=500 cooldown=0", 2),
    Kind("headache", "min_players=3 pace=quick", 3),
    Kind("poohead", "", 4),
    Kind("cones", "", 3),
)


class DiscordTable(ChatTable):
    """A table in a channel of its own."""

    platform = "discord"

    def __init__(self, number: int, channel: Channel, people: Sequence[Person], run: "Run") -> None:
        assert channel.guild is not None
        kind = KINDS[number % len(KINDS)]
        super().__init__(kind, f"discord:{channel.guild.id}", f"discord:{channel.id}", people, run)
        self.channel = channel

    async def says(self, person: Person, line: str, offer: Offer | None = None) -> Deed:
        if offer is not None:
            done = await gives(person, offer.verb, channel=self.channel, **given(offer, self.chance))
        elif line == "open":
            about = {"game": self.kind.game, "options": self.kind.given or None}
            done = await gives(person, line, channel=self.channel, **about)
        else:
            done = await gives(person, line, channel=self.channel)
        return Deed(f"discord:{done.id}", lambda: str(done.text))

    async def check_told(self, session: Session, batches: Sequence[Batch]) -> None:  # noqa: ARG002 - the card has few
        """Look for one card that shows what is stored, and for people who were called twice."""
        if not await comes_true(lambda: len(cards(self.channel)) == 1, STILL):
            self._noted.wrong[f"{len(cards(self.channel))} cards in a channel of Discord"] += 1
        until = time.monotonic() + STILL
        while not any(shows(card, session) for card in cards(self.channel)):
            if time.monotonic() > until:
                self._noted.wrong[f"a card of {self.kind.game} shows what is over"] += 1
                break
            await asyncio.sleep(0.5)
            session = await self.session() or session
        said = [one for one in self.channel.messages.values() if one.author is self.channel.world.bot]
        nonces = Counter(one.nonce for one in said if one.nonce and not one.ephemeral)
        self._noted.wrong["told twice on Discord, by its nonce"] += sum(nonces[name] > 1 for name in nonces)


def cards(channel: Channel) -> list[Message]:
    return [one for one in channel.from_bot if one.components]


def shows(card: Message, session: Session) -> bool:
    """Tell whether a card shows the stored table: its clock while a game runs, else each seat's stack; or that it waits
    for its moderators.
    """
    if session.code not in card.text:
        return False
    if lost_steps(session):
        return HELD in card.text
    if isinstance(session.phase, Playing):
        return f"<t:{session.phase.clock.ends_at // 1000}:R>" in card.text
    return all(f"{seat.stack:,}" in card.text for seat in session.seats)


class DiscordTables:
    """A Discord with as many servers as it has shards, and the tables there."""

    def __init__(self, server: DiscordStandIn) -> None:
        self._server = server
        server.world.application.shards = SHARDS
        self._guilds = [server.world.guild(f"guild{number}") for number in range(SHARDS)]

    @property
    def settings(self) -> dict[str, str]:
        """Return what a bot needs to be told."""
        server = self._server
        return {
            "DISCORD_TOKEN": "a-token",
            "DISCORD_API_BASE": server.api_base,
            "DISCORD_GATEWAY_URL": server.gateway_url,
        }

    def table(self, number: int, run: "Run") -> DiscordTable:
        guild, world = self._guilds[number % SHARDS], self._server.world
        people = [world.person(f"d{seat}x{number}") for seat in range(KINDS[number % len(KINDS)].seats)]
        for person in people:
            guild.join(person)
        return DiscordTable(number, guild.channel(f"table{number}"), people, run)

    async def ready(self) -> None:
        """Wait until each shard is heard, and there are commands."""
        world = self._server.world
        await world.until(lambda: world.commands[None] and world.gateway.ready_sessions >= SHARDS, STILL)

    def rows(self) -> list[str]:
        world = self._server.world
        refused = Counter(f"{call.status} {call.code}" for call in world.rest.calls if call.status >= 400)
        told = f"{world.gateway.identifies} sessions begun, {world.gateway.resumes} resumed"
        failed = f"{len(world.failed_interactions)} interactions without an answer within 3 s"
        return [f"Discord: {told}; {failed}; calls refused {dict(refused)}"]
