"""Play Poohead, in the order of the rulebook: a turn, the pile, face-up and face-down cards, silence and leaving."""

from functools import lru_cache

from msgspec.structs import replace

from games.kit.cards import JOKER, NO_CARD, Card, Rank, called, rank_of
from games.kit.contract import Ask, Places, Result, Step
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move, OneOf, Order, Range
from games.kit.seats import Seat, all_seats
from games.kit.secret import Secret
from games.poohead.deal import claims, nobody_claims, play_begins, ready, swap, swap_moves, swaps_may_be_over, unready
from games.poohead.events import (
    HIDDEN,
    NOT_NAMED,
    JokerNamed,
    NamesJoker,
    Passed,
    PileTaken,
    Played,
    Then,
    Turned,
    TurnedUp,
    WentAway,
)
from games.poohead.moves import Blind, Joker, Pass, Play, Ready, Swap, Take
from games.poohead.options import BurnAgain, FaceupPickup
from games.poohead.pile import TEN, goes_blind, those_that_go, to_beat
from games.poohead.plays import Lay, lays, slams
from games.poohead.state import (
    NOTHING_SWAPPED,
    Carry,
    Down,
    Layout,
    Naming,
    OnPile,
    Over,
    State,
    Swapping,
    ThreesOut,
    ToPlay,
)
from games.poohead.step import (
    PooheadBuilder,
    clockwise,
    finish,
    finished,
    go_on,
    handed_on,
    on_the_pile,
    out_of_up,
    put,
    ranked,
    tell_hand,
)

# What may be done now


def legal_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    match state.phase:
        case Swapping() as phase:
            return swap_moves(state, phase, seat)
        case ThreesOut():
            return claims(state, seat)
        case ToPlay(seat=mover, again=again) if mover == seat:
            return turn_moves(state, seat, again)
        case ToPlay() if state.options.slam and state.plays_on(seat):
            return play_moves(slams(state, seat))
        case Naming(seat=mover) if mover == seat:
            return (LegalMove(Joker, {"rank": OneOf(nameable(state)), "jokers": Range(1, 1)}),)
        case _:
            return ()


def turn_moves(state: State, seat: Seat, again: bool) -> tuple[LegalMove, ...]:
    layout, found = state.layouts[seat], lays(state, seat)
    moves = play_moves(found)
    if not found and layout.stage == "down":
        moves = (LegalMove(Blind, {"place": OneOf(tuple(down.place for down in layout.down))}),)
    if may_take(state, layout, found):
        moves = (*moves, LegalMove(Take, {"card": OneOf(along(state, layout, found))}))
    return (*moves, LegalMove(Pass)) if may_pass(state, layout, again, found) else moves


def play_moves(found: tuple[Lay, ...]) -> tuple[LegalMove, ...]:
    """Return the moves for these plays. Jokers alone are one move with a choice of rank; others have their own."""
    plays = [play_move(lay) for lay in found if lay.plain or lay.joined]
    if len(plays) == len(found):
        return tuple(plays)
    alone = [lay for lay in found if lay.jokers_alone]
    jokers = []
    for count in sorted({lay.all_jokers for lay in alone}):
        ranks = tuple(lay.rank for lay in alone if lay.all_jokers == count)
        jokers.append(LegalMove(Joker, {"rank": OneOf(ranks), "jokers": Range(count, count)}))
    return (*plays, *jokers)


@lru_cache(maxsize=4096)
def play_move(lay: Lay) -> LegalMove:
    return LegalMove(Play, {"cards": Order(lay.words, matters=False)})


def may_take(state: State, layout: Layout, found: tuple[Lay, ...]) -> bool:
    """Return whether the pile may be taken. Rulebook: "If a person cannot play the same card or higher, and does not
    have any special cards they can play, they must take the pile"; a player who can play must (PH-8).
    """
    if not state.pile:
        return False
    if state.options.voluntary_pickup:
        return True
    return not found and layout.stage != "down"


def along(state: State, layout: Layout, found: tuple[Lay, ...]) -> tuple[Rank, ...]:
    """Return what may go along: "They can also take the card they tried (and failed) to play on the pile" (PH-25)."""
    if found or layout.stage != "up" or state.options.faceup_pickup is FaceupPickup.NONE:
        return (NO_CARD,)
    tried = tuple(dict.fromkeys(ranked(layout.up)))
    return tried if state.options.faceup_pickup is FaceupPickup.REQUIRED else (NO_CARD, *tried)


def may_pass(state: State, layout: Layout, again: bool, found: tuple[Lay, ...]) -> bool:
    """Return whether one may pass: after a burn one "may go again" (PH-17), or if nothing may be led (PH-29)."""
    stuck = not found and not state.pile and layout.stage != "down"
    return stuck or (again and state.options.burn_again is BurnAgain.MAY)


def nameable(state: State) -> tuple[Rank, ...]:
    """Return the names for a joker: it must be legal as what it is named (PH-18); as a ten it always is."""
    return those_that_go(state.options, to_beat(state.options, state.pile))


# Doing it


def played(state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
    step = PooheadBuilder(state, dice)
    match move, state.phase:
        case Swap(), Swapping() as phase:
            swap(step, phase, seat, move)
        case Ready(), Swapping() as phase:
            ready(step, phase, seat)
        case Play(), (ThreesOut() | ToPlay()):
            lay(step, seat, lay_of(state, seat, move))
        case Joker(rank=rank, jokers=jokers), ToPlay():
            lay(step, seat, from_hand_first(state.layouts[seat], rank, 0, jokers))
        case Joker(rank=rank), Naming() as phase:
            name_joker(step, phase, rank)
        case Blind(place=place), ToPlay():
            turn_up(step, seat, place)
        case Take(card=card), ToPlay():
            take(step, seat, card)
        case Pass(), ToPlay():
            pass_on(step, seat)
        case _:
            raise AssertionError(f"{move} is not offered in {state.phase}")
    return step.build()


def lay_of(state: State, seat: Seat, play: Play) -> Lay:
    """Return the play that these words mean: cards that the hand lacks come from the face-up ones (PH-24)."""
    rank, cards = play.rank, play.cards
    return from_hand_first(state.layouts[seat], rank, cards.count(rank), cards.count(JOKER))


def from_hand_first(layout: Layout, rank: Rank, plain: int, jokers: int) -> Lay:
    if layout.stage != "hand":
        return Lay(rank, plain, jokers)
    held = [*map(rank_of, layout.hand)]
    mine, wild = min(plain, held.count(rank)), min(jokers, held.count(JOKER))
    return Lay(rank, mine, wild, plain - mine, jokers - wild)


def lay(step: PooheadBuilder, seat: Seat, what: Lay) -> None:
    layout = step.state.layouts[seat]
    stage = layout.stage
    then = put(step, seat, what)
    named = called(what.rank) if what.jokers_alone else NOT_NAMED
    step.tell(Played(seat, what.words, named, "match" if what.joins else stage, then))
    if stage == "hand":
        tell_hand(step, seat, layout.hand)


def take(step: PooheadBuilder, seat: Seat, card: Rank) -> None:
    """Take the pile ("they must take the pile"). The next player leads (PH-9), free of a nine's limit (PH-16)."""
    before = step.state.layouts[seat]
    layout, tried = out_of_up(before, () if card == NO_CARD else (card,))
    count = len(step.state.pile)
    pick_up(step, seat, layout, (*(one.card for one in step.state.pile), *tried))
    step.tell(PileTaken(seat, count, called(card), go_on(step, seat)))
    tell_hand(step, seat, before.hand)


def pick_up(step: PooheadBuilder, seat: Seat, layout: Layout, cards: tuple[Card, ...]) -> None:
    """Put cards that everybody has seen into the hand. A joker has no name any more (PH-18)."""
    step.lay_out(seat, replace(layout, seen=(*layout.seen, *cards)))
    step.state = replace(step.state, pile=())


def pass_on(step: PooheadBuilder, seat: Seat) -> None:
    step.tell(Passed(seat, go_on(step, seat)))


# Rulebook: "they may play from the three face down cards without looking at them first"


def turn_up(step: PooheadBuilder, seat: Seat, place: int) -> None:
    """Turn a face-down card: if legal, it is played with all effects, else the hand gets it and the pile (PH-26)."""
    layout = step.state.layouts[seat]
    down = next(one for one in layout.down if one.place == place)
    layout = replace(layout, down=tuple(one for one in layout.down if one.place != place))
    card, rank = down.card.reveal(), rank_of(down.card.reveal())
    beat = to_beat(step.options, step.state.pile)
    if goes_blind(step.options, rank, beat, last=layout.count == 0):
        step.lay_out(seat, layout)
        if rank == JOKER:
            step.ask(Naming(seat, card))
            then: tuple[Then, ...] = (NamesJoker(seat, step.options.name_seconds),)
        else:
            then = on_the_pile(step, seat, (OnPile(card, rank),))
        step.tell(Turned(seat, place, True, called(rank), 0, then))
    else:
        step.tell(blind_fails(step, seat, layout, down))
    step.tell(TurnedUp(seat, rank, ranked(step.state.layouts[seat].hand)))


def blind_fails(step: PooheadBuilder, seat: Seat, layout: Layout, down: Down) -> Turned:
    """Take a card that failed. Rulebook: "they do not have to show other players what the card is"."""
    card, count = down.card.reveal(), len(step.state.pile)
    on_pile = tuple(one.card for one in step.state.pile)
    shown = step.options.show_failed_blind
    if shown:
        pick_up(step, seat, layout, (*on_pile, card))
    else:
        pick_up(step, seat, replace(layout, drawn=Secret((*layout.drawn.reveal(), card))), on_pile)
    return Turned(seat, down.place, False, called(rank_of(card)) if shown else HIDDEN, count, go_on(step, seat))


def name_joker(step: PooheadBuilder, phase: Naming, rank: Rank) -> None:
    then = on_the_pile(step, phase.seat, (OnPile(phase.card, rank),))
    step.tell(JokerNamed(phase.seat, rank, then))


# The clock, and who leaves


def asks(state: State) -> Ask | None:
    """Return the question. In a race nobody is awaited, because silence is an answer, too."""
    options, name = state.options, str(state.asked)
    match state.phase:
        case Swapping() as phase:
            return Ask(name, unready(state, phase), options.swap_seconds)
        case ThreesOut():
            return Ask(name, (), options.claim_seconds, head_start=options.head_start)
        case ToPlay(seat=seat):
            return Ask(name, (seat,), options.turn_seconds)
        case Naming(seat=seat):
            return Ask(name, (seat,), options.name_seconds)
        case Over():
            return None


def time_up(state: State, _seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """Act for the silent (PH-3, PH-6, PH-26, PH-32)."""
    step = PooheadBuilder(state, dice)
    match state.phase:
        case Swapping() as phase:
            play_begins(step, phase)
        case ThreesOut():
            nobody_claims(step)
        case ToPlay(seat=seat, again=again):
            silence(step, seat, again)
        case Naming() as phase:
            name_joker(step, phase, TEN)
        case Over():
            pass
    return step.build()


def silence(step: PooheadBuilder, seat: Seat, again: bool) -> None:
    """Act for a silent player in a way that proves nothing about their hand (ALL-1, PH-32)."""
    layout = step.state.layouts[seat]
    if may_pass(step.state, layout, again, lays(step.state, seat)):
        pass_on(step, seat)
        return
    match layout.stage:
        case "hand" if step.state.pile:
            take(step, seat, NO_CARD)
        case "hand":
            lay(step, seat, led_by_chance(step, seat))
        case "up":
            silent_face_up(step, seat)
        case _:
            turn_up(step, seat, layout.down[0].place)


def led_by_chance(step: PooheadBuilder, seat: Seat) -> Lay:
    """Return a card of the hand, chosen by the dice; a joker is a ten."""
    rank = rank_of(step.dice.draw("silence", seat).pick(step.state.layouts[seat].hand))
    return Lay(TEN, 0, 1) if rank == JOKER else Lay(rank, 1)


def silent_face_up(step: PooheadBuilder, seat: Seat) -> None:
    """Play the lowest legal ordinary card, else the lowest legal special one, else take the pile."""
    single = [one for one in lays(step.state, seat) if one.cards == 1 and (one.plain or one.rank == TEN)]
    if single:
        lay(step, seat, min(single, key=lambda one: one.jokers))
    else:
        take(step, seat, along(step.state, step.state.layouts[seat], lays(step.state, seat))[0])


def leave(state: State, seat: Seat, dice: Dice) -> Step[State]:
    """Take a leaver's cards out of the game, unseen; if it was their turn, the next player's begins."""
    if not state.plays_on(seat):
        return Step(replace(state, gone=(*state.gone, seat)), ())
    step = PooheadBuilder(state, dice)
    count = put_aside(step, seat)
    step.tell(WentAway(seat, count, without(step, seat)))
    swaps_may_be_over(step)
    return step.build()


def is_out(state: State, seat: Seat) -> bool:
    """Tell whether somebody has got rid of all their cards, or has left."""
    return not state.plays_on(seat)


def put_aside(step: PooheadBuilder, seat: Seat) -> int:
    """Put a leaver's cards aside, openly those that everybody has seen, and return how many they were."""
    state, layout = step.state, step.state.layouts[seat]
    named = (state.phase.card,) if isinstance(state.phase, Naming) and state.phase.seat == seat else ()
    known = (*layout.seen, *layout.up, *named)
    step.state = replace(
        state,
        burned=(*state.burned, *known),
        aside=Secret((*state.aside.reveal(), *layout.hidden)),
        gone=(*state.gone, seat),
    )
    step.lay_out(seat, Layout((), Secret(()), (), ()))
    if isinstance(state.phase, Swapping):
        left = tuple(NOTHING_SWAPPED if at == seat else one for at, one in enumerate(state.phase.exchanges))
        step.state = replace(step.state, phase=replace(state.phase, exchanges=left))
    return len(known) + len(layout.hidden)


def without(step: PooheadBuilder, seat: Seat) -> tuple[Then, ...]:
    """Return what a leaving means for the others."""
    around = clockwise(step.state, seat)
    if finished(step.state, around):
        return finish(step, "out")
    match step.state.phase:
        case ToPlay(seat=mover) | Naming(seat=mover) if mover == seat:
            return handed_on(step, seat, around[0])
        case _:
            return ()


def result(state: State) -> Result | None:
    if not isinstance(state.phase, Over):
        return None
    return Result(state.phase.ended, state.phase.winners, state.stacks)


def places(state: State) -> Places | None:
    """Return the places: who went out, in order; then by the fewest cards, the Poohead last (PH-30).

    Those who left before have none.
    """
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    still = [seat for seat in all_seats(state.seats) if state.plays_on(seat)]
    keys = {seat: (seat in phase.last, state.layouts[seat].count) for seat in still}
    out = {seat: place for place, seat in enumerate(state.places, 1)}
    behind = {seat: len(state.places) + 1 + sum(one < key for one in keys.values()) for seat, key in keys.items()}
    return tuple({**out, **behind}.get(seat, 0) for seat in all_seats(state.seats))


def carried(state: State) -> Carry:
    """Return the carry: the Poohead deals next (rulebook of the family, PH-30)."""
    last = state.phase.last if isinstance(state.phase, Over) else ()
    return Carry(last[0] if last else state.dealer)
