"""Presets of a control room: several rules for tables in one word, and what is opened with them."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from pydantic import ValidationError

from bot.people.rule_words import RULES, Alter, one_of
from bot.people.venues import VenueSettings
from games.catalogue import catalogue
from games.kit.contract import Abilities

CROWD_OPTION: Final = {"mode": "crowd"}


class Preset(Struct, frozen=True):
    """Rules for tables, as typed, by the words that their lines begin with."""

    lines: dict[str, str]


PRESETS: Final[Mapping[str, Preset]] = {
    "crowd": Preset({"open": "everybody", "tables": "1", "cooldown": "off", "quiet": "off"}),
    "calm": Preset({"open": "moderators", "tables": "1", "cooldown": "120"}),
}
"""By their word: one table for the whole chat; one table at a time, opened by moderators."""
IN_PRESETS: Final = ("open", "tables", "cooldown", "quiet")
"""The settings that any of them changes."""


def preset(words: tuple[str, ...], abilities: Abilities) -> Alter:
    """Read a preset, as `crowd`; what it does not speak of stays as it is."""
    chosen = PRESETS[one_of("preset", words, tuple(PRESETS))]
    alters = [RULES[head](tuple(rest.split()), abilities) for head, rest in chosen.lines.items()]

    def alter(now: VenueSettings) -> VenueSettings:
        for one in alters:
            now = one(now)
        return now

    return alter


def crowds_table() -> str:
    """Return the line that opens a table for the whole chat; empty if no game has such a mode."""
    for name, game in catalogue().items():
        try:
            game.options_from(CROWD_OPTION)
        except ValidationError:
            continue
        return f"{name} mode=crowd"
    return ""
