"""Decide the feats of Cones: catches, towers, and how a game was won."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.cones.events import NO_CONES, Lifted, Moved, Won
from games.cones.options import ConesOptions
from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.kit.seats import Seat

TALL: Final = 5
GIANT: Final = 8
CATCH: Final = 3
SPREE: Final = 4
LIFTS: Final = 3
CROWD: Final = 10
FEATS: Final = (
    "first-catch",
    "big-catch",
    "at-the-door",
    "two-in-a-row",
    "spree",
    "tower",
    "spire",
    "three-lifts",
    "last-colour",
    "ten-cones",
    "gentle",
    "back-again",
    "nobody-left",
    "long-quiet",
)


def feats_in(_options: ConesOptions, _seats: int, events: Sequence[PublicEvent], _result: Result) -> tuple[Feat, ...]:
    return tuple(found(events))


def found(events: Sequence[PublicEvent]) -> Iterator[Feat]:
    caught: Counter[Seat] = Counter()
    lost: Counter[Seat] = Counter()
    lifts: Counter[Seat] = Counter()
    last = -1
    for event in events:
        match event:
            case Moved(seat=seat, captured=captured, owners=owners) if captured != NO_CONES:
                yield from of_a_catch(event, first=not caught, again=last == seat)
                caught[seat] += 1
                if caught[seat] == SPREE:
                    yield Feat(seat, "spree")
                lost.update(owners)
                last = seat
            case Lifted(seat=seat):
                lifts[seat] += 1
                if lifts[seat] == LIFTS:
                    yield Feat(seat, "three-lifts")
            case Won():
                yield from of_the_end(event, caught, lost)
            case _:
                pass
        if isinstance(event, Moved | Lifted):
            yield from of_a_stack(event.seat, event.stack)


def of_a_catch(event: Moved, *, first: bool, again: bool) -> Iterator[Feat]:
    if first:
        yield Feat(event.seat, "first-catch")
    if len(event.captured) >= CATCH:
        yield Feat(event.seat, "big-catch")
    if event.how == "enters":
        yield Feat(event.seat, "at-the-door")
    if again:
        yield Feat(event.seat, "two-in-a-row")


def of_a_stack(seat: Seat, stack: str) -> Iterator[Feat]:
    high = 0 if stack == NO_CONES else len(stack)
    if high >= TALL:
        yield Feat(seat, "tower")
    if high >= GIANT:
        yield Feat(seat, "spire")


def of_the_end(event: Won, caught: Counter[Seat], lost: Counter[Seat]) -> Iterator[Feat]:
    named = {"captured": "last-colour", "alone": "nobody-left", "quiet": "long-quiet"}
    for seat in event.winners:
        if event.how in named:
            yield Feat(seat, named[event.how])
        if event.cones >= CROWD:
            yield Feat(seat, "ten-cones")
        if not caught[seat]:
            yield Feat(seat, "gentle")
        if lost[seat] >= CATCH:
            yield Feat(seat, "back-again")
