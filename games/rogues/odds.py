"""Compute `!odds`: what one's dice come to against the unseen Giant, and in the last duel. Exact, from what is seen;
what the others may hold is guessed, and told as "about".
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from games.halflings.chances import Nets, chances_line, choices, deciding, mean, percent, row
from games.halflings.step import HALFLINGS, SNAKE
from games.kit.contract import Odds, PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.telling import Listed, Say, Told, say, yes
from games.rogues.chances import (
    before_the_roll,
    dice_in_duel,
    duel_of,
    duel_play,
    giant_weights,
    prospect,
    seen_cup,
    topple,
    whole_duel,
    with_hand,
)
from games.rogues.guesses import HUNDRED, chances_to_win, snake_among_rivals
from games.rogues.moves import Trip
from games.rogues.options import PotRule
from games.rogues.step import is_double
from games.rogues.view import RoguesView, RogueView, written

BETTING: Final = frozenset({"circuit", "den"})
BEST_PICKS: Final = 3
"""How many pairs are told for the last duel."""
NOTHING: Final = "none"


def own(view: RoguesView, _told: tuple[PrivateEvent, ...], _resample: Resample, _dice: Dice) -> Odds | None:
    """Return the chances of this viewer; None if they are not playing (any more)."""
    if not isinstance(view.viewer, int):
        return None
    rogue = rogue_of(view, view.viewer)
    if view.phase == "declaring" and rogue.plays == "waits":
        plays = (*of_trips(view, rogue), *of_winning(view), *of_draws(view, rogue), *of_split(view, rogue))
        return Odds((*plays, *of_all(view)))
    if view.phase in {"declaring", *BETTING} and rogue.plays == "trips":
        return Odds((trip_line(view, view.hand), *of_winning(view), *of_all(view), *of_calls(view)))
    if view.viewer in view.awaited:
        lines = tuple(of_duel(view, rogue.cup))
        return Odds(lines) if lines else None
    return None


def chance(view: RoguesView, move: Move | None) -> float | None:
    """Return the chance of a single Trip to topple the Giant, or to win the last duel; with `move`, of a Trip made now.

    If several trip, the lowest hand wins, and nobody knows what the others hold.
    """
    if not isinstance(view.viewer, int):
        return None
    if isinstance(move, Trip):
        return float(toppling(view, view.hand))
    trips = [one.seat for one in view.rogues if one.plays == "trips"]
    waits = any(one.plays == "waits" for one in view.rogues)
    if view.phase in {"declaring", *BETTING}:
        return float(toppling(view, view.hand)) if trips == [view.viewer] and not waits else None
    return chance_in_duel(view, view.viewer, move) if view.viewer in view.awaited else None


def chance_in_duel(view: RoguesView, seat: Seat, move: Move | None) -> float | None:
    if view.phase != "duel":
        return None
    duel = duel_of(view.options)
    if not view.duel:
        count = dice_in_duel(view.options, rogue_of(view, seat).cup)
        return float(row(before_the_roll(duel, count, view.knee))["win"])
    ways = choices(deciding(duel, duel_play(view.total - sum(view.duel), view.duel), view.knee))
    named = {way.__name__: nets for way, nets in ways.items()}
    nets = named.get(type(move).__name__) or max(ways.values(), key=mean)
    return float(row(nets)["win"])


def rogue_of(view: RoguesView, seat: Seat) -> RogueView:
    return next(one for one in view.rogues if one.seat == seat)


def told_of_giant(view: RoguesView) -> tuple[int, ...]:
    """Return the weight of each Giant, the Kick first, given what the Party's cups have shown."""
    return giant_weights(tuple(seen_cup(cup.taken, cup.shown) for cup in view.cups))


# Against the unseen Giant


def trip_line(view: RoguesView, hand: tuple[int, ...]) -> Say:
    found = prospect(hand, told_of_giant(view), view.maw)
    toppled, kicked = percent(found.toppled), percent(found.kicked)
    return say("odds-trip", hand=written(hand), fate=kind_of(view, hand), toppled=toppled, kicked=kicked)


def kind_of(view: RoguesView, hand: tuple[int, ...]) -> str:
    """Return what a hand is, whatever the Giant is."""
    if hand == SNAKE:
        return "snake"
    return "maw" if prospect(hand, told_of_giant(view), view.maw).consumed else "plain"


def of_all(view: RoguesView) -> Iterator[Say]:
    """Tell what holds for every Trip: the chance of a Kick, and that toppling the Giant is not yet winning (FR-27)."""
    weights = told_of_giant(view)
    if weights[0]:
        yield say("odds-kick", kick=percent(Fraction(weights[0], sum(weights))))
    if view.options.pot is PotRule.CLOSEST:
        yield say("odds-closest")


def of_winning(view: RoguesView) -> Iterator[Say]:
    """Tell about how often this hand wins the pot, if others may trip: toppling alone is not winning."""
    weights = told_of_giant(view)
    rivals = any(one.plays in {"trips", "waits"} and one.seat != view.viewer for one in view.rogues)
    if rivals and isinstance(view.viewer, int) and prospect(view.hand, weights, view.maw).toppled:
        found = chances_to_win(view, view.viewer, weights, guessing=True)[sum(view.hand)]
        yield say("odds-win", win=round(HUNDRED * found))


def of_calls(view: RoguesView) -> Iterator[Say]:
    """Tell whoever is to speak in the Den what calling a Tumble or a Snake may bring (FR-56, FR-58)."""
    if view.phase != "den" or not isinstance(view.viewer, int) or view.viewer not in view.awaited:
        return
    weights = told_of_giant(view)
    kick = percent(Fraction(weights[0], sum(weights)))
    yield say("odds-tumble", kick=kick, share=view.main // (len(view.tumbles) + 1), stake=view.unit)
    own, rogue = view.hand == SNAKE, rogue_of(view, view.viewer)
    shows = 1.0 if own else snake_among_rivals(view, view.viewer, weights)
    yield say(
        "odds-snake",
        own=yes(own),
        shows=round(HUNDRED * shows),
        share=view.main // (len(view.snakes) + 1),
        kick=kick,
        stake=view.unit,
        dice=len(view.hand) - len(rogue.drawn),
    )


def of_trips(view: RoguesView, rogue: RogueView) -> Iterator[Say]:
    """Tell of the hand as it is, then of each other pair that could be kept."""
    yield trip_line(view, view.hand)
    others = set() if rogue.drawn else pairs(view.dice) - {ranked(view.hand)}
    if others:
        found = sorted(((toppling(view, hand), hand) for hand in others), reverse=True)
        yield say("odds-keep", hands=Listed(tuple(hand_chance(hand, chance) for chance, hand in found)))


def of_draws(view: RoguesView, rogue: RogueView) -> Iterator[Say]:
    """Tell of each die that the Party shows, with the own die that goes best with it."""
    if rogue.drawn:
        return
    for die in sorted({die for cup in view.cups for die in cup.shown}):
        chance, _, stays = max((toppling(view, (one, die)), one == view.hand[0], one) for one in view.dice)
        keep, drop = arranging(view, stays)
        given: dict[str, Told] = {"die": die, "stays": stays, "keep": keep, "drop": drop, "total": stays + die}
        yield say("odds-draw", fate=kind_of(view, (stays, die)), toppled=percent(chance), **given)


def arranging(view: RoguesView, stays: int) -> tuple[str, int]:
    """Return how to make this own die stay in the hand: which two to keep first, which to drop; often neither."""
    other = view.hand[0]
    if stays == other:
        return NOTHING, 0
    if stays in view.hand:
        return NOTHING, other
    first = view.dice.index(stays) < view.dice.index(other)
    return f"{stays} {other}", 0 if first else other


def of_split(view: RoguesView, rogue: RogueView) -> Iterator[Say]:
    most = view.options.max_dice
    if is_double(view.hand):
        yield say("odds-split", gains=yes(rogue.cup < most), most=most)


def toppling(view: RoguesView, hand: tuple[int, ...]) -> Fraction:
    return topple(hand, told_of_giant(view), view.maw)


def hand_chance(hand: tuple[int, ...], chance: Fraction) -> Say:
    return say("odds-hand", hand=written(hand), toppled=percent(chance))


def pairs(dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {ranked(two) for two in combinations(dice, HALFLINGS)}


def ranked(hand: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(hand, reverse=True))


# The last duel, by the base game's chances


def of_duel(view: RoguesView, cup: int) -> Iterator[Say]:
    duel, count = duel_of(view.options), dice_in_duel(view.options, cup)
    match view.phase:
        case "wagering":
            yield duel_line("odds-wagering", row(whole_duel(duel, count)))
        case "picking":
            found = {hand: with_hand(duel, 0, hand, view.knee) for hand in pairs(view.duel)}
            best = sorted(found, key=lambda hand: mean(found[hand]), reverse=True)
            yield from (pick_line(hand, found[hand]) for hand in best[:BEST_PICKS])
        case "duel" if view.duel:
            play = duel_play(view.total - sum(view.duel), view.duel)
            ways = choices(deciding(duel, play, view.knee))
            yield from (duel_line(f"odds-duel-{move.__name__.lower()}", row(ways[move])) for move in ways)
        case "duel":
            yield duel_line("odds-duel-roll", row(before_the_roll(duel, count, view.knee)))
        case _:
            pass


def pick_line(hand: tuple[int, ...], nets: Nets) -> Say:
    return duel_line("odds-pick", row(nets), hand=written(hand))


def duel_line(message: str, chances: dict[str, Fraction], **more: Told) -> Say:
    """Tell of the duel. The base game's push is a Snake here: the Giant runs, and the duel begins anew."""
    told = chances_line(message, chances)
    return Say(told.id, {**told.args, **more, "snake": yes(chances["push"])})
