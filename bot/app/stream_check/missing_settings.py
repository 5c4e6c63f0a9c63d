"""Asks for the settings that Twitch needs, one after the other; each answer is written to the file at once."""

import asyncio
from collections.abc import Callable
from typing import Final

import click

from bot.adapters.twitch import LOST, SetupQuestions, point_to
from bot.app.settings import Settings
from bot.app.stream_check import told, typed
from bot.app.stream_check.checks import CONSOLE, public_of
from bot.app.stream_check.env_file import FILE, EnvFile
from bot.app.stream_check.typed import TypoError

TRIES: Final = 3
"""How often a secret is asked for before the check says what is wrong with it."""
PROXIES: Final = "127.0.0.1, ::1"
"""A proxy or tunnel on this machine is trusted to say where people come from."""


class MissingSettings:
    """Asks for what is missing. `again`: also for what is set, where just Enter keeps it.

    Values in the environment take precedence over the file, and are not asked for.
    """

    def __init__(self, *, again: bool = False, say: Callable[[str], None] = click.echo) -> None:
        self._file, self._again, self._say = EnvFile(FILE), again, say
        self.wrote = False

    def ask_all(self) -> None:
        """Ask, and write `.env`. Raises EnvFileError, and Abort for Ctrl-C."""
        self._address()
        self._application()
        self._channel()

    def _address(self) -> None:
        before = Settings()
        if not self._is_asked("POTLUCK_PUBLIC_URL", before.public_url):
            return
        self._say(told.ADDRESS.format(playable=told.listed(told.open_and_hidden()[0])))
        found = self._typed(
            "Public address", lambda text: typed.public_address(text, before.web_port), before.public_url
        )
        values = {"POTLUCK_PUBLIC_URL": found}
        if found.startswith("https://") and not before.proxies:
            values["POTLUCK_PROXIES"] = PROXIES
        self._write(values)

    def _application(self) -> None:
        before = Settings()
        known, secret = before.twitch_client_id, before.twitch_client_secret.get_secret_value()
        asks_id = self._is_asked("TWITCH_CLIENT_ID", known)
        asks_secret = self._is_asked("TWITCH_CLIENT_SECRET", secret)
        if not (asks_id or asks_secret):
            asks_id, asks_secret = self._in_file("TWITCH_CLIENT_ID"), self._in_file("TWITCH_CLIENT_SECRET")
            if not (asks_id or asks_secret) or is_known(before):
                return
            self._say("\nTwitch does not know the client id with the client secret that are set.")
        self._say(told.REGISTER.format(console=CONSOLE, back=f"{public_of(before)}signed-in/twitch"))
        for _ in range(TRIES):
            if asks_id:
                self._write({"TWITCH_CLIENT_ID": self._typed("Client ID", typed.client_id, known)})
            if asks_secret:
                self._secret(keeps=secret if self._again else "")
            if is_known(Settings()):
                return
            self._say("  Twitch does not know this id with this secret. Once more, please (just Enter keeps the id).")
            known, secret = Settings().twitch_client_id, ""
            asks_id, asks_secret = self._in_file("TWITCH_CLIENT_ID"), self._in_file("TWITCH_CLIENT_SECRET")

    def _secret(self, *, keeps: str) -> None:
        """Ask for the secret. `keeps`: the one that just Enter keeps; empty for none."""
        known = Settings().twitch_client_id

        def right(text: str) -> str:
            return typed.secret_beside(known, text or keeps)

        question = "Client secret (nothing shows while you paste it)"
        self._write({"TWITCH_CLIENT_SECRET": self._typed(question, right, "", hidden=True)})

    def _channel(self) -> None:
        before = Settings()
        answered_with_none = self._file.value("TWITCH_CHANNELS") is not None and not self._again
        if answered_with_none or not self._is_asked("TWITCH_CHANNELS", before.twitch_channels):
            return
        self._say(told.CHANNEL.format(public=public_of(before)))
        self._write({"TWITCH_CHANNELS": self._typed("Channel", typed.channels, before.twitch_channels)})

    def _typed(self, question: str, right: Callable[[str], str], before: str, *, hidden: bool = False) -> str:
        """Ask until the answer can be right. A secret is never shown or offered."""
        while True:
            answer = click.prompt(
                question, default=before, show_default=bool(before), hide_input=hidden, prompt_suffix=": "
            )
            try:
                return right(str(answer))
            except TypoError as typo:
                self._say(f"  {typo}")

    def _is_asked(self, name: str, value: str) -> bool:
        """Tell whether to ask for a setting: it is not set, or it is in the file and is asked for again."""
        return not value or (self._again and self._in_file(name))

    def _in_file(self, name: str) -> bool:
        """Tell whether a setting gets its value from the file, not from the environment."""
        return self._file.value(name) == value_of(name)

    def _write(self, values: dict[str, str]) -> None:
        self._file.set(values)
        self.wrote = True


def value_of(name: str) -> str:
    """Return the current value of one of these settings."""
    settings = Settings()
    return {
        "POTLUCK_PUBLIC_URL": settings.public_url,
        "TWITCH_CLIENT_ID": settings.twitch_client_id,
        "TWITCH_CLIENT_SECRET": settings.twitch_client_secret.get_secret_value(),
        "TWITCH_CHANNELS": settings.twitch_channels,
    }[name]


def is_known(settings: Settings) -> bool:
    """Tell whether Twitch accepts id and secret; True if it can't be asked now."""
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    twitch = SetupQuestions(settings.twitch_client_id, settings.twitch_client_secret.get_secret_value())
    try:
        return not asyncio.run(twitch.application())
    except LOST:
        return True
