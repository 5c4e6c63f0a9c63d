"""The console adapter: people by name, one place, a clock that only `wait:` moves."""

import contextlib
import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.adapters.console.transcript import BadTranscript, Cue, seconds
from bot.app.application import Application
from bot.engine.fairness import Fairness, Keys
from bot.ports.messages import Answer, Message, OneRoom, Person, Reach, Rights, Unreachable, Update
from bot.render.panel import names_in_view, view_of
from bot.table.defaults import Defaults
from bot.table.document import Pledge, Session
from games.kit.codec import codec
from games.kit.contract import Abilities, View
from games.kit.dice import Dice, LoadedDice
from games.kit.seats import SPECTATOR
from games.proof.fair import Pair
from persistence import EmbeddedServer, HandClock, Store

VENUE: Final = "console"
PLACE: Final = "console:table"
EPOCH: Final = 1_790_000_000_000
"""Where the console's clock starts, in ms."""
FIRST_SEED: Final = "00"
BESIDE: Final = ("discord", "twitch", "web")
"""Platforms whose people may speak in a transcript too: `tim@twitch> !join`."""


class LoadedFairness(Fairness):
    """Dice that fall as `dice:` and `deck:` lines say; by the seed where there are none."""

    def __init__(self, keys: Keys, random_bytes: Callable[[int], bytes]) -> None:
        super().__init__(keys, random_bytes)
        self.script: list[str] = []
        self.deck: list[str] | None = None
        self.loaded = False

    def load(self, words: list[str]) -> None:
        self.script, self.loaded = [*self.script, *words], True

    def stack_deck(self, cards: list[str]) -> None:
        self.deck, self.loaded = cards, True

    def dice(self, pledge: Pledge, pairs: tuple[Pair, ...], draws: Mapping[str, int]) -> Dice:
        seeded = super().dice(pledge, pairs, draws)
        return LoadedDice(self.script, seeded, self.deck) if self.loaded else seeded

    def thrown(self, dice: Dice) -> None:
        if isinstance(dice, LoadedDice):
            self.script, self.deck = dice.left


class SeededBytes:
    """Bytes that follow from a seed: for transcripts, which must print the same every time."""

    def __init__(self, seed: str) -> None:
        self.seed, self._count = seed, 0

    def __call__(self, count: int) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self.seed}/{self._count}".encode()).digest()[:count]


class Beside(OneRoom):
    """Another platform with one place, shown beside the console's: to `#twitch` or `@tim@twitch`."""

    prefix = ""
    stands = False

    def __init__(self, platform: str, shown: list[tuple[str, str]]) -> None:
        self.platform, self.away, self._shown = platform, False, shown
        self.abilities = Abilities(takes_back=platform != "twitch", equal_delay=platform != "twitch")
        self.place = f"{platform}:table"

    def wants_card(self, audience: str) -> bool:  # noqa: ARG002 - as the console
        return False

    async def show(self, update: Update) -> str:
        if self.away:
            raise Unreachable("away", Reach.SHUT)
        kind, _, name = update.audience.partition(":")
        to = f"#{self.platform}" if kind == "place" else f"@{name.partition(':')[2]}@{self.platform}"
        self._shown += [(to, line) for news in update.news for line in news.text.splitlines()]
        return ""


class Console(OneRoom):
    """Plays cues, and gives what each audience was shown as (to, text) pairs: to `#table` or `@name`."""

    platform = "console"
    abilities = Abilities(takes_back=False)
    prefix = ""
    stands = False

    def __init__(self, store: Store, clock: HandClock, seed: str = FIRST_SEED) -> None:
        self._random = SeededBytes(seed)
        self._fairness = LoadedFairness(Keys({1: bytes(32)}), self._random)
        self._clock = clock
        self.house = Application(store, self._fairness, Defaults(pace=0), self._random)
        self.house.add(self)
        self._shown: list[tuple[str, str]] = []
        self._beside = {name: Beside(name, self._shown) for name in BESIDE}
        for adapter in self._beside.values():
            self.house.add(adapter)
        self._open: frozenset[str] = frozenset()
        """The codes of the tables that are open: with several, each line says whose it is."""
        self._said = 0
        self._rights: dict[str, Rights] = {}
        self._last_of: dict[str, Message] = {}
        self._last: Session | None = None

    def wants_card(self, audience: str) -> bool:  # noqa: ARG002
        """A transcript is a chat: the card is asked for with `table`."""
        return False

    async def show(self, update: Update) -> str:
        kind, _, name = update.audience.partition(":")
        to = "#table" if kind == "place" else f"@{name.partition(':')[2]}"
        self._open = (self._open | {update.code}) if update.card.phase != "closed" else (self._open - {update.code})
        mark = f"{update.code} · " if self._open - {update.code} else ""
        self._shown += [(to, f"{mark}{line}") for news in update.news for line in news.text.splitlines()]
        return ""

    async def play(self, cue: Cue) -> list[tuple[str, str]]:
        """Raises BadTranscript, and LoadedDiceError when the dice run out."""
        match cue.order:
            case "say" | "whisper":
                await self._hear(cue)
            case "wait":
                await self._wait(seconds(cue))
            case "dice":
                self._fairness.load(cue.text.split())
            case "deck":
                self._fairness.stack_deck(cue.text.split())
            case "seed":
                self._seed(cue)
            case "staff" | "owner":
                self._rights[cue.text.strip()] = Rights.STAFF if cue.order == "staff" else Rights.OWNER
            case "again":
                await self._hear_again(cue)
            case "away" | "back":
                await self._reach(cue)
        await self._settle()
        shown = list(self._shown)
        self._shown.clear()
        return shown

    async def _reach(self, cue: Cue) -> None:
        adapter = self._beside.get(cue.text.strip())
        if adapter is None:
            raise BadTranscript(cue.number, f"{cue.order}: takes one of {', '.join(BESIDE)}, not {cue.text!r}")
        adapter.away = cue.order == "away"
        told = self.house.place_closed if adapter.away else self.house.place_open
        await told(adapter.place, adapter.place)

    def _seed(self, cue: Cue) -> None:
        try:
            bytes.fromhex(cue.text)
        except ValueError:
            raise BadTranscript(cue.number, f"seed: takes hex digits, not {cue.text!r}") from None
        self._random.seed = cue.text.lower()

    async def _hear(self, cue: Cue) -> None:
        self._said += 1
        private = cue.order == "whisper"
        name, _, platform = cue.name.partition("@")
        beside = self._beside.get(platform)
        if platform and beside is None:
            raise BadTranscript(cue.number, f"{cue.name!r}: {platform!r} is none of {', '.join(BESIDE)}")
        message = Message(
            id=f"console-{self._said}",
            sender=Person(f"{platform or 'console'}:{name}", name),
            venue=VENUE if beside is None else beside.place,
            place=PLACE if beside is None else beside.place,
            private=private,
            text=cue.text,
            rights=self._rights.get(cue.name, Rights.PLAYER),
        )
        self._last_of[cue.name] = message
        await self._say(cue.name, message)

    async def _hear_again(self, cue: Cue) -> None:
        name = cue.text.strip()
        if name not in self._last_of:
            raise BadTranscript(cue.number, f"again: {name!r} has said nothing yet")
        await self._say(name, self._last_of[name])

    async def _say(self, name: str, message: Message) -> None:
        answer = await self.house.hear(message)
        await self.house.settle()
        self._answer(name, answer)

    def _answer(self, name: str, answer: Answer) -> None:
        self._shown += [(f"@{name}", line) for line in answer.text.splitlines()]
        self._shown += [(f"@{name}", f"[{file.name}, {len(file.content)} bytes]") for file in answer.files]

    async def _wait(self, moved: float) -> None:
        """Move the clock from deadline to deadline, so that each thing happens at its own time."""
        until = self._clock.now() + int(moved * 1000)
        await self.house.timekeeper.sweep()
        while (at := self.house.timekeeper.next_at()) is not None and at <= until:
            self._clock.move(max(0, at - self._clock.now()) / 1000)
            await self._settle()
        self._clock.move((until - self._clock.now()) / 1000)

    async def _settle(self) -> None:
        """Let what is due now happen (house bots have no pace here), and everybody be told."""
        await self.house.settle()
        while await self.house.timekeeper.fire_due():
            await self.house.settle()

    async def view(self) -> dict[str, Any]:
        """The spectator's view of the last session that had a game, with names instead of seats."""
        sessions = await self.house.host.tables.at(VENUE, PLACE, fresh=True)
        session = sessions[-1] if sessions else None
        if session is None:
            return {}
        found = view_of(session, SPECTATOR)
        return {"phase": "lobby"} if found is None else named(session, found, self)

    def called(self, session: Session) -> tuple[str, ...]:
        return names_in_view(session, self.house.host.words("en"))


def named(session: Session, view: View, console: Console) -> dict[str, Any]:
    called = console.called(session)
    plain: dict[str, Any] = msgspec.json.decode(codec(session.rules).encode(view))
    won = [called[seat] for seat in view.winners]
    house = ["House"] if view.bank > 0 and not won else []
    winners = [*won, *house]
    plain["stacks"] = dict(zip(called, view.stacks, strict=False))
    plain["winner"] = winners[0] if len(winners) == 1 else winners or None
    return plain


@contextlib.asynccontextmanager
async def console(url: str = "", seed: str = FIRST_SEED) -> AsyncIterator[Console]:
    """A console over a Redis of its own in a passing folder, or over another one."""
    clock = HandClock(EPOCH)
    with tempfile.TemporaryDirectory(prefix="potluck-") as folder:
        server = None if url else await EmbeddedServer.start(Path(folder))
        try:
            store = await Store.connect(server.url if server else url, clock=clock)
            try:
                yield Console(store, clock, seed)
            finally:
                await store.close()
        finally:
            if server is not None:
                await server.stop()
