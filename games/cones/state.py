"""Hold what stands on the board of Cones."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.cones.board import COLOURS, NOWHERE, Colour, Space, start_of
from games.cones.options import ConesOptions, ProtectedStart
from games.kit.kept import known_once
from games.kit.money import Stacks
from games.kit.seats import Seat

Stack = str
"""Cones by their letters, bottom to top: `BRY` is yellow's (HC-9). One letter is a single man; no letter: empty."""


class Team(Struct, frozen=True, array_like=True):
    """Hold four cones of one colour. `waiting`: how many have not entered. `gone`: their player left."""

    colour: Colour
    seat: Seat
    waiting: int
    gone: bool = False


class Way(Struct, frozen=True, array_like=True):
    """Say one thing to do with a pop. `enters`: it is a new cone, which in the French game stays on its start."""

    start: Space
    to: Space
    enters: bool = False


class Lifting(Struct, frozen=True, array_like=True):
    """Name a cone in somebody else's stack that may be lifted to its top (HC-11); counted from the bottom."""

    space: Space
    cone: int


class Position(Struct, frozen=True, dict=True):
    """Hold the board, a stack for each space, and the teams clockwise. What every move needs is computed once."""

    options: ConesOptions
    teams: tuple[Team, ...]
    board: tuple[Stack, ...]

    @known_once
    def tops(self) -> Mapping[str, tuple[Space, ...]]:
        """Return the spaces of each colour's men and stacks, in the order of the board."""
        found: dict[str, list[Space]] = {colour: [] for colour in COLOURS}
        for at, stack in enumerate(self.board):
            if stack:
                found[stack[-1]].append(Space(at))
        return {colour: tuple(spaces) for colour, spaces in found.items()}

    @known_once
    def protected(self) -> Mapping[Space, Seat]:
        """Return the protected starts, each with its owner; they are protected until that player has all men on the
        board (HC-3, HC-4).
        """
        if self.options.protected_start is ProtectedStart.OFF:
            return {}
        return {self.start(team.colour): team.seat for team in self.teams if team.waiting and not team.gone}

    @known_once
    def found(self) -> dict[tuple[Colour, int, bool], tuple[Way, ...]]:
        """Return the cache of the ways that `ways.ways` has found here."""
        return {}

    @known_once
    def team(self) -> Mapping[str, Team]:
        """Return each team by its colour."""
        return {team.colour: team for team in self.teams}

    @known_once
    def still_in(self) -> tuple[Team, ...]:
        """Return the teams that are still in: any cone or stack has their colour on top, or a cone waits (HC-10)."""
        return tuple([one for one in self.teams if not one.gone and (one.waiting > 0 or self.tops[one.colour])])

    @known_once
    def sections(self) -> int:
        return self.options.sections

    def start(self, colour: Colour) -> Space:
        return start_of(colour, self.sections)

    def owner(self, space: Space) -> Seat:
        """Return the owner of a stack: the player whose man is on top of it (rulebook 3)."""
        return self.team[self.board[space][-1]].seat

    def seats_left(self) -> tuple[Seat, ...]:
        return tuple(sorted({team.seat for team in self.still_in}))

    def after(self, colour: Colour, way: Way) -> "Position":
        """Return the position after a move: what stands on its goal is captured, and is then below (rulebook 4 c)."""
        board = list(self.board)
        moving = colour if way.enters else board[way.start]
        if not way.enters:
            board[way.start] = ""
        board[way.to] += moving
        teams = self.teams
        if way.enters:
            teams = tuple(replace(t, waiting=t.waiting - 1) if t.colour == colour else t for t in teams)
        return Position(self.options, teams, tuple(board))

    def lifted(self, lifting: Lifting) -> "Position":
        board, stack = list(self.board), self.board[lifting.space]
        below = lifting.cone - 1
        board[lifting.space] = stack[:below] + stack[below + 1 :] + stack[below]
        return Position(self.options, self.teams, tuple(board))


# The phases


class FirstPops(Struct, frozen=True, tag="first-pops"):
    """Wait for the first pops; the highest starts (rulebook 6). `popped`: by each of `trying`, 0 before (HC-1)."""

    trying: tuple[Seat, ...]
    popped: tuple[int, ...]


class ToPop(Struct, frozen=True, tag="to-pop"):
    """Wait for this team's dice to be popped, or its bonus chosen."""

    colour: Colour
    bonus: bool


class ToMove(Struct, frozen=True, tag="to-move"):
    """Wait for a move with these dice. `red`: the red dot shows. `bonus`: it is a bonus pop."""

    colour: Colour
    pop: int
    red: bool
    bonus: bool


class Chosen(Struct, frozen=True):
    """Hold the colour that each seat has chosen, by its letter; empty for a seat that has not (HC-19)."""

    colours: tuple[str, ...] = ()


class Over(Struct, frozen=True, tag="over"):
    ended: str
    winners: tuple[Seat, ...]


Phase = FirstPops | ToPop | ToMove | Over
NOTHING_MOVED: Final = Way(NOWHERE, NOWHERE)


class State(Struct, frozen=True):
    """Hold a game. `stacks`: chips, which are never touched. `last`: the last move. `quiet`: the number of turns in a
    row without an entry or a capture; `stirred`: there was one in this turn (HC-17).
    """

    stacks: Stacks
    position: Position
    last: Way
    turns: int
    asked: int
    phase: Phase
    quiet: int = 0
    stirred: bool = False

    @property
    def options(self) -> ConesOptions:
        return self.position.options

    @property
    def seats(self) -> int:
        return len(self.stacks)
