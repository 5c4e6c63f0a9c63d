"""The place in which a venue has fair play told for all its tables, as its owner names it."""

from typing import Final

from bot.people.venues import OFF
from bot.ports.ids import NO_PLACE, PlaceId, platform_of
from bot.ports.messages import Message, Unreachable
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.text import Words

HERE: Final = "here"
MENTION: Final = ("<#", ">")
"""What stands around the id of a channel that is mentioned."""


async def fair_place(platforms: Platforms, word: str, message: Message, words: Words) -> PlaceId:
    """Return the place that is meant by `here`, `off` or a channel of the sender's venue. Raises Refused."""
    if word == OFF:
        return NO_PLACE
    place = message.place if word == HERE else await named_place(platforms, word, message)
    lacks = await platforms.lacks(place, words)
    if lacks is not None and lacks.card:
        raise Refused("cannot-show", why=lacks.card)
    return place


async def named_place(platforms: Platforms, word: str, message: Message) -> PlaceId:
    """Return the place of this venue that is named, by its id or as it is mentioned. Raises Refused."""
    adapter = platforms.adapters.get(platform_of(message.venue))
    name = word.removeprefix(MENTION[0]).removesuffix(MENTION[1])
    try:
        door = None if adapter is None else await adapter.door(name)
    except Unreachable:
        door = None
    if door is None or door.venue != message.venue:
        raise Refused("fair-where")
    return door.place
