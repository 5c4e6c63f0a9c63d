"""Say what happens in the auction of a game of Headache, and what the cups that it sold held."""

from games.headache.lines import InPlace, NewLine
from games.headache.phrases import NO_CUP, CupOf, Holding, more
from games.headache.state import Face, Offer
from games.kit.contract import PrivateEvent, PublicEvent, Seconds
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Die, Seat
from games.kit.telling import All, Say


class LotsCalled(PublicEvent, frozen=True):
    """The chairman says which cup is sold next. `cup`: one of those that may be."""

    chairman: Seat
    cup: CupOf = NO_CUP

    def say(self) -> Say:
        return more(super().say(), cup=self.cup.typed())

    def whose_turn(self) -> tuple[Seat, ...]:
        return (self.chairman,)


class LotCalled(NewLine, frozen=True):
    """A cup is on sale; `kind` of auction as voted; `price`: the first that is called in a Dutch auction, else 0."""

    cup: CupOf
    kind: str
    price: Suckers
    seconds: Seconds


class BidsShown(PublicEvent, frozen=True):
    cue = Cue.CHIPS

    reveals = True

    bids: tuple[Offer, ...]
    cup: CupOf = NO_CUP


class TieRolled(PublicEvent, frozen=True):
    """The highest bidders are tied and roll for the lot (HA-16)."""

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
    """`said`: by the chairman's word; else the clock's (HA-11)."""

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
    """Going once, going twice. `leader`: who has bid the amount; nobody where it is 0."""

    times: int
    amount: Suckers
    cup: CupOf = NO_CUP
    leader: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return more(super().say(), named=self.cup.of)


class PriceCalled(InPlace, frozen=True):
    """A price is told everywhere: at each half of the first one, and at the last (HA-15)."""

    price: Suckers
    cup: CupOf = NO_CUP


class PricePassed(PriceCalled, frozen=True):
    """A price between two halves is left out where lines stay."""

    @property
    def in_between(self) -> bool:
        return True


class LotSold(PublicEvent, frozen=True):
    """`failed`: what the losers pay."""

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
    """Reveal All: the die under a cup."""

    cue = Cue.DRAW

    reveals = True

    cup: CupOf
    die: Die


class CupLookedInto(PrivateEvent, frozen=True):
    """Player Looks: what the buyer bought."""

    reveals = True

    cup: CupOf
    die: Die


class CupsLifted(NewLine, frozen=True):
    """After the last lot (HA-23). `discarded`: the dice that nobody owns."""

    reveals = True

    holdings: tuple[Holding, ...]
    discarded: tuple[Die, ...]

    def say(self) -> Say:
        return more(super().say(), owners=len(self.holdings), out=len(self.discarded))
