"""Test a raid that all comes to sit down, and a crowd that talks nonsense during a game (threats T6, T7, T12)."""

import asyncio
import random
from typing import Final

import pytest
from on_twitch.night import Night
from on_twitch.telling import Evening, all_is_told, plays, seated
from standins.twitch.people import Person

from bot.adapters.twitch import limits
from bot.adapters.twitch.outbound.chat_text import LONGEST, OPENING

SEATS: Final = 6
FASTER: Final = 10
SPAN: Final = 30.0 / FASTER
HOSTILE: Final = "/ban {$x}`*@all\u202e\u0301<&>é"
"""Characters that chat, markup and Fluent would each misread."""
NONSENSE: Final = ("!rol", "!swap 99 99", "!join join", "!bid -1", "!move ø ø", "! roll", "!close now", "!kick ann")
OTHERS: Final = ("!points", "!gamble all", "!uptime", "!lurk", "!so ann", "!discord", "!drop", "!play", "!bet 50")
TALK: Final = ("gg", "LUL", "what a roll", "hello from Brazil", "first")


async def a_raid(night: Night, count: int) -> None:
    """Let all of them ask for one of six seats, each twice."""
    (ann,) = night.people("ann")
    await ann.says(night.channel, "!open rogues")
    await night.line("is open")
    await night.quiet()
    raider = night.world.channel("raider")
    raider.broadcaster.display_name = HOSTILE
    raiders = night.channel.crowd(count)
    raiders[0].display_name = HOSTILE
    night.channel.raided_by(raider, count)
    await night.line("Raiders of")
    await night.channel.flood([(one, "!join") for one in raiders for _ in range(2)])
    session = await night.gathered(SEATS)
    await night.quiet()
    assert len({one.player for one in session.seats}) == SEATS
    assert len(await night.sessions()) == 1
    keeps_to_the_limits(night)
    assert len([text for text in night.said if "Raiders of" in text]) == 1
    before = len(night.channel.from_bot)
    await ann.says(night.channel, "!start")
    await night.until(lambda: "The game begins" in " ".join(one.text for one in night.channel.from_bot[before:]))
    keeps_to_the_limits(night)


def keeps_to_the_limits(night: Night) -> None:
    assert night.world.dropped_lines == []
    assert night.twitch.rest.too_many == 0
    assert all(text.startswith(OPENING) and len(text) <= LONGEST for text in night.said)
    assert not any("\u202e" in text for text in night.said)


def lines_of(viewers: list[Person], count: int) -> list[tuple[Person, str]]:
    """Return random lines: one in ten is nonsense or another bot's, and half of those come twice."""
    chance, found = random.Random(19), list[tuple[Person, str]]()  # noqa: S311 - not the dice of a game
    for _ in range(count):
        odd = chance.random() < 0.1
        one = chance.choice(viewers), chance.choice((*NONSENSE, *OTHERS) if odd else TALK)
        found += [one, one] if odd and chance.random() < 0.5 else [one]
    return found


async def a_table_beside(night: Night, patch: pytest.MonkeyPatch, *, viewers: int, a_second: float, moves: int) -> None:
    """Play a game of four at ten times a human pace, while somebody sometimes asks for help."""
    patch.setattr(limits, "SECONDS", SPAN)
    patch.setattr(limits, "A_MOMENT", 1.0 / FASTER)
    night.world.chat.per = night.world.chat.same_text_after = SPAN
    evening = Evening(night)
    evening.watch(patch)
    people = await seated(evening, "cones", "", 4)
    crowd = night.channel.crowd(viewers)
    crowd[0].display_name = HOSTILE
    lines = lines_of(crowd, round(a_second * moves * 4 / FASTER))
    flood = asyncio.create_task(night.channel.flood(lines, per_second=a_second))
    await plays(evening, people, moves, 4.0 / FASTER)
    assert evening.moves == moves, "the table goes on"
    asked = await people[1].says(night.channel, "!help move")
    await night.reply(asked)
    await flood
    await night.quiet()
    assert await all_is_told(evening, 4 * SPAN) == []
    keeps_to_the_limits(night)
    assert night.adapter.listener.waiting == 0


@pytest.mark.timeout(60)
async def test_a_raid_that_all_wants_a_seat_fills_the_seats_and_no_more(limited: Night) -> None:
    await a_raid(limited, 200)


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_two_thousand_raiders_say_join_at_once(limited: Night) -> None:
    await a_raid(limited, 2_000)


@pytest.mark.timeout(60)
async def test_a_table_plays_on_while_viewers_talk_nonsense(limited: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    await a_table_beside(limited, monkeypatch, viewers=300, a_second=40, moves=8)


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_a_table_plays_on_for_long_while_viewers_talk_nonsense(
    limited: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_table_beside(limited, monkeypatch, viewers=300, a_second=100, moves=100)
