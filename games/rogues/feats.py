"""Decide the feats of Fearless Rogues Hold 'Em: trips, bluffs, right calls, and the last duel."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.kit.seats import Seat
from games.rogues.events import DuelOver, Fate, Fled, HasBet, HasSplit, MatchWon, MostSuckers, Paid, Revealed, SnakeEyes
from games.rogues.options import RoguesOptions

HANDFUL: Final = 5
FEATS: Final = (
    "toppled",
    "alone-against-it",
    "nobody-stayed",
    "all-in",
    "honest-liar",
    "knew-the-snake",
    "knew-the-tumble",
    "cried-snake",
    "one-die-left",
    "split",
    "fistful",
    "eaten",
    "giant-ran",
    "last-duel",
    "match",
)


def feats_in(_options: RoguesOptions, seats: int, events: Sequence[PublicEvent], result: Result) -> tuple[Feat, ...]:
    return tuple(found(seats, events, result))


def found(seats: int, events: Sequence[PublicEvent], result: Result) -> Iterator[Feat]:
    fled: set[Seat] = set()
    for event in events:
        match event:
            case Fled(seat=seat):
                fled.add(seat)
            case HasSplit(seat=seat, cup=cup):
                yield Feat(seat, "fistful" if cup >= HANDFUL else "split")
            case HasBet(seat=seat, how="allin") if seat in result.winners:
                yield Feat(seat, "all-in")
            case Revealed():
                yield from of_the_reveal(event, seats, fled)
            case SnakeEyes(seat=seat):
                yield Feat(seat, "giant-ran")
            case DuelOver(seat=seat, how="toppled"):
                yield Feat(seat, "last-duel")
            case _:
                pass
        yield from of_a_match(event)


def of_the_reveal(event: Revealed, seats: int, fled: set[Seat]) -> Iterator[Feat]:
    for one in event.fates:
        yield from of_a_trip(one, alone=len(event.fates) == 1, others_fled=len(fled) == seats - 1)
    for proposition in event.true[:1]:
        yield Feat(proposition.seat, "honest-liar")
    named = {"snake": "knew-the-snake", "tumble": "knew-the-tumble"}
    for outcome in event.outcomes:
        if isinstance(outcome, Paid) and outcome.pot in named:
            yield Feat(outcome.seat, named[outcome.pot])


def of_a_trip(one: Fate, *, alone: bool, others_fled: bool) -> Iterator[Feat]:
    match one.fate:
        case "toppled":
            yield Feat(one.seat, "toppled")
            if alone:
                yield Feat(one.seat, "nobody-stayed" if others_fled else "alone-against-it")
            if one.left == 1:
                yield Feat(one.seat, "one-die-left")
        case "consumed":
            yield Feat(one.seat, "eaten")
        case "called":
            yield Feat(one.seat, "cried-snake")
        case _:
            pass


def of_a_match(event: PublicEvent) -> Iterator[Feat]:
    for outcome in getattr(event, "outcomes", ()):
        match outcome:
            case MatchWon(seat=seat):
                yield Feat(seat, "match")
            case MostSuckers(seats=seats):
                yield from (Feat(seat, "match") for seat in seats)
            case _:
                pass
