"""The board as a picture: two tracks round a field, the starts in the corners, every stack with its layers, the last
move, and where one may go.

The tracks are laid out square: what lies along the rows of a picture takes few bytes.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.cones.board import A_SECTION, COLOURS, INNER, NOWHERE, OUTER, Colour, Space, is_crossover, shown, spaces
from games.cones.state import Team, Way
from games.cones.view import ConesView
from games.kit.drawing import element, letters, number, picture

WIDTH, HEIGHT = 800, 640
EDGE: Final = 8
DEEP_SIDE, DEEP_ROW = 160, 136
"""As deep lie both tracks together, at the sides and above and below; a corner is a crossover."""
BRIDGE: Final = 72
"""So much of a side belongs to the crossover in its middle."""
CONE: Final = {"Y": "#ffd21f", "B": "#2a62d4", "R": "#ff6a5c", "G": "#0c7c48"}
ON_CONE: Final = {"Y": "#101a28", "B": "#ffffff", "R": "#101a28", "G": "#ffffff"}
"""They differ in how light they are, too, and each bears its letter."""
FIELD, OUTER_TRACK, INNER_TRACK, CROSSING, LINE = "#1b2a3f", "#33496a", "#263851", "#4a648b", "#1b2a3f"
PAPER, INK, QUIET, LIT, LAST, DOT = "#eef3fa", "#101a28", "#a9bcd6", "#ffd34d", "#c9a7ff", "#e2373f"
LAYER: Final = 12
MOST_LAYERS: Final = 3
"""So many lie below the top one, with their letters; of more, the lowest are told by a figure."""
PIPS: Final = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The nine places of a die's pips, a to i in rows."""


class Cell(NamedTuple):
    """A space as a rectangle."""

    left: int
    top: int
    width: int
    height: int

    @property
    def x(self) -> float:
        return self.left + self.width / 2

    @property
    def y(self) -> float:
        return self.top + self.height / 2


def drawn(view: ConesView) -> str:
    return picture(WIDTH, HEIGHT, parts(view))


def parts(view: ConesView) -> Iterator[str]:
    sections, board = view.position.options.sections, view.position.board
    yield ground(sections, tuple(team.colour for team in view.position.teams))
    yield from marks(view)
    for space in spaces(sections):
        if board[space]:
            yield stack_at(board[space], cells(sections)[space], movable=space in movable(view))
    yield from newcomer(view)
    yield from middle(view)
    for team in view.position.teams:
        yield crisp(panel(view, team))


# Where the spaces lie: clockwise from the lower left corner, one side after the other


@lru_cache(maxsize=4)
def cells(sections: int) -> tuple[Cell, ...]:
    a_side = sections // 4
    found: list[Cell] = []
    for section in range(sections):
        side, part = divmod(section, a_side)
        found += [turned(side, *box) for box in boxes(side, part, a_side)]
    return tuple(found)


def boxes(side: int, part: int, a_side: int) -> Iterator[tuple[int, int, int, int]]:
    """One section along a side, as from its first corner: along, across (0 is the outer edge), length, depth."""
    upright = side % 2 == 0
    whole = (HEIGHT if upright else WIDTH) - 2 * EDGE
    corner, deep = (DEEP_ROW, DEEP_SIDE) if upright else (DEEP_SIDE, DEEP_ROW)
    room = (whole - 2 * corner - (a_side - 1) * BRIDGE) // a_side
    first = corner + part * (room + BRIDGE)
    yield (0, 0, corner, deep) if part == 0 else (first - BRIDGE, 0, BRIDGE, deep)
    for pieces, across in ((len(OUTER), 0), (len(INNER), deep // 2)):
        for at in range(pieces):
            start, end = first + room * at // pieces, first + room * (at + 1) // pieces
            yield start, across, end - start, deep // 2


def turned(side: int, along: int, across: int, length: int, depth: int) -> Cell:
    """Up on the left, to the right above, down on the right, to the left below."""
    match side:
        case 0:
            return Cell(EDGE + across, HEIGHT - EDGE - along - length, depth, length)
        case 1:
            return Cell(EDGE + along, EDGE + across, length, depth)
        case 2:
            return Cell(WIDTH - EDGE - across - depth, EDGE + along, depth, length)
        case _:
            return Cell(WIDTH - EDGE - along - length, HEIGHT - EDGE - across - depth, length, depth)


# What does not change


@lru_cache(maxsize=16)
def ground(sections: int, colours: tuple[Colour, ...]) -> str:
    field = element("rect", width=WIDTH, height=HEIGHT, fill=FIELD)
    found = [space_at(sections, space) for space in spaces(sections)]
    starts = [
        start_mark(cells(sections)[at * sections // 4 * A_SECTION], c) for at, c in enumerate(COLOURS) if c in colours
    ]
    names = [name_of(sections, space) for space in spaces(sections)]
    return field + "".join(found) + crisp([*starts, *names, clockwise()])


def space_at(sections: int, space: Space) -> str:
    cell, place = cells(sections)[space], space % A_SECTION
    fill = CROSSING if is_crossover(space) else OUTER_TRACK if place <= len(OUTER) else INNER_TRACK
    return rect(cell, 1, fill=fill)


def rect(cell: Cell, inset: float, **attributes: str | float) -> str:
    left, top = cell.left + inset, cell.top + inset
    return element("rect", x=left, y=top, width=cell.width - 2 * inset, height=cell.height - 2 * inset, **attributes)


def name_of(sections: int, space: Space) -> str:
    cell = cells(sections)[space]
    return letters(shown(space), cell.left + 21, cell.top + 17, 15, PAPER, bold=0.9)


def start_mark(cell: Cell, colour: str) -> str:
    """Rulebook 5: the triangle of the colour at its start."""
    x, y = cell.left + 6, cell.top + cell.height - 6
    return element("path", d=f"M{x} {y}V{y - 34}L{x + 34} {y}Z", fill=CONE[colour])


def crisp(parts: Iterable[str]) -> str:
    """Without blurred edges: small, and it takes few bytes."""
    inside = "".join(parts)
    return f'<g shape-rendering="crispEdges">{inside}</g>' if inside else ""


def clockwise() -> str:
    """Draw which way single cones go: an arrow head on each side."""
    x, y = WIDTH / 2, HEIGHT / 2
    left, above = EDGE + DEEP_SIDE + 16, EDGE + DEEP_ROW + 16
    heads = (
        f"M{left - 8} {y + 4}L{left} {y - 4}L{left + 8} {y + 4}",
        f"M{x - 4} {above - 8}L{x + 4} {above}L{x - 4} {above + 8}",
        f"M{WIDTH - left - 8} {y - 4}L{WIDTH - left} {y + 4}L{WIDTH - left + 8} {y - 4}",
        f"M{x + 4} {HEIGHT - above - 8}L{x - 4} {HEIGHT - above}L{x + 4} {HEIGHT - above + 8}",
    )
    return element("path", d="".join(heads), fill="none", stroke=QUIET, stroke_width=4)


# The last move, and where one may go


def marks(view: ConesView) -> Iterator[str]:
    sections = view.position.options.sections
    yield from last_move(sections, view.last)
    for space in dict.fromkeys(way.to for way in view.ways):
        yield rect(cells(sections)[space], 3, fill="none", stroke=LIT, stroke_width=4)


def last_move(sections: int, way: Way) -> Iterator[str]:
    """Draw where it came from dotted, and where it went framed."""
    if way.to != NOWHERE:
        yield rect(cells(sections)[way.to], 3, fill="none", stroke=LAST, stroke_width=4)
    if way.start != way.to:
        yield rect(cells(sections)[way.start], 3, fill="none", stroke=LAST, stroke_width=4, stroke_dasharray="8 8")


def movable(view: ConesView) -> frozenset[Space]:
    return frozenset({way.start for way in view.ways if not way.enters} | {one.space for one in view.lifts})


# Cones and stacks


def stack_at(stack: str, cell: Cell, *, movable: bool) -> str:
    """Seen from the side, as they sit on each other: whose cone is on top owns it."""
    below = layers_of(stack)
    x, bottom = standing_at(cell, len(below))
    edge = PAPER if movable else INK
    layers = [layer(text, x, bottom - at * LAYER, edge) for at, text in enumerate(below)]
    return crisp(layers) + cone_at(stack[-1], x, bottom - len(below) * LAYER, edge)


def layers_of(stack: str) -> tuple[str, ...]:
    """Return what lies below the top cone, the lowest first: letters, or how many more there are."""
    below = stack[:-1]
    if len(below) <= MOST_LAYERS:
        return tuple(below)
    return (str(len(below) - MOST_LAYERS + 1), *below[1 - MOST_LAYERS :])


def standing_at(cell: Cell, layers: int) -> tuple[int, int]:
    """Return the middle of its foot: at the right, below the name of the space; higher where there is room."""
    spare = max(0, cell.height - CONE_HIGH - layers * LAYER)
    lift = min(4, spare) + max(0, spare - 24) // 2
    return cell.left + cell.width - 24, cell.top + cell.height - lift


CONE_HIGH: Final = 38


def layer(text: str, x: float, bottom: float, edge: str) -> str:
    """Draw the skirt of a cone that shows below the next one, with its letter."""
    fill, ink = CONE.get(text, INK), ON_CONE.get(text, PAPER)
    skirt = element("rect", x=x - 22, y=bottom - LAYER, width=44, height=LAYER, fill=fill, stroke=edge)
    return skirt + letters(text, x, bottom - LAYER / 2, 8, ink, bold=1.2)


BODY: Final = "M-22 0L-7-36H7L22 0Z"


def cone_at(cone: str, x: float, bottom: float, edge: str, size: float = 1) -> str:
    scaled = moved(x, bottom) + (f" scale({size})" if size != 1 else "")
    body = element("path", d=BODY, transform=scaled, fill=CONE[cone], stroke=edge, stroke_width=2)
    return body + crisp([letters(cone, x, bottom - 12 * size, 16 * size, ON_CONE[cone], bold=1.2)])


def moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def newcomer(view: ConesView) -> Iterator[str]:
    """Draw the cone just set on the start; beside the one that stands there already (HC-2)."""
    way = next((way for way in view.ways if way.enters and way.to != way.start), None)
    if way is not None:
        x, bottom = standing_at(cells(view.position.options.sections)[way.start], 0)
        yield cone_at(view.colour, x - (50 if view.position.board[way.start] else 0), bottom, PAPER)


# In the middle: the dice, and who has what


def middle(view: ConesView) -> Iterator[str]:
    x, y = WIDTH // 2, HEIGHT // 2
    if view.phase == "over":
        yield letters("WINS" if len(view.winners) == 1 else "WIN", x, y + 40, 26, LIT, bold=1.2)
        won = [team for team in view.position.teams if team.seat in view.winners]
        for at, team in enumerate(won):
            yield cone_at(team.colour, x + (at - (len(won) - 1) / 2) * 64, y + 10, LIT, 1.5)
    elif view.pop:
        yield from dice(view, x - (38 if view.red else 0), y)
    else:
        yield letters("POP", x, y, 30, LIT, bold=1.2)


def dice(view: ConesView, x: int, y: int) -> Iterator[str]:
    """Draw the number, and the red dot if it shows."""
    yield element("rect", x=x - 32, y=y - 32, width=64, height=64, fill=PAPER)
    for pip in PIPS[view.pop]:
        row, column = divmod("abcdefghi".index(pip), 3)
        yield element("circle", cx=x + (column - 1) * 19, cy=y + (row - 1) * 19, r=6, fill=INK)
    if view.red:
        yield element("rect", x=x + 44, y=y - 32, width=64, height=64, fill=PAPER)
        yield element("circle", cx=x + 76, cy=y, r=14, fill=DOT)


def panel(view: ConesView, team: Team) -> Iterator[str]:
    """By its start: the seat and the letter of a team, how many cones wait, or that it is out."""
    at = COLOURS.index(team.colour)
    left = EDGE + DEEP_SIDE + 30 if at < 2 else WIDTH - EDGE - DEEP_SIDE - 30 - PANEL
    top = EDGE + DEEP_ROW + 30 if at in {1, 2} else HEIGHT - EDGE - DEEP_ROW - 30 - 72
    on_turn: dict[str, float | str] = {"stroke": PAPER, "stroke_width": 6} if team.colour == view.colour else {}
    yield element("rect", x=left, y=top, width=PANEL, height=32, fill=CONE[team.colour], **on_turn)
    yield letters(f"{team.seat + 1} {team.colour}", left + PANEL / 2, top + 16, 18, ON_CONE[team.colour], bold=1.2)
    if team.gone or not view.position.plays_on(team):
        yield letters("GONE" if team.gone else "OUT", left + PANEL / 2, top + 54, 16, QUIET)
    shows = 0 if team.gone else team.waiting - (team.colour == view.colour and brings_one_in(view))
    for cone in range(shows):
        shape = moved(left + 18 + cone * 28, top + 70)
        yield element("path", d="M-11 0L-3-24H3L11 0Z", transform=shape, fill=CONE[team.colour])


PANEL: Final = 120


def brings_one_in(view: ConesView) -> bool:
    return any(way.enters and way.to != way.start for way in view.ways)
