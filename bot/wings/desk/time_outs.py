"""The platform's own time-outs beside a mute or a ban, and back when these are lifted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.named_people import NamedPerson
from bot.people.languages import WordsOf
from bot.people.venues import Venues
from bot.ports.ids import NO_VENUE, NOBODY, PersonId, VenueId, platform_of
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.ports.time_outs import TimeOut, TimeOutResult
from bot.render.ago import DAY
from bot.text.safe_text import bare, safe_name
from bot.wings.desk import durations
from bot.wings.desk.durations import ALWAYS
from bot.wings.desk.judgements import Judgements
from bot.wings.desk.sanctions import BAN, MUTE, Record, Sanction, Sanctions

LONGEST: Final = 28 * DAY
"""The longest time-out that Discord has, in ms."""
LIFTS: Final = frozenset({TimeOutResult.LIFTED, TimeOutResult.SET})


@dataclass(eq=False)
class TimeOutsBeside:
    """Ask for time-outs, and take back those that were asked for. Both raise StoreTrouble, when all else is done."""

    words: WordsOf
    venues: Venues
    platforms: Platforms
    sanctions: Sanctions
    judgements: Judgements

    async def where(self, message: Message) -> VenueId:
        """Return the venue in which time-outs stand beside what is said here; NO_VENUE: there are none."""
        has = self.platforms.has_time_outs(message.venue)
        return message.venue if has and (await self.venues.settings(message.venue)).timeouts else NO_VENUE

    async def put(self, message: Message, whom: NamedPerson, stored: Sequence[Sanction]) -> list[str]:
        """Ask for the longest of the time-outs that were stored; return what the moderator is told of it."""
        longest = max(stored, key=lambda one: one.silent, default=None)
        if longest is None or not longest.silent:
            return []
        told, words, span = list[str](), self.words(message), durations.told(longest.silent - longest.at)
        by = id_at(message.sender.ids, longest.silent_in)
        for one in ids_at(whom.ids, longest.silent_in):
            reason = f"{bare(safe_name(message.sender.name))}: {bare(longest.reason)}"
            result = await self.platforms.time_out(TimeOut(longest.silent_in, one, by, longest.silent, reason))
            told.append(words.text("desk-time-out", how=result.value, span=span))
            if result is TimeOutResult.SET:
                await self._log(message, whom, durations.as_typed(longest.silent - longest.at))
        return told

    async def take_back(
        self, message: Message, whom: NamedPerson, lifted: Sequence[Sanction], after: Record
    ) -> list[str]:
        """End the time-outs of lifted sanctions, or shorten them to what others ask for that hold; as `put`."""
        told = list[str]()
        for venue in sorted({one.silent_in for one in lifted if one.silent}):
            there = [one for one in lifted if one.silent_in == venue]
            told += await self._taken_back(message, whom, max(there, key=lambda one: one.silent), after)
        return told

    async def _taken_back(self, message: Message, whom: NamedPerson, latest: Sanction, after: Record) -> list[str]:
        """End or shorten the time-out of one venue. Whose id is not known here, of them a moderator is told so."""
        now, told = self.sanctions.now(), list[str]()
        left = [one.silent for one in after.of(latest.who) if one.holds(now) and one.silent_in == latest.silent_in]
        until = max((one for one in left if one > now), default=0)
        if until >= latest.silent:
            return []
        by, reason = id_at(message.sender.ids, latest.silent_in), bare(safe_name(message.sender.name))
        ids = tuple(ids_at(whom.ids, latest.silent_in))
        if not ids and latest.silent > now:
            return [self.words(message).text("desk-time-out-stays")]
        for one in ids:
            asked = TimeOut(latest.silent_in, one, by, until, reason, latest.silent)
            result = await self.platforms.time_out(asked)
            if result is not TimeOutResult.NOTHING:
                told.append(self.words(message).text("desk-time-out-back", how=result.value))
            if result in LIFTS:
                await self._log(message, whom, "shortened" if until else "lifted")
        return told

    async def _log(self, message: Message, whom: NamedPerson, how: str) -> None:
        await self.judgements.log(message, f"time-out {whom.name} {how}", whom.id, part="time-out")


def ids_at(ids: Sequence[PersonId], venue: VenueId) -> Iterator[PersonId]:
    """Yield the ids of a person on the platform of a venue."""
    return (one for one in ids if platform_of(one) == platform_of(venue))


def id_at(ids: frozenset[PersonId], venue: VenueId) -> PersonId:
    """Return the id of a person on the platform of a venue; NOBODY: they have none there."""
    return next(ids_at(sorted(ids), venue), NOBODY)


def noted(one: Sanction, venue: VenueId) -> Sanction:
    """Return a sanction with the time-out that is asked for in this venue, so it is known later which one was ours."""
    if not venue or one.kind not in {MUTE, BAN}:
        return one
    latest = one.at + LONGEST
    return replace(one, silent=latest if one.until == ALWAYS else min(one.until, latest), silent_in=venue)
