"""Lay the board out in pieces: the spaces, every stack with its layers, the teams and the dice in the middle.

The spaces, the dome, and whatever brings in a cone can be pressed; the cones themselves are for the eye.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.cones.board import (
    A_SECTION,
    OUTER,
    Colour,
    Space,
    is_crossover,
    name,
    shown,
    spaces,
    start_of,
    track,
)
from games.cones.layout import HEIGHT, MIDDLE, boxes, corners
from games.cones.state import Team, Way
from games.cones.view import ConesView
from games.kit import lay
from games.kit.board import Board, Look, Piece, Step, Zone, letters
from games.kit.lay import CLOSE, MOST_LAID, Box
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say

MOST_LAYERS: Final = 4
"""How many cones of a stack are drawn; of a higher one, a figure tells how many more are below."""
SIZES: Final = ((32, 0), (31, 10), (26, 8), (22, 7))
"""For stacks of one to four: the size of a cone, in units, and how much of it (its skirt, with its letter) is visible
below the next one. All are as high as a space.
"""
BADGE: Final = 15
WAITING: Final = 20
PLACE_HIGH: Final = 40
DIE: Final = 44
DOME: Final = 48
ARROW: Final = 16
SPACE_FILLS: Final = ("move.start", "move.to", "lift.space")


def board(view: ConesView, now: Say) -> Board:
    """Return the board. `now`: the sentence on whose turn it is, or how it ended."""
    sections, position = view.position.sections, view.position
    places = places_of(sections, tuple([team.colour for team in position.teams]))
    zones = [
        Zone((*on_the_track(view), *starts(view)), name="track"),
        Zone((*stacks(view), *newcomer(view)), name="stacks"),
    ]
    for team in position.teams:
        colour = team.colour
        zones.append(Zone(team_pieces(sections, seen_of(view, team), places[colour]), name=f"team-{colour}"))
    zones.append(Zone(middle(view), name="middle"))
    return Board(HEIGHT, tuple(zones), say("board-alt", now=now))


def on_the_track(view: ConesView) -> list[Piece]:
    """Return all spaces; those on which something stands or to which somebody can go have names. The corners lie on
    the spaces beside them.
    """
    sections, marked = view.position.sections, view.marked
    free, board, last = free_spaces(sections), view.position.board, (view.last.start, view.last.to)
    new, goals, found = view.new_on, view.goals, list[Piece]()
    for space in as_they_overlap(sections):
        if space not in marked:
            found.append(free[space])
            continue
        stack, goal = board[space], space in goals
        if space == new:
            stack, may = view.colour, "new"
        elif not stack:
            may = "free" if goal else "no"
        else:
            may = "taken" if goal else "goes" if space in view.movable else "lifts" if space in view.liftable else "no"
        found.append(space_piece(sections, space, stack, may, lay.looks(last=space in last, lit=goal)))
    return found


@lru_cache(maxsize=4)
def as_they_overlap(sections: int) -> tuple[Space, ...]:
    """Return the spaces in the order in which they are laid, the corners last."""
    at_corners = tuple(map(Space, corners(sections)))
    return (*(space for space in spaces(sections) if space not in at_corners), *at_corners)


def stacks(view: ConesView) -> list[Piece]:
    """Return the cones of each stack."""
    sections, last, found = view.position.sections, view.last, list[Piece]()
    places = boxes(sections)
    for at, stack in enumerate(view.position.board):
        if stack:
            found += stack_pieces(stack, places[at], steps(sections, last) if at == last.to else ())
    return found


# The spaces


@lru_cache(maxsize=4)
def free_spaces(sections: int) -> tuple[Piece, ...]:
    """Return each space as it looks if nothing stands there and nobody can go there."""
    found = []
    for one, box in zip(spaces(sections), boxes(sections), strict=True):
        face = "crossing" if is_crossover(one) else "track" if one % A_SECTION <= len(OUTER) else "inner"
        if (corner := corners(sections).get(one)) is not None:
            face, box = corner.face, corner.whole  # noqa: PLW2901
        found.append(lay.space(face, *box, None, letters(shown(one)), None, name(one), SPACE_FILLS))
    return tuple(found)


@lru_cache(maxsize=4 * MOST_LAID)
def space_piece(sections: int, space: Space, stack: str, may: str, looks: tuple[Look, ...]) -> Piece:
    """Return a space with what stands on it. `may`: new (a cone has just come in there), taken, goes, lifts or no; of
    an empty space free (one may go there) or no.
    """
    return replace(free_spaces(sections)[space], says=told(shown(space), stack, may), looks=looks)


def told(here: str, stack: str, may: str) -> Say | None:
    """Return in words what stands there; None for a free space to which nobody can go."""
    if may == "new":
        return say("piece-new", space=here, colour=stack)
    if not stack:
        return say("piece-free", space=here) if may == "free" else None
    in_words = Listed(tuple(map(colour_said, stack)))
    return say("piece-stack", space=here, cones=in_words, count=len(stack), may=may)


@lay.known
def colour_said(colour: str) -> Say:
    return say("colour", colour=colour)


def starts(view: ConesView) -> list[Piece]:
    """Return the triangles of the starts, in the corners (rulebook 5)."""
    sections, board, found = view.position.sections, view.position.board, list[Piece]()
    for team in view.position.teams:
        start = start_of(team.colour, sections)
        if start != view.new_on or not board[start]:
            found.append(start_piece(sections, team.colour, team.seat, team.colour == view.enters))
    return found


@lay.known
def start_piece(sections: int, colour: Colour, seat: Seat, enters: bool) -> Piece:
    start = start_of(colour, sections)
    says, fills = entering(colour, start, enters)
    box = corners(sections)[start].inner
    triangle = box.centred(box.width - 8, box.height - 10)
    return lay.figure(f"start-{colour}", *triangle, says, None, seat, None, fills)


def entering(colour: Colour, start: Space, may: bool) -> tuple[Say | None, tuple[str, ...]]:
    """Return the name of a piece that brings a cone in, and what it can be pressed for; nothing if none can come in."""
    return (say("piece-enter", space=shown(start), colour=colour), ("enter",)) if may else (None, ())


# Cones and stacks


@lay.known
def steps(sections: int, way: Way) -> tuple[Step, ...]:
    """Return the spaces by which the piece came that moved this way (rulebook 4: one by one)."""
    places = boxes(sections)
    left, top, *_ = places[way.to].centred(0, 0)
    between = [places[by].centred(0, 0) for by in track(sections, way.start, way.to)]
    return tuple(Step(middle.left - left, middle.top - top) for middle in between)


@lay.once
def stack_pieces(stack: str, box: Box, way: tuple[Step, ...]) -> Iterator[Piece]:
    """Yield the visible cones, each a skirt higher than the one below it, and how many more lie under them."""
    seen = stack[-MOST_LAYERS:]
    size, step = SIZES[len(seen) - 1]
    left, top, _, high = box.centred(size, size + step * (len(seen) - 1))
    for layer, colour in enumerate(seen):
        yield lay.cone(colour, left, top + high - size - layer * step, size, size, way=way)
    if len(stack) > len(seen):
        more = letters(f"+{len(stack) - len(seen)}")
        yield lay.badge("plain", box.right - BADGE - 1, box.top + 1, BADGE, 13, label=more)


def newcomer(view: ConesView) -> Iterator[Piece]:
    """Yield the cone just set on the start; it is beside any stack that already stands there (HC-2)."""
    if (way := view.brought_in) is not None:
        sections, size = view.position.sections, SIZES[0][0]
        beside = view.position.board[way.start]
        box = corners(sections)[way.start].inner if beside else boxes(sections)[way.start]
        yield lay.cone(view.colour, *box.centred(size, size))


# The middle: who plays, the dice, the dome


class TeamSeen(Struct, frozen=True, cache_hash=True):
    """Say what is seen of a team. `held`: how many cones it controls. `enters`: it may bring one in."""

    seat: Seat
    colour: Colour
    state: str
    waiting: int
    held: int
    enters: bool


def seen_of(view: ConesView, team: Team) -> TeamSeen:
    """Return what is seen of a team. If its player left, no cones wait, because they never come in."""
    new = team.colour == view.colour and view.brought_in is not None
    held = sum(map(len, map(view.position.board.__getitem__, view.position.tops[team.colour]))) + new
    waiting = 0 if team.gone else team.waiting - new
    return TeamSeen(team.seat, team.colour, state_of(view, team), waiting, held, team.colour == view.enters)


@lay.once
def team_pieces(sections: int, team: TeamSeen, box: Box) -> Iterator[Piece]:
    """Yield a team's place, on the side of its start: the player's name, the waiting cones, what is on the board."""
    right, state = is_right(sections, team.colour), team.state
    looks = lay.looks(turn=state == "turn", lit=state == "won")
    says = say("piece-team", seat=Who(team.seat), colour=team.colour, state=state, waiting=team.waiting)
    yield lay.space("seat", *box, says, seat=team.seat, looks=looks)
    plate = box.right - 20 if right else box.left + 4
    yield lay.badge(team.colour, plate, box.top + 3, 16, 14, label=letters(team.colour))
    name_looks = (Look.DIM,) if state in {"gone", "out"} else looks
    beside = box.after(6 if right else 24).before(24 if right else 6).line(4)
    yield lay.seat_name(team.seat, beside, name_looks, "right" if right else "left")
    yield from waiting_pieces(sections, team, box, right=right)


def is_right(sections: int, colour: Colour) -> bool:
    return boxes(sections)[start_of(colour, sections)].left > MIDDLE.left


def is_above(sections: int, colour: Colour) -> bool:
    return boxes(sections)[start_of(colour, sections)].top < MIDDLE.top


@lru_cache(maxsize=32)
def places_of(sections: int, colours: tuple[Colour, ...]) -> dict[Colour, Box]:
    """Return the place of each team, near its start, above or below. Of two there, the left one is at the edge."""
    found = {}
    for colour in colours:
        above = is_above(sections, colour)
        before = any(is_above(sections, one) == above and not is_right(sections, one) for one in colours)
        down = CLOSE + (PLACE_HIGH + CLOSE if before and is_right(sections, colour) else 0)
        top = MIDDLE.top + down if above else MIDDLE.bottom - down - PLACE_HIGH
        found[colour] = Box(MIDDLE.left + 6, top, MIDDLE.width - 12, PLACE_HIGH)
    return found


def state_of(view: ConesView, team: Team) -> str:
    """Return the state of a team: gone, out, won, turn or plays."""
    if team.gone:
        return "gone"
    if team.seat in view.winners:
        return "won"
    if team not in view.position.still_in:
        return "out"
    awaited = team.colour == view.colour if view.colour else team.seat in view.awaited
    return "turn" if awaited else "plays"


def waiting_pieces(sections: int, team: TeamSeen, box: Box, *, right: bool) -> Iterator[Piece]:
    """Yield the cones that have not come in, on the side of their start, and beside them what the team has on the
    board: cones under control, or that it is out.
    """
    row = box.line(box.height - WAITING - 1, WAITING)
    says, fills = entering(team.colour, start_of(team.colour, sections), team.enters)
    for at in range(team.waiting):
        one = row.before(5 + at * WAITING).end(WAITING) if right else row.after(5 + at * WAITING).square
        named, pressed = (says, fills) if at == team.waiting - 1 else (None, ())
        yield lay.cone(team.colour, *one, named, None, team.seat, None, pressed)
    room = team.waiting * WAITING + (10 if team.waiting else 6)
    beside = box.after(6).before(room) if right else box.after(room).before(6)
    has = say("piece-holds", cones=team.held, state=team.state)
    yield lay.text(beside.line(23, 11), has, (Look.QUIET,), "right" if right else "left")


def middle(view: ConesView) -> tuple[Piece, ...]:
    """Return the dice as they lie, the dome if it can be pressed, the winner's crown."""
    if view.phase == "over":
        return tuple(crowned(view))
    return dice(view.pop, red=view.red if view.pop else view.phase == "to-pop" and view.bonus)


@lay.once
def dice(pop: int, *, red: bool) -> Iterator[Piece]:
    """Yield the dice, or the dome above them before the pop. `red`: the red dot shows."""
    yield from clockwise()
    size = DIE if pop else DOME
    first, *dots = MIDDLE.centred(MIDDLE.width, size).columns(1 + red, size, 12)
    if pop:
        yield lay.die(f"d6-{pop}", *first, say("piece-die", face=pop))
    else:
        yield lay.figure("dome", *first, say("piece-dome"), fills=("pop",))
    for dot in dots:
        yield lay.figure("dot", *dot, say("piece-dot"))


def crowned(view: ConesView) -> Iterator[Piece]:
    """Yield the crown, and the winner's name."""
    if view.winners:
        half = MIDDLE.height // 2
        yield lay.figure("crown", *MIDDLE.centred(32, MIDDLE.height).line(half - 23, 26))
        told = say("piece-won", winners=All(view.winners), count=len(view.winners))
        yield lay.text(MIDDLE.after(6).before(6).line(half + 6, 13), told, (Look.LIT,), "middle")


@cache
def clockwise() -> tuple[Piece, ...]:
    """Yield arrows for the direction of single cones: up on the left, down on the right."""
    row = MIDDLE.after(6).before(6)
    up, down = (end.centred(ARROW, ARROW) for end in (row.start(ARROW), row.end(ARROW)))
    quiet = (Look.QUIET,)
    return lay.figure("arrow-up", *up, looks=quiet), lay.figure("arrow-down", *down, looks=quiet)
