"""Decide the feats of Poohead: fires, blind luck, piles taken, and how one got out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.kit.seats import Seat
from games.poohead.events import Burned, IsOut, IsPoohead, JokerNamed, Opened, PileTaken, Played, Skipped, Turned, Wins
from games.poohead.options import PooheadOptions

TWICE: Final = 2
MANY: Final = 3
HEAP: Final = 10
MOUNTAIN: Final = 20
BONFIRE: Final = 10
FEATS: Final = (
    "fire",
    "four-of-a-kind",
    "two-fires",
    "bonfire",
    "blind-luck",
    "three-blind",
    "all-together",
    "jump-over",
    "as-what-i-say",
    "heap",
    "mountain",
    "clean-hands",
    "first-out",
    "poohead",
)


def feats_in(_options: PooheadOptions, _seats: int, events: Sequence[PublicEvent], _result: Result) -> tuple[Feat, ...]:
    return tuple(found(events))


def found(events: Sequence[PublicEvent]) -> Iterator[Feat]:
    fires: Counter[Seat] = Counter()
    blind: Counter[Seat] = Counter()
    took: set[Seat] = set()
    for event in events:
        match event:
            case Played(seat=seat, cards=cards) if len(cards) >= MANY:
                yield Feat(seat, "all-together")
            case Turned(seat=seat, went=True):
                blind[seat] += 1
                yield Feat(seat, "blind-luck" if blind[seat] < MANY else "three-blind")
            case Turned(seat=seat):
                took.add(seat)
            case JokerNamed(seat=seat):
                yield Feat(seat, "as-what-i-say")
            case PileTaken(seat=seat, cards=cards):
                took.add(seat)
                if cards >= HEAP:
                    yield Feat(seat, "mountain" if cards >= MOUNTAIN else "heap")
            case _:
                pass
        yield from of_what_followed(event, fires, took)


def of_what_followed(event: PublicEvent, fires: Counter[Seat], took: set[Seat]) -> Iterator[Feat]:
    for one in getattr(event, "then", ()):
        match one:
            case Burned() if isinstance(event, Played | Turned | JokerNamed | Opened):
                fires[event.seat] += 1
                yield from of_a_fire(event.seat, one, fires[event.seat])
            case Skipped(seats=seats) if len(seats) >= TWICE and isinstance(event, Played | Turned | JokerNamed):
                yield Feat(event.seat, "jump-over")
            case IsOut(seat=seat, place=1):
                yield Feat(seat, "first-out")
            case IsPoohead(seat=seat):
                yield Feat(seat, "poohead")
            case Wins(seats=seats):
                yield from (Feat(seat, "clean-hands") for seat in seats if seat not in took)
            case _:
                pass


def of_a_fire(seat: Seat, fire: Burned, count: int) -> Iterator[Feat]:
    yield Feat(seat, "four-of-a-kind" if fire.alike else "fire")
    if count == TWICE:
        yield Feat(seat, "two-fires")
    if fire.cards >= BONFIRE:
        yield Feat(seat, "bonfire")
