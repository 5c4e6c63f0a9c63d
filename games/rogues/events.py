"""Say what happens in a round of Fearless Rogues Hold 'Em. What comes of a move is told with it (`Then`)."""

from typing import Final

from msgspec.structs import replace

from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import Listed, Phrase, Say, Told, TurnPhrase, say
from games.rogues.state import Proposition

# What comes of a move


class Next(TurnPhrase, frozen=True):
    """Say whose turn it is to play. `may_flee`: in a Fearless game not everybody may."""

    may_flee: bool


class FirstToBet(TurnPhrase, frozen=True):
    """The betting begins. `form`: thieves or liars. `least`: the smallest bet, or the Den's stake. `may_flee`: in the
    Den not everybody may.
    """

    form: str
    least: Suckers
    may_flee: bool = True


class NextToBet(TurnPhrase, frozen=True):
    """`owes`: what they would have to put in to call, 0 for nothing. `may_flee`: in the Den not everybody may."""

    owes: Suckers
    may_flee: bool = True


class GiantIsNext(Phrase, frozen=True):
    """Nobody has anything more to say: the Giant is revealed."""


Then = Next | FirstToBet | NextToBet | GiantIsNext


def one_by_one(phrases: tuple[Phrase, ...]) -> Told:
    """A row of phrases, each a sentence of its own, with a blank before it."""
    told: Told = ""
    for phrase in reversed(phrases):
        told = say("one-by-one", sentence=phrase.said(), rest=told)
    return told


# How a round begins


class Anted(Phrase, frozen=True):
    """Say what a seat has paid for its dice. `shed`: dice put away because they could not be paid for."""

    seat: Seat
    dice: int
    amount: Suckers
    shed: int


class PartyDie(Phrase, frozen=True):
    """The die that a Party cup shows, by its number from the left, from 1."""

    cup: int
    die: int


class WonBefore(PublicEvent, frozen=True):
    """Somebody has come to play with the last Halfling, who gets what had stayed in the pot."""

    seat: Seat
    amount: Suckers


class RoundBegins(PublicEvent, frozen=True):
    """The antes are paid and the House has rolled. `carried`: the pot of the round before. `maw`: from which total.

    `rises`: what a die costs from this round on, 0 where that is no more than before.
    """

    cue = Cue.ROLL

    number: int
    antes: tuple[Anted, ...]
    matched: Suckers
    carried: Suckers
    pot: Suckers
    cant_pay: tuple[Seat, ...]
    maw: int
    party: tuple[PartyDie, ...]
    then: tuple[Then, ...]
    rises: Suckers = Suckers(0)

    def say(self) -> Say:
        return Say("round-begins", {**super().say().args, "unable": len(self.cant_pay)})


def with_total(told: Say, hand: tuple[int, ...], count: int) -> Say:
    return Say(told.id, {**told.args, "total": sum(hand), "count": count})


class YourDice(PrivateEvent, frozen=True):
    """Say what you rolled, and which of it is your hand."""

    dice: tuple[int, ...]
    hand: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: those are the dice before them."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.dice))


class HandChosen(PrivateEvent, frozen=True):
    """`aside`: the own die that would be set aside by drawing; empty where there is only one."""

    hand: tuple[int, ...]
    aside: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: those are the dice before them."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.aside))


# Playing in turn


class Act(PublicEvent, frozen=True):
    """Say what somebody did, in one line with what comes of it (`then`): nothing where the next to act has left."""

    def say(self) -> Say:
        told = super().say()
        then = told.args["then"]
        return Say(told.id, {**told.args, "more": len(then.says) if isinstance(then, Listed) else 0})


class Fled(Act, frozen=True):
    seat: Seat
    then: tuple[Then, ...]


class Tripped(Act, frozen=True):
    seat: Seat
    then: tuple[Then, ...]


class Drew(PublicEvent, frozen=True):
    """`shows`: what the cup shows now, 0 for nothing. `may_flee`: by the Fearless rule."""

    cue = Cue.DRAW

    reveals = True

    seat: Seat
    die: int
    shows: int
    may_flee: bool


class HandNow(PrivateEvent, frozen=True):
    """The hand after drawing; `aside`: own dice that were set aside."""

    hand: tuple[int, ...]
    aside: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: those are the dice before them."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.aside))


class HasSplit(Act, frozen=True):
    """`dice`: the double, shown. `cup`: how many dice the seat has from now on. `gains`: no longer once it has the
    most (FR-18).
    """

    reveals = True

    seat: Seat
    dice: tuple[int, ...]
    cup: int
    then: tuple[Then, ...]
    gains: bool = True


# Thieves and Liars


class Checked(Act, frozen=True):
    seat: Seat
    then: tuple[Then, ...]


class HasBet(Act, frozen=True):
    """`how`: bet, call, raise or allin. `amount`: what they have in now; `standing`: the bet to be matched."""

    seat: Seat
    how: str
    amount: Suckers
    standing: Suckers
    then: tuple[Then, ...]

    def say(self) -> Say:
        told = super().say()
        return Say(told.id, {**told.args, "short": "yes" if self.amount < self.standing else "no"})


class Proposed(Act, frozen=True):
    seat: Seat
    dice: int
    face: int
    then: tuple[Then, ...]


class CalledIt(Act, frozen=True):
    """`what`: snake or tumble."""

    seat: Seat
    what: str
    then: tuple[Then, ...]


# The reveal


class Fate(Phrase, frozen=True):
    """Say what became of a Trip. `fate`: kicked, consumed, toppled, snake, fled (after a Kick or a Snake) or called
    (a Snake that was not there). `lost`: dice; `left`: dice in the cup.
    """

    seat: Seat
    hand: tuple[int, ...]
    total: int
    fate: str
    lost: int
    left: int

    def said(self) -> Say:
        return Say("fate", {**super().said().args, "dice": len(self.hand)})


class Paid(Phrase, frozen=True):
    """Suckers out of a pot. `pot`: main, side, den, snake or tumble (the main pot by such a call), back (a bet that
    nobody matched), carried (a share of what would be carried over), or held: won, and left in the pot (FR-35).
    """

    seat: Seat
    amount: Suckers
    pot: str


class HouseTakes(Phrase, frozen=True):
    amount: Suckers


class CarriesOver(Phrase, frozen=True):
    amount: Suckers


class IsOut(Phrase, frozen=True):
    """`why`: dice or money. `ante`: what they can't pay."""

    seat: Seat
    why: str
    ante: Suckers = Suckers(0)


class LastHalfling(Phrase, frozen=True):
    """Only one is left: the last duel comes next."""

    seat: Seat


class HouseWins(Phrase, frozen=True):
    """Nobody is left."""


class MatchEnds(Phrase, frozen=True):
    """Several have dice, and no round follows. `why`: money, where none of them can pay the ante of a die, or rounds.
    `number`: what a die costs, or how many rounds it was.
    """

    why: str
    number: int


class MostSuckers(Phrase, frozen=True):
    """Say who wins a match that has ended so."""

    seats: tuple[Seat, ...]

    def said(self) -> Say:
        return Say("most-suckers", {**super().said().args, "count": len(self.seats)})


class MatchWon(Phrase, frozen=True):
    """The last Halfling has won the match."""

    cue = Cue.WIN

    seat: Seat


Outcome = Paid | HouseTakes | CarriesOver | IsOut | LastHalfling | HouseWins | MatchEnds | MostSuckers | MatchWon


class Revealed(PublicEvent, frozen=True):
    """The Giant is revealed and everything settled. `fates`: in play order. `true`: the highest true proposition."""

    cue = Cue.ROLL

    reveals = True

    giant: int
    fates: tuple[Fate, ...]
    true: tuple[Proposition, ...]
    outcomes: tuple[Outcome, ...]

    def say(self) -> Say:
        outcomes = tuple(self._with_reason(outcome) for outcome in self.outcomes)
        told = {"fates": one_by_one(self.fates), "outcomes": one_by_one(outcomes), "proved": len(self.true)}
        return Say("revealed", {**super().say().args, **told})

    def _with_reason(self, outcome: Outcome) -> Outcome:
        """Say of a pot that the lowest total won it, where others toppled the Giant with more."""
        toppled = {one.seat: one.total for one in self.fates if one.fate == "toppled"}
        paid = {one.seat for one in self.outcomes if isinstance(one, Paid) and one.pot == "main"}
        lowest = {seat for seat, total in toppled.items() if total == min(toppled.values())}
        if isinstance(outcome, Paid) and outcome.pot == "main" and paid == lowest != set(toppled):
            return replace(outcome, pot="lowest")
        return outcome


# The last duel


class FinalBegins(PublicEvent, frozen=True):
    """One Halfling is left. `stake`: the pot, 0 where they may wager own suckers, up to `most`."""

    seat: Seat
    stake: Suckers
    most: Suckers


class Wagered(PublicEvent, frozen=True):
    """The last Halfling has wagered own suckers on the duel."""

    cue = Cue.CHIPS

    seat: Seat
    amount: Suckers


class Kneed(PublicEvent, frozen=True):
    """The Giant of the duel; `pays` as `3:1`."""

    cue = Cue.ROLL

    knee: int
    pays: str


class DuelKick(PublicEvent, frozen=True):
    """The Giant of the duel rolled a 1."""

    cue = Cue.KICK


class DuelRolled(PublicEvent, frozen=True):
    """`picks`: more than two, of which two are picked. `total`: with what was kept of a double, where one was split."""

    cue = Cue.ROLL

    seat: Seat
    dice: tuple[int, ...]
    total: int
    picks: bool

    def say(self) -> Say:
        told = super().say()
        first_two = " ".join(map(str, self.dice[:2]))
        return Say(told.id, {**told.args, "kept": max(0, self.total - sum(self.dice)), "example": first_two})


class MaySplit(PublicEvent, frozen=True):
    seat: Seat
    total: int
    knee: int
    keeps: int
    seconds: int


class Kept(PublicEvent, frozen=True):
    """The double of the duel was split: what is kept in all."""

    seat: Seat
    kept: int
    knee: int


class SnakeEyes(PublicEvent, frozen=True):
    """The Giant of the duel ran: it is rolled anew."""

    cue = Cue.LOSE

    seat: Seat


class DuelOver(PublicEvent, frozen=True):
    """`how`: toppled, kicked or eaten; or without a duel: no-stake, no-pot, skipped, or forfeited by the House.
    `amount`: what they get, or lose; `stake`: how much of what they get was the stake.
    """

    cue = Cue.CHIPS

    seat: Seat
    how: str
    total: int
    amount: Suckers
    outcomes: tuple[Outcome, ...]
    stake: Suckers = Suckers(0)

    def say(self) -> Say:
        told = {"outcomes": one_by_one(self.outcomes), "won": self.amount - self.stake}
        return Say("duel-over", {**super().say().args, **told})


class MatchVoid(PublicEvent, frozen=True):
    """Fewer than two can pay an ante: there is no match. `outcomes`: where one was on, which ends with this.

    `ante`: the first one; `lack`: who has less.
    """

    outcomes: tuple[Outcome, ...] = ()
    ante: Suckers = Suckers(0)
    lack: tuple[Seat, ...] = ()

    def say(self) -> Say:
        told = {"outcomes": one_by_one(self.outcomes), "ends": len(self.outcomes)}
        return Say("match-void", {**super().say().args, **told})


EVENTS: Final = (
    WonBefore,
    RoundBegins,
    YourDice,
    HandChosen,
    Fled,
    Tripped,
    Drew,
    HandNow,
    HasSplit,
    Checked,
    HasBet,
    Proposed,
    CalledIt,
    Revealed,
    FinalBegins,
    Wagered,
    Kneed,
    DuelKick,
    DuelRolled,
    MaySplit,
    Kept,
    SnakeEyes,
    DuelOver,
    MatchVoid,
)
