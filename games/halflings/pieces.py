"""Lay the table out in pieces: the Giant with the die and the Knee, what each total means, a place for each Halfling.

If a crowd is too large for places of their own, it is a few figures and the viewer's own place.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.halflings.options import Mode
from games.halflings.places import Pair, Place, place_at
from games.halflings.step import KICK, MAW
from games.halflings.view import HalflingsView
from games.kit import lay
from games.kit.board import Board, Look, Piece, Zone, letters
from games.kit.lay import BOARD, EDGE, GAP, PLATE, Box
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats
from games.kit.telling import Say, Told, Who, say, yes

MOST_PLACES: Final = 12
GIANT_HIGH: Final = 116
TOTALS: Final = range(2, 13)
TOTALS_HIGH: Final = 22
HIGH: Final = {1: 168, 2: 168, 3: 102, 4: 102}
"""The height of each place, in units, by how many there are."""
LOW: Final = 70
"""The same where there are more."""
LOW_GIANT: Final = 72
"""The height of the Giant's place where there are so many others."""
LOW_PLATE: Final = 22
"""The height of the plate of a player there."""
OWN_HIGH: Final = 102
CROWD_HIGH: Final = 54
SIZES: Final = (84, 72, 60, 48, 40, 30, 22, 18, 14)
"""Sizes of dice, in units; the largest that fits is used."""
NAME_HIGH: Final = 16
POT: Final = 54
"""The width of the pot."""
KNEE: Final = 64
"""The largest size of the Giant's die and the Knee."""
KNEE_DOWN: Final = 24
"""How far below the Giant's name they lie, at least."""
BESIDE_THE_POT: Final = 60
"""In a lower place the words stand beside the pot, else below it."""
PAIRS_GAP: Final = 6
TOTAL_HIGH: Final = 16
STAKE_WIDE: Final = 56
MORE_WIDE: Final = 20
NEEDS_WIDE: Final = 96
"""In less room than this, what must be reached stands there in figures alone."""
FATES: Final = {"toppled": "halfling", "kicked": "kick", "eaten": "maw", "snake": "snake"}


class Giant(NamedTuple):
    """Say what is seen of the Giant. `pays`: what the Knee pays, written in figures; empty before it is set."""

    seat: Seat | None
    die: int
    rolls: bool
    won: bool
    pays: str
    pot: Suckers
    fallen: bool


def giant_of(view: HalflingsView) -> Giant:
    die = view.giants_die
    pays = view.options.pays(die) if die and die != KICK else None
    told = "" if pays is None else f"{pays.numerator}:{pays.denominator}"
    won = view.giant is not None and view.giant in view.winners
    return Giant(view.giant, die, view.phase == "giant-rolls", won, told, view.pot, has_fallen(view))


def has_fallen(view: HalflingsView) -> bool:
    """Return whether the Giant lies there: the round is settled, and the Halflings have won it."""
    lies = view.settled if view.options.mode is Mode.CROWD else view.settled[-1:]
    return view.phase in {"round-shown", "over"} and sum(net.net for net in lies) > 0


def board(view: HalflingsView, now: Say) -> Board:
    """Return the board. `now`: the sentence on what is awaited."""
    seats = tuple(seat for seat in all_seats(len(view.stacks)) if seat != view.giant)
    high = GIANT_HIGH if len(seats) in HIGH else LOW_GIANT
    below = EDGE + high + GAP
    giant = lay.zone("giant", BOARD.line(EDGE, high), giant_pieces(giant_of(view), high))
    totals = lay.zone("totals", BOARD.line(below, TOTALS_HIGH), total_pieces(view.giants_die))
    zones = (giant, totals, *halflings(view, seats, BOARD.line(below + TOTALS_HIGH + GAP)))
    areas = [(zone.top, zone.pieces[0]) for zone in zones if zone is not totals]
    return Board(max(top + area.top + area.height for top, area in areas) + EDGE, zones, say("board-alt", now=now))


# The Giant


@lay.once
def giant_pieces(giant: Giant, high: int) -> Iterator[Piece]:
    """Yield the Giant, the die, the Knee, and the pot, in a place of this height."""
    turn, seat, box = lay.looks(turn=giant.rolls), giant.seat, BOARD.size.line(0, high)
    name = say("piece-house") if seat is None else say("piece-seat", seat=Who(seat))
    told = say("piece-house-giant") if seat is None else say("piece-giant", seat=Who(seat))
    inside = box.after(4).before(4).line(4, high - 8)
    beside = inside.after(inside.height + 8)
    yield lay.space("table", *box, told, seat=seat, looks=turn)
    yield lay.figure("fallen" if giant.fallen else "giant", *inside.square, seat=seat, key="giant")
    yield lay.text(beside.before(POT + 4).line(3, NAME_HIGH), name, (Look.LIT,) if giant.won else turn)
    yield from knee_pieces(giant, beside.line(KNEE_DOWN, inside.height - KNEE_DOWN - 2))
    if giant.pot:
        heap = inside.end(POT).line(0, min(66, inside.height - 4))
        yield lay.chip("heap", *heap, say("piece-heap", pot=giant.pot), letters(str(giant.pot)))


def knee_pieces(giant: Giant, box: Box) -> Iterator[Piece]:
    """Yield the Giant's die, and the Knee, from the left edge of this box."""
    knee, size = giant.die, min(box.height, KNEE)
    at = box.line((box.height - size) // 2, size)
    if not knee:
        fills = ("roll",) if giant.rolls else ()
        yield lay.die("d10", *at.square, say("piece-unrolled"), seat=giant.seat, fills=fills)
        return
    yield lay.die("d10", *at.square, say("piece-die", face=knee), letters(str(knee)), giant.seat)
    yield lay.figure("kick" if knee == KICK else "knee", *at.after(size + 8).square)
    words = box.after(2 * size + 16).before(0 if box.height > BESIDE_THE_POT else POT)
    yield lay.text(words.line(box.height - 34, 15), say("piece-knee", knee=knee, kick=yes(knee == KICK)))
    if giant.pays:
        yield lay.text(words.line(box.height - 15, 13), say("piece-pays", pays=giant.pays), (Look.QUIET,))


@lay.once
def total_pieces(giants_die: int) -> Iterator[Piece]:
    """Yield what each total means: below the Knee, from the Knee on, and the Maw."""
    lefts = list(lay.in_a_row(len(TOTALS) + 1, 0, BOARD.width, 29, 3))
    maw = lefts.pop(MAW - TOTALS[0])
    for total, left in zip(TOTALS, lefts, strict=True):
        face = "red" if total >= MAW else "gold" if KICK < giants_die <= total else "plain"
        looks = lay.looks(dim=face == "plain" and bool(giants_die))
        yield lay.badge(face, left, 0, 29, TOTALS_HIGH, label=letters(str(total)), looks=looks)
    yield lay.figure("maw", maw + 3, -1, 24, 24)


# The Halflings


def halflings(view: HalflingsView, seats: tuple[Seat, ...], below: Box) -> Iterator[Zone[Piece]]:
    """Yield a place for each who may stake; for a large crowd its figures, and the viewer's own place."""
    if len(seats) <= MOST_PLACES:
        for seat, box in zip(seats, laid_out(len(seats), below), strict=True):
            yield lay.zone(f"seat-{seat}", box, placed(place_at(view, seat), box.size))
        return
    crowd = below.line(0, CROWD_HIGH)
    yield lay.zone("crowd", crowd, tuple(crowd_pieces(view, len(seats), crowd.size)))
    if isinstance(view.viewer, int) and view.viewer != view.giant:
        own = below.line(CROWD_HIGH + GAP, OWN_HIGH)
        yield lay.zone(f"seat-{view.viewer}", own, placed(place_at(view, view.viewer), own.size))


def laid_out(count: int, below: Box) -> tuple[Box, ...]:
    """Return the boxes of so many places, in one to three columns."""
    columns = 1 if count == 1 else 2 if count <= 8 else 3
    return below.grid(count, columns, HIGH.get(count, LOW))


def crowd_pieces(view: HalflingsView, seats: int, box: Box) -> Iterator[Piece]:
    """Yield how many have staked, and how they fared."""
    at_stake = {one.seat for one in view.stakes} | {one.seat for one in view.settled}
    staked = say("piece-crowd", staked=len(at_stake), seats=seats)
    yield lay.space("table", *box, staked)
    yield lay.figure("halfling", box.left + 6, box.top + 7, 40, 40)
    yield lay.text(box.after(56).before(8).line(8, 13), staked)
    fared = [
        ("gold", say("piece-toppled", count=sum(net.net > 0 for net in view.settled))),
        ("red", say("piece-lost", count=sum(net.net < 0 for net in view.settled))),
        ("plain", say("piece-pushed", count=sum(not net.net for net in view.settled))),
        ("plain", say("piece-undecided", count=len(view.undecided))),
    ]
    for at, (face, label) in enumerate(fared if view.settled or view.undecided else ()):
        yield lay.badge(face, box.left + 56 + 80 * at, box.top + 29, 76, 16, label, label)


# One place


@lay.once
def placed(place: Place, box: Box) -> Iterator[Piece]:
    """Yield one Halfling's place: the name, what is staked or won, the dice."""
    turn = (Look.TURN,) if place.awaited else lay.looks(lit=place.crowned)
    looks, right = (Look.DIM,) if place.state == "idle" else turn, 28 if place.crowned else 6
    yield lay.space("seat", *box, place.told(), seat=place.seat, looks=turn)
    high = PLATE if box.height > LOW else LOW_PLATE
    yield from lay.plate(place.seat, place.stack, box.after(5).before(right).line(4, high), looks)
    if place.crowned:
        yield lay.figure("crown", box.right - 29, box.top + 5, 24, 18)
    below = box.after(6).before(6).line(high + 6, box.height - high - 8)
    fate = min(below.height - 6, below.width // 5, 64) if shows_fate(place) else 0
    yield from stake_pieces(place, below)
    if fate:
        yield lay.figure(FATES[place.pairs[0].fate], *below.end(fate).centred(fate, fate))
    yield from dice_pieces(place, below.after(STAKE_WIDE).before(fate + 4 if fate else 0))


def shows_fate(place: Place) -> bool:
    """Return whether a figure shows what came of a single roll."""
    return place.is_settled and len(place.pairs) == 1 and place.pairs[0].fate in FATES


def stake_pieces(place: Place, box: Box) -> Iterator[Piece]:
    """Yield the stake or, after it is settled, what came of it."""
    if place.is_settled:
        line = box.start(STAKE_WIDE - 2).line(box.height // 2 - 10, 18)
        look = Look.LIT if place.net > 0 else Look.QUIET
        yield lay.text(line, letters(f"{place.net:+}" if place.net else "0"), (look,))
    elif place.staked:
        at = box.after(4).start(STAKE_WIDE - 12).centred(STAKE_WIDE - 12, min(box.height, 56))
        yield lay.chip("one", *at, say("piece-stake", staked=place.staked), letters(str(place.staked)), place.seat)


def dice_pieces(place: Place, box: Box) -> Iterator[Piece]:
    """Yield the dice of each pair, open ones first; if there are too many, how many more there are."""
    pairs = [pair for pair in place.pairs if pair.is_there]
    size, count = fitting(len(pairs), box.width, box.height)
    more = len(pairs) - count
    row = box.before(MORE_WIDE if more else 0).line((box.height - size - 2 - TOTAL_HIGH) // 2, size)
    for pair, at in zip(pairs, row.columns(count, 2 * size + 2, PAIRS_GAP), strict=False):
        yield from pair_pieces(place, pair, at)
    if more:
        plate = box.end(MORE_WIDE - 2).line(row.top - box.top + size // 2 - 6, 13)
        yield lay.badge("plain", *plate, say("piece-more", count=more), letters(f"+{more}"))


def fitting(pairs: int, wide: int, high: int) -> tuple[int, int]:
    """Return the size of the dice, and how many pairs fit."""
    sizes = [size for size in SIZES if size + 2 + TOTAL_HIGH <= high]
    for size in sizes:
        if pairs * (2 * size + 2 + PAIRS_GAP) - PAIRS_GAP <= wide:
            return size, pairs
    return sizes[-1], (wide - MORE_WIDE + PAIRS_GAP) // (2 * sizes[-1] + 2 + PAIRS_GAP)


def pair_pieces(place: Place, pair: Pair, box: Box) -> Iterator[Piece]:
    """Yield two dice, and under them their total including what was kept before."""
    fills = place.fills if pair is place.pairs[0] else ()
    for one, at in zip(pair.dice, (box.square, box.end(box.height)), strict=True):
        says = say("piece-die", face=one) if one else say("piece-unrolled") if fills else None
        looks = lay.looks(dim=not (one or fills))
        yield lay.die(f"d6-{one}" if one else "d6", *at, says, seat=place.seat, fills=fills, looks=looks)
    below = box.line(box.height + 2, TOTAL_HIGH)
    if place.needs and not pair.fate:
        yield needed(place, pair, below)
    elif pair.total:
        yield lay.badge(pair.face, *below, label=letters(added(pair)))


def added(pair: Pair) -> str:
    return f"{pair.kept}+{sum(pair.dice)}={pair.total}" if pair.kept else str(pair.total)


def needed(place: Place, pair: Pair, box: Box) -> Piece:
    """Return what open dice come to, and what they must reach, without a word where there is little room."""
    most = MAW - 1
    told: dict[str, Told] = {"total": pair.total, "added": added(pair), "needs": place.needs, "most": most}
    told["more"] = yes(place.needs < most)
    figures = f"{added(pair)} → {place.needs}" if pair.total else f"{place.needs}\u2013{most}"
    label = say("label-needs", **told) if box.width >= NEEDS_WIDE else letters(figures)
    return lay.badge(pair.face, *box, say("piece-needs", seat=Who(place.seat), **told), label)
