"""Play in turn: the hand is chosen, then everybody flees, trips, draws from the Party or splits."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from games.kit.moves import LegalMove, Move, OneOf, Some
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.rogues import den, thieves
from games.rogues.events import Drew, Fled, HandChosen, HandNow, HasSplit, Next, Then, Tripped
from games.rogues.moves import Draw, Drop, Flee, Keep, Split, Trip
from games.rogues.options import Betting
from games.rogues.state import Declaring, State
from games.rogues.step import HAND, RoguesBuilder, is_double, may_flee, order, shown_in_party

# What may be done now


def legal_moves(state: State, phase: Declaring, seat: Seat) -> tuple[LegalMove, ...]:
    """Return a seat's moves. All may arrange their hand until they declare; only the player on turn may do the rest.

    Of three or more dice two are kept (FR-19), until one has drawn; of two, one is set aside by drawing (FR-11).
    """
    rogue = state.rogues[seat]
    if rogue.plays != "waits":
        return ()
    dice, own = rogue.dice.reveal(), rogue.kept
    may_drop = len(set(own)) == HAND  # of two that are alike, it would change nothing
    return (
        *(keeping(dice) if len(dice) > HAND and not rogue.drawn else ()),
        *(turn_moves(state, seat) if seat == phase.seat else ()),
        *(dropping(own[0]) if may_drop else ()),
    )


@lru_cache(maxsize=4096)
def keeping(dice: tuple[int, ...]) -> tuple[LegalMove, ...]:
    return (LegalMove(Keep, {"dice": Some(dice, HAND, HAND)}),)


@lru_cache(maxsize=64)
def dropping(stays: int) -> tuple[LegalMove, ...]:
    return (LegalMove(Drop, {"die": OneOf((stays,))}),)


def turn_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    rogue = state.rogues[seat]
    drawn_from = () if rogue.drawn else shown_in_party(state)
    return moves_of(drawn_from, flees=may_flee(state, seat), splits=is_double(rogue.hand))


@lru_cache(maxsize=4096)
def moves_of(shown: tuple[int, ...], *, flees: bool, splits: bool) -> tuple[LegalMove, ...]:
    """Return the moves of a turn, including a draw of each Party die that is shown."""
    return (
        *((LegalMove(Flee),) if flees else ()),
        LegalMove(Trip),
        *((LegalMove(Draw, {"die": OneOf(tuple(dict.fromkeys(shown)))}),) if shown else ()),
        *((LegalMove(Split),) if splits else ()),
    )


# Doing it


def play(step: RoguesBuilder, seat: Seat, move: Move) -> None:
    match move:
        case Keep(dice=dice):
            keep(step, seat, dice)
        case Drop(die=die):
            drop(step, seat, die)
        case Flee():
            flee(step, seat)
        case Trip():
            trip(step, seat)
        case Draw(die=die):
            draw(step, seat, die)
        case Split():
            split(step, seat)
        case _:
            raise AssertionError(f"{move} is not offered while players declare")


def keep(step: RoguesBuilder, seat: Seat, dice: tuple[int, ...]) -> None:
    """Keep these dice (rulebook: "they can only ever choose to play two of the dice they roll to their hands")."""
    rogue = step.rogue(seat)
    step.put(seat, replace(rogue, keeps=Sealed(places(rogue.dice.reveal(), dice))))
    arranged(step, seat)


def places(rolled: Sequence[int], dice: Sequence[int]) -> tuple[int, ...]:
    """Return where these dice lie among those rolled; of equal ones the first."""
    found: list[int] = []
    for die in dice:
        found.append(next(at for at, one in enumerate(rolled) if one == die and at not in found))
    return tuple(sorted(found))


def drop(step: RoguesBuilder, seat: Seat, die: int) -> None:
    """Set a die aside (rulebook: "discard one of their dice such that they have a hand of two dice")."""
    rogue = step.rogue(seat)
    left, right = sorted(rogue.keeps.reveal())
    stays, aside = (right, left) if rogue.dice.reveal()[left] == die else (left, right)
    step.put(seat, replace(rogue, keeps=Sealed((stays, aside))))
    arranged(step, seat)


def arranged(step: RoguesBuilder, seat: Seat) -> None:
    """Tell the owner their new hand. Nobody else learns of it, and the clock runs on."""
    rogue = step.rogue(seat)
    told = HandNow if rogue.drawn else HandChosen
    step.tell(told(seat, rogue.hand, rogue.kept[1:]))


def flee(step: RoguesBuilder, seat: Seat) -> None:
    """Flee (rulebook: "their ante is forfeited, but they cannot be Kicked or Consumed", FR-22)."""
    step.declares(seat, "fled")
    then = go_on(step)
    step.tell(Fled(seat, then))


def trip(step: RoguesBuilder, seat: Seat) -> None:
    """Trip (rulebook: "make a play for the Knee")."""
    step.declares(seat, "trips")
    then = go_on(step)
    step.tell(Tripped(seat, then))


def draw(step: RoguesBuilder, seat: Seat, die: int) -> None:
    """Draw a Party die (rulebook: "The house then plays the remaining party die from that cup to the table", FR-12)."""
    state = step.state
    at = next(at for at, cup in enumerate(state.cups) if die in cup.shown)
    cup = state.cups[at]
    cup = replace(cup, taken=(*cup.taken, die), shown=cup.under.reveal(), under=Secret(()))
    step.state = replace(state, cups=(*state.cups[:at], cup, *state.cups[at + 1 :]))
    rogue = replace(step.rogue(seat), drawn=(die,))
    step.put(seat, rogue)
    step.ask(Declaring(seat))
    step.tell(Drew(seat, die, sum(cup.shown), may_flee(step.state, seat)))
    step.tell(HandNow(seat, rogue.hand, rogue.kept[1:]))


def split(step: RoguesBuilder, seat: Seat) -> None:
    """Split (rulebook: "the player gains an additional die into their cup and “folds,” sacrificing their ante", FR-17),
    up to the most dice allowed (FR-18).
    """
    rogue = step.rogue(seat)
    gains = rogue.cup < step.options.max_dice
    cup = rogue.cup + gains
    step.put(seat, replace(rogue, cup=cup))
    step.declares(seat, "split")
    then = go_on(step)
    step.tell(HasSplit(seat, rogue.hand, cup, then, gains))


def silence(step: RoguesBuilder, seat: Seat) -> None:
    """Flee for the silent; if that is barred, trip with the hand as it was chosen or else rolled (FR-22)."""
    if may_flee(step.state, seat):
        flee(step, seat)
    else:
        trip(step, seat)


# Whose turn follows


def go_on(step: RoguesBuilder) -> tuple[Then, ...]:
    """Ask the next player. If that player has left, they are not told as next: their result follows at once."""
    state = step.state
    waiting = [seat for seat in order(state) if state.rogues[seat].plays == "waits"]
    if not waiting:
        return betting_begins(step)
    step.ask(Declaring(waiting[0]))
    return () if waiting[0] in state.gone else (Next(waiting[0], may_flee(state, waiting[0])),)


def betting_begins(step: RoguesBuilder) -> tuple[Then, ...]:
    """Begin betting, if wanted: "the table may engage in an optional betting round"."""
    match step.options.betting:
        case Betting.NONE:
            return step.giant_comes()
        case Betting.THIEVES:
            return thieves.begin(step)
        case Betting.LIARS:
            return den.begin(step)
