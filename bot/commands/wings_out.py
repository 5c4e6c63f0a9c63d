"""Wings that were there when the store was used before, and are out now: what they stored is kept, and told of.

A wing that is out can't say what was its own, so the store notes at each start what the wings say that are there.
"""

from dataclasses import dataclass, field
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.commands.command import declared
from bot.commands.wing import Wing, installed
from bot.people.venues import PLAIN, VENUE, VenueSettings, decoded
from bot.table.change import Refused
from persistence import Store

NOTE: Final = "wings"
NAME: Final = "known"
log = structlog.get_logger()


class Known(Struct, frozen=True):
    """What the store knows of a wing.

    `words`: its commands and the settings of `server` that it adds. `notes`: kinds of notes that it stores. `settings`:
    fields of a venue's settings.
    """

    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


@dataclass(eq=False)
class WingsOut:
    """Find wings that are out, and tell what belongs to them."""

    store: Store
    _by_word: dict[str, str] = field(default_factory=dict)
    """The name of the wing to which a word belongs."""

    async def look(self) -> None:
        """Note the wings that are there, and log of each that is out what it left. Raises StoreTrouble."""
        content, here = await self.store.note(NOTE, NAME), {name: known(wing) for name, wing in installed().items()}
        before = {} if content is None else msgspec.json.decode(content, type=dict[str, Known])
        if before | here != before:
            await self.store.put_note(NOTE, NAME, msgspec.json.encode(before | here))
        for name in sorted(before.keys() - here.keys()):
            self._by_word |= dict.fromkeys(before[name].words, name)
            notes, venues = await self._notes(before[name]), await self._venues(before[name])
            if notes or venues:
                log.warning(
                    "a wing is out, and what was stored and set with it is kept for its return",
                    wing=name,
                    notes=notes,
                    venues=venues,
                )

    def refuse(self, word: str) -> None:
        """Raise Refused if a word belongs to a wing that is out."""
        if wing := self.wing_of(word):
            raise Refused("wing-is-out", word=word, wing=wing)

    def wing_of(self, word: str) -> str:
        """Return the wing that is out to which a word belongs; empty: to none."""
        return self._by_word.get(word, "")

    async def _notes(self, wing: Known) -> int:
        """Count the stored notes of a wing."""
        return len(
            {key for kind in wing.notes async for keys in self.store.keys_like(f"pl:note:{kind}:*") for key in keys}
        )

    async def _venues(self, wing: Known) -> int:
        """Count the venues whose settings of this wing are not the plain ones."""
        if not wing.settings:
            return 0
        names = {
            self.store.note_named(key) async for keys in self.store.keys_like(f"pl:note:{VENUE}:*") for key in keys
        }
        return sum([differs(decoded(await self.store.note(VENUE, name)), wing) for name in names])


def known(wing: Wing) -> Known:
    """Return what the store should know of a wing."""
    methods = (method for family in wing.families for method in vars(family).values())
    words = sorted(command.word for method in methods for command in declared(method))
    return Known((*words, *wing.settings, *wing.switches, *dict(wing.amounts)), wing.notes, wing.venue_settings)


def differs(settings: VenueSettings, wing: Known) -> bool:
    """Tell whether a setting of this wing is not the plain one."""
    return any(getattr(settings, one, None) != getattr(PLAIN, one, None) for one in wing.settings)
