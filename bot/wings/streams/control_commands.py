"""The control room for streamers and their moderators: a venue's rules for tables, set in chat and on its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Where, Who
from bot.commands.public_postings import PublicPostings
from bot.commands.staff import need
from bot.engine.repository import Repository
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.opening_rules import OpeningRules, clock_time
from bot.people.rule_words import Alter, as_options
from bot.people.venues import NOTHING, PAUSE, Venues, VenueSettings
from bot.ports.browser import ControlSaved, ControlShown, RewardShown
from bot.ports.ids import platform_of
from bot.ports.messages import Answer, Message, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from bot.wings.streams.control_words import OF_STREAMS, READERS, altered, typed
from bot.wings.streams.presets import IN_PRESETS
from bot.wings.streams.streams import Streams
from games.catalogue import catalogue
from persistence import Store

LONGEST_NOTED = 120
OVERLAY: Final[Mapping[str, Alter]] = {
    "hide": lambda now: replace(now, overlay_hidden=True),
    "show": lambda now: replace(now, overlay_hidden=False),
    "mute": lambda now: replace(now, overlay_muted=True),
    "unmute": lambda now: replace(now, overlay_muted=False),
}
"""What `overlay` may be followed by."""
log = structlog.get_logger()


class Stale(Exception):  # noqa: N818 - named as `Refused` is
    """Somebody has changed the settings since the page showed them."""


@dataclass(eq=False)
class ControlCommands:
    """Set a venue's rules for tables, and tell them. Moderators may do so; only the owner may set the sign, and whether
    the House may pay more than it wins.
    """

    store: Store
    words: WordsOf
    venues: Venues
    platforms: Platforms
    streams: Streams
    repository: Repository
    postings: PublicPostings

    # By chat

    @Command(
        "control",
        Group.SETUP,
        who=Who.STAFF,
        parameters=(
            Parameter("what", "slash-control", choices=lambda: tuple(READERS)),
            Parameter("value", "slash-control-value"),
        ),
        apart=True,
        of_a_table=False,
    )
    async def control(self, said: Said) -> Reply:
        """Change the setting that follows `control`; alone, say what is set. Raises Refused and StoreTrouble."""
        message, words = said.message, self.words(said.message)
        settings = await self.venues.stored(message.venue)
        if not said.rest:
            return Answer("\n".join(self.told(settings, message)))
        alter = self._allowed(said, said.rest)
        await self._owe_generous(settings, alter(settings), message)
        if not await self.venues.change(
            heard_of(message), alter, self._entry(message, f"control {' '.join(said.rest)}")
        ):
            await self.postings.forgive(message)
            return Answer(words.text("server-as-before"))
        changed = await self.venues.settings(message.venue)
        await self._follow(settings, changed, message)
        return Answer(words.text("control-saved", what=self._changed_told(changed, said.rest[0].lower(), message)))

    @Command(
        "overlay",
        Group.SETUP,
        who=Who.STAFF,
        where=Where.PLACE,
        parameters=(Parameter("what", "slash-overlay", choices=lambda: tuple(OVERLAY)),),
        apart=True,
        of_a_table=False,
    )
    async def overlay(self, said: Said) -> Reply:
        """Hide the overlay, or its lines alone, or show them again; alone, say which it is. Raises Refused and
        StoreTrouble.
        """
        message, words = said.message, self.words(said.message)
        if not message.place:
            raise Refused("no-place-here")
        if not said.rest:
            return Answer(overlay_told(await self.venues.stored(message.venue), words))
        need(said, Rights.STAFF)
        word = said.rest[0].lower()
        if len(said.rest) != 1 or word not in OVERLAY:
            raise Refused("overlay-how")
        change = OVERLAY[word]
        await self.venues.change(heard_of(message), change, self._entry(message, f"overlay {word}"))
        for window in self.platforms.windows:  # even without a change: whoever asks twice means it
            if word in {"hide", "show"}:
                await window.hide_overlays(message.venue, message.place, hidden=word == "hide")
            else:
                await window.mute_overlays(message.venue, message.place, muted=word == "mute")
        return Answer(overlay_told(await self.venues.stored(message.venue), words))

    def _allowed(self, said: Said, line: Sequence[str]) -> Alter:
        """Return the change of settings that a line asks for. Raises Refused for people who may not make it."""
        message = said.message
        streams = platform_of(message.venue) in self.platforms.broadcasts
        head = line[0].lower() if line else ""
        owners = (head == "prefix" and not streams) or (head == "generous" and not self._owns(message))
        need(said, Rights.OWNER if owners else Rights.STAFF)
        if head in OF_STREAMS and tuple(line[1:2]) != (NOTHING,) and not streams:
            raise Refused("no-stream-here")
        return altered(tuple(line), self.platforms.abilities_of(message.place))

    def _owns(self, message: Message) -> bool:
        """Tell whether the sender owns the place; a room of pages belongs to those who know its moderators' word."""
        room = self.platforms.is_pages(platform_of(message.venue))
        return message.rights >= (Rights.STAFF if room else Rights.OWNER)

    async def _owe_generous(self, before: VenueSettings, after: VenueSettings, message: Message) -> None:
        """Note the announcement that is owed once these settings are stored."""
        if before.opening.generous != after.opening.generous:
            generous = after.opening.generous
            await self.postings.owe("setting", message, self._generous(message, on=generous), generous=generous)

    async def _tell_generous(self, before: VenueSettings, now: VenueSettings, message: Message) -> None:
        """Announce in the place if the House begins or stops paying more than it wins."""
        if before.opening.generous != now.opening.generous:
            await self.postings.tell("setting", message, self._generous(message, on=now.opening.generous))

    def _generous(self, message: Message, *, on: bool) -> str:
        by = bare(safe_name(message.sender.name))
        return self.words(message).text("generous-set", by=by, on="yes" if on else "no")

    def _entry(self, message: Message, did: str) -> AuditEntry:
        by = bare(safe_name(message.sender.name))
        return AuditEntry(self.store.clock.now(), message.sender.id, by, bare(did[:LONGEST_NOTED]))

    async def _follow(self, before: VenueSettings, now: VenueSettings, message: Message) -> None:
        """Begin to watch the stream if it now matters; let the waiting tables go on if it no longer does.

        Announce a change of what the House may pay.
        """
        await self._tell_generous(before, now, message)
        if (before.offline == NOTHING) == (now.offline == NOTHING):
            return
        if now.offline == NOTHING:
            await self.streams.go_on(message.venue, message.place)
            await self.streams.forget(message.venue)
            return
        try:
            await self.platforms.broadcasts[platform_of(message.venue)].watch_stream(message.place)
        except Unreachable as error:  # it is tried again when the platform is back
            log.info("a stream is not watched yet", why=str(error))

    # By the page

    async def shown(self, message: Message) -> ControlShown:
        """Return the settings of the sender's venue, for the form. Raises StoreTrouble."""
        settings = await self.venues.stored(message.venue)
        opening = settings.opening.with_usual(self.platforms.openers_on(platform_of(message.venue)))
        streams = platform_of(message.venue) in self.platforms.broadcasts
        signs = streams or message.rights >= Rights.OWNER
        rewards = tuple(RewardShown(one.kind, one.cost, one.amount, one.on) for one in settings.rewards)
        owns, values = self._owns(message), typed(replace(settings, opening=opening))
        return ControlShown(
            settings.version,
            values,
            settings.overlay_hidden,
            settings.overlay_muted,
            streams,
            signs,
            owns,
            rewards if streams and owns else None,
        )

    async def save(self, message: Message, version: int, lines: Mapping[str, str]) -> ControlSaved:
        """Store a whole form, or nothing. `lines`: values, by the words that each line begins with.

        `version`: of the settings with which the form was filled. Raises StoreTrouble.
        """
        words, heard = self.words(message), heard_of(message)
        async with self.repository.taken.hearing(message):
            if await self.repository.taken.asked(heard):
                return ControlSaved(True, words.text("taken-before"))
            alters = list[Alter]()
            for head, rest in lines.items():
                try:
                    alters.append(
                        self._allowed(Said(message, message.table, "control", ()), (*head.split(), *rest.split()))
                    )
                except Refused as wrong:
                    return ControlSaved(False, words.sentence(wrong.reason), head)
            return await self._saved(
                message, version, alters, "; ".join(f"{head} {rest}" for head, rest in lines.items())
            )

    async def _saved(self, message: Message, version: int, alters: Sequence[Alter], did: str) -> ControlSaved:
        words = self.words(message)
        before = await self.venues.stored(message.venue)

        def alter(now: VenueSettings) -> VenueSettings:
            if now.version != version:
                raise Stale
            for one in alters:
                now = one(now)
            return now

        try:
            await self._owe_generous(before, alter(before), message)
            changed = await self.venues.change(heard_of(message), alter, self._entry(message, f"control {did}"))
        except Stale:
            await self.postings.forgive(message)
            now = await self.venues.stored(message.venue)
            return ControlSaved(False, words.text("control-stale", who=now.changed_by or "?"), stale=True)
        except Refused as wrong:
            await self.postings.forgive(message)
            return ControlSaved(False, words.sentence(wrong.reason))
        if not changed:
            await self.postings.forgive(message)
        await self._follow(before, await self.venues.settings(message.venue), message)
        return ControlSaved(True, words.text("control-all-saved") if changed else words.text("server-as-before"))

    # In words

    def told(self, settings: VenueSettings, message: Message) -> list[str]:
        """Return all settings, a sentence each."""
        heads = (
            "open",
            "games",
            "tables",
            "cooldown",
            "stakes",
            "purses",
            "generous",
            "quiet",
            "defaults",
            "offline",
            "words",
            "others",
            "prefix",
        )
        shown = [self.one_told(settings, head, message) for head in heads]
        if settings.overlay_hidden or settings.overlay_muted:
            shown.append(overlay_told(settings, self.words(message)))
        return [text for text in shown if text]

    def _changed_told(self, settings: VenueSettings, head: str, message: Message) -> str:
        heads = IN_PRESETS if head == "preset" else (head,)
        return " ".join(self.one_told(settings, one, message) for one in heads)

    def one_told(self, settings: VenueSettings, head: str, message: Message) -> str:
        """Return one setting in a sentence; empty if there is nothing to say about it."""
        words, platform = self.words(message), platform_of(message.venue)
        rules = settings.opening.with_usual(self.platforms.openers_on(platform))
        match head:
            case "quiet":
                return self._quiet_told(settings, message)
            case "defaults":
                return self._defaults_told(settings, message)
            case "offline":
                return self._offline_told(settings, message)
            case "announce" | "predictions" | "raids":
                return stream_told(settings, words)
            case "secrets":
                return words.text("control-secrets", deleted="yes" if settings.deletes_secrets else "no")
            case "words":
                return words.text("control-words", own="yes" if self.leaves_words(settings, message) else "no")
            case "others" | "freed":
                return lists_told(settings, words)
            case "tables":
                return words.text("control-tables", most=rules.tables or self.platforms.most_tables_on(platform))
            case "prefix":
                return words.text("server-prefix", sign=words.prefix)
            case _:
                return opening_told(rules, head, words)

    def _offline_told(self, settings: VenueSettings, message: Message) -> str:
        """Return a sentence on what happens when the stream ends; empty on platforms without streams."""
        if platform_of(message.venue) not in self.platforms.broadcasts:
            return ""
        hours = settings.offline_hours if settings.offline == PAUSE else 0
        return self.words(message).text("control-offline", does=settings.offline, hours=hours)

    def _quiet_told(self, settings: VenueSettings, message: Message) -> str:
        quiet, words = settings.opening.quiet, self.words(message)
        if quiet is None:
            return words.text("control-no-quiet")
        begins, ends = clock_time(quiet.begins), clock_time(quiet.ends)
        return words.text("control-quiet", begins=begins, ends=ends, zone=quiet.zone)

    def _defaults_told(self, settings: VenueSettings, message: Message) -> str:
        words, usual = self.words(message), settings.opening.options
        told = [f"{name}: {as_options(usual[name])}" for name in catalogue() if usual.get(name)]
        return words.text("control-defaults", options="; ".join(told)) if told else words.text("control-no-defaults")

    def leaves_words(self, settings: VenueSettings, message: Message) -> bool:
        """Tell whether words that other bots have too are left to them here."""
        return self.platforms.leaves_words(settings.own_words, settings.prefix, platform_of(message.venue))


def overlay_told(settings: VenueSettings, words: Words) -> str:
    """Return what the overlay shows, in a sentence."""
    if settings.overlay_hidden:
        return words.text("overlay-hidden")
    return words.text("overlay-muted") if settings.overlay_muted else words.text("overlay-shown")


def stream_told(settings: VenueSettings, words: Words) -> str:
    """Return the settings of a channel that broadcasts, in a sentence."""
    switches = {
        one: "on" if getattr(settings, one) else "off" for one in ("announce", "predictions", "raids", "markers")
    }
    return words.text("stream-is", color=settings.announce_color, foretold=settings.foretold, **switches)


def lists_told(settings: VenueSettings, words: Words) -> str:
    """Return how the words of other bots here differ from the usual ones, in a sentence."""
    added, freed = ", ".join(settings.others), ", ".join(settings.freed)
    kinds = {"added": "yes" if added else "no", "taken": "yes" if freed else "no"}
    return words.text("control-others", others=added, freed=freed, **kinds)


def opening_told(rules: OpeningRules, head: str, words: Words) -> str:
    """Return one of the rules for opening tables, in a sentence."""
    match head:
        case "open":
            return words.text("control-open", only=rules.only, who=rules.others)
        case "games":
            return words.text("control-games", some="yes" if rules.games else "no", games=", ".join(rules.games))
        case "cooldown":
            return words.text("control-cooldown", seconds=rules.cooldown)
        case "purses":
            return words.text("control-purses", on="yes" if rules.purses else "no")
        case "generous":
            return words.text("control-generous", on="yes" if rules.generous else "no")
        case _:
            least, most = rules.stakes
            return words.text("control-stakes", least=least, most=most)
