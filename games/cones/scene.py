"""Tell a view of Cones: whose turn it is, what they may do, the board in rows, and what each has."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.cones.board import A_SECTION, Space, shown
from games.cones.events import NO_COLOUR
from games.cones.pieces import board
from games.cones.step import numbered, told_lifts
from games.cones.view import ConesView, Control
from games.kit.board import letters
from games.kit.contract import Scene
from games.kit.seats import SPECTATOR
from games.kit.telling import All, Say, Who, say, yes

ALL_MOVES: Final = 40
"""More moves than a player can ever have: four stacks with eight ways each, and an entry."""
MOST_ROWS: Final = 4096


def scene(view: ConesView) -> Scene:
    """Return the same scene for all, because nothing is secret."""
    return of_all(view if view.viewer is SPECTATOR else replace(view, viewer=SPECTATOR))


@lru_cache(maxsize=64)
def of_all(view: ConesView) -> Scene:
    """Return what everybody is told and shown. While nothing happens in a game, it stays the very same."""
    now = phase_line(view)
    return Scene(table=(now, *table_lines(view)), board=board(view, now))


def table_lines(view: ConesView) -> list[Say]:
    """Return the lines below what is asked; if there is little room, the last may be cut."""
    found = []
    if view.phase != "over" and 0 < view.position.options.quiet_cap <= 2 * view.quiet:
        found.append(say("scene-quiet", turns=view.quiet, most=view.position.options.quiet_cap))
    if view.ways:
        moves = numbered(view.position, view.ways, ALL_MOVES)
        found.append(say("scene-moves", awaited=All(view.awaited), moves=moves))
    if view.lifts:
        found.append(say("scene-lifts", awaited=All(view.awaited), lifts=told_lifts(view.position, view.lifts)))
    new = view.brought_in is not None
    return [*found, *rows(view), *[control_line(one, new=new and view.colour in one.colours) for one in view.controls]]


def phase_line(view: ConesView) -> Say:
    match view.phase:
        case "over":
            return say("scene-over", winners=All(view.winners), count=len(view.winners), ended=view.ended)
        case "first-pops":
            return say("scene-first-pops", awaited=All(view.awaited))
        case _:
            two_sets = [one for one in view.controls if len(one.colours) > 1 and view.colour in one.colours]
            return say(
                f"scene-{view.phase}",
                awaited=All(view.awaited),
                colour=view.colour if two_sets else NO_COLOUR,
                pop=view.pop,
                red=yes(view.red),
                bonus=yes(view.bonus),
            )


def rows(view: ConesView) -> list[Say]:
    """Return one row for each section on which anything stands: `X1 Y · 2b BRY`, stacks bottom to top.

    It includes a cone just set on its start: `X1 Y`, or `X1 BR + Y` beside what was there before (HC-2).
    """
    board = standing(view)
    sections = [(first, board[first : first + A_SECTION]) for first in range(0, len(board), A_SECTION)]
    return [row(first, stacks) for first, stacks in sections if any(stacks)]


@lru_cache(maxsize=MOST_ROWS)
def row(first: int, stacks: tuple[str, ...]) -> Say:
    """Return what stands on a section. The same row is the same text, so that pages are told of it only once."""
    return letters(" · ".join([f"{shown(Space(at))} {stack}" for at, stack in enumerate(stacks, first) if stack]))


def standing(view: ConesView) -> tuple[str, ...]:
    """Return what stands on each space, including the cone just set on its start."""
    board, way = view.position.board, view.brought_in
    if way is None:
        return board
    here = f"{board[way.start]} + {view.colour}" if board[way.start] else view.colour
    return (*board[: way.start], here, *board[way.start + 1 :])


@lru_cache(maxsize=MOST_ROWS)
def control_line(one: Control, *, new: bool) -> Say:
    """Return what a seat controls. `new`: one of its cones has just come in."""
    return say(
        "scene-control",
        seat=Who(one.seat),
        colours="/".join(one.colours),
        cones=one.cones + new,
        stacks=one.stacks,
        waiting=one.waiting - new,
        state="gone" if one.gone else "out" if not one.cones + one.waiting else "plays",
    )
