"""Deal other dice that agree with all that one seat was told."""

from msgspec.structs import replace

from games.halflings.step import HALFLING_SIDES
from games.kit.dice import Dice, Draw
from games.kit.seats import Seat, all_seats
from games.kit.secret import Sealed, Secret
from games.rogues.chances import GIANTS, giant_weights, seen_cup, under_weights
from games.rogues.state import Cup, Over, Rogue, State
from games.rogues.step import HAND


def resample(state: State, seat: Seat, dice: Dice) -> State:
    """Draw the House's hidden dice anew, with the chances that follow from what the Party shows, and the
    others' dice.
    """
    if not state.cups:
        return state  # the last duel has no secrets
    draw = dice.draw("resample")
    giant = giant_anew(state, draw)
    return replace(
        state,
        giant=Secret(giant),
        cups=tuple(under_anew(cup, giant, draw) for cup in state.cups),
        rogues=tuple(
            rogue if owner == seat else dice_anew(state, rogue, draw)
            for owner, rogue in zip(all_seats(len(state.rogues)), state.rogues, strict=True)
        ),
    )


def giant_anew(state: State, draw: Draw) -> int:
    if isinstance(state.phase, Over):
        return state.giant.reveal()
    weights = giant_weights(tuple(seen_cup(cup.taken, cup.shown) for cup in state.cups))
    return GIANTS[draw.weighted(weights)]


def under_anew(cup: Cup, giant: int, draw: Draw) -> Cup:
    if not cup.under.reveal():
        return cup
    return replace(cup, under=Secret((draw.weighted(under_weights(giant, *cup.shown)) + 1,)))


def dice_anew(state: State, rogue: Rogue, draw: Draw) -> Rogue:
    """Return other dice for a Rogue. A hand that all have seen stays, and so does the choice of its dice."""
    seen = hand_is_seen(state, rogue)
    keeps = rogue.keeps.reveal()
    known = keeps[:1] if rogue.drawn else keeps
    fallen = tuple(
        die if seen and place in known else draw.die(HALFLING_SIDES) for place, die in enumerate(rogue.dice.reveal())
    )
    return replace(rogue, dice=Secret(fallen), keeps=rogue.keeps if seen else Sealed(kept_anew(rogue, draw)))


def hand_is_seen(state: State, rogue: Rogue) -> bool:
    """Return whether all have seen the hand: a double that was split (FR-17), or a Trip after the reveal."""
    return rogue.plays == "split" or (rogue.plays == "trips" and isinstance(state.phase, Over))


def kept_anew(rogue: Rogue, draw: Draw) -> tuple[int, ...]:
    """Return another choice of dice: any two may have been kept, and either of them set aside."""
    return draw.shuffle(range(len(rogue.dice.reveal())))[:HAND]
