"""Escape our sentences for Discord: nothing in them formats, mentions or links (threats T10, T11).

What people typed was made safe when it came in; here any of Discord's own signs that remain are escaped.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.adapters.discord.names import PLATFORM, snowflake_of
from bot.ports.ids import PlaceId
from bot.text.moments import MOMENT

SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\*_~`|<>@#[]"})
"""Discord's own signs, escaped."""
AT_A_LINE: Final = re.compile(r"^(\s*)([-+]|[0-9]+(?=[.)]\s))", re.MULTILINE)
JOINER: Final = "\u2060"
"""WORD JOINER: invisible, and enough to break a link or a mention."""
LINKS: Final = re.compile(r"(?i)(://|discord\.(?=gg|com))")


@lru_cache(maxsize=2048)
def plain(sentence: str) -> str:
    """Return a sentence so that Discord shows it exactly as it reads, but its moments in each reader's own time."""
    escaped = LINKS.sub(lambda found: JOINER.join(found[0]), sentence).translate(SIGNS)
    unlisted = AT_A_LINE.sub(lambda found: f"{found[1]}{JOINER}{found[2]}", escaped)
    return MOMENT.sub(lambda found: f"<t:{found[1]}:F>", unlisted)


def read_out(text: str) -> str:
    """Return a picture's description, which is never formatted, without mentions or links."""
    return LINKS.sub(lambda found: JOINER.join(found[0]), text).replace("@", f"@{JOINER}").replace("<", f"<{JOINER}")


def page(text: str) -> str:
    """Return a page of ours, with its headings and emphasis but without mentions or links."""
    return LINKS.sub(lambda found: JOINER.join(found[0]), text).replace("@", f"@{JOINER}").replace("<", "\\<")


def mention(user: int) -> str:
    """Return the markup that mentions somebody, if the message allows it."""
    return f"<@{user}>"


def mentions(users: Iterable[int], role: str = "") -> str:
    """Return the markup that mentions people, and a role before them if there is one."""
    return " ".join((*([f"<@&{role}>"] if role else []), *map(mention, users)))


def channel_link(channel: int) -> str:
    """Return a link to a channel, shown by its name."""
    return f"<#{channel}>"


def linked(text: str, place: PlaceId) -> str:
    """Return a text with a link to a place's channel after it; unchanged if there is none."""
    if not text or not place.startswith(f"{PLATFORM}:"):
        return text
    return f"{text} {channel_link(snowflake_of(place))}"


def message_link(guild: int | None, channel: int, message: int) -> str:
    """Return the address of a message; `guild` None: in direct messages."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def in_so_long(at: int) -> str:
    """Return a moment (ms since the epoch) that Discord shows as a countdown to each reader."""
    return f"<t:{at // 1000}:R>"


def cut(text: str, most: int) -> str:
    """Return a text cut to this many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def pages(text: str, most: int) -> list[str]:
    """Return a text in parts of at most this many characters, cut at line ends if possible."""
    found: list[str] = []
    while len(text) > most:
        end = text.rfind("\n", 1, most)
        end = end if end > 0 else most
        found.append(text[:end])
        text = text[end:].lstrip("\n")
    return [*found, text] if text else found
