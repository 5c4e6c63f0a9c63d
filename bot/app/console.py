"""The console plays transcripts with loaded dice, and with a clock that only `wait:` moves."""

import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.adapters.console import (
    BESIDE,
    BadTranscript,
    Beside,
    ConsoleAdapter,
    Cue,
    LoadedFairness,
    SeededBytes,
    seconds,
)
from bot.app.application import Application
from bot.commands.links import LinkCommands
from bot.ports.ids import PersonId, PlaceId, VenueId, code_in
from bot.ports.messages import Message, Person, Reply, Rights
from bot.render.panel import Scenes, names_in_view
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from games.kit.codec import codec
from games.kit.contract import View
from games.kit.seats import SPECTATOR
from persistence import EmbeddedServer, HandClock, Store

VENUE: Final = VenueId("console")
PLACE: Final = PlaceId("console:table")
EPOCH: Final = 1_790_000_000_000
"""The time at which the console's clock starts, in ms."""
FIRST_SEED: Final = "00"


class Console:
    """Plays cues, and returns what each audience was shown as (to, text) pairs: to `#table` or `@name`."""

    def __init__(self, store: Store, clock: HandClock, seed: str = FIRST_SEED) -> None:
        self._random = SeededBytes(seed)
        self._fairness = LoadedFairness(Keys({1: bytes(32)}), self._random)
        self._clock = clock
        self.app = Application(store, self._fairness, Defaults(pace=0), self._random)
        self._shown: list[tuple[str, str]] = []
        self.app.add(ConsoleAdapter(self._shown))
        self._beside = {name: Beside(name, self._shown) for name in BESIDE}
        for adapter in self._beside.values():
            self.app.add(adapter)
        self._said = 0
        self._pages: set[str] = set()
        """Platforms with a browser at their door that shows a code."""
        self._rights: dict[str, Rights] = {}
        self._last_of: dict[str, Message] = {}
        self._last: Session | None = None

    async def play(self, cue: Cue) -> list[tuple[str, str]]:
        """Play one cue, and return what it showed. Raises BadTranscript, and LoadedDiceError when the dice run out."""
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
            case "away" | "back" | "signs" | "page":
                await self._beside_us(cue, self._named(cue))
        await self._settle()
        shown = list(self._shown)
        self._shown.clear()
        return shown

    def _named(self, cue: Cue) -> Beside:
        adapter = self._beside.get(cue.text.strip())
        if adapter is None:
            raise BadTranscript(cue.number, f"{cue.order}: takes one of {', '.join(BESIDE)}, not {cue.text!r}")
        return adapter

    async def _page(self, adapter: Beside) -> str:
        """Return what a browser at this platform's door shows: a code, or the hand that somebody let it show."""
        codes, door = self.app.part(LinkCommands).hand_codes, await adapter.door("table")
        arrival = await codes.bound(adapter.platform)
        if arrival is not None:
            return f"{arrival.person.name}'s hand at table {code_in(arrival.table)}"
        if door is None or door.signs_in:
            return f"sign in with {adapter.platform}"
        if adapter.platform in self._pages:
            return "waits"
        self._pages.add(adapter.platform)
        return f"code {await codes.new_code(door, adapter.platform)}"

    async def _beside_us(self, cue: Cue, adapter: Beside) -> None:
        if cue.order == "page":
            self._shown.append(("#page", await self._page(adapter)))
        elif cue.order == "signs":
            adapter.signs_in = True
        else:
            adapter.away = cue.order == "away"
            told = self.app.places.place_closed if adapter.away else self.app.places.place_open
            await told(adapter.venue, adapter.place)

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
            sender=Person(PersonId(f"{platform or 'console'}:{name}"), name),
            venue=VENUE if beside is None else beside.venue,
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
        answer = await self.app.hear(message)
        await self.app.settle()
        self._answer(name, answer)

    def _answer(self, name: str, answer: Reply) -> None:
        beside = self._beside.get(name.partition("@")[2])
        if answer.for_all and beside is not None and beside.tells_all_once:
            beside.tell_all(answer.text, self._clock.now())
            return
        self._shown += [(f"@{name}", line) for line in answer.text.splitlines()]
        self._shown += [(f"@{name}", f"[{file.name}, {len(file.content)} bytes]") for file in answer.files]

    async def _wait(self, moved: float) -> None:
        """Move the clock from deadline to deadline, so that everything happens at its own time."""
        until = self._clock.now() + int(moved * 1000)
        await self.app.scheduler.sweep()
        while (at := self.app.scheduler.next_at()) is not None and at <= until:
            self._clock.move(max(0, at - self._clock.now()) / 1000)
            await self._settle()
        self._clock.move((until - self._clock.now()) / 1000)

    async def _settle(self) -> None:
        """Let everything that is due happen (house bots have no pace here), and everybody be told."""
        await self.app.settle()
        while await self.app.scheduler.fire_due():
            await self.app.settle()

    async def view(self) -> dict[str, Any]:
        """Return the spectator's view of the newest table, with names instead of seats."""
        sessions = await self.app.directory.at(VENUE, PLACE, fresh=True)
        session = sessions[-1] if sessions else None
        if session is None:
            return {}
        found, _ = Scenes(session).of(SPECTATOR)
        return {"phase": "lobby"} if found is None else named(session, found, self)

    def called(self, session: Session) -> tuple[str, ...]:
        return names_in_view(session, self.app.languages.words("en"))


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
    """Open a console on a Redis of its own in a temporary folder, or on the one at `url`; close both afterwards."""
    clock = HandClock(EPOCH)
    with tempfile.TemporaryDirectory(prefix="potluck-") as folder:
        server = None if url else await EmbeddedServer.start(Path(folder))
        try:
            store = await Store.connect(server.url if server else url, clock=clock)
            try:
                await store.claim_form()
                yield Console(store, clock, seed)
            finally:
                await store.close()
        finally:
            if server is not None:
                await server.stop()
