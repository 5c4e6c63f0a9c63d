"""The settings of a venue: everybody may read them, its owner sets them by `server`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Who
from bot.commands.fair_play import fair_place
from bot.commands.public_log import in_all
from bot.commands.staff import need
from bot.commands.wing import amounts, switches, words_set
from bot.commands.wings_out import WingsOut
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.preferences import WAYS, way_of
from bot.people.rule_words import days_of
from bot.people.venues import NONE, OFF, PLAIN, Venues, VenueSettings, prefix_of, roles_of
from bot.ports.messages import Answer, Lacks, Reply, Rights, SentFile
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.reader import whole_from
from bot.text.safe_text import bare, safe_name
from persistence import Store

MOST_ALLOWANCE: Final = 1000
OWN: Final = ("prefix", "staff", "calls", "tables", "fair", "archive", "check")
"""The words of the core that may follow `server`."""
MOST_A_DAY: Final = {"allowance": MOST_ALLOWANCE, **amounts()}
"""The most that each setting in suckers may be."""
OF_COMMUNITY: Final = frozenset({"archive", *MOST_A_DAY})
"""Settings that all venues of a community share."""


@dataclass(eq=False)
class ServerCommands:
    """Show and set what holds in a venue."""

    store: Store
    words: WordsOf
    venues: Venues
    platforms: Platforms
    wings_out: WingsOut
    hooks: Hooks

    @Command(
        "server",
        Group.SETUP,
        aliases=("setup",),
        who=Who.OWNER,
        parameters=(
            Parameter(
                "what",
                "slash-server",
                choices=lambda: (*dict.fromkeys((*OWN, *switches(), *MOST_A_DAY, *words_set())),),
            ),
            Parameter("value", "slash-server-value"),
            Parameter("file", "slash-server-file", SentFile),
        ),
        apart=True,
        of_a_table=False,
    )
    async def server(self, said: Said) -> Reply:
        """Show everybody the venue's settings, and how often staff called a game off; let the owner change settings.

        Raises Refused and StoreTrouble.
        """
        venue, words = said.message.venue, self.words(said.message)
        settings = await self.venues.stored(venue)
        if not said.rest:
            return await self._settings(said, settings)
        if said.rest[0].lower() == "check":
            return await self._check(said)
        for sets in self.hooks.sets:
            if (done := await sets(said)) is not None:
                return done
        need(said, Rights.OWNER)
        alter, did = await self._altered(said)
        sender, now = said.message.sender, self.store.clock.now()
        entry = AuditEntry(now, sender.id, bare(safe_name(sender.name)), did)
        changed = said.message.community if said.rest[0].lower() in OF_COMMUNITY else venue
        if not await self.venues.change(heard_of(said.message), alter, entry, changed):
            return Answer(words.text("server-as-before"))
        return await self._settings(said, await self.venues.settings(venue))

    async def _altered(self, said: Said) -> tuple[Callable[[VenueSettings], VenueSettings], str]:
        """Return the change of settings that a line asks for, and its words for the log. Raises Refused."""
        match tuple(word if place else word.lower() for place, word in enumerate(said.rest)):
            case ("prefix", word):
                prefix = prefix_of(word)
                return (lambda now: replace(now, prefix=prefix)), f"server prefix {prefix or OFF}"
            case ("staff", _, *_):
                roles = roles_of(said.rest[1:], said.message.venue)
                return (lambda now: replace(now, staff=roles)), f"server staff {' '.join(roles) or NONE}"
            case ("calls", word):
                await self._lacks(said)
                way = way_of(word)
                if way is None:
                    raise Refused("not-among", field="calls", values=", ".join(WAYS))
                return (lambda now: replace(now, calls=way)), f"server calls {way}"
            case ("tables", ("threads" | "channel") as word):
                await self._lacks(said)
                return (lambda now: replace(now, threads=word == "threads")), f"server tables {word}"
            case ("fair", word):
                await self._lacks(said)
                fair = await fair_place(self.platforms, word.lower(), said.message, self.words(said.message))
                return (lambda now: replace(now, fair=fair)), f"server fair {fair or OFF}"
            case ("archive", word):
                days = days_of(word)
                return (lambda now: replace(now, archive_days=days)), f"server archive {days}"
            case (switch, ("on" | "off") as word) if switch in switches():
                return (lambda now: replace(now, **{switch: word == "on"})), f"server {switch} {word}"
            case (field, word) if field in MOST_A_DAY:
                amount = a_day(word, field, MOST_A_DAY[field])
                return (lambda now: replace(now, **{field: amount})), f"server {field} {amount}"
            case _:
                raise self._unknown(said)

    def _unknown(self, said: Said) -> Refused:
        """Return the refusal of a setting that there is not, or not now."""
        word = said.rest[0].lower()
        if wing := self.wings_out.wing_of(word):
            return Refused("wing-is-out", word=word, wing=wing)
        added = {**dict.fromkeys(switches(), OFF), **{one: getattr(PLAIN, one) for one in amounts()}}
        lines = (self.words(said.message).typed(f"server {one} {value}") for one, value in added.items())
        return Refused("server-how", switches="".join(f'"{line}", ' for line in lines))

    async def _of_places(self, said: Said, settings: VenueSettings) -> list[str]:
        """Return the settings that matter only on a platform with several kinds of places."""
        words = self.words(said.message)
        if await self.platforms.lacks(said.message.place, words) is None:
            return []
        where = words.text("server-threads") if settings.threads else words.text("server-channel")
        fair = words.text("server-fair", own="yes" if settings.fair else "no")
        return [words.text("server-calls", way=settings.calls), where, fair]

    async def _check(self, said: Said) -> Reply:
        """Say which rights we lack here to show tables, and how to grant them.

        Raises Refused if the platform has none.
        """
        if not said.message.place:
            raise Refused("no-place-here")
        lacks, words = await self._lacks(said), self.words(said.message)
        found = [text for text in (lacks.card, lacks.room, lacks.rest) if text]
        return Answer("\n".join(found) or words.text("server-lacks-nothing"), ok=not lacks.card)

    async def _lacks(self, said: Said) -> Lacks:
        """Return which rights we lack here. Raises Refused on a platform that grants none."""
        lacks = await self.platforms.lacks(said.message.place, self.words(said.message))
        if lacks is None:
            raise Refused("server-not-here")
        return lacks

    async def _settings(self, said: Said, settings: VenueSettings) -> Reply:
        of_all = await self.venues.settings(said.message.community)
        words = self.words(said.message)  # with the sign that may just have been set
        lines = [
            words.text("server-prefix", sign=words.prefix),
            words.text("server-staff", roles=", ".join(settings.staff))
            if settings.staff
            else words.text("server-no-staff"),
            *await self._of_places(said, settings),
            words.text("server-archive", days=of_all.archive_days),
            *(words.text(f"server-{one}", on="yes" if getattr(settings, one) else "no") for one in switches()),
            *(words.text(f"server-{one}", amount=getattr(of_all, one)) for one in MOST_A_DAY),
            await in_all(self.store, said.message.community, words),
        ]
        return Answer("\n".join(lines))


def a_day(word: str, field: str, most: int) -> int:
    """Read a number of suckers a day; `off` is 0. Raises Refused."""
    if word.lower() == OFF:
        return 0
    found = whole_from(word, 0, most)
    if found is None:
        raise Refused("out-of-range", field=field, low=0, high=most)
    return found
