"""Say what was wrong with a play, and which rule says so. Only its player is told, so their cards may be named."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from games.kit.cards import JOKER, RANKS, Rank, called, rank_of, row
from games.kit.contract import Illegal
from games.kit.moves import LegalMove, Move, verb
from games.kit.seats import Seat
from games.kit.telling import Say, say, yes
from games.poohead.moves import Blind, Joker, Pass, Play, Take
from games.poohead.options import FinishOnSpecial
from games.poohead.pile import goes, to_beat
from games.poohead.plays import in_play
from games.poohead.state import Layout, State, Swapping, ThreesOut, ToPlay

MOST_JOKERS: Final = 4
"""Two decks have two jokers each."""


def refusal(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return what the rules of this game have to say; None: the common refusal says enough."""
    if not state.plays_on(seat):
        return None
    match move, state.phase:
        case _, Swapping(ready=ready) if seat in ready:
            return Illegal(say("ready-already"), rule="PH-3")
        case ((Joker() | Play()), ThreesOut()):
            return Illegal(say("threes-only", threes=yes(legal)), rule="PH-5", legal=legal)
        case _, ToPlay(seat=mover, again=again) if mover == seat:
            return turn_refused(state, seat, move, legal, again)
        case _:
            return None


def turn_refused(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...], again: bool) -> Illegal | None:
    """Return the refusal for the player whose turn it is."""
    stage = state.layouts[seat].stage
    match move:
        case Play(cards=cards) if is_row(cards):
            return play_refused(state, seat, cards, legal)
        case Joker(rank=rank, jokers=jokers) if rank in RANKS:
            return play_refused(state, seat, (JOKER,) * how_many(jokers), legal, rank)
        case Take() if not any(offer.move is Take for offer in legal):
            return take_refused(state, seat, legal)
        case Blind() if stage != "down":
            return Illegal(say("not-blind-yet", stage=stage), rule="PH-26", legal=legal)
        case Pass() if again:
            return Illegal(say("must-lead"), rule="PH-17", legal=legal)
        case Pass():
            return Illegal(say("no-passing"), rule="PH-8", legal=legal)
        case _:
            return None


def is_row(cards: object) -> bool:
    """Return whether these are cards at all: a forged move may hold anything."""
    return isinstance(cards, tuple) and bool(cards) and all(card in (*RANKS, JOKER) for card in cards)


def how_many(jokers: object) -> int:
    """Return the number of jokers; any number above the possible ones counts as one too many."""
    return min(max(jokers, 1), MOST_JOKERS + 1) if isinstance(jokers, int) else 1


def take_refused(state: State, seat: Seat, legal: tuple[LegalMove, ...]) -> Illegal:
    """Say that a player who can play must play; it is said in private, so that nobody learns of it (PH-8)."""
    if not state.pile:
        return Illegal(say("nothing-to-take"), rule="PH-8", legal=legal)
    if state.layouts[seat].stage == "down":
        return Illegal(say("turn-one-up"), rule="PH-26", legal=legal)
    return Illegal(say("must-play"), rule="PH-8", legal=legal)


def play_refused(
    state: State, seat: Seat, cards: tuple[Rank, ...], legal: tuple[LegalMove, ...], named: Rank | None = None
) -> Illegal:
    ranks = {card for card in cards if card != JOKER}
    rank = named or next(iter(ranks), None)
    if state.layouts[seat].stage == "down":
        return Illegal(say("turn-one-up"), rule="PH-26", legal=legal)
    if len(ranks) > 1:
        return Illegal(say("one-rank"), rule="PH-7", legal=legal)
    if (missing := not_there(state, state.layouts[seat], cards)) is not None:
        reason, rule = missing
        return Illegal(reason, rule=rule, legal=legal)
    if rank is None:
        return Illegal(say("name-the-joker"), rule="PH-18", legal=legal)
    wrong, rule = wrong_on_the_pile(state, rank)
    return Illegal(wrong, rule=rule, legal=legal)


def not_there(state: State, layout: Layout, cards: tuple[Rank, ...]) -> tuple[Say, str] | None:
    """Return why these cards can't be played from where they lie, and the ruling that says so; None: they can."""
    hand, up, playing = (tuple(map(rank_of, some)) for some in (layout.hand, layout.up, in_play(layout)))
    if holds(cards, playing):
        return None
    if not holds(cards, (*hand, *up)):
        return say("not-yours", cards=row(cards), source=layout.stage), "PH-7"
    why = stays_apart(state, layout, cards)
    return (say("stays-apart", why=why), "PH-24") if why else None


def stays_apart(state: State, layout: Layout, cards: tuple[Rank, ...]) -> str:
    """Return why face-up cards can't join those of the hand (PH-24); empty: they can."""
    if not state.options.match_faceup:
        return "off"
    if state.stock.reveal():
        return "stock"
    return "" if holds(map(rank_of, layout.hand), cards) else "rest"


def holds(cards: Iterable[Rank], among: Iterable[Rank]) -> bool:
    """Return whether `among` has at least as many of each rank."""
    return not Counter(cards) - Counter(among)


def wrong_on_the_pile(state: State, rank: Rank) -> tuple[Say, str]:
    """Return why cards that the player has can't be played, and the ruling that says so."""
    beat = to_beat(state.options, state.pile)
    if goes(state.options, rank, beat):
        forbidden = state.options.finish_on_special is FinishOnSpecial.FORBID
        return (say("no-special-last"), "PH-29") if forbidden else (say("not-now", verb=verb(Play)), "PH-7")
    wrong = say("does-not-go", rank=called(rank), how=beat.how, least=called(beat.rank))
    return wrong, "PH-14" if beat.how == "most" else "PH-2"
