"""The checks before a stream, in the order in which one would fix things."""

from collections.abc import AsyncIterator, Coroutine
from typing import Any, Final

import aiohttp

from bot.adapters.twitch import BOT_SCOPES, LOST, SCOPES, Account, Channel, Directory, SetupQuestions
from bot.adapters.web import WRONG_KEY
from bot.app.settings import Settings
from bot.app.stream_check.env_file import FILE, EnvFile
from bot.app.stream_check.finding import Finding, Mark, good, note, wrong
from bot.app.stream_check.outside import WITHIN, here, look_from_outside
from bot.app.stream_check.stored import Stored
from bot.app.table_room import address

WITHOUT: Final = {
    "user:manage:whispers": "whispers can't be sent",
    "user:read:whispers": "whispers aren't heard",
    "moderator:manage:announcements": "tables can't be announced",
    "moderator:read:followers": "tables for followers are not possible, nor can I see where the bot moderates",
    "moderator:manage:chat_messages": "a secret that somebody types in chat can't be deleted",
}
"""What does not work without a scope that is optional for the bot."""
IN_PRIVATE: Final = "in a private window: yours are signed in as yourself"
CONSOLE: Final = "https://dev.twitch.tv/console/apps"
SECRET: Final = (
    "TWITCH_CLIENT_SECRET",
    "DISCORD_TOKEN",
    "DISCORD_CLIENT_SECRET",
    "REDIS_PASSWORD",
    "POTLUCK_STAFF_WORD",
)
"""The settings that nobody else may read."""
ACCOUNT: Final = "account"
OWN: Final = "own"
CONNECTED: Final = "connected"


class Check:
    """Checks everything once. `stored`: None if nothing is stored yet. `running`: a Potluck answers on this machine."""

    def __init__(self, settings: Settings, stored: Stored | None, *, running: bool) -> None:
        self._settings, self._stored, self._running = settings, stored, running
        self._public = public_of(settings)
        self._twitch = SetupQuestions(settings.twitch_client_id, settings.twitch_client_secret.get_secret_value())
        self.bot: Account | None = None
        """The bot's own account, once it was checked."""
        self.channels: tuple[Channel, ...] = ()
        """The channels where a test line can be said."""

    async def findings(self) -> AsyncIterator[Finding]:
        """Yield each finding as soon as it is known. Raises StoreTrouble."""
        yield self._store()
        if found := open_env_file():
            yield found
        known = await self._or_away(self._application())
        yield known
        if known.mark is Mark.GOOD:
            yield await self._or_away(self._sent_back())
        yield await look_from_outside(self._public, self._settings.web_port, WRONG_KEY, running=self._running)
        if known.mark is Mark.GOOD:
            async for found in self._of_accounts():
                yield found

    async def of_twitch(self, *, accounts: bool) -> AsyncIterator[Finding]:
        """Yield what is found of the application alone, and with `accounts` of accounts and channels.

        Raises StoreTrouble.
        """
        known = await self._or_away(self._application())
        yield known
        if known.mark is Mark.GOOD:
            yield await self._or_away(self._sent_back())
        if known.mark is Mark.GOOD and accounts:
            async for found in self._of_accounts():
                yield found

    def _store(self) -> Finding:
        if self._settings.redis_url:
            return good("store", "Redis answers")
        if self._stored is None:
            return note("store", "Nothing is stored yet: Potluck starts a store of its own")
        return good("store", "Potluck's own store answers")

    async def _application(self) -> Finding:
        match await self._twitch.application():
            case "":
                return good("application", "Twitch knows the application: client id and secret are good")
            case "id":
                return wrong(
                    "application", "Twitch knows no application with this TWITCH_CLIENT_ID", f"copy it from {CONSOLE}"
                )
            case "secret":
                todo = f"press New Secret at {CONSOLE} and copy it whole; the old one ends then"
                return wrong("application", "TWITCH_CLIENT_SECRET is not the secret of this application", todo)
            case _:
                return wrong("application", "Twitch refuses the application", f"look at it at {CONSOLE}")

    async def _sent_back(self) -> Finding:
        back = f"{self._public}signed-in/twitch"
        match await self._twitch.knows_address(back):
            case True:
                return good("redirect", f"Twitch sends people back to {back}")
            case False:
                todo = f"at {CONSOLE}, under OAuth Redirect URLs, add exactly {back} and save"
                return wrong("redirect", "Twitch refuses our sign-in (redirect_mismatch)", todo)
            case None:
                todo = f"it is refused as redirect_mismatch unless exactly {back} is registered"
                return note("redirect", "Whether people come back from a sign-in, only a sign-in shows", todo)

    # Accounts

    async def _of_accounts(self) -> AsyncIterator[Finding]:
        directory = Directory() if self._stored is None else await self._stored.directory()
        account = await self._asked_account(directory)
        if isinstance(account, Finding):
            yield account
        else:
            self.bot, login = account
            yield good(ACCOUNT, f"The bot's account is {login}")
            yield scopes_of(self.bot)
            if own := self._own(directory, login):
                yield own
        async for found in self._of_channels(directory):
            yield found
        if self.bot is not None:
            yield whispers(self.bot)

    async def _asked_account(self, directory: Directory) -> tuple[Account, str] | Finding:
        """Return the bot's own account and its login, or the finding of what is wrong with it."""
        try:
            return await self._own_account(directory)
        except LOST as error:
            return away(ACCOUNT, error)

    async def _own_account(self, directory: Directory) -> tuple[Account, str] | Finding:
        again = f"sign in as it again: {self._sign_in}"
        if self._stored is None or not directory.bot:
            return wrong(ACCOUNT, "The bot has no account yet", self._sign_in)
        account = await self._stored.account(directory.bot)
        if account is None:
            return wrong(ACCOUNT, "The tokens of the bot's account were sealed with another key file", again)
        state = await self._twitch.state_of(account)
        if state is None and not self._running:  # a running bot does that itself, and we must not interfere
            renewed = await self._twitch.renewed(account)
            if renewed is not None:
                await self._stored.accounts.refreshed(renewed.id, renewed.token, renewed.refresh)
                account, state = renewed, await self._twitch.state_of(renewed)
        if state is None:
            return wrong(ACCOUNT, "Twitch no longer takes the tokens of the bot's account", again)
        return Account(account.id, account.token, account.refresh, tuple(sorted(state.scopes))), state.login

    @property
    def _sign_in(self) -> str:
        """Return how to sign in as the bot."""
        if self._running:
            return f"open the address with connect/twitch/bot#… that the bot says when it starts, {IN_PRIVATE}"
        return f"start the bot (potluck stream, or potluck run) and open the address that it says, {IN_PRIVATE}"

    def _own(self, directory: Directory, login: str) -> Finding | None:
        """Return a finding if the bot's account is also a streamer's."""
        streams = {channel.id for channel in directory.channels}
        if directory.bot not in streams and login.lower() not in self._named:
            return None
        text = f"{login} is the bot's account and a streamer's: the bot does not hear what {login} types"
        if self._settings.twitch_own_account:
            return note(OWN, text, "as you wished; play and host on your page (TWITCH_OWN_ACCOUNT)")
        todo = (
            "you could neither open a table nor play in your own chat, and all its lines would bear your name. Make "
            "another account and sign in as that; or say TWITCH_OWN_ACCOUNT=true in .env, and use your page"
        )
        return wrong(OWN, text, todo)

    # Channels

    @property
    def _named(self) -> tuple[str, ...]:
        """Return the channels named in the settings."""
        named = self._settings.twitch_channels.replace(",", " ").split()
        return tuple(dict.fromkeys(one.lower().lstrip("#@") for one in named))

    async def _of_channels(self, directory: Directory) -> AsyncIterator[Finding]:
        try:
            found = await self._twitch.channels(self._named, [one.id for one in directory.channels])
        except LOST as error:
            yield away(CONNECTED, error)
            return
        known = {one.login.lower() for one in found}
        signed_in = {one.id for one in directory.channels}
        self.channels = tuple(
            one for one in dict.fromkeys(found) if not self._named or one.login.lower() in self._named
        )
        for name in self._named:
            if name not in known:
                yield wrong(f"channel {name}", f"Twitch knows no channel {name}", "correct TWITCH_CHANNELS in .env")
        if not self._named and not self.channels:
            yield wrong(
                CONNECTED, "No channel is connected", f"sign in as the streamer at {self._public}connect/twitch"
            )
        for channel in self.channels:
            async for one in self._of_channel(channel, signed_in=channel.id in signed_in):
                yield one

    async def _of_channel(self, channel: Channel, *, signed_in: bool) -> AsyncIterator[Finding]:
        yield await self._connected(channel, signed_in=signed_in)
        if self.bot is not None:
            yield await self._or_away(self._moderates(self.bot, channel))
        if self._stored is not None:
            yield await self._overlay(self._stored, channel)

    async def _connected(self, channel: Channel, *, signed_in: bool) -> Finding:
        about, login = f"channel {channel.id}", channel.login
        if self._running and self.bot is not None and not await self._plays_in(login):
            todo = "wait half a minute; is the bot banned there, or was it started before .env was changed?"
            return wrong(about, f"The bot is not in {login}'s chat", todo)
        if signed_in:
            return good(about, f"{login} is connected")
        todo = f"sign in as {login} at {self._public}connect/twitch for the badge of a bot, and for the overlay"
        return note(about, f"{login} is named in TWITCH_CHANNELS, that is enough to play", todo)

    async def _plays_in(self, login: str) -> bool:
        """Tell whether the running bot is in this chat: the channel then has a door."""
        door = f"{here(self._settings)}at/twitch/{login}"
        try:
            async with aiohttp.ClientSession(timeout=WITHIN) as session, session.get(door) as answer:
                return answer.status != 404
        except LOST:
            return True  # it can't be asked, which another finding says

    async def _moderates(self, bot: Account, channel: Channel) -> Finding:
        about = f"moderator {channel.id}"
        if bot.id == channel.id:
            return good(about, f"The bot is the broadcaster of {channel.login}: it may say 100 lines in half a minute")
        match await self._twitch.moderates(bot, channel.id):
            case True:
                return good(about, f"The bot is a moderator in {channel.login}'s chat")
            case False:
                name = await self._name_of(bot)
                todo = f"type /mod {name} there: 100 lines in half a minute in place of 20, announcements, followers"
                return note(about, f"The bot is no moderator in {channel.login}'s chat", todo)
            case None:
                return note(about, f"Whether the bot moderates in {channel.login}'s chat can't be seen")

    async def _name_of(self, account: Account) -> str:
        found = await self._twitch.channels(ids=[account.id])
        return found[0].login if found else "the bot's name"

    async def _overlay(self, stored: Stored, channel: Channel) -> Finding:
        about = f"overlay {channel.id}"
        if await stored.overlay_was_shown(channel.id):
            return good(about, f"The overlay of {channel.login} was shown")
        if await stored.has_overlay(channel.id):
            todo = "in OBS: Sources, +, Browser, and paste it"
            return note(about, f"The overlay of {channel.login} has an address, but was never opened", todo)
        todo = f"sign in at {self._public}connect/twitch, then: Set up the overlay, Make a new address"
        return note(about, f"{channel.login} has no overlay yet", todo)

    # A line

    async def say(self, channel: Channel, text: str) -> Finding:
        """Say a line in a chat, and return the result."""
        about = f"line {channel.id}"
        if self.bot is None:
            raise ValueError("no account to say it with")
        try:
            reason = await self._twitch.say(self.bot, channel.id, text)
        except LOST as error:
            return away(about, error)
        if not reason:
            return good(about, f"A line stands in {channel.login}'s chat")
        todo = "is the bot banned or timed out, or is the chat for followers or subscribers only?"
        return wrong(about, f"Twitch did not take a line for {channel.login}'s chat ({reason})", todo)

    async def _or_away(self, asking: Coroutine[Any, Any, Finding]) -> Finding:
        try:
            return await asking
        except LOST as error:
            return away("twitch", error)


def public_of(settings: Settings) -> str:
    """Return the address of the pages that people are told, with a slash at its end."""
    if settings.public_url:
        return settings.public_url.rstrip("/") + "/"
    return address(settings.web_host, settings.web_port)


def open_env_file() -> Finding | None:
    """Return a finding if others on this machine can read secrets in `.env`."""
    file = EnvFile(FILE)
    if not file.is_open() or not any(file.value(name) for name in SECRET):
        return None
    text = "Others on this machine can read .env, in which a secret stands"
    return note("file", text, "say chmod 600 .env, and they can't any more")


def away(about: str, error: BaseException) -> Finding:
    """Return the finding that Twitch does not answer."""
    return wrong(about, f"Twitch can't be reached ({type(error).__name__})", "is this machine online? Try again")


def scopes_of(account: Account) -> Finding:
    """Return the finding on whether an account allows everything that the bot wants to do."""
    missing = set(SCOPES["bot"]) - set(account.scopes)
    if needed := missing & set(BOT_SCOPES):
        names = ", ".join(sorted(needed))
        return wrong("scopes", f"The bot's account does not allow {names}", "sign in as it again, and allow all of it")
    if missing:
        lost = "; ".join(WITHOUT[one] for one in sorted(missing))
        return note("scopes", f"The bot's account does not allow {', '.join(sorted(missing))}", f"{lost}")
    return good("scopes", "It allows all that the bot asks for")


def whispers(account: Account) -> Finding:
    """Return the finding on whispers, as far as anything can be known."""
    if "user:manage:whispers" not in account.scopes:
        return note("whispers", "Whispers are not possible", "nothing depends on them")
    todo = "the bot's account needs a verified phone number (Twitch: Settings, Security); nothing depends on them"
    return note("whispers", "Whispers: Twitch does not say whether it delivers them", todo)
