"""Tell what happens in a round of Fearless Rogues Hold 'Em. What follows from a move is told with it (`Then`)."""

from itertools import groupby
from typing import Final

from msgspec.structs import replace

from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Phrase, Say, Told, TurnPhrase, say, yes
from games.rogues.state import Proposition

# What follows from a move


class Next(TurnPhrase, frozen=True):
    """Tell whose turn it is to play. `may_flee`: in a Fearless game not everybody may."""

    may_flee: bool


class FirstToBet(TurnPhrase, frozen=True):
    """Tell that the betting begins. `form`: thieves or liars. `least`: the smallest bet, or the Den's stake.
    `may_flee`: in the Den not everybody may.
    """

    form: str
    least: Suckers
    may_flee: bool = True


class NextToBet(TurnPhrase, frozen=True):
    """Tell who bets next. `owes`: what they must put in to call, 0 for nothing. `may_flee`: not all may in the Den."""

    owes: Suckers
    may_flee: bool = True


class GiantIsNext(Phrase, frozen=True):
    """Tell that nobody has anything more to say: the Giant is revealed."""


Then = Next | FirstToBet | NextToBet | GiantIsNext


def one_by_one(phrases: tuple[Phrase, ...]) -> Told:
    """Return a row of phrases as separate sentences, each after a blank; equal shares of a pot are told in one."""
    told: Told = ""
    for _, alike in reversed([(key, tuple(row)) for key, row in groupby(phrases, share_of)]):
        told = say("one-by-one", sentence=said_together(alike), rest=told)
    return told


def share_of(phrase: Phrase) -> tuple[object, ...]:
    """Return what equal shares of one pot have in common; all else is told by itself."""
    return (phrase.pot, phrase.amount) if isinstance(phrase, Paid) and phrase.pot in SHARED else (phrase,)


def said_together(alike: tuple[Phrase, ...]) -> Say:
    seats = tuple(phrase.seat for phrase in alike if isinstance(phrase, Paid))
    told = alike[0].said()
    return say("paid-each", **{**told.args, "seats": All(seats)}) if len(seats) > 1 else told


# How a round begins


class Anted(Phrase, frozen=True):
    """Tell what a seat has paid for its dice. `shed`: dice put away because they could not be paid for."""

    seat: Seat
    dice: int
    amount: Suckers
    shed: int


class PartyDie(Phrase, frozen=True):
    """Tell the die that a Party cup shows; `cup` counts from the left, from 1."""

    cup: int
    die: int


class WonBefore(PublicEvent, frozen=True):
    """Tell that somebody has come to play with the last Halfling, who now gets what had stayed in the pot."""

    seat: Seat
    amount: Suckers


class RoundBegins(PublicEvent, frozen=True):
    """Tell that the antes are paid and the House has rolled. `carried`: the last round's pot. `maw`: its lowest total.

    `rises`: what a die costs from this round on, 0 if it costs no more than before.
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
    """Tell a player what they rolled, and which dice of it are their hand."""

    dice: tuple[int, ...]
    hand: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: the view shows these dice."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.dice))


class HandChosen(PrivateEvent, frozen=True):
    """Tell a player their new hand. `aside`: the own die that drawing would set aside; empty if there is only one."""

    hand: tuple[int, ...]
    aside: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: the view shows these dice."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.aside))


# Playing in turn


class Act(PublicEvent, frozen=True):
    """Tell what somebody did, in one line with what follows (`then`): empty if the next to act has left."""

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
    """Tell a draw. `shows`: what the cup shows now, 0 for nothing. `may_flee`: by the Fearless rule."""

    cue = Cue.DRAW

    reveals = True

    seat: Seat
    die: int
    shows: int
    may_flee: bool

    def whose_turn(self) -> tuple[Seat, ...]:
        """Return the player who has drawn: the end of the sentence asks them what to do."""
        return (self.seat,)

    def say_among(self, house: frozenset[Seat]) -> Say:
        """Return the sentence, with no question to a house bot."""
        told = self.say()
        return Say(told.id, {**told.args, "may_flee": "unasked"}) if self.seat in house else told


class HandNow(PrivateEvent, frozen=True):
    """Tell a player their hand after drawing; `aside`: own dice that were set aside."""

    hand: tuple[int, ...]
    aside: tuple[int, ...]

    @property
    def in_view(self) -> bool:
        """Return True: the view shows these dice."""
        return True

    def say(self) -> Say:
        return with_total(super().say(), self.hand, len(self.aside))


class HasSplit(Act, frozen=True):
    """Tell a split. `dice`: the double, shown. `cup`: how many dice the seat has from now on. `gains`: False if it
    already had the most (FR-18).
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
    """Tell a bet. `how`: bet, call, raise or allin. `amount`: what they have in now; `standing`: the bet to match."""

    seat: Seat
    how: str
    amount: Suckers
    standing: Suckers
    then: tuple[Then, ...]

    def say(self) -> Say:
        told = super().say()
        return Say(told.id, {**told.args, "short": yes(self.amount < self.standing)})


class Proposed(Act, frozen=True):
    seat: Seat
    dice: int
    face: int
    then: tuple[Then, ...]


class CalledIt(Act, frozen=True):
    """Tell a call in the Den. `what`: snake or tumble."""

    seat: Seat
    what: str
    then: tuple[Then, ...]


# The reveal


class Fate(Phrase, frozen=True):
    """Tell what became of a Trip. `fate`: kicked, consumed, toppled, snake, fled (after a Kick or a Snake) or called (a
    Snake that was not there). `lost`: dice; `left`: dice in the cup.
    """

    seat: Seat
    hand: tuple[int, ...]
    total: int
    fate: str
    lost: int
    left: int

    def said(self) -> Say:
        return Say("fate", {**super().said().args, "dice": len(self.hand)})


SHARED: Final = frozenset({"main", "lowest", "snake", "tumble", "carried"})
"""The pots that several may share; of the others each is won by one, or is told by itself."""


class Paid(Phrase, frozen=True):
    """Tell who gets suckers out of a pot. `pot`: main, side, den, caught (the stake of
    wrong counts), snake or tumble (the main pot by such a call), back
    (a bet that nobody matched), carried (a share of what would carry over), or held: won, but left in the pot (FR-35).
    """

    seat: Seat
    amount: Suckers
    pot: str


class HouseTakes(Phrase, frozen=True):
    amount: Suckers


class CarriesOver(Phrase, frozen=True):
    amount: Suckers


class IsOut(Phrase, frozen=True):
    """Tell who is out. `why`: dice or money. `ante`: what they can't pay."""

    seat: Seat
    why: str
    ante: Suckers = Suckers(0)


class LastHalfling(Phrase, frozen=True):
    """Tell that only one is left: the last duel comes next."""

    seat: Seat


class HouseWins(Phrase, frozen=True):
    """Tell that nobody is left."""


class MatchEnds(Phrase, frozen=True):
    """Tell that several have dice, but no round follows. `why`: money (none of them can pay the ante of a die) or
    rounds. `number`: what a die costs, or how many rounds it was.
    """

    why: str
    number: int


class MostSuckers(Phrase, frozen=True):
    """Tell who wins a match that has ended in this way."""

    seats: tuple[Seat, ...]

    def said(self) -> Say:
        return Say("most-suckers", {**super().said().args, "count": len(self.seats)})


class MatchWon(Phrase, frozen=True):
    """Tell that the last Halfling has won the match."""

    cue = Cue.WIN

    seat: Seat


Outcome = Paid | HouseTakes | CarriesOver | IsOut | LastHalfling | HouseWins | MatchEnds | MostSuckers | MatchWon


class Revealed(PublicEvent, frozen=True):
    """Tell the Giant's number and all results. `fates`: in play order. `true`: the highest true proposition."""

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
        """Note in a payment that the lowest total won the pot, if others toppled the Giant with higher ones."""
        toppled = {one.seat: one.total for one in self.fates if one.fate == "toppled"}
        paid = {one.seat for one in self.outcomes if isinstance(one, Paid) and one.pot == "main"}
        lowest = {seat for seat, total in toppled.items() if total == min(toppled.values())}
        if isinstance(outcome, Paid) and outcome.pot == "main" and paid == lowest != set(toppled):
            return replace(outcome, pot="lowest")
        return outcome


# The last duel


class FinalBegins(PublicEvent, frozen=True):
    """Tell that one Halfling is left. `stake`: the pot; 0 if they may wager their own suckers, up to `most`."""

    seat: Seat
    stake: Suckers
    most: Suckers


class Wagered(PublicEvent, frozen=True):
    """Tell that the last Halfling has wagered suckers of their own on the duel."""

    cue = Cue.CHIPS

    seat: Seat
    amount: Suckers


class Kneed(PublicEvent, frozen=True):
    """Tell the Knee of the duel; `pays` as `3:1`."""

    cue = Cue.ROLL

    knee: int
    pays: str


class DuelKick(PublicEvent, frozen=True):
    """Tell that the Giant of the duel rolled a 1."""

    cue = Cue.KICK


class DuelRolled(PublicEvent, frozen=True):
    """Tell a roll of the duel. `picks`: two of more dice must be picked. `total`: with what was kept from a split."""

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
    """Tell that the double of the duel was split, and how much is kept in all."""

    seat: Seat
    kept: int
    knee: int


class SnakeEyes(PublicEvent, frozen=True):
    """Tell that the Giant of the duel ran, and is rolled anew."""

    cue = Cue.LOSE

    seat: Seat


class DuelOver(PublicEvent, frozen=True):
    """Tell how the duel ended. `how`: toppled, kicked or eaten; or without a duel: no-stake, no-pot, skipped, or
    forfeited by the House. `amount`: what they get, or lose; `stake`: how much of what they get was the stake.
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
    """Tell that there is no match: fewer than two can pay an ante. `outcomes`: of a match that ends with this.

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
