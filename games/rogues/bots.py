"""Choose moves for the house bots of Fearless Rogues Hold 'Em; at lower levels a bot sees less and errs more.

Level 0 plays its dice as they fell. From level 1 on a bot arranges its hand, and from 2 on it reads the Party. Level 3
also considers what the others may hold, and the antes to come.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.halflings.chances import choices, deciding, mean
from games.halflings.moves import Split as DuelSplit
from games.halflings.moves import Stand as DuelStand
from games.halflings.step import HALFLINGS
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice, Draw
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.seats import Seat
from games.kit.temper import Temper
from games.rogues import moves
from games.rogues.chances import GIANTS, best_pick, dice_in_duel, duel_of, duel_play, prospect, whole_duel
from games.rogues.guesses import HUNDRED, chances_to_win, likely, snake_among_rivals, sure_and_unsure
from games.rogues.odds import pairs, ranked, rogue_of, told_of_giant
from games.rogues.options import DenRule, Fearless
from games.rogues.step import is_double, paid_for
from games.rogues.view import RoguesView, RogueView

ARRANGES, READS_PARTY, COUNTS_ANTES, READS_RIVALS = 1, 2, 3, 3
"""The levels from which a bot does these."""
ERRS: Final = (100, 30, 12, 0)
"""By level: by how many percent of the pot a bot may misjudge what a play is worth."""
RASH: Final = (0, 6, 12, 15, 17, 18, 19)
CAREFUL: Final = (0, 30, 40, 42, 43, 43, 43)
A_CUP_IS_WORTH: Final = (RASH, RASH, RASH, CAREFUL)
"""By level: what so many dice are worth, in antes of one die; the first keeps a player in the game. Found by trial."""
ROUNDS_AHEAD: Final = 3
"""With antes for fewer rounds than these, dice are worth less, down to half."""
BLUFFS: Final = 5
"""In how many of a hundred decisions a bot goes on although it should not."""


class Mind(NamedTuple):
    """Hold what a house bot decides by. `wins`: the chance of a hand to win the pot, by its total."""

    view: RoguesView
    rogue: RogueView
    level: int
    legal: tuple[LegalMove, ...]
    draw: Draw
    weights: tuple[int, ...]
    wins: tuple[float, ...]

    def offer(self, kind: type[Move]) -> LegalMove | None:
        return next((offer for offer in self.legal if offer.move is kind), None)

    def may(self, kind: type[Move]) -> bool:
        return self.offer(kind) is not None

    def sometimes(self, percent: int) -> bool:
        return self.draw.below(HUNDRED) < percent

    def about(self, worth: float) -> float:
        """Return what a play is worth, as far as a bot of this level can tell."""
        err = ERRS[self.level] * self.view.pot
        return worth + (err * (self.draw.below(2 * HUNDRED + 1) - HUNDRED) / HUNDRED**2 if err else 0)


def choose(
    view: RoguesView,
    _told: tuple[PrivateEvent, ...],
    legal: tuple[LegalMove, ...],
    _resample: Resample,
    temper: Temper,
    dice: Dice,
) -> Move | None:
    if not isinstance(view.viewer, int) or view.viewer not in view.awaited or not legal:
        return None
    mind = mind_of(view, view.viewer, legal, min(temper.level, READS_RIVALS), dice.draw("choose"))
    match view.phase:
        case "declaring":
            return declare(mind)
        case "circuit":
            return bet(mind)
        case "den":
            return say_something(mind)
        case _:
            return in_the_duel(mind)


def mind_of(view: RoguesView, seat: Seat, legal: tuple[LegalMove, ...], level: int, draw: Draw) -> Mind:
    weights = told_of_giant(view) if level >= READS_PARTY else (1,) * len(GIANTS)
    wins = chances_to_win(view, seat, weights, guessing=level >= READS_RIVALS)
    return Mind(view, rogue_of(view, seat), level, legal, draw, weights, wins)


# What a hand and a die are worth


def worth_of_dice(mind: Mind, more: int, won: int = 0) -> float:
    """Return the worth of having `more` dice (below zero: fewer) and of having won so much."""
    cup = mind.rogue.cup
    after = min(max(0, cup + more), mind.view.options.max_dice)
    return worth_of_cup(mind, after, won) - worth_of_cup(mind, cup, 0)


def worth_of_cup(mind: Mind, cup: int, won: int) -> float:
    """Return the worth of dice, by how long the antes for them can be paid; 0 if not even the next one can."""
    worth = mind.view.unit * float(A_CUP_IS_WORTH[mind.level][cup])
    if mind.level < COUNTS_ANTES:
        return worth
    stack, unit = Suckers(mind.view.stacks[mind.rogue.seat] + won), next_unit(mind.view)
    dice = paid_for(mind.view.options, unit, cup, stack)
    return worth * min(1.0, (stack / (unit * dice) + ROUNDS_AHEAD) / (2 * ROUNDS_AHEAD)) if dice else 0.0


def next_unit(view: RoguesView) -> Suckers:
    return view.next_unit if view.rises_at == view.number + 1 else view.unit


def risk(mind: Mind, hand: tuple[int, ...], drawn: int) -> float:
    """Return what a Trip costs in dice, on average. A Kick hits only the first to trip (FR-23). A winner can pay for
    dice.

    `drawn`: how many dice of the hand are the Party's.
    """
    found = prospect(hand, mind.weights, mind.view.maw)
    own = len(hand) - drawn
    kick = 0.0 if somebody_trips_before(mind) else float(found.kick)
    lost = -worth_of_dice(mind, -1) * (float(found.kicked) + kick) - worth_of_dice(mind, -own) * float(found.consumed)
    return lost - worth_of_dice(mind, 0, int(mind.view.main)) * win_chance(mind, hand)


def somebody_trips_before(mind: Mind) -> bool:
    before = mind.view.order[: mind.view.order.index(mind.rogue.seat)]
    return any(rogue_of(mind.view, seat).plays == "trips" for seat in before)


def worth_of_trip(mind: Mind, hand: tuple[int, ...], drawn: int) -> float:
    return mind.view.main * win_chance(mind, hand) - risk(mind, hand, drawn)


def worth_of_this_trip(mind: Mind) -> float:
    return worth_of_trip(mind, mind.view.hand, len(mind.rogue.drawn))


def win_chance(mind: Mind, hand: tuple[int, ...]) -> float:
    """Return the chance to win; 0 with the Maw or a Snake."""
    return mind.wins[sum(hand)] if prospect(hand, mind.weights, mind.view.maw).toppled else 0.0


# Playing in turn


class Plan(NamedTuple):
    """Hold a play and the hand that it needs; if a die is drawn, the first die is the one that stays."""

    worth: float
    move: Move
    hand: tuple[int, ...]


def declare(mind: Mind) -> Move:
    """Arrange the hand for the best plan; no chance is involved, so this comes to an end. Then play one of the plans
    that the hand allows.
    """
    found = tuple(plans(mind))
    if mind.level >= ARRANGES:
        arrangement = arranging(mind, max(found, key=lambda plan: plan.worth))
        if arrangement is not None:
            return arrangement
    ready = [plan for plan in found if arranging(mind, plan) is None]
    return max(ready, key=lambda plan: mind.about(plan.worth)).move


def plans(mind: Mind) -> Iterator[Plan]:
    view = mind.view
    if mind.may(moves.Flee):
        yield Plan(0.0, moves.Flee(), view.hand)
    for hand in hands(mind):
        yield Plan(worth_of_trip(mind, hand, len(mind.rogue.drawn)), moves.Trip(), hand)
        if is_double(hand):
            yield Plan(worth_of_dice(mind, 1), moves.Split(), hand)
    offer = mind.offer(moves.Draw)
    for die in values(offer, "die"):
        for stays in sorted(set(view.dice)):
            yield Plan(after_drawing(mind, (stays, die)), moves.Draw(die), (stays, die))


def hands(mind: Mind) -> Sequence[tuple[int, ...]]:
    """Return each hand that could be kept."""
    view = mind.view
    if mind.rogue.drawn:
        return sorted({(die, *mind.rogue.drawn) for die in (view.hand[0], *view.aside)})
    return sorted(pairs(view.dice)) or [view.dice]


def after_drawing(mind: Mind, hand: tuple[int, ...]) -> float:
    """Return the worth of the best play that one may make after drawing."""
    found = [worth_of_trip(mind, hand, 1)]
    if is_double(hand):
        found.append(worth_of_dice(mind, 1))
    if mind.view.options.fearless is Fearless.OFF or mind.rogue.seat == mind.view.first:
        found.append(0.0)
    return max(found)


def arranging(mind: Mind, plan: Plan) -> Move | None:
    """Return the move that must be made before this plan can be played; None: it can be played now."""
    hand, stays = mind.view.hand, plan.hand[0]
    if isinstance(plan.move, moves.Draw) or mind.rogue.drawn:
        if stays == hand[0]:
            return None
        return moves.Drop(hand[0]) if stays in mind.view.aside else moves.Keep((stays, hand[0]))
    return None if ranked(plan.hand) == ranked(hand) else moves.Keep(plan.hand)


def values(offer: LegalMove | None, field: str) -> tuple[int, ...]:
    choice = None if offer is None else offer.fields[field]
    return tuple(one for one in choice.values if isinstance(one, int)) if isinstance(choice, OneOf) else ()


# The Circuit of Thieves

STRONG: Final = 0.55
"""With at least this chance to win, a bot usually raises."""
RAISES: Final = 60


def bet(mind: Mind) -> Move:
    """Bet if the chance is better than an equal share among the rivals, and call if the pot is worth it."""
    view, stack = mind.view, mind.view.stacks[mind.rogue.seat]
    owed = min(stack, view.standing - mind.rogue.bet)
    chance = win_chance(mind, view.hand)
    worth = chance * (view.pot + owed) - owed - risk(mind, view.hand, len(mind.rogue.drawn))
    bluffs = mind.sometimes(BLUFFS)
    if mind.about(worth) < 0 and not bluffs and mind.may(moves.Flee):
        return moves.Flee()
    rivals = sum(one.plays == "trips" for one in view.rogues) - 1
    if mind.may(moves.Check):
        return opening(mind, chance) if bluffs or chance * (rivals + 1) > 1 else moves.Check()
    more = mind.offer(moves.Raise)
    if more is not None and chance > STRONG and mind.sometimes(RAISES):
        return moves.Raise(sized(mind, more, chance))
    return moves.Call() if mind.may(moves.Call) else moves.Allin()


def opening(mind: Mind, chance: float) -> Move:
    offer = mind.offer(moves.Bet)
    return moves.Check() if offer is None else moves.Bet(sized(mind, offer, chance))


def sized(mind: Mind, offer: LegalMove, chance: float) -> Suckers:
    """Return an amount by strength, with some variation; a bluff looks like a strong hand."""
    limits = offer.fields["amount"]
    low, high = (limits.low, limits.high) if isinstance(limits, Range) else (0, 0)
    part = max(chance, STRONG) * mind.view.main / 4 + mind.draw.below(3) * mind.view.unit
    return Suckers(min(high, low + int(part)))


# The Liars' Den

DARES: Final = (0.3, 0.5, 0.5, 0.45)
"""By level: how likely a proposition must seem; a bot makes the highest one."""


IS_RAISED: Final = 0.5
"""How likely the next bettor raises a count rather than calls something or flees."""


class Saying(NamedTuple):
    """Hold something to say, and its worth including that of the Trip."""

    worth: float
    move: Move


def say_something(mind: Mind) -> Move:
    """Say what is worth most, including the Trip; if it is not worth its stake, flee if that is allowed."""
    said = max((best_count(mind), *calls(mind)), key=lambda one: one.worth)
    flees = mind.may(moves.Flee) and mind.about(said.worth) < 0 and not mind.sometimes(BLUFFS)
    return moves.Flee() if flees else said.move


def best_count(mind: Mind) -> Saying:
    """Return the highest count that is still likely enough; if there is none, the most likely one."""
    view, found = mind.view, list[tuple[float, moves.Count]]()
    sure, unsure = sure_and_unsure(view, mind.rogue.seat)
    for offer in (offer for offer in mind.legal if offer.move is moves.Count):
        dice, faces = offer.fields["dice"], offer.fields["face"]
        if isinstance(dice, Range) and isinstance(faces, Range):
            for face in range(faces.low, faces.high + 1):
                for count in range(dice.low, min(dice.high, sure[face] + unsure) + 1):
                    found.append((likely(count - sure[face], unsure), moves.Count(count, face)))
    stake, trip = view.unit, worth_of_this_trip(mind)
    if not found:
        return Saying(trip - stake, moves.Tumble())
    if view.options.den is DenRule.SHARP:
        sharp = [(worth_where_sharp(mind, *one, sure, unsure), one[1]) for one in found]
        worth, move = max(sharp, key=lambda one: (one[0], one[1].dice, one[1].face))
        return Saying(trip + worth - stake, move)
    dared = [one for one in found if one[0] >= DARES[mind.level]]
    chance, move = (
        max(dared, key=lambda one: (one[1].dice, one[1].face)) if dared else max(found, key=lambda one: one[0])
    )
    return Saying(trip + chance * (view.den + stake) - stake, move)


def worth_where_sharp(mind: Mind, chance: float, move: moves.Count, sure: Mapping[int, int], unsure: int) -> float:
    """Return what a count brings where the stake of a wrong one goes to whoever raised before it (FR-54): stakes of
    wrong counts made before are lost to the prize, and whoever raises this one and is wrong pays for it.
    """
    view = mind.view
    gone = view.unit * sum(1 - likely(made.dice - sure[made.face], unsure) for made in view.propositions[1:])
    raised = IS_RAISED if somebody_bets_after(mind) else 0.0
    topped = likely(move.dice + 1 - sure[move.face], unsure)
    return chance * (1 - raised * topped) * (view.den + view.unit - gone) + raised * (1 - topped) * view.unit


def somebody_bets_after(mind: Mind) -> bool:
    view = mind.view
    spoken = {*(made.seat for made in view.propositions), *view.snakes, *view.tumbles, mind.rogue.seat}
    return any(one.plays == "trips" and one.seat not in spoken for one in view.rogues)


def calls(mind: Mind) -> Iterator[Saying]:
    """Yield the calls. It may read a Kick from the Party; it knows its own Snake, and may guess another's. If no Snake
    shows, the caller loses the own dice of the hand (FR-56).
    """
    view, found = mind.view, prospect(mind.view.hand, mind.weights, mind.view.maw)
    stake, kick = view.unit, float(found.kick)
    yield Saying(worth_of_this_trip(mind) + kick * view.pot / (len(view.tumbles) + 1) - stake, moves.Tumble())
    if found.snake:
        yield Saying((1 - kick) * view.pot / (len(view.snakes) + 1) - stake, moves.Snake())
    elif mind.level >= READS_RIVALS:
        shows = snake_among_rivals(view, mind.rogue.seat, mind.weights)
        own = len(view.hand) - len(mind.rogue.drawn)
        share = view.main // (len(view.snakes) + 1)
        called = shows * (share + worth_of_dice(mind, 0, share)) + (1 - shows) * worth_of_dice(mind, -own)
        yield Saying((1 - kick) * called - stake, moves.Snake())


# The last duel

WAGERS: Final = (25, 50, 75, 100)
"""By level: how many percent of the limit a bot wagers if the odds favour the Halfling."""


def in_the_duel(mind: Mind) -> Move:
    view = mind.view
    match view.phase:
        case "wagering":
            return moves.Stake(Suckers(most_of(mind.offer(moves.Stake)) * wagers(mind) // HUNDRED))
        case "picking":
            return moves.Pick(
                best_pick(duel_of(view.options), view.duel, view.knee) if mind.level else ranked(view.duel)[:HALFLINGS]
            )
        case _ if mind.may(moves.Roll):
            return moves.Roll()
        case _:
            return moves.Split() if splits(mind) else moves.Stand()


def wagers(mind: Mind) -> int:
    """Return the percentage to wager; a bot that reads the Party stakes nothing if the odds are against it."""
    options, cup = mind.view.options, mind.rogue.cup
    counts = mind.level >= READS_PARTY
    against = counts and mean(whole_duel(duel_of(options), dice_in_duel(options, cup))) <= 0
    return 0 if against else WAGERS[mind.level]


def most_of(offer: LegalMove | None) -> int:
    choice = None if offer is None else offer.fields["amount"]
    return choice.high if isinstance(choice, Range) else 0


def splits(mind: Mind) -> bool:
    """Decide whether to split: at level 0 by a coin, else by the better mean."""
    view = mind.view
    if mind.level == 0:
        return mind.sometimes(HUNDRED // 2)
    play = duel_play(view.total - sum(view.duel), view.duel)
    found = choices(deciding(duel_of(view.options), play, view.knee))
    return mean(found[DuelSplit]) > mean(found[DuelStand])
