"""What every chat platform asks of the house."""

from typing import ClassVar, Literal

from bot.app.application import Application
from bot.ports.messages import Answer, Message
from bot.text import Words


class OnPlatform:
    platform: ClassVar[str]

    def __init__(self, house: Application) -> None:
        self._house = house

    async def hear(self, message: Message) -> Answer:
        return await self._house.hear(message)

    async def repeated(self, message: Message) -> Answer | None:
        return await self._house.repeated(message)

    async def here_again(self) -> None:
        await self._house.here_again(self.platform)

    async def place_closed(self, venue: str, place: str) -> None:
        await self._house.place_closed(venue, place)

    async def place_open(self, venue: str, place: str) -> None:
        await self._house.place_open(venue, place)

    def words(self, locale: str, venue: str = "") -> Words:
        return self._house.host.words(locale, self.platform, venue)

    async def prefix_of(self, venue: str) -> str:
        return await self._house.host.prefix_in(venue)

    async def pings_of(self, person: str) -> Literal["on", "off", "dm"]:
        return await self._house.host.pings.of(person)
