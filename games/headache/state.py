"""Hold what stands on the table of a game of Headache, phase by phase.

The rules identify a die by its place in the order of drawing. Where each of these is now is public (cups are swapped
openly); which of them is the d20 is not.
"""

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from games.headache.options import HeadacheOptions
from games.kit.kept import known_once
from games.kit.money import Stacks, Suckers
from games.kit.seats import Die, Seat, Spot
from games.kit.secret import Sealed, Secret
from games.kit.telling import Phrase, kebab

DieNumber = int
"""A die, by its place in the order of drawing, from 0."""


class Question(StrEnum):
    """Name what is voted on, in the order of the phases 4, 6 (three votes) and 8."""

    ROUNDS = "rounds"
    AUCTION = "auction"
    FAILED = "failed"
    REVEAL = "reveal"
    METHOD = "method"


# What the phases are made of


class Face(Phrase, frozen=True):
    """Hold what a seat rolled with the d20; after a re-roll, the roll that counts."""

    seat: Seat
    face: int


class Decided(Struct, frozen=True):
    """Hold the result of a vote; `option` as players type it: `2`, `blind`."""

    question: Question
    option: str


class Drawn(Struct, frozen=True):
    """Hold a die, and the cup under which its drawer put it."""

    cup: Spot
    die: Secret[Die]


class Cup(Struct, frozen=True):
    """Hold a cup, which stays where it stands, and the die under it, which can move."""

    at: Spot
    die: DieNumber


class Sold(Struct, frozen=True):
    """Hold what became of a cup. `owner`: None if nobody bid, so that the die is out of the game."""

    cup: Spot
    die: DieNumber
    owner: Seat | None


class Choice(Struct, frozen=True):
    """Hold somebody's vote: so many suckers for an option (`none`: for no option)."""

    amount: Suckers
    option: str


class Slip(Struct, frozen=True):
    seat: Seat
    choice: Sealed[Choice]


class Fist(Struct, frozen=True):
    """Hold suckers in a hand: a vote's amount before it is shown, or a blind bid."""

    seat: Seat
    amount: Sealed[Suckers]


class Ballot(Struct, frozen=True):
    """Hold a vote as it was shown."""

    seat: Seat
    amount: Suckers
    option: str


class Offer(Phrase, frozen=True):
    """Hold a bid that all know."""

    seat: Seat
    amount: Suckers


class Sale(Struct, frozen=True):
    """Hold how a lot was sold: what was bid for it, as all know by then, and who paid what, the buyer first."""

    lot: Spot
    bids: tuple[Offer, ...]
    paid: tuple[Offer, ...]

    @property
    def buyer(self) -> Seat:
        return self.paid[0].seat


class Side(Struct, frozen=True):
    """Hold who plays as one in the contest: an owner, or allies with their parts of the pot; the first one decides."""

    members: tuple[Seat, ...]
    parts: tuple[int, ...]
    dice: tuple[Die, ...]


class Proposal(Struct, frozen=True):
    """Hold an offer of an alliance. `share`: the percentage that `other` would get."""

    seat: Seat
    other: Seat
    share: int


class Contender(Struct, frozen=True):
    """Hold what scores as one in the contest: the dice of a side, or one die of Multiple Lives. `head`: who rolls."""

    number: int
    head: Seat
    dice: tuple[Die, ...]


class RollOf(Struct, frozen=True):
    """Hold what a contender rolled, by its number."""

    contender: int
    faces: tuple[int, ...]


class Table(Struct, frozen=True):
    """Hold all that stands on the table after prime and chairman are appointed.

    `order`: the players from the prime clockwise. `ranks`: by their rolls, the lowest first: the next chairmen. `drawn`
    and `cups`: empty before phase 3. `shown`: the dice that everybody has seen. `spent`: by seat, on cups. `sides`: who
    plays for the pot, with what; empty until the cups are lifted. `proposals`: open offers of alliances. `sale`: how
    the last lot was sold, until players can bid for the next one; None: it was not.
    """

    chairman: Seat
    order: tuple[Seat, ...]
    ranks: tuple[Seat, ...]
    drawn: tuple[Drawn, ...]
    cups: tuple[Cup, ...]
    decided: tuple[Decided, ...]
    swaps: tuple["SwapMade", ...]
    sold: tuple[Sold, ...]
    shown: tuple[DieNumber, ...]
    spent: Stacks
    sides: tuple[Side, ...]
    proposals: tuple[Proposal, ...]
    sale: Sale | None = None

    def decided_on(self, question: Question) -> bool:
        return any(one.question is question for one in self.decided)

    def option(self, question: Question) -> str:
        """Return the result of the vote on this; raises KeyError before it."""
        for one in self.decided:
            if one.question is question:
                return one.option
        raise KeyError(question)

    def cup(self, at: Spot) -> Cup:
        return next(cup for cup in self.cups if cup.at == at)

    @property
    def unsold(self) -> tuple[Cup, ...]:
        """Return the cups that are still for sale, in the order of seats from the prime, left before right."""
        gone = {one.cup for one in self.sold}
        left = [cup for cup in self.cups if cup.at not in gone]
        return tuple(sorted(left, key=lambda cup: (self.order.index(cup.at.seat), cup.at.index)))


class SwapMade(Struct, frozen=True):
    seat: Seat
    first: Spot
    second: Spot


# Phase 2: rolling for first pick


class FirstRolls(Struct, frozen=True, tag=kebab):
    """Wait for the first rolls. `rolls`: of those who have rolled."""

    rolls: tuple[Face, ...]


class Rerolls(Struct, frozen=True, tag=kebab):
    """Wait for players who pay to roll again. `stayed`: who does not want to."""

    rolls: tuple[Face, ...]
    stayed: tuple[Seat, ...]


class PrimeRolls(Struct, frozen=True, tag=kebab):
    """Wait for those tied for prime to roll off. `faces`: of those who have rolled."""

    rolls: tuple[Face, ...]
    tied: tuple[Seat, ...]
    faces: tuple[Face, ...]


class PrimeRerolls(Struct, frozen=True, tag=kebab):
    """Wait for those tied for prime, who have rolled off and may pay to roll again."""

    rolls: tuple[Face, ...]
    faces: tuple[Face, ...]
    stayed: tuple[Seat, ...]


class ChairmanRolls(Struct, frozen=True, tag=kebab):
    """Wait for those tied for chairman to roll off."""

    rolls: tuple[Face, ...]
    prime: Seat
    tied: tuple[Seat, ...]
    faces: tuple[Face, ...]


# Phase 3: drawing dice


class Drawing(Struct, frozen=True, tag=kebab):
    """Wait for the players to choose their dice in turn. `bag`: what is left. `drawer`: whose turn it is."""

    table: Table
    bag: Secret[tuple[Die, ...]]
    drawer: Seat


# Phases 4, 6 and 8: votes


class Voting(Struct, frozen=True, tag=kebab):
    """Wait for amount and option at once (`vote=sealed`). `voters`: who has a vote, in the order of play."""

    table: Table
    question: Question
    voters: tuple[Seat, ...]
    slips: tuple[Slip, ...]


class FistsOut(Struct, frozen=True, tag=kebab):
    """Wait for each voter to take suckers into a fist (`vote=declare`)."""

    table: Table
    question: Question
    voters: tuple[Seat, ...]
    fists: tuple[Fist, ...]


class Ordering(Struct, frozen=True, tag=kebab):
    """Wait for the chairman to say in which order fists are shown. `ballots`: of those who have left."""

    table: Table
    question: Question
    voters: tuple[Seat, ...]
    fists: tuple[Fist, ...]
    ballots: tuple[Ballot, ...]


class Declaring(Struct, frozen=True, tag=kebab):
    """Wait for each voter in turn to show a fist and name an option. `left`: who has not yet, the next one first."""

    table: Table
    question: Question
    fists: tuple[Fist, ...]
    left: tuple[Seat, ...]
    ballots: tuple[Ballot, ...]


class Casting(Struct, frozen=True, tag=kebab):
    """Wait for the chairman's casting vote between the tied options."""

    table: Table
    question: Question
    ballots: tuple[Ballot, ...]
    tied: tuple[str, ...]


# Phase 5: swapping the cups


class Swapping(Struct, frozen=True, tag=kebab):
    """Wait for swaps. `left`: who has not swapped in this round, the next one first. `round` counts from 1."""

    table: Table
    round: int
    left: tuple[Seat, ...]


class SwapShown(Struct, frozen=True, tag=kebab):
    """Show a swap for a moment before the next one takes its place (HA-14, memory on)."""

    table: Table
    round: int
    left: tuple[Seat, ...]


# Phase 7: the auction


class ChoosingLot(Struct, frozen=True, tag=kebab):
    table: Table


class LotShown(Struct, frozen=True, tag=kebab):
    """Show a cup that has come on sale by itself: a late bid for the last one must not count for this one."""

    table: Table
    lot: Spot


class BlindBids(Struct, frozen=True, tag=kebab):
    """Wait for blind bids. `bidders`: who may bid. `least`: what they must bid. `shown`: bids before a tie (HA-16)."""

    table: Table
    lot: Spot
    bidders: tuple[Seat, ...]
    least: Suckers
    shown: tuple[Offer, ...]
    fists: tuple[Fist, ...]


class Awarding(Struct, frozen=True, tag=kebab):
    """Wait for the chairman to give the lot to one of the tied (`blind_tie=chairman`)."""

    table: Table
    lot: Spot
    bids: tuple[Offer, ...]
    tied: tuple[Seat, ...]


class OpenBids(Struct, frozen=True, tag=kebab):
    """Wait for open bids. `bids`: the highest of each bidder, the leader's last. `calls`: the steps of the count.

    `going`: 0, then once, then twice. `dropped`: who is out for this lot.
    """

    table: Table
    lot: Spot
    bids: tuple[Offer, ...]
    dropped: tuple[Seat, ...]
    going: int
    calls: int


class PriceFalls(Struct, frozen=True, tag=kebab):
    """Wait for somebody to take the falling price. `calls`: how many there were. `highest`: the first."""

    table: Table
    lot: Spot
    price: Suckers
    calls: int
    highest: Suckers


# Around phase 8: alliances, and the dice to play with


class Allying(Struct, frozen=True, tag=kebab):
    """Wait for alliances. `passed`: who wants no (further) ally."""

    table: Table
    passed: tuple[Seat, ...]


class Keeping(Struct, frozen=True, tag=kebab):
    """Wait for owners of several dice to choose one (One Die Only)."""

    table: Table


# Phase 9: playing for the pot


class Contest(Struct, frozen=True, tag=kebab):
    """Play for the pot. `contenders`: still in. `rolling`: the numbers of those who roll now. `rolls`: so far.

    `again`: the tied roll off in a round that has begun.
    """

    table: Table
    contenders: tuple[Contender, ...]
    round: int
    rolling: tuple[int, ...]
    rolls: tuple[RollOf, ...]
    again: bool = False


class RoundShown(Struct, frozen=True, tag=kebab):
    """Show a roll of the contest for a moment before the next one.

    `contenders`: still in. `again`: the numbers of those who are tied for lowest and roll again; none: a new round
    begins. `rolls`: what lies on the table. `out`: who has just gone.
    """

    table: Table
    contenders: tuple[Contender, ...]
    round: int
    again: tuple[int, ...]
    rolls: tuple[RollOf, ...]
    out: tuple[Contender, ...]


class Over(Struct, frozen=True, tag=kebab):
    """End the game. `ended`: won, carried (nobody bought a die), alone (all others left), broke (too few could pay).

    `last`: the roll of the contest that decided it, with all who rolled; None: it was won without.
    """

    ended: str
    winners: tuple[Seat, ...]
    first: Seat
    last: RoundShown | None = None


BeforeTheDraw = FirstRolls | Rerolls | PrimeRolls | PrimeRerolls | ChairmanRolls
Votes = Voting | FistsOut | Ordering | Declaring | Casting
Bidding = BlindBids | Awarding | OpenBids | PriceFalls
Playing = Contest | RoundShown
WithTable = Drawing | Votes | Swapping | SwapShown | ChoosingLot | LotShown | Bidding | Allying | Keeping | Playing
InPlay = BeforeTheDraw | WithTable
Phase = InPlay | Over


class State(Struct, frozen=True, dict=True):
    """Hold a game. `players`: who paid the entrance fee. `first`: who rolls first. `asked` counts the questions.

    `game`: the number of this game in its match, from 1. `staked`: who paid into the pot, in any game. `eliminated`:
    from the contest, in order, allies together.
    """

    options: HeadacheOptions
    stacks: Stacks
    pot: Suckers
    game: int
    first: Seat
    players: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    staked: tuple[Seat, ...]
    asked: int
    phase: Phase
    eliminated: tuple[tuple[Seat, ...], ...] = ()

    @known_once
    def here(self) -> tuple[Seat, ...]:
        """Return the players who have not left."""
        return without(self.players, self.gone) if self.gone else self.players


@lru_cache(maxsize=1024)
def without(players: tuple[Seat, ...], gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the players who are not gone. It is cached, because bots that think ahead ask thousands of times."""
    return tuple(seat for seat in players if seat not in gone)


class Carry(Struct, frozen=True):
    """Tell the next game of the match who rolls first, the pot that nobody won, how many games were played, and who may
    claim the pot: those who paid into it and have not left.
    """

    first: Seat
    pot: Suckers
    games: int
    staked: tuple[Seat, ...] = ()
