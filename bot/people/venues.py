"""The settings of a community: the sign of its commands, the roles of its moderators, and those for its stream."""

import re
import time
import unicodedata
from collections.abc import Callable
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.expiring_cache import ExpiringCache
from bot.people.opening_rules import OpeningRules
from bot.people.seasons import Season, without
from bot.ports.ids import NO_PLACE, NO_VENUE, PersonId, PlaceId, VenueId
from bot.table.audit import AuditEntry, written
from bot.table.change import Refused
from persistence import Heard, Store, StoreTrouble

VENUE: Final = "venue"
CHANGED: Final = b"venue-changed"
LONGEST_PREFIX: Final = 3
NO_SIGN: Final = frozenset("/@<>#`*_~|[]")
"""Signs that have a meaning of their own on a platform."""
MOST_ROLES: Final = 10
OFF: Final = "off"
NONE: Final = "none"
ROLE: Final = re.compile(r"(?:<@&)?([0-9]{1,20})>?")
"""A role as digits, or as a platform mentions it: `<@&123>`."""
COLORS: Final = ("blue", "green", "orange", "purple", "primary")
"""The colours of announcements; `primary`: the channel's own."""
PAUSE: Final = "pause"
LAST_ROUND: Final = "last-round"
NOTHING: Final = "nothing"
TRIES: Final = 20
"""How often settings are read again if others have changed them meanwhile."""
TRUSTED: Final = 60.0
DOUBTED: Final = 5.0
"""Seconds until settings are read again, after a reading or a failed attempt."""
MOST_VENUES: Final = 4096
log = structlog.get_logger()


class Reward(Struct, frozen=True):
    """A reward for a channel's points: `chips` (so many for the viewer's purse), a `seat`, or a `stake`.

    A stake is of so many suckers at the crowd's table; the viewer pays it as if typed. `on`: viewers see it now.
    """

    id: str
    kind: str
    cost: int
    amount: int = 0
    on: bool = True


class VenueSettings(Struct, frozen=True):
    """The settings of a venue. `prefix`: empty for the owner's default. `staff`: ids of the moderators' roles.

    `calls`: how people are told of their turn (`bot.people.preferences`). `threads`: each table gets a room of its own
    beside the place where it is opened.

    Of a channel: `announce`: an opened table is announced, in `announce_color`. `predictions`: viewers may predict
    games, and what (`foretold`). `raids`: people who come with a raid are asked to sit down. `markers`: the
    largest win of an evening is marked in the recording.
    `deletes_secrets`: a secret that is typed there is deleted, if the bot may.

    `opening`: the rules for opening tables. `offline`: what happens to tables when the stream ends: `pause` (and after
    `offline_hours` the game is void), `last-round` or `nothing`. `own_words`: words that other bots also have are left
    to them; None: the platform's default. `others`: additional words for commands here. `freed`: usual words that are
    no commands here. `overlay_hidden`: the overlay shows nothing; `overlay_muted`: no lines.

    `archive_days`: how long finished games are kept. `allowance`: the bank's daily gift to everybody. `gifts`: the most
    that a person may give, or receive, in a day. `corrections`: the most by which one moderator alone may correct
    purses in a day. Each 0: nothing. `seasons`: the oldest first. `fair`: the place for proofs of fair play of all
    tables; empty: beside each. `evening`: the result of an evening is told unasked.
    `zone`: the time zone in which people here say when something begins; empty: that of the quiet hours, or UTC.

    `timeouts`: a mute or a ban also sets the platform's own time-out, where it has one and lets us.
    `steps`: at so many points of warnings, others follow by themselves, as `ladder` says (empty: as usual).
    `leavers`: whoever leaves several games within a day pauses. `reports`: the place where moderators are told of
    reports; empty: none. `barred`: words that no name, text or reason here may contain.

    `moderators`: people whom the owner made moderators here, besides those of the platform. `sentences`: a Fluent file
    with sentences of the venue's own, in place of the bot's.

    `version`: counts the changes. `changed_by`: the name of who made the last one.
    """

    prefix: str = ""
    staff: tuple[str, ...] = ()
    announce: bool = False
    predictions: bool = False
    foretold: str = "winner"
    rewards: tuple[Reward, ...] = ()
    calls: str = "ping"
    threads: bool = False
    opening: OpeningRules = OpeningRules()
    offline: str = NOTHING
    offline_hours: int = 6
    own_words: bool | None = None
    others: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    overlay_hidden: bool = False
    overlay_muted: bool = False
    announce_color: str = "primary"
    raids: bool = True
    markers: bool = False
    deletes_secrets: bool = True
    archive_days: int = 365
    allowance: int = 0
    gifts: int = 200
    corrections: int = 500
    seasons: tuple[Season, ...] = ()
    fair: PlaceId = NO_PLACE
    evening: bool = True
    zone: str = ""
    timeouts: bool = True
    steps: bool = False
    ladder: str = ""
    leavers: bool = False
    reports: PlaceId = NO_PLACE
    barred: tuple[str, ...] = ()
    moderators: tuple[PersonId, ...] = ()
    sentences: str = ""
    version: int = 0
    changed_by: str = ""

    @property
    def season(self) -> Season | None:
        """Return the current season; None if there is none."""
        return self.seasons[-1] if self.seasons and not self.seasons[-1].until else None


PLAIN: Final = VenueSettings()
_SETTINGS: Final = msgspec.json.Decoder(VenueSettings)


class Venues:
    """Read and change the settings of venues. `clock` in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self.kept: ExpiringCache[VenueSettings] = ExpiringCache(MOST_VENUES, TRUSTED, clock)
        store.news.hear(CHANGED, lambda _, venue: self.kept.doubt(venue.decode()))

    async def settings(self, venue: VenueId) -> VenueSettings:
        """Return the settings, at most a minute old. Never raises: while the store is away, the last known hold."""
        found = self.kept.good(venue)
        if found is not None:
            return found
        try:
            return await self.stored(venue)
        except StoreTrouble as trouble:
            log.warning("settings could not be read", kind=trouble.kind)
            return self.kept.keep(venue, self.known(venue), DOUBTED)

    def known(self, venue: VenueId) -> VenueSettings:
        """Return the settings that this process read last; the default ones if it never did."""
        found = self.kept.entries.get(venue)
        return PLAIN if found is None else found.value

    async def stored(self, venue: VenueId) -> VenueSettings:
        """Return the settings as they are stored now. Raises StoreTrouble."""
        return self.kept.keep(venue, decoded(await self._store.note(VENUE, venue)))

    def at_hand(self, venue: VenueId) -> VenueSettings | None:
        """Return the settings if they were read less than a minute ago; None: they must be read."""
        return self.kept.good(venue)

    async def change(
        self,
        by: Heard,
        alter: Callable[[VenueSettings], VenueSettings],
        entry: AuditEntry,
        venue: VenueId = NO_VENUE,
    ) -> bool:
        """Change the settings of the venue of the message that asks for it (`by`), or of `venue`.

        False: nothing needs changing.

        If two people change them at once, neither undoes the other's change: `alter` gets the current settings, again
        if they were changed meanwhile. `entry` goes into the audit log first, so that no change is unlogged. Raises
        what `alter` raises, and StoreTrouble.
        """
        venue, logged = venue or VenueId(by.venue), False
        for _ in range(TRIES):
            content = await self._store.note(VENUE, venue)
            before = decoded(content)
            after = alter(before)
            if after == before:
                self.kept.keep(venue, before)
                return False
            after = replace(after, version=before.version + 1, changed_by=entry.name)
            if not logged:
                await self._store.note_audit(venue, written(entry))
                logged = True
            if await self._store.replace_note(VENUE, venue, content, msgspec.json.encode(after), by):
                self.kept.keep(venue, after)
                self._store.news.tell(CHANGED, venue, venue.encode())
                return True
        raise StoreTrouble("busy", "a venue's settings change faster than they can be read")


async def forget_in_seasons(store: Store, venue: VenueId, one: PersonId, somebody: PersonId) -> None:
    """Replace a person in the tables of past seasons by `somebody`. Raises StoreTrouble."""
    for _ in range(TRIES):
        content = await store.note(VENUE, venue)
        before = decoded(content)
        after = replace(before, seasons=without(before.seasons, one, somebody))
        if after == before or await store.replace_note(VENUE, venue, content, msgspec.json.encode(after)):
            return
    raise StoreTrouble("busy", "a venue's settings change faster than they can be read")


def decoded(content: bytes | None) -> VenueSettings:
    try:
        return PLAIN if content is None else _SETTINGS.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("a venue's settings can't be read: the plain ones hold")  # noqa: TRY400 - the error may quote them
        return PLAIN


def prefix_of(word: str) -> str:
    """Return a typed sign; empty for `off`. Raises Refused for one that can't be a sign."""
    if word.lower() == OFF:
        return ""
    seen = all(unicodedata.category(sign)[0] in "PS" and sign not in NO_SIGN for sign in word)
    if not seen or len(word) > LONGEST_PREFIX:
        raise Refused("odd-prefix", most=LONGEST_PREFIX)
    return word


def roles_of(words: tuple[str, ...], venue: VenueId) -> tuple[str, ...]:
    """Return the ids of typed roles; empty for `none`. Raises Refused if one is no role."""
    if len(words) == 1 and words[0].lower() == NONE:
        return ()
    found = [ROLE.fullmatch(word) for word in words]
    roles = tuple(dict.fromkeys(one[1] for one in found if one is not None))
    if not roles or None in found or len(roles) > MOST_ROLES:
        raise Refused("odd-roles", most=MOST_ROLES)
    if venue.rpartition(":")[2] in roles:  # the role that everybody has, which has the id of the venue itself
        raise Refused("role-of-all")
    return roles
