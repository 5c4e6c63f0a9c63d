"""Test that a table and another deal of it look the same to a viewer who can't tell them apart (threats T1 to T3).

Panels, pages, cards, buttons and chat lines are equal to the last byte. Each pair is one moment of a real evening and
one viewer, with everything made for that viewer on every surface.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from itertools import islice

import msgspec
import pytest
from moments import evenings
from msgspec.structs import replace
from pairs import outgoing

from bot.adapters.discord.outbound.components import View
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.private_layout import hand_view, more_view, own_view
from bot.adapters.twitch.outbound.lines import turn
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.page_updates import as_for_guest, told
from bot.ports.audience import at_place, of_person
from bot.ports.ids import NOBODY, PersonId
from bot.ports.messages import Update
from bot.render.panel import TableView, panel_for
from bot.table.document import Session
from bot.table.phases import Playing
from bot.table.thinking import deal_again
from bot.text import Words
from games.kit.codec import codec
from games.kit.seats import Seat
from games.proof.seeded_dice import SeededDice
from persistence import EmbeddedServer

GAMES = {"headache": "headache min_players=3", "poohead": "poohead", "rogues": "rogues"}
FEW, MANY = 75, 34_000
"""Pairs for each of the three games: 75 in the suite, and in `make soak` 102,000 for all."""
LONGEST = 400
"""Moments of one evening, two seconds apart. Then another evening begins."""
CHAT, PAGE = Words(), Words(page=True)


def surfaces(session: Session, person: PersonId) -> Iterator[bytes]:
    """Yield everything made for a person, or for everybody if there is no person."""
    audience = of_person(person) if person else at_place(session.places[0])
    guest = Guest("g", "g", "r", 0, "lock")
    page, chat = [
        Update(session.table, session.code, audience.key, (), panel_for(TableView(session, words), person))
        for words in (PAGE, CHAT)
    ]
    yield outgoing(page)
    yield msgspec.json.encode(as_for_guest(guest, page, told(page)))
    yield turn(chat, CHAT).encode()
    views = own_views(chat) if person else (table_view(chat, CHAT),)
    for view in views:
        yield str(view.to_components()).encode()


def own_views(update: Update) -> tuple[View, ...]:
    return own_view(update, CHAT), hand_view(update, CHAT, None), more_view(update, CHAT)


def dealt_again(session: Session, seat: Seat, number: int) -> Session:
    """Return the same table with other hands for the others, as far as this seat can know."""
    assert isinstance(session.phase, Playing)
    state = deal_again(session, seat)(SeededDice(number.to_bytes(32, "big"), "pairs", b""))
    encoded = msgspec.Raw(codec(session.rules).encode(state))
    return session.changed(phase=replace(session.phase, state=encoded))


async def moments(server: EmbeddedServer, game: str) -> AsyncIterator[Session]:
    """Yield tables two seconds apart, from evenings with house bots and one silent person."""
    async with aclosing(evenings(server, f"pairs {game}")) as found:
        async for evening in found:
            await evening.lines(f"ann: !open {GAMES[game]} pace=2", "ann: !bots 3", "ann: !start")
            for _ in range(LONGEST):
                await evening.wait(2)
                session = await evening.table()
                if not isinstance(session.phase, Playing):
                    break
                yield session


async def differing(server: EmbeddedServer, game: str, most: int) -> tuple[int, int, list[str]]:
    """Return the number of pairs, how many of them had other hands, and the differences found."""
    count = others = 0
    found: list[str] = []
    async with aclosing(moments(server, game)) as looks:
        async for session in looks:
            to_all = list(surfaces(session, NOBODY))
            for number, seated in islice(enumerate(session.seats), most - count):
                again = dealt_again(session, Seat(number), count)
                assert isinstance(again.phase, Playing)
                assert isinstance(session.phase, Playing)
                others += bytes(again.phase.state) != bytes(session.phase.state)
                found += [
                    f"moment {count}, seat {number}, shown to {person or 'everybody'}"
                    for person, shown in ((seated.player, list(surfaces(session, seated.player))), (NOBODY, to_all))
                    if shown != list(surfaces(again, person))
                ]
                count += 1
            if count >= most:
                break
    return count, others, found


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])])
@pytest.mark.parametrize("game", GAMES)
async def test_two_dealings_that_a_viewer_cannot_tell_apart_look_the_same(
    redis: EmbeddedServer, game: str, most: int
) -> None:
    count, others, found = await differing(redis, game, most)
    assert found == []
    assert count == most
    assert others > most // 3, "or else the pairs would prove nothing"
