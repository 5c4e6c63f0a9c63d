"""Seat five at a table of Headache, with the dice of the rules' tests: Andy is prime, Colin the chairman."""

import re
from collections.abc import Sequence
from typing import Any, Final

from parlour import Guest, Parlour, Shown

NAMES: Final = ("andy", "bill", "pete", "jack", "colin")
FIRST: Final = (19, 15, 10, 8, 3)
DRAWN: Final = {"andy": ("d4", "d20"), "bill": ("d6",), "pete": ("d8",), "jack": ("d10",), "colin": ("d12",)}
"""What each of them has drawn, and nobody else may know."""
IN_THE_BAG: Final = {
    "andy": "In the bag: d4, d6, d8, d10, d12, d20.",
    "bill": "In the bag: d6, d8, d10, d12, d20.",
    "pete": "In the bag: d8, d10, d12, d20.",
    "jack": "In the bag: d10, d12, d20.",
    "colin": "In the bag: d12, d20.",
}


class Five:
    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.all: Sequence[Guest] = parlour.people(*NAMES)
        self.andy, self.bill, self.pete, self.jack, self.colin = self.all

    @property
    def card(self) -> Shown:
        return self.parlour.card

    async def sit_down(self, options: str = "pace=quick") -> None:
        await self.andy.slash("open", game="headache", options=options)
        for guest in self.all[1:]:
            await guest.presses(self.card, "Join")

    async def draw(self, options: str = "pace=quick") -> None:
        """Play from the first line to the dice under the cups: everybody stays with the first roll."""
        if not self.parlour.messages:
            await self.sit_down(options)
        self.parlour.rolls(*FIRST)
        await self.andy.presses(self.card, "Start (andy)")
        self.parlour.rolls(4, 6, 8, 10, 12, 20)
        for guest in self.all:
            await guest.presses(self.card, "Stay")

    async def leave_the_cups(self, without: Guest | None = None, seconds: float = 15) -> None:
        for guest in self.all:
            card = await self.parlour.until("Pass")
            if guest is without:
                await self.parlour.wait(seconds)
            else:
                await guest.presses(card, "Pass")

    async def each(self, label: str, said: dict[str, dict[str, Any]], without: Guest | None = None) -> None:
        """Let everybody fill in the form of this button: the named values, and the others unchanged."""
        await self.parlour.until(label)
        ask = await self.parlour.ask
        for guest in self.all:
            if guest is not without and await self.parlour.ask == ask:
                await guest.fills(await self.parlour.until(label), label, **said.get(guest.name, {}))
        while await self.parlour.ask == ask:
            await self.parlour.wait(1)

    async def sell(self) -> None:
        """Play to the first lot: nobody swaps, failed bids pay nothing, bought dice are shown."""
        await self.leave_the_cups()
        await self.each("Vote", {"colin": {"amount": "1", "option": ["nothing"]}})
        await self.each("Vote", {"colin": {"amount": "1", "option": ["all"]}})
        await self.parlour.until("Bid")

    async def stacks(self) -> dict[str, int]:
        """Return the stacks as the card tells them: in the words beside its picture, such as `bill · 95`."""
        told = re.findall(r"(\w+) · ([0-9,]+)", self.card.described)
        return {name: int(stack.replace(",", "")) for name, stack in told}
