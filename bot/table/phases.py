"""The phases of a table's life: a lobby, a game, the time between two games, a tournament under way, and closed.

Times are in ms since the epoch.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.table.log import Cast
from bot.table.seats import Seated
from games.kit.contract import Result
from games.kit.dice import Dice, Drawn
from games.kit.seats import Seat
from games.proof.chain import InTime
from games.proof.fair import Pair

RECORD: Final = ".potluck.jsonl"


class Pledge(Struct, frozen=True, omit_defaults=True):
    """The commitment to one game's seed: `salt` (R, hex) is stored, the key (by its number) never."""

    n: int
    game_id: str
    salt: str
    key: int
    commitment: str


class StandingSeal(Struct, frozen=True):
    """The pledge that a place keeps for its next game that begins with the line that opens its table.

    `table`, `told_in`: the line of which table's log tells its commitment.
    """

    pledge: Pledge
    table: str
    told_in: int


class BotDue(Struct, frozen=True):
    seat: Seat
    at: int


class AskClock(Struct, frozen=True, omit_defaults=True):
    """The deadline of one call of an Ask, and when house bots answer it. `resting`: bots that wait for the next one."""

    ask: str
    ends_at: int
    warn_at: int | None
    bots: tuple[BotDue, ...] = ()
    resting: tuple[Seat, ...] = ()
    call: int = 0


class PrivateTold(Struct, frozen=True):
    seat: Seat
    event: msgspec.Raw


class Lobby(Struct, frozen=True, omit_defaults=True, tag="lobby"):
    """Before the first game, or after one that was called off. `starts_at`: when it starts by itself.

    `carry`: what the game before a void handed on, `null` for none.
    """

    starts_at: int | None = None
    carry: msgspec.Raw = msgspec.Raw(b"null")


class Playing(Struct, frozen=True, omit_defaults=True, tag="playing"):
    """`before`: the stacks at the start, for a void. `log_start`: where this game's batches begin in the log.

    `carry`: what the game before handed on, `null` for none. `entropy`: what is mixed into its dice (hex), as it was
    told; `head`: that of the chain of its deeds (hex), of which there were `deeds`; `drawn`: what house bots drew since
    the last of them. `seen_head`: after the last deed of which all were told.
    `stamp_link`: where the stamp's message can be seen. `answered`: seats that had a private answer in this game.
    `unsealed`: its seal was told with its start, not before. `in_time`: how it is known to be told before the stamp.
    Of a match that is proved as one: `round` counts its rounds from 1; `record_start`: where the first of them begins
    in the log; `staked`: what each seat has brought into it by now; `terms`: the digest of its options; `results`: of
    its rounds that are over.
    """

    pledge: Pledge
    pairs: tuple[Pair, ...]
    stamp: str
    state: msgspec.Raw
    draws: dict[str, int]
    before: tuple[int, ...]
    carry: msgspec.Raw
    log_start: int
    told: tuple[PrivateTold, ...]
    clock: AskClock
    entropy: str = ""
    head: str = ""
    seen_head: str = ""
    deeds: int = 0
    drawn: tuple[Drawn, ...] = ()
    stamp_link: str = ""
    answered: tuple[Seat, ...] = ()
    unsealed: bool = False
    in_time: InTime | None = None
    round: int = 1
    record_start: int = 0
    staked: tuple[int, ...] = ()
    terms: str = ""
    results: tuple[Result, ...] = ()

    @property
    def name(self) -> str:
        """Return its number, and which round of it is on: no two of a table have one name."""
        return f"{self.pledge.n}" if self.round == 1 else f"{self.pledge.n}.{self.round}"

    @property
    def record(self) -> str:
        """Return the name of its record."""
        return self.pledge.game_id.replace("/", "-").replace(":", "-") + RECORD

    def having_drawn(self, dice: Dice) -> "Playing":
        """Return it after a house bot's draws: the line of the next deed lists them."""
        return replace(self, draws=dict(dice.counts), drawn=(*self.drawn, *dice.drawn))


class EndedGame(Struct, frozen=True, omit_defaults=True):
    """A game that has ended, with those who sat at it to its end. `called`: what each seat was called then.

    `void`: why it was called off, empty for a whole game.
    """

    playing: Playing
    seats: tuple[Seated, ...]
    called: tuple[str, ...]
    void: str = ""

    def having_paid(self, shares: Mapping[PersonId, int]) -> "EndedGame":
        """Return it with what people were paid of its pot after its last round."""
        return replace(
            self, seats=tuple(replace(one, stack=one.stack + shares.get(one.player, 0)) for one in self.seats)
        )


class Between(Struct, frozen=True, omit_defaults=True, tag="between"):
    """After a game. `stamp`: the platform's id of what ended it, `stamp_link` where that can be seen, `in_time` how it
    is known that the next game's seal was told before it; `texts_in_time`: the lines of the log that tell of texts for
    the next game and were known to be told before it, too.

    `cast`: who played it, on the seats of `state`.
    """

    state: msgspec.Raw
    carry: msgspec.Raw
    stamp: str
    starts_at: int | None = None
    cast: tuple[Cast, ...] = ()
    stamp_link: str = ""
    in_time: InTime | None = None
    texts_in_time: tuple[int, ...] = ()


class PlayedAt(Struct, frozen=True):
    """One of a tournament's tables: its number, where it stands, and who was seated there last (by their ids)."""

    number: int
    table: str
    code: TableCode
    place: PlaceId
    players: tuple[PersonId, ...]


class Planned(Struct, frozen=True):
    """A plan of how one table of a tournament is to be seated, and what its series carries on."""

    table: str
    seated: tuple[Seated, ...]
    carry: msgspec.Raw


class Ranked(Struct, frozen=True):
    player: PersonId
    name: str
    place: int


class CalledOff(Struct, frozen=True):
    """The end of a tournament: by whom, and why; `staff`: a moderator, whose deeds stand in the audit log."""

    by: PersonId
    name: str
    reason: str
    staff: bool


class Hosting(Struct, frozen=True, tag="hosting"):
    """A tournament under way at tables of its own. `pledge` to `draws`: the seed that its seats are drawn by.

    `seating`: the number of the seating that holds. `planned`: a seating that not all tables have yet. `waits`: no
    table begins another game until all have ended theirs. `level`: of the stakes, from 0; they rise at `rises_at`.
    `look_at`: when its tables are looked at again, whatever happens. `ranked`: who is out, the last place first.
    `called_off`: it is being closed, its tables first. `entropy`: what is mixed into the draws (hex).
    """

    pledge: Pledge
    pairs: tuple[Pair, ...]
    stamp: str
    draws: dict[str, int]
    entered: tuple[Cast, ...]
    tables: tuple[PlayedAt, ...]
    seating: int
    planned: tuple[Planned, ...]
    waits: bool
    level: int
    rises_at: int
    look_at: int
    ranked: tuple[Ranked, ...]
    called_off: CalledOff | None = None
    entropy: str = ""

    @property
    def over(self) -> bool:
        """Tell whether everybody has come in."""
        return len(self.ranked) == len(self.entered)


class Closed(Struct, frozen=True, tag="closed"):
    """Everybody is paid back and gone."""


Phase = Lobby | Playing | Between | Hosting | Closed
