"""Write the record of a game, line by line, and the chain of its deeds (`docs/fairness.md`).

A line is the bytes that are hashed. It is written once, when its deed is done; whatever is stored of it (the deed, its
draws, its events) can be written again only in the same way. A record is the commitment line, the start line, a line
for each deed (and for each later round of a match that is proved as one) and the end line, each with its line feed.
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
    """Say which message of ours told the seal, when (ms) the platform acknowledged it, and when the stamp's came.

    `seal`: that message's id, empty if the platform gives none.
    """

    seal: str
    seal_at: int
    stamp_at: int


class StartLine(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Hold the second line. `options`, `stacks`, `carry`: the terms; `carry`: what the last game of a series handed on.

    `pairs`: a text for each seat, the stamp last; `entropy`: the digest of terms and pairs, as told with the start;
    `told`: evidence that the seal was told before the stamp, `null` for none. `house`: the seats of house bots; `away`:
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
    """Say how a later round begins in a match that stays closed to its end; its options are those of the start."""

    stacks: Stacks
    carry: msgspec.Raw
    house: tuple[Seat, ...]
    away: tuple[Seat, ...]
    draws: tuple[Drawn, ...]
    events: tuple[msgspec.Raw, ...]


class DeedLine(Struct, frozen=True, tag="deed", forbid_unknown_fields=True):
    """Say what was done, what was drawn for it (first what house bots drew since the line before), and its events."""

    deed: AnyDeed
    draws: tuple[Drawn, ...]
    events: tuple[msgspec.Raw, ...]


class EndLine(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """Hold the last line. `draws`: how many each label had. `head`: the chain's. `sha256`: this line's own hash."""

    seed: str
    draws: dict[str, int]
    head: str
    result: msgspec.Raw
    sha256: str


AnyLine = Committed | StartLine | RoundLine | DeedLine | EndLine
LINES: Final[msgspec.json.Decoder[AnyLine]] = msgspec.json.Decoder(AnyLine)
written: Final = msgspec.json.Encoder().encode
"""Return a line as bytes, without the line feed."""


class Chain:
    """Chain one game's deeds, as far as it has come. `number`: of the last deed, 0 at the start."""

    def __init__(self, seed: bytes, game_id: str, head: bytes = b"", number: int = 0) -> None:
        self._seed, self._game_id = seed, game_id
        self.head, self.number = head, number

    def begin(self, committed: bytes, started: bytes) -> None:
        """Begin the chain of hashes with the first two lines of the record."""
        self.head = fair.chain_begun(fair.line_salt(self._seed, self._game_id, 0), committed, started)

    def add(self, deed: bytes) -> None:
        """Add the line of the next deed or of a later round. The new head is its receipt."""
        self.number += 1
        self.head = fair.chained(self.head, fair.line_salt(self._seed, self._game_id, self.number), deed)


def committed_to(game: AnyGame, game_id: str, key: int, commitment: str) -> Committed:
    """Return the commitment line of a game."""
    return Committed(fair.PROTOCOL, FORM, game.name, game.version, game_id, key, commitment)


def terms_of(rules: str, options: msgspec.Raw, stacks: Stacks, carry: msgspec.Raw) -> bytes:
    """Return the digest of the terms on which a game is played."""
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
    """Return the last line of a record whose chain has come to this head."""
    result = msgspec.Raw(codec(game).encode(game.result(state)))
    ended = EndLine(seed.hex(), dict(sorted(draws.items())), head.hex(), result, "")
    return replace(ended, sha256=fair.end_hash(head, written(ended)))


def whole(lines: Iterable[bytes]) -> bytes:
    """Join lines to a whole record."""
    return b"\n".join([*lines, b""])
