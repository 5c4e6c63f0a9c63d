"""Play games with random legal moves, typed and pressed, and compare the content of the store."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from evening import PLATFORM, Evening, Witness
from msgspec.structs import replace

from bot.ports.messages import FormField, Message, Offer
from bot.render.offers import line_of
from bot.render.panel import TableView, panel_for
from bot.table.document import Session
from bot.table.phases import Closed, Hosting, Playing
from bot.table.stacks import buys_in
from games.catalogue import catalogue
from games.kit.contract import Abilities
from games.kit.moves import verb
from games.kit.seats import Seat, all_seats

WAYS: Final = ("typed", "in private", "pressed")
"""How a move is said: in the chat, to the bot alone, or by a button or form that knows its table and its Ask."""
DIRECT: Final = f"{PLATFORM}:direct"
"""The venue of private lines, which has no tables."""

TABLES: Final[dict[str, list[tuple[str, int]]]] = {
    "halflings": [
        ("mode=crowd cooldown=0", 3),
        ("mode=duel cooldown=0 money=purse buyin=500 max_bet=2", 2),
        ("mode=house cooldown=0", 1),
    ],
    "headache": [
        ("min_players=3 stack=2000 rebuy=on max_swap_rounds=2 memory=off", 3),
        ("pace=full min_players=3 stack=2000 rebuy=on rolls=hand draw=choose", 3),
        ("pace=quick min_players=3 stack=2000 rebuy=on auction_types=blind blind_tie=chairman lots=chairman", 3),
        ("min_players=3 stack=2000 rebuy=on auction_types=standard+dutch alliances=on", 3),
    ],
    "poohead": [("slam=on quad_size=3 jokers_per_deck=2", 3), ("jokers_per_deck=0", 5)],
    "cones": [
        ("sectors=4", 2),
        ("edition=french rolls=hand sectors=4", 2),
        ("edition=french sectors=4 capture_before_all_in=on may_pass=off", 3),
    ],
    "rogues": [
        ("stack=2000 match=none", 3),
        ("betting=thieves stack=2000 final=wager", 3),
        ("betting=liars stack=2000", 2),
        ("stack=10 match=none final=wager next_seconds=5", 2),
    ],
}
"""How to open tables of each game that together have all its moves, and with how many people.

For a rare kind of move, one table makes it likely: ties if all bids are blind, the last cards if there is no pile to
draw from. Without these, hundreds of steps would be needed.
"""
READ: Final = {
    b"hash": ("HGETALL", "KEY"),
    b"list": ("LRANGE", "KEY", 0, -1),
    b"set": ("SORT", "KEY", "ALPHA"),
    b"string": ("GET", "KEY"),
    b"zset": ("ZRANGE", "KEY", 0, -1),
}
"""How to read each kind of key completely."""
RARE: Final = frozenset({"stand"})
"""Too rare in a game to be needed in every way: a double that falls short in a last duel."""


class Everything(Witness):
    """A platform that can do everything."""

    abilities = Abilities()

    async def side_room(self, place: str, title: str) -> str:  # noqa: ARG002 - all are alike
        return f"{place}-beside"


async def stored(evening: Evening) -> dict[str, Any]:
    """Return everything that a message could change: tables and logs, purses, dice, settings."""
    pipe = evening.store.pipe
    part = evening.venue.replace(":", "%3A")
    keys = [name.decode() for name in sorted(await pipe.read("KEYS", "*"))]
    mine = [key for key in keys if part in key and not key.endswith((":seen", ":shown"))]
    mine += [key for key in keys if key.startswith("pl:note:")]
    kinds = await pipe.read_all([("TYPE", key) for key in mine]) if mine else []
    whole = [
        tuple(key if word == "KEY" else word for word in READ[kind]) for key, kind in zip(mine, kinds, strict=True)
    ]
    contents = await pipe.read_all(whole) if whole else []
    return {
        key: sorted(zip(content[::2], content[1::2], strict=True)) if kind == b"hash" else content
        for key, kind, content in zip(mine, kinds, contents, strict=True)
    }


async def anew(evening: Evening) -> Evening:
    """Return a new house on the same store after this one was killed, with nothing in memory."""
    other = Evening(
        evening.store, evening.clock, venue=evening.venue, place=evening.place, tag=evening.tag, witness=evening.witness
    )
    other.rights = evening.rights
    return other


class Rounds:
    """Tables of people who make every kind of move that their cards offer, as often as needed.

    `made`: how often each verb was taken in each way. `open_to_all`: verbs that could be typed in public once.
    `offered`: the verbs that this table's cards had.
    """

    def __init__(self, evening: Evening, seed: int = 1) -> None:
        self.evening = evening
        self._chance = random.Random(seed)  # noqa: S311 - a test's own
        self.made: Counter[tuple[str, str]] = Counter()
        self.open_to_all: set[str] = set()
        self.taken: list[Message] = []
        self.people: list[str] = []
        self.offered: set[str] = set()

    async def begin(self, line: str, people: int, names: Sequence[str] = ()) -> None:
        """Open a table by this line and sit down there. `names`: the people's names, if they matter."""
        unnamed = [f"p{len(self.taken)}-{number}" for number in range(people)]
        self.people, self.offered = list(names[:people]) or unnamed, set()
        await self.hear(self.evening.message(self.people[0], line))
        for name in self.people[1:]:
            await self.hear(self.evening.message(name, "!join"))
        await self.hear(self.evening.message(self.people[0], "!start"))

    async def step(self) -> Message | None:
        """Make one move, of a kind and in a way that was used seldom; return None if only the clock moved on."""
        session = await self.evening.table()
        if not isinstance(session.phase, Playing):
            return await self._next(session)
        offered = self._offered(session)
        if not offered:
            await self.evening.wait(5)
            return None
        seat, one, way = min(offered, key=lambda found: (self.made[found[1].verb, found[2]], self._chance.random()))
        self.made[one.verb, way] += 1
        return await self.hear(self._message(session, seat, line_of(one, self._filled_in(one)), way))

    def _offered(self, session: Session) -> list[tuple[Seat, Offer, str]]:
        words, found = self.evening.house.languages.words("en"), []
        for seat, seated in enumerate(session.seats):
            for one in panel_for(TableView(session, words), seated.player).offers:
                self.offered.add(one.verb)
                ways = WAYS[1:] if one.secret else WAYS
                self.open_to_all |= set() if one.secret else {one.verb}
                found += [(Seat(seat), one, way) for way in ways]
        return found

    def _filled_in(self, one: Offer) -> dict[str, tuple[str, ...]]:
        """Return a form filled in at random."""
        return {field.name: self._value(field) for field in one.fields}

    def _value(self, field: FormField) -> tuple[str, ...]:
        words = [choice.word for choice in field.among]
        match field.kind:
            case "number":
                return (str(self._chance.choice((field.low, field.high, min(field.low + 3, field.high)))),)
            case "one":
                return (self._chance.choice(words),)
            case "some":
                return tuple(self._chance.sample(words, field.least))
            case "order":
                return tuple(self._chance.sample(words, len(words)))
            case _:
                return (field.name,) * self._chance.randrange(2)

    async def _next(self, session: Session) -> Message | None:
        if not isinstance(session.phase, Hosting | Closed) and (session.phase.starts_at is not None):
            await self.evening.wait(30)
            return None
        for seat in all_seats(len(session.seats)):
            if buys_in(session, seat):
                await self.hear(self.evening.message(session.seats[seat].name, "!rebuy"))
        return await self.hear(self.evening.message(self.people[0], "!rematch"))

    def _message(self, session: Session, seat: Seat, line: str, way: str) -> Message:
        name = session.seats[seat].name
        match way:
            case "typed":
                return self.evening.message(name, f"!{line}")
            case "in private":
                return replace(self.evening.message(name, line, private=True, place=""), venue=DIRECT)
            case _:
                assert isinstance(session.phase, Playing)
                ask = session.phase.clock.ask
                return self.evening.message(name, line, private=True, table=session.code, ask=ask)

    async def hear(self, message: Message) -> Message:
        answer = await self.evening.hear(message)
        assert answer.ok, f"{message.text}: {answer.text}"
        assert not answer.repeated
        self.taken.append(message)
        return message


async def say_again(evening: Evening, messages: Sequence[Message]) -> None:
    """Repeat the messages to a restarted house: each must be reported as taken, and nothing may change."""
    before, other = await stored(evening), await anew(evening)
    for message in messages:
        answer = await other.house.hear(message)
        assert (answer.ok, answer.repeated) == (True, True), f"{message.text}: {answer.text}"
        assert "taken before" in answer.text
    await other.settle()
    after = await stored(evening)
    changed = [key for key in {*before, *after} if before.get(key) != after.get(key)]
    assert changed == [], (changed, [message.text for message in messages])
    await other.end()


def missing(rounds: Rounds, game: str) -> set[tuple[str, ...]]:
    """Return the missing ways of each verb: to the bot alone, as a button or form, and in public if it ever can be."""
    verbs, made = {verb(move) for move in catalogue()[game].moves}, {one for one, _ in rounds.made}
    ways = {(one, way) for one in verbs - RARE for way in WAYS if way != "typed" or one in rounds.open_to_all}
    return (ways - set(rounds.made)) | {(one,) for one in verbs & RARE - made}
