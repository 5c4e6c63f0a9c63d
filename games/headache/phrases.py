"""Form the parts of what is told in a game of Headache that have words of their own."""

from functools import cache

from games.headache.moves import NONE
from games.headache.state import Question
from games.kit.money import Suckers
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import Listed, Phrase, Say, Told, Who, say, yes


def more(told: Say, **values: Told) -> Say:
    """Return the same saying with further values, which select the sentence."""
    return Say(told.id, {**told.args, **values})


def either(options: tuple["Chosen", ...]) -> Listed:
    """Return these options with "or" before the last."""
    return Listed(tuple(option.said() for option in options), either=True)


def in_a_row(seats: tuple[Seat, ...]) -> Told:
    """Return these players with blanks between, as they are typed."""
    row: Told = ""
    for seat in reversed(seats):
        row = Say("next-in-row", {"seat": Who(seat), "rest": row, "more": yes(row)})
    return row


def cup_key(at: Spot) -> str:
    """Return the key of the piece that is the cup which stands here."""
    return f"cup-{at}"


class CupOf(Phrase, frozen=True):
    """Name a cup by its player, its number from the left, and how many stand there (0: none was named)."""

    seat: Seat
    index: int
    of: int

    def typed(self) -> Say:
        """Return the cup as it is typed: `pete2`, or `pete` if no other stands there."""
        return Say("cup-typed", self.said().args)


@cache
def cup_said(at: Spot, of: int) -> Say:
    """Return the name of the cup that stands here, among so many of its player."""
    return CupOf(at.seat, at.index, of).said()


NO_CUP = CupOf(Seat(0), 0, 0)
"""The cup in stored lines of version headache/1 that named none; table logs still have such lines."""


class Chosen(Phrase, frozen=True):
    """Name an option of a vote, as `2` or `blind`; `none`: no option."""

    question: str
    option: str

    def said(self) -> Say:
        return option_said(self.question, self.option)


@cache
def option_said(question: str, option: str) -> Say:
    """Return the name of an option of a vote."""
    if question == Question.ROUNDS and option != NONE:
        return say("rounds-of-swapping", rounds=int(option))
    return say(f"value-{option}")


class Shown(Phrase, frozen=True):
    """Tell a vote as it is shown."""

    seat: Seat
    amount: Suckers
    option: Chosen


def tallied(ballots: tuple[Shown, ...]) -> Listed:
    """Return how many suckers each option got, the most first, and from whom; empty fists only where all are."""
    counted = tuple(one for one in ballots if one.amount) or ballots
    of = {one.option: tuple(vote for vote in counted if vote.option == one.option) for one in counted}
    sums = {option: sum(vote.amount for vote in votes) for option, votes in of.items()}
    return Listed(
        tuple(
            say("votes-for", option=option.said(), sum=sums[option], ballots=Listed(tuple(one.said() for one in votes)))
            for option, votes in sorted(of.items(), key=lambda found: -sums[found[0]])
        )
    )


class Drew(Phrase, frozen=True):
    seat: Seat
    dice: int


class Holding(Phrase, frozen=True):
    """Tell what somebody bought, and what the auction has cost them, including failed bids."""

    seat: Seat
    dice: tuple[Die, ...]
    spent: Suckers


class Score(Phrase, frozen=True):
    """Tell what a contender rolled: `faces` as `6-2`; `dice` as `d8, d12`."""

    seat: Seat
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    score: int

    def said(self) -> Say:
        return more(super().said(), count=len(self.dice))


class Share(Phrase, frozen=True):
    seat: Seat
    amount: Suckers
