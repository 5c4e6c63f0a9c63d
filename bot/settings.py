"""The operator's settings: built once, in `main`, and handed down. `.env.example` explains each."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """From the environment and `.env`. Nothing else in the program reads the environment."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix="POTLUCK_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    redis_url: str = Field(default="", validation_alias="REDIS_URL")
    redis_password: SecretStr = Field(default=SecretStr(""), validation_alias="REDIS_PASSWORD")
    redis_allow_open: bool = Field(default=False, validation_alias="REDIS_ALLOW_OPEN")
    data: Path = Path("data")
    dice_key_file: Path | None = None
    prefix: str = Field(default="!", min_length=1, max_length=3)
    bots_from_bank: bool = False
    log: Literal["people", "json"] = "people"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8137, ge=0, le=65535)
    discord_token: SecretStr = Field(default=SecretStr(""), validation_alias="DISCORD_TOKEN")
    discord_api_base: str = Field(default="", validation_alias="DISCORD_API_BASE")
    discord_gateway_url: str = Field(default="", validation_alias="DISCORD_GATEWAY_URL")
    twitch_client_id: str = Field(default="", validation_alias="TWITCH_CLIENT_ID")
    twitch_client_secret: SecretStr = Field(default=SecretStr(""), validation_alias="TWITCH_CLIENT_SECRET")
    twitch_channels: str = Field(default="", validation_alias="TWITCH_CHANNELS")
    twitch_conduit: str = Field(default="", validation_alias="TWITCH_CONDUIT")
    twitch_api_base: str = Field(default="", validation_alias="TWITCH_API_BASE")
    twitch_auth_base: str = Field(default="", validation_alias="TWITCH_AUTH_BASE")
    twitch_eventsub_url: str = Field(default="", validation_alias="TWITCH_EVENTSUB_URL")
    public_url: str = ""
    staff_word: SecretStr = SecretStr("")

    @property
    def key_file(self) -> Path:
        return self.dice_key_file or self.data / "dice.key"
