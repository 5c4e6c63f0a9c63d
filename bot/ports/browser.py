"""The port of the web: all it asks of the bot, for the pages of people, and for overlays over broadcasts."""

from typing import Protocol

from msgspec import Struct

from bot.ports.archive import ArchiveFilter, ShownArchive, ShownPerson
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Arrival, Door, File, Message, Person, Reply, Rights, ShownBoard, Update
from bot.ports.replays import Course, Film, FilmOdds, ShownReplay


class OptionValue(Struct, frozen=True):
    """What an option may be: the word for the line that opens a table, and its meaning."""

    word: str
    meaning: str


class GameOption(Struct, frozen=True, omit_defaults=True):
    """An option as people set it: its name, what it is usually, and what that means.

    `values`: all that it may be; none: a number from `low` to `high`, where they are told. `several`: it is some of its
    values, one at least, joined by `+`. `group`: `first`, `rules`, `clock`, `table`, `money`, `bots` or `tournament`.
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
    """A way to play the whole game. `sets`: the word for the line that opens a table; empty: it is the usual one.

    `option`: the word that sets it, also where it is the usual one. `usual`: what other options are then, where that
    differs.
    """

    name: str
    meaning: str
    players: tuple[int, int]
    sets: str = ""
    usual: dict[str, str] = {}
    option: str = ""


class MenuEntry(Struct, frozen=True, omit_defaults=True):
    """A command in a table's menu: the line that is sent for it, and what people read.

    `group`: `table`, `you` or `staff`. `who`: `host`, `host or staff`; empty: whoever sees it. `when`: `playing`,
    `paused`, `running`; empty: always. `asks`: for a `reason`, for a `seat` and a reason, or for a `code`, or none.
    """

    line: str
    label: str
    group: str
    who: str = ""
    when: str = ""
    asks: str = ""


class ShownLesson(Struct, frozen=True):
    """A rule, and its picture."""

    text: str
    board: ShownBoard


class GameChoice(Struct, frozen=True, omit_defaults=True):
    """A game that can be opened: what one chooses it by, its rules in pictures, and its options.

    `players`: how many may sit, whatever the preset. `minutes`: that a game lasts. `difficulty`: from 1 to 3; 0: it is
    not known. `tournament`: whether several tables may play one, with options of its own.
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


class RewardShown(Struct, frozen=True):
    """A reward for a channel's points: `chips`, `seat` or `stake`, its price, and for chips and stakes how many."""

    kind: str
    cost: int
    amount: int
    on: bool


class ControlShown(Struct, frozen=True):
    """The settings of a control room, as one types them: `values` by their words (`cooldown`: `60`).

    `version`: it counts their changes. `hidden`: the overlay shows nothing. `streams`: the place is a stream's channel.
    `signs`: who sees it may set what begins a command; `owns`: and what only whoever owns the place may. `rewards`: for
    whoever may set them; None for all others.
    """

    version: int
    values: dict[str, str]
    hidden: bool
    streams: bool
    signs: bool
    owns: bool
    rewards: tuple[RewardShown, ...] | None = None


class ControlSaved(Struct, frozen=True):
    """What came of saving settings: `text` says it. `line`: the words of the one that was refused; empty: none was.

    `stale`: somebody else had changed them since they were shown, and nothing was done.
    """

    ok: bool
    text: str
    line: str = ""
    stale: bool = False


class Winner(Struct, frozen=True):
    """Name who won a game, and say how much more they have than they began with; 0: nothing, or it can't be told."""

    name: str
    gain: int = 0


class GameEnded(Struct, frozen=True):
    """A game that ended at a place. `id`: the name of its record; `code`: of its table; `at`: when, in ms.

    `winners`: the House where it alone won; none: nobody won.
    """

    id: str
    code: TableCode
    title: str
    winners: tuple[Winner, ...]
    at: int


class BrowserBot(Protocol):
    """The bot behind the pages: it hears what is said on them, and says what they show."""

    async def hear(self, message: Message) -> Reply:
        """Take what somebody said. Trouble is told in the Answer, never raised."""
        ...

    async def repeated(self, message: Message) -> Reply | None:
        """Return the answer to a repeat of what was taken before; None: it was never taken."""
        ...

    async def look(
        self, person: Person, venue: VenueId, place: PlaceId, locale: str, table: str = ""
    ) -> tuple[Update, ...]:
        """Return all that this person may see now: each open table of the place, each they sit at, recent news.

        Nobody in particular (an empty id) is shown what the whole place may see. `table`: of this one alone.
        """
        ...

    def now(self) -> int:
        """Return the tables' clock in ms since the epoch."""
        ...

    async def lets_in(self, room: str, address: str) -> bool:
        """Tell whether somebody from this address may sit down in a room; else they have opened too many new ones.

        Raises StoreTrouble.
        """
        ...

    def games(self, locale: str) -> tuple[GameChoice, ...]:
        """Return the games that can be opened, the one chosen by default first."""
        ...

    def menu(self, locale: str) -> tuple[MenuEntry, ...]:
        """Return the commands that stand in a table's menu."""
        ...

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        """Return a sentence of the pages by its id, such as `web-back`, with its values filled in."""
        ...

    # People of other platforms

    async def person_of(self, one: PersonId) -> PersonId:
        """Return the person that a self of somebody's leads to, or itself. Never raises."""
        ...

    async def sits_at(self, person: PersonId, table: str) -> bool:
        """Tell whether a person sits at this table (`Update.table`), and it stands. Raises StoreTrouble."""
        ...

    def rights_of(self, person: PersonId, venue: VenueId) -> Rights:
        """Return the rights of a person in a venue, as their platform said last."""
        ...

    async def door(self, platform: str, name: str) -> Door | None:
        """Return the place that people of a platform know by this name; None: there is none."""
        ...

    async def door_address(self, place: PlaceId) -> str:
        """Return the public address where viewers of a place find their seats; empty: none."""
        ...

    async def new_code(self, door: Door, lock: str) -> str:
        """Return a code for the browser that holds the key to this lock (SHA-256, hex); empty: none can be had now.

        Whoever types it in chat within three minutes, and then answers what they are told, shows their hand there.
        """
        ...

    async def bound(self, lock: str) -> Arrival | None:
        """Return, once, who shows their hand to the browser of this lock; None: nobody yet, or too late."""
        ...

    async def redeem(self, secret: str) -> Arrival | None:
        """Return, once, who the personal link with this secret was made for; None: it is no link, or used up."""
        ...

    def sign_in_address(self, platform: str, purpose: str, state: str) -> str:
        """Return where to send a browser to sign in for `seat`, `channel` or `bot`; empty: it can't be done."""
        ...

    async def signed_in(self, platform: str, purpose: str, code: str) -> Arrival | str:
        """Return who came back from there with this code, or the id of the sentence that says why not.

        For `seat` the person alone counts: the door they came from says where they belong.
        """
        ...

    def setup_key_fits(self, key: str) -> bool:
        """Tell whether this is the operator's key, with which the bot's own account may be connected."""
        ...

    # The control room

    async def control(self, message: Message) -> ControlShown:
        """Return the settings of the sender's venue, as they are stored now. Raises StoreTrouble."""
        ...

    async def save_control(self, message: Message, version: int, lines: dict[str, str]) -> ControlSaved:
        """Store settings, all of them or none: what follows each of the words. Raises StoreTrouble.

        `version`: of the settings that the form was filled from; the message is its sender's.
        """
        ...

    # Broadcasts

    async def commentary(self, venue: VenueId, place: PlaceId, table: str, locale: str) -> tuple[str, ...]:
        """Return what may be told of the game that ended there last, secrets of the seats among it.

        Empty while a game is on. `table`: as in `Update.table`.
        """
        ...

    async def replayed_course(self, link: str) -> Course | None:
        """Return where and when the game that a link leads to was played; None: it leads nowhere, or no more.

        Raises GameWithheld and StoreTrouble.
        """
        ...

    async def replay(self, link: str, locale: str) -> ShownReplay | None:
        """Return the finished game that a link leads to; None: it leads nowhere. Raises StoreTrouble."""
        ...

    async def film(self, link: str, eyes: str, locale: str) -> Film | None:
        """Return the film of a finished game as these eyes saw it; None: there is none. Raises StoreTrouble."""
        ...

    async def replayed_odds(self, link: str, eyes: str, step: int, locale: str) -> FilmOdds | None:
        """Return the chances before a move of a finished game, for eyes that may know them; None: there are none.

        Raises StoreTrouble.
        """
        ...

    async def replayed_record(self, link: str) -> File | None:
        """Return the record of the game that a link leads to; None: there is none. Raises StoreTrouble."""
        ...

    async def archive(self, link: str, wanted: ArchiveFilter, locale: str) -> ShownArchive | None:
        """Return a page of the games that a link leads to; None: it leads nowhere. Raises StoreTrouble."""
        ...

    async def archived_person(self, link: str, key: str, locale: str) -> ShownPerson | None:
        """Return what those games say of somebody; None: of nobody who is listed. Raises StoreTrouble."""
        ...

    async def archived_game(self, link: str, record: str) -> str | None:
        """Return the link to the replay of one of those games; None: it is none of them. Raises StoreTrouble."""
        ...

    async def evening(self, place: PlaceId, locale: str) -> tuple[GameEnded, ...]:
        """Return the games that ended at a place in the last hours, the last first."""
        ...

    def typed(self, venue: VenueId, place: PlaceId, line: str) -> str:
        """Return a line, such as `join`, as people type it there; empty where they press."""
        ...


class Notes(Protocol):
    """The notes of the web that outlast restarts: a record under each name. All raise StoreTrouble while it is away."""

    async def save(self, name: str, content: bytes) -> None:
        """Keep this record, in place of an earlier one of the name."""
        ...

    async def load(self, name: str) -> bytes | None:
        """Return the record of this name; None: there is none."""
        ...

    async def forget(self, name: str) -> None:
        """Drop the record of this name, if there is one."""
        ...
