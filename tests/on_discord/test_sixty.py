"""Test a tournament, with ten tables in the long form: each has their hand by one press, while direct messages are
slow.
"""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from gatherings import opened
from night import PATIENCE, Night
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel

from bot.adapters.discord.inbound.answers import time_left
from bot.adapters.discord.outbound.direct_messages import MOST_OPENED, OPEN_EVERY
from bot.delivery.shown import hands_undelivered
from bot.ports.messages import Person as Player
from bot.table.document import OfTournament, Session
from bot.table.phases import Playing

SOON = 10.0
TWELVE, SIXTY = 12, 60
A_TABLE = 6
OPENED = ("POST", "/users/@me/channels")
LONG = "betting=none ante_unit=1 turn_seconds=600 next_seconds=60 bet_seconds=600"


async def tables(night: Night) -> list[Session]:
    threads = [one for one in night.world.channels.values() if one.is_thread]
    found = [session for thread in threads for session in await night.sessions(thread)]
    return [one for one in found if isinstance(one.tournament, OfTournament)]


def thread_of(night: Night, session: Session) -> Channel:
    return night.world.channels[int(session.places[0].partition(":")[2])]


async def seated(night: Night, count: int) -> list[Person]:
    """Seat this many people at their tables, each in its own thread, and let every table play."""
    people = night.people(*(f"p{number}" for number in range(count)))
    await gives(people[0], "tournament", channel=night.channel, what="rogues", options=LONG)
    await night.card("A tournament gathers")
    for one in people[1:]:
        await gives(one, "join", channel=night.channel)
    await gives(people[0], "start", channel=night.channel)
    for _ in range(600):
        playing = [one for one in await tables(night) if isinstance(one.phase, Playing)]
        if len(playing) == count // A_TABLE and all(has_card(night, one) for one in playing):
            return people
        await asyncio.sleep(0.1)
    raise AssertionError("not every table plays")


def has_card(night: Night, session: Session) -> bool:
    return any(is_card(one, session.code) for one in thread_of(night, session).from_bot)


def is_card(message: Message, code: str) -> bool:
    return code in message.text and any(one.label == "My hand" for one in message.buttons)


async def own_lines(night: Night, person: Person, session: Session) -> tuple[str, ...]:
    """Return a person's hand at their table, as the bot has it."""
    player = Player(f"discord:{person.id}", person.name)
    seen = await night.house.look(player, session.venue, session.places[0], "en")
    (found,) = [one for one in seen if one.audience.startswith("person:") and one.table == session.ref.table]
    return found.card.own


async def by_person(night: Night) -> dict[int, Session]:
    """Return the table of each person, by their id."""
    return {int(one.player.partition(":")[2]): session for session in await tables(night) for one in session.people}


def card_of(night: Night, session: Session) -> Message:
    return next(one for one in reversed(thread_of(night, session).from_bot) if is_card(one, session.code))


async def waiting(night: Night, sessions: Iterable[Session]) -> list[str]:
    """Return the tables where a hand was not delivered yet."""
    notes = night.house.delivery._notes
    return [one.code for one in sessions if hands_undelivered(one, await notes.of(one.ref))]


async def all_are_delivered(night: Night, sessions: Iterable[Session]) -> None:
    """Wait until no hand is missing at any table."""
    for _ in range(int(PATIENCE / 0.02)):
        if not await waiting(night, sessions):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"never delivered: {await waiting(night, sessions)}")


def opened_at(night: Night) -> list[float]:
    return [call.at for call in night.server.rest.to(*OPENED)]


@pytest.mark.parametrize("count", [TWELVE, pytest.param(SIXTY, marks=pytest.mark.soak)])
async def test_everybody_has_their_hand_by_one_press_while_messages_trickle(limited: Night, count: int) -> None:
    night = limited
    people = await seated(night, count)
    table = await by_person(night)
    sessions = {session.code: session for session in table.values()}
    assert len(table) == count
    assert all(one.paused is None and one.phase.clock.ends_at > 0 for one in sessions.values()), "every clock runs"
    assert len(await waiting(night, sessions.values())) == count // A_TABLE, "most direct messages are not open yet"
    hosting = await night.card(f"{count} players are left")
    pressed = await asyncio.gather(
        *(one.presses(hosting if at % 2 else card_of(night, table[one.id]), "My hand") for at, one in enumerate(people))
    )
    assert night.world.failed_interactions == []
    shown = await asyncio.gather(*(one.filled() for one in pressed))
    for person, message in zip(people, shown, strict=True):
        session = table[person.id]
        assert message.ephemeral_to is person
        assert message.readable_by == {person.id}
        assert message.text.startswith(f"**Fearless Rogues Hold 'Em · {session.code}**")
        own = await own_lines(night, person, session)
        assert own, "everybody holds something"
        assert all(line in message.text for line in own)
    await all_are_delivered(night, sessions.values())
    before = len(opened_at(night))
    await night.until(lambda: len(opened_at(night)) > before, lambda: "one more direct message")
    apart = [later - first for first, later in pairwise(opened_at(night))]
    assert min(apart) > OPEN_EVERY / 2, "one by one, as well as it can be told on a busy machine"
    assert len(opened_at(night)) <= MOST_OPENED
    for person in people:
        assert all(table[person.id].code in one.text for one in person.dms), "of the lobby nothing is left"
    assert night.server.rest.too_many == 0


async def test_no_step_waits_for_a_direct_message_that_does_not_open(limited: Night) -> None:
    """The first of them hangs for half a minute. The table is dealt, shown and played meanwhile."""
    night = limited
    night.server.faults.delay("POST", "^/users/@me/channels$", 30.0, times=100)
    people = night.people("ann", "ben", "cid", "dan", "eve", "fay")
    began = time.monotonic()
    await opened(night, people, "rogues", LONG, night.channel)
    card = await night.card("ann to play")
    pressed = await asyncio.gather(*(one.presses(card, "My hand") for one in people))
    assert all("Your hand: " in one.text for one in pressed)
    await gives(people[0], "trip", channel=night.channel)
    await night.card("ben to play")
    assert time.monotonic() - began < SOON
    assert not any(one.dms for one in people)
    assert night.world.failed_interactions == []


@dataclass
class Pressed:
    """An interaction, with only what tells its time."""

    created_at: datetime
    extras: dict[str, float] = field(default_factory=dict)


@pytest.mark.parametrize(("ago", "left"), [(0.0, 1.5), (1.0, 0.5), (1.49, 0.01), (600.0, 1.5), (-600.0, 1.5)])
def test_what_a_press_has_waited_counts_unless_the_clocks_are_apart(ago: float, left: float) -> None:
    pressed: Any = Pressed(datetime.now(UTC) - timedelta(seconds=ago))
    assert time_left(pressed) == pytest.approx(left, abs=0.1)
    assert time_left(pressed) <= left + 0.1, "the same for what is asked next"
