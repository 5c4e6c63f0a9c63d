"""Decide the feats of Headache: offices, bargains, alliances, and what the last roll did."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.headache.auction_events import CupsLifted, LotSold, TieRolled
from games.headache.events import Allied, Appointed, CastingVote, ContestRolled, PotWon, Swapped, TiedLowest
from games.headache.options import HeadacheOptions
from games.headache.phrases import Score
from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.kit.seats import Seat

SONG: Final = 1
RANSOM: Final = 50
SWAPS: Final = 3
SEVERAL: Final = 3
LARGEST: Final = 20
SMALLEST: Final = 4
FEATS: Final = (
    "for-a-song",
    "ransom",
    "settled-by-dice",
    "three-swaps",
    "last-word",
    "the-d20",
    "collector",
    "top-of-the-die",
    "headache",
    "escape",
    "chair-wins",
    "little-one",
    "together",
    "lone-wolf",
)


def feats_in(
    _options: HeadacheOptions, _seats: int, events: Sequence[PublicEvent], _result: Result
) -> tuple[Feat, ...]:
    return (*of_the_market(events), *of_the_contest(events), *of_the_pot(events))


def of_the_market(events: Sequence[PublicEvent]) -> Iterator[Feat]:
    """Yield the feats of votes, swaps and the auction."""
    swaps: Counter[Seat] = Counter()
    tied = False
    for event in events:
        match event:
            case Swapped(seat=seat):
                swaps[seat] += 1
                if swaps[seat] == SWAPS:
                    yield Feat(seat, "three-swaps")
            case CastingVote(chairman=chairman, said=True):
                yield Feat(chairman, "last-word")
            case TieRolled():
                tied = True
            case LotSold(seat=seat, price=price):
                yield from of_a_sale(seat, price, tied=tied)
                tied = False
            case CupsLifted(holdings=holdings):
                yield from (Feat(one.seat, "the-d20") for one in holdings if LARGEST in one.dice)
                yield from (Feat(one.seat, "collector") for one in holdings if len(one.dice) >= SEVERAL)
            case _:
                pass


def of_a_sale(seat: Seat, price: int, *, tied: bool) -> Iterator[Feat]:
    if price <= SONG:
        yield Feat(seat, "for-a-song")
    if price >= RANSOM:
        yield Feat(seat, "ransom")
    if tied:
        yield Feat(seat, "settled-by-dice")


def of_the_contest(events: Sequence[PublicEvent]) -> Iterator[Feat]:
    for event in events:
        if isinstance(event, ContestRolled):
            for score in event.rolls:
                yield from of_a_roll(score)


def of_a_roll(score: Score) -> Iterator[Feat]:
    if any(face == die for face, die in zip(score.faces, score.dice, strict=False)):
        yield Feat(score.seat, "top-of-the-die")
    if score.faces and set(score.faces) == {1}:
        yield Feat(score.seat, "headache")


def of_the_pot(events: Sequence[PublicEvent]) -> Iterator[Feat]:
    """Yield the feats of those who won the pot."""
    won = [event for event in events if isinstance(event, PotWon)]
    winners = [share.seat for event in won for share in event.shares]
    chairs = {event.chairman for event in events if isinstance(event, Appointed)}
    tied = {seat for event in events if isinstance(event, TiedLowest) for seat in event.seats}
    holdings = [one for event in events if isinstance(event, CupsLifted) for one in event.holdings]
    small = {one.seat for one in holdings if one.dice == (SMALLEST,)}
    allied = any(isinstance(event, Allied) for event in events)
    for seat in winners:
        for name, is_so in (
            ("chair-wins", seat in chairs),
            ("escape", seat in tied),
            ("little-one", seat in small),
            ("together", len(winners) > 1),
            ("lone-wolf", allied and len(winners) == 1),
        ):
            if is_so:
                yield Feat(seat, name)
