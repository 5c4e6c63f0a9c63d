"""What Twitch asks of the house, and how its adapter is put together."""

from bot.adapters.twitch import Accounts, TwitchAdapter, point_to
from bot.app.application import Application
from bot.app.on_platform import OnPlatform
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.engine.fairness import keys_from_file
from bot.engine.vault import Vault
from bot.ports.messages import Answer, Person


class OnTwitch(OnPlatform):
    """What Twitch asks of the house, besides."""

    platform = TwitchAdapter.platform

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


class TwitchNotes(StoredNotes):
    """What Twitch keeps in the store; tokens come here sealed."""

    kind = "twitch"


def twitch_adapter(house: Application, settings: Settings) -> TwitchAdapter:
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    notes, vault = TwitchNotes(house.store), Vault(keys_from_file(settings.key_file))
    secret = settings.twitch_client_secret.get_secret_value()
    accounts = Accounts(
        notes, vault, settings.twitch_client_id, secret, settings.twitch_channels.replace(",", " ").split()
    )
    return TwitchAdapter(OnTwitch(house), notes, accounts, conduit=settings.twitch_conduit)
