"""Tell what happens in the auction of Headache, and what the sold cups held."""

from games.headache.lines import InPlace, NewLine
from games.headache.phrases import NO_CUP, CupOf, Holding, more
from games.headache.state import Face, Offer
from games.kit.contract import PrivateEvent, PublicEvent, Seconds
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Die, Seat
from games.kit.telling import All, Say, yes


class LotsCalled(PublicEvent, frozen=True):
    """Tell that the chairman must say which cup is sold next. `cup`: one of those that he may choose. `again`: it is
    not the first of the auction, so all know how it is said.
    """

    chairman: Seat
    cup: CupOf = NO_CUP
    again: bool = False

    def say(self) -> Say:
        return more(super().say(), cup=self.cup.typed(), again=yes(self.again))

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.chairman,)


class LotCalled(NewLine, frozen=True):
    """Tell that a cup is on sale; `kind` of auction as voted; `price`: the first price of a Dutch auction, else 0.
    `again`: it is not the first of the auction, so all know how to bid.
    """

    cup: CupOf
    kind: str
    price: Suckers
    seconds: Seconds
    again: bool = False

    def say(self) -> Say:
        return more(super().say(), again=yes(self.again))


class BidsShown(PublicEvent, frozen=True):
    cue = Cue.CHIPS

    reveals = True

    bids: tuple[Offer, ...]
    cup: CupOf = NO_CUP


class TieRolled(PublicEvent, frozen=True):
    """Tell that the highest bidders are tied and roll for the lot (HA-16)."""

    cue = Cue.ROLL

    rolls: tuple[Face, ...]
    cup: CupOf = NO_CUP


class RebidCalled(PublicEvent, frozen=True):
    seats: tuple[Seat, ...]
    amount: Suckers

    def whose_turn(self) -> tuple[Seat, ...]:
        return self.seats


class AwardCalled(PublicEvent, frozen=True):
    chairman: Seat
    seats: tuple[Seat, ...]

    def say(self) -> Say:
        return more(super().say(), first=All(self.seats[:1]))

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.chairman,)


class Awarded(PublicEvent, frozen=True):
    """Tell who is given the cup. `said`: by the chairman's word; else by the clock (HA-11)."""

    seat: Seat
    said: bool
    cup: CupOf = NO_CUP
    chairman: Seat = Seat(0)

    def say(self) -> Say:
        return more(super().say(), named=self.cup.of)


class Raised(PublicEvent, frozen=True):
    cue = Cue.CHIPS

    seat: Seat
    amount: Suckers


class DroppedOut(PublicEvent, frozen=True):
    seat: Seat


class Going(InPlace, frozen=True):
    """Tell the count, going once and going twice. `leader`: who has bid the amount; empty if it is 0."""

    times: int
    amount: Suckers
    cup: CupOf = NO_CUP
    leader: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return more(super().say(), named=self.cup.of)


class PriceCalled(InPlace, frozen=True):
    """Tell a price on every platform: at each half of the first price, and the last one (HA-15)."""

    price: Suckers
    cup: CupOf = NO_CUP


class PricePassed(PriceCalled, frozen=True):
    """Tell a price in between, which is left out where lines cannot be replaced."""

    @property
    def in_between(self) -> bool:
        return True


class LotSold(PublicEvent, frozen=True):
    """Tell that a lot was sold. `failed`: what the losers pay."""

    cue = Cue.PLAY

    seat: Seat
    cup: CupOf
    price: Suckers
    failed: tuple[Offer, ...]
    pot: Suckers

    def say(self) -> Say:
        return more(super().say(), losers=len(self.failed))


class LotUnsold(PublicEvent, frozen=True):
    reveals = True

    cup: CupOf


class CupOpened(PublicEvent, frozen=True):
    """Tell the die under a cup (Reveal All)."""

    cue = Cue.DRAW

    reveals = True

    cup: CupOf
    die: Die


class CupLookedInto(PrivateEvent, frozen=True):
    """Tell a buyer what they bought (Player Looks)."""

    reveals = True

    cup: CupOf
    die: Die


class CupsLifted(NewLine, frozen=True):
    """Tell all dice after the last lot (HA-23). `discarded`: the dice that nobody owns."""

    reveals = True

    holdings: tuple[Holding, ...]
    discarded: tuple[Die, ...]

    def say(self) -> Say:
        return more(super().say(), owners=len(self.holdings), out=len(self.discarded))
