"""Decide the feats of Halflings & Giants."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.halflings.events import CrowdSettled, Eaten, GiantFared, Kept, Kicked, Snake, SplitExactly, Toppled
from games.halflings.options import HalflingsOptions
from games.halflings.step import GIANT_SIDES, KICK
from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.kit.seats import Seat

TWICE: Final = 2
MOUTHFUL: Final = 12
FEATS: Final = (
    "ten-foot",
    "to-the-inch",
    "snake",
    "two-snakes",
    "half-and-whole",
    "split-twice",
    "split-exactly",
    "by-a-hair",
    "kick-from-nowhere",
    "into-the-maw",
    "twelve-down",
    "well-fed",
    "first-of-all",
)


def feats_in(
    _options: HalflingsOptions, _seats: int, events: Sequence[PublicEvent], _result: Result
) -> tuple[Feat, ...]:
    found, snakes, splits = list[Feat](), Counter[Seat](), Counter[Seat]()
    for event in events:
        match event:
            case Snake(seat=seat):
                snakes[seat] += 1
                found.append(Feat(seat, "snake" if snakes[seat] < TWICE else "two-snakes"))
            case Kept(seat=seat):
                splits[seat] += 1
                if splits[seat] == TWICE:
                    found.append(Feat(seat, "split-twice"))
            case SplitExactly(seat=seat):
                found.append(Feat(seat, "split-exactly"))
            case Toppled(seat=seat, total=total, knee=knee):
                found += of_a_topple(seat, total, knee, split=bool(splits[seat]))
            case Kicked() | Eaten() | GiantFared() | CrowdSettled():
                found += of_a_fall(event)
            case _:
                pass
    return tuple(found)


def of_a_fall(event: PublicEvent) -> Iterator[Feat]:
    """Yield the feats for what went wrong for a Halfling, or well for a Giant or the best of a crowd."""
    match event:
        case Kicked(seat=seat, knee=knee) if knee == KICK:
            yield Feat(seat, "kick-from-nowhere")
        case Kicked(seat=seat, total=total, knee=knee) if total == knee - 1:
            yield Feat(seat, "by-a-hair")
        case Eaten(seat=seat, total=total):
            yield Feat(seat, "twelve-down" if total >= MOUTHFUL else "into-the-maw")
        case GiantFared(giant=giant, up=True):
            yield Feat(giant, "well-fed")
        case CrowdSettled(best=(first, *_) as best):
            yield from (Feat(one.seat, "first-of-all") for one in best if one.amount == first.amount)
        case _:
            pass


def of_a_topple(seat: Seat, total: int, knee: int, *, split: bool) -> Iterator[Feat]:
    if knee == GIANT_SIDES:
        yield Feat(seat, "ten-foot")
    if total == knee:
        yield Feat(seat, "to-the-inch")
    if split:
        yield Feat(seat, "half-and-whole")
