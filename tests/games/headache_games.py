"""Provide whole games of Headache, position by position: random play that is careful with its suckers.

Fully random moves spend whole stacks in the first vote, and then no auction is worth a test.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from playing import Opening, Position, positions

from games.headache import GAME
from games.headache.moves import Reroll
from games.kit.dice import Draw
from games.kit.moves import Choice, Move, OneOf, Order, Range, Some
from games.kit.seats import Seat
from games.proof import fair
from games.proof.record import Deed, Left, TimedOut, moved_by

TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "plain": (5, {}),
    "quick": (6, {"pace": "quick"}),
    "full, by hand, no memory": (5, {"pace": "full", "memory": "off", "rolls": "hand"}),
    "chosen dice": (5, {"draw": "choose", "blind_tie": "chairman", "auction_types": "blind", "memory": "off"}),
    "allies by hand": (5, {"alliances": "on", "rolls": "hand", "auction_types": "dutch", "must_swap": "on"}),
    "no peeping": (5, {"bag_peek": "off", "auction_types": "blind+second_price", "blind_tie": "rebid"}),
    "a crowd": (8, {"extra_dice": "match_players", "auction_types": "standard", "alliances": "on", "memory": "off"}),
    "three": (3, {"min_players": "3", "alliance_size": "3", "vote": "declare", "max_swap_rounds": "2"}),
}
"""The number of people at each table, and its options. Together the tables reach every phase."""
MOST = 4
"""The most suckers above the minimum that a random vote or bid has."""


def opening(name: str, seed: str = "") -> Opening:
    seats, given = TABLES[name]
    options = GAME.options_from(given)
    return Opening(GAME, options, (GAME.stack(options),) * seats, fair.lp(f"{name} {seed}"))


@cache
def whole_game(name: str, seed: str = "") -> tuple[Position, ...]:
    return tuple(positions(opening(name, seed), 10_000, careful))


def a_match(name: str, seed: str, games: int) -> Iterator[Position]:
    """Yield game after game with the stacks and the carry of the last one; in every third nobody says anything."""
    begun = opening(name, seed)
    for number in range(games):
        deed_of = silent if number % 3 == 1 else careful
        game = list(positions(begun._replace(seed=fair.lp(f"{name} {seed} {number}")), 10_000, deed_of))
        yield from game
        result = GAME.result(game[-1].state)
        assert result is not None
        begun = begun._replace(stacks=result.stacks, carry=GAME.carried(game[-1].state))


def careful(position: Position, chance: Draw) -> Deed:
    """Return mostly a small move, often silence, seldom somebody's departure."""
    here = [seat for seat in position.seats if seat not in position.gone]
    movers = [seat for seat in here if GAME.legal_moves(position.state, seat)]
    lot = chance.below(150)
    if lot == 0:
        return Left(chance.pick(here))
    if lot < 20 or not movers:
        return silent(position, chance)
    seat = chance.pick(movers)
    return moved_by(seat, small_move(position.state, seat, chance))


def silent(position: Position, chance: Draw) -> Deed:
    """Return silence from all awaited people."""
    ask = GAME.asks(position.state)
    assert ask is not None
    return TimedOut(ask.seats)


def small_move(state: Any, seat: Seat, chance: Draw) -> Move:
    legal = GAME.legal_moves(state, seat)
    offer = chance.pick(legal)
    if offer.move is Reroll and chance.below(3):
        offer = legal[-1]
    return offer.move(**{name: chosen(choice, chance) for name, choice in offer.fields.items()})


def chosen(choice: Choice, chance: Draw) -> Any:
    match choice:
        case Range(low=low, high=high):
            return low + chance.below(min(MOST, high - low) + 1)
        case OneOf(values=values):
            return chance.pick(values)
        case Some(values=values, least=least):
            return chance.shuffle(values)[:least]
        case Order(values=values):
            return chance.shuffle(values)
