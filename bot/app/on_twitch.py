"""The application for Twitch's adapter, and the making of that adapter."""

from typing import Final

from bot.adapters.twitch import Accounts, RateLimits, TwitchAdapter, point_to
from bot.app.application import Application
from bot.app.on_platform import OnPlatform
from bot.app.settings import Settings
from bot.app.stored_notes import StoredNotes
from bot.engine.vault import Vault
from bot.people.venues import NOTHING
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Reply, Rights
from persistence import StoreTrouble

CONNECTED: Final = b"twitch-account"


class OnTwitch(OnPlatform):
    """Answers the questions that only Twitch's adapter asks of the application."""

    platform = TwitchAdapter.platform

    @property
    def process(self) -> str:
        return self._app.shares.name

    def lives(self, process: str) -> bool:
        return process in self._app.shares.live

    def tell(self, person: PersonId, answer: Reply) -> bool:
        return self._app.own_page.tell(self._app.selves.at_hand(person) or person, answer)

    def shards_here(self, of: int) -> frozenset[int]:
        return self._app.shares.leased(self.platform, of)

    async def way_in(self, place: PlaceId) -> str:
        return await self._app.doors.told_way_in(place)

    def moderates(self, person: PersonId, venue: VenueId, rights: Rights) -> None:
        self._app.dispatcher.standing.moderates(self._app.selves.at_hand(person) or person, venue, rights)

    async def announces(self, venue: VenueId) -> str:
        settings = await self._app.venues.settings(venue)
        return settings.announce_color if settings.announce else ""

    async def deletes_secrets(self, venue: VenueId) -> bool:
        return (await self._app.venues.settings(venue)).deletes_secrets

    async def watches_stream(self, venue: VenueId) -> bool:
        return (await self._app.venues.settings(venue)).offline != NOTHING

    async def stream_is_on(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:  # noqa: ARG002 - of the port
        for one in self._app.hooks.channels:
            await one.stream_is_on(venue, place, at)

    async def stream_is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        for one in self._app.hooks.channels:
            await one.stream_is_off(venue, place, by, at)

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        for one in self._app.hooks.channels:
            await one.raided(venue, place, by, viewers)

    async def has_table(self, venue: VenueId, place: PlaceId) -> bool:
        try:
            return bool(await self._app.directory.at(venue, place, fresh=True))
        except StoreTrouble:
            return False  # the next line about it asks for raids, too

    def sits(self, venue: VenueId, place: PlaceId, person: PersonId) -> bool:
        who = self._app.selves.at_hand(person) or person
        return any(one.has(who) for one in self._app.directory.glimpse(venue, place) or ())

    async def has_rewards(self, venue: VenueId) -> bool:
        return bool((await self._app.venues.settings(venue)).rewards)

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        person = await self._app.selves.known(person)
        for one in self._app.hooks.channels:
            answer = await one.redeemed(person, place, reward, redemption)
            if answer is not None:
                return answer
        return None

    async def take_up_poll(self, place: PlaceId) -> None:
        for one in self._app.hooks.channels:
            await one.take_up_poll(place)


class TwitchNotes(StoredNotes):
    """The notes that Twitch's adapter keeps in the store; tokens are already sealed."""

    kind = "twitch"

    async def wait_for(self, name: str, seconds: float, most: int) -> float:
        """Take room for one line, as `SharedRoom` says; if the store is away, each process counts alone."""
        try:
            return await self._store.take_room(name, round(seconds * 1000), most) / 1000
        except StoreTrouble:
            return 0.0


def twitch_accounts(notes: TwitchNotes, vault: Vault, settings: Settings) -> Accounts:
    """Return the connected accounts, which use the addresses in the settings."""
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    secret = settings.twitch_client_secret.get_secret_value()
    channels = settings.twitch_channels.replace(",", " ").split()
    return Accounts(notes, vault, settings.twitch_client_id, secret, channels)


def limits_of(settings: Settings) -> RateLimits:
    """Return the limits for chat lines: nine tenths of what Twitch allows, because a line too many is lost."""
    lines, as_moderator = settings.twitch_lines, settings.twitch_lines_as_moderator
    return RateLimits(plain=lines * 9 // 10, as_moderator=as_moderator * 9 // 10)


def twitch_accounts_of(app: Application, settings: Settings) -> Accounts:
    """Return the connected accounts of a bot; what signs in by the pages of one process is known to all."""
    accounts, news = twitch_accounts(TwitchNotes(app.store), Vault(app.keys), settings), app.store.news
    accounts.tells = lambda user: news.tell(CONNECTED, OnTwitch.platform, user.encode())
    news.hear(CONNECTED, lambda _, user: accounts.has_changed(user.decode()))
    return accounts


def twitch_adapter(app: Application, settings: Settings) -> TwitchAdapter:
    notes, accounts = TwitchNotes(app.store), twitch_accounts_of(app, settings)
    return TwitchAdapter(OnTwitch(app), notes, accounts, conduit=settings.twitch_conduit, limits=limits_of(settings))
