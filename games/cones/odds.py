"""Compute `!odds`: the chance of each of one's stacks to be captured before one's next turn.

It is exact for one pop of every other team from the board as it stands, if everybody captures who can; bonus pops are
not counted.
"""

from fractions import Fraction

from games.cones.board import PIPS, Colour, Space, shown
from games.cones.options import Stuck
from games.cones.state import Position
from games.cones.view import ConesView
from games.cones.ways import ways
from games.kit.contract import Odds, PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.seats import Seat
from games.kit.telling import Say, say


def own(view: ConesView, _told: tuple[PrivateEvent, ...], _resample: Resample, _dice: Dice) -> Odds | None:
    if not (isinstance(view.viewer, int) and has_odds(view, view.viewer)):
        return None
    lines = tuple(stack_line(view, view.viewer, space) for space in own_stacks(view.position, view.viewer))
    return Odds((*lines, say("odds-assumes")))


def has_odds(view: ConesView, seat: Seat) -> bool:
    """Return whether a seat has a cone on top of a stack, while somebody is on turn."""
    teams = view.position.teams if view.colour else ()
    return any(team.seat == seat and view.position.tops[team.colour] for team in teams)


def own_stacks(position: Position, seat: Seat) -> tuple[Space, ...]:
    found = [at for team in position.teams if team.seat == seat for at in position.tops[team.colour]]
    return tuple(sorted(found))


def stack_line(view: ConesView, seat: Seat, space: Space) -> Say:
    chance = captured_before(view, seat, space)
    return say("odds-stack", space=shown(space), stack=view.position.board[space], chance=f"{float(chance):.1%}")


def captured_before(view: ConesView, seat: Seat, space: Space) -> Fraction:
    """Return the chance that anybody lands there."""
    safe = Fraction(1)
    for colour in before_next_turn(view, seat):
        safe *= 1 - can_land(view, colour, space)
    return 1 - safe


def before_next_turn(view: ConesView, seat: Seat) -> tuple[Colour, ...]:
    """Return the teams that move before this seat's next turn, including the team on turn, if it is another's."""
    colours = [team.colour for team in view.position.still_in]
    now = colours.index(view.colour)
    mine = view.position.team[view.colour].seat == seat
    found: list[Colour] = []
    for colour in (*colours[now + mine :], *colours[:now]):
        if view.position.team[colour].seat == seat:
            break
        found.append(colour)
    return tuple(found)


def can_land(view: ConesView, colour: Colour, space: Space) -> Fraction:
    """Return the chance that a pop leads there, among those that allow a move (HC-6: void ones are repeated). A pop
    that has already been made counts as it is.
    """
    if colour == view.colour and view.pop:
        return Fraction(any(way.to == space for way in view.ways))
    bonus = view.bonus and colour == view.colour
    found = [ways(view.position, colour, pop, bonus=bonus) for pop in PIPS]
    going = len(PIPS) if view.position.options.stuck is Stuck.PASS else sum(map(bool, found))
    return Fraction(sum(any(way.to == space for way in one) for one in found), max(1, going))
