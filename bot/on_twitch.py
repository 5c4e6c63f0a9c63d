"""What Twitch asks of the house, and how its adapter is put together."""

from typing import Final, Literal

from bot.fairness import keys_from_file
from bot.house import House
from bot.messages import Answer, Message, Person
from bot.settings import Settings
from bot.twitch import Accounts, TwitchAdapter, point_to
from bot.vault import Vault
from bot.words import Words
from persistence import Store

NOTES: Final = "twitch"


class OnTwitch:
    def __init__(self, house: House) -> None:
        self._house = house

    async def hear(self, message: Message) -> Answer:
        return await self._house.hear(message)

    async def here_again(self) -> None:
        await self._house.here_again(TwitchAdapter.platform)

    async def place_closed(self, venue: str, place: str) -> None:
        await self._house.place_closed(venue, place)

    async def place_open(self, venue: str, place: str) -> None:
        await self._house.place_open(venue, place)

    def words(self, locale: str, venue: str = "") -> Words:
        return self._house.host.words(locale, TwitchAdapter.platform, venue)

    async def prefix_of(self, venue: str) -> str:
        return await self._house.host.prefix_in(venue)

    def tell(self, person: str, answer: Answer) -> bool:
        return self._house.tell(person, answer)

    async def way_in(self, place: str) -> str:
        return await self._house.host.links.way_in(place)

    async def announces(self, venue: str) -> bool:
        return (await self._house.host.venues.settings(venue)).announce

    async def has_rewards(self, venue: str) -> bool:
        return bool((await self._house.host.venues.settings(venue)).rewards)

    async def redeemed(self, person: Person, place: str, reward: str, redemption: str) -> Answer | None:
        return await self._house.redeemed(person, place, place, reward, redemption)

    async def pings_of(self, person: str) -> Literal["on", "off", "dm"]:
        return await self._house.host.pings.of(person)

    def now(self) -> int:
        return self._house.now()


class TwitchNotes:
    """What Twitch keeps in the store; tokens come here sealed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(self, name: str, content: bytes, seconds: int | None = None) -> None:
        await self._store.put_note(NOTES, name, content, seconds)

    async def load(self, name: str) -> bytes | None:
        return await self._store.note(NOTES, name)

    async def forget(self, name: str) -> None:
        await self._store.drop_note(NOTES, name)


def twitch_adapter(house: House, settings: Settings) -> TwitchAdapter:
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    notes, vault = TwitchNotes(house.store), Vault(keys_from_file(settings.key_file))
    secret = settings.twitch_client_secret.get_secret_value()
    accounts = Accounts(
        notes, vault, settings.twitch_client_id, secret, settings.twitch_channels.replace(",", " ").split()
    )
    return TwitchAdapter(OnTwitch(house), notes, accounts, conduit=settings.twitch_conduit)
