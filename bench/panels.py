"""Photograph what Discord shows to one person alone, as a phone draws it: `python -m bench.panels FOLDER`.

The real bot plays against the stand-in; what it sends is photographed at 400 px, dark and light: the setting up, the
lobby's lists, the hand as picture and buttons, what asks first, an invitation, a purse. `panels.jpg` is the sheet.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
for room in ("tests", "tests/on_discord"):
    sys.path.append(str(ROOT / room))

from night import Night
from PIL import Image
from standins.discord.messages import Message
from standins.discord.stand_in import DiscordStandIn

from bench.folders import folder_and_names
from bench.phone import FORM, Seen, photographed, together
from bot.adapters.discord.outbound.pictures import SharedPart
from persistence import EmbeddedServer, Store

COLUMNS: Final = 5


def seen(name: str, message: Message | None) -> Seen:
    """Return a message as it stands there, with the picture in it."""
    assert message is not None, f"{name}: nothing was shown"
    shown = next((one.data for one in message.attachments if one.filename.endswith(".png")), None)
    picture = None if shown is None else SharedPart(shown, "")
    return Seen(name, message.components, picture)


async def evening(night: Night) -> AsyncIterator[Seen]:
    """Yield what people see, from the setting up on."""
    oda, ann, ben = night.people("oda", "ann", "ben")
    night.guild.give(oda, night.guild.role("owners", "manage_guild"))
    yield seen("1-setup", (await oda.slash("setup", channel=night.channel)).answer)
    chooser = await ann.slash("play", game="rogues", channel=night.channel)
    yield seen("2-play", chooser.answer)
    assert chooser.answer is not None
    lists = chooser.answer.selects[-1]
    values = await ann.selects(chooser.answer, lists.custom_id, [lists.options[0].value])
    if values.modal is not None:
        form: Mapping[str, Any] = {"type": FORM, "title": values.modal.title, "components": values.modal.components}
        yield Seen("3-option", [form], None)
    else:
        yield seen("3-option", values.answer)
    yield seen("4-invitation", (await ann.menu("Invite to my table", ben, channel=night.channel)).answer)
    await ben.presses(night.cards[0], "Join")
    yield seen("5-lobby", night.cards[0])
    await ann.presses(night.cards[0], "Start (ann)")
    await night.quiet()
    yield seen("6-card", night.cards[0])
    for name, person in (("ann", ann), ("ben", ben)):
        hand = (await person.presses(night.cards[0], "My hand")).answer
        yield seen(f"7-hand-{name}", hand)
        if hand is not None and any(one.label == "Flee" for one in hand.buttons):
            yield seen("8-sure", (await person.presses(hand, "Flee")).answer)
    yield seen("9-more", (await ann.presses(night.cards[0], "More")).answer)
    yield seen("10-purse", (await ann.menu("Purse and tables", ben, channel=night.channel)).answer)


async def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as below:
        async with await EmbeddedServer.start(Path(below)) as redis, DiscordStandIn() as server:
            store = await Store.connect(redis.url)
            server.limits.off()
            async with Night(server, store, unlimited=True) as night:
                every = [one async for one in evening(night)]
            await store.close()
    for name, high in await photographed(folder, every):
        print(f"{name}: {high} px high")
    drawn = [Image.open(folder / f"{one.name}-{'light' if at % 2 else 'dark'}.png") for at, one in enumerate(every)]
    columns: list[list[Image.Image]] = [[] for _ in range(COLUMNS)]
    for one in drawn:
        min(columns, key=lambda column: sum(above.height for above in column)).append(one)
    together(columns).save(folder / "panels.jpg", quality=78)


if __name__ == "__main__":
    into, _ = folder_and_names(__doc__, "none", most=0)
    asyncio.run(main(into))
