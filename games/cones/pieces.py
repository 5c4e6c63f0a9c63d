"""Lay the board out in pieces: the spaces, every stack with its layers, the teams and the dice in the middle.

What can be pressed is a space, the dome, and whatever brings in a cone: the cones themselves are for the eye.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from games.cones.board import (
    A_SECTION,
    CONES,
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
from games.cones.layout import HEIGHT, MIDDLE, boxes, inner_corners
from games.cones.state import Team, Way
from games.cones.view import ConesView
from games.kit.board import MOST_LAID, Board, Box, Look, Piece, PieceKind, Step, in_a_row, laid_once, letters, text
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say

MOST_LAYERS: Final = 4
"""So many cones of a stack are seen; of more, the lowest are told by a figure."""
CONE, STEP = 25, 8
"""The size of a cone, in units, and how much of it looks out below the next one: its skirt, which bears its letter."""
SMALL_CONE, SMALL_STEP = 22, 7
"""The same in a stack that is as high as its space."""
ROOM: Final = 43
"""A stack stands so far below the upper edge of its space, where there is more room."""
BESIDE: Final = 16
"""So wide is what stands beside a stack: the name of the space, and how many more cones lie there."""
BADGE: Final = 15
WAITING: Final = 20
PLACE_HIGH: Final = 40
BETWEEN: Final = 4
DIE: Final = 44
DOME: Final = 48
ARROW: Final = 16
SPACE_FILLS: Final = ("move.start", "move.to", "lift.space")


def board(view: ConesView, now: Say) -> Board:
    """`now`: the sentence on whose turn it is, or how it ended."""
    return Board(HEIGHT, tuple(pieces(view)), say("board-alt", now=now))


def pieces(view: ConesView) -> Iterator[Piece]:
    sections, stacks = view.position.options.sections, view.position.board
    for space, free in enumerate(free_spaces(sections)):
        yield space_piece(sections, seen_on(view, Space(space))) if space in view.marked else free
    yield from corners(view)
    for space, stack in enumerate(stacks):
        if stack:
            yield from stack_pieces(stack, boxes(sections)[space], steps_to(view, Space(space)))
    yield from newcomer(view)
    places = places_of(sections, tuple([team.colour for team in view.position.teams]))
    for team in view.position.teams:
        yield from team_pieces(sections, seen_of(view, team), places[team.colour])
    yield from middle(view)


# The spaces


@lru_cache(maxsize=4)
def free_spaces(sections: int) -> tuple[Piece, ...]:
    """Return each space where nothing stands and nobody can go."""
    return tuple(
        Piece(
            PieceKind.SPACE,
            face_of(space),
            *boxes(sections)[space],
            label=letters(shown(space)),
            stands_for=name(space),
            fills=SPACE_FILLS,
        )
        for space in spaces(sections)
    )


class OnSpace(NamedTuple):
    """What is seen of a space. `may`: taken, goes, lifts or no; of a free one free, where one may go, or no."""

    space: Space
    stack: str
    may: str
    looks: tuple[Look, ...]


def seen_on(view: ConesView, space: Space) -> OnSpace:
    stack, goal = view.position.board[space], space in view.goals
    if not stack:
        may = "free" if goal else "no"
    else:
        may = "taken" if goal else "goes" if space in view.movable else "lifts" if space in view.liftable else "no"
    return OnSpace(space, stack, may, looks(view, space))


@lru_cache(maxsize=4 * MOST_LAID)
def space_piece(sections: int, seen: OnSpace) -> Piece:
    return replace(free_spaces(sections)[seen.space], says=told(seen), looks=seen.looks)


def face_of(space: Space) -> str:
    if is_crossover(space):
        return "crossing"
    return "track" if space % A_SECTION <= len(OUTER) else "inner"


def told(seen: OnSpace) -> Say | None:
    """Return what stands there, in words; nothing of a free space to which nobody can go."""
    space, stack = shown(seen.space), seen.stack
    if not stack:
        return say("piece-free", space=space) if seen.may == "free" else None
    return say("piece-stack", space=space, cones=in_words(stack), count=len(stack), may=seen.may)


def in_words(stack: str) -> Listed:
    return Listed(tuple(say("colour", colour=cone) for cone in stack))


def looks(view: ConesView, space: Space) -> tuple[Look, ...]:
    last = (Look.LAST,) if space in (view.last.start, view.last.to) else ()
    return (*last, Look.LIT) if space in view.goals else last


def stays(way: Way) -> bool:
    """Return whether it puts a new cone on a start, where it stays."""
    return way.enters and way.start == way.to


def corners(view: ConesView) -> Iterator[Piece]:
    """Yield the inner squares of the crossovers in the corners, with the triangle of a start (rulebook 5)."""
    starts = {view.position.start(team.colour): team for team in view.position.teams}
    for at, box in inner_corners(view.position.options.sections).items():
        space = Space(at)
        yield inner_square(view, space, box)
        if space in starts and not is_new_on(view, space):
            yield start_piece(view, starts[space], box)


def inner_square(view: ConesView, space: Space, box: Box) -> Piece:
    """Return the other half of a crossover: where one may go or come from, it can be pressed like the outer one."""
    if is_new_on(view, space):
        says: Say | None = say("piece-new", space=shown(space), colour=view.colour)
    else:
        says = told(seen_on(view, space)) if space in view.goals | view.movable else None
    word, fills = (None, ()) if says is None else (name(space), SPACE_FILLS)
    return Piece(PieceKind.SPACE, "crossing", *box, says=says, stands_for=word, fills=fills, looks=looks(view, space))


def start_piece(view: ConesView, team: Team, box: Box) -> Piece:
    triangle = Box(box.left + 4, box.top + 5, box.width - 8, box.height - 10)
    says, fills = entering(team.colour, view.position.start(team.colour), may_enter(view, team))
    return Piece(PieceKind.FIGURE, f"start-{team.colour}", *triangle, says=says, fills=fills, seat=team.seat)


def may_enter(view: ConesView, team: Team) -> bool:
    """Return whether this team may bring a cone in now."""
    return team.colour == view.colour and any(stays(way) for way in view.ways)


def entering(colour: Colour, space: Space, may: bool) -> tuple[Say | None, tuple[str, ...]]:
    """Return what brings a cone in is called and can be pressed for; nothing where none can come in."""
    if not may:
        return None, ()
    return say("piece-enter", space=shown(space), colour=colour), ("enter",)


# Cones and stacks


def steps_to(view: ConesView, space: Space) -> tuple[Step, ...]:
    """Return by which spaces came what lies here, if the last move ended here (rulebook 4: one by one)."""
    if space != view.last.to:
        return ()
    places = boxes(view.position.options.sections)
    here = places[space]
    between = [places[by] for by in track(view.position.options.sections, view.last.start, space)]
    return tuple(Step(box.left - here.left, box.top - here.top) for box in between)


@laid_once
def stack_pieces(stack: str, box: Box, way: tuple[Step, ...]) -> Iterator[Piece]:
    """Yield the cones that are seen, each a skirt higher than the one below it; and how many more lie under them."""
    seen = stack[-MOST_LAYERS:]
    size, step = (SMALL_CONE, SMALL_STEP) if len(seen) == MOST_LAYERS else (CONE, STEP)
    foot = min(box.bottom, box.top + ROOM)
    left = box.right - size - max(1, (box.width - size - BESIDE) // 2)
    for layer, cone in enumerate(seen):
        yield cone_piece(cone, left, foot - size - layer * step, size, way)
    if len(stack) > len(seen):
        more = letters(f"+{len(stack) - len(seen)}")
        yield Piece(PieceKind.BADGE, "plain", left - BADGE - 1, foot - 14, BADGE, 13, label=more)


def cone_piece(colour: str, left: int, top: int, size: int, way: tuple[Step, ...] = ()) -> Piece:
    return Piece(PieceKind.CONE, colour, left, top, size, size, way=way)


def newcomer(view: ConesView) -> Iterator[Piece]:
    """Yield the cone just set on the start; beside the stack that stands there already (HC-2)."""
    if (way := view.brought_in) is not None:
        box = inner_corners(view.position.options.sections)[way.start]
        left, top = (box.left + box.right - CONE) // 2, (box.top + box.bottom - CONE) // 2
        yield cone_piece(view.colour, left, top, CONE)


def is_new_on(view: ConesView, space: Space) -> bool:
    way = view.brought_in
    return way is not None and way.start == space


# The middle: who plays, the dice, the dome


def brings_in(view: ConesView, team: Team) -> bool:
    """Tell whether a cone of this team was just set on its start."""
    return team.colour == view.colour and view.brought_in is not None


class TeamSeen(NamedTuple):
    """What is seen of a team. `held`: how many cones it controls. `enters`: it may bring one in."""

    seat: Seat
    colour: Colour
    state: str
    waiting: int
    held: int
    enters: bool


def seen_of(view: ConesView, team: Team) -> TeamSeen:
    held = sum([len(view.position.board[at]) for at in view.position.stacks_of(team.colour)]) + brings_in(view, team)
    state, waiting = state_of(view, team), shown_waiting(view, team)
    return TeamSeen(team.seat, team.colour, state, waiting, held, may_enter(view, team))


@laid_once
def team_pieces(sections: int, team: TeamSeen, box: Box) -> Iterator[Piece]:
    """Yield a team's place, on the side of its start: the player's name, the cones that wait, what it has."""
    right = is_right(sections, team.colour)
    yield Piece(PieceKind.SPACE, "seat", *box, says=team_told(team), seat=team.seat, looks=team_looks(team))
    plate = box.right - 20 if right else box.left + 4
    yield Piece(PieceKind.BADGE, team.colour, plate, box.top + 3, 16, 14, label=letters(team.colour))
    beside = Box(box.left + 6 if right else box.left + 24, box.top + 4, box.width - 30, 12)
    yield text(beside, say("piece-seat", seat=Who(team.seat)), name_looks(team), "right" if right else "left")
    yield from waiting_pieces(sections, team, box, right=right)


def is_right(sections: int, colour: Colour) -> bool:
    return boxes(sections)[start_of(colour, sections)].left > MIDDLE.left


def is_above(sections: int, colour: Colour) -> bool:
    return boxes(sections)[start_of(colour, sections)].top < MIDDLE.top


@lru_cache(maxsize=32)
def places_of(sections: int, colours: tuple[Colour, ...]) -> dict[Colour, Box]:
    """Return the place of each team, near its start, above or below: of two there that of the left lies at the edge."""
    found = {}
    for colour in colours:
        above = is_above(sections, colour)
        before = any(is_above(sections, one) == above and not is_right(sections, one) for one in colours)
        down = BETWEEN + (PLACE_HIGH + BETWEEN if before and is_right(sections, colour) else 0)
        top = MIDDLE.top + down if above else MIDDLE.bottom - down - PLACE_HIGH
        found[colour] = Box(MIDDLE.left + 6, top, MIDDLE.width - 12, PLACE_HIGH)
    return found


def team_told(team: TeamSeen) -> Say:
    return say("piece-team", seat=Who(team.seat), colour=team.colour, state=team.state, waiting=team.waiting)


def state_of(view: ConesView, team: Team) -> str:
    """Return gone, out, won, turn or plays."""
    if team.gone:
        return "gone"
    if team.seat in view.winners:
        return "won"
    if not view.position.plays_on(team):
        return "out"
    return "turn" if is_awaited(view, team) else "plays"


def is_awaited(view: ConesView, team: Team) -> bool:
    return team.colour == view.colour if view.colour else team.seat in view.awaited


def team_looks(team: TeamSeen) -> tuple[Look, ...]:
    match team.state:
        case "turn":
            return (Look.TURN,)
        case "won":
            return (Look.LIT,)
        case _:
            return ()


def name_looks(team: TeamSeen) -> tuple[Look, ...]:
    return (Look.DIM,) if team.state in {"gone", "out"} else team_looks(team)


def waiting_pieces(sections: int, team: TeamSeen, box: Box, *, right: bool) -> Iterator[Piece]:
    """Yield the cones that have not come in, at the side of their start; and what the team has on the board."""
    top = box.bottom - WAITING - 1
    says, fills = entering(team.colour, start_of(team.colour, sections), team.enters)
    for cone in range(team.waiting):
        left = box.right - 5 - (cone + 1) * WAITING if right else box.left + 5 + cone * WAITING
        named, pressed = (says, fills) if cone == team.waiting - 1 else (None, ())
        yield Piece(PieceKind.CONE, team.colour, left, top, WAITING, WAITING, says=named, fills=pressed, seat=team.seat)
    room = CONES * WAITING + 10
    beside = Box(box.left + (6 if right else room), box.top + 23, box.width - room - 6, 11)
    yield text(beside, has_told(team), (Look.QUIET,), "left" if right else "right")


def shown_waiting(view: ConesView, team: Team) -> int:
    """Return how many wait beside the board: of one who left none comes any more."""
    return 0 if team.gone else team.waiting - brings_in(view, team)


def has_told(team: TeamSeen) -> Say:
    """Return what a team has on the board: cones under control, or that it is out."""
    return say("piece-holds", cones=team.held, state=team.state)


def middle(view: ConesView) -> Iterator[Piece]:
    """Yield the dice where they lie, the dome where it is to be pressed, the crown of who has won."""
    if view.phase == "over":
        yield from crowned(view)
        return
    yield from clockwise()
    dot = (Shape("dot", PieceKind.FIGURE, say("piece-dot")),)
    if view.pop:
        die = Shape(f"d6-{view.pop}", PieceKind.DIE, say("piece-die", face=view.pop))
        yield from in_the_middle(DIE, die, *(dot if view.red else ()))
    else:
        dome = Shape("dome", PieceKind.FIGURE, say("piece-dome"), ("pop",))
        yield from in_the_middle(DOME, dome, *(dot if view.phase == "to-pop" and view.bonus else ()))


class Shape(NamedTuple):
    """What lies in the middle, without its place."""

    face: str
    kind: PieceKind
    says: Say
    fills: tuple[str, ...] = ()


def in_the_middle(size: int, *shapes: Shape) -> Iterator[Piece]:
    """Yield one thing beside the other, of a size in units."""
    top = MIDDLE.top + (MIDDLE.height - size) // 2
    lefts = in_a_row(len(shapes), MIDDLE.left, MIDDLE.right, size, 12)
    for left, (face, kind, says, fills) in zip(lefts, shapes, strict=True):
        yield Piece(kind, face, left, top, size, size, says=says, fills=fills)


def crowned(view: ConesView) -> Iterator[Piece]:
    """Yield the crown, and whose it is."""
    if view.winners:
        top = MIDDLE.top + MIDDLE.height // 2
        yield Piece(PieceKind.FIGURE, "crown", MIDDLE.left + MIDDLE.width // 2 - 16, top - 23, 32, 26)
        line = Box(MIDDLE.left + 6, top + 6, MIDDLE.width - 12, 13)
        told = say("piece-won", winners=All(view.winners), count=len(view.winners))
        yield text(line, told, (Look.LIT,), "middle")


@cache
def clockwise() -> tuple[Piece, ...]:
    """Return which way single cones go: up on the left, down on the right."""
    top = MIDDLE.top + (MIDDLE.height - ARROW) // 2
    return tuple(
        Piece(PieceKind.FIGURE, face, left, top, ARROW, ARROW, looks=(Look.QUIET,))
        for face, left in (("arrow-up", MIDDLE.left + 6), ("arrow-down", MIDDLE.right - 6 - ARROW))
    )
