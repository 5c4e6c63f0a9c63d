"""Provide evenings that are the same in every run, and their tables at many moments."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import islice
from typing import Final

from evening import PLATFORM, START, Evening
from said_again import TABLES, Rounds

from bot.table.document import Session
from bot.table.phases import Playing
from games.kit.notation import write
from games.kit.seats import all_seats
from persistence import EmbeddedServer, HandClock, Store

MOST_EVENINGS: Final = 10_000
NAMES: Final = ("ann", "pete", "big pete", "jack", "Jack")
"""Names that also occur in transcripts; two of them look alike."""


async def evenings(server: EmbeddedServer, name: str) -> AsyncIterator[Evening]:
    """Yield one evening after the other on an otherwise empty server."""
    clock = HandClock(START)
    store = await Store.connect(server.url, clock=clock, timeout=60)
    try:
        for number in range(MOST_EVENINGS):
            seed = f"{name} {number}"
            venue = f"{PLATFORM}:{seed.replace(' ', '-')}"
            tag = f"-{seed.replace(' ', '-')}"
            evening = Evening(store, clock, venue=venue, place=f"{venue}-here", seed=seed, tag=tag)
            evening.witness.cards = False
            try:
                yield evening
            finally:
                await evening.end()
    finally:
        await store.close()


async def moments(server: EmbeddedServer, game: str, steps: int) -> AsyncIterator[tuple[Evening, Session]]:
    """Yield tables of a game after each move of people, with their evenings.

    `steps`: how many at a table, before another is opened in another way.
    """
    async with aclosing(evenings(server, f"moments {game}")) as found:
        number = 0
        async for evening in found:
            options, people = TABLES[game][number % len(TABLES[game])]
            rounds = Rounds(evening, seed=number)
            await rounds.begin(f"!open {game} {options}", people, NAMES)
            for _ in range(steps):
                await step(rounds)
                session = await evening.table()
                if isinstance(session.phase, Playing):
                    yield evening, session
            number += 1


async def step(rounds: Rounds) -> None:
    """Let somebody make the next move. A crowd's round begins with stakes, when its lobby's time is up."""
    evening = rounds.evening
    session = await evening.table()
    if session.gathers is None or isinstance(session.phase, Playing):
        await rounds.step()
        return
    for name in rounds.people:
        await evening.say(name, "!stake 5")
    begins_at = (await evening.table()).wake_at
    await evening.wait(0 if begins_at is None else (begins_at - evening.clock.now()) / 1000)


def offered(session: Session) -> list[str]:
    """Return some of the moves that somebody could make, as typed."""
    legal = [move for seat in all_seats(len(session.seats)) for move in session.legal_moves(seat)]
    return [write(example) for move in legal for example in islice(move.examples(), 3)]
