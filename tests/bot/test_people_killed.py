"""Test a house killed at each step of what it does with people and money (threats F1), then restarted.

Each line is said in a house whose store stops for good after its k-th change, for every k. A restarted house hears the
same message again. The purses, entries and people must then be the same as without a kill.
"""

import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, NamedTuple

import pytest
from redis.asyncio import Redis
from test_communities import one_community
from test_privacy import where_is
from test_selves import a_game_on_twitch, code_of, linked, privately
from two_places import TwoPlaces

from bot.people.communities import Communities
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.forgetting import People
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, Rights
from games.kit.contract import Abilities
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble, Transfer
from persistence.keys import venue_keys

RIGHTS: Final = {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER, "mo@twitch": Rights.OWNER}
PEOPLE: Final = ("ann", "annie@twitch", "bob@twitch", "cid@twitch")
LOCKS: Final = ("selves-lock", "community-lock", "gift", "correcting")
"""Locks that a killed process holds for some seconds."""


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    places = TwoPlaces(store, clock)
    places.twitch.abilities = Abilities(takes_back=False, tells_alone=False)
    places.rights = dict(RIGHTS)
    yield places
    await places.end()


# The lines, and the state before them


async def two_who_have_played(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await both.say("bob@twitch", "!close")
    await won(both, "annie@twitch", 400)


async def won(both: TwoPlaces, name: str, amount: int) -> None:
    await both.lines(f"{name}: !wallet")
    await both.store.transfer(both.there, (Transfer("bank", f"purse:{both.id_of(name)}", amount, "reward"),))


async def all_but_the_last_yes(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await privately(both, "annie@twitch", f"!link {await code_of(both, 'ann')}")
    await privately(both, "annie@twitch", "!link yes")
    await privately(both, "ann", "!link")


async def all_but_the_last_yes_of_who_is_led(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await privately(both, "annie@twitch", f"!link {await code_of(both, 'ann')}")
    await privately(both, "ann", "!link")
    await privately(both, "ann", "!link yes")


async def one_person(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await linked(both)


async def one_person_with_one_purse(both: TwoPlaces) -> None:
    await one_person(both)
    await both.lines("annie@twitch: !wallet", "ann: !wallet")
    await privately(both, "ann", "!limit 300")


async def two_regulars(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await both.lines("bob@twitch: !wallet", "mo@twitch: !server gifts 500")
    for number in range(5):
        played = venue_keys(both.there).played(both.id_of("annie@twitch"))
        await both.store.pipe.write("ZADD", played, number + 1, f"r{number}")


async def an_allowance(both: TwoPlaces) -> None:
    await both.lines("mo@twitch: !server allowance 50", "cid@twitch: !wallet")
    both.clock.move(24 * 3600)


async def nearly_broke(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await both.lines("bob@twitch: !wallet", "mo@twitch: !server corrections 10k")
    await both.lines("mo@twitch: !correct bob -all the dice fell off")


async def asked_to_be_forgotten(both: TwoPlaces) -> None:
    await one_person_with_one_purse(both)
    await both.lines("mo@twitch: !correct annie +50 the dice fell off", "annie@twitch: !pings off")
    await privately(both, "ann", "!forget me")


async def two_places_about_to_be_one(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    code = (await both.say("olga", "!community")).text.split("code is ")[1][:8]
    await both.lines(f"tess@twitch: !community {code}", "olga: !community")


async def two_places_that_are_one(both: TwoPlaces) -> None:
    await two_who_have_played(both)
    await one_community(both)


async def one_person_in_two_places_that_are_one(both: TwoPlaces) -> None:
    await one_person(both)
    await one_community(both)


class Deed(NamedTuple):
    """A line that is killed in the middle. `least`: its fewest changes; `every`: which of them are tested."""

    before: Callable[[TwoPlaces], Awaitable[None]]
    name: str
    line: str
    private: bool = False
    least: int = 2
    every: int = 1


DEEDS: Final = {
    "linking": Deed(all_but_the_last_yes, "ann", "!link yes", private=True, least=5),
    "linking from the other side": Deed(
        all_but_the_last_yes_of_who_is_led, "annie@twitch", "!link yes", private=True, least=5
    ),
    "unlinking from the other side": Deed(one_person_with_one_purse, "annie@twitch", "!link apart", private=True),
    "forgetting from the other side": Deed(
        asked_to_be_forgotten, "annie@twitch", "!forget me yes", private=True, least=20, every=7
    ),
    "unlinking": Deed(one_person_with_one_purse, "ann", "!link apart", private=True, least=5),
    "joining purses": Deed(one_person, "annie@twitch", "!wallet"),
    "a gift": Deed(two_regulars, "annie@twitch", "!gift bob 300"),
    "a gift of half": Deed(two_regulars, "annie@twitch", "!gift bob half"),
    "a correction": Deed(two_regulars, "mo@twitch", "!correct bob -half the dice fell off", least=1),
    "an allowance": Deed(an_allowance, "cid@twitch", "!wallet"),
    "a refill": Deed(nearly_broke, "bob@twitch", "!wallet"),
    "forgetting": Deed(asked_to_be_forgotten, "ann", "!forget me yes", private=True, least=20, every=2),
    "linking venues": Deed(two_places_about_to_be_one, "olga", "!community yes", least=5),
    "parting venues": Deed(two_places_that_are_one, "olga", "!community apart", least=5),
    "a purse that comes home": Deed(two_places_that_are_one, "annie@twitch", "!wallet", least=4),
    "all at once": Deed(one_person_in_two_places_that_are_one, "annie@twitch", "!wallet", least=5),
}


# Killing


class Stored:
    """Everything on a server, to be restored."""

    def __init__(self, bare: Redis, kept: dict[bytes, tuple[bytes, int]]) -> None:
        self._bare, self._kept = bare, kept

    @classmethod
    async def of(cls, bare: Redis) -> "Stored":
        names = await bare.keys()
        async with bare.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.dump(name).pttl(name)
            found = await pipe.execute()
        return cls(bare, dict(zip(names, zip(found[::2], found[1::2], strict=True), strict=True)))

    async def put_back(self) -> None:
        async with self._bare.pipeline(transaction=False) as pipe:
            pipe.flushall()
            for name, (content, lasts) in self._kept.items():
                pipe.restore(name, max(0, lasts), content)
            await pipe.execute()


def killed_after(store: Store, changes: int) -> Callable[[], int]:
    """Stop a store for good after this many changes; return a function that counts the requested changes."""
    send, asked = store.pipe._send, itertools.count()
    made = [0]

    async def counted(commands: Any, *, changes: bool, **how: Any) -> Any:
        if changes:
            made[0] = next(asked) + 1
        if made[0] > limit:
            raise StoreTrouble("unreachable", "killed", pending=changes)
        return await send(commands, changes=changes, **how)

    limit = changes
    store.pipe._send = counted  # type: ignore[method-assign]  # the fault that this is for
    return lambda: made[0]


class Houses:
    """Houses on one server, each with its own store, killed one after the other."""

    def __init__(self, url: str, both: TwoPlaces) -> None:
        self._url, self._both = url, both

    async def hear(self, message: Message, changes: int = 100_000) -> tuple[Answer, int]:
        """Hear a message in a house that is killed after this many changes; return its answer and the number of
        changes.
        """
        store = await Store.connect(self._url, clock=self._both.clock, timeout=60)
        made = killed_after(store, changes)
        house = self._both.again(store)
        try:
            answer = await house.house.hear(message)
            with contextlib.suppress(StoreTrouble):
                await house.settle()
                await house.house.part(People).go_on()
                await house.house.part(Communities).go_on()
            return answer, made()
        finally:
            await house.house.stop()
            await store.close()

    async def begin_again(self) -> None:
        """Go on with the rest as a house does at its start, when the dead houses' locks have expired."""
        fresh = self._both.again()
        for kind in LOCKS:
            async for names in fresh.store.keys_like(f"pl:note:{kind}:*"):
                await fresh.store.pipe.write("DEL", *names)
        await fresh.house.part(People).go_on()
        await fresh.house.part(Communities).go_on()
        await fresh.house.stop()


async def told(both: TwoPlaces) -> dict[str, Any]:
    """Return everything that must be the same with and without a kill, once everybody has said something."""
    known = [key for name in PEOPLE[:2] for key in await where_is(both.store, both.id_of(name)) if ":once" not in key]
    later = both.again()
    for name in PEOPLE:
        assert (await later.say(name, "!wallet")).ok
    await later.house.stop()
    venues, selves = (both.server, both.there), Selves(both.store)
    accounts = {venue: await both.store.accounts(venue) for venue in venues}
    assert all(sum(found.values()) == 0 for found in accounts.values())
    assert all(amount >= 0 for found in accounts.values() for name, amount in found.items() if name != "bank")
    entries = {
        venue: Counter(
            (somebody(one.source), somebody(one.target), one.amount, one.cause)
            for one in await both.store.ledger(venue, None, 1000)
        )
        for venue in venues
    }
    games = {
        f"{venue} {name}": len(await FinishedGames(both.store).find(VenueId(venue), wanted_of(both, name), 0, 50))
        for venue in venues
        for name in PEOPLE
    }
    return {
        "accounts": {
            venue: {somebody(name): amount for name, amount in found.items() if amount}
            for venue, found in accounts.items()
        },
        "entries": entries,
        "persons": {name: await selves.person_of(PersonId(both.id_of(name))) for name in PEOPLE},
        "selves": {name: [one.id for one in await selves.of(PersonId(both.id_of(name)))] for name in PEOPLE},
        "home": {venue: await Communities(both.store).home_of(VenueId(venue)) for venue in venues},
        "games": games,
        "audit": {venue: Counter(map(deed_of, await both.store.audit(venue, 100))) for venue in venues},
        "forgotten": not known,
        "records": {venue: await both.store.records(venue, 50) for venue in venues},
    }


def wanted_of(both: TwoPlaces, name: str) -> Wanted:
    return Wanted(person=PersonId(both.id_of(name)))


def somebody(account: str) -> str:
    """Return an account without its random part."""
    return "purse:gone" if account.startswith("purse:gone:") else account


def deed_of(entry: bytes) -> bytes:
    return entry.partition(b'"did"')[2].partition(b'"whom"')[0]


@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
async def test_killed_after_a_change_and_said_again_it_is_done_once(
    both: TwoPlaces, empty_server: EmbeddedServer, deed: Deed
) -> None:
    done = await Killing(both, empty_server.url, deed).at_each_change(deed.every, kills=1)
    assert done >= deed.least


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
async def test_killed_again_while_it_is_said_again_it_is_done_once(
    both: TwoPlaces, empty_server: EmbeddedServer, deed: Deed
) -> None:
    """The long form: at every change, and then again at every change that follows."""
    assert await Killing(both, empty_server.url, deed).at_each_change(1, kills=2) >= deed.least


class Killing:
    """One deed, killed at each of its changes."""

    def __init__(self, both: TwoPlaces, url: str, deed: Deed) -> None:
        self._both, self._url, self._deed = both, url, deed
        self._houses = Houses(url, both)

    async def at_each_change(self, every: int, *, kills: int) -> int:
        """Compare the result after this many kills with the one without; return the number of changes."""
        deed, both = self._deed, self._both
        await deed.before(both)
        message = both.message(deed.name, deed.line, private=deed.private)
        async with Redis.from_url(self._url) as bare:
            before = await Stored.of(bare)
            answer, _ = await self._houses.hear(message)
            assert answer.ok, answer.text
            wanted = await told(both)
            await before.put_back()
            _, whole = await self._houses.hear(message)
            for steps in itertools.product(range(0, whole, every), repeat=kills):
                await before.put_back()
                for changes in steps:
                    await self._houses.hear(message, changes)
                await self._houses.begin_again()
                again, _ = await self._houses.hear(message)
                assert again.ok, f"{steps}: {again.text}"
                assert await told(both) == wanted, steps
            return whole
