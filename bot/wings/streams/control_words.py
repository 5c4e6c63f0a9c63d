"""The settings of a control room in words: read from a line or a field, and written as people type them."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.people.rule_words import (
    ALL,
    ON,
    RULES,
    USUAL,
    Alter,
    Read,
    is_off,
    number,
    one_of,
    prefix,
    rules_typed,
)
from bot.people.venues import COLORS, LAST_ROUND, NOTHING, OFF, PAUSE, VenueSettings
from bot.table.change import Refused
from bot.wings.streams.foretold import DECIDED
from bot.wings.streams.listed_words import only, only_free
from bot.wings.streams.presets import preset
from games.kit.contract import Abilities

DELETE: Final = "delete"
KEEP: Final = "keep"
OWN: Final = "own"
MOST_HOURS: Final = 48
OFFLINE: Final = (NOTHING, PAUSE, LAST_ROUND)
OWN_WORDS: Final[Mapping[str, bool | None]] = {OWN: True, ALL: False, USUAL: None}


def altered(line: tuple[str, ...], abilities: Abilities) -> Alter:
    """Return the change of settings that a line asks for, as `cooldown 60`. Raises Refused.

    `abilities`: of the place, for the options of games.
    """
    read = READERS.get(line[0].lower()) if line else None
    if read is None or len(line) < 2:
        raise Refused("control-how")
    return read(line[1:], abilities)


def offline(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read what happens when the stream ends: `pause 6` (hours), `last-round` or `nothing`."""
    word = one_of("offline", words[:1], OFFLINE)
    if len(words) > 1 and (word != PAUSE or len(words) > 2):
        raise Refused("control-how")
    hours = number("offline", words[1:], 1, MOST_HOURS) if len(words) > 1 else None
    return lambda now: replace(now, offline=word, offline_hours=now.offline_hours if hours is None else hours)


def own_words(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether words that other bots have too are left to them."""
    chosen = OWN_WORDS[one_of("words", words, tuple(OWN_WORDS))]
    return lambda now: replace(now, own_words=chosen)


def announce(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether new tables are announced: `off`, `on`, or a colour."""
    word = one_of("announce", words, (OFF, ON, *COLORS))
    if word in COLORS:
        return lambda now: replace(now, announce=True, announce_color=word)
    return lambda now: replace(now, announce=word == ON)


def predictions(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read what viewers predict: `off`, `on` (what was set before), or a kind of prediction."""
    word = one_of("predictions", words, (OFF, ON, *DECIDED))
    if word in DECIDED:
        return lambda now: replace(now, predictions=True, foretold=word)
    return lambda now: replace(now, predictions=word == ON)


def raids(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether people who come with a raid are invited to sit down."""
    word = one_of("raids", words, (OFF, ON))
    return lambda now: replace(now, raids=word == ON)


def secrets(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether secrets that people type in chat are deleted: `delete` or `keep`."""
    word = one_of("secrets", words, (DELETE, KEEP))
    return lambda now: replace(now, deletes_secrets=word == DELETE)


def others(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the words, besides the usual ones, that other bots have here; `off`: none."""
    return only(() if is_off(words) else words)


def freed(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the usual words that no other bot has here; `off`: none."""
    return only_free(() if is_off(words) else words)


READERS: Final[Mapping[str, Read]] = {
    **RULES,
    "prefix": prefix,
    "offline": offline,
    "announce": announce,
    "predictions": predictions,
    "raids": raids,
    "secrets": secrets,
    "words": own_words,
    "others": others,
    "freed": freed,
    "preset": preset,
}
"""The readers of settings, in the order in which settings are listed."""
OF_STREAMS: Final = frozenset({"offline", "announce", "predictions", "raids", "secrets"})
"""Settings that matter only on platforms with streams."""


def typed(settings: VenueSettings) -> dict[str, str]:
    """Return the settings as people type them, by their words; defaults of games as `defaults GAME`."""
    hours = f" {settings.offline_hours}" if settings.offline == PAUSE else ""
    own = next(word for word, value in OWN_WORDS.items() if value is settings.own_words)
    return {
        **rules_typed(settings),
        "prefix": settings.prefix or OFF,
        "offline": f"{settings.offline}{hours}",
        "announce": settings.announce_color if settings.announce else OFF,
        "predictions": settings.foretold if settings.predictions else OFF,
        "raids": ON if settings.raids else OFF,
        "secrets": DELETE if settings.deletes_secrets else KEEP,
        "words": own,
        "others": " ".join(settings.others) or OFF,
        "freed": " ".join(settings.freed) or OFF,
    }
