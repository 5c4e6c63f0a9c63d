"""Provide an evening at the tables: a real house and store, people who talk to it, and a witness of all it shows."""

import asyncio
import zlib
from collections.abc import Coroutine
from secrets import token_hex
from typing import Any, Final, TypeVar

import pytest
from redis.asyncio import Redis

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.app.application import Application
from bot.ports.messages import AGAIN_AFTER, Answer, Message, OneRoom, Person, Reach, Rights, Unreachable, Update
from bot.ports.said import CODE
from bot.render.panel import names
from bot.table.codec import decode_batch
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.phases import Playing
from bot.table.stacks import owed
from games.kit.contract import Abilities
from games.kit.seats import SPECTATOR
from games.proof.record import Moved
from persistence import Commit, Committed, HandClock, Seen, Short, Stale, Store, TableRef

T = TypeVar("T")
START: Final = 1_790_000_000_000
"""When every evening begins, in ms."""
PLATFORM: Final = "test"


class Witness(OneRoom):
    """An adapter that keeps what each audience was shown. `away`: audiences that can't be reached."""

    platform = PLATFORM
    abilities = Abilities()
    prefix = ""
    stands = False
    again_after = AGAIN_AFTER
    """Seconds until an absent audience is tried again."""

    def __init__(self, *, cards: bool = True) -> None:
        self.updates: list[Update] = []
        self.away: set[str] = set()
        self.gone: set[str] = set()
        self.cards = cards

    def wants_card(self, audience: str) -> bool:  # noqa: ARG002 - the same for all
        return self.cards

    async def show(self, update: Update) -> str:
        if update.audience in self.away | self.gone:
            raise Unreachable("asleep", Reach.NEVER if update.audience in self.gone else Reach.AGAIN, self.again_after)
        self.updates.append(update)
        return f"message-{len(self.updates)}"

    def told(self, audience: str) -> list[str]:
        """Return every line that an audience was told, in order."""
        return [news.text for update in self.updates if update.audience == audience for news in update.news]

    def clear(self) -> None:
        self.updates.clear()


class Hours:
    """What is said in a house, and what its clock does after that."""

    house: Application
    clock: HandClock

    async def say(self, name: str, text: str) -> Answer:
        raise NotImplementedError

    async def lines(self, *lines: str) -> None:
        """Say lines like `ann: !roll`, each of which must be taken. A question about a table is confirmed.

        `wait: 60` lets 60 seconds pass.
        """
        for line in lines:
            name, _, text = line.partition(": ")
            if name == "wait":
                await self.wait(float(text))
                continue
            answer = await self.sure(name, text)
            assert answer.ok, f"{line!r} was refused: {answer.text}"

    async def sure(self, name: str, text: str) -> Answer:
        """Say a line, and confirm it if the answer asks for a confirmation about a table."""
        answer = await self.say(name, text)
        asked = answer.ok and CODE.fullmatch(answer.confirm.partition(" ")[0])
        return await self.say(name, f"!{answer.confirm}") if asked else answer

    async def settle(self) -> None:
        """Let everything due happen (house bots have no pace here), and tell everybody."""
        await self.house.settle()
        while await self.house.scheduler.fire_due():
            await self.house.settle()

    async def wait(self, seconds: float) -> None:
        """Move the clock from deadline to deadline, only for this evening's tables."""
        until = self.clock.now() + round(seconds * 1000)
        while (at := self.house.scheduler.next_at()) is not None and at <= until:
            self.clock.move(max(0, at - self.clock.now()) / 1000)
            await self.settle()
        self.clock.move((until - self.clock.now()) / 1000)


class Evening(Hours):
    """One venue with one place. People are called by their names, and `tag` is added to their ids.

    So Ann is another person each evening, unless the tag is given.
    """

    def __init__(
        self,
        store: Store,
        clock: HandClock,
        *,
        manners: Defaults | None = None,
        venue: str = "",
        place: str = "",
        witness: Witness | None = None,
        tag: str = "",
        seed: str = "",
    ) -> None:
        self.store, self.clock, self.tag = store, clock, tag or f"-{token_hex(4)}"
        self.venue = venue or f"{PLATFORM}:{token_hex(6)}"
        self.place = place or f"{PLATFORM}:{token_hex(6)}"
        random = SeededBytes(seed or token_hex(8))
        self.dice = LoadedFairness(Keys({1: bytes(32)}), random)
        self.house = Application(store, self.dice, manners or Defaults(pace=0, bots_from_bank=True), random)
        self.witness = witness or Witness()
        self.house.add(self.witness)
        self._ids, self.said_so_far = token_hex(4), 0
        self.rights: dict[str, Rights] = {}
        """The rights of people on this platform. Everybody else is a player."""

    async def end(self) -> None:
        await self.house.stop()

    @classmethod
    def of(cls, test: str, store: Store, clock: HandClock) -> "Evening":
        """Return the evening of one test. Seed and venue come from its name, so its dice are the same in every run."""
        name = f"{PLATFORM}:{zlib.crc32(test.encode()):08x}"
        return cls(store, clock, venue=name, place=f"{name}-here", seed=test)

    # Talking

    def message(
        self,
        name: str,
        text: str,
        *,
        message_id: str = "",
        private: bool = False,
        table: str = "",
        ask: str = "",
        place: str | None = None,
        stamp: bool = False,
        looks_at: str = "",
    ) -> Message:
        self.said_so_far += 1
        return Message(
            id=message_id or f"{self._ids}/{self.said_so_far}",
            sender=person(name, self.tag),
            venue=self.venue,
            place=self.place if place is None else place,
            private=private,
            text=text,
            table=table,
            ask=ask,
            stamp=stamp,
            rights=self.rights.get(name, Rights.PLAYER),
            looks_at=looks_at,
        )

    async def hear(self, message: Message) -> Answer:
        answer = await self.house.hear(message)
        await self.settle()
        return answer

    async def say(self, name: str, text: str, **how: str | bool) -> Answer:
        """Say a line to the bot, in public unless told otherwise, and let everything due at once happen."""
        return await self.hear(self.message(name, text, **how))  # type: ignore[arg-type]  # as `message` names them

    async def whisper(self, name: str, text: str) -> Answer:
        return await self.say(name, text, private=True)

    def roll(self, *faces: int) -> None:
        self.dice.load([str(face) for face in faces])

    # Time

    async def sweep(self) -> None:
        """Do what the house's clock does every few seconds: look for what others left. For tests with their own
        server.
        """
        for ref in await self.house.scheduler.sweep():
            self.house.delivery.left_behind(ref)
        await self.settle()

    async def again(self, *, witness: Witness | None = None) -> "Evening":
        """Return the same evening in a restarted house, which knows only what is stored."""
        other = Evening(
            self.store, self.clock, venue=self.venue, place=self.place, tag=self.tag, witness=witness or self.witness
        )
        other.rights = self.rights
        await other.sweep()
        return other

    # Looking

    async def sessions(self) -> list[Session]:
        """Return the open tables here, as they are stored."""
        refs = [TableRef(self.venue, table) for table in await self.store.tables_at(self.venue, self.place)]
        return [await self.house.repository.get(ref, fresh=True) for ref in refs]

    async def table(self) -> Session:
        """Return the only open table here."""
        (session,) = await self.sessions()
        return session

    async def document(self) -> bytes:
        """Return the stored document of the only table."""
        stored = await self.store.load((await self.table()).ref)
        assert stored is not None
        return stored.document

    @property
    def news(self) -> list[str]:
        """Return every line the place was told."""
        return self.witness.told(f"place:{self.place}")

    def secret_news(self, name: str) -> list[str]:
        return self.witness.told(f"person:{self.id_of(name)}")

    def id_of(self, name: str) -> str:
        return person(name, self.tag).id

    async def purse(self, name: str) -> int | None:
        return await self.store.balance(self.venue, f"purse:{self.id_of(name)}")

    async def deeds(self, kind: type[T]) -> list[T]:
        """Return every deed of this kind at the only table, in order."""
        log = await self.store.log((await self.table()).ref)
        return [deed for line in log if isinstance(deed := decode_batch(line).deed, kind)]

    async def moves(self) -> list[str]:
        """Return every move played at the only table, in order, with its seat."""
        return [f"{deed.seat} {deed.move}" for deed in await self.deeds(Moved)]

    async def stacks(self) -> dict[str, int]:
        """Return the stack of each seat now."""
        session = await self.table()
        called = names(session, self.house.languages.words("en"))
        if isinstance(session.phase, Playing):
            lying = session.rules.view(session.state, SPECTATOR).stacks
        else:
            lying = tuple(seated.stack for seated in session.seats)  # type: ignore[assignment]  # as stored
        return dict(zip(called, map(int, lying), strict=True))


def person(name: str, tag: str) -> Person:
    return Person(f"{PLATFORM}:{name}{tag}", name)


def at_table(session: Session) -> int:
    """Return the suckers on a table: stacks, pot, the House's winnings in the running game, and newcomers' buy-ins."""
    waits = sum(one.stack for one in session.newcomers)
    if not isinstance(session.phase, Playing):
        theirs = owed(session)
        return sum(theirs.seats) + theirs.pot + waits
    view = session.rules.view(session.state, SPECTATOR)
    return sum(view.stacks) + view.pot + view.bank + waits


async def unbalanced(evening: Evening) -> list[str]:
    """Return the errors in a venue's money: accounts that don't sum to 0, or a stake that is not on its table."""
    accounts = await evening.store.accounts(evening.venue)
    wrong = [] if sum(accounts.values()) == 0 else [f"the accounts sum to {sum(accounts.values())}: {accounts}"]
    wrong += [f"{name} holds {amount}" for name, amount in accounts.items() if amount < 0 and name != "bank"]
    for_purses = [session for session in await evening.sessions() if session.options.money == "purse"]
    lying = {f"stake:{session.table}": at_table(session) for session in for_purses}
    held = {name: amount for name, amount in accounts.items() if name.startswith("stake:") and amount}
    if {name: amount for name, amount in lying.items() if amount} != held:
        wrong.append(f"on the tables lie {lying}, the ledger holds {held}")
    return wrong


def commits_of(monkeypatch: pytest.MonkeyPatch) -> list[Commit]:
    """Return the list of all commits that a store is asked for from now on."""
    made: list[Commit] = []
    commit = Store.commit

    async def counted(store: Store, one: Commit) -> Committed | Stale | Seen | Short:
        made.append(one)
        return await commit(store, one)

    monkeypatch.setattr(Store, "commit", counted)
    return made


async def refused(evening: Evening, name: str, line: str) -> str:
    """Say a line that is refused, and return the reason."""
    answer = await evening.say(name, line)
    assert not answer.ok, answer.text
    return answer.text


class Room:
    """A store with its own event loop, for tests that are played many times."""

    def __init__(self, runner: asyncio.Runner, store: Store, clock: HandClock, url: str) -> None:
        self._runner, self.store, self.clock, self.url = runner, store, clock, url

    async def empty(self) -> None:
        """Remove everything from the store."""
        async with Redis.from_url(self.url) as bare:
            await bare.flushall()

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(doing)
