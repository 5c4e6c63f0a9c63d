"""House players of Headache: one player, who forgets more and errs more the lower the level.

A house bot knows what its seat was told, as far as it remembers: level 3 has followed every die and every swap, level
0 goes by what lies open. A cup is worth the chance of the die that may be under it, in the contest as it would be now.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.headache import moves
from games.headache.allies import as_side, side_of
from games.headache.moves import CALLED, NONE
from games.headache.odds import (
    World,
    by_side,
    chance_of,
    in_sight,
    method_of,
    remembered,
    sides_now,
    worlds,
)
from games.headache.options import AuctionType, FailedBids, Method, Reveal
from games.headache.prices import AS_MEASURED, MOST_OWN_ONE, best_bid, on_sale_now, paid_if_failed
from games.headache.state import Question, Side
from games.headache.view import BiddingView, HeadacheView, OnTheTable, VoteView
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice, Draw
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Order, Range, Some
from games.kit.seats import Seat, Spot

HUNDRED: Final = 100
REMEMBERS: Final = (0, 40, 75, 100)
"""By level: how sure a house bot is of what it was told, in percent; for the rest it goes by what lies open."""
ERRS: Final = (60, 35, 15, 5)
"""By level: by how many percent it may misjudge what something is worth."""
PLANS: Final = 3
"""From this level on a house bot thinks of what others will do."""
WORLDS: Final = 24
"""In so many worlds it tries a cup, where there are more."""


class Mind(NamedTuple):
    """Hold what a house bot decides by."""

    view: HeadacheView
    seat: Seat
    level: int
    legal: tuple[LegalMove, ...]
    resample: Resample
    dice: Dice
    draw: Draw

    @property
    def table(self) -> OnTheTable:
        if self.view.table is None:
            raise AssertionError("cups, votes and bids come after prime and chairman")
        return self.view.table

    @property
    def stack(self) -> Suckers:
        return self.view.stacks[self.seat]

    @property
    def plans(self) -> bool:
        """Return whether it thinks of what others will do, and not of its own dice alone."""
        return self.level >= PLANS

    def sometimes(self, percent: int) -> bool:
        return self.draw.below(HUNDRED) < percent

    def about(self, worth: float) -> float:
        """Return this much, as far as one of this level can tell."""
        err = ERRS[self.level]
        return worth * (HUNDRED - err + self.draw.below(2 * err + 1)) / HUNDRED

    def may(self, move: type[Move]) -> bool:
        return any(offer.move is move for offer in self.legal)

    def choices(self, field: str) -> tuple[Any, ...]:
        """Return what this field of the first move that is offered may hold."""
        choice = next((offer.fields[field] for offer in self.legal if field in offer.fields), None)
        return choice.values if isinstance(choice, OneOf | Some | Order) else ()

    def least(self, field: str) -> int:
        choice = self.legal[0].fields[field]
        return choice.low if isinstance(choice, Range) else 0


def choose(
    view: HeadacheView,
    _told: tuple[PrivateEvent, ...],
    legal: tuple[LegalMove, ...],
    resample: Resample,
    level: int,
    dice: Dice,
) -> Move | None:
    if not isinstance(view.viewer, int) or not legal:
        return None
    mind = Mind(view, view.viewer, level, legal, resample, dice, dice.draw("think"))
    return DECISIONS[legal[0].move](mind)


# Phase 2: rolling for first pick


def roll(mind: Mind) -> Move | None:  # noqa: ARG001 - nothing to think about
    return moves.Roll()


HIGHEST_ROLL: Final = 20
PRIME_IS_WORTH: Final = 1 / 12
"""As a part of the pot: a look into the full bag, and a second die where there are more dice than players."""


def reroll(mind: Mind) -> Move | None:
    """It pays to try where the one to beat rolled low. Who has said `stay` and is not asked again leaves it so."""
    if not mind.may(moves.Stay):
        return None
    own = max(face.face for face in mind.view.rolls if face.seat == mind.seat)
    others = max((face.face for face in mind.view.rolls if face.seat != mind.seat), default=0)
    chance = (HIGHEST_ROLL - others) / HIGHEST_ROLL
    worthwhile = mind.about(mind.view.pot * PRIME_IS_WORTH * chance) > 1
    return moves.Reroll() if own <= others and worthwhile else moves.Stay()


# Phase 3: drawing dice (`draw=choose`)


def draw(mind: Mind) -> Move | None:
    """As a rule the best die, for then one knows where it is; now and then another, or everybody would know."""
    bag = mind.choices("die")
    return moves.Draw(max(bag) if mind.sometimes(75) else mind.draw.pick(bag))


# Phases 4, 6 and 8: votes

Worths = Mapping[str, float]
"""The worth of each option of a vote, in suckers; none: all the same."""
OF_WHAT_IS_AT_STAKE: Final = 0.25
"""This part of it goes into the fist: others vote as well, and the pot may be lost."""
OF_THE_DICE: Final = 0.5
"""The same of those who give nothing for other votes."""
LIKED: Final = 0.2
"""The worth that a well liked option is held to have, as a part of the pot, where nothing can be computed."""


def worths(mind: Mind, question: Question) -> Worths:
    options = vote_of(mind).options
    if question is Question.METHOD:
        return worth_of_methods(mind)
    if mind.level == 0:
        return {option: mind.draw.below(4) for option in options}
    return {option: mind.about(mind.view.pot * LIKED * liking(mind, question, option)) for option in options}


def vote_of(mind: Mind) -> VoteView:
    if mind.view.vote is None:
        raise AssertionError("there is no vote now")
    return mind.view.vote


def worth_of_methods(mind: Mind) -> Worths:
    """Exactly, for whoever owns a die: what part of the pot each method would bring."""
    sides = mind.table.sides
    own = side_of(sides, mind.seat)
    if own is None:
        return {}
    return {method.value: mind.about(mind.view.pot * chance_of(sides, own, method)) for method in Method}


def liking(mind: Mind, question: Question, option: str) -> float:
    """Rulebook: "players with good memories will want more rounds of swapping", and may want what hides the dice."""
    good, rich = mind.level >= GOOD_MEMORY, mind.stack * len(mind.view.players) >= sum(mind.view.stacks)
    match question, option:
        case Question.ROUNDS, _:
            return -abs(int(option) - ROUNDS[mind.level]) / 2
        case Question.AUCTION, AuctionType.BLIND | AuctionType.DUTCH:
            return 1 if good else 0
        case Question.FAILED, FailedBids.NOTHING:
            return 0 if rich else 1
        case Question.FAILED, FailedBids.HALF:
            return 1 if rich else 0.5
        case Question.REVEAL, Reveal.HIDDEN:
            return 1 if good else 0
        case Question.REVEAL, Reveal.ALL:
            return 0 if good else 1
        case _:
            return 0.5


GOOD_MEMORY: Final = 2
"""From this level on."""
ROUNDS: Final = (1, 1, 2, 3)
"""By level: how many rounds of swapping it likes to follow."""
MOST_VOTED: Final = {Question.METHOD: 10}
ELSE_MOST: Final = 4
PART_OF_STACK: Final = 6


def vote(mind: Mind) -> Move | None:
    """Small sums, a sixth of the stack at most. At a table that declares, what they are for is said later."""
    question = vote_of(mind).question
    worth = worths(mind, question)
    if not worth:
        return moves.Vote(Suckers(0), NONE)
    amount = put_in(mind, question, max(worth.values()) - sum(worth.values()) / len(worth))
    sealed = mind.choices("option") != (NONE,)
    return moves.Vote(Suckers(amount), best(worth) if sealed else NONE)


def put_in(mind: Mind, question: Question, stake: float) -> int:
    """Return how much to vote. The best keep it for how the dice are played: no other vote brings in what it costs."""
    if mind.plans and question is not Question.METHOD:
        return 0
    part = OF_THE_DICE if mind.plans else OF_WHAT_IS_AT_STAKE
    most = min(MOST_VOTED.get(question, ELSE_MOST), mind.stack // PART_OF_STACK)
    return min(most, int(stake * part) + mind.draw.below(2))


def best(worth: Worths) -> str:
    return max(worth, key=lambda option: worth[option])


def order(mind: Mind) -> Move | None:
    """Let the chairman speak last, who can still turn it then."""
    return moves.Order(tuple(sorted(mind.choices("seats"), key=lambda seat: seat == mind.seat)))


def declare(mind: Mind) -> Move | None:
    """Return the best of those options that lead once one's own suckers are on them; what leads anyway
    is one of them.
    """
    seen = vote_of(mind)
    worth = worths(mind, seen.question)
    if not worth:
        return moves.Abstain() if mind.may(moves.Abstain) else moves.For(mind.draw.pick(seen.options))
    own = 0 if seen.own is None else seen.own.amount
    sums = {option: sum(one.amount for one in seen.ballots if one.option == option) for option in seen.options}
    leading = [option for option in seen.options if sums[option] + own >= max(sums.values())]
    return moves.For(best({option: worth[option] for option in leading}))


def cast(mind: Mind) -> Move | None:
    worth = worths(mind, vote_of(mind).question)
    tied = mind.choices("option")
    return moves.Cast(best({option: worth[option] for option in tied}) if worth else mind.draw.pick(tied))


# Phase 5: swapping the cups


def swap(mind: Mind) -> Move | None:
    """Hide the best die that one knows of, where others may lose its track; or confuse them; or let it be."""
    cups = mind.choices("cups")
    known = [] if mind.level == 0 else remembered(mind.view, mind.seat, mind.resample, mind.dice)
    sure = [alike for alike in known if len(alike.cups) == 1]
    if mind.may(moves.Pass) and mind.sometimes(25):
        return moves.Pass()
    first = max(sure, key=lambda alike: alike.dice).cups[0] if sure and mind.sometimes(70) else mind.draw.pick(cups)
    return moves.Swap((first, mind.draw.pick([cup for cup in cups if cup != first])))


# Phase 7: the auction


def believed(mind: Mind) -> Iterator[tuple[float, World]]:
    """Worlds and how likely this house bot holds them: what it remembers, for the rest what lies open."""
    sure = REMEMBERS[mind.level] / HUNDRED
    if sure:
        ways = worlds(remembered(mind.view, mind.seat, mind.resample, mind.dice), mind.draw, WORLDS).ways
        yield from ((sure / len(ways), way) for way in ways)
    if sure < 1:
        ways = in_the_open(mind)
        yield from (((1 - sure) / len(ways), way) for way in ways)


def in_the_open(mind: Mind) -> tuple[World, ...]:
    """Return the worlds of somebody who goes by what lies open."""
    return worlds(in_sight(mind.view, mind.table), mind.draw, WORLDS).ways


def lot(mind: Mind) -> Move | None:
    """Weak cups first, as a rule: the pot grows, and the others' stacks fall, before what is good is sold.

    The best sell first what they alone know to be good: nothing is as cheap as an early cup.
    """
    cups = mind.choices("cup")
    if mind.level == 0 or (not mind.plans and mind.sometimes(30)):
        return moves.Lot(mind.draw.pick(cups))
    own = cups_weighed(mind, list(believed(mind)))
    if not mind.plans:
        return moves.Lot(min(cups, key=lambda cup: own[cup]))
    ways = in_the_open(mind)
    others = cups_weighed(mind, [(1 / len(ways), way) for way in ways])
    return moves.Lot(max(cups, key=lambda cup: own[cup] - others[cup]))


def cups_weighed(mind: Mind, held: Sequence[tuple[float, World]]) -> dict[Spot, float]:
    """Return the chance of each cup that is still to be sold, as if it went to somebody new, and One Die Only."""
    sides = sides_now(mind.view, mind.table)
    weighed = {side: 0.0 for side in sides if isinstance(side, Spot)}
    for weight, world in held:
        for side, chance in by_side(sides, world, Method.ONE).items():
            if isinstance(side, Spot):
                weighed[side] += weight * chance
    return weighed


# Bidding


def bid(mind: Mind) -> Move | None:
    bidding = bidding_of(mind)
    match AuctionType(bidding.kind):
        case AuctionType.STANDARD:
            return raise_or_drop(mind, bidding)
        case AuctionType.DUTCH:
            return moves.Bid(CALLED) if bidding.price <= pays(mind, bidding) else None
        case AuctionType.BLIND | AuctionType.SECOND_PRICE:
            return blind(mind, bidding)


def bidding_of(mind: Mind) -> BiddingView:
    if mind.view.bidding is None:
        raise AssertionError("no cup is on sale now")
    return mind.view.bidding


RAISES: Final = 5
"""In so many steps, about, it comes to what it would pay."""
SHY: Final = 0.4
"""It bids so much less where failed bids are paid as well."""
SHADES: Final = {
    AuctionType.STANDARD: 0.9,
    AuctionType.SECOND_PRICE: 0.9,
    AuctionType.BLIND: 0.75,
    AuctionType.DUTCH: 0.75,
}
"""Of what the cup is worth: who pays all of that gains nothing, and where the bid itself is the price it is shaded."""
ONES_OWN_PRICE: Final = {AuctionType.BLIND, AuctionType.DUTCH}
"""Here who bids more than is needed pays it; elsewhere the others' bids are the price."""
BLUFFS: Final = 4
"""In a hundred: a little for a cup that is worth nothing, so that bids tell less."""


def pays(mind: Mind, bidding: BiddingView) -> int:
    """Return what it would pay for this cup; the best think of what the others will bid."""
    kind, failed = AuctionType(bidding.kind), paid_if_failed(mind.view)
    ahead = AS_MEASURED if mind.plans else MOST_OWN_ONE
    worth = mind.about(on_sale_now(mind.view, (mind.seat,), bidding.lot, tuple(believed(mind)), ahead)[mind.seat])
    if not mind.plans or kind not in ONES_OWN_PRICE:
        return shaded(worth, kind, failed)
    failed = 0.0 if kind is AuctionType.DUTCH else failed
    return best_bid(worth, failed, rivals(mind, bidding, failed), mind.stack)


def shaded(worth: float, kind: AuctionType, failed: float) -> int:
    return int(worth * SHADES[kind] * (1 - SHY * failed))


def rivals(mind: Mind, bidding: BiddingView, failed: float) -> list[float]:
    """Guess what each of the others may bid: by what they own, and no more than lies open of this cup."""
    stacks = mind.view.stacks
    others = tuple(seat for seat in mind.view.players if seat != mind.seat and stacks[seat] > 0)
    open_to_all = [(1 / len(ways), way) for ways in (in_the_open(mind),) for way in ways]
    worth = on_sale_now(mind.view, others, bidding.lot, open_to_all, AS_MEASURED)
    return [min(stacks[seat], max(1, shaded(worth[seat], AuctionType(bidding.kind), failed))) for seat in others]


def raise_or_drop(mind: Mind, bidding: BiddingView) -> Move:
    high = max((bid.amount for bid in bidding.bids), default=Suckers(0))
    limit = min(mind.stack, pays(mind, bidding))
    if limit <= high:
        return moves.Drop()
    return moves.Bid(Suckers(high + 1 + mind.draw.below(1 + (limit - high) // RAISES)))


def blind(mind: Mind, bidding: BiddingView) -> Move:
    bluff = 1 + mind.draw.below(2) if mind.sometimes(BLUFFS) else 0
    amount = pays(mind, bidding) or bluff
    return moves.Bid(Suckers(max(mind.least("amount"), min(mind.stack, amount))))


def award(mind: Mind) -> Move | None:
    """Oneself if one may, else the one with the least to bid with."""
    return moves.Award(min(mind.choices("seat"), key=lambda seat: (seat != mind.seat, mind.view.stacks[seat])))


# Alliances, and the dice to play with

WORTH_A_WORD: Final = 0.02
"""An alliance that brings less together than this is none."""


def ally(mind: Mind) -> Move | None:
    """Take the best offer that gains by it; else make one, once; else play alone. Who owns nothing takes any part."""
    table, seat = mind.table, mind.seat
    own = as_side(table.sides, seat)
    alone = hoped(mind, table.sides, own)
    gains = {
        offer.seat: mind.about(together(mind, own, offer.seat) * offer.share / HUNDRED) - alone
        for offer in mind.view.proposals
        if offer.other == seat and offer.seat in mind.choices("seat")
    }
    if gains and max(gains.values()) > 0:
        return moves.Ally(max(gains, key=lambda other: gains[other]))
    if not mind.may(moves.Pass):
        return None
    made = any(offer.seat == seat for offer in mind.view.proposals)
    return (None if made or not own.dice else proposal(mind, own, alone)) or moves.Pass()


def proposal(mind: Mind, own: Side, alone: float) -> Move | None:
    """Offer half of what both gain."""
    table, found = mind.table, {}
    for other in mind.choices("seat"):
        theirs, both = hoped(mind, table.sides, as_side(table.sides, other)), together(mind, own, other)
        found[other] = both - alone - theirs, theirs, both
    if not found:
        return None
    other = max(found, key=lambda seat: found[seat])
    gain, theirs, both = found[other]
    if mind.about(gain) < WORTH_A_WORD:
        return None
    share = round(HUNDRED * (theirs + gain / 2) / both)
    return moves.Ally(other, min(max(share, 1), HUNDRED - 1))


def hoped(mind: Mind, sides: Sequence[Side], side: Side) -> float:
    """Return the chance of this side to win the pot, as the dice will be played, or may be before that is known."""
    if not side.dice:
        return 0.0
    method = method_of(mind.table)
    if method is not None:
        return chance_of(sides, side, method)
    ahead = AS_MEASURED if mind.plans else MOST_OWN_ONE
    return sum(weight * chance_of(sides, side, one) for one, weight in ahead.few)


def together(mind: Mind, own: Side, other: Seat) -> float:
    """Return the chance of both sides as one."""
    theirs = as_side(mind.table.sides, other)
    joined = replace(own, dice=(*own.dice, *theirs.dice))
    kept, gone = (own, theirs) if own.dice else (theirs, own)
    return hoped(mind, [joined if side == kept else side for side in mind.table.sides if side != gone], joined)


def keep(mind: Mind) -> Move | None:
    """Keep the die with the most sides: it has the best chance against whatever the others keep."""
    return moves.Keep(max(mind.choices("die")))


Decision = Callable[[Mind], Move | None]
DECISIONS: Final[Mapping[type[Move], Decision]] = {
    moves.Roll: roll,
    moves.Reroll: reroll,
    moves.Draw: draw,
    moves.Vote: vote,
    moves.Order: order,
    moves.For: declare,
    moves.Cast: cast,
    moves.Swap: swap,
    moves.Lot: lot,
    moves.Bid: bid,
    moves.Award: award,
    moves.Ally: ally,
    moves.Keep: keep,
    moves.Pass: ally,
}
"""By the first move that is offered; what else is offered with it is weighed there."""
