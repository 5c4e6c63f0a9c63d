"""Test that every output is on one list, and that none lets its reader tell two evenings apart.

The evenings differ only in what somebody else holds, does and sees (threats T1 to T3, T37).
"""

import ast
from collections.abc import Awaitable, Callable, Collection
from typing import Final

import outputs
import pytest
from aiohttp import web
from filters import TAKEN_OUT, UNSEEN, Filter, sites, take_out
from frames import differences, outputs_of
from outputs import KINDS, names
from planted_outputs import PLANTED
from scripts import ASK, SCRIPTS
from world import Heard, an_evening

from bot.adapters.discord.outbound.buttons import Does
from bot.adapters.web.replay.replay_pages import ReplayPages
from bot.commands.table import COMMANDS
from bot.ports.messages import Window
from persistence import EmbeddedServer

SUBJECTS: Final[dict[str, Callable[[EmbeddedServer, str, int, Collection[str]], Awaitable[Heard]]]] = {
    "outputs": an_evening,
}
"""What is compared: each plays one of the two evenings of a game, and returns what everybody was given."""
FEWEST: Final = 400
"""The fewest frames of an evening. With fewer, too little was asked for."""
PLANTS: Final = 22
"""How many leaks the suite plants, one in each kind of output. `make soak` plants the others."""
SOME: Final = 6
"""The suite removes one of this many filters. `make soak` removes the others."""
MORE: Final = [one for number, one in enumerate(TAKEN_OUT) if number % SOME]


def name_of(one: Filter) -> str:
    return f"{one.site.rpartition('/')[2]} {one.plain}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_output_that_the_code_has_is_on_the_list(kind: str) -> None:
    found, listed, add = KINDS[kind]()
    fresh, gone = (", ".join(sorted(names)) for names in (found - listed, listed - found))
    assert not gone, f"the code has this {kind} no more: {gone}. Strike it out in tests/leaks/outputs.py"
    assert not fresh, f"new {kind}: {fresh}. Add {add} (tests/leaks/outputs.py), so that it is compared"


FRESH: Final = {
    "word after a command": 'match word:\n    case "peek": ...',
    "call of a platform": "async def f(card): await card.reply('hand')",
    "file": "from bot.ports.messages import File\nFile('hands.txt', b'')",
    "picture": "def drawn_hand(hand: str) -> bytes: ...",
    "value in a log": "log.info('played', hand=1)",
}
"""A few lines that a module might have."""


@pytest.mark.parametrize("kind", KINDS)
def test_an_output_that_is_new_is_named(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = KINDS[kind]()
    plant_fresh(kind, monkeypatch)
    assert len(KINDS[kind]().found - before.found) == 1


def plant_fresh(kind: str, patch: pytest.MonkeyPatch) -> None:
    match kind:
        case "command":
            patch.setitem(COMMANDS, "peek", COMMANDS["hand"])
        case "address":
            plain = ReplayPages.routes
            patch.setattr(ReplayPages, "routes", lambda pages: [*plain(pages), web.get("/peek", pages.page)])
        case "method of a port":
            patch.setattr(Window, "peek", lambda _: None, raising=False)
        case "button":
            patch.setattr(outputs, "Does", [*Does, "peek"])
        case _:
            modules = [("bot/render/peek.py", ast.parse(FRESH[kind]))]
            plain_modules = outputs.modules
            patch.setattr(outputs, "modules", lambda *of: [*plain_modules(*of), *modules] if of[0] != "games" else [])


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("game", SCRIPTS)
async def test_two_evenings_that_readers_cannot_tell_apart_give_them_the_same(
    redis: EmbeddedServer, game: str, subject: str
) -> None:
    first, second = [await SUBJECTS[subject](redis, game, which, ()) for which in (0, 1)]
    assert differences(first.frames, second.frames) == []
    assert len(first.frames) > FEWEST or ASK not in SCRIPTS[game]
    assert first.own != second.own, "or else the pair would prove nothing"


@pytest.mark.usefixtures("nothing_breaks")
@pytest.mark.parametrize(
    "name", [*list(PLANTED)[:PLANTS], *(pytest.param(name, marks=pytest.mark.soak) for name in list(PLANTED)[PLANTS:])]
)
async def test_a_leak_planted_in_an_output_is_found_there(
    redis: EmbeddedServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, plant, game = PLANTED[name]
    plant(monkeypatch)
    assert output in await found_in(redis, output, game)


@pytest.mark.usefixtures("nothing_breaks")
@pytest.mark.parametrize(
    "one", [*TAKEN_OUT[::SOME], *(pytest.param(one, marks=pytest.mark.soak) for one in MORE)], ids=name_of
)
async def test_a_filter_that_is_taken_out_is_missed(
    redis: EmbeddedServer, one: Filter, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_out(monkeypatch, one)
    assert one.output in await found_in(redis, one.output, one.game)


def test_every_place_that_decides_who_may_know_something_is_taken_out_or_seen_to_tell_nothing() -> None:
    known, found = {one.site for one in TAKEN_OUT} | names(UNSEEN), sites().keys()
    assert sorted(found - known) == [], "add it to TAKEN_OUT (tests/leaks/filters.py), or to UNSEEN with a reason"
    assert sorted(names(UNSEEN) - found) == [], "no longer there: strike it out of UNSEEN"


async def found_in(redis: EmbeddedServer, output: str, game: str) -> set[str]:
    """Return the outputs in which two evenings differ, if this one is asked for."""
    wanted = {"port"} if output.startswith("port") else {output}
    first, second = [await an_evening(redis, game, which, wanted) for which in (0, 1)]
    return outputs_of(differences(first.frames, second.frames))
