"""Play whole games in a chat that takes few lines, and compare what should be told with what was."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from on_discord.offered import NOT_FOR_EVER, given
from on_twitch.night import Night
from standins.twitch.people import Person

from bot.adapters.twitch.outbound.chat_text import OPENING, flat
from bot.adapters.twitch.outbound.planning import parts_of
from bot.engine.commits import Commits
from bot.ports.messages import Message, Update
from bot.ports.messages import Person as Player
from bot.render.offers import line_of
from bot.render.telling import lines_of
from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import Playing
from bot.text import Words

WORDS = Words("en", "!")


@dataclass
class Evening:
    """A chat evening. `to_tell`: the sentences for everybody, in order, each with its short form. `moves`: their
    number.
    """

    night: Night
    to_tell: list[tuple[str, str]] = field(default_factory=list)
    moves: int = 0
    held_up: float = 0.0

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Watch everything that is stored."""
        store = Commits.store

        async def seen(commits: Commits, change: Change, *more: Any) -> Session | None:
            stored = await store(commits, change, *more)
            if stored is not None:
                self._stored(stored, change)
            return stored

        patch.setattr(Commits, "store", seen)

    def _stored(self, session: Session, change: Change) -> None:
        for line in lines_of(session, 0, change.batches, WORDS).public:
            if not (line.fine or line.aside or line.in_between):
                self.to_tell += [
                    (flat(one.text), flat(one.shortened.text)) for one in parts_of(line.text, short=line.short)
                ]

    @property
    def told(self) -> str:
        """Return everything said in the chat, without openings and codes."""
        lines = (line.removeprefix(OPENING) for line in self.night.said)
        return " ".join(line.partition(" · ")[2] or line for line in lines)

    def untold(self) -> list[str]:
        """Return the sentences that were not said, or not in order."""
        told, at, missing = self.told, 0, list[str]()
        for forms in self.to_tell:
            found = [(place, len(form)) for form in forms if (place := told.find(form, at)) >= 0]
            if found:
                place, length = min(found)
                at = place + length
            else:
                missing.append(forms[0])
        return missing


async def seated(evening: Evening, game: str, options: str, seats: int) -> list[Person]:
    """Return the players, once their first game has begun."""
    night, names = evening.night, ("ann", "ben", "cid", "dan", "eve", "fay", "gus", "hal")[:seats]
    people = night.people(*names)
    night.page.opens(*(f"twitch:{one.id}" for one in people))
    host, *others = people
    await says_alone(night, host, f"!open {game} {options}")
    for person in others:
        await says_alone(night, person, "!join")
    await begins(evening, people)
    return people


async def begins(evening: Evening, people: list[Person]) -> None:
    """Begin a game, by its host's line or by the stakes of a crowd, each of which is a move.

    Wait until it runs or is over, as a round without possible splits is at once.
    """
    night = evening.night
    before = await night.session()
    if before.gathers is None:
        await says_alone(night, people[0], "!start")
    else:
        for person in people:
            await says_alone(night, person, "!stake 10")
        evening.moves += len(people)
    for _ in range(600):
        now = await night.session()
        if isinstance(now.phase, Playing) or now.record != before.record:
            break
        await asyncio.sleep(0.05)


async def says_alone(night: Night, person: Person, line: str) -> Any:
    """Say it on one's own page, so that the chat has only the table's lines; return the answer."""
    at = f"twitch:{night.channel.id}"
    player = Player(f"twitch:{person.id}", person.display_name)
    return await night.house.hear(Message(str(uuid4()), player, at, at, private=True, text=line))


async def offers_of(night: Night, person: Person) -> Sequence[Any]:
    at = f"twitch:{night.channel.id}"
    seen = await night.house.look(Player(f"twitch:{person.id}", person.display_name), at, at, "en")
    own: Update | None = next((one for one in seen if one.audience.startswith("person:")), None)
    return () if own is None else [one for one in own.card.offers if one.verb not in NOT_FOR_EVER]


async def plays(evening: Evening, people: list[Person], most: int, pause: float, *, uneven: float = 0.0) -> None:
    """Let people move until the game is over, at most this often, with pauses.

    `uneven`: the fraction by which a pause may be longer or shorter.
    """
    night, chance = evening.night, random.Random(7)  # noqa: S311 - not the dice of a game
    pauses, clock = random.Random(11), asyncio.get_running_loop()  # noqa: S311 - nor these
    next_at = clock.time()
    while evening.moves < most and isinstance((await night.session()).phase, Playing):
        for person in chance.sample(people, len(people)):
            offers = await offers_of(night, person)
            if offers:
                offer = chance.choice(offers)
                values = given(offer, chance)
                line = line_of(offer, {name: worded(name, value) for name, value in values.items()})
                await says_alone(night, person, f"!{line}")
                evening.moves += 1
                break
        next_at += pause * pauses.uniform(1 - uneven, 1 + uneven)
        await asyncio.sleep(max(0.0, next_at - clock.time()))


def worded(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return (name,) if value else ()
    return tuple(str(value).split())


async def all_is_told(evening: Evening, seconds: float) -> list[str]:
    """Wait until no news are left to tell; return what was never told."""
    for _ in range(int(seconds / 0.1)):
        missing = evening.untold()
        if not missing and not evening.night.house.delivery.has_more_to_show:
            return []
        await asyncio.sleep(0.1)
    return evening.untold()
