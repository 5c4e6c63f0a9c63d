"""Lay the table out in pieces: the Giant with the die and the Knee, what each total means, a place for each Halfling.

If a crowd is too large for places of their own, it is a few figures and the viewer's own place.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.halflings.hands import Fate, as_ratio, ratio
from games.halflings.options import PAYS, Mode, Pay
from games.halflings.rules import lead
from games.halflings.state import Fallen
from games.halflings.step import KICK, MAW
from games.halflings.view import HalflingsView
from games.kit import lay
from games.kit.board import Board, Look, Piece, Zone, letters
from games.kit.lay import BOARD, EDGE, GAP, PLATE, Box
from games.kit.money import Suckers, winnings
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
"""The height of the plate of a player there, where the stack stands beside the name."""
ROOMY: Final = 160
"""In a place of this width a stack has room beside the name, and a gain of four figures is whole."""
LOW_NAME: Final = 14
STACK: Final = 62
"""The width of a stack beside a name."""
OWN_HIGH: Final = 102
CROWD_HIGH: Final = 54
SIZES: Final = (98, 84, 72, 60, 48, 40, 30, 22, 18, 14)
"""Sizes of dice, in units; the largest that fits is used."""
NAME_HIGH: Final = 16
POT: Final = 54
"""The width of the pot."""
KNEE: Final = 64
"""The largest size of the Giant's die and the Knee."""
UNDER_THE_NAME: Final = 2
"""How far below the Giant's name they lie, at least."""
PAIRS_GAP: Final = 6
FIGURE: Final = 84
"""The largest size of the figure beside the dice."""
OUT: Final = 4
"""So far the total that was rolled stands out of the row of totals."""
MORE_WIDE: Final = 20
NEEDS_WIDE: Final = 96
"""In less room than this, what must be reached stands there in figures alone."""
ADDED_WIDE: Final = 150
"""The same for dice that are added to what was kept."""
FACES: Final[dict[str, str]] = {Fate.TOPPLED: "gold", Fate.KICKED: "red", Fate.EATEN: "red"}
"""The faces of the badge with a total, by what came of it."""
FATES: Final = {"toppled": "halfling", "kicked": "kick", "eaten": "maw", "snake": "snake"}


# What one Halfling has


class Pair(NamedTuple):
    """Hold two dice, and what was kept before. `fate`: as in `hands.Fate`; empty while it is open, or not rolled."""

    kept: int
    dice: tuple[int, int]
    fate: str = ""

    @property
    def total(self) -> int:
        return self.kept + sum(self.dice)

    @property
    def is_there(self) -> bool:
        """Return whether there are dice: a player who was kicked before they rolled has none."""
        return not self.fate or self.total > 0

    @property
    def face(self) -> str:
        """Return the face of the badge with the total."""
        return FACES.get(self.fate, "plain")


TO_ROLL: Final = Pair(0, (0, 0))
"""Dice that have not been rolled."""


class Place(NamedTuple):
    """Say what one Halfling has. `state`: idle, stakes, staked, rolls, splits or settled; `fills`: what the dice can be
    pressed for; `needs`: the Knee that their dice must reach, or had to; 0 as long as there is none, or after a Kick.
    """

    seat: Seat
    stack: Suckers
    state: str
    staked: int = 0
    net: int = 0
    pairs: tuple[Pair, ...] = ()
    fills: tuple[str, ...] = ()
    awaited: bool = False
    crowned: bool = False
    needs: int = 0

    @property
    def is_settled(self) -> bool:
        return self.state == "settled"

    def told(self) -> Say:
        """Return the place in words."""
        total = self.pairs[0].total if len(self.pairs) == 1 else 0
        values = {"staked": self.staked, "total": total, "net": abs(self.net)}
        return say("piece-place", seat=Who(self.seat), state=self.state, **values, won=yes(self.net > 0))


def place_at(view: HalflingsView, seat: Seat) -> Place:
    """Return what this seat has: an open hand, else what is settled, else what is only staked."""
    stack, needs = view.stacks[seat], 0 if view.giants_die == KICK else view.giants_die
    for play in view.undecided:
        if play.seat == seat:  # the pair in question comes first
            pairs = (*(Pair(hand.kept, hand.dice) for hand in play.hands), *map(fallen_pair, play.fallen))
            staked = sum(hand.stake for hand in play.hands)
            return Place(seat, stack, "splits", staked, play.net, pairs, ("split", "stand"), awaited=True, needs=needs)
    for net in view.settled:
        if net.seat == seat:
            pairs = tuple(map(fallen_pair, net.hands))
            return Place(seat, stack, "settled", 0, net.net, pairs, crowned=seat in view.winners, needs=needs)
    for one in view.stakes:
        if one.seat == seat:
            state, fills = ("rolls", ("roll",)) if view.phase == "halfling-rolls" else ("staked", ())
            return Place(seat, stack, state, one.staked, 0, (TO_ROLL,), fills, awaited=bool(fills), needs=needs)
    alone = stakes_alone(view)
    return Place(seat, stack, "stakes" if alone else "idle", pairs=(TO_ROLL,) if alone else (), awaited=alone)


def fallen_pair(hand: Fallen) -> Pair:
    return Pair(hand.kept, hand.dice, hand.fate)


def stakes_alone(view: HalflingsView) -> bool:
    """Return whether a single player is awaited to stake; a crowd's clock waits for nobody."""
    return view.phase == "staking" and view.options.mode is not Mode.CROWD


# The board


class Room(NamedTuple):
    """Say how large things are in a place: the width of the stake, the heights of its letters and of a total."""

    stake: int
    letters: int
    total: int


NARROW, SMALL, LARGE = Room(56, 18, 16), Room(66, 18, 16), Room(72, 24, 24)


class Duel(NamedTuple):
    """Say how a duel stands: the first or the second stake, and who leads by how much."""

    stake: int
    ahead: Seat
    by: Suckers


class Giant(NamedTuple):
    """Say what is seen of the Giant. `stack`: of a player as Giant. `pay`: what a Knee pays; `wins`: what this one pays
    for the only stake; `duel`: None elsewhere, and once it is over.
    """

    seat: Seat | None
    stack: Suckers
    die: int
    rolls: bool
    won: bool
    pay: Pay
    wins: Suckers
    pot: Suckers
    fallen: bool
    duel: Duel | None


def giant_of(view: HalflingsView) -> Giant:
    seat, rolls = view.giant, view.phase == "giant-rolls"
    stack = Suckers(0) if seat is None else view.stacks[seat]
    won, pay = seat is not None and seat in view.winners, view.options.pay
    return Giant(seat, stack, view.giants_die, rolls, won, pay, wins(view), view.pot, has_fallen(view), duel_of(view))


def wins(view: HalflingsView) -> Suckers:
    """Return what the only stake wins by the Knee that is set; 0: there is none, or several stakes."""
    die = view.giants_die
    if die in {0, KICK} or view.options.mode is Mode.CROWD or not view.stakes:
        return Suckers(0)
    return winnings(view.stakes[0].staked, view.options.pays(die))


def duel_of(view: HalflingsView) -> Duel | None:
    if view.options.mode is not Mode.DUEL or view.phase == "over":
        return None
    return Duel(view.stake_of_duel, *lead(view.settled))


def has_fallen(view: HalflingsView) -> bool:
    """Return whether the Giant lies there: the round is settled, and the Halflings have won it."""
    if view.phase not in {"round-shown", "over"}:
        return False
    lies = view.settled if view.options.mode is Mode.CROWD else view.settled[-1:]
    return sum([net.net for net in lies]) > 0


def board(view: HalflingsView, now: Say) -> Board:
    """Return the board. `now`: the sentence on what is awaited."""
    seats = tuple([seat for seat in all_seats(len(view.stacks)) if seat != view.giant])
    high = GIANT_HIGH if len(seats) in HIGH else LOW_GIANT
    below = EDGE + high + GAP
    giant = Zone(giant_pieces(giant_of(view), high), EDGE, EDGE, "giant")
    places = [place_at(view, seat) for seat in seats] if len(seats) <= MOST_PLACES else []
    rolled = None if view.options.mode is Mode.CROWD else rolled_alone(places[0])
    totals = Zone(total_pieces(view.giants_die, rolled), EDGE, below, "totals")
    room = BOARD.line(below + TOTALS_HIGH + GAP)
    zones = [giant, *(halflings(places, room) if places else crowd(view, len(seats), room))]
    height = max([zone.top + zone.pieces[0].top + zone.pieces[0].height for zone in zones]) + EDGE
    return Board(height, (giant, totals, *zones[1:]), say("board-alt", now=now))


def rolled_alone(place: Place) -> Pair | None:
    """Return the dice of a lone Halfling, once they are rolled; None: there are none, or several pairs."""
    return place.pairs[0] if len(place.pairs) == 1 and place.pairs[0].dice[0] else None


# The Giant


@lay.once
def giant_pieces(giant: Giant, high: int) -> Iterator[Piece]:
    """Yield the Giant, the die, the Knee, and the pot, in a place of this height."""
    turn, seat, box = lay.looks(turn=giant.rolls), giant.seat, BOARD.size.line(0, high)
    told = say("piece-house-giant") if seat is None else say("piece-giant", seat=Who(seat))
    inside = box.after(4).before(4).line(4, high - 8)
    beside = inside.after(inside.height + 8)
    yield lay.space("table", *box, told, seat=seat, looks=turn)
    yield lay.figure("fallen" if giant.fallen else "giant", *inside.square, seat=seat, key="giant")
    looks, plate = (Look.LIT,) if giant.won else turn, PLATE if high > LOW_GIANT else LOW_PLATE
    name = beside.before(POT + 4).line(0, plate)
    if seat is None:
        yield lay.text(name.line(3, NAME_HIGH), say("piece-house"), looks)
    else:
        yield from lay.plate(seat, giant.stack, name, looks)
    yield from knee_pieces(giant, beside.line(plate + UNDER_THE_NAME, inside.height - plate - UNDER_THE_NAME))
    if giant.pot:
        heap = inside.end(POT).line(0, min(66, inside.height - 4))
        yield lay.chip("heap", *heap, say("piece-heap", pot=giant.pot), letters(str(giant.pot)))


def knee_pieces(giant: Giant, box: Box) -> Iterator[Piece]:
    """Yield the Giant's die, and what it means, from the left edge of this box."""
    knee, size = giant.die, min(box.height, KNEE)
    at = box.line((box.height - size) // 2, size)
    if knee:
        yield lay.die("d10", *at.square, say("piece-die", face=knee), letters(str(knee)), giant.seat)
    else:
        fills = ("roll",) if giant.rolls else ()
        yield lay.die("d10", *at.square, say("piece-unrolled"), seat=giant.seat, fills=fills)
    if knee == KICK:
        yield lay.figure("kick", *at.after(size + 8).square)
    words = box.after(size + 8 + (size + 8 if knee == KICK else 0)).before(POT if giant.pot and not giant.duel else 0)
    yield from told_of_knee(giant, words)


def told_of_knee(giant: Giant, box: Box) -> Iterator[Piece]:
    """Yield lines on the Knee, on how a duel stands, and on what is paid: as many as there is room for."""
    knee = giant.die
    lines = [Line(23, say("piece-knee", knee=knee, kick=yes(knee == KICK)))] if knee else []
    if giant.duel:
        lines += [Line(17, told) for told in duel_lines(giant.duel)]
    lines += [Line(16, told, (Look.QUIET,)) for told in pay_lines(giant)]
    high, shown = 0, 0
    while shown < len(lines) and high + lines[shown].high <= box.height:
        high += lines[shown].high
        shown += 1
    top = (box.height - high) // 2
    for line in lines[:shown]:
        yield lay.text(box.line(top, line.high - 3), line.told, line.looks)
        top += line.high


class Line(NamedTuple):
    """Hold letters in a row of lines, and how high it is."""

    high: int
    told: Say
    looks: tuple[Look, ...] = ()


def duel_lines(duel: Duel) -> Iterator[Say]:
    yield say("piece-stakes-of-duel", number=duel.stake)
    if duel.by:
        yield say("piece-leads", seat=Who(duel.ahead), amount=duel.by)


def pay_lines(giant: Giant) -> Iterator[Say]:
    """Yield what the Knee pays or, before it is set, each kind of Knee."""
    if giant.die:
        yield from [say("piece-pays", pays=ratio(giant.pay, giant.die), wins=giant.wins)] if giant.die != KICK else ()
        return
    spans = spans_of(giant.pay)
    for pays, knees in spans.items():
        yield say("piece-pays-for", knees=knees, pays=pays) if len(spans) > 1 else say("piece-pays", pays=pays, wins=0)


@lru_cache(maxsize=8)
def spans_of(pay: Pay) -> dict[str, str]:
    """Return which Knees pay alike, by what they pay."""
    knees: dict[str, list[int]] = {}
    for knee, pays in PAYS[pay].items():
        knees.setdefault(as_ratio(pays), []).append(knee)
    return {pays: f"{of[0]}\u2013{of[-1]}" if len(of) > 1 else str(of[0]) for pays, of in knees.items()}


@lay.once
def total_pieces(giants_die: int, rolled: Pair | None) -> Iterator[Piece]:
    """Yield what each total means: below the Knee, from the Knee on, and the Maw; what was rolled stands out."""
    lefts = list(lay.in_a_row(len(TOTALS) + 1, 0, BOARD.width, 29, 3))
    maw, came = lefts.pop(MAW - TOTALS[0]), rolled.total if rolled else 0
    fell = min(came, TOTALS[-1])
    at = Box(0, 0, 29, TOTALS_HIGH)
    for total, left in zip(TOTALS, lefts, strict=True):
        face = "red" if total >= MAW else "gold" if KICK < giants_die <= total else "plain"
        looks = lay.looks(dim=bool(giants_die) and (face == "plain" or bool(fell)))
        if total != fell:
            yield lay.badge(face, left, *at[1:], label=letters(str(total)), looks=looks)
    yield lay.figure("maw", maw + 3, -1, 24, 24)
    if rolled:
        left, face = lefts[fell - TOTALS[0]], rolled.face if rolled.fate else "plain"
        out = (left - 1, -OUT, at.width + 2, at.height + 2 * OUT)
        yield lay.badge(face, *out, label=letters(str(came)), looks=(Look.LAST,))


# The Halflings


def halflings(places: Sequence[Place], below: Box) -> list[Zone[Piece]]:
    """Return a place for each who may stake."""
    boxes = laid_out(len(places), below)
    return [
        Zone(placed(at, box.size), box.left, box.top, f"seat-{at.seat}") for at, box in zip(places, boxes, strict=True)
    ]


def crowd(view: HalflingsView, seats: int, below: Box) -> list[Zone[Piece]]:
    """Return the figures of a large crowd, and the viewer's own place."""
    all_of_it = below.line(0, CROWD_HIGH)
    found = [Zone(tuple(crowd_pieces(view, seats, all_of_it.size)), EDGE, all_of_it.top, "crowd")]
    if isinstance(view.viewer, int) and view.viewer != view.giant:
        own = below.line(CROWD_HIGH + GAP, OWN_HIGH)
        found.append(Zone(placed(place_at(view, view.viewer), own.size), EDGE, own.top, f"seat-{view.viewer}"))
    return found


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
    high, roomy = PLATE if box.height > LOW else LOW_PLATE, box.width >= ROOMY
    plate = low_plate if roomy and high == LOW_PLATE else lay.plate
    yield from plate(place.seat, place.stack, box.after(5).before(right).line(4, high), looks)
    if place.crowned:
        yield lay.figure("crown", box.right - 29, box.top + 5, 24, 18)
    below = box.after(6).before(6).line(high + 6, box.height - high - 8)
    room = LARGE if below.height >= OWN_HIGH else SMALL if roomy else NARROW
    figure = figure_of(place, room)
    size = min(below.height - 6, below.width // 5, FIGURE) if figure else 0
    yield from stake_pieces(place, below, room)
    if figure:
        yield lay.figure(figure, *below.end(size).centred(size, size))
    yield from dice_pieces(place, below.after(room.stake).before(size + 4 if size else 0), room)


@lay.once
def low_plate(seat: Seat, stack: Suckers, box: Box, looks: tuple[Look, ...]) -> Iterator[Piece]:
    """Yield the name of a player and, at the right edge, the stack: one above the other they would be tiny."""
    line = box.line((box.height - LOW_NAME) // 2, LOW_NAME)
    yield lay.seat_name(seat, line.before(STACK + 4), looks)
    end = line.end(STACK)
    yield lay.chip("one", *end.square, say("piece-purse", seat=Who(seat), stack=stack), seat=seat)
    yield lay.text(end.after(LOW_NAME + 2), letters(str(stack)))


def figure_of(place: Place, room: Room) -> str:
    """Return the figure beside a single pair: what came of it or, where there is room for it, the Halfling who rolls;
    empty: none.
    """
    if len(place.pairs) != 1:
        return ""
    halfling = "halfling" if room is LARGE and place.state != "idle" else ""
    return FATES.get(place.pairs[0].fate, halfling) if place.is_settled else halfling


def stake_pieces(place: Place, box: Box, room: Room) -> Iterator[Piece]:
    """Yield the stake or, after it is settled, what came of it."""
    wide, high = room.stake, room.letters
    if place.is_settled:
        line = box.start(wide - 2).line((box.height - high) // 2, high)
        look = Look.LIT if place.net > 0 else Look.QUIET
        yield lay.text(line, letters(f"{place.net:+}".replace("-", "\u2212") if place.net else "0"), (look,))
    elif place.staked:
        at = box.after(4).start(wide - 12).centred(wide - 12, min(box.height, wide))
        yield lay.chip("one", *at, say("piece-stake", staked=place.staked), letters(str(place.staked)), place.seat)


def dice_pieces(place: Place, box: Box, room: Room) -> Iterator[Piece]:
    """Yield the dice of each pair, open ones first; if there are too many, how many more there are."""
    pairs = [pair for pair in place.pairs if room is LARGE or pair.is_there]
    total = room.total
    size, count = fitting(len(pairs), box.width, box.height - 2 - total)
    more = len(pairs) - count
    row = box.before(MORE_WIDE if more else 0).line((box.height - size - 2 - total) // 2, size)
    for pair, at in zip(pairs, row.columns(count, 2 * size + 2, PAIRS_GAP), strict=False):
        yield from pair_pieces(place, pair, at, total)
    if more:
        plate = box.end(MORE_WIDE - 2).line(row.top - box.top + size // 2 - 6, 13)
        yield lay.badge("plain", *plate, say("piece-more", count=more), letters(f"+{more}"))


def fitting(pairs: int, wide: int, high: int) -> tuple[int, int]:
    """Return the size of the dice, and how many pairs fit."""
    sizes = [size for size in SIZES if size <= high]
    for size in sizes:
        if pairs * (2 * size + 2 + PAIRS_GAP) - PAIRS_GAP <= wide:
            return size, pairs
    return sizes[-1], (wide - MORE_WIDE + PAIRS_GAP) // (2 * sizes[-1] + 2 + PAIRS_GAP)


def pair_pieces(place: Place, pair: Pair, box: Box, high: int) -> Iterator[Piece]:
    """Yield two dice, and under them, so high, their total including what was kept before."""
    fills = place.fills if pair is place.pairs[0] else ()
    for one, at in zip(pair.dice, (box.square, box.end(box.height)), strict=True):
        says = say("piece-die", face=one) if one else say("piece-unrolled") if fills else None
        looks = lay.looks(dim=not (one or fills))
        yield lay.die(f"d6-{one}" if one else "d6", *at, says, seat=place.seat, fills=fills, looks=looks)
    below = box.line(box.height + 2, high)
    if place.needs and not pair.fate:
        yield needed(place, pair, below)
    elif pair.total or pair.fate:
        yield lay.badge(pair.face, *below, label=came_of(place, pair, below))


def came_of(place: Place, pair: Pair, box: Box) -> Say:
    """Return what dice came to and, where there is room for words, what that means."""
    if not pair.total:
        return say("label-kicked")
    if pair.fate == Fate.MAY_SPLIT or not place.needs or box.width < (ADDED_WIDE if pair.kept else NEEDS_WIDE):
        return letters(added(pair))
    return say("label-came", total=added(pair), knee=place.needs, fate=pair.fate)


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
