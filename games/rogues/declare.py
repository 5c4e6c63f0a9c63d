"""Playing in turn: the hand is chosen, then everybody flees, trips, draws from the Party or splits."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.kit.moves import LegalMove, Move, OneOf, Some
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.rogues import den, thieves
from games.rogues.events import Drew, Fled, GiantIsNext, HandChosen, HandNow, HasSplit, Next, Then, Tripped
from games.rogues.moves import Draw, Drop, Flee, Keep, Split, Trip
from games.rogues.options import Betting
from games.rogues.state import Declaring, Rogue, State
from games.rogues.turn import HAND, Turn, is_double, may_flee, order, shown_in_party

# What may be done now


def legal_moves(state: State, phase: Declaring, seat: Seat) -> tuple[LegalMove, ...]:
    """Everybody may arrange their own hand until they declare; the rest is for whose turn it is.

    Of three or more dice two are kept (FR-19), until one has drawn; of two, one is set aside by drawing (FR-11).
    """
    rogue = state.rogues[seat]
    if rogue.plays != "waits":
        return ()
    return (
        *((LegalMove(Keep, {"dice": Some(rogue.dice.reveal(), HAND, HAND)}),) if may_keep(rogue) else ()),
        *(turn_moves(state, seat) if seat == phase.seat else ()),
        *((LegalMove(Drop, {"die": OneOf(tuple(dict.fromkeys(kept(rogue))))}),) if may_drop(rogue) else ()),
    )


def may_keep(rogue: Rogue) -> bool:
    return len(rogue.dice.reveal()) > HAND and not rogue.drawn


def may_drop(rogue: Rogue) -> bool:
    return len(rogue.keeps.reveal()) == HAND


def kept(rogue: Rogue) -> tuple[int, ...]:
    """The own dice of the hand, the one to be set aside last, though it may lie aside already."""
    dice = rogue.dice.reveal()
    return tuple(dice[place] for place in rogue.keeps.reveal())


def turn_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    rogue, shown = state.rogues[seat], shown_in_party(state)
    return (
        *((LegalMove(Flee),) if may_flee(state, seat) else ()),
        LegalMove(Trip),
        *((LegalMove(Draw, {"die": OneOf(tuple(dict.fromkeys(shown)))}),) if shown and not rogue.drawn else ()),
        *((LegalMove(Split),) if is_double(rogue.hand) else ()),
    )


# Doing it


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Then, ...]:
    match move:
        case Keep(dice=dice):
            return keep(turn, seat, dice)
        case Drop(die=die):
            return drop(turn, seat, die)
        case Flee():
            return flee(turn, seat)
        case Trip():
            return trip(turn, seat)
        case Draw(die=die):
            return draw(turn, seat, die)
        case Split():
            return split(turn, seat)
        case _:
            raise AssertionError(f"{move} is not offered while players declare")


def keep(turn: Turn, seat: Seat, dice: tuple[int, ...]) -> tuple[Then, ...]:
    """Rulebook: "they can only ever choose to play two of the dice they roll to their hands"."""
    rogue = turn.rogue(seat)
    turn.put(seat, replace(rogue, keeps=Sealed(places(rogue.dice.reveal(), dice))))
    return arranged(turn, seat)


def places(rolled: Sequence[int], dice: Sequence[int]) -> tuple[int, ...]:
    """Where these dice lie, in the order rolled; of equal ones the first."""
    found: list[int] = []
    for die in dice:
        found.append(next(at for at, one in enumerate(rolled) if one == die and at not in found))
    return tuple(sorted(found))


def drop(turn: Turn, seat: Seat, die: int) -> tuple[Then, ...]:
    """Rulebook: "discard one of their dice such that they have a hand of two dice"."""
    rogue = turn.rogue(seat)
    first, last = rogue.keeps.reveal()
    aside = next(place for place in sorted((first, last)) if rogue.dice.reveal()[place] == die)
    turn.put(seat, replace(rogue, keeps=Sealed((last if aside == first else first, aside))))
    return arranged(turn, seat)


def arranged(turn: Turn, seat: Seat) -> tuple[Then, ...]:
    """Told to its owner; nobody else learns of it, and the clock runs on."""
    rogue = turn.rogue(seat)
    told = HandNow if rogue.drawn else HandChosen
    turn.tell(told(seat, rogue.hand, kept(rogue)[1:]))
    return ()


def flee(turn: Turn, seat: Seat) -> tuple[Then, ...]:
    """Rulebook: "their ante is forfeited, but they cannot be Kicked or Consumed" (FR-22)."""
    turn.declares(seat, "fled")
    then = go_on(turn)
    turn.tell(Fled(seat, then))
    return then


def trip(turn: Turn, seat: Seat) -> tuple[Then, ...]:
    """Rulebook: "Trip (make a play for the Knee)"."""
    turn.declares(seat, "trips")
    then = go_on(turn)
    turn.tell(Tripped(seat, then))
    return then


def draw(turn: Turn, seat: Seat, die: int) -> tuple[Then, ...]:
    """Rulebook: "The house then plays the remaining party die from that cup to the table" (FR-12)."""
    state = turn.state
    at = next(at for at, cup in enumerate(state.cups) if die in cup.shown)
    cup = state.cups[at]
    cup = replace(cup, taken=(*cup.taken, die), shown=cup.under.reveal(), under=Secret(()))
    turn.state = replace(state, cups=(*state.cups[:at], cup, *state.cups[at + 1 :]))
    rogue = replace(turn.rogue(seat), drawn=(die,))
    turn.put(seat, rogue)
    turn.ask(Declaring(seat))
    turn.tell(Drew(seat, die, sum(cup.shown), may_flee(turn.state, seat)))
    turn.tell(HandNow(seat, rogue.hand, kept(rogue)[1:]))
    return ()


def split(turn: Turn, seat: Seat) -> tuple[Then, ...]:
    """Rulebook: "the player gains an additional die into their cup and “folds,” sacrificing their ante" (FR-17),
    up to so many (FR-18).
    """
    rogue = turn.rogue(seat)
    gains = rogue.cup < turn.options.max_dice
    cup = rogue.cup + gains
    turn.put(seat, replace(rogue, cup=cup))
    turn.declares(seat, "split")
    then = go_on(turn)
    turn.tell(HasSplit(seat, rogue.hand, cup, then, gains))
    return then


def silence(turn: Turn, seat: Seat) -> tuple[Then, ...]:
    """A Flee; where that is barred, a Trip with the hand as it was chosen, or else as it was rolled (FR-22)."""
    return flee(turn, seat) if may_flee(turn.state, seat) else trip(turn, seat)


# Whose turn comes of it


def go_on(turn: Turn) -> tuple[Then, ...]:
    """Who has left is not told of as next: what becomes of them is told at once."""
    state = turn.state
    waiting = [seat for seat in order(state) if state.rogues[seat].plays == "waits"]
    if not waiting:
        return betting_begins(turn)
    turn.ask(Declaring(waiting[0]))
    return () if waiting[0] in state.gone else (Next(waiting[0], may_flee(state, waiting[0])),)


def betting_begins(turn: Turn) -> tuple[Then, ...]:
    """Rulebook: "After all players have had a chance to play, the table may engage in an optional betting round"."""
    match turn.options.betting:
        case Betting.NONE:
            return (GiantIsNext(),)
        case Betting.THIEVES:
            return thieves.begin(turn)
        case Betting.LIARS:
            return den.begin(turn)
