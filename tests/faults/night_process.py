"""Provide a process that looks after nights and writes what it posts into a file, as a platform would show it."""

import asyncio
import json
import os
from pathlib import Path

from evening import OneRoom

from bot.app.application import Application
from bot.ports.ids import PersonId, PlaceId
from bot.ports.messages import Posting, Update
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from bot.wings.nights import night, telling_nights
from games.kit.contract import Abilities
from persistence import Store

SEAT_KEPT = 3_000
ALONE = 1_500
"""ms: shorter than people get, so that a test need not wait for them."""


class Shown(OneRoom):
    """A platform that appends each posting to a file, also one that it was given before."""

    platform = "test"
    abilities = Abilities()
    prefix = ""
    stands = False

    def __init__(self, path: str) -> None:
        self._path = path

    def wants_card(self, audience: str) -> bool:  # noqa: ARG002 - the same for all
        return False

    async def show(self, update: Update) -> str:  # noqa: ARG002 - tables are looked up in the store
        return "shown"

    async def post(self, place: PlaceId, posting: Posting) -> None:  # noqa: ARG002 - there is one
        self._append(posting.mark, "", posting.lines[0])

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:
        self._append(mark, person, text.partition("\n")[0])
        return True

    def _append(self, mark: str, person: str, line: str) -> None:
        with Path(self._path).open("a", encoding="utf-8") as file:
            file.write(json.dumps([os.getpid(), mark, person, line]) + "\n")


def house_of(store: Store, path: str) -> Application:
    night.SEAT_KEPT, telling_nights.ALONE = SEAT_KEPT, ALONE  # type: ignore[misc]  # only here
    house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults(pace=0))
    house.add(Shown(path))  # type: ignore[arg-type]  # as far as it is used
    return house


async def looks_after_nights(url: str, path: str) -> None:
    store = await Store.connect(url)
    house = house_of(store, path)
    await house.start()
    await asyncio.Event().wait()


def run(url: str, path: str) -> None:
    asyncio.run(looks_after_nights(url, path))
