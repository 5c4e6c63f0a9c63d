"""The phases of a table: a lobby, a game, the time between two games, a tournament, and closed.

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
from games.kit.feats import Feat
from games.kit.seats import Seat
from games.proof.chain import InTime
from games.proof.fair import Pair

RECORD: Final = ".potluck.jsonl"


class Pledge(Struct, frozen=True, omit_defaults=True):
    """The commitment to the seed of a game. `salt` (R, hex) is stored; of the key, only the number."""

    n: int
    game_id: str
    salt: str
    key: int
    commitment: str


class StandingSeal(Struct, frozen=True):
    """The pledge for a place's next game that is begun by the line that opens its table.

    `table`, `told_in`: the table, and the line of its log, that told the commitment.
    """

    pledge: Pledge
    table: str
    told_in: int


class BotDue(Struct, frozen=True):
    seat: Seat
    at: int


class AskClock(Struct, frozen=True, omit_defaults=True):
    """The deadline of one call of an Ask, and when house bots answer it. `resting`: bots that wait for the next Ask."""

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
    """Before the first game, or after one that was called off. `starts_at`: when a game starts by itself.

    `carry`: what the game before the void passed on, `null` for none. `by_vote`: it starts because enough are ready.
    """

    starts_at: int | None = None
    carry: msgspec.Raw = msgspec.Raw(b"null")
    by_vote: bool = False


class Playing(Struct, frozen=True, omit_defaults=True, tag="playing"):
    """A game. `before`: the stacks at the start, for a void. `log_start`: the line of the log where its batches begin.

    `carry`: what the game before passed on, `null` for none. `entropy`: what is mixed into its dice (hex), as told.
    `head`: of the chain of its deeds (hex). `deeds`: their number. `drawn`: what house bots drew since the last
    deed. `seen_head`: after the last deed that everybody was told. `stamp_link`: where the stamp's message can be
    seen. `answered`: seats that got a private answer in this game. `unsealed`: its seal was told with its start,
    not before. `in_time`: how it is known that the seal was told before the stamp. For a match that is proved as
    one game: `round`: its current round, from 1. `record_start`: the line of the log where its first round begins.
    `staked`: what each seat has brought into it so far. `overtime`: how many seconds each seat has given out of its
    time bank. `terms`: the digest of its options. `results`: of its finished rounds.
    `spoke`: the house bots that have said something in it.
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
    overtime: tuple[int, ...] = ()
    terms: str = ""
    results: tuple[Result, ...] = ()
    spoke: tuple[Seat, ...] = ()

    @property
    def name(self) -> str:
        """Return its number and its current round, a name that is unique at a table."""
        return f"{self.pledge.n}" if self.round == 1 else f"{self.pledge.n}.{self.round}"

    @property
    def record(self) -> str:
        """Return the name of its record."""
        return self.pledge.game_id.replace("/", "-").replace(":", "-") + RECORD

    def having_drawn(self, dice: Dice) -> "Playing":
        """Return the game with a house bot's draws, which go into the line of the next deed."""
        return replace(self, draws=dict(dice.counts), drawn=(*self.drawn, *dice.drawn))


class EndedGame(Struct, frozen=True, omit_defaults=True):
    """A game that has ended, with those who sat at it at its end. `called`: the name of each seat then.

    `void`: why it was called off, empty for a whole game.
    """

    playing: Playing
    seats: tuple[Seated, ...]
    called: tuple[str, ...]
    void: str = ""

    def having_paid(self, shares: Mapping[PersonId, int]) -> "EndedGame":
        """Return the game with what people were paid from the pot after its last round."""
        return replace(
            self, seats=tuple(replace(one, stack=one.stack + shares.get(one.player, 0)) for one in self.seats)
        )


class Between(Struct, frozen=True, omit_defaults=True, tag="between"):
    """After a game. `stamp`: the platform's id of the message that ended it. `stamp_link`: where it can be seen.

    `in_time`: how it is known that the next game's seal was told before that message. `texts_in_time`: the lines of the
    log with texts for the next game that were told before it, too. `cast`: who played the game, on the seats of
    `state`. `before`: what each of them had when it began, or when the match that it ended began; empty after a game
    for practice. `by_vote`: as in `Lobby`. `feats`: what people did in it that is worth telling. `low`: a winner whose
    chance to win had sunk to so many percent; None: there is none, or it is not computed yet.
    """

    state: msgspec.Raw
    carry: msgspec.Raw
    stamp: str
    starts_at: int | None = None
    cast: tuple[Cast, ...] = ()
    stamp_link: str = ""
    in_time: InTime | None = None
    texts_in_time: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    by_vote: bool = False
    feats: tuple[Feat, ...] = ()
    low: tuple[Seat, int] | None = None


class PlayedAt(Struct, frozen=True):
    """A table of a tournament: its number, its place, and who was last seated there (by their ids)."""

    number: int
    table: str
    code: TableCode
    place: PlaceId
    players: tuple[PersonId, ...]


class Planned(Struct, frozen=True):
    """The seating planned for one table of a tournament, and what its series carries on."""

    table: str
    seated: tuple[Seated, ...]
    carry: msgspec.Raw


class Ranked(Struct, frozen=True):
    player: PersonId
    name: str
    place: int


class CalledOff(Struct, frozen=True):
    """The end of a tournament that was called off: by whom, and why. `staff`: a moderator, noted in the audit log."""

    by: PersonId
    name: str
    reason: str
    staff: bool


class Hosting(Struct, frozen=True, tag="hosting"):
    """A tournament at tables of its own. `pledge` to `draws`: the seed with which its seats are drawn.

    `seating`: the number of the current seating. `planned`: a seating that not all tables have yet. `waits`: no table
    begins another game until all have ended theirs. `level`: of the stakes, from 0; they rise at `rises_at`. `look_at`:
    when its tables are looked at again, whatever happens. `ranked`: who is out, the last place first. `called_off`: it
    is being closed, its tables first. `entropy`: what is mixed into the draws (hex). `stacks`: what each player had
    when their table was last at rest.
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
    stacks: Mapping[PersonId, int] = {}

    @property
    def over(self) -> bool:
        """Tell whether everybody is ranked."""
        return len(self.ranked) == len(self.entered)


class Closed(Struct, frozen=True, tag="closed", omit_defaults=True):
    """Everybody is paid back and gone. `ranked`: of a tournament that was played to its end, the last place first."""

    ranked: tuple[Ranked, ...] = ()


Phase = Lobby | Playing | Between | Hosting | Closed
