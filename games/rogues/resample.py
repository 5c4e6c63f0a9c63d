"""Other dealings: dice that agree with all that one seat was told."""

from msgspec.structs import replace

from games.halflings.step import HALFLING_SIDES
from games.kit.dice import Dice, Draw
from games.kit.seats import Seat, all_seats
from games.kit.secret import Sealed, Secret
from games.rogues.chances import GIANTS, giant_weights, seen_cup, under_weights
from games.rogues.state import Cup, Over, Rogue, State
from games.rogues.step import HAND


def resample(state: State, seat: Seat, dice: Dice) -> State:
    """Return the House's hidden dice, exactly as likely as what the Party shows makes them, and what the
    others rolled.
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
    """Another's dice; a hand that all have seen stays, and with it what was chosen for it."""
    seen = hand_is_seen(state, rogue)
    keeps = rogue.keeps.reveal()
    known = keeps[:1] if rogue.drawn else keeps
    fallen = tuple(
        die if seen and place in known else draw.die(HALFLING_SIDES) for place, die in enumerate(rogue.dice.reveal())
    )
    return replace(rogue, dice=Secret(fallen), keeps=rogue.keeps if seen else Sealed(kept_anew(rogue, draw)))


def hand_is_seen(state: State, rogue: Rogue) -> bool:
    """A double that was split (FR-17), and each Trip once the Giant is revealed."""
    return rogue.plays == "split" or (rogue.plays == "trips" and isinstance(state.phase, Over))


def kept_anew(rogue: Rogue, draw: Draw) -> tuple[int, ...]:
    """They may have chosen any two, and either of them to set aside."""
    return draw.shuffle(range(len(rogue.dice.reveal())))[:HAND]
