"""The application as Twitch's adapter asks it, and that adapter put together."""

from bot.adapters.twitch import Accounts, TwitchAdapter, point_to
from bot.app.application import Application
from bot.app.key_file import keys_from_file
from bot.app.on_platform import OnPlatform
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.engine.vault import Vault
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Reply


class OnTwitch(OnPlatform):
    """Answer what only Twitch's adapter asks of the application."""

    platform = TwitchAdapter.platform

    def tell(self, person: PersonId, answer: Reply) -> bool:
        return self._app.own_page.tell(person, answer)

    async def way_in(self, place: PlaceId) -> str:
        return await self._app.links.way_in(place)

    async def announces(self, venue: VenueId) -> bool:
        return (await self._app.venues.settings(venue)).announce

    async def has_rewards(self, venue: VenueId) -> bool:
        return bool((await self._app.venues.settings(venue)).rewards)

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        return await self._app.rewards.redeemed(person, VenueId(place), place, reward, redemption)


class TwitchNotes(StoredNotes):
    """The notes that Twitch's adapter keeps in the store; tokens come here sealed."""

    kind = "twitch"


def twitch_adapter(app: Application, settings: Settings) -> TwitchAdapter:
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    notes, vault = TwitchNotes(app.store), Vault(keys_from_file(settings.key_file))
    secret = settings.twitch_client_secret.get_secret_value()
    accounts = Accounts(
        notes, vault, settings.twitch_client_id, secret, settings.twitch_channels.replace(",", " ").split()
    )
    return TwitchAdapter(OnTwitch(app), notes, accounts, conduit=settings.twitch_conduit)
