"""Test with two houses on one store that each person has what the rules give them, in every phase and between games.

People leave, are taken off or come, and games and series end in any way (threats T35).
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from evening import Evening, unbalanced
from said_again import Everything, Rounds

from bot.ports.messages import Message, Rights
from bot.table.document import Session
from bot.table.phases import Lobby, Playing
from bot.table.stacks import if_it_ends, owed
from games.kit.seats import SPECTATOR
from persistence import HandClock, Store

TABLES = {
    "rogues": ("money=purse buyin=90 match=none betting=thieves ante_rises=0 next_seconds=5", 3),
    "halflings": ("mode=crowd money=purse buyin=60 cooldown=0 pay=banker", 4),
    "duels": ("mode=duel money=purse buyin=60 cooldown=0", 2),
    "headache": ("money=purse buyin=60 min_players=3 pace=quick auction_types=blind", 3),
}
STEPS = 160
ONE_IN = {"rogues": (4, 4), "halflings": (1, 8), "duels": (3, 3), "headache": (8, 4)}
"""One in this many steps is not a move of the game: during a game, and between two."""
ENDS = ("reset", "end", "enough", "close")
MOST_ACTS = 5
ACTS = ("leave", "remove", "join", *ENDS)


def of_tables(sessions: list[Session], *, ended: bool = False) -> Counter[str]:
    """Return what each person has at the tables. `ended`: as if all running games ended now."""
    found: Counter[str] = Counter()
    for session in sessions:
        theirs = if_it_ends(session) if ended else owed(session).seats
        for one, amount in zip(session.seats, theirs, strict=True):
            found[one.player] += amount
        for waits in session.newcomers:
            found[waits.player] += waits.stack
    return found


class Ledger:
    """Who owned each sucker before a step."""

    def __init__(self, purses: Counter[str], sessions: list[Session]) -> None:
        self.sessions, self.owed = sessions, purses + of_tables(sessions)
        self.ended = purses + of_tables(sessions, ended=True)

    @classmethod
    async def of(cls, evening: Evening) -> "Ledger":
        accounts = await evening.store.accounts(evening.venue)
        purses = {name.removeprefix("purse:"): amount for name, amount in accounts.items() if name.startswith("purse:")}
        return cls(Counter(purses), await evening.sessions())

    @property
    def phase(self) -> tuple[str, ...]:
        """Return the game's own phase at each table, with the numbers of its game and its draws."""
        return tuple(
            f"{one.pledge.n} {one.rules.view(one.state, SPECTATOR).phase} {sum(one.phase.draws.values())}"
            for one in self.sessions
            if isinstance(one.phase, Playing)
        )


def wrong_with(act: str, who: str, before: Ledger, after: Ledger) -> Iterator[str]:
    """Yield whoever gained or lost something by an act that is not a game move. `who`: left or was taken off."""
    ends = act in ENDS and act != "enough"
    playing = bool(before.phase)
    decided = playing and act in {"leave", "remove"} and before.phase != after.phase
    for person in {*before.owed, *after.owed}:
        had, has = (before.ended if ends else before.owed)[person], after.owed[person]
        had = had or (1000 if act == "join" and person not in before.owed else 0)
        if ends and has != had:
            yield f"{act}: {person} has {has}, and was to have {had}"
        if not ends and not playing and has < had:
            yield f"{act} between games: {person} has {has} of {had}"
        if not ends and playing and not decided and (has > had if person == who else has < had):
            yield f"{act} in {before.phase}: {person} has {has} of {had}"
    if sum(before.owed.values()) > sum(after.owed.values()) and not playing:
        yield f"{act} between games: suckers are gone"


class Night(Rounds):
    """Plays at one table after the other, at two houses in turn. Now and then it does something other than play."""

    def __init__(self, houses: list[Evening], game: str, chance: random.Random) -> None:
        super().__init__(houses[0], seed=1)
        self.houses, self.game, self.chance, self.came = houses, game, chance, 0
        self.done: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()

    async def hear(self, message: Message) -> Message:
        await self.evening.hear(message)
        self.taken.append(message)
        return message

    def somebody(self) -> str:
        self.came += 1
        return f"{self.game}-{self.came}"

    async def fill(self) -> None:
        line, fewest = TABLES[self.game]
        game = "halflings" if self.game == "duels" else self.game
        if not await self.evening.sessions():
            await self.say(self.somebody(), f"!open {game} {line}")
        while len((session := await self.evening.table()).seats) < fewest:
            if isinstance(session.phase, Playing):
                return
            await self.say(self.somebody(), "!join")
        if self.game == "halflings" and not isinstance(session.phase, Playing):
            for one in session.seats:
                await self.say(one.name, "!stake 10")
        elif isinstance(session.phase, Lobby):
            await self.say(session.seats[0].name, "!start")
        self.people = [one.name for one in session.seats]

    async def say(self, name: str, line: str) -> None:
        await self.evening.say(name, line)

    async def doubled(self, name: str, line: str) -> None:
        """Say it at one house, or again with the same id at the other, which has not heard of it yet."""
        houses = self.houses if self.chance.randrange(2) else [self.evening]
        for house in houses:
            await house.house.hear(house.message(name, line))
        for house in houses:
            await house.settle()

    def next_act(self) -> str:
        """Return one of the acts that were tried least, so that no luck leaves one out."""
        fewest = min(self.tried[act] for act in ACTS)
        act = self.chance.choice([one for one in ACTS if self.tried[one] == fewest])
        self.tried[act] += 1
        return act

    async def act(self) -> list[str]:
        session = await self.evening.table()
        seated = self.chance.choice([one for one in session.seats if not one.gone])
        host = next(one.name for one in session.seats if one.player == session.host)
        act = self.next_act()
        lines = {
            "leave": (seated.name, "!leave"),
            "remove": ("mia", f"!remove {seated.name} it is late"),
            "join": (self.somebody(), "!join"),
            "enough": (host, "!enough"),
            "close": (host, "!close yes"),
        }
        name, line = lines.get(act, ("mia", f"!{act} it is late"))
        asked = await self.evening.say(name, line) if name == "mia" else None
        before = await Ledger.of(self.evening)
        await self.doubled(name, line if asked is None else f"!{asked.confirm}")
        after = await Ledger.of(self.evening)
        where = "between" if not before.phase else before.phase[0].split()[1]
        if before.sessions == after.sessions:
            return []  # it was refused
        self.done[f"{act} {where}"] += 1
        return list(wrong_with(act, seated.player if act in {"leave", "remove"} else "", before, after))


def at(store: Store, clock: HandClock, game: str, house: int) -> Evening:
    """Return a house at this game's place. The dice are the same in every run."""
    made = Evening(
        store,
        clock,
        venue=f"test:{game}",
        place=f"test:{game}-here",
        tag=f"-{game}",
        seed=f"{game} {house}",
        witness=Everything(),
    )
    made.witness.cards, made.rights = False, {"mia": Rights.STAFF}
    return made


@pytest.mark.parametrize("game", TABLES)
async def test_each_has_what_is_theirs_whatever_is_done(
    store: Store, other_store: Store, clock: HandClock, game: str
) -> None:
    first, second = (at(one, clock, game, house) for house, one in enumerate((store, other_store)))
    night = Night([first, second], game, random.Random(game))  # noqa: S311 - a test's own
    for step in range(STEPS):
        night.evening = night.houses[step % 2]
        await night.fill()
        in_game, between = ONE_IN[game]
        playing = isinstance((await first.table()).phase, Playing)
        if night.chance.randrange(in_game if playing else between):
            await night.step()
        else:
            assert await night.act() == []
        assert await unbalanced(first) == []
    for one in (first, second):
        await one.end()
    done, where = (set(column) for column in zip(*map(str.split, night.done), strict=True))
    assert len(done) >= MOST_ACTS, night.done
    assert {"between"} < where, night.done


@pytest.mark.parametrize("ends", ["!reset it is late", "!remove ben it is late", "!end it is late"])
async def test_who_has_won_a_pot_has_it_whatever_happens_at_both_houses_in_one_moment(
    store: Store, other_store: Store, clock: HandClock, ends: str
) -> None:
    """Ben has won 400 and must duel for them. He leaves, ann leaves, and a moderator ends it, all at once (FR-35)."""
    first, second = (at(one, clock, f"race-{ends[1:4]}", house) for house, one in enumerate((store, other_store)))
    first.roll(5, 3, 4, 6, 6, 4, 4)
    opened = "ann: !open rogues money=purse buyin=200 betting=thieves match=none"
    await first.lines(opened, "ben: !join", "ann: !start", "ann: !trip", "ben: !trip", "ben: !allin", "ann: !call")
    asked = await second.say("mia", ends)
    said = [
        (second, "mia", f"!{asked.confirm}"),
        (first, "ben", "!leave"),
        (second, "ben", "!leave"),
        (first, "ann", "!leave"),
    ]
    await asyncio.gather(*(house.house.hear(house.message(name, line)) for house, name, line in said))
    for house in (first, second):
        await house.settle()
    for name in ("ann", "ben"):
        await first.say(name, "!leave")
    assert (await first.purse("ann"), await first.purse("ben")) == (800, 1200)
    assert (await first.sessions(), await unbalanced(first)) == ([], [])
    for house in (first, second):
        await house.end()
