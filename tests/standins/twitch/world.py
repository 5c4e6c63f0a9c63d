"""Hold everything on this Twitch: people, channels, the application and its tokens, and the clock."""

from __future__ import annotations

from collections.abc import Iterable

from standins.faults import Faults
from standins.restlog import RestLog
from standins.twitch import payloads
from standins.twitch.channels import Channel, Line
from standins.twitch.chat import ChatRules
from standins.twitch.clock import TwitchClock
from standins.twitch.conduits import Conduits
from standins.twitch.errors import TwitchError
from standins.twitch.events import Events
from standins.twitch.eventsub import EventSub
from standins.twitch.journal import TwitchJournal
from standins.twitch.limits import TwitchLimits
from standins.twitch.people import Person
from standins.twitch.subscriptions import Subscriptions
from standins.twitch.tokens import Application, Token, Tokens
from standins.twitch.whispers import WhisperRules
from standins.waiting import Waiting

FIRST_ID = 100_000_001
BOT_SCOPES = ("user:read:chat", "user:write:chat", "user:bot", "user:read:whispers", "user:manage:whispers")


class TwitchWorld(Waiting):
    def __init__(self) -> None:
        self.base_url = ""
        self.eventsub_url = ""
        self.clock = TwitchClock()
        self.journal = TwitchJournal(self.clock)
        self.faults = Faults()
        self.limits = TwitchLimits(self.clock)
        self.rest = RestLog()
        self.application = Application()
        self.tokens = Tokens(self.clock)
        self.chat = ChatRules(self.clock)
        self.whispering = WhisperRules(self.clock)
        self.eventsub = EventSub(self)
        self.conduits = Conduits(self)
        self.subscriptions = Subscriptions(self)
        self.events = Events(self)
        self.people: dict[str, Person] = {}
        self.logins: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.slash_lines: list[str] = []
        self.dropped_lines: list[Line] = []
        self.unknown_routes: list[str] = []
        self.signed_in: Person | None = None
        super().__init__()
        self.bot = self.person("potluckbot", display_name="PotluckBot")

    # Who and what exists

    def person(self, login: str, *, display_name: str | None = None) -> Person:
        if login in self.logins:
            raise AssertionError(f"there is a {login} already")
        created = self.clock.rfc3339(self.clock.now() - 400 * 86_400)
        person = Person(str(FIRST_ID + len(self.people)), login, display_name or login.title(), self, created)
        self.people[person.id] = self.logins[login] = person
        return person

    def renames(self, person: Person, login: str) -> None:
        """Rename somebody; logins change, ids do not."""
        del self.logins[person.login]
        person.login, person.display_name = login, login.title()
        self.logins[login] = person

    def channel(self, login: str = "inn", *, bot_moderates: bool = False, allows_bot: bool = True) -> Channel:
        """Create a broadcaster's channel; `allows_bot`: they have authorized the application with `channel:bot`."""
        broadcaster = self.logins.get(login) or self.person(login)
        channel = Channel(broadcaster, self)
        channel.join(broadcaster)
        if bot_moderates:
            channel.moderators.append(self.bot)
        if allows_bot:
            self.tokens.user(broadcaster, ["channel:bot"])
        self.channels[channel.id] = channel
        return channel

    def channel_of(self, broadcaster_id: str) -> Channel:
        channel = self.channels.get(broadcaster_id)
        if channel is None:
            raise TwitchError(400, "The ID in broadcaster_id is not valid.")
        return channel

    def person_of(self, user_id: str) -> Person:
        person = self.people.get(user_id)
        if person is None:
            raise TwitchError(400, "The user ID is not valid.")
        return person

    # Tokens

    def authorise(self, person: Person, scopes: Iterable[str] = BOT_SCOPES) -> Token:
        """Return a token as if this person had already consented: `.value` and `.refresh`."""
        token = self.tokens.user(person, scopes)
        self.authorisation_changed("grant", person)
        return token

    def revoke(self, person: Person) -> None:
        """Disconnect the application for somebody: tokens die, and subscriptions that needed their permission are
        revoked.
        """
        self.tokens.revoke(person)
        self.subscriptions.leave_withdrawn(person)
        self.authorisation_changed("revoke", person)

    def authorisation_changed(self, how: str, person: Person) -> None:
        facts = {"client_id": self.application.id}
        self.events.notify(f"user.authorization.{how}", facts, facts | payloads.named(person))

    def leaked(self, text: str) -> list[str]:
        """Return the names of the secrets in this text; a test expects none."""
        known = [("client secret", self.application.secret), *self.tokens.secrets()]
        return [name for name, secret in known if secret in text]

    # Events

    def repeat_last(self, count: int = 1) -> None:
        self.events.repeat_last(count)

    # Waiting

    async def drained(self) -> None:
        await self.eventsub.drained()
