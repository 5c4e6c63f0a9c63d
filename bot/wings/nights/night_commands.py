"""Commands of nights: plan, list, sign up, move and call off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.commands.command import REASON, Command, Group, Parameter
from bot.commands.new_tables import NewTables
from bot.commands.people_here import PeopleHere
from bot.commands.places import must_be_shown
from bot.commands.staff import YES, confirmed, need, reason_of
from bot.commands.wings_out import WingsOut
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError, heard_of
from bot.people.doors import Doors
from bot.people.languages import WordsOf
from bot.people.opening_rules import OpeningRules, check_game, check_opener, check_place, check_time
from bot.people.preferences import Calls
from bot.people.venues import Venues
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Message, Person, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry, written
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text import Words
from bot.text.moments import moment
from bot.text.safe_text import bare, safe_name, unlinked
from bot.wings.nights import night as steps
from bot.wings.nights.night import (
    Begun,
    Coming,
    Course,
    Guest,
    Invited,
    Night,
    Owed,
    VenueNights,
    must_be,
    must_come,
    open_again,
)
from bot.wings.nights.night_tables import NightTables, who_plays
from bot.wings.nights.night_words import listed, programme
from bot.wings.nights.nights import Nights
from bot.wings.nights.opening_nights import MOMENT, owed_by
from bot.wings.nights.plans import TOURNAMENT, Plan, read_plan, without_weekly
from bot.wings.nights.shown_nights import ShownNights
from bot.wings.nights.telling_nights import to_guests, to_sign_up
from bot.wings.nights.when import SKIPPED, in_zone, instant, kind_of, local_at, read_when, zone_called
from games.catalogue import by_word
from games.kit.telling import say
from persistence import Store, TableRef

DRAFT: Final = "night-draft"
DRAFT_KEPT: Final = 600
CODE_LENGTH: Final = 4
NUMBER: Final = re.compile(r"#?([0-9]{1,6})")
MOST_NIGHTS: Final = 25
"""How many nights a venue may have planned at a time."""
MOST_OF_ONE: Final = 3
"""How many of them one person may have planned who is no moderator."""
APART: Final = 60 * 60_000
"""ms that two nights at one place must begin apart, unless the earlier lasts longer."""
WHOLE: Final = "all"
WITH: Final = "with"


class Draft(Struct, frozen=True):
    """A night that somebody wants to plan, and has not confirmed yet."""

    by: PersonId
    venue: VenueId
    night: Night


_DRAFT: Final = msgspec.json.Decoder(Draft)


@dataclass(eq=False)
class NightCommands:
    """Plan nights, and sign people up. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    nights: Nights
    shown: ShownNights
    venues: Venues
    new_tables: NewTables
    platforms: Platforms
    people: PeopleHere
    calls: Calls
    doors: Doors
    random_bytes: RandomBytes
    hooks: Hooks
    repository: Repository
    tables: NightTables
    wings_out: WingsOut

    @Command(
        "night",
        Group.PLAY,
        aliases=("nights",),
        parameters=(
            Parameter("when", "slash-night-when", needed=True),
            Parameter("what", "slash-night-what", needed=True),
            Parameter("night", "slash-night-number"),
            Parameter("friend", "slash-night-friend"),
            Parameter("zone", "slash-night-zone"),
            REASON,
        ),
        apart=True,
        of_a_table=False,
        of_many=True,
        for_staff=True,
    )
    async def night(self, said: Said) -> Reply:
        """List the nights that are planned, or do what the next word says: `night plan friday 20:00 GAME`."""
        word, rest = (said.rest[0].lower(), said.rest[1:]) if said.rest else ("list", ())
        match word:
            case "list":
                return await self._list(said)
            case "join" | "maybe":
                return await self._sign_up(said, rest, maybe=word == "maybe")
            case "leave":
                return await self._sign_off(said, rest)
            case "here":
                return await self._here(said)
            case _:
                return await self._planning(said, word, rest)

    async def _planning(self, said: Said, word: str, rest: tuple[str, ...]) -> Reply:
        """Do what is said about a plan."""
        match word:
            case "plan":
                return await self._plan(said, rest)
            case "yes" if rest:
                return await self._confirmed(said, rest[0].upper())
            case "move":
                return await self._move(said, rest)
            case "place":
                return await self._to_place(said, rest)
            case "off":
                return await self._off(said, rest)
            case "zone":
                return await self._zone(said, rest)
            case _:
                raise Refused("night-how")

    # Looking

    async def _list(self, said: Said) -> Reply:
        message, words = said.message, self.words(said.message)
        found = sorted((await self.nights.of(message.community)).nights, key=lambda one: one.at)
        lines = [
            listed(one, self._when(one, message, words), words, message.sender.id, await self._rules_of(one))
            for one in found
        ] or [words.text("night-none")]
        if self.doors.public:
            lines.append(words.text("night-page", address=await self.shown.address(message.community)))
        coming = next((one for one in found if isinstance(one.stage, Coming)), None)
        if coming is None:
            return Answer("\n".join(lines))
        ways, asked = to_sign_up(coming.number, words), ""
        if self._is_on_page(message) and coming.guest(message.sender.id) is None:  # pages have one button
            asked = ways[0].word
            lines.append(words.text("night-you-come", number=coming.number))
        return Answer("\n".join(lines), ways=ways, confirm=asked)

    def _is_on_page(self, message: Message) -> bool:
        return message.page or self.platforms.is_pages(platform_of(message.sender.id))

    async def _rules_of(self, night: Night) -> OpeningRules:
        return (await self.venues.settings(night.venue)).opening

    def _when(self, night: Night, message: Message, words: Words) -> str:
        """Return when a night begins, as the sender reads it: in their own time, or in the night's zone."""
        told = in_zone(night.at, night.zone, words)
        shown = self.platforms.notifies(PlaceId(message.sender.id)) and not message.page
        return moment(night.at, told) if shown else told

    def _meant(self, found: VenueNights, said: Said, rest: Sequence[str]) -> tuple[Night, tuple[str, ...]]:
        """Return the night that the first word names, or else the next one here, and the words after it."""
        number = NUMBER.fullmatch(rest[0]) if rest else None
        if number is not None:
            night = found.night(int(number[1]))
            if night is None:
                raise Refused("night-no-such", number=int(number[1]))
            return night, tuple(rest[1:])
        here = [one for one in found.nights if one.place == said.message.place] or list(found.nights)
        if not here:
            raise Refused("night-none")
        return min(here, key=lambda one: one.at), tuple(rest)

    # Planning

    async def _plan(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Say what was understood, and ask whether it is planned so."""
        message = said.message
        if not message.place:
            raise Refused("no-place-here")
        zone = await self._zone_of(message.venue)
        left, weekly = without_weekly(rest)
        local, taken = read_when(left, self.store.clock.now(), zone)
        rules = await self._rules_for(message)
        plan = await self._what(said, left[taken:], rules)
        check_time(rules, instant(local, zone))
        await must_be_shown(self.platforms, message.place, self.words(message))
        night = night_of(message, plan, local, zone, weekly=weekly)
        self._check(await self.nights.of(message.community), night, message)
        code = code_of(self.random_bytes, CODE_LENGTH)
        draft = Draft(message.sender.id, message.community, night)
        await self.store.put_note(DRAFT, code, msgspec.json.encode(draft), DRAFT_KEPT, by=heard_of(message))
        return self._ask_whether(night, f"night {YES} {code}", message, rules)

    async def _what(self, said: Said, typed: Sequence[str], rules: OpeningRules) -> Plan:
        """Return what a night is to be, as typed after its time. Raises Refused."""
        place = said.message.place
        tables = rules.tables or self.platforms.most_tables_on(platform_of(place))
        plan = read_plan(await self._in_full(said, typed), rules, self.platforms.abilities_of(place), tables)
        self._check_tournaments(plan.courses)
        return plan

    def _ask_whether(self, night: Night, line: str, message: Message, rules: OpeningRules) -> Reply:
        """Ask whether a night is planned so; `line` confirms it."""
        words = self.words(message)
        would = words.text(
            "night-would",
            when=self._when(night, message, words),
            weekly="yes" if night.weekly else "no",
            games=programme(night, rules, words),
            seats=night.seats,
            seating=night.seating,
            minutes=night.minutes,
            pause=night.pause,
        )
        return self._ask(line, (would, *self._clocks_change(night, words)), words)

    def _check_tournaments(self, courses: Sequence[Course]) -> None:
        """Raise Refused if one of these games is a tournament, and this bot holds none."""
        if any(one.tournament for one in courses):
            self.wings_out.refuse(TOURNAMENT)
            self.tables.check_tournaments(courses)

    async def _in_full(self, said: Said, words: Sequence[str]) -> tuple[str, ...]:
        """Return what is to be played with what other wings make of each word that is no game, such as a preset."""
        full = list[str]()
        for word in words:
            plain = "=" in word or word.lower() == TOURNAMENT or by_word(word) is not None
            full += (word,) if plain else (await self.hooks.opened_in_full(replace(said, rest=(word,))))[0].rest
        return tuple(full)

    async def _rules_for(self, message: Message) -> OpeningRules:
        """Return the rules of a place for somebody who plans a night in it. Raises Refused if they may not."""
        rules = await self.new_tables.rules(message)
        check_opener(rules, message)
        check_place(rules, message)
        await self.hooks.check_sitting(message.sender, message.community, message.rights, ())
        return rules

    def _ask(self, line: str, lines: Sequence[str], words: Words) -> Reply:
        """Ask for a confirmation of what these lines say."""
        return Answer(" ".join((*lines, words.text("confirm-with", line=unlinked(line)))), confirm=line)

    @staticmethod
    def _clocks_change(night: Night, words: Words) -> list[str]:
        """Return the rule for a local time that the clocks skip, or show twice, if it is one."""
        kind = kind_of(night.local, night.zone)
        if kind == "no":
            return []
        typed, begins = f"{night.local:%H:%M}", f"{local_at(night.at, night.zone):%H:%M}"
        if kind == SKIPPED:
            return [words.text("night-skipped", time=typed, begins=begins)]
        return [words.text("night-twice", time=typed)]

    def _check(self, found: VenueNights, night: Night, message: Message) -> None:
        """Raise Refused if a night can't be planned beside the others."""
        if instant(night.local, night.zone) <= self.store.clock.now():
            raise Refused("night-past", word=f"{night.local:%Y-%m-%d %H:%M}")
        others = [one for one in found.nights if one.number != night.number]
        mine = [one for one in others if one.by == night.by]
        if len(others) >= MOST_NIGHTS or (len(mine) >= MOST_OF_ONE and message.rights < Rights.STAFF):
            most = MOST_NIGHTS if len(others) >= MOST_NIGHTS else MOST_OF_ONE
            raise Refused("night-too-many", most=most, whose="all" if most == MOST_NIGHTS else "yours")
        for one in others:
            earlier = min(one, night, key=lambda two: two.at)
            if one.place == night.place and abs(one.at - night.at) < max(APART, earlier.minutes * 60_000):
                raise Refused("night-clash", number=one.number)

    async def _confirmed(self, said: Said, code: str) -> Reply:
        """Plan a night that was asked about. A repeat finds it planned."""
        message, words = said.message, self.words(said.message)
        content = await self.store.note(DRAFT, code)
        draft = None if content is None else _DRAFT.decode(content)
        if draft is None or draft.by not in message.sender.ids or draft.venue != message.community:
            raise Refused("night-no-draft")
        rules = await self._rules_for(message)
        number = 0

        def plan(found: VenueNights) -> VenueNights:
            nonlocal number
            if code in found.made:
                raise RepeatedError(frozenset({message.id}))
            self._check(found, draft.night, message)
            number = found.last + 1
            night = replace(draft.night, number=number)
            said = say(
                "night-planned",
                name=night.by_name,
                number=number,
                when=MOMENT,
                weekly="yes" if night.weekly else "no",
                games=programme(night, rules, words),
                seats=night.seats,
            )
            told = owed_by(night, "planned", said, self.store.clock.now())
            told = replace(told, when=night.at, zone=night.zone, night=number)
            made = (*found.made, code)[-steps.MOST_MADE :]
            return replace(found, nights=(*found.nights, night), last=number, owed=(*found.owed, told), made=made)

        await self.nights.change(message.community, plan, heard_of(message))
        await self.store.drop_note(DRAFT, code)
        return Answer(words.text("night-is-planned", number=number))

    # Signing up

    async def _sign_up(self, said: Said, rest: tuple[str, ...], *, maybe: bool) -> Reply:
        """Sign the sender up; with a friend, who is asked."""
        message, words = said.message, self.words(said.message)
        night, left = self._meant(await self.nights.of(message.community), said, rest)
        guest = Guest(message.sender.id, safe_name(message.sender.name), self_at(message.sender, night.place), maybe)
        friend = await self._friend(said, left) if left else None
        others = () if friend is None else (friend.player,)
        await self.hooks.check_sitting(message.sender, message.community, message.rights, others)
        told = () if friend is None else await self._asked(night, guest, friend)

        def act(found: VenueNights) -> VenueNights:
            now = must_be(found, night.number)
            if now.guest(guest.player) is None or friend is None:
                now = steps.signed_up(now, guest)
            if friend is not None:
                asked = tuple(one for one in now.invited if one.by != guest.player)
                now = replace(now, invited=(*asked, Invited(friend.player, guest.player)))
            return found.with_night(now, *told)

        found = await self.nights.change(message.community, act, heard_of(message))
        return Answer(self._signed(must_be(found, night.number), message, words))

    def _signed(self, night: Night, message: Message, words: Words) -> str:
        """Say which place somebody has on the list."""
        person, when = message.sender.id, self._when(night, message, words)
        waits = [one.player for one in night.waiting]
        sits = [one.player for one in night.seated]
        if person in waits:
            return words.text("night-you-wait", number=night.number, when=when, at=waits.index(person) + 1)
        if person in sits and isinstance(night.stage, Begun):
            codes = ", ".join(one.code for one in night.stage.tables)
            return words.text("night-joined-late", number=night.number, codes=codes)
        if person in sits:
            free = night.seats - len(sits)
            return words.text("night-joined", number=night.number, when=when, seats=night.seats, free=free)
        return words.text("night-maybe", number=night.number, when=when)

    async def _friend(self, said: Said, left: tuple[str, ...]) -> Guest:
        """Return the friend whom these words name."""
        names = left[1:] if left[0].lower() == WITH else left
        if not names:
            raise Refused("night-with-whom")
        person, name, taken = await self.people.named(said.message.community, names)
        if taken < len(names):
            raise Refused("nobody-called-so", word=" ".join(names))
        if person in said.message.sender.ids:
            raise Refused("night-with-oneself")
        here = person if platform_of(person) == platform_of(said.message.place) else PersonId("")
        return Guest(person, name, here)

    async def _asked(self, night: Night, guest: Guest, friend: Guest) -> tuple[Owed, ...]:
        """Return the question to a friend whether they come along, in the way they want to be told."""
        way = await self.calls.way(friend.player, night.venue)
        asked = say("night-asked", number=night.number, name=guest.name, when=MOMENT)
        said = owed_by(night, f"friend {guest.player} {friend.player}", asked, self.store.clock.now())
        said = replace(said, when=night.at, zone=night.zone, night=night.number)
        return (addressed(said, friend, way),)

    async def _sign_off(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Take the sender off the list; the first who waits moves up, and is told."""
        message, words = said.message, self.words(said.message)
        night, _ = self._meant(await self.nights.of(message.community), said, rest)
        person = message.sender.id
        ways = {one.player: await self.calls.way(one.player, night.venue) for one in night.waiting[:2]}
        up: Guest | None = None

        def act(found: VenueNights) -> VenueNights:
            nonlocal up
            after, up = steps.signed_off(must_be(found, night.number), person)
            if up is None or not isinstance(after.stage, Coming):
                return found.with_night(after)
            now = self.store.clock.now()
            said = owed_by(after, f"up {up.player} {now}", say("night-moved-up", number=after.number, when=MOMENT), now)
            said = replace(said, when=after.at, zone=after.zone)
            return found.with_night(after, addressed(said, up, ways.get(up.player, "ping")))

        await self.nights.change(message.community, act, heard_of(message))
        return Answer(words.text("night-left", number=night.number))

    async def _here(self, said: Said) -> Reply:
        """Answer somebody who shows that they are there; every line of theirs counts so (`NightClock`)."""
        found = await self.nights.of(said.message.community)
        person = said.message.sender.id
        for stage in [one.stage for one in found.nights if isinstance(one.stage, Begun)]:
            for table in [one for one in stage.tables if person in one.seats]:
                if not stage.seated or await self._plays(TableRef(said.message.community, table.table), person):
                    return Answer(self.words(said.message).text("night-you-are-here", code=table.code))
        raise Refused("night-not-on")

    async def _plays(self, ref: TableRef, person: PersonId) -> bool:
        try:
            return any(one.player == person for one in who_plays(await self.repository.get(ref)))
        except GoneError:
            return False

    # Changing it

    def _may_change(self, night: Night, message: Message) -> None:
        """Raise Refused for all except who planned a night, and staff."""
        if night.by not in message.sender.ids and message.rights < Rights.STAFF:
            raise Refused("night-not-yours", number=night.number)

    async def _owned(self, said: Said, rest: tuple[str, ...]) -> tuple[Night, tuple[str, ...]]:
        """Return the night that is to be changed, and the words after it. With several, its number must be said."""
        found = await self.nights.of(said.message.community)
        night, left = self._meant(found, said, rest)
        if len(left) == len(rest) and len(found.nights) > 1:
            raise Refused("night-which", numbers=", ".join(str(one.number) for one in found.nights))
        self._may_change(night, said.message)
        return night, left

    async def _move(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Move an evening to another time; with `all`, those of its series after it, too."""
        message, words = said.message, self.words(said.message)
        night, left = await self._owned(said, rest)
        whole = bool(left) and left[0].lower() == WHOLE
        local, taken = read_when(left[whole:], self.store.clock.now(), night.zone)
        if taken < len(left[whole:]):
            raise Refused("night-move-how")
        must_come(night)
        wanted = steps.moved(night, local, whole=whole)
        rules = await self._rules_for(replace(message, place=night.place, venue=night.venue))
        check_planned(rules, wanted)
        said_so = owed_by(
            wanted,
            f"moved {night.at}",
            say("night-moved", number=night.number, when=MOMENT),
            self.store.clock.now(),
        )
        told = await to_guests(self.calls, night, replace(said_so, when=wanted.at, zone=night.zone))

        def act(found: VenueNights) -> VenueNights:
            now = must_be(found, night.number)
            must_come(now)
            after = steps.moved(now, local, whole=whole)
            self._check(found, after, message)
            return found.with_night(after, *told)

        await self.nights.change(message.community, act, heard_of(message))
        await self._note(message, night, f"night move {night.number}", "")
        lines = [words.text("night-is-moved", number=night.number, when=self._when(wanted, message, words))]
        return Answer(" ".join((*lines, *self._clocks_change(wanted, words))))

    async def _to_place(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Move a night to the place where this is said."""
        message, words = said.message, self.words(said.message)
        night, _ = await self._owned(said, rest)
        if not message.place:
            raise Refused("no-place-here")
        check_planned(await self._rules_for(message), night)
        await must_be_shown(self.platforms, message.place, words)

        def act(found: VenueNights) -> VenueNights:
            now = must_be(found, night.number)
            must_come(now)
            after = replace(now, place=message.place, venue=message.venue, stage=open_again(now.stage))
            self._check(found, after, message)
            return found.with_night(after)

        await self.nights.change(message.community, act, heard_of(message))
        return Answer(words.text("night-is-here", number=night.number))

    async def _off(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Call off one evening, or with `all` a whole series, once confirmed."""
        message, words = said.message, self.words(said.message)
        night, left = await self._owned(said, rest)
        whole = not night.weekly
        if left and left[0].lower() == WHOLE:
            whole, left = True, left[1:]
        sure = bool(left) and left[0].lower() == YES
        evening, why = confirmed(left)
        reason, this = reason_of(why), "" if whole else f"{night.local:%Y-%m-%d}"
        await self.hooks.check_text(message.community, reason)
        if not (whole and night.weekly):
            must_come(night)
        if not sure or (this and evening != this):
            line = " ".join(filter(None, (f"night off {night.number}", WHOLE * whole, YES, this, bare(reason))))
            which = "series" if night.weekly and whole else "one"
            when = self._when(night, message, words)
            return self._ask(line, [words.text("night-would-off", number=night.number, when=when, which=which)], words)
        series = "yes" if night.weekly and whole else "no"
        told_why = "yes" if reason else "no"
        off = say("night-off", number=night.number, when=MOMENT, because=reason, why=told_why, series=series)
        said_so = owed_by(night, "off", off, self.store.clock.now())
        told = await to_guests(self.calls, night, replace(said_so, when=night.at, zone=night.zone))

        def act(found: VenueNights) -> VenueNights:
            return steps.called_off(found, night, told, self.store.clock.now(), whole=whole)

        await self.nights.change(message.community, act, heard_of(message))
        await self._note(message, night, f"night off {night.number}", bare(reason))
        return Answer(words.text("night-is-off", number=night.number))

    async def _note(self, message: Message, night: Night, did: str, reason: str) -> None:
        """Note in the staff's log what a moderator did to somebody else's night."""
        if night.by not in message.sender.ids:
            sender = message.sender
            entry = AuditEntry(
                self.store.clock.now(), sender.id, bare(safe_name(sender.name)), did, reason=reason, whom=night.by
            )
            await self.store.note_audit(message.community, written(entry))

    # The zone

    async def _zone_of(self, venue: VenueId) -> str:
        settings = await self.venues.settings(venue)
        quiet = settings.opening.quiet
        return settings.zone or ("UTC" if quiet is None else quiet.zone)

    async def _zone(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """Say in which time zone people here plan, or set it for the owner. Nights that are planned keep theirs."""
        message, words = said.message, self.words(said.message)
        if not rest:
            return Answer(words.text("night-zone", zone=await self._zone_of(message.venue)))
        need(said, Rights.OWNER)
        zone, sender = zone_called(rest[0]), message.sender
        entry = AuditEntry(self.store.clock.now(), sender.id, bare(safe_name(sender.name)), f"night zone {zone}")
        await self.venues.change(heard_of(message), lambda now: replace(now, zone=zone), entry)
        return Answer(words.text("night-zone", zone=zone))


def night_of(message: Message, plan: Plan, local: datetime, zone: str, *, weekly: bool) -> Night:
    """Return the night that a line plans at a local time, without its number."""
    return Night(
        number=0,
        place=message.place,
        venue=message.venue,
        by=message.sender.id,
        by_name=bare(safe_name(message.sender.name)),
        local=local,
        usual=local,
        zone=zone,
        at=instant(local, zone),
        courses=plan.courses,
        seats=plan.seats,
        weekly=weekly,
        minutes=plan.minutes,
        seating=plan.seating,
        pause=plan.pause,
    )


def self_at(person: Person, place: PlaceId) -> PersonId:
    """Return the self of a person on the platform of a place; empty if they have none there."""
    ids = (person.id, *person.others)
    return next((one for one in ids if platform_of(one) == platform_of(place)), PersonId(""))


def check_planned(rules: OpeningRules, night: Night) -> None:
    """Raise Refused if a place does not let a night begin then, or have one of its games."""
    check_time(rules, night.at)
    for course in night.courses:
        check_game(rules, course.game)


def addressed(said: Owed, guest: Guest, way: str) -> Owed:
    """Return something for one person, told in the way they want: alone, with a notice, or only by their name."""
    if way == "dm":
        return replace(said, person=guest.here or guest.player, called=(guest,))
    return replace(said, called=(guest if way != "off" else replace(guest, here=PersonId("")),))
