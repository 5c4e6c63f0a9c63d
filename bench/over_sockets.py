"""Measure a move where people make it: on open pages over real sockets, with the server in a separate process.

At each table sit some guests with a page each, and one more looks on. Those who may move choose randomly among what
their page offers. A move is done when its player has the answer and the onlooker's page shows the table again. Presses
between two games count as moves: each is a step that all pages are told. CPU is that of the whole server process.
`python -m bench.over_sockets [GAME …] [--tables 8] [--moves 400] [--calls]`; with `--calls`, the server's Python calls.
"""

import argparse
import asyncio
import random
import shutil
import statistics
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import msgspec
from aiohttp import (
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    ClientWSTimeout,
    CookieJar,
    WSCloseCode,
    WSMsgType,
)

from bench.busy_tables import Kind
from bench.goals import Goal, Measured, Scale, percentile
from bench.told_panels import Panel, brought

PEERS: Final = Path(__file__).with_name("peers")
TABLES: Final = 8
WARM: Final = 5
"""Moves at each table that come first and are not counted."""
PATIENCE: Final = 30.0
CLOSED_WITHIN: Final = ClientWSTimeout(ws_close=1.0)
SOON: Final = 0.25
"""Seconds for which a player who moved is waited for, who may have been shown nothing new."""
LOOKS_AGAIN: Final = 0.05
"""Seconds after which a table that waits for its clock, or for the others, is looked at again."""
WITHOUT_A_WORD: Final = {"ok": True, "text": ""}
numbers = count()


KINDS: Final = {
    one.game: one
    for one in (
        Kind("poohead", "", 4),
        Kind("headache", "", 5),
        Kind("rogues", "next_seconds=5", 4),
        Kind("cones", "", 4),
        Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2),
    )
}
WAITING: Final = {"headache": 4, "rogues": 4}
"""Games whose tables wait for the clock between moves, and how many are open for each busy one: else the server
waited, too, and its sweeps and cold starts counted as the cost of moves.
"""
MOST_WAITING: Final = 64
"""With more tables, none is open besides."""


class Cost(NamedTuple):
    """For one kind of table: CPU and bytes of a move, and the seconds from a press until the onlooker's page is
    told. `between`: how many accepted presses between two games were counted among the moves.
    """

    cpu: float
    sent: float
    shown: Sequence[float]
    moves: int
    refused: int = 0
    between: int = 0


class OpenPage:
    """A guest's page: what it was told about the only table in its room, and what its guest says there."""

    def __init__(self, session: ClientSession, url: str, guest: str) -> None:
        self._session, self._url, self.guest = session, url, guest
        self._socket: ClientWebSocketResponse | None = None
        self.place: Panel | None = None
        self.own: Panel | None = None
        self.told, self.bytes = asyncio.Event(), 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    @classmethod
    async def sit(cls, url: str, name: str, room: str, address: str = "") -> Self:
        """Take a seat in a room, as a separate browser. `address`: from which a known proxy says that it comes."""
        ours = {"Sec-Fetch-Site": "same-origin"} | ({"X-Forwarded-For": address} if address else {})
        session = ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(PATIENCE), headers=ours)
        async with session.post(f"{url}/sit", data={"name": name, "room": room}, allow_redirects=False) as answer:
            return cls(session, url, answer.headers["Location"].split("/")[2])

    async def open(self) -> None:
        """Open the live line."""
        live = f"{self._url}/seat/{self.guest}/live"
        self._socket = await self._session.ws_connect(live, max_msg_size=0, timeout=CLOSED_WITHIN)

    @property
    def was_left(self) -> bool:
        """Tell whether the other end closed the line in order, because it ends."""
        return self._socket is not None and self._socket.close_code == WSCloseCode.GOING_AWAY

    async def listen(self) -> None:
        """Read what the page is told until its line ends."""
        assert self._socket is not None
        async for message in self._socket:
            if message.type is WSMsgType.TEXT:
                self.bytes += len(message.data.encode())
                self._hear(msgspec.json.decode(message.data))

    def _hear(self, content: dict[str, Any]) -> None:
        for said in content.get("said", ()):
            self._answers.pop(said["id"]).set_result(said.get("answer", WITHOUT_A_WORD))
        for told in content.get("tables", ()):
            if told.get("own"):
                self.own = brought(self.own, told)
            else:
                self.place = brought(self.place, told)
        if content.get("tables"):
            self.told.set()

    @property
    def panel(self) -> Panel | None:
        """Return the panel that the page shows."""
        sits = self.own is not None and any(seat["you"] for seat in self.own["seats"])
        return self.own if sits else self.place

    async def say(self, text: str, *, panel: Panel | None = None, hidden: bool = False) -> bool:
        """Send a line, or what a press on this panel sends; return whether it was accepted."""
        return bool((await self._answer(said(text, panel, hidden=hidden)))["ok"])

    async def _answer(self, line: dict[str, Any]) -> dict[str, Any]:
        answer = self._answers[line["id"]] = asyncio.get_running_loop().create_future()
        assert self._socket is not None
        await self._socket.send_json({"say": line})
        return await answer

    async def hang_up(self) -> None:
        """Close the line."""
        if self._socket is not None:
            await self._socket.close()

    async def close(self) -> None:
        """Close the page."""
        await self.hang_up()
        await self._session.close()


class Table:
    """One table: the pages of those who sit there, the host's first, and the onlooker's page."""

    def __init__(self, pages: Sequence[OpenPage], onlooker: OpenPage, chance: random.Random) -> None:
        self._pages, self._onlooker, self._chance = pages, onlooker, chance
        self.shown: list[float] = []
        self.moves = self.refused = self.between = 0
        self._asked_at = -1
        """The number of moves after which the next game was asked for."""

    async def open(self, kind: Kind) -> None:
        """Open a table of this game, and start it."""
        host, *others = self._pages
        assert await host.say(f"!open {kind.game} {kind.given}")
        for page in others:
            assert await page.say("!join")
        assert await host.say("!start")

    async def move(self) -> bool:
        """Let somebody make one move, and wait until it is shown; return False if nobody may move now."""
        began = time.perf_counter()
        pages = list(self._pages)
        self._chance.shuffle(pages)
        self._onlooker.told.clear()
        for page in pages:
            panel = page.panel
            if panel is None or not (panel["offers"] and panel["phase"] == "playing"):
                continue
            offer = self._chance.choice(panel["offers"])
            page.told.clear()
            if await page.say(line_of(offer, self._chance), panel=panel, hidden=offer.get("secret", False)):
                await self._is_shown(page, offer, began)
                return True
            self.refused += 1
        await self._go_on()
        return False

    async def _go_on(self) -> None:
        """After each game, let people without chips buy in again, and the host ask for the next game."""
        if any(page.panel is None or page.panel["phase"] != "between" for page in self._pages):
            return
        if self.moves > self._asked_at:
            self._asked_at = self.moves
            for page in self._pages:
                await self._press("rebuy", page)
            for page in self._pages:  # where the next round follows by itself, all are ready for it
                await self._press("rematch", page)

    async def _press(self, word: str, page: OpenPage) -> None:
        """Press a command between two games, if the page has it."""
        if page.panel is not None and any(one["word"] == word for one in page.panel["commands"]):
            self.between += await page.say(word, panel=page.panel)

    async def _is_shown(self, mover: OpenPage, offer: dict[str, Any], began: float) -> None:
        """Wait until the onlooker sees a move that all see, and its player what may be done next."""
        self.moves += 1
        if not offer.get("secret"):
            await asyncio.wait_for(self._onlooker.told.wait(), PATIENCE)
            self.shown.append(time.perf_counter() - began)
        with suppress(TimeoutError):
            await asyncio.wait_for(mover.told.wait(), SOON)

    async def play(self, moves: int, busy: asyncio.Semaphore) -> None:
        """Play this many moves, as one of the `busy` tables; one where nobody may move waits for the clock, but not
        forever, and another one goes on meanwhile.
        """
        until, quiet = self.moves + moves, 0.0
        while self.moves < until and quiet < PATIENCE:
            async with busy:
                while self.moves < until and await self.move():
                    quiet = 0.0
            await asyncio.sleep(LOOKS_AGAIN)
            quiet += LOOKS_AGAIN

    @property
    def bytes(self) -> int:
        """Return how many bytes all its pages were sent."""
        return sum(page.bytes for page in (*self._pages, self._onlooker))


def said(text: str, panel: Panel | None, *, hidden: bool) -> dict[str, Any]:
    """Return a line as a page sends it, with a new id."""
    more = {} if panel is None else {"table": panel["code"], "ask": panel["ask"], "pressed": True}
    return {"id": f"n{next(numbers)}", "text": text, "private": hidden} | more


def line_of(offer: dict[str, Any], chance: random.Random) -> str:
    """Return what a page sends for a randomly completed offer."""
    words = [offer["verb"]]
    flags = []
    for field in offer.get("fields", ()):
        among = [one["word"] for one in field.get("among", ())]
        match field["kind"]:
            case "number":
                words.append(str(min(field.get("high", 0), max(field.get("low", 0), field.get("suggest", 0)))))
            case "one":
                words.append(chance.choice(among))
            case "some":
                words += chance.sample(among, field.get("least", 1))
            case "order":
                words += chance.sample(among, len(among))
            case "flag":
                flags += [field["name"]] if chance.random() < 0.5 else []
            case _:
                words += among
    return " ".join([*words, *flags])


class Server:
    """The process with the bot."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def _read(self) -> float:
        assert self.process.stdout is not None
        return float(await self.process.stdout.readline())

    async def cpu(self) -> float:
        """Return the CPU seconds that it has used so far."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        await self.process.stdin.drain()
        return await self._read()

    async def port(self) -> int:
        """Return its port, as soon as it listens."""
        return int(await self._read())


@asynccontextmanager
async def a_server(*program: str) -> AsyncIterator[Server]:
    """Start a program that prints its port, and its CPU seconds for each line that it is sent."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe)
    try:
        yield Server(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


@asynccontextmanager
async def seated(url: str, kind: Kind, number: int) -> AsyncIterator[Table]:
    """Yield a table in a separate room, with all pages open, at the first turn of its first game."""
    names = [*(f"p{seat}x{number}" for seat in range(kind.seats)), f"on{number}"]
    pages = [await OpenPage.sit(url, name, f"room{number}") for name in names]
    async with AsyncExitStack() as stack:
        for page in pages:
            stack.push_async_callback(page.close)
            await page.open()
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(page.listen()) for page in pages]
            table = Table(pages[:-1], pages[-1], random.Random(number))  # noqa: S311 - a benchmark's player
            await table.open(kind)
            yield table
            for task in listening:
                task.cancel()


async def measured(kind: Kind, tables: int, moves: int, *more: str) -> Cost:
    """Return the cost of a move when this many tables are busy. `more`: for the server, such as `--calls`."""
    async with a_server(sys.executable, "-m", "bench.page_server", *more) as server, AsyncExitStack() as stack:
        url, busy = f"http://127.0.0.1:{await server.port()}", asyncio.Semaphore(tables)
        count = tables * (WAITING.get(kind.game, 1) if tables <= MOST_WAITING else 1)
        played = [await stack.enter_async_context(seated(url, kind, number)) for number in range(count)]
        await asyncio.gather(*(table.play(WARM, busy) for table in played))
        before, cpu = counted(played), await server.cpu()
        for table in played:
            table.shown.clear()
        await asyncio.gather(*(table.play(moves // tables, busy) for table in played))
        cpu = await server.cpu() - cpu
        sent, moved, between, refused = (now - was for now, was in zip(counted(played), before, strict=True))
        shown = [one for table in played for one in table.shown]
        return Cost(cpu / (moved + between), sent / (moved + between), shown, moved + between, refused, between)


def counted(played: Sequence[Table]) -> tuple[int, int, int, int]:
    """Return the bytes, moves, presses between games and refusals of these tables so far."""
    counts = [(table.bytes, table.moves, table.between, table.refused) for table in played]
    sent, moved, between, refused = map(sum, zip(*counts, strict=True))
    return sent, moved, between, refused


async def of_the_floor(tables: int, moves: int, pages: int, *, by_form: bool) -> Cost:
    """Return the cost of a move on a server that knows no game (`bench.floor`), by a page's socket or by a form."""
    async with a_server(sys.executable, "-m", "bench.floor") as server, ClientSession() as session:
        url = f"http://127.0.0.1:{await server.port()}"

        async def play(number: int, moves: int) -> None:
            lines = [await session.ws_connect(f"{url}/live/{number}") for _ in range(pages)]
            for _ in range(moves):
                if by_form:
                    async with session.post(f"{url}/say/{number}", json={"text": "play"}) as answer:
                        await answer.json()
                else:
                    await lines[0].send_json({"text": "play"})
                    await lines[0].receive()
                for line in lines:
                    await line.receive()
            for line in lines:
                await line.close()

        await asyncio.gather(*(play(tables + number, WARM) for number in range(tables)))
        before = await server.cpu()
        await asyncio.gather(*(play(number, moves // tables) for number in range(tables)))
        return Cost((await server.cpu() - before) / (moves // tables * tables), 0, (), moves)


async def of_boardgame_io(tables: int, moves: int) -> Cost | None:
    """Return the cost of a move with hidden hands on boardgame.io's server; None: it is not installed."""
    if not (PEERS / "node_modules").is_dir() or shutil.which("node") is None:
        return None
    async with a_server("node", str(PEERS / "serve.cjs")) as server:
        port, pipe = await server.port(), asyncio.subprocess.PIPE
        player = ("node", str(PEERS / "play.cjs"), str(port), str(tables), str(moves))
        process = await asyncio.create_subprocess_exec(*player, stdin=pipe, stdout=pipe)
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdout.readline()
        before = await server.cpu()
        process.stdin.write(b"go\n")
        shown = float(await process.stdout.readline()) / 1000
        cost = Cost((await server.cpu() - before) / (moves // tables * tables), 0, (shown,), moves)
        process.stdin.write(b"end\n")
        await process.wait()
        return cost


FLOOR, BY_FORM, FLOOR_OF_TWO = "floor, by the socket, five pages", "floor, by a form, five pages", "floor, two pages"
PEER: Final = "boardgame.io, hidden hands of four, five pages"
MOST_BYTES, SOON_MS = 6_000, 15
GOALS: Final = ((6.0, FLOOR), (2.6, PEER))
GOAL_OF_TWO: Final = ((3.0, FLOOR_OF_TWO),)
"""How many times as much as in these rows a move may cost, in a game for several and for two."""


def over_sockets(scale: Scale) -> Iterator[Goal]:
    """Yield the cost of a move in each game, beside the floor and boardgame.io if installed; then the bytes, and the
    wait.
    """
    moves, times = scale.moves, scale.runs
    costs = asyncio.run(rounds(list(KINDS), TABLES, moves, times))
    of_games = {kind: costs[f"{game} of {kind.seats}"] for game, kind in KINDS.items()}
    for kind, found in of_games.items():
        told = f"a move of {kind.game} of {kind.seats} by open pages over sockets, {TABLES} tables"
        yield Goal(told, Measured.of([one.cpu * 1000 for one in found]), "ms of CPU", *beside(kind, costs))
    sent = [max(found[run].sent for found in of_games.values()) for run in range(times)]
    yield Goal("bytes a move to all pages, the most of any game", Measured.of(sent), "bytes", f"<= {MOST_BYTES}")
    shown = [max(percentile(found[run].shown, 0.5) for found in of_games.values()) * 1000 for run in range(times)]
    yield Goal("from a press to another's page, the slowest game's p50", Measured.of(shown), "ms", f"<= {SOON_MS}")


def beside(kind: Kind, costs: Mapping[str, Sequence[Cost]]) -> tuple[str, str, float]:
    """Return the goal of a game, which is the lowest, what it is compared with, and the last of that in figures."""
    compared = [(times, what, middle(costs[what])) for times, what in goals_of(kind) if what in costs]
    most = min(times * cost for times, _, cost in compared)
    *others, (times, what, last) = compared
    told = [f"{times:g} x {what}: {cost:.3g}" for times, what, cost in others]
    return f"<= {most:.3g}", "; ".join([*told, f"{times:g} x {what}"]), last


def goals_of(kind: Kind) -> tuple[tuple[float, str], ...]:
    return GOAL_OF_TWO if kind.seats == 2 else GOALS


def middle(costs: Sequence[Cost]) -> float:
    """Return the median CPU of a move, in ms."""
    return statistics.median(one.cpu for one in costs) * 1000


async def calls(games: Sequence[str], tables: int, moves: int) -> None:
    """Print how many Python calls a move takes in the server, which a busy machine does not change."""
    for game in games:
        found = await measured(KINDS[game], tables, moves, "--calls")
        print(f"{game} of {KINDS[game].seats}: {found.cpu:,.0f} Python calls a move; {ways(found)}", flush=True)


async def main(games: Sequence[str], tables: int, moves: int, runs: int) -> None:
    """Print a row for each game, after those of the floor and of boardgame.io."""
    costs = await rounds(games, tables, moves, runs)
    for what, found in costs.items():
        goals = goals_of(KINDS[what.partition(" ")[0]]) if what.partition(" ")[0] in KINDS else ()
        times = [(most, of, middle(found) / middle(costs[of])) for most, of in goals if of in costs]
        print(row(what, found) + "".join(f"; {one:.1f} x {of} (goal: {most:g})" for most, of, one in times), flush=True)


async def rounds(games: Sequence[str], tables: int, moves: int, runs: int) -> dict[str, list[Cost]]:
    """Return the costs of this many runs. Each run does all rows in turn, so that they share the machine's state."""
    costs: dict[str, list[Cost]] = {}
    for _ in range(runs):
        async for what, cost in all_once(games, tables, moves):
            costs.setdefault(what, []).append(cost)
    return costs


async def all_once(games: Sequence[str], tables: int, moves: int) -> AsyncIterator[tuple[str, Cost]]:
    """Yield the cost of each row in one run."""
    yield FLOOR, await of_the_floor(tables, moves, 5, by_form=False)
    yield BY_FORM, await of_the_floor(tables, moves, 5, by_form=True)
    yield FLOOR_OF_TWO, await of_the_floor(tables, moves, 2, by_form=False)
    if (peer := await of_boardgame_io(tables, moves)) is not None:
        yield PEER, peer
    for game in games:
        yield f"{game} of {KINDS[game].seats}", await measured(KINDS[game], tables, moves)


def row(what: str, costs: Sequence[Cost]) -> str:
    """Return the medians of some runs in one line."""
    cpu = [one.cpu * 1000 for one in costs]
    shown = [one for cost in costs for one in cost.shown]
    told = f"{what}: {statistics.median(cpu):.2f} ms of CPU a move ({min(cpu):.2f} to {max(cpu):.2f})"
    if costs[0].sent:
        told += f", {statistics.median(one.sent for one in costs):,.0f} bytes"
    if shown:
        told += f", shown p50 {percentile(shown, 0.5) * 1000:.1f} ms, p99 {percentile(shown, 0.99) * 1000:.1f}"
    return f"{told}; {ways(costs[0])}"


def ways(cost: Cost) -> str:
    """Return how many moves there were, and of what kinds."""
    between = f", {cost.between} of them between games" if cost.between else ""
    return f"{cost.moves} moves{between}" + (f", {cost.refused} refused" if cost.refused else "")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("games", nargs="*", metavar="GAME")
    arguments.add_argument("--tables", type=int, default=TABLES)
    arguments.add_argument("--moves", type=int, default=400)
    arguments.add_argument("--runs", type=int, default=1)
    arguments.add_argument("--calls", action="store_true")
    given = arguments.parse_args()
    among = given.games or list(KINDS)
    if given.calls:
        asyncio.run(calls(among, given.tables, given.moves))
    else:
        asyncio.run(main(among, given.tables, given.moves, given.runs))
