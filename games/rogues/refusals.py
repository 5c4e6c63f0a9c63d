"""Say what was wrong with a move, and which ruling says so. Only its player is told, so their dice may be named."""

from typing import NamedTuple

from games.kit.contract import Illegal
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.telling import All, Say, say, yes
from games.rogues.den import dice_in_play
from games.rogues.moves import Allin, Bet, Call, Check, Count, Draw, Drop, Flee, Keep, Pick, Raise, Split, Trip
from games.rogues.rules import awaited
from games.rogues.state import Circuit, Declaring, Den, Picking, State
from games.rogues.step import HAND, may_flee, shown_in_party
from games.rogues.thieves import all_of, least_raise, owed
from games.rogues.view import written


class Wrong(NamedTuple):
    reason: Say
    rule: str


def refusal(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return what the rules of this game have to say; None: the common refusal says enough."""
    if seat in state.gone:
        return None
    if seat not in state.playing:
        return Illegal(say("not-in-match", late=yes(seat in state.late)), rule="FR-33")
    if out_of_turn(state, seat, move):
        return Illegal(say("not-your-turn", awaited=All(awaited(state))), rule="FR-6")
    wrong = wrong_with(state, seat, move)
    return None if wrong is None else Illegal(wrong.reason, rule=wrong.rule, legal=legal)


def out_of_turn(state: State, seat: Seat, move: Move) -> bool:
    """Return whether it is another's turn. Players who may arrange their hand but not play are told no more than that,
    whatever they hold.
    """
    waits = isinstance(state.phase, Declaring) and state.rogues[seat].plays == "waits"
    return waits and seat not in awaited(state) and not isinstance(move, Keep | Drop)


def wrong_with(state: State, seat: Seat, move: Move) -> Wrong | None:
    match move, state.phase:
        case ((Keep() | Drop()), Declaring()) if state.rogues[seat].plays == "waits":
            return not_arranged(state, seat, move)
        case ((Keep() | Drop() | Flee() | Trip() | Draw() | Split()), Declaring() as phase):
            return not_played(state, seat, move)
        case ((Check() | Bet() | Call() | Raise() | Allin() | Flee()), Circuit(waiting=(mover, *_)) as phase) if (
            mover == seat
        ):
            return not_bet(state, phase, seat, move)
        case Flee(), Den(waiting=(mover, *_)) if mover == seat:
            return Wrong(say("no-fleeing-in-den", drawn=yes(state.rogues[seat].drawn)), "FR-14")
        case Count(), Den(waiting=(mover, *_)) if mover == seat:
            return not_said(state, move)
        case ((Check() | Bet() | Call() | Raise() | Allin()), Den(waiting=(mover, *_))) if mover == seat:
            return Wrong(say("den-words", may_flee=yes(may_flee(state, seat))), "FR-55")
        case Pick(dice=dice), Picking(seat=mover, dice=rolled) if mover == seat and is_a_hand(dice):
            return Wrong(say("not-your-dice", dice=written(rolled)), "FR-36")
        case _:
            return None


# The hand, and playing in turn


def not_arranged(state: State, seat: Seat, move: Move) -> Wrong | None:
    rogue = state.rogues[seat]
    dice = rogue.dice.reveal()
    match move:
        case Drop() if len(rogue.kept) < HAND:
            return Wrong(say("nothing-to-drop"), "FR-20")
        case Drop(die=die) if die == rogue.kept[-1]:
            return Wrong(say("aside-already", die=die, drawn=yes(rogue.drawn)), "FR-11")
        case Drop():
            return Wrong(say("not-in-hand", hand=written(rogue.kept)), "FR-11")
        case _ if len(dice) <= HAND:
            return Wrong(say("nothing-to-keep", count=len(dice)), "FR-19")
        case _ if rogue.drawn:
            return Wrong(say("keep-before-drawing"), "FR-19")
        case Keep(dice=wanted) if is_a_hand(wanted):
            return Wrong(say("not-your-dice", dice=written(dice)), "FR-19")
        case _:
            return None


def is_a_hand(dice: object) -> bool:
    """Return whether these are two numbers: a forged move may hold anything."""
    return isinstance(dice, tuple) and len(dice) == HAND and all(type(die) is int for die in dice)


def not_played(state: State, seat: Seat, move: Move) -> Wrong | None:
    rogue = state.rogues[seat]
    if rogue.plays != "waits":
        return Wrong(say("declared-already", plays=rogue.plays), "FR-6")
    match move:
        case Flee() if not may_flee(state, seat):
            return Wrong(say("no-fleeing", drawn=yes(rogue.drawn)), "FR-14")
        case Draw() if rogue.drawn:
            return Wrong(say("drew-already"), "FR-12")
        case Draw():
            shown = shown_in_party(state)
            return Wrong(say("not-in-party", dice=", ".join(map(str, shown)), count=len(shown)), "FR-11")
        case Split():
            return Wrong(say("no-double", hand=written(rogue.hand)), "FR-15")
        case _:
            return None


# Thieves and Liars


def not_bet(state: State, phase: Circuit, seat: Seat, move: Move) -> Wrong | None:
    stack, owes = state.stacks[seat], owed(state, phase, seat)
    match move:
        case Flee():
            return Wrong(say("nothing-to-flee"), "FR-14")
        case Call() | Raise() if not phase.standing:
            return Wrong(say("nothing-bet"), "FR-41")
        case Check():
            return Wrong(say("no-check", owes=owes), "FR-43")
        case Call():
            return Wrong(say("cant-call", owes=owes, stack=stack), "FR-43")
        case Bet() if phase.standing:
            return Wrong(say("bet-stands", standing=phase.standing), "FR-42")
        case Bet() if stack < state.unit:
            return Wrong(say("too-few-to-bet", least=state.unit, stack=stack), "FR-42")
        case Raise() | Allin() if phase.raises >= state.options.raise_cap:
            return Wrong(say("raised-enough", most=state.options.raise_cap), "FR-42")
        case Raise(amount=amount):
            return not_raised(least_raise(state, phase), all_of(state, seat), amount)
        case _:
            return None


def not_raised(least: int, most: int, amount: object) -> Wrong | None:
    if most < least:
        return Wrong(say("too-few-to-raise", least=least, most=most), "FR-42")
    if type(amount) is int and amount < least:
        return Wrong(say("raise-too-small", least=least), "FR-42")
    return None


def not_said(state: State, move: Count) -> Wrong | None:
    """Say what can be said, if the common refusal would name only the counts of one number."""
    most = dice_in_play(state)
    if type(move.dice) is int and move.dice > most:
        return Wrong(say("not-so-many-dice", most=most), "FR-50")
    if state.propositions:
        last = state.propositions[-1]
        return Wrong(say("count-higher", dice=last.dice, face=last.face), "FR-51")
    return None
