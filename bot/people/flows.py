"""The flow of suckers between pairs of people, and pairs that stand out (threats T4): by gifts, and at tables for two.

Games of chance vary, so what a pair won and lost is compared with the stakes of their games. Each game is treated as a
toss for about what changed hands; the sum of many tosses seldom exceeds three times the root of the sum of their
squares. A gift is no toss, so it counts in full. Nobody is barred for it: staff look, and judge.
"""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from msgspec import Struct

from bot.people.finished_games import GONE, FinishedGame
from bot.ports.ids import PersonId
from persistence import Entry

FAR: Final = 3.0
"""How many times the usual variation is unusual for a pair."""
FEWEST_GAMES: Final = 5
LEAST: Final = 500
"""Suckers below which nobody need look."""
PURSE: Final = "purse:"
GIFT: Final = "gift"
"""The cause of a gift in the ledger."""
Pair = tuple[PersonId, PersonId]


class Flow(Struct, frozen=True):
    """Suckers that went from `source` to `target`, net: `won` in games for purses, and in `gifts`.

    `games`: how many they played against each other. `swing`: how far chance usually moves `won`, either way.
    """

    source: PersonId
    target: PersonId
    won: int
    games: int
    swing: int
    gifts: int

    @property
    def net(self) -> int:
        return self.won + self.gifts

    @property
    def stands_out(self) -> bool:
        """Tell whether so much went one way as chance seldom brings."""
        lost = self.games >= FEWEST_GAMES and self.won > FAR * self.swing
        return self.net >= LEAST and (lost or self.gifts >= LEAST)


def flows_of(games: Iterable[FinishedGame], entries: Iterable[Entry]) -> tuple[Flow, ...]:
    """Return the flow between each pair, from loser to winner; the largest come first."""
    won, squares, played, gifts = dict[Pair, int](), dict[Pair, int](), dict[Pair, int](), dict[Pair, int]()
    for game in games:
        sats = [sat for sat in game.seats if sat.known]
        if not (game.counts and game.purse) or len(sats) != 2:
            continue
        one, other = sorted(sats, key=lambda sat: sat.player)
        pair, gain = (one.player, other.player), (other.gain - one.gain) // 2
        won[pair] = won.get(pair, 0) + gain
        squares[pair] = squares.get(pair, 0) + gain * gain
        played[pair] = played.get(pair, 0) + 1
    for entry in entries:
        if entry.cause == GIFT:
            giver, getter = (PersonId(account.removeprefix(PURSE)) for account in (entry.source, entry.target))
            pair, sign = ((giver, getter), 1) if giver < getter else ((getter, giver), -1)
            gifts[pair] = gifts.get(pair, 0) + sign * entry.amount
    pairs = [pair for pair in {*won, *gifts} if not any(one.startswith(GONE) for one in pair)]
    found = [directed(pair, won, squares, played, gifts) for pair in pairs]
    return tuple(sorted(found, key=lambda flow: (-flow.stands_out, -flow.net)))


def directed(
    pair: Pair,
    won: Mapping[Pair, int],
    squares: Mapping[Pair, int],
    played: Mapping[Pair, int],
    gifts: Mapping[Pair, int],
) -> Flow:
    """Return the flow of a pair, from the one who lost on the whole to the one who gained."""
    net, given, swing = won.get(pair, 0), gifts.get(pair, 0), round(sqrt(squares.get(pair, 0)))
    source, target = pair if net + given >= 0 else pair[::-1]
    sign = 1 if net + given >= 0 else -1
    return Flow(source, target, sign * net, played.get(pair, 0), swing, sign * given)
