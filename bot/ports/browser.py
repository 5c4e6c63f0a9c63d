"""The web's port: all that it asks of the bot, for people's pages and for overlays on broadcasts."""

from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Arrival, Door, File, Message, Person, Reply, Rights, ShownBoard, Update
from bot.ports.replays import Course, Film, FilmOdds, ShownReplay


class OptionValue(Struct, frozen=True):
    """A value of an option: the word in the line that opens a table, and its meaning."""

    word: str
    meaning: str


class GameOption(Struct, frozen=True, omit_defaults=True):
    """An option: its name, its usual value, and what that means.

    `values`: the choices; none: a number from `low` to `high`, where those are given. `several`: the value is one or
    more of the choices, joined by `+`. `group`: `first`, `rules`, `clock`, `table`, `money`, `bots` or `tournament`.
    """

    key: str
    name: str
    usual: str
    group: str
    meaning: str = ""
    values: tuple[OptionValue, ...] = ()
    several: bool = False
    low: int | None = None
    high: int | None = None


class Preset(Struct, frozen=True, omit_defaults=True):
    """A way to play the whole game. `sets`: the word in the line that opens a table; empty: it is the usual way.

    `option`: the word that sets it, given for the usual way too. `usual`: the usual values of other options, where they
    differ.
    """

    name: str
    meaning: str
    players: tuple[int, int]
    sets: str = ""
    usual: dict[str, str] = {}
    option: str = ""


class MenuEntry(Struct, frozen=True, omit_defaults=True):
    """A command in a table's menu: the line that it sends, and its label.

    `group`: `table`, `history`, `you` or `staff`. `who`: `host`, `host or staff`; empty: anybody. `when`: `playing`,
    `paused`, `running`, `looking` (for those who don't sit), `open` or `closed` (to those who were not asked); empty:
    always. `asks`: for a `reason`, a `seat` and a reason, `whom` (a seat alone), a `name`, a `code` or a `word`;
    empty: for nothing. `anywhere`: no table is needed for it.
    """

    line: str
    label: str
    group: str
    who: str = ""
    when: str = ""
    asks: str = ""
    anywhere: bool = False


class DeskPress(Struct, frozen=True):
    """Something that a moderator does by one press: the line that it says, its label, and whether a reason follows."""

    line: str
    label: str
    reasoned: bool = True


class DeskEntry(Struct, frozen=True):
    """Something that a wing shows at the desk: what it is, in lines, and what can be done about it."""

    lines: tuple[str, ...]
    presses: tuple[DeskPress, ...]


class DeskPart(Struct, frozen=True):
    """Hold what a wing adds to the desk. `id`: for the page. `title`: in words."""

    id: str
    title: str
    items: tuple[DeskEntry, ...]


class ShownLesson(Struct, frozen=True):
    """A rule and its picture. `phases`: those of the game that it is about (`Panel.stage`), or pieces (`about`)."""

    text: str
    board: ShownBoard
    phases: tuple[str, ...] = ()


class GameChoice(Struct, frozen=True, omit_defaults=True):
    """A game that can be opened: what people choose it by, its rules in pictures, and its options.

    `players`: how many may sit, over all presets. `minutes`: how long a game lasts. `difficulty`: 1 to 3; 0: unknown.
    `tournament`: it can be played as a tournament over several tables, which has options of its own. `emblem`: the name
    of the symbol that stands for it; empty: it has none. `explained`: what pieces on its board are, by
    `ShownPiece.about`.
    """

    name: str
    title: str
    about: str
    players: tuple[int, int] = (1, 1)
    minutes: tuple[int, int] | None = None
    difficulty: int = 0
    cover: ShownBoard | None = None
    lessons: tuple[ShownLesson, ...] = ()
    presets: tuple[Preset, ...] = ()
    options: tuple[GameOption, ...] = ()
    tournament: bool = False
    emblem: str = ""
    explained: dict[str, str] = {}


class RewardShown(Struct, frozen=True):
    """A reward for a channel's points: `chips`, `seat` or `stake`, its price, and, for chips and stakes, the amount."""

    kind: str
    cost: int
    amount: int
    on: bool


class ControlShown(Struct, frozen=True):
    """The settings in a control room, as typed: values by their words (`cooldown`: `60`).

    `version`: counts their changes. `hidden`: the overlay shows nothing; `muted`: no lines. `streams`: the place is a
    stream's channel. `signs`: the viewer may set the prefix of commands. `owns`: the viewer may also set what only the
    place's owner may. `rewards`: None for those who may not set them.
    """

    version: int
    values: dict[str, str]
    hidden: bool
    muted: bool
    streams: bool
    signs: bool
    owns: bool
    rewards: tuple[RewardShown, ...] | None = None


class ControlSaved(Struct, frozen=True):
    """The result of saving settings, told by `text`. `line`: the word of the setting that was refused; empty: none was.

    `stale`: somebody else had changed them since they were shown, so nothing was saved.
    """

    ok: bool
    text: str
    line: str = ""
    stale: bool = False


class Winner(Struct, frozen=True):
    """A winner of a game. `gain`: how much more they have than they began with; 0: nothing, or unknown."""

    name: str
    gain: int = 0


class Upcoming(Struct, frozen=True):
    """Say in words what is to begin at a place soon, and when (ms)."""

    text: str
    at: int


class GameEnded(Struct, frozen=True):
    """A game that ended at a place. `id`: the name of its record. `code`: of its table. `at`: in ms.

    `winners`: the House if it alone won; empty: nobody won.
    """

    id: str
    code: TableCode
    title: str
    winners: tuple[Winner, ...]
    at: int


class BrowserBot(Protocol):
    """The bot behind the pages: it hears what is said on them, and says what they show."""

    async def hear(self, message: Message) -> Reply:
        """Handle what somebody said. What goes wrong is told in the answer, never raised."""
        ...

    async def repeated(self, message: Message) -> Reply | None:
        """Return the answer to a message that repeats an earlier one; None: it is new."""
        ...

    async def look(
        self, person: Person, venue: VenueId, place: PlaceId, locale: str, table: str = ""
    ) -> tuple[Update, ...]:
        """Return all that a person may see now: each open table of the place, each table they sit at, and recent news.

        With an empty id, return what the whole place may see. `table`: only this one.
        """
        ...

    def now(self) -> int:
        """Return the tables' clock in ms since the epoch."""
        ...

    async def lets_in(self, room: str, address: str) -> bool:
        """Tell whether somebody at this address may sit in a room; False after opening too many new rooms.

        Raises StoreTrouble.
        """
        ...

    def games(self, locale: str) -> tuple[GameChoice, ...]:
        """Return the games that can be opened; the default comes first."""
        ...

    def knows(self, word: str) -> bool:
        """Tell whether there is a command or setting of this word: those of a wing that was taken out are gone."""
        ...

    def menu(self, locale: str) -> tuple[MenuEntry, ...]:
        """Return the commands in a table's menu."""
        ...

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        """Return a sentence of the pages by its id, such as `web-back`, with its values filled in."""
        ...

    async def silenced(self, person: Person, venue: VenueId, rights: Rights, locale: str) -> str:
        """Return the sentence that says why somebody may not speak in a room; empty: they may."""
        ...

    # People of other platforms

    async def person_of(self, one: PersonId) -> PersonId:
        """Return the person that a self belongs to; for all others the same id. Never raises."""
        ...

    async def face_of(self, person: PersonId) -> str:
        """Return the face that a person chose (`bot.render.seat_lines`); empty: none. Never raises."""
        ...

    async def sits_at(self, person: PersonId, table: str) -> bool:
        """Tell whether a person sits at this table (`Update.table`), and the table is open. Raises StoreTrouble."""
        ...

    async def settled(self, venue: VenueId) -> None:
        """Look at the settings of a venue, so that those whom its owner named moderators are known. Never raises."""
        ...

    def rights_of(self, person: PersonId, venue: VenueId) -> Rights:
        """Return a person's rights in a venue: as their platform last said, or as its owner named them."""
        ...

    async def door(self, platform: str, name: str) -> Door | None:
        """Return the place that people of a platform know by this name; None if there is none."""
        ...

    async def door_address(self, place: PlaceId) -> str:
        """Return the public address at which viewers of a place find their seats; empty if there is none."""
        ...

    async def new_code(self, door: Door, lock: str) -> str:
        """Return a code for the browser with the key to this lock (SHA-256, hex); empty: none can be given now.

        Whoever types the code in chat within three minutes, and confirms, shows their hand in that browser.
        """
        ...

    async def bound(self, lock: str) -> Arrival | None:
        """Return, once, the person who shows their hand in the browser of this lock; None: nobody yet, or too late."""
        ...

    async def redeem(self, secret: str) -> Arrival | None:
        """Return, once, the person whom the personal link with this secret is for; None: it is invalid or used up."""
        ...

    def sign_in_address(self, platform: str, purpose: str, state: str) -> str:
        """Return where to send a browser to sign in for `seat`, `channel` or `bot`; empty if that is impossible."""
        ...

    async def signed_in(self, platform: str, purpose: str, code: str) -> Arrival | str:
        """Return the person who signed in with this code, or the id of the sentence that says why not.

        For `seat` only the person counts: the door they used determines venue and place.
        """
        ...

    def setup_key_fits(self, key: str) -> bool:
        """Tell whether this is the operator's key, which allows connecting the bot's own account."""
        ...

    # The control room

    # Broadcasts

    async def commentary(self, venue: VenueId, place: PlaceId, table: str, locale: str) -> tuple[str, ...]:
        """Return comments on the game that ended there last, including secrets of the seats.

        Empty while a game is on. `table`: as in `Update.table`.
        """
        ...

    async def replayed_course(self, link: str) -> Course | None:
        """Return where and when the game behind a link was played; None: the link is invalid, or no longer valid.

        Raises GameWithheld and StoreTrouble.
        """
        ...

    async def replay(self, link: str, locale: str) -> ShownReplay | None:
        """Return the finished game behind a link; None if the link is invalid. Raises StoreTrouble."""
        ...

    async def film(self, link: str, eyes: str, locale: str) -> Film | None:
        """Return the film of a finished game as seen by `eyes`; None if there is none. Raises StoreTrouble."""
        ...

    async def replay_picture(self, link: str, locale: str) -> bytes | None:
        """Return how a finished game ended as a PNG of 1200 by 630; None if there is none. Raises StoreTrouble."""
        ...

    async def replayed_odds(self, link: str, eyes: str, step: int, locale: str) -> FilmOdds | None:
        """Return the chances before a move of a finished game, if `eyes` may know them; None if there are none.

        Raises StoreTrouble.
        """
        ...

    async def replayed_record(self, link: str) -> File | None:
        """Return the record of the game behind a link; None if there is none. Raises StoreTrouble."""
        ...

    async def evening(self, place: PlaceId, locale: str) -> tuple[GameEnded, ...]:
        """Return the games that ended at a place in the last hours, the latest first."""
        ...

    async def upcoming(self, venue: VenueId, place: PlaceId, locale: str) -> Upcoming | None:
        """Return what begins at a place within the hour; None: nothing. Never raises."""
        ...

    def typed(self, venue: VenueId, place: PlaceId, line: str) -> str:
        """Return a line, such as `join`, as people type it there; empty where they press buttons."""
        ...


class OtherRooms(Protocol):
    """The table rooms of other processes. What is told to them may be lost."""

    def tell(self, kind: bytes, venue: str, content: bytes) -> None:
        """Tell them something about a venue."""
        ...

    def hear(self, kind: bytes, told: Callable[[str, bytes], None]) -> None:
        """Hear what they tell of this kind: who tells it, and what."""
        ...

    def when_missed(self, told: Callable[[], None]) -> None:
        """Call this when something that they told may have been lost, and they are heard again."""
        ...


class NoOtherRooms:
    """The other rooms where there are none."""

    def tell(self, kind: bytes, venue: str, content: bytes) -> None:
        """Tell nobody."""

    def hear(self, kind: bytes, told: Callable[[str, bytes], None]) -> None:
        """Hear nothing."""

    def when_missed(self, told: Callable[[], None]) -> None:
        """Miss nothing."""


NO_OTHERS: Final = NoOtherRooms()


class Notes(Protocol):
    """The notes of the web, which survive restarts: a record under each name. All methods may raise StoreTrouble."""

    async def save(self, name: str, content: bytes) -> None:
        """Keep a record; it replaces an earlier one of the same name."""
        ...

    async def load(self, name: str) -> bytes | None:
        """Return the record of this name; None if there is none."""
        ...

    async def replace(self, name: str, before: bytes | None, content: bytes) -> bool:
        """Keep a record if the one of the same name is still `before` (None: there was none); return whether it was."""
        ...

    async def forget(self, name: str) -> None:
        """Drop the record of this name, if there is one."""
        ...
