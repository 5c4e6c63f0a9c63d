"""Compose a Rogue's place: the name, the cup or the shown hand, what its owner does, and what they bet or say."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from games.halflings.step import HALFLINGS
from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.lay import CLOSE, PLATE, Box, Rows
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import Who, say, yes
from games.rogues.options import Betting
from games.rogues.state import Proposition
from games.rogues.view import RoguesView, RogueView, state_of

THINGS: Final = 40
"""The height of the part of a place where the cup stands, in units."""
SAID: Final = 15
"""The height of the last line: what its Rogue bets or says."""
MARK: Final = 16
"""The height of the crown, and of the mark of the player who began the round."""
FIRST: Final = 34
"""The width of the mark of the player who began the round."""
DRAWN: Final = 32
HAND: Final = 38
BESIDE: Final = 54
"""The width of what is told beside a shown hand."""
TIMES: Final = 30
"""The width of the number of dice in what somebody says."""
AWAY: Final = frozenset({"fled", "split", "out", "gone", "late"})
"""With these states the cup is turned up."""


def place_rows(view: RoguesView) -> Rows:
    """Return the rows of a place. Where there is no betting, as in the last duel, it has no last line."""
    bets = view.options.betting is not Betting.NONE and bool(view.cups)
    return Rows((PLATE, THINGS, SAID if bets else 0), 4, 4)


class Seen(Struct, frozen=True, cache_hash=True):
    """Say what is seen of a Rogue. `first`: they began the round.

    `said`: what they say in the Den; `stands`: nobody has raised it. `called`: the Snake or a Tumble; empty: neither.
    """

    rogue: RogueView
    stack: Suckers
    wins: bool
    awaited: bool
    first: bool
    said: Proposition | None
    stands: bool
    called: str

    @property
    def seat(self) -> Seat:
        return self.rogue.seat


def seen_of(view: RoguesView, rogue: RogueView) -> Seen:
    seat = rogue.seat
    said = next((one for one in view.propositions if one.seat == seat), None) if view.propositions else None
    return Seen(
        rogue=rogue,
        stack=view.stacks[seat],
        wins=seat in view.winners,
        awaited=seat in view.awaited,
        first=bool(view.cups) and seat == view.first,
        said=said,
        stands=said is not None and said == view.propositions[-1],
        called="snake" if seat in view.snakes else "tumble" if seat in view.tumbles else "",
    )


@lay.once
def place(seen: Seen, rows: Rows, box: Box) -> Iterator[Piece]:
    """Yield all that lies before this Rogue."""
    rogue, turn, (plate, things, last) = seen.rogue, yes(seen.awaited), rows.within(box)
    says = say("piece-place", seat=Who(seen.seat), state=state_of(rogue), cup=rogue.cup, turn=turn)
    yield lay.space("seat", *box, says, seat=seen.seat, looks=looks_of(seen), key=f"seat-{seen.seat}")
    room = MARK + CLOSE if seen.wins else FIRST + CLOSE if seen.first else 0
    yield from lay.plate(seen.seat, seen.stack, plate.before(room), looks_of(seen))
    yield from mark(seen, plate.line((PLATE - MARK) // 2, MARK))
    yield from before(seen, things)
    if last.height:
        yield from last_line(seen, last)


def looks_of(seen: Seen) -> tuple[Look, ...]:
    """Return the looks of a place: whether its Rogue has won, is awaited, or is not playing (any more)."""
    return lay.looks(lit=seen.wins, turn=seen.awaited, dim=state_of(seen.rogue) in {"out", "gone", "late"})


def mark(seen: Seen, box: Box) -> Iterator[Piece]:
    """Yield a crown, or the mark of the player who began the round."""
    who = Who(seen.seat)
    if seen.wins:
        yield lay.figure("crown", *box.end(MARK), say("piece-crown", seat=who), seat=seen.seat)
    elif seen.first:
        says, label = say("piece-first", seat=who), say("label-first")
        yield lay.badge("plain", *box.end(FIRST), says, label, seen.seat, looks=(Look.QUIET,))


def before(seen: Seen, box: Box) -> Iterator[Piece]:
    """Yield the shown hand, or the cup and the Party's die; beside it the number of dice, and what the Rogue does."""
    rogue = seen.rogue
    shown = list(shown_hand(seen, box) if rogue.hand else cup_and_drawn(rogue, box))
    yield from shown
    rest = box.after(max(piece.left + piece.width for piece in shown) + CLOSE - box.left)
    if rogue.cup:
        looks = lay.looks(quiet=True, dim=Look.DIM in looks_of(seen))
        yield lay.text(rest.line(5, 13), say("label-dice", cup=rogue.cup), looks)
    below = rest.line(22, 13)
    lit = seen.wins or (rogue.plays == "trips" and not rogue.hand)
    if rogue.hand:
        yield lay.text(below, say("label-total", total=sum(rogue.hand)), lay.looks(lit=lit, quiet=not lit))
    elif state_of(rogue) != "waits":
        yield lay.text(below, say("label-state", state=state_of(rogue)), lay.looks(lit=lit, quiet=not lit))


def shown_hand(seen: Seen, box: Box) -> Iterator[Piece]:
    rogue, looks = seen.rogue, lay.looks(lit=seen.wins)
    size = min(HAND, (box.width - BESIDE) // HALFLINGS - CLOSE)
    for face, at in zip(rogue.hand, lay.squares(len(rogue.hand), box, size), strict=True):
        says = say("piece-shown-die", seat=Who(rogue.seat), face=face)
        yield lay.die(f"d6-{face}", *at, says, seat=rogue.seat, looks=looks)


def cup_and_drawn(rogue: RogueView, box: Box) -> Iterator[Piece]:
    """Yield a cup turned over, or turned up if its Rogue is out of the round, and the Party's die beside it."""
    seat, state = rogue.seat, state_of(rogue)
    away = lay.looks(dim=state in AWAY)
    says = say("piece-cup", seat=Who(seat), cup=rogue.cup, state=state)
    yield lay.cup("up" if away else "down", *box.square, says, seat=seat, looks=away, key=f"cup-{seat}")
    for face, at in zip(rogue.drawn, lay.squares(len(rogue.drawn), box.after(THINGS + CLOSE), DRAWN), strict=True):
        yield lay.die(f"d6-{face}", *at, say("piece-drawn", seat=Who(seat), face=face), seat=seat, looks=away)


# The last line: what a Rogue bets, or says in the Den


def last_line(seen: Seen, box: Box) -> Iterator[Piece]:
    seat, bet, said, called = seen.seat, seen.rogue.bet, seen.said, seen.called
    if bet:
        says = say("piece-bet", seat=Who(seat), amount=bet)
        yield from lay.marked(lay.chip("one", *box.square, says), box, letters(str(bet)))
    if said is not None:
        looks, at = lay.looks(lit=seen.stands), box.after(TIMES + CLOSE).square
        yield lay.text(box.start(TIMES).line(1, 13), say("label-times", dice=said.dice), looks)
        yield lay.die(f"d6-{said.face}", *at, said.said(), seat=seat, looks=looks)
    if called:
        says, face = say("piece-called", seat=Who(seat), what=called), "snake" if called == "snake" else "kick"
        yield from lay.marked(lay.figure(face, *box.square, says, seat=seat), box, say("label-called", what=called))
