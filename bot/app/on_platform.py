"""The application for the adapters of all chat platforms."""

from typing import ClassVar, Literal

from bot.app.application import Application
from bot.ports.ids import NO_VENUE, PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Reply
from bot.text import Words


class OnPlatform:
    """Answers what an adapter asks of the application; `platform`: the name of the adapter's platform."""

    platform: ClassVar[str]

    def __init__(self, app: Application) -> None:
        self._app = app

    async def hear(self, message: Message) -> Reply:
        return await self._app.hear(message)

    def is_foreign(self, venue: VenueId, place: PlaceId, person: PersonId, line: str) -> bool:
        return self._app.dispatcher.is_foreign(venue, place, person, line)

    def signs_are_marks(self) -> bool:
        return self._app.languages.signs_are_marks

    async def repeated(self, message: Message) -> Reply | None:
        return await self._app.dispatcher.repeated(message)

    async def here_again(self) -> None:
        await self._app.places.here_again(self.platform)

    async def place_closed(self, venue: VenueId, place: PlaceId) -> None:
        await self._app.places.place_closed(venue, place)

    async def place_open(self, venue: VenueId, place: PlaceId) -> None:
        await self._app.places.place_open(venue, place)

    async def show_again(self, venue: VenueId, place: PlaceId) -> None:
        await self._app.places.show_again(venue, place)

    def words(self, locale: str, venue: VenueId = NO_VENUE) -> Words:
        return self._app.languages.words(locale, self.platform, venue)

    async def prefix_of(self, venue: VenueId) -> str:
        return await self._app.languages.sign_in(venue)

    async def pings_of(self, person: PersonId) -> Literal["on", "off", "dm"]:
        return await self._app.pings.of(person)
