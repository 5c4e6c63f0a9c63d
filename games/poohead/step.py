"""Build one step of the game: cards on the pile, and whose turn follows."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.kit.cards import JOKER, Card, Rank, rank_of
from games.kit.contract import StepBuilder
from games.kit.dice import Dice
from games.kit.seats import Seat, all_seats
from games.kit.secret import Secret
from games.poohead.events import Burned, HandNow, IsOut, IsPoohead, Next, Skipped, Then, Wins
from games.poohead.options import BurnAgain, Eights, End
from games.poohead.pile import EIGHT, ORDER, TEN, TWO, burns, row_on_top, to_beat
from games.poohead.plays import Lay
from games.poohead.state import Layout, Naming, OnPile, Over, Phase, State, ToPlay

SORTED: Final = (*(rank for rank in ORDER if rank != EIGHT), EIGHT, TWO, TEN, JOKER)
PLACES: Final = {rank: place for place, rank in enumerate(SORTED)}
HAND: Final = 3
"""Rulebook: "They must all have at least three cards until the draw pile is gone"."""


class PooheadBuilder(StepBuilder[State]):
    """Put a step of Poohead together: questions, and the cards before each seat."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.options = state.options

    def ask(self, phase: Phase) -> None:
        """Turn to a new question."""
        self.state = replace(self.state, phase=phase, asked=self.state.asked + 1)

    def lay_out(self, seat: Seat, layout: Layout) -> None:
        layouts = self.state.layouts
        self.state = replace(self.state, layouts=(*layouts[:seat], layout, *layouts[seat + 1 :]))


def clockwise(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return who still plays, clockwise from the next seat to this one."""
    seats, out = all_seats(state.seats), state.gone + state.places
    return tuple([one for one in seats[seat + 1 :] + seats[: seat + 1] if one not in out])


# Cards go to the pile


def put(step: PooheadBuilder, seat: Seat, lay: Lay) -> tuple[Then, ...]:
    """Put cards from the hand or the table on the pile, and return what follows."""
    layout = step.state.layouts[seat]
    if layout.stage == "hand":
        layout, laid = out_of_hand(layout, (lay.rank,) * lay.plain + (JOKER,) * lay.jokers)
        layout, joined = out_of_up(layout, (lay.rank,) * lay.joined + (JOKER,) * lay.joined_jokers)
        laid += joined
    else:
        layout, laid = out_of_up(layout, (lay.rank,) * lay.plain + (JOKER,) * lay.jokers)
    step.lay_out(seat, layout)
    return on_the_pile(step, seat, tuple([OnPile(card, lay.rank) for card in laid]))


def out_of_hand(layout: Layout, ranks: Sequence[Rank]) -> tuple[Layout, list[Card]]:
    """Take cards out of the hand, first those that everybody knows."""
    seen, drawn = list(layout.seen), list(layout.drawn.reveal())
    laid = [pulled(seen, rank) if has(seen, rank) else pulled(drawn, rank) for rank in ranks]
    return replace(layout, seen=tuple(seen), drawn=Secret(tuple(drawn))), laid


def out_of_up(layout: Layout, ranks: Sequence[Rank]) -> tuple[Layout, list[Card]]:
    up = list(layout.up)
    laid = [pulled(up, rank) for rank in ranks]
    return replace(layout, up=tuple(up)), laid


def has(cards: Sequence[Card], rank: Rank) -> bool:
    return rank in map(rank_of, cards)


def pulled(cards: list[Card], rank: Rank) -> Card:
    return cards.pop([*map(rank_of, cards)].index(rank))


def on_the_pile(step: PooheadBuilder, seat: Seat, laid: tuple[OnPile, ...]) -> tuple[Then, ...]:
    """Return what follows (rulebook): tens and four of a kind explode the pile, eights skip; then whose turn it is."""
    pile = (*step.state.pile, *laid)
    burned = burns(step.options, pile)
    step.state = replace(step.state, pile=() if burned else pile)
    then: list[Then] = []
    if burned:
        step.state = replace(step.state, burned=(*step.state.burned, *(one.card for one in pile)))
        then.append(Burned(len(pile), 0 if laid[-1].rank == TEN else row_on_top(step.options, pile)))
    draw_up(step, seat)
    skips = step.options.eights is Eights.SKIP and not burned
    eights = [one.rank for one in laid].count(EIGHT) if skips else 0
    return (*then, *go_on(step, seat, burned=burned, eights=eights))


def draw_up(step: PooheadBuilder, seat: Seat) -> None:
    """Draw cards (rulebook: "all players must draw to replenish their three-card hand", PH-23)."""
    layout, stock = step.state.layouts[seat], step.state.stock.reveal()
    wanted = max(0, HAND - len(layout.hand))
    if wanted and stock:
        drawn = Secret((*layout.drawn.reveal(), *stock[:wanted]))
        step.state = replace(step.state, stock=Secret(stock[wanted:]))
        step.lay_out(seat, replace(layout, drawn=drawn))


def tell_hand(step: PooheadBuilder, seat: Seat, before: Sequence[Card]) -> None:
    """Tell a seat what it holds now. `before`: what it held already."""
    left, new = list(before), []
    hand = step.state.layouts[seat].hand
    for card in hand:
        if card in left:
            left.remove(card)
        else:
            new.append(card)
    step.tell(HandNow(seat, ranked(hand), ranked(tuple(new))))


def by_rank(card: Card) -> int:
    """Return the place of a card in a player's order: from low to high, specials and jokers last."""
    return PLACES[rank_of(card)]


@lru_cache(maxsize=4096)
def ranked(cards: tuple[Card, ...]) -> tuple[Rank, ...]:
    """Return the ranks of cards in a player's order."""
    return tuple(sorted(map(rank_of, cards), key=PLACES.__getitem__))


# Whose turn follows


def go_on(step: PooheadBuilder, seat: Seat, *, burned: bool = False, eights: int = 0) -> tuple[Then, ...]:
    """Go on after this seat's turn: it is out, or goes again, or the next one plays."""
    out = step.state.layouts[seat].stage == "out"
    if not out:
        return turn_passes(step, seat, burned=burned, eights=eights)
    step.state = replace(step.state, places=(*step.state.places, seat))
    return (IsOut(seat, len(step.state.places)), *turn_passes(step, seat, burned=burned, eights=eights))


def turn_passes(step: PooheadBuilder, seat: Seat, *, burned: bool, eights: int) -> tuple[Then, ...]:
    around = clockwise(step.state, seat)
    if finished(step.state, around):
        return finish(step, "out")
    if burned and seat in around:
        return handed_on(step, seat, seat, burned=True)
    if not eights:
        return handed_on(step, seat, around[0])
    others = tuple(one for one in around if one != seat)
    skips = min(eights if step.options.eights_stack else 1, len(others))
    return (Skipped(others[:skips]), *handed_on(step, seat, around[skips % len(around)]))


def handed_on(step: PooheadBuilder, acted: Seat, follower: Seat, *, burned: bool = False) -> tuple[Then, ...]:
    """Ask the next player. A turn lasts until another acts; replays after eights and burns belong to it (PH-33)."""
    if follower != mover(step.state, acted):
        step.state = replace(step.state, turns=step.state.turns + 1)
        if step.state.turns >= step.options.turns_of(step.state.seats):
            return finish(step, "cap")
    return (to_play(step, follower, again=follower == acted, burned=burned),)


def mover(state: State, acted: Seat) -> Seat:
    """Return whose turn it is; a player who slams has no turn (PH-22)."""
    return state.phase.seat if isinstance(state.phase, ToPlay | Naming) else acted


def to_play(step: PooheadBuilder, seat: Seat, *, again: bool = False, burned: bool = False) -> Next:
    """Ask this seat. `again`: it acted just before, too; `burned`: it need not lead (PH-17)."""
    step.ask(ToPlay(seat, burned))
    beat = to_beat(step.options, step.state.pile)
    must = burned and step.options.burn_again is BurnAgain.MUST
    return Next(seat, beat.how, beat.rank, again and not must)


def finished(state: State, still: Sequence[Seat]) -> bool:
    """Return whether the game is over: whoever is left with cards is the Poohead (PH-30). `still`: who plays on."""
    return len(still) <= 1 or (state.options.end is End.FIRST_OUT and bool(state.places))


def finish(step: PooheadBuilder, ended: str) -> tuple[Then, ...]:
    state = step.state
    still = clockwise(state, state.dealer)
    counts = {seat: state.layouts[seat].count for seat in still}
    fewest = min(counts.values(), default=0)
    winners = state.places[:1] or tuple(seat for seat in still if counts[seat] == fewest)
    how = "out" if state.places else "fewest" if ended == "cap" else "alone"
    poohead = () if how == "alone" else tuple(sorted(still, key=lambda seat: -counts[seat])[:1])
    step.ask(Over("left" if how == "alone" else ended, tuple(sorted(winners)), poohead))
    told: tuple[Then, ...] = (Wins(winners, how, fewest),) if winners else ()
    return (*told, *(IsPoohead(seat) for seat in poohead))
