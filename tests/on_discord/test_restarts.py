"""Test another process with the same store: after any step, planned or by kill -9, the table is unchanged."""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from ahead import Ahead
from forked import Forked, potluck
from gatherings import is_current, opened
from night import Night, newest
from purses import money
from slashes import gives
from standins.discord.interactions import Interaction
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.discord.outbound import direct_messages, standing
from bot.app.key_file import write_key_file
from bot.table.codec import decode_session
from bot.table.document import Session
from bot.table.phases import Between, Playing
from games.catalogue import catalogue
from persistence import EmbeddedServer, Seals, Store, TableRef

SLOW = "cooldown=0 stake_seconds=600 roll_seconds=600 split_seconds=600"
STEPS = 10
KEPT_STEPS = 5


class Duel:
    """A duel for purses, step by step with the buttons of the current card; Ann wins 20 and then 10."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.ann, self.ben = night.people("ann", "ben")
        self.form: Interaction | None = None

    async def step(self, number: int) -> None:  # noqa: C901 - a script, step by step
        night, ann, ben = self.night, self.ann, self.ben
        match number:
            case 0:
                given = {"game": "halflings", "options": f"mode=duel money=purse {SLOW}"}
                await gives(ann, "open", channel=night.channel, **given)
                await night.card("Waiting for players")
            case 1:
                await ben.presses(night.cards[-1], "Join")
                await night.card("ben sits down")
            case 2:
                await ann.presses(night.cards[-1], "Start (ann)")
                await night.card("ann, stake 1 to")
            case 3:
                self.form = await ann.presses(night.cards[-1], "Stake")
            case 4:
                assert self.form is not None
                await ann.submits(self.form.modal, {"amount": "20"})
                await night.card("ann stakes 20.")
            case 5:
                night.dice.load(["7"])
                await ben.presses(night.cards[-1], "Roll")
                await night.card("that is the Knee")
            case 6:
                night.dice.load(["2", "2"])
                await ann.presses(night.cards[-1], "Roll")
                await night.card("2-2, 4 in all")
            case 7:
                night.dice.load(["2", "6"])
                await ann.presses(night.cards[-1], "Split")
                await night.card("ben, stake 1 to")
            case 8:
                await gives(ben, "stake", channel=night.channel, amount="10")
                await night.card("ben stakes 10.")
            case 9:
                night.dice.load(["1"])
                await ann.presses(night.cards[-1], "Roll")
                await night.card("Between games")


@pytest.fixture
def tidy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let old cards become links at once."""
    monkeypatch.setattr(standing, "AFTER", 0.1)


async def the_only_card(night: Night) -> Message:
    """Return the only card, and check that no calls from before a restart are left."""
    (card,) = night.cards
    await night.until(lambda: not night.calls, lambda: str(night.calls))
    return card


@pytest.mark.parametrize("first", [0, 1])
async def test_a_duel_goes_on_whenever_the_bot_is_started_anew(night: Night, tidy: None, first: int) -> None:
    """F1, F21: nothing is lost or doubled; an open form counts, and so do the old card's buttons.

    The restart comes after each second step. So each step is once the last of a bot, and once in its middle.
    """
    duel = Duel(night)
    for number in range(STEPS):
        await duel.step(number)
        if number == STEPS - 1:  # a finished call goes a moment later, or with the next update
            await night.until(lambda: not night.calls, lambda: str(night.calls))
        if number % 2 == first:
            await night.restart()
            await night.quiet()
    session = await night.session()
    assert [seat.stack for seat in session.seats] == [230, 170]
    card = await the_only_card(night)
    assert is_current(card, session)
    more = await duel.ann.presses(card, "More")
    for line in ("ann stakes 20.", "ben stakes 10.", "ann wins 20."):
        assert more.text.count(line) == 1
        assert card.text.count(line) <= 1
    accounts = await money(night)
    assert [accounts[f"purse:discord:{one.id}"] for one in (duel.ann, duel.ben)] == [800, 800]
    assert night.world.failed_interactions == []


@pytest.mark.parametrize("first", [0, 1])
async def test_hands_stand_once_whenever_the_bot_is_started_anew(
    highdie_installed: None, night: Night, tidy: None, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    """F1: with the example, whose dice are secret."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    ann, ben = night.people("ann", "ben")

    async def step(number: int) -> None:
        match number:
            case 0:
                await gives(ann, "open", channel=night.channel, game="highdie")
                await night.card("Waiting for players")
            case 1:
                await ben.presses(night.cards[-1], "Join")
                await night.card("ben sits down")
            case 2:
                night.dice.load(["5", "3"])
                await ann.presses(night.cards[-1], "Start (ann)")
                await night.hand(ann, "Your die shows 5")
                await night.hand(ben, "Your die shows 3")
            case 3:
                await ben.presses(await night.hand(ben, "Your die shows 3"), "Keep")
                await night.card("ben keeps")
            case 4:
                await ann.presses(await night.hand(ann, "Your die shows 5"), "Keep")
                await night.card("Between games")

    for number in range(KEPT_STEPS):
        await step(number)
        if number % 2 == first:
            await night.restart()
            await night.quiet()
    await night.quiet()
    await the_only_card(night)
    assert len(ann.dms) == len(ben.dms) == 1
    for person, other in ((ann, "3"), (ben, "5")):
        assert not any(f"die shows {other}" in text for text in person.dms[0].versions)
    assert [seat.stack for seat in (await night.session()).seats] == [105, 95]


async def test_what_happened_while_the_bot_was_away_is_told_when_it_is_back(
    ahead: Ahead, night: Night, tidy: None
) -> None:
    """The clock of a table is in the store: what is due is done once."""
    ann, _ = night.people("ann", "ben")
    await opened(night, [ann, _], "halflings", "mode=duel cooldown=0 stake_seconds=5", night.channel)
    await night.card("ann, stake 1 to")
    await night.stop()
    ahead.move(5)
    await night.start()
    card = await night.card("ann stakes nothing: this round passes.")
    assert await the_only_card(night) is card
    assert card.text.count("ann stakes nothing: this round passes.") == 1


async def test_a_call_goes_though_the_bot_is_started_anew_meanwhile(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await opened(night, [ann, ben], "halflings", f"mode=duel {SLOW}", night.channel)
    await night.card("ann, stake 1 to")
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    (call,) = await night.until(lambda: night.calls)
    await night.restart()
    await night.tries_again()
    assert night.calls == [call], "and nobody is called twice"
    await ben.presses(night.cards[-1], "Roll")
    await night.until(lambda: call.deleted)
    assert len(night.cards) == 1


async def test_a_call_that_nobody_noted_is_found_again(night: Night) -> None:
    """F1: the process ends between the post and its note. The next one knows what was about to be posted."""
    ann, ben = night.people("ann", "ben")
    await opened(night, [ann, ben], "halflings", f"mode=duel {SLOW}", night.channel)
    await night.card("ann, stake 1 to")
    night.all_are_away()
    night.server.faults.lose_answer("POST", r"^/channels/\d+/messages$", times=1)
    await gives(ann, "stake", channel=night.channel, amount="5")
    (call,) = await night.until(lambda: night.calls)
    await night.restart()
    await ben.presses(night.cards[-1], "Roll")
    await night.until(lambda: call.deleted)


async def test_commands_that_have_not_changed_are_not_sent_again(night: Night) -> None:
    await night.restart()
    await night.restart()
    await night.quiet()
    assert len(night.server.rest.to("PUT", "/applications/{application_id}/commands")) == 1


# kill -9


KEYS = {1: bytes(32)}
"""The key of all tests, since they share a Redis."""


class Killed:
    """`potluck run` in its own process, against the stand-in and the shared Redis."""

    def __init__(self, server: DiscordStandIn, redis: EmbeddedServer, folder: Path) -> None:
        self.server, self._folder = server, folder
        write_key_file(folder / "dice.key", KEYS)
        self._environment = os.environ | {
            "DISCORD_TOKEN": "a-token",
            "DISCORD_API_BASE": server.api_base,
            "DISCORD_GATEWAY_URL": server.gateway_url,
            "REDIS_URL": redis.url,
            "POTLUCK_DATA": str(folder),
        }
        self._process: Forked | None = None
        self.starts = 0

    async def start(self) -> None:
        self.starts += 1
        before = self.server.gateway.identifies
        about = {"environment": self._environment, "folder": self._folder, "output": self._folder / "log"}
        self._process = potluck("run", "--port", "0", **about)
        world = self.server.world
        await world.until(lambda: self.server.gateway.identifies > before and self.server.gateway.ready_sessions, 60)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()


@pytest.fixture
async def killed(
    highdie_installed: None, discord_server: DiscordStandIn, redis: EmbeddedServer, store: Store, tmp_path: Path
) -> AsyncIterator[Killed]:
    discord_server.limits.off()
    discord_server.world.answer_deadline = 1.5
    bot = Killed(discord_server, redis, tmp_path)
    yield bot
    bot.kill()


async def stored(store: Store, channel: Channel) -> Session:
    """Return the only table of a channel."""
    assert channel.guild is not None
    venue = f"discord:{channel.guild.id}"
    (table,) = await store.tables_at(venue, f"discord:{channel.id}")
    store.seals = Seals(KEYS)
    found = await store.load(TableRef(venue, table))
    assert found is not None
    return decode_session(found.document)


async def until_told(bot: Killed, store: Store, channel: Channel) -> tuple[Message, Session]:
    """Wait until the card of a channel shows the stored table; return both."""
    for _ in range(1500):
        with suppress(ValueError):
            session = await stored(store, channel)
            card = newest([one for one in channel.from_bot if one.components], (session.code,))
            if card is not None and is_current(card, session):
                return card, session
        await asyncio.sleep(0.02)
    session, cards = await stored(store, channel), [(one.text, one.buttons) for one in channel.from_bot]
    waiting = await store.undelivered(), await store.shown(session.ref)
    raise AssertionError(f"never told: {session.phase} {waiting} {cards}\n{bot.log[-2000:]}")


async def test_a_bot_killed_at_any_moment_of_a_duel_goes_on(killed: Killed, store: Store) -> None:
    """F1: people press again what seemed to fail. Nothing counts twice, there is one card, and money is kept."""
    world, chance = killed.server.world, random.Random(11)  # noqa: S311 - not the dice of a game
    guild = world.guild("the inn")
    channel = guild.channel("table")
    people = [world.person(name) for name in ("ann", "ben")]
    for person in people:
        guild.join(person)
    await killed.start()
    await world.until(lambda: world.commands[None])
    ann, ben = people
    await gives(ann, "open", channel=channel, game="halflings", options=f"mode=duel money=purse {SLOW}")
    await until_told(killed, store, channel)
    await gives(ben, "join", channel=channel)
    await until_told(killed, store, channel)
    moments = iter((0.003, 0.009, 0.015, 0.03))
    await press(killed, store, channel, ann, "Start (ann)", next(moments))
    for _ in range(60):
        card, session = await until_told(killed, store, channel)
        if not isinstance(session.phase, Playing):
            break
        person = next(one for one in people if f"{one.name} to play" in card.text)
        label = next(one.label for one in card.buttons if one.label in {"Stake", "Roll", "Stand"})
        await press(killed, store, channel, person, str(label), next(moments, None) if chance.random() < 0.8 else None)
    card, session = await until_told(killed, store, channel)
    assert isinstance(session.phase, Between), card.text
    assert killed.starts >= 3
    each_was_posted_for_a_reason(channel)
    assert max(card.text.count(f"{one.name} stakes 10.") for one in people) <= 1
    assert sum(seat.stack for seat in session.seats) == 400
    accounts = await store.accounts(session.venue)
    assert sum(accounts.values()) == 0
    assert accounts[f"stake:{session.table}"] == 400
    await world.until(lambda: all(one.components or one.silent for one in channel.from_bot))
    assert [accounts[f"purse:discord:{person.id}"] for person in people] == [800, 800]
    assert "broke" not in killed.log


async def press(
    bot: Killed, store: Store, channel: Channel, person: Person, label: str, kill_after: float | None
) -> None:
    """Press, perhaps kill the bot after some seconds, and press again if nothing happened."""
    before = (await stored(store, channel)).log_length
    while (await stored(store, channel)).log_length == before:
        card, _ = await until_told(bot, store, channel)
        if label == "Stake":
            form = await person.presses(card, "Stake")
            acting = asyncio.create_task(person.submits(form.modal, {"amount": "10"}) if form.modal else idle())
        else:
            acting = asyncio.create_task(person.presses(card, label))
        if kill_after is not None:
            await asyncio.sleep(kill_after)
            bot.kill()
        await acting
        if kill_after is not None:
            await bot.start()
            kill_after = None


async def idle() -> None:
    return


async def test_a_bot_killed_while_it_deals_gives_each_one_hand(killed: Killed, store: Store) -> None:
    """F1: a message that was sent but not noted is recognized by its nonce."""
    world = killed.server.world
    assert "highdie" in catalogue()
    guild = world.guild("the inn")
    people = [world.person(name) for name in ("ann", "cid", "dan", "ben")]
    for person in people:
        guild.join(person)
    *hosts, ben = people
    await killed.start()
    await world.until(lambda: world.commands[None])
    for number, (ann, moment) in enumerate(zip(hosts, (0.005, 0.015, 0.03), strict=True)):
        channel = guild.channel(f"table{number}")
        await gives(ann, "open", channel=channel, game="highdie")
        await gives(ben, "join", channel=channel)
        await until_told(killed, store, channel)
        await press(killed, store, channel, ann, f"Start ({ann.name})", moment)
        _, session = await until_told(killed, store, channel)
        assert isinstance(session.phase, Playing)
        for person in (ann, ben):
            await world.until(lambda: dealt(person, session.code), 20)  # noqa: B023 - awaited at once
        each_was_posted_for_a_reason(channel)
    for person in people:
        codes = [message.text.split(" · ")[1].split("**")[0] for message in person.dms]
        assert len(codes) == len(set(codes)) == (3 if person is ben else 1)


def each_was_posted_for_a_reason(channel: Channel) -> None:
    """Check that there is one card, and that all else is silent or calls somebody to a new question."""
    assert len([one for one in channel.from_bot if one.components]) == 1
    lines = [one for one in channel.messages.values() if one.author is channel.world.bot and not one.components]
    assert [call.text for call in lines if not call.silent and not call.pinged] == []
    nonces = [line.nonce for line in lines]
    assert len(nonces) == len(set(nonces)), "nobody is called twice, and no fair play is told twice"


def dealt(person: Person, code: str) -> bool:
    return any(code in message.text and "Your die shows" in message.text for message in person.dms)
