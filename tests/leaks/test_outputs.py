"""Every output there is stands on one list, and none tells its reader two evenings apart that are alike but for what
somebody else holds, does and sees (threats T1 to T3, T37).
"""

import ast
from collections.abc import Awaitable, Callable, Collection
from typing import Final

import outputs
import pytest
from aiohttp import web
from frames import differences, outputs_of
from outputs import KINDS
from planted_outputs import PLANTED
from scripts import SCRIPTS
from world import Heard, an_evening

from bot.adapters.discord.inbound.presses import Does
from bot.adapters.web.replay.replay_pages import ReplayPages
from bot.commands.table import COMMANDS
from bot.ports.messages import Window
from persistence import EmbeddedServer

SUBJECTS: Final[dict[str, Callable[[EmbeddedServer, str, int, Collection[str]], Awaitable[Heard]]]] = {
    "outputs": an_evening,
}
"""What is compared: each plays one of the two evenings of a game, and returns what all were given in it."""
FEWEST: Final = 400
"""Frames of an evening, at least: or else little was asked for."""


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
    assert len(first.frames) > FEWEST
    assert first.own != second.own, "or else the pair would prove nothing"


@pytest.mark.parametrize("name", PLANTED)
async def test_a_leak_planted_in_an_output_is_found_there(
    redis: EmbeddedServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, plant, game = PLANTED[name]
    plant(monkeypatch)
    wanted = {"port"} if output.startswith("port") else {output}
    first, second = [await an_evening(redis, game, which, wanted) for which in (0, 1)]
    found = outputs_of(differences(first.frames, second.frames))
    assert output in found
