"""A Rogue's place on the board: the name, the cup or the hand shown, what its owner does, and what they bet or say."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit.board import Box, Look, Piece, PieceKind, laid_once, letters, text
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say
from games.rogues.options import Betting
from games.rogues.pieces import CLOSE, LETTERS, chip, figure, from_the_left, pips
from games.rogues.state import Proposition
from games.rogues.view import RoguesView, RogueView, state_of

PAD: Final = 4
HEAD: Final = 18
"""As high is the line with the name."""
THINGS: Final = 38
LINE: Final = 16
"""As high is the last line: what its Rogue bets or says."""
GAP: Final = 3
FIRST: Final = 30
"""So wide is the mark of who began the round."""
DRAWN: Final = 30
HAND: Final = 32
TIMES: Final = 26
"""So wide is how many dice somebody says there are."""
WAITS: Final = "waits"
AWAY: Final = frozenset({"fled", "split", "out", "gone", "late"})
"""Of these the cup stands right-side up."""


def place_height(view: RoguesView) -> int:
    return PAD + HEAD + GAP + THINGS + (GAP + LINE if has_last_line(view) else 0) + PAD


def has_last_line(view: RoguesView) -> bool:
    """Return whether there is a bet at this table; the last duel has none."""
    return view.options.betting is not Betting.NONE and bool(view.cups)


class Seen(NamedTuple):
    """What is seen of a Rogue. `first`: began the round. `bets`: there is a last line.

    `said`: what they say in the Den, `stands`: the last of all. `called`: the Snake or a Tumble; empty: neither.
    """

    rogue: RogueView
    wins: bool
    awaited: bool
    first: bool
    bets: bool
    said: Proposition | None
    stands: bool
    called: str

    @property
    def seat(self) -> Seat:
        return self.rogue.seat


def seen_of(view: RoguesView, rogue: RogueView) -> Seen:
    seat = rogue.seat
    said = next((one for one in view.propositions if one.seat == seat), None)
    return Seen(
        rogue=rogue,
        wins=seat in view.winners,
        awaited=seat in view.awaited,
        first=bool(view.cups) and seat == view.first,
        bets=has_last_line(view),
        said=said,
        stands=said is not None and said == view.propositions[-1],
        called="snake" if seat in view.snakes else "tumble" if seat in view.tumbles else "",
    )


@laid_once
def place(seen: Seen, box: Box) -> Iterator[Piece]:
    """Yield all that lies before this Rogue."""
    width = box.width - 2 * PAD
    head = Box(box.left + PAD, box.top + PAD, width, HEAD)
    things = Box(head.left, head.bottom + GAP, width, THINGS)
    yield ground(seen, box)
    yield from named(seen, head)
    yield from before(seen, things)
    if seen.bets:
        yield from last_line(seen, Box(head.left, things.bottom + GAP, width, LINE))


def looks_of(seen: Seen) -> tuple[Look, ...]:
    """Return how a place looks: whether its Rogue has won, is awaited, or plays no part (any more)."""
    marks = (
        (Look.LIT, seen.wins),
        (Look.TURN, seen.awaited),
        (Look.DIM, state_of(seen.rogue) in {"out", "gone", "late"}),
    )
    return tuple(look for look, holds in marks if holds)


def ground(seen: Seen, box: Box) -> Piece:
    """Return the area of a Rogue."""
    rogue = seen.rogue
    says = say(
        "piece-place",
        seat=Who(rogue.seat),
        state=state_of(rogue),
        cup=rogue.cup,
        turn="yes" if seen.awaited else "no",
    )
    return Piece(PieceKind.SPACE, "seat", *box, says, seat=rogue.seat, looks=looks_of(seen), key=f"seat-{rogue.seat}")


def named(seen: Seen, box: Box) -> Iterator[Piece]:
    """Yield the name, and at its right a crown, or the mark of who began the round."""
    who, looks, width = Who(seen.seat), looks_of(seen), box.width
    if seen.wins:
        width -= HEAD + CLOSE
        crown = Box(box.right - HEAD, box.top, HEAD, HEAD)
        yield figure("crown", crown, say("piece-crown", seat=who), seen.seat)
    elif seen.first:
        width -= FIRST + CLOSE
        mark = Box(box.right - FIRST, box.top + 1, FIRST, LINE)
        says = say("piece-first", seat=who)
        yield Piece(PieceKind.BADGE, "plain", *mark, says, say("label-first"), seen.seat, looks=(Look.QUIET,))
    yield text(Box(box.left, box.top + GAP, width, LETTERS), say("piece-seat", seat=who), looks)


def before(seen: Seen, box: Box) -> Iterator[Piece]:
    """Yield the hand that was shown, or the cup and the Party's die; and beside it how many dice, and what is done."""
    rogue = seen.rogue
    shown = list(shown_hand(seen, box) if rogue.hand else cup_and_drawn(rogue, box))
    yield from shown
    left = max(piece.left + piece.width for piece in shown) + CLOSE
    upper = Box(left, box.top + 4, box.right - left, LETTERS)
    looks = (Look.DIM,) if Look.DIM in looks_of(seen) else ()
    if rogue.cup:
        yield text(upper, say("label-dice", cup=rogue.cup), (Look.QUIET, *looks))
    if rogue.hand or state_of(rogue) != WAITS:
        yield text(upper._replace(top=upper.bottom + 6), doing(rogue), state_looks(seen))


def doing(rogue: RogueView) -> Say:
    """Return what a Rogue does in this round, or what the hand comes to that was shown."""
    if rogue.hand:
        return say("label-total", total=sum(rogue.hand))
    return say("label-state", state=state_of(rogue))


def state_looks(seen: Seen) -> tuple[Look, ...]:
    if seen.wins or (seen.rogue.plays == "trips" and not seen.rogue.hand):
        return (Look.LIT,)
    return (Look.QUIET,)


def shown_hand(seen: Seen, box: Box) -> Iterator[Piece]:
    rogue, looks = seen.rogue, (Look.LIT,) if seen.wins else ()
    for face, at in zip(rogue.hand, from_the_left(len(rogue.hand), box, HAND), strict=True):
        yield pips(face, at, say("piece-shown-die", seat=Who(rogue.seat), face=face), rogue.seat, looks)


def cup_and_drawn(rogue: RogueView, box: Box) -> Iterator[Piece]:
    """Yield a cup turned over, right-side up where its Rogue is out of the round; beside it the Party's die."""
    state = state_of(rogue)
    away = state in AWAY
    yield Piece(
        PieceKind.CUP,
        "up" if away else "down",
        *box._replace(width=THINGS),
        say("piece-cup", seat=Who(rogue.seat), cup=rogue.cup, state=state),
        seat=rogue.seat,
        looks=(Look.DIM,) if away else (),
        key=f"cup-{rogue.seat}",
    )
    rest = box._replace(left=box.left + THINGS + CLOSE, width=box.width - THINGS - CLOSE)
    for face, at in zip(rogue.drawn, from_the_left(len(rogue.drawn), rest, DRAWN), strict=True):
        says = say("piece-drawn", seat=Who(rogue.seat), face=face)
        yield pips(face, at, says, rogue.seat, (Look.DIM,) if away else ())


# The last line: what a Rogue bets, or says in the Den


def last_line(seen: Seen, box: Box) -> Iterator[Piece]:
    rogue, said = seen.rogue, seen.said
    if rogue.bet:
        yield from chip(letters(str(rogue.bet)), box, say("piece-bet", seat=Who(rogue.seat), amount=rogue.bet))
    if said is not None:
        looks = (Look.LIT,) if seen.stands else ()
        yield text(Box(box.left, box.top + 2, TIMES, LETTERS), say("label-times", dice=said.dice), looks)
        at = Box(box.left + TIMES + CLOSE, box.top, LINE, LINE)
        yield pips(said.face, at, said.said(), rogue.seat, looks)
    if seen.called:
        says = say("piece-called", seat=Who(rogue.seat), what=seen.called)
        yield figure("snake" if seen.called == "snake" else "kick", box._replace(width=LINE), says, rogue.seat)
        left = box.left + LINE + CLOSE
        yield text(Box(left, box.top + 2, box.right - left, LETTERS), say("label-called", what=seen.called))
