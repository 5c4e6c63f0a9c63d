"""Reveal the Giant: decide what becomes of each Trip, who gets the pots, who is out, and whether the match goes on."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from games.halflings.step import KICK, SNAKE
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.rogues.den import caught, highest_true
from games.rogues.ending import Ending, ending
from games.rogues.events import (
    CarriesOver,
    Fate,
    HouseTakes,
    Outcome,
    Paid,
    Revealed,
)
from games.rogues.options import FinalStake, NoTrip, PotRule, SnakeRule
from games.rogues.pots import HELD, Ledger, Pot, closest, side_pots, unmatched
from games.rogues.state import Held, Over, Proposition, State
from games.rogues.step import RoguesBuilder, maw, order, still_in, trippers

POTS: Final = ("main", "side", "snake", "tumble")
"""The names of the round's pot, by the way to win it. The Den's pot and unmatched bets are not part of it."""


def reveal(step: RoguesBuilder) -> None:
    """Settle the round: "the House reveals the Giant and compares to each of the players' hands"."""
    state = step.state
    fates, true = fates_of(state), highest_true(state)
    ledger = settled(state, fates, true)
    lose_dice(step, fates)
    held = held_for_the_duel(step.state, ledger)
    pay(step, ledger)
    comes = ending(step, ledger.over)
    if not comes.goes_on:
        nothing_carries_over(ledger, comes)
    for seat in comes.out:
        step.put(seat, replace(step.rogue(seat), cup=0))
    pot = Suckers(ledger.over + sum(one.amount for one in held))
    step.state = replace(step.state, pot=pot, bank=state.bank + ledger.house, held=held)
    step.tell(Revealed(state.giant.reveal(), fates, true, (*told(ledger), *comes.outcomes)))
    why, won = ("most-suckers", comes.winners) if comes.winners else (ended(ledger), winners(ledger))
    step.ask(Over(why, won, comes.goes_on))


def nothing_carries_over(ledger: Ledger, comes: Ending) -> None:
    """Empty what would carry over: it was shared or, if nobody is left, the House takes it (FR-34)."""
    if not comes.winners:
        ledger.take(ledger.over)
    ledger.over = Suckers(0)


def held_for_the_duel(state: State, ledger: Ledger) -> tuple[Held, ...]:
    """Hold back what the only player with dice has won: they play for it, "for the entirety of the pot" (FR-35)."""
    left = still_in(state)
    if len(left) != 1 or state.options.final is not FinalStake.POT:
        return ()
    amount = ledger.hold(left[0], POTS)
    return (Held(left[0], amount),) if amount else ()


# What becomes of each Trip


def fates_of(state: State) -> tuple[Fate, ...]:
    """Return what becomes of each Trip, a Kick first (FR-23): "If the Giant is a Kick, the first player to play a Trip
    loses a die and all subsequent players Flee".
    """
    if state.giant.reveal() == KICK:
        return tuple(fate(state, seat, "fled" if at else "kicked") for at, seat in enumerate(trippers(state)))
    return tuple(after_no_kick(state))


def after_no_kick(state: State) -> Iterator[Fate]:
    """Yield what becomes of each Trip: "If any player rolls the Snake, all players to their left Flee" (FR-26)."""
    snaked = False
    for seat in trippers(state):
        found = fate(state, seat, "fled" if snaked else comes_to(state, seat))
        snaked = snaked or found.fate == "snake"
        yield found


def comes_to(state: State, seat: Seat) -> str:
    """Return what a hand comes to: "a roll equal to or higher than the Knee results in a victory". A player who called
    a Snake that is not there is Consumed instead (FR-56).
    """
    hand = state.rogues[seat].hand
    if hand == SNAKE:
        return "snake"
    if seat in state.snakes and not snake_shows(state):
        return "called"
    if sum(hand) >= maw(state.options, len(state.playing)):
        return "consumed"
    return "toppled" if sum(hand) >= state.giant.reveal() else "kicked"


def snake_shows(state: State) -> bool:
    """Return whether any Trip, even a caller's own, is a Snake."""
    return any(state.rogues[seat].hand == SNAKE for seat in trippers(state))


def fate(state: State, seat: Seat, what: str) -> Fate:
    """Return a fate: a Kick costs a die "from their cup" (FR-24), the Maw the own dice "from their hand" (FR-25)."""
    rogue = state.rogues[seat]
    lost = {"kicked": 1, "consumed": len(rogue.own_hand), "called": len(rogue.own_hand)}.get(what, 0)
    return Fate(seat, rogue.hand, sum(rogue.hand), what, lost, rogue.cup - lost)


# Who gets the pots


def settled(state: State, fates: tuple[Fate, ...], true: tuple[Proposition, ...]) -> Ledger:
    """Pay back what nobody matched, then pay the Den's stakes; they join the main pot if nothing true was said (FR-54).
    In a sharp Den the stake of a wrong count goes to whoever raised before it.

    The function is not split: each branch is a rule, in order of precedence.
    """
    ledger = Ledger()
    bets = {seat: state.rogues[seat].bet for seat in order(state)}
    for seat, amount in unmatched(bets).items():
        ledger.pay("back", amount, (seat,))
        bets[seat] = Suckers(bets[seat] - amount)
    stakes = state.den
    for one in caught(state):
        ledger.pay("caught", state.unit, (one.by,))
        stakes = Suckers(stakes - state.unit)
    if true:
        ledger.pay("den", stakes, (true[0].seat,))
    main = Suckers(state.pot + (0 if true else stakes))
    whole = main + sum(bets.values())
    snake = any(one.fate == "snake" for one in fates)
    if not fates:
        nobody_trips(ledger, state, whole)
    elif state.giant.reveal() == KICK:
        shared_or_taken(ledger, "tumble", whole, in_order(state, state.tumbles))  # FR-58
    elif snake and state.snakes:
        ledger.pay("snake", whole, in_order(state, state.snakes))  # FR-56
    elif snake and state.options.snake is SnakeRule.PUSH:
        ledger.carry(whole)  # including the bets (FR-47)
    else:
        toppled = {one.seat: one.total for one in fates if one.fate == "toppled"}
        win_pots(ledger, state, toppled, (Pot(main, trippers(state)), *side_pots(bets, trippers(state))), snake)
    return ledger


def in_order(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in order(state) if seat in seats)


def nobody_trips(ledger: Ledger, state: State, whole: int) -> None:
    """Let the antes carry over, and give the House its match back; by the other option it takes all (FR-29)."""
    taken = state.matched if state.options.no_trip is NoTrip.CARRY else whole
    ledger.take(taken)
    ledger.carry(whole - taken)


def shared_or_taken(ledger: Ledger, pot: str, amount: int, among: tuple[Seat, ...]) -> None:
    """Share a pot, or take it for the House ("The house does collect the pot if all Halflings are Kicked")."""
    if among:
        ledger.pay(pot, amount, among)
    else:
        ledger.take(amount)


def win_pots(ledger: Ledger, state: State, toppled: dict[Seat, int], pots: tuple[Pot, ...], snake: bool) -> None:
    """Pay the main pot first, then the side pots (FR-45). If a Snake came, what nobody won before it carries over.

    Bets that everybody who Trips has matched are told with the main pot: side pots exist only if somebody was short.
    """
    for pot in pots:
        totals = {seat: total for seat, total in toppled.items() if seat in pot.among}
        won = tuple(totals) if state.options.pot is PotRule.SHARED else closest(totals)
        if snake and not won:
            ledger.carry(pot.amount)
        else:
            shared_or_taken(ledger, "main" if pot.among == trippers(state) else "side", pot.amount, won)


def pay(step: RoguesBuilder, ledger: Ledger) -> None:
    """Pay what the ledger says; it includes every bet and stake."""
    stacks, rogues = list(step.state.stacks), list(step.state.rogues)
    for (seat, pot), amount in ledger.paid.items():
        if pot != HELD:
            stacks[seat] = Suckers(stacks[seat] + amount)
    for seat in step.state.playing:
        rogues[seat] = replace(rogues[seat], bet=Suckers(0))
    step.state = replace(step.state, stacks=tuple(stacks), rogues=tuple(rogues), den=Suckers(0))


def told(ledger: Ledger) -> Iterator[Outcome]:
    for (seat, pot), amount in ledger.paid.items():
        yield Paid(seat, amount, pot)
    if ledger.house:
        yield HouseTakes(ledger.house)
    if ledger.over:
        yield CarriesOver(ledger.over)


def winners(ledger: Ledger) -> tuple[Seat, ...]:
    """Return the winners, those of the main pot first."""
    return tuple(dict.fromkeys(seat for seat, pot in ledger.paid if pot in (*POTS, HELD)))


def ended(ledger: Ledger) -> str:
    won = winners(ledger)
    if won:
        return "won" if len(won) == 1 else "shared"
    return "carried" if ledger.over else "house"


# Whose dice are gone


def lose_dice(step: RoguesBuilder, fates: tuple[Fate, ...]) -> None:
    """Take the dice lost by Kicks and the Maw, and all dice of players who have left."""
    for one in fates:
        step.put(one.seat, replace(step.rogue(one.seat), cup=one.left))
    for seat in step.state.gone:
        step.put(seat, replace(step.rogue(seat), cup=0))
