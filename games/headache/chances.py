"""Compute the exact chances of a contest: who rolls lowest in each round, and who is left at the end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, pairwise, product
from math import comb, prod
from operator import mul

from games.headache.options import Method
from games.headache.state import Contender, RollOf
from games.kit.seats import Die, Seat

Hand = tuple[Die, ...]
"""Dice that score as one, those with fewer sides first."""
Hands = tuple[Hand, ...]
"""The hands in a contest, sorted, so that equal contests are computed once."""
Row = tuple[float, ...]
"""The chance of each score, from 0."""
Shares = Mapping[Hand, float]
"""For each kind of hand, the chance that the result is one of that kind; the chances sum to 1."""


def hand_of(dice: Iterable[Die]) -> Hand:
    return tuple(sorted(dice))


@lru_cache(maxsize=4096)
def chances(sides: Hands, method: Method) -> Row:
    """Return each side's chance to win the pot. One Die Only: each plays its die with the most sides (HA-27).

    Multiple Lives (HA-28): it makes no difference for the pot whether the contest stops at the last owner or at the
    last die. So a side wins if one of its dice, each rolled for itself, outlasts all others.
    """
    match method:
        case Method.ONE:
            alone = each_lasts([(max(side),) for side in sides], add=False)
            return tuple(alone[(max(side),)] for side in sides)
        case Method.LIVES:
            alone = each_lasts([(die,) for side in sides for die in side], add=False)
            return tuple(sum(alone[(die,)] for die in side) for side in sides)
        case Method.HIGHEST | Method.ADD:
            whole = each_lasts(sides, add=method is Method.ADD)
            return tuple(whole[side] for side in sides)


def each_lasts(hands: Iterable[Hand], *, add: bool) -> Shares:
    """Return for each kind of hand the chance that a single hand of it is left at the end."""
    together = tuple(sorted(hands))
    add = add and any(len(hand) > 1 for hand in together)
    return {hand: share / together.count(hand) for hand, share in lasts(together, add).items()}


# One round: "The player with the lowest score is eliminated from the game"


@lru_cache(maxsize=4096)
def scores(hand: Hand, add: bool) -> Row:
    """Return the chance of each score: the sum of the dice (HA-30), or else the highest of them (HA-29)."""
    if add:
        found: Row = (1.0,)
        for die in hand:
            found = tuple(sum(found[max(0, score - die) : score]) / die for score in range(len(found) + die))
        return found
    at_most = [prod(min(score, die) / die for die in hand) for score in range(max(hand) + 1)]
    return (0.0, *(now - before for before, now in pairwise(at_most)))


def above(row: Row) -> Row:
    """Return the chance to score more than each score."""
    return (*tuple(accumulate(reversed(row)))[-2::-1], 0.0)


@lru_cache(maxsize=20_000)
def all_at(hands: Hands, add: bool) -> Row:
    """Return the chance that all of these have this score; no tie is possible above the shortest row."""
    rows = [scores(hand, add) for hand in hands]
    return rows[0] if len(rows) == 1 else tuple(map(mul, rows[0], all_at(hands[1:], add)))


@lru_cache(maxsize=20_000)
def all_above(hands: Hands, add: bool) -> Row:
    row = above(scores(hands[0], add))
    return row if len(hands) == 1 else tuple(map(mul, row, all_above(hands[1:], add)))


def ties(hands: Hands) -> Iterator[tuple[int, Hands, Hands]]:
    """Yield which hands may be tied for the lowest score, and which are above; equal hands are counted together."""
    split = [
        [(comb(count, tied), (hand,) * tied, (hand,) * (count - tied)) for tied in range(count + 1)]
        for hand, count in Counter(hands).items()
    ]
    for parts in product(*split):
        ways, tied, others = zip(*parts, strict=True)
        yield prod(ways), tuple(chain(*tied)), tuple(chain(*others))


@lru_cache(maxsize=20_000)
def eliminated(hands: Hands, add: bool) -> Shares:
    """Return the chance of each kind of hand to go first. Those tied for the lowest roll again until one goes."""
    if len(hands) == 1:
        return {hands[0]: 1.0}
    found, all_tied = dict.fromkeys(hands, 0.0), sum(all_at(hands, add))
    for ways, tied, others in ties(hands):
        if tied and others:
            chance = ways * sum(map(mul, all_at(tied, add), all_above(others, add)))
            for hand, share in eliminated(tied, add).items():
                found[hand] += chance * share
    return {hand: share / (1 - all_tied) for hand, share in found.items()}


# "Rounds of dice rolling continue until only one player remains"


@lru_cache(maxsize=20_000)
def lasts(hands: Hands, add: bool) -> Shares:
    if len(hands) == 1:
        return {hands[0]: 1.0}
    found = dict.fromkeys(hands, 0.0)
    for out, chance in eliminated(hands, add).items():
        for hand, share in lasts(without(hands, out), add).items():
            found[hand] += chance * share
    return found


def without(hands: Hands, out: Hand) -> Hands:
    place = hands.index(out)
    return hands[:place] + hands[place + 1 :]


# A contest in progress (`rolls=hand`): some may have rolled in this round, or only tied hands roll


def under_way(
    contenders: Sequence[Contender], rolling: Sequence[int], rolls: Sequence[RollOf], method: Method
) -> dict[Seat, float]:
    """Return the chance of each head to win from here; with Multiple Lives it is the sum over all its dice."""
    hands = {one.number: hand_of(one.dice) for one in contenders}
    add = method is Method.ADD
    found = dict.fromkeys((one.head for one in contenders), 0.0)
    for out, chance in goes_now(hands, rolling, rolls, add).items():
        alone = each_lasts([hand for number, hand in hands.items() if number != out], add=add)
        for one in contenders:
            if one.number != out:
                found[one.head] += chance * alone[hands[one.number]]
    return found


def goes_now(hands: Mapping[int, Hand], rolling: Sequence[int], rolls: Sequence[RollOf], add: bool) -> dict[int, float]:
    """Return by number the chance of each to go in this round, given what has been rolled in it so far."""
    if not rolls:
        return goes_when_all_roll(hands, rolling, add)
    fallen = {roll.contender: sum(roll.faces) if add else max(roll.faces) for roll in rolls}
    rows = {one: just(fallen[one]) if one in fallen else scores(hands[one], add) for one in rolling}
    found = dict.fromkeys(rolling, 0.0)
    for tied in chain.from_iterable(combinations(rolling, count) for count in range(1, len(rolling) + 1)):
        chance = sum(map(prod, zip(*(rows[one] if one in tied else above(rows[one]) for one in rolling), strict=False)))
        if chance:
            for one, share in goes_now(hands, tied, (), add).items():
                found[one] += chance * share
    return found


def goes_when_all_roll(hands: Mapping[int, Hand], rolling: Sequence[int], add: bool) -> dict[int, float]:
    """Return by number the chance of each to go, before anybody has rolled; equal hands have equal chances."""
    alone = eliminated(tuple(sorted(hands[number] for number in rolling)), add)
    count = Counter(hands[number] for number in rolling)
    return {number: alone[hands[number]] / count[hands[number]] for number in rolling}


def just(score: int) -> Row:
    """Return the row of a score that is certain."""
    return (*(0.0,) * score, 1.0)
