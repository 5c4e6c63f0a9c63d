"""Steps: what follows by itself when a person has so many points. They are off at first; a venue may have its own."""

from dataclasses import dataclass
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.staff import need
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.venues import OFF, Venues
from bot.ports.ids import VenueId
from bot.ports.messages import PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.text.safe_text import bare, safe_name
from bot.wings.desk.durations import as_typed, duration_of
from bot.wings.desk.sanctions import BAN, MUTE
from persistence import Store

USUAL: Final = "usual"
ON: Final = "on"
LADDER: Final = "3 mute 1h, 5 ban 1d, 8 ban 7d, 12 ban 30d"
"""The usual steps, as they are typed."""
MOST: Final = 8
MOST_POINTS: Final = 99


class Step(Struct, frozen=True):
    """Say what follows by itself when a person has so many points: a silence or a ban for `span` ms; 0: for ever."""

    points: int
    kind: str
    span: int


@dataclass(eq=False)
class Steps:
    """Keep the steps of venues. Each method may raise StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues

    async def of(self, venue: VenueId) -> tuple[Step, ...]:
        """Return the steps of a venue; none if they are off there."""
        settings = await self.venues.settings(venue)
        return read(settings.ladder or LADDER) if settings.steps else ()

    async def order(self, said: Said) -> Reply:
        """Show the steps; let the owner change them: `steps 3 mute 1h, 5 ban 7d`. Raises Refused."""
        message, typed = said.message, " ".join(said.rest).lower()
        if typed:
            need(replace(said, word="mod steps"), Rights.OWNER)
            ladder = "" if typed in {USUAL, ON, OFF} else written(read(typed))
            by, on = bare(safe_name(message.sender.name)), typed != OFF
            told = typed if typed in {ON, OFF} else ladder or USUAL
            entry = AuditEntry(self.store.clock.now(), message.sender.id, by, f"mod steps {told}")
            kept = typed in {ON, OFF}  # whoever turns them off and on finds those that they had
            await self.venues.change(
                heard_of(message), lambda now: replace(now, steps=on, ladder=now.ladder if kept else ladder), entry
            )
        settings = await self.venues.settings(message.venue)
        steps, on_now = settings.ladder or LADDER, "yes" if settings.steps else "no"
        return PrivateAnswer(self.words(message).text("desk-steps", on=on_now, steps=steps))


def read(typed: str) -> tuple[Step, ...]:
    """Read steps: `3 mute 1h, 5 ban 7d`. Raises Refused unless each needs more points than the one before."""
    steps = tuple(step_of(part.split()) for part in typed.split(","))
    points = [one.points for one in steps]
    if len(steps) > MOST or points != sorted(set(points)):
        raise wrong()
    return steps


def step_of(words: list[str]) -> Step:
    """Read one step. Raises Refused."""
    figures, kind = words[:1], words[1:2]
    found = duration_of(words[2:])
    right = figures and figures[0].isascii() and figures[0].isdigit() and len(figures[0]) < 3
    if not right or kind[:1] not in ([MUTE], [BAN]) or found is None or found[1] != len(words) - 2:
        raise wrong()
    points = int(figures[0])
    if not 1 <= points <= MOST_POINTS:
        raise wrong()
    return Step(points, kind[0], found[0])


def wrong() -> Refused:
    return Refused("desk-how-steps", most=MOST)


def written(steps: tuple[Step, ...]) -> str:
    """Return steps as they are typed."""
    return ", ".join(f"{one.points} {one.kind} {as_typed(one.span)}" for one in steps)
