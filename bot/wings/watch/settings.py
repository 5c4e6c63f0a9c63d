"""The settings of the watch, from the environment and `.env`."""

from pydantic import AnyHttpUrl, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class WatchSettings(BaseSettings):
    """Where the watch listens, and whom it alarms. `.env.example` explains each setting."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix="POTLUCK_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    alarm_webhook: SecretStr = SecretStr("")

    @field_validator("alarm_webhook")
    @classmethod
    def an_address(cls, given: SecretStr) -> SecretStr:
        """Check that it is an address of the web. It is a secret: who knows it can write there."""
        if given.get_secret_value():
            AnyHttpUrl(given.get_secret_value())
        return given
