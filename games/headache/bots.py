"""Choose moves for the house bots of Headache; at lower levels a bot forgets more and errs more.

A house bot knows what its seat was told, as far as it remembers: level 3 has followed every die and every swap, level 0
uses only what the table shows. A cup is worth what the die that may be under it would win in the contest now.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.headache import moves
from games.headache.allies import as_side, side_of
from games.headache.manners import CHARACTERS, MOOD, PLAIN, Character
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
from games.headache.prices import AS_MEASURED, MOST_OWN_ONE, Believed, best_bid, most_for, on_sale_now, paid_if_failed
from games.headache.state import Question, Side
from games.headache.view import BiddingView, HeadacheView, OnTheTable, VoteView
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice, Draw
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Order, Range, Some
from games.kit.seats import Seat, Spot
from games.kit.temper import Temper

HUNDRED: Final = 100
REMEMBERS: Final = (0, 40, 75, 100)
"""By level: how far a bot relies on what it was told, in percent; for the rest it uses what the table shows."""
ERRS: Final = (60, 35, 15, 5)
"""By level: by how many percent a bot may misjudge what something is worth."""
PLANS: Final = 3
"""The level from which a bot considers what others will do."""
WORLDS: Final = 24
"""How many worlds, at most, are tried for a cup; if there are more, they are drawn."""


class Mind(NamedTuple):
    """Hold what a house bot decides by."""

    view: HeadacheView
    seat: Seat
    temper: Temper
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
    def level(self) -> int:
        return self.temper.level

    @property
    def stack(self) -> Suckers:
        return self.view.stacks[self.seat]

    @property
    def character(self) -> Character:
        return CHARACTERS[self.temper.manner]

    @property
    def plans(self) -> bool:
        """Return whether it considers what others will do, and not only its own dice."""
        return self.level >= PLANS

    def sometimes(self, percent: int) -> bool:
        return self.draw.below(HUNDRED) < percent

    def about(self, worth: float) -> float:
        """Return a worth as far as a bot of this level can tell."""
        err = ERRS[self.level]
        return worth * (HUNDRED - err + self.draw.below(2 * err + 1)) / HUNDRED

    def may(self, move: type[Move]) -> bool:
        return any(offer.move is move for offer in self.legal)

    def choices(self, field: str) -> tuple[Any, ...]:
        """Return the values that this field may have in the first move that is offered."""
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
    temper: Temper,
    dice: Dice,
) -> Move | None:
    if not isinstance(view.viewer, int) or not legal:
        return None
    mind = Mind(view, view.viewer, temper, legal, resample, dice, dice.draw("think"))
    return DECISIONS[legal[0].move](mind)


# Phase 2: rolling for first pick


def roll(mind: Mind) -> Move | None:  # noqa: ARG001 - nothing to think about
    return moves.Roll()


HIGHEST_ROLL: Final = 20
PRIME_IS_WORTH: Final = 1 / 12
"""The worth of being prime, as a part of the pot: a look into the full bag, and perhaps a second die."""


def reroll(mind: Mind) -> Move | None:
    """Roll again if the roll to beat is low enough to make it pay. After `stay`, do nothing more."""
    if not mind.may(moves.Stay):
        return None
    own = max(face.face for face in mind.view.rolls if face.seat == mind.seat)
    others = max((face.face for face in mind.view.rolls if face.seat != mind.seat), default=0)
    chance = (HIGHEST_ROLL - others) / HIGHEST_ROLL
    worthwhile = mind.about(mind.view.pot * PRIME_IS_WORTH * chance) > 1
    return moves.Reroll() if own <= others and worthwhile else moves.Stay()


# Phase 3: drawing dice (`draw=choose`)


def draw(mind: Mind) -> Move | None:
    """Draw the best die most of the time, to know where it is, but sometimes another, which nobody can predict."""
    bag = mind.choices("die")
    return moves.Draw(max(bag) if mind.sometimes(75) else mind.draw.pick(bag))


# Phases 4, 6 and 8: votes

Worths = Mapping[str, float]
"""The worth of each option of a vote, in suckers; empty: all are worth the same."""
OF_WHAT_IS_AT_STAKE: Final = 0.25
"""The part of the difference at stake that is voted; it is small, because others vote too, and the pot may be lost."""
OF_THE_DICE: Final = 0.5
"""The same for bots that give nothing for other votes."""
LIKED: Final = 0.2
"""The worth of the best liked option, as a part of the pot, if nothing can be computed."""
BY_MEMORY: Final = 0.1
"""The weight of what a good memory likes, for somebody with a manner."""


def worths(mind: Mind, question: Question) -> Worths:
    options = vote_of(mind).options
    if question is Question.METHOD:
        return worth_of_methods(mind)
    if mind.level == 0 and mind.character is PLAIN:
        return {option: mind.draw.below(4) for option in options}
    return {option: mind.about(mind.view.pot * LIKED * liked(mind, question, option)) for option in options}


def vote_of(mind: Mind) -> VoteView:
    if mind.view.vote is None:
        raise AssertionError("there is no vote now")
    return mind.view.vote


def worth_of_methods(mind: Mind) -> Worths:
    """Return what each method would bring an owner of dice, computed exactly from their chance to win the pot."""
    sides = mind.table.sides
    own = side_of(sides, mind.seat)
    if own is None:
        return {}
    return {method.value: mind.about(mind.view.pot * chance_of(sides, own, method)) for method in Method}


def liked(mind: Mind, question: Question, option: str) -> float:
    """Return how it likes an option now: by its manner and mood, and a little by its memory; or by that alone."""
    by_memory = liking(mind, question, option)
    if mind.character is PLAIN:
        return by_memory
    if question is Question.ROUNDS:
        return by_memory + MOOD * mind.draw.below(HUNDRED) / HUNDRED
    own = mind.character.likes.get(option, 0.0)
    return own + BY_MEMORY * by_memory + MOOD * mind.draw.below(HUNDRED) / HUNDRED


def liking(mind: Mind, question: Question, option: str) -> float:
    """Return how it likes an option: "players with good memories will want more rounds of swapping", and secrecy."""
    good, rich = mind.level >= GOOD_MEMORY, mind.stack * len(mind.view.players) >= sum(mind.view.stacks)
    match question, option:
        case Question.ROUNDS, _:
            return -abs(int(option) - max(1, ROUNDS[mind.level] + mind.character.rounds)) / 2
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
"""The level from which a bot has a good memory."""
ROUNDS: Final = (1, 1, 2, 3)
"""By level: how many rounds of swapping a bot likes to follow."""
MOST_VOTED: Final = {Question.METHOD: 10}
ELSE_MOST: Final = 4
PART_OF_STACK: Final = 6


def vote(mind: Mind) -> Move | None:
    """Vote small sums, at most a sixth of the stack. At a table that declares, the option is named later."""
    question = vote_of(mind).question
    worth = worths(mind, question)
    if not worth:
        return moves.Vote(Suckers(0), NONE)
    amount = put_in(mind, question, max(worth.values()) - sum(worth.values()) / len(worth))
    sealed = mind.choices("option") != (NONE,)
    return moves.Vote(Suckers(amount), best(worth) if sealed else NONE)


def put_in(mind: Mind, question: Question, stake: float) -> int:
    """Return how much to vote. The best bots save it for the way the dice are played: no other vote repays its cost;
    but who has a manner can't help it.
    """
    if question is not Question.METHOD and mind.character.puts:
        return min(mind.draw.below(mind.character.puts + 1), mind.stack // PART_OF_STACK)
    if mind.plans and question is not Question.METHOD:
        return 0
    part = OF_THE_DICE if mind.plans else OF_WHAT_IS_AT_STAKE
    most = min(MOST_VOTED.get(question, ELSE_MOST), mind.stack // PART_OF_STACK)
    return min(most, int(stake * part) + mind.draw.below(2))


def best(worth: Worths) -> str:
    return max(worth, key=lambda option: worth[option])


def order(mind: Mind) -> Move | None:
    """Let the chairman speak last, because the last one can still change the result."""
    return moves.Order(tuple(sorted(mind.choices("seats"), key=lambda seat: seat == mind.seat)))


def declare(mind: Mind) -> Move | None:
    """Return the best of the options that would lead with one's own suckers; those that lead anyway are among them."""
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
    """Hide the best die whose place one knows if others may lose track of it, or confuse them, or pass. Neither the
    last swap nor one of its own is made again.
    """
    cups = mind.choices("cups")
    known = [] if mind.level == 0 else remembered(mind.view, mind.seat, mind.resample, mind.dice)
    sure = [alike for alike in known if len(alike.cups) == 1]
    if mind.may(moves.Pass) and mind.sometimes(mind.character.passes):
        return moves.Pass()
    first = max(sure, key=lambda alike: alike.dice).cups[0] if sure and mind.sometimes(70) else mind.draw.pick(cups)
    stale, others = swapped_before(mind), [cup for cup in cups if cup != first]
    fresh = [cup for cup in others if {first, cup} not in stale]
    return moves.Swap((first, mind.draw.pick(fresh or others)))


def swapped_before(mind: Mind) -> list[set[Spot]]:
    """Return the pairs of cups of the last swap and of its own, which all have seen."""
    made = mind.resample(mind.dice).phase.table.swaps
    return [{one.first, one.second} for one in made if one is made[-1] or one.seat == mind.seat]


# Phase 7: the auction


def believed(mind: Mind) -> Iterator[tuple[float, World]]:
    """Yield worlds with their weights: from what the bot remembers, and for the rest from what the table shows."""
    sure = min(HUNDRED, max(0, REMEMBERS[mind.level] + mind.character.recalls)) / HUNDRED if mind.level else 0.0
    if sure:
        ways = worlds(remembered(mind.view, mind.seat, mind.resample, mind.dice), mind.draw, WORLDS).ways
        yield from ((sure / len(ways), way) for way in ways)
    if sure < 1:
        ways = in_the_open(mind)
        yield from (((1 - sure) / len(ways), way) for way in ways)


def in_the_open(mind: Mind) -> tuple[World, ...]:
    """Return the worlds of somebody who uses only what the table shows."""
    return worlds(in_sight(mind.view, mind.table), mind.draw, WORLDS).ways


def lot(mind: Mind) -> Move | None:
    """Sell weak cups first, usually: the pot grows, and the others' stacks shrink, before the good ones are sold.

    The best bots first sell what they alone know to be good, because early cups are the cheapest.
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
    """Return the chance of each cup that is still to be sold, as if a new player got it, and One Die Only."""
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


SHY: Final = 0.4
"""The part by which it bids less if failed bids are paid in full."""
SHADES: Final = {
    AuctionType.STANDARD: 0.9,
    AuctionType.SECOND_PRICE: 0.9,
    AuctionType.BLIND: 0.75,
    AuctionType.DUTCH: 0.75,
}
"""The part of a cup's worth that is bid. Paying all gains nothing; if the bid itself is the price, it is lower."""
ONES_OWN_PRICE: Final = {AuctionType.BLIND, AuctionType.DUTCH}
"""In these auctions bidding more than needed costs more; in the others the others' bids set the price."""


def pays(mind: Mind, bidding: BiddingView) -> int:
    """Return what it would pay for this cup, by its manner, and never more than such a die is worth."""
    believes = tuple(believed(mind))
    return min(int(reckoned(mind, bidding, believes) * mind.character.bids), most_for(bidding.lot, believes))


def reckoned(mind: Mind, bidding: BiddingView, believes: Believed) -> int:
    """Return what it pays as it reckons; the best bots consider what the others will bid."""
    kind, failed = AuctionType(bidding.kind), paid_if_failed(mind.view)
    ahead = AS_MEASURED if mind.plans else MOST_OWN_ONE
    worth = mind.about(on_sale_now(mind.view, (mind.seat,), bidding.lot, believes, ahead)[mind.seat])
    if not mind.plans or kind not in ONES_OWN_PRICE:
        return shaded(worth, kind, failed)
    failed = 0.0 if kind is AuctionType.DUTCH else failed
    return best_bid(worth, failed, rivals(mind, bidding, failed), mind.stack)


def shaded(worth: float, kind: AuctionType, failed: float) -> int:
    return int(worth * SHADES[kind] * (1 - SHY * failed))


def rivals(mind: Mind, bidding: BiddingView, failed: float) -> list[float]:
    """Guess what each of the others may bid, from what they own and from what the table shows of this cup."""
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
    more = 1 + mind.draw.below(1 + (limit - high) // mind.character.raises)
    return moves.Bid(Suckers(min(limit, high + more)))


def blind(mind: Mind, bidding: BiddingView) -> Move:
    bluff = 1 + mind.draw.below(2) if mind.sometimes(mind.character.bluffs) else 0
    amount = pays(mind, bidding) or bluff
    return moves.Bid(Suckers(max(mind.least("amount"), min(mind.stack, amount))))


def award(mind: Mind) -> Move | None:
    """Give the cup to oneself if possible, else to the one with the smallest stack."""
    return moves.Award(min(mind.choices("seat"), key=lambda seat: (seat != mind.seat, mind.view.stacks[seat])))


# Alliances, and the dice to play with

WORTH_A_WORD: Final = 0.02
"""What an alliance must bring the two together, at least, by nobody's manner in particular."""


def ally(mind: Mind) -> Move | None:
    """Accept the best offer that gains; else make one, once; else play alone. Whoever has no dice takes any part."""
    table, seat = mind.table, mind.seat
    own = as_side(table.sides, seat)
    alone = hoped(mind, table.sides, own)
    gains = {
        offer.seat: mind.about(together(mind, own, offer.seat) * offer.share / HUNDRED) - alone
        for offer in mind.view.proposals
        if offer.other == seat and offer.seat in mind.choices("seat")
    }
    if gains and max(gains.values()) > mind.character.shy - WORTH_A_WORD:
        return moves.Ally(max(gains, key=lambda other: gains[other]))
    if not mind.may(moves.Pass):
        return None
    made = any(offer.seat == seat for offer in mind.view.proposals)
    return (None if made or not own.dice else proposal(mind, own, alone)) or moves.Pass()


def proposal(mind: Mind, own: Side, alone: float) -> Move | None:
    """Offer the other a part of what both would gain: half, or as is its manner."""
    table, found = mind.table, {}
    for other in mind.choices("seat"):
        theirs, both = hoped(mind, table.sides, as_side(table.sides, other)), together(mind, own, other)
        found[other] = both - alone - theirs, theirs, both
    if not found:
        return None
    other = max(found, key=lambda seat: found[seat])
    gain, theirs, both = found[other]
    if mind.about(gain) < mind.character.shy:
        return None
    share = round(HUNDRED * (theirs + gain * (1 - mind.character.keeps)) / both)
    return moves.Ally(other, min(max(share, 1), HUNDRED - 1))


def hoped(mind: Mind, sides: Sequence[Side], side: Side) -> float:
    """Return the chance of this side to win the pot, by the method decided or by those that are likely."""
    if not side.dice:
        return 0.0
    method = method_of(mind.table)
    if method is not None:
        return chance_of(sides, side, method)
    ahead = AS_MEASURED if mind.plans else MOST_OWN_ONE
    return sum(weight * chance_of(sides, side, one) for one, weight in ahead.few)


def together(mind: Mind, own: Side, other: Seat) -> float:
    """Return the chance of both sides if they play as one."""
    theirs = as_side(mind.table.sides, other)
    joined = replace(own, dice=(*own.dice, *theirs.dice))
    kept, gone = (own, theirs) if own.dice else (theirs, own)
    return hoped(mind, [joined if side == kept else side for side in mind.table.sides if side != gone], joined)


def keep(mind: Mind) -> Move | None:
    """Keep the die with the most sides, which has the best chance against anything the others keep."""
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
"""How to decide, by the first move that is offered; these functions also consider the other offers."""
