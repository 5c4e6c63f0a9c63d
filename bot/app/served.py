"""Read what `potluck run --serve` names: the platforms, and the shards of Discord, that this process serves."""

import re
from typing import Final

from bot.app.settings import Settings
from bot.ports.rooms import PAGES
from bot.ports.serving import MOST_SHARDS, Service, numbers

DISCORD, TWITCH = "discord", "twitch"
KNOWN: Final = (PAGES, TWITCH, DISCORD)
EXAMPLE: Final = "--serve web,twitch,discord:0-3/16"
_SPANS: Final = re.compile(r"[0-9]+(-[0-9]+)?")
_COMMA: Final = re.compile(r",(?=[a-z])")
"""A comma before a platform; between numbers it stands within one."""


class ServeError(ValueError):
    """Refuse what --serve names; the sentence says why, and what would work."""


def served(text: str | None, settings: Settings) -> dict[str, Service]:
    """Return what this process is to serve, by platform. `text`: as on the command line; None: all that has a token.

    Raises ServeError.
    """
    has = {
        PAGES: "",
        TWITCH: "" if settings.twitch_client_id else "TWITCH_CLIENT_ID",
        DISCORD: "" if settings.discord_token.get_secret_value() else "DISCORD_TOKEN",
    }
    if text is None:
        return {one: Service(one) for one, lacks in has.items() if not lacks}
    found: dict[str, Service] = {}
    for each in _COMMA.split(text.replace(" ", "").lower()):
        service = read_service(each)
        if service.platform in found:
            raise ServeError(f"--serve names {service.platform} twice. Join the shards: `discord:0-3,8/16`.")
        if lacks := has[service.platform]:
            raise ServeError(f"--serve names {service.platform}, but {lacks} is not set. Set it, or leave it out.")
        found[service.platform] = service
    return found


def read_service(text: str) -> Service:
    """Return one platform, with its shards if some are named. Raises ServeError."""
    platform, colon, rest = text.partition(":")
    if platform not in KNOWN:
        raise ServeError(f"--serve takes {', '.join(KNOWN)}, not `{text}`. For example: {EXAMPLE}")
    if not colon:
        return Service(platform)
    if platform != DISCORD:
        raise ServeError(f"Only Discord has shards to divide: `--serve {platform}` serves all of it.")
    spans, slash, of = rest.partition("/")
    if not slash or not of.isdecimal() or not 0 < int(of) <= MOST_SHARDS:
        raise ServeError(f"`{text}` does not say of how many shards (1 to {MOST_SHARDS}), as `discord:0-3/16` does.")
    if not all(_SPANS.fullmatch(span) for span in spans.split(",")):
        raise ServeError(f"`{text}` names no shards. They are numbers and spans: `discord:0-3,8/{of}`.")
    shards = frozenset(numbers(spans))
    if not shards or max(shards) >= int(of):
        raise ServeError(f"Of {of} shards the first is 0 and the last is {int(of) - 1}, so not `{text}`.")
    return Service(DISCORD, shards, int(of), fixed=True)
