"""Lay the table out in pieces: the Giant with the die and the Knee, what each total means, a place for each Halfling.

A crowd that is too large for places of their own is a few figures, and the viewer's own place.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.halflings.places import Pair, Place, place_at, places
from games.halflings.step import KICK, MAW
from games.halflings.view import HalflingsView
from games.kit.board import WIDTH, Board, Box, Look, Piece, PieceKind, in_a_row, laid_once, letters, text
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats
from games.kit.telling import Say, Who, say

EDGE: Final = 8
GAP: Final = 6
MOST_PLACES: Final = 12
GIANT_HIGH: Final = 72
TOTALS: Final = range(2, 13)
TOTALS_TOP: Final = EDGE + GIANT_HIGH + GAP
TOTALS_HIGH: Final = 15
PLACES_TOP: Final = TOTALS_TOP + TOTALS_HIGH + GAP
LARGE_HIGH, SMALL_HIGH = 86, 60
"""The height of a place that has a row for itself, and of others, in units."""
CROWD_HIGH: Final = 54
SIZES: Final = (40, 30, 22, 18, 14)
"""Dice are as large as fits, in units."""
PAIRS_GAP: Final = 6
TOTAL_HIGH: Final = 12
STAKE_WIDE: Final = 44
MORE_WIDE: Final = 20
FATES: Final = {"toppled": "halfling", "kicked": "kick", "eaten": "maw", "snake": "snake"}


class Giant(NamedTuple):
    """What is seen of the Giant. `pays`: what the Knee pays, in words of figures; empty where none stands."""

    seat: Seat | None
    die: int
    rolls: bool
    won: bool
    pays: str
    pot: Suckers


def giant_of(view: HalflingsView) -> Giant:
    die = view.giants_die
    pays = view.options.pays(die) if die and die != KICK else None
    told = "" if pays is None else f"{pays.numerator}:{pays.denominator}"
    won = view.giant is not None and view.giant in view.winners
    return Giant(view.giant, die, view.phase == "giant-rolls", won, told, view.pot)


def board(view: HalflingsView, now: Say) -> Board:
    """`now`: the sentence on what is awaited."""
    laid = (*giant_pieces(giant_of(view)), *total_pieces(view.giants_die), *halfling_pieces(view))
    height = max(piece.top + piece.height for piece in laid if piece.kind is PieceKind.SPACE) + EDGE
    return Board(height, laid, say("board-alt", now=now))


# The Giant


@laid_once
def giant_pieces(giant: Giant) -> Iterator[Piece]:
    """Yield the Giant, the die, the Knee that it set, and the pot."""
    turn = (Look.TURN,) if giant.rolls else ()
    name = say("piece-house") if giant.seat is None else say("piece-seat", seat=Who(giant.seat))
    told = say("piece-house-giant") if giant.seat is None else say("piece-giant", seat=Who(giant.seat))
    whole = Box(EDGE, EDGE, WIDTH - 2 * EDGE, GIANT_HIGH)
    yield Piece(PieceKind.SPACE, "table", *whole, says=told, seat=giant.seat, looks=turn)
    yield Piece(PieceKind.FIGURE, "giant", 12, 12, 64, 64, seat=giant.seat)
    yield text(Box(84, 15, 236, 13), name, (Look.LIT,) if giant.won else turn)
    yield from knee_pieces(giant)
    if giant.pot:
        heap = Box(336, 14, 46, 58)
        yield Piece(PieceKind.CHIP, "heap", *heap, says=say("piece-pot", pot=giant.pot), label=letters(str(giant.pot)))


def knee_pieces(giant: Giant) -> Iterator[Piece]:
    """Yield the Giant's die, and what it says."""
    die, box = giant.die, Box(84, 34, 40, 40)
    if not die:
        unrolled, fills = say("piece-unrolled"), ("roll",) if giant.rolls else ()
        yield Piece(PieceKind.DIE, "d10", *box, says=unrolled, seat=giant.seat, fills=fills)
        return
    yield Piece(PieceKind.DIE, "d10", *box, says=say("piece-die", face=die), label=letters(str(die)), seat=giant.seat)
    yield Piece(PieceKind.FIGURE, "kick" if die == KICK else "knee", 132, 34, 40, 40)
    kicks = "yes" if die == KICK else "no"
    yield text(Box(180, 39, 146, 13), say("piece-knee", knee=die, kick=kicks))
    if giant.pays:
        yield text(Box(180, 57, 146, 11), say("piece-pays", pays=giant.pays), (Look.QUIET,))


@laid_once
def total_pieces(giants_die: int) -> Iterator[Piece]:
    """Yield what each total means: below the Knee, from the Knee on, and the Maw before its own."""
    lefts = list(in_a_row(len(TOTALS) + 1, EDGE, WIDTH - EDGE, 29, 3))
    maw = lefts.pop(MAW - TOTALS[0])
    for total, left in zip(TOTALS, lefts, strict=True):
        face, label = means(giants_die, total), letters(str(total))
        looks = () if total >= MAW or face != "plain" or not giants_die else (Look.DIM,)
        yield Piece(PieceKind.BADGE, face, left, TOTALS_TOP, 29, TOTALS_HIGH, label=label, looks=looks)
    yield Piece(PieceKind.FIGURE, "maw", maw + 4, TOTALS_TOP - 3, 21, 21)


def means(giants_die: int, total: int) -> str:
    """Return the face of a total: gold topples the Giant."""
    if total >= MAW:
        return "red"
    return "gold" if KICK < giants_die <= total else "plain"


# The Halflings


def halfling_pieces(view: HalflingsView) -> Iterator[Piece]:
    """Yield a place for each who may stake; of a large crowd the figures, and the viewer's own."""
    seats = [seat for seat in all_seats(len(view.stacks)) if seat != view.giant]
    if len(seats) <= MOST_PLACES:
        found = places(view, seats)
        for place, box in zip(found, laid_out(len(found)), strict=True):
            yield from placed(place, box)
        return
    yield from crowd_pieces(view, len(seats))
    if isinstance(view.viewer, int) and view.viewer != view.giant:
        own = Box(EDGE, PLACES_TOP + CROWD_HIGH + GAP, WIDTH - 2 * EDGE, LARGE_HIGH)
        yield from placed(place_at(view, view.viewer), own)


def laid_out(count: int) -> Iterator[Box]:
    """Yield the boxes of so many places, in one to three columns."""
    columns = 1 if count == 1 else 2 if count <= 8 else 3
    width, height = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns, LARGE_HIGH if columns == 1 else SMALL_HIGH
    for at in range(count):
        row, column = divmod(at, columns)
        yield Box(EDGE + column * (width + GAP), PLACES_TOP + row * (height + GAP), width, height)


def crowd_pieces(view: HalflingsView, seats: int) -> Iterator[Piece]:
    """Yield how many have staked, and how they fared."""
    box = Box(EDGE, PLACES_TOP, WIDTH - 2 * EDGE, CROWD_HIGH)
    at_stake = {one.seat for one in view.stakes} | {one.seat for one in view.settled}
    staked = say("piece-crowd", staked=len(at_stake), seats=seats)
    yield Piece(PieceKind.SPACE, "table", *box, says=staked)
    yield Piece(PieceKind.FIGURE, "halfling", box.left + 6, box.top + 7, 40, 40)
    yield text(Box(box.left + 56, box.top + 8, box.width - 64, 13), staked)
    fared = [
        ("gold", say("piece-toppled", count=sum(net.net > 0 for net in view.settled))),
        ("red", say("piece-lost", count=sum(net.net < 0 for net in view.settled))),
        ("plain", say("piece-pushed", count=sum(not net.net for net in view.settled))),
        ("plain", say("piece-undecided", count=len(view.undecided))),
    ]
    for (face, label), left in zip(fared, range(box.left + 56, box.left + box.width, 80), strict=False):
        if view.settled or view.undecided:
            yield Piece(PieceKind.BADGE, face, left, box.top + 29, 76, 16, says=label, label=label)


# One place


@laid_once
def placed(place: Place, box: Box) -> Iterator[Piece]:
    """Yield one Halfling's place: the name, what is staked or won, the dice."""
    turn = (Look.TURN,) if place.awaited else (Look.LIT,) if place.crowned else ()
    looks = (Look.DIM,) if place.state == "idle" else turn
    yield Piece(PieceKind.SPACE, "seat", *box, says=place.told(), seat=place.seat, looks=turn)
    room = box.width - (34 if place.crowned else 12)
    yield text(Box(box.left + 6, box.top + 5, room, 12), say("piece-seat", seat=Who(place.seat)), looks)
    if place.crowned:
        yield Piece(PieceKind.FIGURE, "crown", box.left + box.width - 27, box.top + 3, 22, 17)
    below = Box(box.left + 6, box.top + 20, box.width - 12, box.height - 22)
    yield from stake_pieces(place, below)
    yield from fate_pieces(place, below)
    yield from dice_pieces(place, below)


def stake_pieces(place: Place, box: Box) -> Iterator[Piece]:
    """Yield what is at stake; once it is settled, what came of it."""
    if place.is_settled:
        line = Box(box.left, box.top + box.height // 2 - 8, STAKE_WIDE - 2, 14)
        look = Look.LIT if place.net > 0 else Look.QUIET
        yield text(line, letters(f"{place.net:+}" if place.net else "0"), (look,))
    elif place.staked:
        high = min(box.height, 48)
        chip = Box(box.left + 4, box.top + (box.height - high) // 2, STAKE_WIDE - 12, high)
        says = say("piece-stake", staked=place.staked)
        yield Piece(PieceKind.CHIP, "one", *chip, says=says, label=letters(str(place.staked)), seat=place.seat)


def fate_pieces(place: Place, box: Box) -> Iterator[Piece]:
    """Yield the figure of what came of a single roll."""
    if shows_fate(place):
        size = fate_size(box)
        left, top = box.left + box.width - size, box.top + (box.height - size) // 2
        yield Piece(PieceKind.FIGURE, FATES[place.pairs[0].fate], left, top, size, size)


def shows_fate(place: Place) -> bool:
    return place.is_settled and len(place.pairs) == 1 and place.pairs[0].fate in FATES


def fate_size(box: Box) -> int:
    return min(box.height - 6, box.width // 5, 46)


def dice_pieces(place: Place, box: Box) -> Iterator[Piece]:
    """Yield the dice of each pair, those that wait for an answer first; of too many, how many more there are."""
    left = box.left + STAKE_WIDE
    right = box.left + box.width - (fate_size(box) + 4 if shows_fate(place) else 0)
    pairs = [pair for pair in place.pairs if pair.is_there]
    size, count = fitting(len(pairs), right - left, box.height)
    wide = 2 * size + 2
    top = box.top + (box.height - size - 2 - TOTAL_HIGH) // 2
    more = len(pairs) - count
    lefts = in_a_row(count, left, right - (MORE_WIDE if more else 0), wide, PAIRS_GAP)
    for pair, at in zip(pairs, lefts, strict=False):
        yield from pair_pieces(place, pair, at, top, size)
    if more:
        plate = Box(right - MORE_WIDE + 2, top + size // 2 - 6, MORE_WIDE - 2, 13)
        yield Piece(PieceKind.BADGE, "plain", *plate, says=say("piece-more", count=more), label=letters(f"+{more}"))


def fitting(pairs: int, wide: int, high: int) -> tuple[int, int]:
    """Return the size of the dice, and how many pairs of them there is room for."""
    sizes = [size for size in SIZES if size + 2 + TOTAL_HIGH <= high]
    for size in sizes:
        if pairs * (2 * size + 2 + PAIRS_GAP) - PAIRS_GAP <= wide:
            return size, pairs
    return sizes[-1], (wide - MORE_WIDE + PAIRS_GAP) // (2 * sizes[-1] + 2 + PAIRS_GAP)


def pair_pieces(place: Place, pair: Pair, left: int, top: int, size: int) -> Iterator[Piece]:
    """Yield two dice, and under them their total with what was kept before."""
    fills = place.fills if pair is place.pairs[0] else ()
    for at, die in enumerate(pair.dice):
        says = say("piece-die", face=die) if die else say("piece-unrolled") if fills else None
        looks = () if die or fills else (Look.DIM,)
        box = Box(left + at * (size + 2), top, size, size)
        face = f"d6-{die}" if die else "d6"
        yield Piece(PieceKind.DIE, face, *box, says=says, seat=place.seat, fills=fills, looks=looks)
    if pair.total:
        plate = Box(left, top + size + 2, 2 * size + 2, TOTAL_HIGH)
        added = f"{pair.kept}+{sum(pair.dice)}={pair.total}" if pair.kept else str(pair.total)
        yield Piece(PieceKind.BADGE, pair.face, *plate, label=letters(added))
