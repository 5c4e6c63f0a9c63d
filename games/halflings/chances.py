"""Compute the exact odds of Halflings & Giants by playing the rules on every outcome of the dice.

A split by the original card may be split again, pair by pair (HG-17). The outcomes of a pair are computed once. After
that only the pairs that hit the Knee are open; they all have the same two dice, so it is enough to count them and the
splits that are left.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.halflings import rules
from games.halflings.moves import Split, Stand
from games.halflings.options import MOST_EXACT_SPLITS, PAYS, HalflingsOptions, Push, SplitRule
from games.halflings.state import Bet, HalflingRolls, Hand, Over, Play, Splitting, State
from games.halflings.step import GIANT_SIDES, KICK
from games.halflings.view import HalflingsView
from games.kit.contract import Odds, PrivateEvent, Resample, Step
from games.kit.dice import Dice, NoDice, every
from games.kit.money import Suckers
from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.telling import Say, say

PLAYER: Final = Seat(0)
STAKE: Final = Suckers(2)
"""A stake for which every pay table pays whole suckers."""

UNTHROWN: Final = NoDice()
"""Dice for moves that throw none; a move that tried to would raise an error."""

Nets = dict[int, Fraction]
"""The outcomes of a game, in suckers won, and how likely each is."""


def mean(nets: Nets) -> Fraction:
    return sum((net * chance for net, chance in nets.items()), Fraction(0))


class Asked(HalflingsOptions):
    """Hold the options by which cached results are found: they have other hashes where other odds follow.

    All `Options` of a game have the same hash, so a cache would compare each set with many others.
    """

    def __hash__(self) -> int:
        """Return the hash of the options that odds follow from."""
        return hash((self.pay, self.split, self.sixes, self.snake_in_split, self.max_splits, self.snake_beats_kick))


def alone(options: HalflingsOptions, knee: int) -> State:
    """Return a state with one rich player against the House, about to roll. A push ends the game and counts 0.

    Options that no longer matter get fixed values, so that cached results are found again.
    """
    alone = Asked(
        push=Push.REFUND,
        snake_beats_kick=knee == KICK,
        pay=options.pay,
        split=options.split,
        sixes=options.sixes,
        snake_in_split=options.snake_in_split,
        max_splits=options.max_splits,
    )
    bet = Bet(PLAYER, STAKE, Suckers(0), auto=False)
    return State(alone, (Suckers(1000),), 0, None, 1, 0, (), (), HalflingRolls(bet, knee))


def spread(act: Callable[[Dice], Step[State]]) -> Nets:
    """Return the outcomes of this act, followed by the best play."""
    nets: Nets = {}
    for chance, step in every(act):
        for net, after in best(step.state).items():
            nets[net] = nets.get(net, Fraction(0)) + chance * after
    return nets


def choices(state: State) -> dict[type[Move], Nets]:
    """Return each move that the player may make now, with its outcomes."""
    if isinstance(state.phase, Splitting) and state.options.split is SplitRule.EXACT:
        return exact_choices(state.options, state.phase)
    offers = [offer.move for offer in rules.legal_moves(state, PLAYER)]
    return {move: spread(lambda dice, move=move: rules.played(state, PLAYER, move(), dice)) for move in offers}  # type: ignore[misc]


@lru_cache(maxsize=100_000)
def best(state: State) -> Nets:
    """Return the outcomes of this state if the player always chooses the best mean."""
    if isinstance(state.phase, Over):
        return {sum(net.net for net in state.nets): Fraction(1)}
    found = choices(replace(state, asked=0))
    if set(found) == {Split, Stand} and mean(found[Split]) == mean(found[Stand]):
        return found[Split if state.options.split is SplitRule.DOUBLES else Stand]
    return max(found.values(), key=mean)


# The split of the original card


def exact_choices(options: HalflingsOptions, phase: Splitting) -> dict[type[Move], Nets]:
    """Return the outcomes of splitting the first pair and of leaving it; the other open pairs come after it."""
    play = phase.plays[0]
    pairs, net = stood(phased(options, phase))
    pair, left = Pair(options, phase.knee, *sorted(play.hands[0].dice)), splits_left(options, play.splits)
    found: dict[type[Move], Nets] = {Split: shifted(split_pair(pair, left, pairs), net)} if left else {}
    return {**found, Stand: shifted(waiting(pair, left, pairs - 1), net + pair.pays)}


class Pair(NamedTuple):
    """Hold two dice that are the Knee exactly."""

    options: HalflingsOptions
    knee: int
    low: int
    high: int

    @property
    def pays(self) -> int:
        return int(STAKE * self.options.pays(self.knee))


@lru_cache(maxsize=10_000)
def waiting(pair: Pair, splits: int, pairs: int) -> Nets:
    """Return the outcomes of so many of these pairs with so many splits left and the best play; ties stand."""
    if not pairs:
        return {0: Fraction(1)}
    stand = shifted(waiting(pair, splits, pairs - 1), pair.pays)
    if not splits:
        return stand
    split = split_pair(pair, splits, pairs)
    return split if mean(split) > mean(stand) else stand


def split_pair(pair: Pair, splits: int, pairs: int) -> Nets:
    nets: Nets = {}
    for (net, again), chance in partners(pair).items():
        for more, after in waiting(pair, splits - 1, pairs - 1 + again).items():
            nets[net + more] = nets.get(net + more, Fraction(0)) + chance * after
    return nets


@lru_cache(maxsize=1_000)
def partners(pair: Pair) -> dict[tuple[int, int], Fraction]:
    """Give each die a new partner: return the net of what is settled, and how many pairs hit the Knee again."""
    options = pair.options.model_copy(update={"max_splits": MOST_EXACT_SPLITS})
    hand = Hand(0, (pair.low, pair.high), STAKE, Suckers(0))
    lies = phased(options, Splitting(pair.knee, (Play(PLAYER, False, (hand,), 0, 0),)))
    found: dict[tuple[int, int], Fraction] = {}
    for chance, step in every(lambda dice: rules.played(lies, PLAYER, Split(), dice)):
        again, net = stood(step.state)
        found[net, again] = found.get((net, again), Fraction(0)) + chance
    return found


def stood(state: State) -> tuple[int, int]:
    """Return how many pairs are still open, and the net of all others; it is found by standing on each open pair."""
    pairs = paid = 0
    while isinstance(state.phase, Splitting):
        pairs, paid = pairs + 1, paid + int(STAKE * state.options.pays(state.phase.knee))
        state = rules.played(state, PLAYER, Stand(), UNTHROWN).state
    return pairs, sum(net.net for net in state.nets) - paid


def splits_left(options: HalflingsOptions, splits: int) -> int:
    return (MOST_EXACT_SPLITS if options.max_splits is None else options.max_splits) - splits


def phased(options: HalflingsOptions, phase: Splitting) -> State:
    return replace(alone(options, phase.knee), phase=phase)


def shifted(nets: Nets, by: int) -> Nets:
    return {net + by: chance for net, chance in nets.items()}


# The table of all Knees


def row(nets: Nets) -> dict[str, Fraction]:
    """Return the chances to win, lose and push, by the sign of the net, and the mean per sucker of the first stake."""
    return {
        "win": sum((chance for net, chance in nets.items() if net > 0), Fraction(0)),
        "lose": sum((chance for net, chance in nets.items() if net < 0), Fraction(0)),
        "push": nets.get(0, Fraction(0)),
        "ev": mean(nets) / STAKE,
    }


def knee_row(options: HalflingsOptions, knee: int) -> dict[str, Fraction]:
    """Return the chances after this Knee is set; 1: the Kick."""
    if knee == KICK and not options.snake_beats_kick:
        return {"win": Fraction(0), "lose": Fraction(1), "push": Fraction(0), "ev": Fraction(-1)}
    return row(best(alone(options, knee)))


def whole_game(options: HalflingsOptions) -> dict[str, Any]:
    """Return the table of odds. `knees`: a row for each Knee; `total`: over the Giant's ten faces, with the Kick."""
    knees = {knee: knee_row(options, knee) for knee in range(KICK, GIANT_SIDES + 1)}
    total = {
        key: sum((row[key] for row in knees.values()), Fraction(0)) / GIANT_SIDES
        for key in ("win", "lose", "push", "ev")
    }
    pays = PAYS[options.pay]
    rows = [{"knee": knee, "pays": pays[knee], **knees[knee]} for knee in range(2, GIANT_SIDES + 1)]
    return {"knees": rows, "total": total}


# A player's own chances now


def own(view: HalflingsView, _told: tuple[PrivateEvent, ...], _resample: Resample, _dice: Dice) -> Odds | None:
    if isinstance(view.viewer, int):
        if view.most:
            return Odds((chances_line("odds-staking", whole_game(view.options)["total"]),))
        if view.phase == kebab_rolls and view.knee is not None and any(s.seat == view.viewer for s in view.stakes):
            return Odds((chances_line("odds-rolling", knee_row(view.options, view.knee)),))
        play = next((play for play in view.undecided if play.seat == view.viewer), None)
        if play is not None and view.knee is not None:
            found = choices(deciding(view.options, play, view.knee))
            return Odds(tuple(chances_line(f"odds-{move.__name__.lower()}", row(found[move])) for move in found))
    return None


def chance(view: HalflingsView, move: Move | None) -> float | None:
    """Return the chance to win with the best play from here, after `move` if it is given."""
    if not isinstance(view.viewer, int):
        return None
    if view.most:
        return float(whole_game(view.options)["total"]["win"])
    if view.knee is None:
        return None
    if view.phase == kebab_rolls and any(stake.seat == view.viewer for stake in view.stakes):
        return float(knee_row(view.options, view.knee)["win"])
    play = next((play for play in view.undecided if play.seat == view.viewer), None)
    if play is None:
        return None
    found = choices(deciding(view.options, play, view.knee))
    return float(row(found[type(move)] if type(move) in found else max(found.values(), key=mean))["win"])  # type: ignore[index]


kebab_rolls: Final = "halfling-rolls"


def deciding(options: HalflingsOptions, play: Play, knee: int) -> State:
    """Return a state with this play as it is, but with the stake for which the odds are computed."""
    hands = tuple(Hand(hand.kept, hand.dice, STAKE, Suckers(0)) for hand in play.hands)
    return phased(options, Splitting(knee, (replace(play, seat=PLAYER, auto=False, hands=hands, net=0, fallen=()),)))


def chances_line(message: str, chances: dict[str, Fraction]) -> Say:
    return say(message, **{key: percent(value) for key, value in chances.items()})


def percent(value: Fraction) -> str:
    """Return a chance in percent with one decimal, halves rounded up, without a float: `88.9`."""
    tenths = (abs(value) * 2000 + 1) // 2
    sign = "-" if value < 0 and tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"


def splits_well(options: HalflingsOptions, play: Play, knee: int, *, best: bool) -> bool:
    """Return whether splitting has a better mean than standing; if `best` is False, whether its mean is above 0."""
    found = choices(deciding(options, play, knee))
    return Split in found and mean(found[Split]) > (mean(found[Stand]) if best else 0)
