"""Messages from people and to them, alike for every platform."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from enum import Enum, IntEnum
from typing import Final, Protocol, Self

from msgspec import Struct

from bot.ports.ids import NO_PLACE, NO_TABLE, NO_VENUE, AudienceKey, PersonId, PlaceId, TableCode, VenueId
from bot.ports.offered import Choosable as Choosable  # noqa: PLC0414 - told on from here
from bot.ports.offered import FormField as FormField  # noqa: PLC0414 - told on from here
from bot.ports.offered import Offer as Offer  # noqa: PLC0414 - told on from here
from bot.ports.offered import OpenMove as OpenMove  # noqa: PLC0414 - told on from here
from bot.ports.rooms import RoomLine
from bot.ports.shown import ShownBoard as ShownBoard  # noqa: PLC0414 - told on from here
from bot.ports.shown import ShownPiece as ShownPiece  # noqa: PLC0414 - told on from here
from bot.text import Words
from games.kit.board import Glimpse
from games.kit.contract import Abilities
from games.kit.seats import Seat

TOLD_FOR_ALL: Final = 30
"""Seconds during which a chat is not told again what it was told for all."""


class Person(Struct, frozen=True):
    """Somebody on a platform. `id`: `web:…`, `discord:…`, `twitch:…`, `console:…`. `name`: as typed, not yet made safe.

    `others`: the ids of their other selves, as far as they are known. `face`: the one they chose, if it was asked for.
    """

    id: PersonId
    name: str
    others: tuple[PersonId, ...] = ()
    face: str = ""

    @property
    def ids(self) -> frozenset[PersonId]:
        """Return all known ids of this person."""
        return frozenset((self.id, *self.others))


class Rights(IntEnum):
    """A person's rights in a venue, according to the platform: player, staff (moderator) or owner."""

    PLAYER = 0
    STAFF = 1
    OWNER = 2


NO_GAME: Final = "-"
"""The id of an Ask where no game is on: a button made then does nothing in a game."""


class SentFile(Struct, frozen=True):
    """A file that somebody sent with a line. `size`: in bytes, as its platform says. `fetch` may raise Unreachable."""

    size: int
    fetch: Callable[[], Awaitable[bytes]]


class Message(Struct, frozen=True):
    """A line that one person typed, or sent by a button.

    `id`: the platform's own, so that a repeat changes nothing. `place`: empty where somebody writes to the bot in
    private. `standing`: what the sender is there besides their rights: `subscriber`, `vip`. `home`: the venue that
    keeps what belongs to `venue`, empty until it is looked up. `at`: when the platform received it, in ms; 0: unknown.
    `page`: sent from the sender's own page. `invited`: they may sit down whomever the table admits. `here_before`: they
    spoke in this place before its last raid. `link`: the address of a message that all can see. `hand_alone`: sent from
    a page that shows only the sender's hand at `table`. `joined`: when they became a member there, in ms; 0: unknown. A
    button or form gives `table` (its code) and `ask` (the id of the Ask it was made for), and a line in the games'
    notation as `text`. `looks_at`: the code of the table that the sender's page shows, which is meant by a line that
    names none. `stamp`: the platform made the id, not we.
    """

    id: str
    sender: Person
    venue: VenueId
    place: PlaceId
    private: bool
    text: str
    table: TableCode = NO_TABLE
    ask: str = ""
    stamp: bool = False
    locale: str = "en"
    rights: Rights = Rights.PLAYER
    standing: frozenset[str] = frozenset()
    at: int = 0
    page: bool = False
    invited: bool = False
    here_before: bool = False
    home: VenueId = NO_VENUE
    link: str = ""
    joined: int = 0
    hand_alone: bool = False
    file: SentFile | None = None
    looks_at: TableCode = NO_TABLE

    @property
    def community(self) -> VenueId:
        """Return the venue that keeps purses, games and the staff's log for where this was said."""
        return self.home or self.venue

    @property
    def makes_way(self) -> bool:
        """Tell whether the sender may not take a seat reserved for those who came with a raid."""
        return self.here_before and not self.invited and self.rights < Rights.STAFF


class File(Struct, frozen=True):
    name: str
    content: bytes

    @property
    def is_picture(self) -> bool:
        return self.name.endswith(".png")


class Private:
    """A text that only one person may read. It is no `str`, so it can't be put into an `Answer` by mistake."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Private(…)"

    def reveal(self) -> str:
        """Return the text, to be shown only to that person."""
        return self._text


class Reply(Struct, frozen=True):
    """A reply to the sender of a message: an `Answer`, or a `PrivateAnswer`. An empty text: nothing is said.

    `passing`: must not stay readable (a swap of cups, which the players shall remember). `confirm`: nothing was done
    yet; if the same person sends this line, it is done. `marked_up`: a page with headings and emphasis (Markdown), not
    sentences. `unknown`: it is no command of ours, perhaps another bot's. `leads`: it links to the sender's own page.
    `told`: the table is told the same. `repeated`: the message was taken before; nothing was done now. `exposed`: the
    sender said a secret of theirs in public. `stands_at`: the other place whose table this is about, linked where the
    platform has such links. `receipt`: of what was done, as it stands in the text. `heads`: other receipts of its chain
    there. `brief`: a short version of the text. `ways`: lines that may be said next, for buttons; the text names them,
    too. `for_all`: all who say the same get this answer, so a chat is told it only once.
    """

    text: str = ""
    ok: bool = True
    passing: bool = False
    confirm: str = ""
    marked_up: bool = False
    files: tuple[File, ...] = ()
    unknown: bool = False
    leads: bool = False
    told: bool = False
    repeated: bool = False
    exposed: bool = False
    stands_at: PlaceId = NO_PLACE
    receipt: str = ""
    heads: tuple[str, ...] = ()
    brief: str = ""
    ways: tuple[Choosable, ...] = ()
    for_all: bool = False

    @property
    def is_private(self) -> bool:
        """Tell whether only the sender may see it."""
        return isinstance(self, PrivateAnswer)

    @property
    def has_record(self) -> bool:
        """Tell whether it has a file that is no picture of its text. Such a file does not belong in a channel."""
        return not all(file.is_picture for file in self.files)


class Answer(Reply, frozen=True):
    """An answer that everybody may read, where the question was asked."""


class PrivateAnswer(Reply, frozen=True):
    """An answer that only the sender may see, wherever the question was asked."""

    @classmethod
    def of(cls, private: Private) -> Self:
        """Answer with a text for the sender alone."""
        return cls(private.reveal())

    @classmethod
    def instead(cls, answer: Reply) -> Self:
        """Make a copy of this answer for the sender alone."""
        return cls(**{name: getattr(answer, name) for name in answer.__struct_fields__})


class SeatLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat as the table shows it. `stack`: None where there is no money. `face`: as in `bot.render.seat_lines`.

    `gain`: what the last game brought them, until the next begins; None: nothing is known of it. `won`: they won it.
    `place`: their place in it, 1 for the best; 0: they have none, or there are none (`bot.render.seat_lines`).
    `guest`: the id of a guest of the pages, as it stands beside what they say there; empty: they are none. `ready`: for
    the next game. `remark`: what was remarkable about them in the last one. `new`: they did not play that.
    """

    seat: Seat
    name: str
    stack: int | None
    bot: bool
    awaited: bool
    away: bool
    you: bool
    face: str = ""
    gain: int | None = None
    won: bool = False
    guest: str = ""
    ready: bool = False
    place: int = 0
    remark: str = ""
    new: bool = False


class EntrantLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody who plays a tournament. `table`: the number of their table. `stack`: what they had when it was last at
    rest. `place`: with which they are out; 0: they are not.
    """

    name: str
    face: str
    table: int = 0
    stack: int = 0
    place: int = 0


class Panel(Struct, frozen=True, gc=False):
    """A table as one audience sees it now. Times in ms since the epoch. `phase`: lobby, playing, between, closed.

    `seats`: of a crowd only some, the viewer's own first. `sitting`: how many sit in all. `board`: its pieces; the
    lines describe it too. `open_moves`: on the public panel, where `offers` is empty. `hands`: seats of this game hold
    secrets. `short`: a shorter title; empty: there is none. `start`: the public button that begins the next game: it
    says whose it is, or how a vote for it stands; empty: none. `fewest`, `most`: the number of seats in the next game.
    `is_host`: the viewer is the host. `paused`: no move counts now. `given`: between games, the options that differ
    from the usual, as typed; `chosen`: what they mean. `by_board`: those of `lines` that the board or `entered` shows;
    `own_by_board`: those of `own`. `way_in`: what people without a seat type to get in now or, in a crowd, from the
    next round, without a sign; empty: nobody can. `room`: how many more can get in. `admits`: who may, in words; empty:
    everybody. `unwatched`: the sentence that pages show instead to those who don't sit here; empty: all may look on.
    `choosing`: what a seat may choose for itself before a game, as a heading; empty: none. `asks`: what is asked now,
    said to the viewer if it is asked of them; empty: the first of `lines` says it. `stage`: the phase of the game
    itself; empty: none is on the table. `undelivered`: for the host, how many hands were delivered; empty: all.
    `begun`: for a seat with a hand, what fixed the dice of the current game; else empty. `entered`: who plays the
    tournament that is on here. `counts`: the viewer opened it and hosts it, which nobody may do at many.
    """

    code: TableCode
    game: str
    title: str
    phase: str
    lines: tuple[str, ...]
    own: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    pot: int | None
    ask: str
    ends_at: int | None
    commands: tuple[Choosable, ...]
    offers: tuple[Offer, ...]
    board: ShownBoard | None = None
    sitting: int = 0
    open_moves: tuple[OpenMove, ...] = ()
    hands: bool = False
    short: str = ""
    start: str = ""
    fewest: int = 0
    most: int = 0
    is_host: bool = False
    paused: bool = False
    given: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    by_board: tuple[str, ...] = ()
    own_by_board: tuple[str, ...] = ()
    way_in: str = ""
    room: int = 0
    admits: str = ""
    unwatched: str = ""
    undelivered: str = ""
    begun: str = ""
    asks: str = ""
    stage: str = ""
    choosing: str = ""
    entered: tuple[EntrantLine, ...] = ()
    counts: bool = False


class News(Struct, frozen=True, gc=False):
    """A line of what happened. `fades`: take it back after so many seconds. `replaces`: it replaces the last such line.

    `number`: in the table's log; never sent out, since others could count private steps by it. `order`: by this a page
    knows the order of lines and finds repeats. `shared`: everybody was told something in the same step. `fine`: fine
    print, as a commitment: kept in full, perhaps small. `newcomer`: the person who sat down, with a `stack` or 0;
    several such lines may be told as one. `cues`: its sounds (`games.kit.cues`). `aside`: it changes no game and no
    money. `short`: the same in fewer letters. `in_view`: the reader's panel says the same. `turn`: those whose turn it
    announces. `in_between`: a step of a count, left out where lines stay. `soon`: fine print that must be shown before
    the next game starts. `of_game`: a game tells it. `opens`: it begins a new line where several are shown together.
    `glimpse`: what a page may show for a moment as it is told (`games.kit.board`).
    """

    text: str
    at: int
    fades: int | None = None
    replaces: bool = False
    number: int = 0
    fine: bool = False
    newcomer: str = ""
    order: int = 0
    shared: bool = True
    cues: tuple[str, ...] = ()
    aside: bool = False
    short: str = ""
    in_view: bool = False
    turn: tuple[str, ...] = ()
    in_between: bool = False
    soon: bool = False
    of_game: bool = False
    stack: int = 0
    opens: bool = False
    glimpse: Glimpse | None = None

    @property
    def stands_alone(self) -> bool:
        """Tell whether it must not be joined with other news."""
        return self.replaces or self.fades is not None


class Update(Struct, frozen=True, gc=False):
    """All that an audience lacks: the news since it was last shown, and the panel as it is now.

    `audience`: `place:<id>` or `person:<id>`. `notify`: ids of those to ping. `called_for`: the cause of the pings, so
    that each is sent once. `awaited`: all who are awaited, including those pinged before. `handle`: what `show`
    returned last time. `recent`: for adapters whose messages stay, the last lines that may be read now, including the
    news. `place`: where the table is, for those shown it elsewhere. `shared`: for a person who asked, the last lines
    that everybody was told. `proofs`: the last fine print, further back than `recent` goes. `replay`: for
    adapters whose messages stay, where everybody can watch the game that has just ended; empty: there is none.
    """

    table: str
    code: TableCode
    audience: AudienceKey
    news: tuple[News, ...]
    card: Panel
    notify: tuple[PersonId, ...] = ()
    called_for: str = ""
    awaited: tuple[PersonId, ...] = ()
    handle: str = ""
    recent: tuple[News, ...] = ()
    place: PlaceId = NO_PLACE
    shared: tuple[News, ...] = ()
    proofs: tuple[News, ...] = ()
    replay: str = ""


class Lacks(Struct, frozen=True):
    """What we lack in a place, in sentences that say how to give it; empty: nothing.

    `card`: why no table can be shown there. `room`: why no table gets a room beside it. `rest`: what else works less
    well. `has_rooms`: such a place can have rooms beside it.
    """

    card: str = ""
    room: str = ""
    rest: str = ""
    has_rooms: bool = True


class Adapter(Protocol):
    """A platform. `platform` is the first part of the ids of its people and places: `web` of `web:main`.

    `prefix`: of commands in sentences there; empty: the owner's choice for all. `stands`: what it shows stays until
    changed, as messages do, so it is kept current, and fading lines are removed by another `show`. Pages update
    themselves, so they need none of this.
    """

    platform: str
    abilities: Abilities
    prefix: str
    stands: bool

    def wants_card(self, audience: AudienceKey) -> bool:
        """Tell whether this audience gets the panel, kept current; else it gets only the news."""
        ...

    async def show(self, update: Update) -> str:
        """Bring one audience up to date, and return a handle of what it is now shown. Raises Unreachable."""
        ...

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the message with a table's last fine print for an audience; empty if there is none."""
        ...

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:
        """Open a room beside a place, such as a thread, and return it as a place. Raises Unreachable."""
        ...

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:
        """Return what we lack to show tables in a place; None where the platform has no such permissions."""
        ...

    async def door(self, name: str) -> "Door | None":
        """Return the door of the place that people know by this name; None if it has none. Raises Unreachable."""
        ...

    async def follows(self, person: PersonId, place: PlaceId) -> bool:
        """Tell whether a person follows the channel that is this place. Raises Unreachable where that is unknown."""
        ...


class Door(Struct, frozen=True):
    """The public address of a place, where visitors find its tables and their own seats.

    `signs_in`: the platform's own sign-in is offered, too. `prefix`: of commands there.
    """

    platform: str
    name: str
    title: str
    venue: VenueId
    place: PlaceId
    signs_in: bool = False
    prefix: str = "!"


class Arrival(Struct, frozen=True):
    """An identified person who comes in by a door, and where they belong.

    `table`: only their hand at this table (`Update.table`) is shown; empty: all that is theirs there.
    """

    person: Person
    venue: VenueId
    place: PlaceId
    title: str
    table: str = ""


class Window(Protocol):
    """Pages that also show news and panels to people of other platforms. They store none of it.

    `platform`: the one that this window serves as an adapter anyway.
    """

    platform: str

    def looks_on(self, audience: AudienceKey, table: str = "") -> bool:
        """Tell whether anybody is watching this audience's view here, or only `table` (`Update.table`) if given."""
        ...

    def show_also(self, update: Update) -> None:
        """Show this update to everybody who is watching here."""
        ...

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer to something said elsewhere; return False if the person has no page open."""
        ...

    async def unlink(self, person: PersonId) -> int:
        """Close all of a person's open pages here, and return how many there were."""
        ...

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Reload the open pages of these selves, which now belong to other persons."""
        ...

    async def forget_chat(self, guest: str, rooms: Sequence[PlaceId]) -> None:
        """Forget what a guest of these rooms said in their chats. Raises StoreTrouble."""
        ...

    async def reword_chats(self, rooms: Sequence[PlaceId], reword: Callable[[str], str]) -> None:
        """Reword what the bot itself said in the chats of these rooms. Raises StoreTrouble."""
        ...

    async def said_in(self, place: PlaceId) -> Sequence[RoomLine]:
        """Return the last lines that people said to each other in a room, as far as they are kept."""
        ...

    def here_in(self, place: PlaceId) -> Mapping[PersonId, str]:
        """Return the names of those who have a room open, as all there see them."""
        ...

    def show_evening(self, place: PlaceId, lines: Sequence[str]) -> None:
        """Show the story of an evening on the overlays of a place, once no table is left there."""
        ...

    def show_season(self, place: PlaceId, name: str, lines: Sequence[str]) -> None:
        """Show the table of a place's season on its overlays, a line for each of the first people."""
        ...

    async def hide_overlays(self, venue: VenueId, place: PlaceId, *, hidden: bool) -> bool:
        """Hide a place's overlays at once, or show them again; return False if it has none.

        Raises StoreTrouble.
        """
        ...

    async def mute_overlays(self, venue: VenueId, place: PlaceId, *, muted: bool) -> bool:
        """Take the lines of what happens off the overlays of a place, as `hide_overlays` does with all of them."""
        ...


class Posting(Struct, frozen=True):
    """A public line that belongs to no table. `mark`: the same when it is sent again after a crash.

    `topic`: it replaces the one before of the same topic, where messages can be deleted. `ways`: lines that anybody may
    say next, for buttons. `called`: people to be notified, where the platform can; the text names them elsewhere.
    `role`: a group of people there that is notified, too.
    """

    lines: tuple[str, ...]
    picture: File | None
    mark: str
    at: int
    topic: str = ""
    ways: tuple[Choosable, ...] = ()
    called: tuple[PersonId, ...] = ()
    role: str = ""


class PlannedEvent(Struct, frozen=True):
    """Something that is planned at a place, for the platform's own calendar. Times in ms. `name`: tells it from others.

    `title`, `about`: what it is, in words.
    """

    name: str
    title: str
    about: str
    place: PlaceId
    at: int
    until: int


AGAIN_AFTER: Final = 5.0


class Reach(Enum):
    """What to do about an audience that could not be reached.

    AGAIN: try again soon. WAITS: keep its news until it asks for them. SHUT: nobody can act there, so clocks stop until
    it opens. NEVER: do not try again for this table.
    """

    AGAIN = "again"
    WAITS = "waits"
    SHUT = "shut"
    NEVER = "never"


class Unreachable(Exception):  # noqa: N818 - a fact about an audience
    """An audience can't be reached now. `after`: seconds until the next try is worth it.

    `held_up`: seconds by which a rate limit delays the news; all that is due is delayed as much. `still`: called before
    the next view is drawn; it returns the seconds that are still left. None: only another try can tell.
    """

    def __init__(
        self,
        reason: str,
        reach: Reach = Reach.AGAIN,
        after: float = AGAIN_AFTER,
        still: Callable[[], float] | None = None,
        *,
        held_up: float = 0.0,
    ) -> None:
        super().__init__(reason)
        self.reach, self.after, self.still, self.held_up = reach, after, still, held_up


class NotKnownError(Exception):
    """A platform rejects our token or secret. `str()` is a sentence that says what to do."""


class OneRoom:
    """The answers of a plain adapter: messages without ids, and no rooms, doors or followers."""

    def told_by(self, audience: AudienceKey, table: str) -> str:  # noqa: ARG002 - whatever was told
        return ""

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:  # noqa: ARG002 - wherever, however called
        raise Unreachable("no rooms beside rooms")

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:  # noqa: ARG002 - wherever, in any language
        return None

    async def door(self, name: str) -> Door | None:  # noqa: ARG002 - whatever its name
        return None

    async def follows(self, person: PersonId, place: PlaceId) -> bool:  # noqa: ARG002 - whoever, wherever
        return False


Hear = Callable[[Message], Awaitable[Reply]]
"""Do what a message asks for, and return what its sender is told."""
