"""Pictures of what people see on Discord, to be looked at: `python -m bench.cards FOLDER`.

Drawn by simcord's preview, offline: `pip install simcord[screenshot]==3.2.1`, and Chromium at /usr/bin/chromium (or
where CHROMIUM says). One picture for the card of each phase of each game, and at small tables for a hand, a panel and
each form. It takes some minutes.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
for room in ("tests", "tests/on_simcord", "tests/games", "examples/highdie", "examples/highest", "examples/coins"):
    sys.path.append(str(ROOT / room))

import discord
import headache_games
import highdie
from headache_phases import PHASES
from parlour import Parlour, ParlourClock
from playing import Opening, Position, positions
from playwright.async_api import BrowserType
from simcord import InteractionResult, MemberActor
from simcord.http.router import dispatch
from stages import AT, Stage, legal_moves, on_stage, sights

from bench.folders import folder_and_names
from bot.text import Words
from games import halflings, headache
from games.catalogue import AnyGame, catalogue
from games.kit.contract import Event
from games.kit.dice import Draw
from games.kit.seats import SPECTATOR
from games.proof import fair
from games.proof.record import Deed, moved_by
from persistence import EmbeddedServer, Store

NAMES: Final = ("andy", "Bill", "Pete Best", "jack ♠", "Colin", "Dora", "Emil", "Fay", "Gus", "Hal")
CHROMIUM: Final = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SIZE: Final = (560, 1500)
EPHEMERAL: Final = 64
LAST: Final = 10
NOW: Final = datetime.fromtimestamp(AT / 1000, UTC)
A_FEW: Final = 5
"""Of tables with more seats the card alone is drawn."""


class Drawn(NamedTuple):
    """`where`: channel or DM; `what`: a message's id, or what opened a form."""

    name: str
    where: str
    what: Any


async def draw(folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as server:
            clock = ParlourClock()
            store = await Store.connect(server.url, clock=clock, timeout=60.0)
            try:
                async with Parlour(store, clock) as parlour:
                    await draw_all(parlour, folder)
            finally:
                await store.close()


async def draw_all(parlour: Parlour, folder: Path) -> None:
    andy = parlour.person("andy").member
    shown = [one for stage in stages() for one in await parlour.work(show(parlour, andy, stage))]
    for where, channel, viewer in (("channel", parlour.channel, andy), ("dm", andy.user.dm_channel, andy.user)):
        async with parlour.env.preview(channel, viewers=[viewer], presentation_time=NOW) as preview:
            for one in (one for one in shown if one.where == where):
                path = folder / f"{one.name}.png"
                taken = await preview.screenshot(path, target=one.what, viewport=SIZE, allow_incomplete=True)
                print(path.name, *(entry["message"] for entry in taken.diagnostics if "message" in entry), flush=True)


async def show(parlour: Parlour, viewer: MemberActor, stage: Stage) -> list[Drawn]:
    """Everything of a stage that looks different: its card, the hand and panel of whoever may do most, their forms."""
    words, name = Words("en", "/"), stage.name.replace(" ", "-")
    most = max(range(len(stage.session.seats)), key=lambda seat: len(legal_moves(stage.session, seat)))  # type: ignore[arg-type]
    chosen, found = stage.session.seats[most].player, list[Drawn]()
    at, box = (parlour.client.get_partial_messageable(one.id) for one in (parlour.channel, viewer.user.dm_channel))
    for sight in sights(stage, words, called=viewer.id, channel=parlour.channel.id):
        own = sight.update.audience == f"person:{chosen}" and len(stage.session.seats) <= A_FEW
        match sight.what:
            case "card":
                found.append(Drawn(f"{name}-1-card", "channel", (await at.send(view=sight.view)).id))
            case "hand" if own:
                found.append(Drawn(f"{name}-2-hand", "dm", (await box.send(view=sight.view)).id))
            case "panel" if own:
                components = sight.view.to_components()
                answered = answer(parlour, viewer, 4, {"components": components, "flags": EPHEMERAL | 1 << 15})
                found.append(Drawn(f"{name}-3-panel", "channel", answered.response))
            case "form" if own:
                answered = answer(parlour, viewer, 9, sight.view.to_dict())
                found.append(Drawn(f"{name}-4-form-{len(found)}", "channel", answered))
    return found


def answer(parlour: Parlour, viewer: MemberActor, kind: int, content: Any) -> InteractionResult:
    """As if somebody had pressed something."""
    asked = parlour.env.backend.new_interaction(3, parlour.channel.id, viewer.id, parlour.guild.id)
    at = f"/interactions/{asked.id}/{asked.token}/callback"
    dispatch(parlour.env.backend, "POST", at, json={"type": kind, "data": content})
    return InteractionResult(parlour.env, asked)


# What is drawn


def stages() -> Iterator[Stage]:
    for game, seats in ((headache.GAME, 5), (halflings.GAME, 1), (highdie.GAME, 4)):
        for phase in ("lobby", "closed"):
            yield on_stage(f"{game.name} {phase}", game, None, NAMES[:seats], phase=phase)
    for phase, made in PHASES.items():
        table = made()
        given = table.state.options.model_dump(mode="json", exclude_defaults=True)
        names = NAMES[: len(table.state.players)]
        yield on_stage(f"headache {phase}", headache.GAME, table.state, names, given=given, log=[table.events])
    yield from played("headache ten", headache.GAME, 10, headache_games.careful, {"extra_dice": "second_set"})
    yield from played("halflings", halflings.GAME, 1, anything, {})
    yield from played("halflings duel", halflings.GAME, 2, anything, {"mode": "duel"})
    yield from played("halflings crowd", halflings.GAME, 24, anything, {"mode": "crowd", "giant": "player"})
    yield from played("highdie", highdie.GAME, 4, anything, {})


def anything(position: Position, chance: Draw) -> Deed:
    """Whoever is asked does something."""
    game, state = position.game, position.state
    seat = chance.pick([seat for seat in position.seats if game.legal_moves(state, seat)])
    return moved_by(seat, chance.pick(chance.pick(game.legal_moves(state, seat)).examples()))


def played(
    name: str, game: AnyGame, seats: int, deed_of: Callable[[Position, Draw], Deed], given: dict[str, str]
) -> Iterator[Stage]:
    """A game by chance: the last position of each of its phases."""
    options = game.options_from(given)
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp(name))
    whole = list(positions(opening, 10_000, deed_of))
    last = {game.view(position.state, SPECTATOR).phase: number for number, position in enumerate(whole)}
    names = [NAMES[seat % len(NAMES)] for seat in range(seats)]
    for phase, number in last.items():
        log: list[tuple[Event, ...]] = [position.came[1] for position in whole[max(0, number - LAST + 1) : number + 1]]
        now = "playing" if game.asks(whole[number].state) is not None else "between"
        yield on_stage(f"{name} {phase}", game, whole[number].state, names, given=given, log=log, phase=now)


def with_our_browser() -> None:
    """There is a browser here already: simcord would start one of Playwright's own."""
    launch = BrowserType.launch

    async def launched(self: BrowserType, **how: Any) -> Any:
        return await launch(self, **{"executable_path": CHROMIUM, **how})

    BrowserType.launch = launched  # type: ignore[method-assign]


def main() -> None:
    into, _ = folder_and_names(__doc__, "none", most=0)
    catalogue()[highdie.GAME.name] = highdie.GAME  # the example game, as if it were installed
    discord.utils.setup_logging(level=30)
    with_our_browser()
    asyncio.run(draw(into))


if __name__ == "__main__":
    main()
