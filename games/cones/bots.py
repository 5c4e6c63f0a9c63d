"""Choose moves for the house bots of Cones. They see what everybody sees, and break ties by a draw."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.cones.board import PIPS, Colour, Space, is_crossover, reach
from games.cones.moves import Enter
from games.cones.options import ConesOptions, Edition, Safety
from games.cones.state import Position, Team
from games.cones.step import control, following
from games.cones.view import ConesView
from games.cones.ways import may_pass, must_enter, ways
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.temper import LEVELS, Temper

BLUNDERS: Final = (60, 25, 8, 0)
"""In how many of a hundred moves a bot of each level makes any legal move."""
WARY, FARSIGHTED = 2, 3
"""The levels from which a bot sees who could capture it, and what the next player may do with every pop."""
LOOKED_AT: Final = 5
"""How many of the best moves are examined further."""
A_TOP: Final = 0.7
"""The worth of owning a stack, besides the cones in it: a player without any is out."""
AMONG_MANY, AHEAD, BEHIND = 0.4, 0.4, 0.8
"""The weight of possible captures: among many, and for the last two players. If all fled, no game would end."""
AT_FIRST_SIGHT: Final = 0.5
"""The weight of the first valuation when the best bot looks further: there, threatened players flee."""
IDLE: Final = 0.4
PATIENCE: Final = 40
"""Not moving costs IDLE, and as much again after so many turns; else two cautious players could wait for ever."""
USUAL: Final = 20
SHAKEN: Final = 60
"""After so many turns for each team the values are disturbed, by one cone more with every so many turns."""
RESTLESS: Final = 8
STIRS: Final = 10
"""After so many turns in a row without a capture one is the more eager, by one with every so many turns."""
RED: Final = 1 / 6
DUEL: Final = 2


def levels(options: ConesOptions, seats: int) -> tuple[int, ...]:
    """Return all but the farsighted for the French game of more than two, which looking further does not win."""
    return LEVELS[:FARSIGHTED] if options.edition is Edition.FRENCH and seats > DUEL else LEVELS


def choose(
    view: ConesView,
    _told: tuple[PrivateEvent, ...],
    legal: tuple[LegalMove, ...],
    _resample: Resample,
    temper: Temper,
    dice: Dice,
) -> Move | None:
    if view.viewer not in view.awaited or not isinstance(view.viewer, int):
        return None
    draw = dice.draw("choose")
    moves = [move for offer in legal for move in offer.examples()]
    if Enter() in moves and not view.position.tops[view.colour]:
        return Enter()  # at every level: who has nothing on the track waits for nothing
    if len(moves) == 1 or draw.below(100) < BLUNDERS[min(temper.level, FARSIGHTED)]:
        return draw.pick(moves)
    seat, eager = view.viewer, eagerness(view.position, view.viewer) + restless(view)
    values = bonus_values(view, seat, eager) if view.phase == "to-pop" else move_values(view, seat, temper.level, eager)
    values = [value + shaken(view) * draw.below(1000) / 1000 for value in values]
    best = max(values)
    return draw.pick([move for move, value in zip(moves, values, strict=True) if best - value < 1e-9])


def shaken(view: ConesView) -> float:
    """Return how much the values are disturbed: two stacks that flee from each other could do so for ever."""
    return max(0.0, (view.turns - USUAL * len(view.position.teams)) / SHAKEN)


def restless(view: ConesView) -> float:
    """Return how much more captures to come are worth after a quiet time, so that the game does not end for it."""
    return max(0.0, (view.quiet - RESTLESS) / STIRS)


# Values, in the order of the legal moves


def bonus_values(view: ConesView, seat: Seat, eager: float) -> list[float]:
    """Return the values of popping to move again, of lifting each cone that may be lifted, and of doing neither."""
    position, round_ = view.position, others(view.position, view.colour)
    as_it_is = worth(position, seat, round_, eager)
    popped = [ways(position, view.colour, pop, bonus=True) for pop in PIPS]
    after = [
        max((worth(position.after(view.colour, w), seat, round_, eager) for w in one), default=as_it_is)
        for one in popped
    ]
    again = sum(max(as_it_is, value) for value in after) / len(PIPS)
    lifted = [worth(position.lifted(one), seat, round_, eager) for one in view.lifts]
    return [again, *lifted, as_it_is - IDLE]


def move_values(view: ConesView, seat: Seat, level: int, eager: float) -> list[float]:
    position, colour = view.position, view.colour
    after = [position.after(colour, way) for way in view.ways]
    stays = [position] if may_pass(position, colour, bonus=view.bonus) else []
    if level < WARY:
        return [float(len(position.board[way.to])) + way.enters for way in view.ways] + [-1.0 for _ in stays]
    round_ = others(position, colour)
    values = [worth(one, seat, round_, eager) for one in (*after, *stays)]
    if level >= FARSIGHTED:
        values = looked_further((*after, *stays), values, seat, colour, eager)
    idle = IDLE * (1 + view.turns / PATIENCE)
    return [value - idle if at >= len(after) else value for at, value in enumerate(values)]


# The best bot looks at what the next player may do, over all pops


def looked_further(
    positions: Sequence[Position], values: list[float], seat: Seat, colour: Colour, eager: float
) -> list[float]:
    """Value the best few moves by the expectation over the next player's pops and by what they are worth now; all
    others rank behind them.
    """
    best = sorted(range(len(values)), key=lambda at: -values[at])[:LOOKED_AT]
    further = {
        at: (expected(positions[at], seat, colour, eager) + AT_FIRST_SIGHT * values[at]) / (1 + AT_FIRST_SIGHT)
        for at in best
    }
    behind = min(further.values()) - max(values) - 1
    return [further.get(at, behind + value) for at, value in enumerate(values)]


def expected(position: Position, seat: Seat, colour: Colour, eager: float) -> float:
    """Return the expected value after the next player's best answer to each pop; with the red dot that player moves
    twice.
    """
    if position.seats_left() == (seat,):
        return worth(position, seat, (), eager)
    following_colour = following(position, colour)
    replier = position.team[following_colour].seat
    round_ = others(position, colour)
    if replier == seat:
        return worth(position, seat, round_, eager)
    later = tuple(one for one in round_ if one != following_colour)
    total = 0.0
    for pop in PIPS:
        reply = best_reply(position, following_colour, replier, pop)
        total += (1 - RED) * worth(reply, seat, later, eager) + RED * worth(reply, seat, round_, eager)
    return total / len(PIPS)


def best_reply(position: Position, colour: Colour, seat: Seat, pop: int) -> Position:
    found = [position.after(colour, way) for way in ways(position, colour, pop, bonus=False)]
    round_, eager = others(position, colour), eagerness(position, seat)
    return max(found, key=lambda one: worth(one, seat, round_, eager), default=position)


def eagerness(position: Position, seat: Seat) -> float:
    """Return the weight of what one could capture next. Of the last two players, the one behind gains nothing by
    fleeing.
    """
    others_left = [other for other in position.seats_left() if other != seat]
    if len(others_left) != 1:
        return AMONG_MANY
    return AHEAD if control(position, seat) > control(position, others_left[0]) else BEHIND


def others(position: Position, colour: Colour) -> tuple[Colour, ...]:
    """Return the others' teams that pop before this seat's next turn, in order from this colour."""
    seat, colours = position.team[colour].seat, [team.colour for team in position.teams]
    now = colours.index(colour) + 1
    found: list[Colour] = []
    for one in (*colours[now:], *colours[:now]):
        if position.team[one].seat == seat:
            break
        found.append(one)
    return tuple(found)


# What a position is worth


def worth(position: Position, seat: Seat, movers: Sequence[Colour], eager: float) -> float:
    """Return the cones under control, less what the movers may capture, plus a little for what this seat could capture.

    The function is not split: it runs for every move that is examined, and calls would cost too much.
    """
    owners = {team.colour: team.seat for team in position.teams}
    standing = [(Space(at), stack) for at, stack in enumerate(position.board) if stack]
    threats = [masks(position, position.team[colour]) for colour in movers if owners[colour] != seat]
    own = [masks(position, team) for team in position.teams if team.seat == seat]
    safe = position.options.safety is Safety.OCCUPIED
    total = 0.0
    for at, stack in standing:
        mine = owners[Colour(stack[-1])] == seat
        value = len(stack) + A_TOP
        kept = 1.0 if safe and is_crossover(at) else missed(threats if mine else own, at)
        total += value * kept if mine else (1 - kept) * value * eager
    return total + A_TOP * sum(team.waiting for team in position.teams if team.seat == seat)


def missed(threats: Sequence[dict[Space, int]], at: Space) -> float:
    """Return the chance that none of these teams lands there."""
    kept = 1.0
    for one in threats:
        if pops := one.get(at):
            kept *= 1 - pops.bit_count() / len(PIPS)
    return kept


def masks(position: Position, team: Team) -> dict[Space, int]:
    """Return for each space the pops with which this team can capture there, as bits."""
    sections, options = position.sections, position.options
    if team.gone or (team.waiting and not options.capture_before_all_in):
        return {}
    if must_enter(position, team.colour, bonus=False):
        return pops_to(sections, position.start(team.colour), stack=False)
    found: dict[Space, int] = {}
    for start in position.tops[team.colour]:
        for space, pops in pops_to(sections, start, stack=len(position.board[start]) > 1).items():
            found[space] = found.get(space, 0) | pops
    return found


@lru_cache(maxsize=1024)
def pops_to(sections: int, start: Space, *, stack: bool) -> dict[Space, int]:
    found: dict[Space, int] = {}
    for pop in PIPS:
        for space in reach(sections, start, pop, stack):
            found[space] = found.get(space, 0) | 1 << pop
    return found
