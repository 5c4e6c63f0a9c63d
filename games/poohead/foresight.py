"""Look further than weighing does: the best house bot deals the cards that it can't see again, and plays on."""

from collections.abc import Sequence
from typing import Final

from games.kit.contract import Resample
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.poohead import rules
from games.poohead.moves import Blind
from games.poohead.pile import ORDER, TEN
from games.poohead.plays import Lay, lays
from games.poohead.state import Naming, State, ToPlay
from games.poohead.step import PooheadBuilder
from games.poohead.weighing import A_TURN

LOOKED_AT: Final = 3
WITHIN: Final = 1.0
"""At most LOOKED_AT of the best plays are examined, and only if they cost at most so many turns more than the best."""
DEALINGS: Final = 10
FAR: Final = 40
"""How often the cards are resampled, and how many plays ahead each game is followed."""
FIRST_SIGHT: Final = 0.25
"""The weight of a play's first value, compared with the share of games that it won."""
A_CARD: Final = 0.03
"""The cost of each card left when somebody else is out first, or nobody is out yet; to be out first is worth 1."""
SPECIAL: Final = 15
TOGETHER: Final = 4


def foreseen(moves: Sequence[Move], values: Sequence[float], seat: Seat, resample: Resample, dice: Dice) -> Move:
    """Return the move that does best in other dealings; all moves are tried in the same ones."""
    order = sorted(range(len(moves)), key=lambda at: -values[at])[:LOOKED_AT]
    near = [at for at in order if values[at] > values[order[0]] - WITHIN]
    if len(near) == 1 or isinstance(moves[near[0]], Blind):
        return moves[near[0]]
    won = dict.fromkeys(near, 0.0)
    for _ in range(DEALINGS):
        dealing = resample(dice)
        for at in near:
            won[at] += outcome(played_on(rules.played(dealing, seat, moves[at], dice).state, dice), seat)
    return moves[max(near, key=lambda at: won[at] / DEALINGS + FIRST_SIGHT * values[at])]


def outcome(state: State, seat: Seat) -> float:
    return 1.0 if state.places[:1] == (seat,) else -A_CARD * state.layouts[seat].count


def played_on(state: State, dice: Dice) -> State:
    """Play on until somebody is out; everybody plays the lowest card that goes."""
    for _ in range(FAR):
        if state.places or not isinstance(state.phase, ToPlay | Naming):
            break
        state = plainly(state, dice)
    return state


def plainly(state: State, dice: Dice) -> State:
    step, phase = PooheadBuilder(state, dice), state.phase
    match phase:
        case Naming():
            rules.name_joker(step, phase, TEN)
        case ToPlay(seat=seat) if state.layouts[seat].stage == "down":
            rules.turn_up(step, seat, state.layouts[seat].down[0].place)
        case ToPlay(seat=seat):
            from_cards(step, seat)
        case _:
            raise AssertionError("who plays on is to play, or to name a joker")
    return step.state


def from_cards(step: PooheadBuilder, seat: Seat) -> None:
    found, late = lays(step.state, seat), not step.state.stock.reveal()
    if found:
        rules.lay(step, seat, min(found, key=lambda one: cost(one, late=late)))
    elif step.state.pile:
        rules.take(step, seat, rules.along(step.state, step.state.layouts[seat], found)[0])
    else:
        rules.pass_on(step, seat)


def cost(one: Lay, *, late: bool) -> int:
    """Return the cost of a play; the cheapest is made first: low cards, all of a rank if nothing is left to draw, and
    special cards and jokers last.
    """
    special = one.rank in A_TURN
    plain = SPECIAL if special else ORDER.index(one.rank)
    together = -TOGETHER if late else SPECIAL if special else 0
    return plain + together * (one.plain + one.joined) + 2 * SPECIAL * one.all_jokers
