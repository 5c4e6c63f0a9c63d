"""The record of a game, line by line, and the chain of its deeds (`docs/fairness.md`).

A line is the bytes that are hashed: it is written once, as its deed is done, and what is stored of it (a deed, its
draws, its events) is written the same way again. A record is the commitment line, the start line, a line for each deed
(and each later round of a match that is proved as one) and the end line, each with its line feed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Options
from games.kit.dice import Drawn
from games.kit.money import Stacks
from games.kit.seats import Seat, all_seats
from games.proof import fair
from games.proof.record import AnyDeed, Committed, options_as_text

FORM: Final = 3


class InTime(Struct, frozen=True, forbid_unknown_fields=True):
    """By which message of ours the seal was told, when (ms) the platform acknowledged it, and when the stamp's came.

    `seal`: that message's id, empty where the platform gives none.
    """

    seal: str
    seal_at: int
    stamp_at: int


class StartLine(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """The second line. `options`, `stacks`, `carry`: the terms; `carry`: what the game before of a series handed on.

    `pairs`: a text for each seat, the stamp last; `entropy`: the digest of terms and pairs, as it was told with the
    start; `told`: that the seal was told before the stamp, `null` for none. `house`: the seats of house bots; `away`:
    those that one plays for somebody who is away.
    """

    options: msgspec.Raw
    stacks: Stacks
    carry: msgspec.Raw
    pairs: tuple[fair.Pair, ...]
    entropy: str
    told: InTime | None
    house: tuple[Seat, ...]
    away: tuple[Seat, ...]
    draws: tuple[Drawn, ...]
    events: tuple[msgspec.Raw, ...]


class RoundLine(Struct, frozen=True, tag="round", forbid_unknown_fields=True):
    """Say how a later round begins of a match that stays closed to its end; its options are those of the start."""

    stacks: Stacks
    carry: msgspec.Raw
    house: tuple[Seat, ...]
    away: tuple[Seat, ...]
    draws: tuple[Drawn, ...]
    events: tuple[msgspec.Raw, ...]


class DeedLine(Struct, frozen=True, tag="deed", forbid_unknown_fields=True):
    """What was done, what was drawn for it (first what house bots drew since the line before), and its events."""

    deed: AnyDeed
    draws: tuple[Drawn, ...]
    events: tuple[msgspec.Raw, ...]


class EndLine(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """The last line. `draws`: how many each label had. `head`: that of the chain. `sha256`: this line's own hash."""

    seed: str
    draws: dict[str, int]
    head: str
    result: msgspec.Raw
    sha256: str


AnyLine = Committed | StartLine | RoundLine | DeedLine | EndLine
LINES: Final[msgspec.json.Decoder[AnyLine]] = msgspec.json.Decoder(AnyLine)
written: Final = msgspec.json.Encoder().encode
"""Return a line as its bytes, without the line feed."""


class Chain:
    """The chain of one game's deeds, as far as it has come. `number`: of the last deed, 0 at the start."""

    def __init__(self, seed: bytes, game_id: str, head: bytes = b"", number: int = 0) -> None:
        self._seed, self._game_id = seed, game_id
        self.head, self.number = head, number

    def begin(self, committed: bytes, started: bytes) -> None:
        """Begin with the first two lines."""
        self.head = fair.chain_begun(fair.line_salt(self._seed, self._game_id, 0), committed, started)

    def add(self, deed: bytes) -> None:
        """Add the line of the next deed, or of a later round: the head is now its receipt."""
        self.number += 1
        self.head = fair.chained(self.head, fair.line_salt(self._seed, self._game_id, self.number), deed)


def committed_to(game: AnyGame, game_id: str, key: int, commitment: str) -> Committed:
    """Return the commitment line of a game."""
    return Committed(fair.PROTOCOL, FORM, game.name, game.version, game_id, key, commitment)


def terms_of(rules: str, options: msgspec.Raw, stacks: Stacks, carry: msgspec.Raw) -> bytes:
    """Return the digest of what a game is played by."""
    return fair.terms(rules, bytes(options), written(stacks), bytes(carry))


def options_written(options: Options) -> msgspec.Raw:
    return msgspec.Raw(written(options_as_text(options)))


def brought_on(game: AnyGame, options: Options, carry: Any, left: Stacks, stacks: Stacks) -> bool:
    """Tell whether a later round may begin so: each seat has what the last one `left` it, or a new stack."""
    each = zip(all_seats(len(left)), left, stacks, strict=False)
    new = game.stack(options)
    return len(stacks) == len(left) and all(
        now == had or (now == new > had and game.buys_in(options, carry, left, seat)) for seat, had, now in each
    )


def closing(game: AnyGame, head: bytes, seed: bytes, draws: Mapping[str, int], state: Any) -> EndLine:
    """Return the last line of a record, whose chain has come to this head."""
    result = msgspec.Raw(codec(game).encode(game.result(state)))
    ended = EndLine(seed.hex(), dict(sorted(draws.items())), head.hex(), result, "")
    return replace(ended, sha256=fair.end_hash(head, written(ended)))


def whole(lines: Iterable[bytes]) -> bytes:
    """Return a record out of its lines."""
    return b"".join(line + b"\n" for line in lines)
