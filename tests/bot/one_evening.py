"""Play what tests run in their own processes: an evening killed by -9 at a chosen step, and a race."""

import asyncio
import json
import os
import signal
from collections.abc import Sequence
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from evening import PLATFORM, Witness

from bot.app.application import Application
from bot.ports.messages import Message, Person, Update
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from games.headache import auction, contest
from persistence import EmbeddedServer, Store, server, wire
from persistence.pipe import Pipe

VENUE, PLACE = f"{PLATFORM}:killed", f"{PLATFORM}:here"
SLOW = "cooldown=0 roll_seconds=600 split_seconds=600 stake_seconds=600"
AT_ONCE = 500
PATIENCE = 60.0
"""Seconds to wait for the store to die or to answer, also on a busy machine."""
LINES = [
    f"ann: !open halflings mode=duel money=purse buyin=300 {SLOW}",
    "ben: !join lucky me",
    "ann: !start",
    *(f"{name}: {text}" for text in ("!stake 20", "!roll", "!split", "!roll") for name in ("ann", "ben")),
    "cid: !join",
    *(f"{name}: {text}" for text in ("!stake 10", "!roll", "!split", "!roll") for name in ("ben", "ann")),
    "ben: !leave",
    "ann: !roll",  # the Giant once more after double 1s: Ben's own, or of the pair played for him
]
THREE = ("ann", "ben", "cid")
CUPS = [f"{name}{number}" for name in THREE for number in (1, 2)]
LONG = "reroll_seconds=600 vote_seconds=600 swap_seconds=600 bid_seconds=600 chair_seconds=600 keep_seconds=600"


def by_all(text: str) -> list[str]:
    """Return the line said by each person, since nobody knows whose turn the dice will make it."""
    return [f"{name}: {text}" for name in THREE]


HEADACHE = {
    "opening": [f"ann: !open headache min_players=3 max_swap_rounds=2 memory=off {LONG}", "ben: !join", "cid: !join"],
    "first pick": ["ann: !start", "ann: !reroll", *by_all("!stay"), *by_all("!stay"), *by_all("!stay")],
    "vote on rounds": by_all("vote 2 1"),
    "swapping": [*by_all("!swap ann1 ben2"), *by_all("!pass"), *by_all("!pass")],
    "votes on the auction": [*by_all("vote 1 blind"), *by_all("vote 0"), *by_all("vote 0 hidden")],
    "auction": [line for cup in CUPS for line in (*by_all(f"!lot {cup}"), "ann: bid 3", "ben: bid 2", "cid: bid 1")],
    "vote on the method": by_all("vote 1 one"),
    "contest": [line for die in ("d20", "d12", "d10", "d8", "d6", "d4") for line in by_all(f"!keep {die}")],
    "the next game": ["ann: !rematch", *by_all("!stay")],
}
"""A game of Headache and the beginning of the next, phase by phase."""
EARLY, LATE = [f"p{number}" for number in range(9)], [f"q{number}" for number in range(5)]
CROWD = [
    "ann: !open halflings mode=crowd next=host money=purse buyin=100 cooldown=0 crowd_seconds=600 split_seconds=600",
    "ann: !stake 5",
    *(f"{name}: !stake 5" for name in EARLY),
    "ann: !start",
    *(f"{name}: !stake 3" for name in LATE),
    *(f"{name}: !stake 7" for name in EARLY[:3]),
    "q0: !stake 9",
    "q1: !leave",
    *(f"{name}: !{word}" for word in ("split", "stand") for name in ("ann", *EARLY)),
    "ann: !start",
]
"""A crowd's round, and stakes for the next one that come during it: one is changed, one taken back."""
EVENINGS = {"crowd": CROWD, "halflings": LINES, "headache": [line for phase in HEADACHE.values() for line in phase]}


class Written(Witness):
    """Writes down what it showed. A line in the file was shown, whatever happens next."""

    def __init__(self, path: Path) -> None:
        super().__init__(cards=False)
        self._path = path

    async def show(self, update: Update) -> str:
        with self._path.open("a", encoding="utf-8") as file:
            for news in update.news:
                file.write(json.dumps([update.audience, news.number, news.text]) + "\n")
        return ""


def die_at(step: int, *, before: bool) -> None:
    """End the process by SIGKILL before or after its command number `step` to the store. All else is real."""
    commands, send = count(1), Pipe._send

    async def counted(self: Pipe, lines: Sequence[Sequence[Any]], **how: bool) -> list[Any]:
        mine = next(commands) == step
        if mine and before:
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            return await send(self, lines, **how)  # type: ignore[arg-type]  # as it names them
        finally:
            if mine:
                os.kill(os.getpid(), signal.SIGKILL)

    Pipe._send = counted  # type: ignore[method-assign]  # the fault that this process is for


def play(folder: str, step: int, before: bool, name: str = "halflings", until: int = 0) -> None:
    """Play an evening. `step`: the store command at which to kill the process; `until`: the last message; 0: none."""
    server.FREE_WITHIN = PATIENCE  # type: ignore[misc]  # the store of the process that was killed may die slowly
    auction.SHOWN_FOR = 0  # type: ignore[misc]  # nobody here is slow to read
    contest.SHOWN_FOR = 0  # type: ignore[misc]
    if step:
        die_at(step, before=before)
    asyncio.run(evening(Path(folder), EVENINGS[name], until))


def play_until_packed(folder: str, records: int) -> None:
    """Play until this many games have ended, and be killed while the last of their records is packed."""
    pack, left = wire.packed, iter(range(records, 0, -1))

    def packing(content: bytes) -> bytes:
        stored = pack(content)
        if next(left) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored

    wire.packed = packing  # the fault that this process is for
    play(folder, 0, before=False)


async def evening(folder: Path, lines: Sequence[str], until: int = 0) -> None:
    """Say all lines, with the same ids in each run, then tell the rest. `steps` says how far it came."""
    async with await EmbeddedServer.start(folder / "redis") as started:
        store = await Store.connect(started.url, timeout=PATIENCE)
        house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults(pace=0))
        house.add(Written(folder / "shown"))
        for ref in await house.scheduler.sweep():
            house.delivery.left_behind(ref)
        for number, line in enumerate(lines):
            name, _, text = line.partition(": ")
            sender = Person(f"{PLATFORM}:{name}", name)
            private = not text.startswith("!")
            await house.hear(Message(f"m{number}", sender, VENUE, "" if private else PLACE, private=private, text=text))
            if number + 1 == until:
                os.kill(os.getpid(), signal.SIGKILL)
            await house.delivery.settle()
            while await house.scheduler.fire_due():
                await house.delivery.settle()
        await house.stop()
        await store.close()


DUEL = ("!stake 10", "!roll", "!split", "!roll")
"""The moves that a duel of Halflings & Giants needs from each side. Moves out of turn are refused."""
MOST_SAID = 4_000


def own(url: str, name: str, at: tuple[str, str, str], together: Barrier) -> None:
    asyncio.run(only_own(url, name, *at, together))


async def only_own(url: str, name: str, sender: str, venue: str, place: str, together: Barrier) -> None:
    """Run a house that hears one person, who plays until the game is over. The last answer must not be a refusal."""
    store = await Store.connect(url, timeout=PATIENCE)
    house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults(pace=0))
    together.wait(PATIENCE)
    for number in range(MOST_SAID):
        line = DUEL[number % len(DUEL)]
        await house.hear(Message(f"{name}{number}", Person(sender, name), venue, place, private=False, text=line))
        (table,) = await house.directory.at(venue, place, fresh=number % 100 == 0)
        if table.record:
            break
    await house.stop()
    await store.close()


def race(url: str, messages: tuple[Message, ...]) -> None:
    asyncio.run(racing(url, messages))


async def racing(url: str, messages: tuple[Message, ...]) -> None:
    """Say these messages at once, in their own house. None may break."""
    store = await Store.connect(url, timeout=PATIENCE)
    house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults(pace=0))
    for first in range(0, len(messages), AT_ONCE):
        answers = await asyncio.gather(*(house.hear(message) for message in messages[first : first + AT_ONCE]))
        assert not [answer.text for answer in answers if "broke" in answer.text]
    await house.stop()
    await store.close()
