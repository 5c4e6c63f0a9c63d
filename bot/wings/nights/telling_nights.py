"""Tell what has to be told of nights: in their place, or to one person alone. Nobody is told anything twice.

Before something is told, the note says until when its teller must not be disturbed. If that process is killed, another
tells it afterwards, with the same mark, by which platforms know a repeat.
"""

from collections.abc import Callable
from typing import Final

import structlog
from msgspec.structs import replace

from bot.delivery.postings import mark_of
from bot.people.doors import Doors
from bot.people.languages import Languages
from bot.people.preferences import Calls
from bot.ports.ids import PersonId, VenueId, platform_of
from bot.ports.messages import Choosable, Posting, Reach, Unreachable
from bot.ports.platforms import Platforms
from bot.render.archive import title
from bot.text import Words
from bot.text.moments import moment
from bot.text.safe_text import bare, safe_name
from bot.wings.nights.night import Coming, Night, Owed, VenueNights
from bot.wings.nights.nights import Nights
from bot.wings.nights.when import in_zone
from games.kit.telling import say
from persistence import Store

ALONE: Final = 30_000
"""ms for which one process alone tells something."""
KEPT: Final = 3600_000
"""ms after which something is told no more, wherever its place is."""
MOST_TRIES: Final = 20
MOST_CALLED: Final = 20
"""People in one message; more would not fit everywhere."""
NO_SEAT: Final = "night-no-seat"
"""That somebody may not sit down: nobody else is told it."""
BEGINS: Final = "night-begins"
"""That it is on: whoever has a seat shows by a button that they are there."""
ANSWERED: Final = frozenset({NO_SEAT, "night-asked"})
"""Sentences that name words to be said in the place of the night."""
log = structlog.get_logger()


class TellingNights:
    """Tells what is owed."""

    def __init__(self, store: Store, nights: Nights, platforms: Platforms, languages: Languages, doors: Doors) -> None:
        self._clock, self._nights = store.clock, nights
        self._platforms, self._languages, self._doors = platforms, languages, doors

    async def tell_due(self, venue: VenueId, is_told_here: Callable[[Owed], bool]) -> None:
        """Tell all that is due at a venue and can be told by this process, in order. Raises StoreTrouble."""
        now, mine = self._clock.now(), list[Owed]()

        def take(found: VenueNights) -> VenueNights:
            due = [one for one in found.owed if one.next <= now and is_told_here(one)]
            mine[:] = [replace(one, next=now + ALONE, tries=one.tries + 1) for one in due]
            held = {one.mark: one for one in mine}
            return replace(found, owed=tuple(held.get(one.mark, one) for one in found.owed))

        await self._nights.change(venue, take)
        for one in mine:
            await self._told(venue, one)

    async def _told(self, venue: VenueId, one: Owed) -> None:
        """Tell one thing. What can't be told alone is told in the place; what can't be told there is tried again."""
        instead: tuple[Owed, ...] = ()
        shut = False
        try:
            if not one.person:
                await self._platforms.post(one.place, self._posting(venue, one))
            elif not await self._told_alone(venue, one) and one.said != NO_SEAT:
                instead = (replace(one, person=PersonId(""), next=0, mark=f"{one.mark} here"),)
        except Unreachable as away:
            shut = away.reach in {Reach.SHUT, Reach.NEVER}
            if self._is_tried_again(one, away):
                instead = (replace(one, next=self._clock.now() + max(1000, round(away.after * 1000))),)
            log.info("something of a night waits to be told", why=str(away))

        def done(found: VenueNights) -> VenueNights:
            owed = (two for one_ in found.owed for two in (instead if one_.mark == one.mark else (one_,)))
            found = replace(found, owed=tuple(owed))
            return found if one.person else self._noted(found, one, shut=shut)

        await self._nights.change(venue, done)

    def _noted(self, found: VenueNights, one: Owed, *, shut: bool) -> VenueNights:
        """Note whether the place of a night can be reached; if not, who planned it is told so, alone."""
        night = found.night(int(one.args.get("number", 0)))
        if night is None or not isinstance(night.stage, Coming) or night.stage.shut == shut:
            return found
        said = say("night-shut", number=night.number, when="")
        told = Owed(f"{night.number} {night.at} shut", said.id, night.place, night.venue, self._clock.now())
        told = replace(told, args={"number": night.number}, when=night.at, zone=night.zone, person=night.by)
        after = replace(night, stage=replace(night.stage, shut=shut))
        return found.with_night(after, *((told,) if shut and night.by else ()))

    def _is_tried_again(self, one: Owed, away: Unreachable) -> bool:
        fresh = self._clock.now() - one.at < KEPT and one.tries < MOST_TRIES
        return fresh and away.reach is not Reach.NEVER

    async def _told_alone(self, venue: VenueId, one: Owed) -> bool:
        posting = self._posting(venue, one)
        lines = (*posting.lines, *([await self._where(one)] if one.said in ANSWERED else ()))
        return await self._platforms.tell_alone(one.person, "\n".join(lines), posting.mark)

    async def _where(self, one: Owed) -> str:
        """Return where words are said that somebody is told alone: here they would be refused."""
        door, words = (
            await self._doors.door_of(one.place),
            self._languages.words("en", platform_of(one.place), one.venue),
        )
        place, known = ("", "no") if door is None else (bare(safe_name(door.title)), "yes")
        return words.text("night-where", place=place, known=known)

    def _posting(self, venue: VenueId, one: Owed) -> Posting:
        words = self._languages.words("en", platform_of(one.place), one.venue)
        line = self._line(one, words)
        notified = self._platforms.notifies(one.place)
        called = () if one.person else tuple(guest.here for guest in one.called if guest.here)
        named = [guest.name for guest in one.called if not (notified and guest.here)]
        if named and not one.person:
            line = words.text("night-to", who=words.listed(named), told=line)
        mark = mark_of("night", f"{venue} {one.mark}")
        ways = to_sign_up(one.night, words) if one.night else ()
        if one.said == BEGINS:
            ways = (Choosable("night here", words.text("night-button-here")),)
        return Posting(tuple(line.splitlines()), None, mark, one.at, ways=ways, called=called if notified else ())

    def _line(self, one: Owed, words: Words) -> str:
        """Return the sentence, with the moment as its readers have it."""
        args = {**one.args}
        if "minutes" in args:  # it may be told later than it was meant to be
            minutes = round((one.when - self._clock.now()) / 60_000)
            if minutes < 1:
                return words.text("night-now", number=args["number"])
            args["minutes"] = minutes
        if "game" in args:
            args["game"] = title(str(args["game"]), words)
        if one.when:
            told = in_zone(one.when, one.zone, words)
            args["when"] = moment(one.when, told) if self._platforms.notifies(one.place) else told
        return words.text(one.said, **args)


async def to_guests(calls: Calls, night: Night, owed: Owed) -> tuple[Owed, ...]:
    """Return something that those who signed up for a night are told, each in the way they chose. Never raises.

    Who wants direct messages gets one; who wants no calls is not called. The place is told in any case.
    """
    ways = {one.player: await calls.way(one.player, night.venue) for one in night.guests}
    alone = [one for one in night.guests if ways[one.player] == "dm"]
    here = tuple(one for one in night.guests if ways[one.player] in {"ping", "card"})
    told = [
        replace(owed, mark=f"{owed.mark} {one.player}", person=one.here or one.player, called=(one,)) for one in alone
    ]
    return (*told, *in_lots(replace(owed, called=here)))


def in_lots(owed: Owed) -> tuple[Owed, ...]:
    """Return something that calls many people in parts, each of which a message can hold."""
    lots = [owed.called[at : at + MOST_CALLED] for at in range(0, len(owed.called), MOST_CALLED)]
    return (
        (owed,)
        if len(lots) < 2
        else tuple(replace(owed, mark=f"{owed.mark} {number}", called=lot) for number, lot in enumerate(lots))
    )


def to_sign_up(number: int, words: Words) -> tuple[Choosable, ...]:
    """Return the lines by which people sign up for a night, for buttons."""
    labels = {
        "join": words.text("night-button-join"),
        "maybe": words.text("night-button-maybe"),
        "leave": words.text("night-button-leave"),
    }
    return tuple(Choosable(f"night {word} {number}", label) for word, label in labels.items())
