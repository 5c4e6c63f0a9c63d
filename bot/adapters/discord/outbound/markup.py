"""Our sentences as Discord shall show them: nothing in them marks up, mentions or links (threats T10, T11).

What people typed was made harmless when it came in; here whatever is left of Discord's own signs is escaped.
"""

import re
from typing import Final

from bot.adapters.discord.names import PLATFORM, snowflake_of
from bot.ports.ids import PlaceId

SIGNS: Final = re.compile(r"([\\*_~`|<>@#\[\]])")
AT_A_LINE: Final = re.compile(r"^(\s*)([-+]|[0-9]+(?=[.)]\s))", re.MULTILINE)
JOINER: Final = "\u2060"
"""WORD JOINER: unseen, and enough to break a link or a mention."""
LINKS: Final = re.compile(r"(?i)(://|discord\.(?=gg|com))")


def plain(sentence: str) -> str:
    """Return a sentence so that it is shown as it reads."""
    escaped = SIGNS.sub(r"\\\1", LINKS.sub(lambda found: JOINER.join(found[0]), sentence))
    return AT_A_LINE.sub(lambda found: f"{found[1]}{JOINER}{found[2]}", escaped)


def read_out(text: str) -> str:
    """Return the words of a picture, which nothing marks up: nobody is called and nothing linked by them."""
    return LINKS.sub(lambda found: JOINER.join(found[0]), text).replace("@", f"@{JOINER}").replace("<", f"<{JOINER}")


def page(text: str) -> str:
    """Return a page of ours, with its headings and emphasis, but nobody is called and nothing linked by it."""
    return LINKS.sub(lambda found: JOINER.join(found[0]), text).replace("@", f"@{JOINER}").replace("<", "\\<")


def mention(user: int) -> str:
    """Return the sign that calls somebody, where the message allows it."""
    return f"<@{user}>"


def channel_link(channel: int) -> str:
    """Return a link to a channel, by its name."""
    return f"<#{channel}>"


def linked(text: str, place: PlaceId) -> str:
    """Return what is said with a link behind it to the channel of a place of ours; as it is where there is none."""
    if not text or not place.startswith(f"{PLATFORM}:"):
        return text
    return f"{text} {channel_link(snowflake_of(place))}"


def message_link(guild: int | None, channel: int, message: int) -> str:
    """Return the address of a message; `guild` None: in private."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def in_so_long(at: int) -> str:
    """Return a moment (ms since the epoch) so that each reader's own clock counts down to it."""
    return f"<t:{at // 1000}:R>"


def cut(text: str, most: int) -> str:
    """Return a text of so many characters at most."""
    return text if len(text) <= most else text[: most - 1] + "…"


def pages(text: str, most: int) -> list[str]:
    """Return a text in parts of so many characters at most, cut at ends of lines where that can be done."""
    found: list[str] = []
    while len(text) > most:
        end = text.rfind("\n", 1, most)
        end = end if end > 0 else most
        found.append(text[:end])
        text = text[end:].lstrip("\n")
    return [*found, text] if text else found
