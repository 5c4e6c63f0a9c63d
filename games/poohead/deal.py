"""Play what comes before the first card: the deal, the swaps, and "Threes out"."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from games.kit.cards import Card, Rank, deck, rank_of
from games.kit.contract import Step
from games.kit.dice import Dice
from games.kit.money import Stacks
from games.kit.moves import LegalMove, OneOf, Order
from games.kit.seats import Seat, all_seats
from games.kit.secret import Sealed, Secret
from games.poohead.events import CardsDealt, FaceUp, Opened, PlayBegins, Swapped, Then
from games.poohead.moves import Play, Ready, Swap
from games.poohead.options import Opening, PooheadOptions
from games.poohead.pile import ORDER, ordinary
from games.poohead.plays import Lay
from games.poohead.state import NOTHING_SWAPPED, Carry, Down, Exchange, Layout, State, Swapping, ThreesOut, exchanged
from games.poohead.step import PooheadBuilder, clockwise, put, ranked, tell_hand, to_play

THREE: Final = ORDER[0]
OF_EACH: Final = 3
"""Rulebook: "three cards face down", "three cards face up", "three cards for their hand"."""


def start(options: PooheadOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
    """Deal for the Poohead; in the first game a seat is drawn (PH-31)."""
    seats = len(stacks)
    dealer = dice.draw("dealer").pick(all_seats(seats)) if carry is None else carry.dealer
    decks = options.decks(seats)
    cards = dice.draw("deck").shuffle(deck(decks, decks * options.jokers_per_deck))
    step = PooheadBuilder(dealt(options, stacks, dealer, cards), dice)
    step.tell(CardsDealt(dealer, len(step.state.stock.reveal()), face_up(step.state), options.swap_seconds))
    for seat in all_seats(seats):
        tell_hand(step, seat, step.state.layouts[seat].hand)
    return step.build()


def dealt(options: PooheadOptions, stacks: Stacks, dealer: Seat, cards: tuple[Card, ...]) -> State:
    """Deal three rounds from the dealer's left: face down, face up, and the hand; the rest is the draw pile."""
    seats = len(stacks)
    order = (*all_seats(seats)[dealer + 1 :], *all_seats(seats)[: dealer + 1])
    three = {seat: cards[place * OF_EACH :] for place, seat in enumerate(order)}
    a_round = seats * OF_EACH
    layouts = tuple(
        Layout(
            seen=(),
            drawn=Secret(three[seat][2 * a_round : 2 * a_round + OF_EACH]),
            up=three[seat][a_round : a_round + OF_EACH],
            down=tuple(Down(place, Secret(card)) for place, card in enumerate(three[seat][:OF_EACH], start=1)),
        )
        for seat in all_seats(seats)
    )
    return State(
        options=options,
        stacks=stacks,
        dealer=dealer,
        layouts=layouts,
        stock=Secret(cards[3 * a_round :]),
        pile=(),
        burned=(),
        aside=Secret(()),
        places=(),
        gone=(),
        turns=0,
        asked=0,
        phase=Swapping((), (NOTHING_SWAPPED,) * seats),
    )


def face_up(state: State) -> tuple[FaceUp, ...]:
    return tuple(
        FaceUp(seat, ranked(state.layouts[seat].up)) for seat in all_seats(state.seats) if seat not in state.gone
    )


# Rulebook: "Before the game begins, players may exchange cards from their hand with the face up cards"


def swap_moves(state: State, phase: Swapping, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the swaps, which are made in private: "the exchanged layouts show together at the end" (PH-3)."""
    if seat in phase.ready or seat in state.gone:
        return ()
    hand, up = exchanged(state.layouts[seat], phase.exchanges[seat].reveal())
    of_hand, of_table = (OneOf(tuple(dict.fromkeys(ranked(cards)))) for cards in (hand, up))
    return (LegalMove(Swap, {"hand": of_hand, "faceup": of_table}, hidden=True), LegalMove(Ready))


def swap(step: PooheadBuilder, phase: Swapping, seat: Seat, move: Swap) -> None:
    layout, before = step.state.layouts[seat], phase.exchanges[seat].reveal()
    hand, up = exchanged(layout, before)
    both = (*before, Exchange(place_of(hand, move.hand), place_of(up, move.faceup)))
    sealed = tuple(Sealed(both) if at == seat else one for at, one in enumerate(phase.exchanges))
    step.state = replace(step.state, phase=replace(phase, exchanges=sealed))
    hand, up = exchanged(layout, both)
    step.tell(Swapped(seat, ranked(hand), ranked(up)))


def place_of(cards: tuple[Card, ...], rank: Rank) -> int:
    return next(place for place, card in enumerate(cards) if rank_of(card) == rank)


def ready(step: PooheadBuilder, phase: Swapping, seat: Seat) -> None:
    """Mark a seat as ready, and keep the same question until all are ready (PH-3)."""
    step.state = replace(step.state, phase=replace(phase, ready=(*phase.ready, seat)))
    swaps_may_be_over(step)


def swaps_may_be_over(step: PooheadBuilder) -> None:
    phase = step.state.phase
    if isinstance(phase, Swapping) and not unready(step.state, phase):
        play_begins(step, phase)


def unready(state: State, phase: Swapping) -> tuple[Seat, ...]:
    return tuple(seat for seat in all_seats(state.seats) if seat not in phase.ready and seat not in state.gone)


def play_begins(step: PooheadBuilder, phase: Swapping) -> None:
    """Show the layouts as they are now; then play "Threes out", or begin with whoever else leads (PH-4)."""
    before = step.state.layouts
    here = [seat for seat in all_seats(step.state.seats) if seat not in step.state.gone]
    for seat in here:
        step.lay_out(seat, after_swaps(before[seat], phase.exchanges[seat].reveal()))
    changed = tuple(one for one in face_up(step.state) if one.cards != ranked(before[one.seat].up))
    hands = {seat: step.state.layouts[seat].hand for seat in here}
    how, leader, lead, then = opening(step)
    step.tell(PlayBegins(changed, how, step.options.claim_seconds, lead, then, leader))
    for seat in here:
        tell_hand(step, seat, hands[seat])


def after_swaps(layout: Layout, exchanges: tuple[Exchange, ...]) -> Layout:
    """Return the layout after the swaps. Cards that left the table are noted as seen by all; with two decks, a twin may
    have been in the hand before.
    """
    hand, up = exchanged(layout, exchanges)
    seen = Counter(layout.up) - Counter(up)
    drawn = Counter(hand) - seen
    return replace(layout, seen=tuple(seen.elements()), drawn=Secret(tuple(drawn.elements())), up=up)


# Rulebook: "Whoever gets a three on the table first gets to go first"


def opening(step: PooheadBuilder) -> tuple[str, tuple[Seat, ...], tuple[Rank, ...], tuple[Then, ...]]:
    """Begin play, and return how, for whom the bot led, what it led, and what followed."""
    state = step.state
    match step.options.opening:
        case Opening.RACE if any(threes(state, seat) for seat in clockwise(state, state.dealer)):
            step.ask(ThreesOut())
            return "race", (), (), ()
        case Opening.DEALER_LEFT:
            return "free", (), (), (to_play(step, clockwise(state, state.dealer)[0]),)
        case _:
            seat, lead, then = bot_leads(step)
            return ("led", (seat,), lead, then) if lead else ("free", (), (), then)


def threes(state: State, seat: Seat) -> int:
    """Count the threes in the hand; neither a joker nor a face-up three counts (PH-5)."""
    return [rank_of(card) for card in state.layouts[seat].hand].count(THREE)


def claims(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the plays of threes that claim the lead: the three "(or several) is that player's first play" (PH-4)."""
    held = threes(state, seat) if state.plays_on(seat) else 0
    return tuple(LegalMove(Play, {"cards": Order((THREE,) * count, matters=False)}) for count in range(1, held + 1))


def bot_leads(step: PooheadBuilder) -> tuple[Seat, tuple[Rank, ...], tuple[Then, ...]]:
    """Lead the lowest ordinary rank that is held in a hand; of several holders, the nearest clockwise from the dealer
    leads (PH-6).
    """
    around = clockwise(step.state, step.state.dealer)
    for rank in ordinary(step.options):
        holders = [seat for seat in around if rank in map(rank_of, step.state.layouts[seat].hand)]
        if holders:
            return holders[0], (rank,), put(step, holders[0], Lay(rank, 1))
    return around[0], (), (to_play(step, around[0]),)


def nobody_claims(step: PooheadBuilder) -> None:
    hands = [layout.hand for layout in step.state.layouts]
    seat, lead, then = bot_leads(step)
    step.tell(Opened(seat, lead, then))
    tell_hand(step, seat, hands[seat])
