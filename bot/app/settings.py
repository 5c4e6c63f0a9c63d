"""The operator's settings: the commands read them and pass them on. `.env.example` explains each of them."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.app.stream_check.env_file import EnvFile
from bot.commands.wing import settings as of_wings
from bot.ports.proxies import Proxies
from bot.text.reader import nearest

SHORTEST_STAFF_WORD = 8
"""The word makes its user a moderator, and people can guess at it; delays alone don't protect a short one (T29)."""
LONGEST_STAFF_WORD = 200
ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?")


PREFIX: Final = "POTLUCK_"
ENV_FILE: Final = ".env"


class Settings(BaseSettings):
    """The settings in the environment and in `.env`. Nothing else but the settings of wings is read from there."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True
    )

    redis_url: str = Field(default="", validation_alias="REDIS_URL")
    redis_password: SecretStr = Field(default=SecretStr(""), validation_alias="REDIS_PASSWORD")
    redis_allow_open: bool = Field(default=False, validation_alias="REDIS_ALLOW_OPEN")
    data: Path = Path("data")
    dice_key_file: Path | None = None
    prefix: str = Field(default="!", min_length=1, max_length=3)
    bots_from_bank: bool = False
    venue_mb: int = Field(default=512, ge=1, le=1_000_000)
    log: Literal["people", "json"] = "people"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8137, ge=0, le=65535)
    health_port: int | None = Field(default=None, ge=1, le=65535)
    proxies: str = ""
    connections: int = Field(default=4000, ge=16, le=60_000)
    connections_of_one: int = Field(default=1000, ge=8, le=60_000)
    discord_token: SecretStr = Field(default=SecretStr(""), validation_alias="DISCORD_TOKEN")
    discord_api_base: str = Field(default="", validation_alias="DISCORD_API_BASE")
    discord_gateway_url: str = Field(default="", validation_alias="DISCORD_GATEWAY_URL")
    discord_client_id: str = Field(default="", validation_alias="DISCORD_CLIENT_ID", pattern=r"^[0-9]{0,20}$")
    discord_client_secret: SecretStr = Field(default=SecretStr(""), validation_alias="DISCORD_CLIENT_SECRET")
    discord_app_origins: str = Field(default="", validation_alias="DISCORD_APP_ORIGINS")
    discord_frame_origin: str = Field(default="", validation_alias="DISCORD_FRAME_ORIGIN")
    twitch_client_id: str = Field(default="", validation_alias="TWITCH_CLIENT_ID")
    twitch_client_secret: SecretStr = Field(default=SecretStr(""), validation_alias="TWITCH_CLIENT_SECRET")
    twitch_channels: str = Field(default="", validation_alias="TWITCH_CHANNELS")
    twitch_own_account: bool = Field(default=False, validation_alias="TWITCH_OWN_ACCOUNT")
    twitch_conduit: str = Field(default="", validation_alias="TWITCH_CONDUIT")
    twitch_lines: int = Field(default=20, ge=5, le=10_000, validation_alias="TWITCH_LINES")
    twitch_lines_as_moderator: int = Field(default=100, ge=5, le=10_000, validation_alias="TWITCH_LINES_AS_MODERATOR")
    twitch_api_base: str = Field(default="", validation_alias="TWITCH_API_BASE")
    twitch_auth_base: str = Field(default="", validation_alias="TWITCH_AUTH_BASE")
    twitch_eventsub_url: str = Field(default="", validation_alias="TWITCH_EVENTSUB_URL")
    public_url: str = ""
    staff_word: SecretStr = SecretStr("")

    @field_validator("staff_word")
    @classmethod
    def long_enough(cls, word: SecretStr) -> SecretStr:
        """Strip spaces around the word, which nobody could type; raise if it is too short or too long."""
        bare = word.get_secret_value().strip()
        if bare and not SHORTEST_STAFF_WORD <= len(bare) <= LONGEST_STAFF_WORD:
            raise PydanticCustomError(
                "staff_word",
                "Whoever knows this word is a moderator, so it needs {least} to {most} characters; it has {length}",
                {"least": SHORTEST_STAFF_WORD, "most": LONGEST_STAFF_WORD, "length": len(bare)},
            )
        return SecretStr(bare)

    @field_validator("proxies")
    @classmethod
    def addresses(cls, named: str) -> str:
        """Check that each is an address or a network; raise with a sentence that names a wrong one."""
        try:
            Proxies(named)
        except ValueError as wrong:
            raise PydanticCustomError("proxies", "{sentence}", {"sentence": str(wrong)}) from None
        return named

    @field_validator("discord_app_origins", "discord_frame_origin")
    @classmethod
    def origins(cls, named: str) -> str:
        """Check that each is the origin of a page, since it becomes part of the content security policy."""
        for one in named.replace(",", " ").split():
            if not ORIGIN.fullmatch(one):
                raise PydanticCustomError(
                    "origins", "{one} is no origin: it takes a scheme and a host, https://discord.com", {"one": one}
                )
        return named

    @property
    def key_file(self) -> Path:
        return self.dice_key_file or self.data / "dice.key"


def unread() -> Iterator[tuple[str, str]]:
    """Yield names in `.env` and the environment that look like settings but are not, each with the nearest setting.

    From `.env` come names like one of ours, from the environment only names with our prefix. If no setting is near, the
    second value is empty. Raises EnvFileError.
    """
    settings = [variable(kind, field) for kind in (Settings, *of_wings()) for field in kind.model_fields]
    known = {name.removeprefix(PREFIX).lower(): name for name in settings}
    ours = [name for name in os.environ if name.upper().startswith(PREFIX)]
    for name in dict.fromkeys((*EnvFile(Path(ENV_FILE)).names(), *ours)):
        if name.upper() in settings:
            continue
        close = nearest(name.upper().removeprefix(PREFIX), tuple(known))
        if close or name.upper().startswith(PREFIX):
            yield name, known[close[0]] if close else ""


def variable(kind: type[BaseSettings], field: str) -> str:
    """Return the name of a setting in the environment. `kind`: the class that has this field."""
    alias = kind.model_fields[field].validation_alias
    return str(alias) if alias else f"{PREFIX}{field.upper()}"
