"""Tell what happens in a game of Headache, in the order of its phases."""

from games.headache.auction_events import (
    AwardCalled,
    Awarded,
    BidsShown,
    CupLookedInto,
    CupOpened,
    CupsLifted,
    DroppedOut,
    Going,
    LotCalled,
    LotsCalled,
    LotSold,
    LotUnsold,
    PriceCalled,
    PricePassed,
    Raised,
    RebidCalled,
    TieRolled,
)
from games.headache.lines import NewLine
from games.headache.phrases import (
    Chosen,
    CupOf,
    Drew,
    Score,
    Share,
    Shown,
    cup_key,
    either,
    in_a_row,
    more,
    tallied,
)
from games.headache.state import Face
from games.kit.board import Glimpse, PieceKind
from games.kit.contract import PrivateEvent, PublicEvent, Seconds
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import All, Say, yes

# Phase 1: paying entrance fee


class EntrancePaid(PublicEvent, frozen=True):
    players: tuple[Seat, ...]
    fee: Suckers
    pot: Suckers


class SatOut(PublicEvent, frozen=True):
    """Tell who sits out because they can't pay the entrance fee (HA-3)."""

    seats: tuple[Seat, ...]
    fee: Suckers

    def say(self) -> Say:
        return more(super().say(), count=len(self.seats))


class TooFew(PublicEvent, frozen=True):
    """Tell that too few players can pay for a game."""

    least: int


# Phase 2: rolling for first pick


class FirstRolled(PublicEvent, frozen=True):
    cue = Cue.ROLL

    rolls: tuple[Face, ...]


class RollCalled(PublicEvent, frozen=True):
    """Tell who may roll now (`rolls=hand`)."""

    seats: tuple[Seat, ...]

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats


class HandRolled(PublicEvent, frozen=True):
    cue = Cue.ROLL

    seat: Seat
    face: int


class RerollCalled(NewLine, frozen=True):
    seats: tuple[Seat, ...]
    seconds: Seconds

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats


class Rerolled(PublicEvent, frozen=True):
    """Tell that somebody rolled again. `best`: the roll that counts (HA-5)."""

    cue = Cue.ROLL

    seat: Seat
    face: int
    best: int

    def say(self) -> Say:
        return more(super().say(), better=yes(self.face == self.best))


class RolledOff(PublicEvent, frozen=True):
    """Tell that those tied for an office (`prime`, `chairman`) rolled again, for free."""

    cue = Cue.ROLL

    office: str
    rolls: tuple[Face, ...]


class Appointed(PublicEvent, frozen=True):
    prime: Seat
    chairman: Seat
    pot: Suckers


# Phase 3: drawing dice


class BagSeen(PrivateEvent, frozen=True):
    """Tell the drawer what was in the bag before the draw (HA-6). `seconds`: until it is taken back; 0: never."""

    reveals = True

    dice: tuple[Die, ...]
    seconds: Seconds

    @property
    def fades(self) -> Seconds | None:
        return self.seconds or None


class DieDrawn(PrivateEvent, frozen=True):
    """Tell the drawer their die. `cup`: its cup's number from the left, out of `of` that they will have."""

    cue = Cue.DRAW

    die: Die
    cup: int
    of: int
    seconds: Seconds

    @property
    def fades(self) -> Seconds | None:
        return self.seconds or None

    @property
    def glimpse(self) -> Glimpse | None:
        """Return the die as it goes under its cup; without `memory` it is seen there for good."""
        name = f"d{self.die}"
        return Glimpse(PieceKind.DIE, name, name, cup_key(Spot(self.to, self.cup))) if self.seconds else None


class DiceDrawn(NewLine, frozen=True):
    """Tell who drew how many dice; `idle`: who drew none (HA-7)."""

    drawers: tuple[Drew, ...]
    idle: tuple[Seat, ...]

    def say(self) -> Say:
        counts = {one.dice for one in self.drawers}
        each = counts.pop() if len(counts) == 1 and len(self.drawers) > 1 else 0
        seats = All(tuple(one.seat for one in self.drawers))
        return more(super().say(), without=len(self.idle), each=each, seats=seats)


class DrawCalled(PublicEvent, frozen=True):
    """Tell who reaches into the bag now (`draw=choose`)."""

    seat: Seat

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.seat,)


# Phases 4, 6 and 8: votes


class VoteCalled(NewLine, frozen=True):
    """Tell that a vote begins. `options`: to choose from. `voters`: empty for all. `form`: sealed, or declare
    (HA-8).
    """

    question: str
    options: tuple[Chosen, ...]
    seconds: Seconds
    form: str
    voters: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return more(super().say(), options=either(self.options), most=len(self.options), some=len(self.voters))

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.voters


class OrderCalled(PublicEvent, frozen=True):
    """Tell that all fists are closed: the chairman says who shows first. `order`: all with a fist, in order of play."""

    chairman: Seat
    order: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return more(super().say(), order=in_a_row(self.order), count=len(self.order))

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.chairman,)


class Ordered(PublicEvent, frozen=True):
    """Tell the order of showing. `seconds`: how long each has to name an option; else it is none (HA-9)."""

    seats: tuple[Seat, ...]
    seconds: Seconds = 0

    def say(self) -> Say:
        return more(super().say(), first=All(self.seats[:1]))

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats[:1]


class Declared(PublicEvent, frozen=True):
    """Tell what a fist held. `next`: who shows then, within so many seconds (HA-9); empty after the last."""

    cue = Cue.PLAY

    reveals = True

    seat: Seat
    amount: Suckers
    option: Chosen
    next: tuple[Seat, ...]
    seconds: Seconds = 0

    def say(self) -> Say:
        return more(super().say(), more=yes(self.next))

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.next


class VoteClosed(PublicEvent, frozen=True):
    """Tell how a vote ended. `ballots`: all with suckers or an option, unless declared before. `won`: one, or none."""

    reveals = True

    question: str
    ballots: tuple[Shown, ...]
    pot: Suckers
    won: tuple[Chosen, ...]

    def say(self) -> Say:
        told = more(super().say(), shown=len(self.ballots), decided=yes(self.won))
        return more(told, ballots=tallied(self.ballots))


class CastCalled(PublicEvent, frozen=True):
    """Tell that options are tied, so the chairman decides."""

    chairman: Seat
    options: tuple[Chosen, ...]

    def say(self) -> Say:
        return more(super().say(), options=either(self.options))

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.chairman,)


class CastingVote(PublicEvent, frozen=True):
    """Tell the casting vote. `said`: by the chairman's word; else by the clock (HA-11)."""

    chairman: Seat
    option: Chosen
    said: bool

    def say(self) -> Say:
        return more(super().say(), question=self.option.question)


# Phase 5: swapping the cups


class SwapCalled(NewLine, frozen=True):
    rounds: int
    seat: Seat

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Swapped(PublicEvent, frozen=True):
    """Tell a swap. `next`: whose turn it is; empty after the last. `fleeting`: the next line replaces it (HA-14)."""

    cue = Cue.SLIDE

    seat: Seat
    first: CupOf
    second: CupOf
    next: tuple[Seat, ...]
    fleeting: bool

    @property
    def replaces(self) -> bool:
        return self.fleeting

    def say(self) -> Say:
        return more(super().say(), more=yes(self.next))

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.next


class NotSwapped(PublicEvent, frozen=True):
    seat: Seat
    next: tuple[Seat, ...]
    fleeting: bool

    @property
    def replaces(self) -> bool:
        return self.fleeting

    def say(self) -> Say:
        return more(super().say(), more=yes(self.next))

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.next


class SwapTurn(PublicEvent, frozen=True):
    """Tell whose turn it is after somebody left."""

    seat: Seat

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.seat,)


class SwapsOver(PublicEvent, frozen=True):
    """Tell that the swaps are over; with memory on, it takes the place of the last swap."""

    fleeting: bool

    @property
    def replaces(self) -> bool:
        return self.fleeting


# Alliances, and the dice to play with


class AllianceCalled(PublicEvent, frozen=True):
    seats: tuple[Seat, ...]
    seconds: Seconds

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats


class Proposed(PublicEvent, frozen=True):
    """Tell an offer of an alliance. `share`: the percentage for `other`."""

    seat: Seat
    other: Seat
    share: int


class Allied(PublicEvent, frozen=True):
    """Tell who are allies now. `shares`: in percent, rounded."""

    shares: tuple[Share, ...]

    def say(self) -> Say:
        return more(super().say(), seats=All(tuple(share.seat for share in self.shares)))


class KeepCalled(PublicEvent, frozen=True):
    seats: tuple[Seat, ...]

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats


class Kept(PublicEvent, frozen=True):
    seat: Seat
    die: Die


# Phase 9: playing for the pot


class ContestRolled(PublicEvent, frozen=True):
    """Tell all rolls of a round; `again`: only those of a tie."""

    cue = Cue.ROLL

    round: int
    again: bool
    rolls: tuple[Score, ...]

    @property
    def opens_line(self) -> bool:
        return not self.again


class TiedLowest(PublicEvent, frozen=True):
    """Tell who is tied for the lowest score; a single seat: several of that player's own dice (HA-28)."""

    seats: tuple[Seat, ...]

    def say(self) -> Say:
        return more(super().say(), count=len(self.seats))


class Eliminated(PublicEvent, frozen=True):
    cue = Cue.LOSE

    seat: Seat


class DieLost(PublicEvent, frozen=True):
    """Tell that a die is out (Multiple Lives); `left`: how many its owner still has."""

    seat: Seat
    die: Die
    left: int


class PotWon(NewLine, frozen=True):
    """Tell who won the pot. `shares`: those of an alliance; for a single winner the whole pot."""

    shares: tuple[Share, ...]
    pot: Suckers

    def say(self) -> Say:
        seats = All(tuple(share.seat for share in self.shares))
        return more(super().say(), winners=len(self.shares), seats=seats)


class PotCarried(PublicEvent, frozen=True):
    """Tell that nobody owns a die, and the pot goes into the next game (HA-31)."""

    pot: Suckers


class PotShared(PublicEvent, frozen=True):
    """Tell that nobody has won the pot and no other game follows, so that those who sit share it (HA-31)."""

    shares: tuple[Share, ...]
    pot: Suckers


class MatchOver(NewLine, frozen=True):
    """Tell that the match is over. `richest`: who has the most."""

    richest: tuple[Seat, ...]
    stack: Suckers


# Who leaves (HA-37)


class ChairmanIs(PublicEvent, frozen=True):
    seat: Seat


class DiceLost(PublicEvent, frozen=True):
    """Tell that the leaver's dice are out of the game."""

    seat: Seat
    dice: int


EVENTS = (
    EntrancePaid,
    SatOut,
    TooFew,
    FirstRolled,
    RollCalled,
    HandRolled,
    RerollCalled,
    Rerolled,
    RolledOff,
    Appointed,
    BagSeen,
    DieDrawn,
    DiceDrawn,
    DrawCalled,
    VoteCalled,
    OrderCalled,
    Ordered,
    Declared,
    VoteClosed,
    CastCalled,
    CastingVote,
    SwapCalled,
    Swapped,
    NotSwapped,
    SwapTurn,
    SwapsOver,
    LotsCalled,
    LotCalled,
    BidsShown,
    TieRolled,
    RebidCalled,
    AwardCalled,
    Awarded,
    Raised,
    DroppedOut,
    Going,
    PriceCalled,
    PricePassed,
    LotSold,
    LotUnsold,
    CupOpened,
    CupLookedInto,
    CupsLifted,
    AllianceCalled,
    Proposed,
    Allied,
    KeepCalled,
    Kept,
    ContestRolled,
    TiedLowest,
    Eliminated,
    DieLost,
    PotWon,
    PotCarried,
    PotShared,
    MatchOver,
    ChairmanIs,
    DiceLost,
)
