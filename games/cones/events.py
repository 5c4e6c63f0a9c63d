"""Tell what happens in Cones. A move is told in one line: what it did, and what follows from it (`Then`).

Spaces are written as people read them, `X3` or `2b`; stacks from bottom to top.
"""

from typing import Final

from msgspec.structs import replace

from games.cones.board import Colour
from games.kit.contract import PublicEvent
from games.kit.cues import Cue
from games.kit.seats import Seat
from games.kit.telling import Phrase, Say, TurnPhrase

NO_COLOUR: Final = Colour("none")
"""Replaces the colour where it need not be told because each player has only one."""
NO_CONES: Final = "none"
NOT_LISTED: Final = "none"
"""Replaces the list of moves when a house bot plays: nobody needs it."""
SOME: Final = "some"
"""Replaces the list of cones that a house bot may lift, so that there is no word of passing where it may lift one."""


class Plays(Phrase, frozen=True):
    """Tell who plays which colour, and where it enters."""

    seat: Seat
    colour: Colour
    start: str


class FirstPop(Phrase, frozen=True):
    cue = Cue.ROLL

    seat: Seat
    pop: int


class FirstRound(Phrase, frozen=True):
    """Tell one round of pops for the first turn: first that of all, then of those who tied for the highest (HC-1)."""

    pops: tuple[FirstPop, ...]

    def said_before(self, later: tuple["FirstRound", ...]) -> Say:
        """Return the sentence of this round, followed by the rounds that its ties led to."""
        again = later[0].said_before(later[1:]) if later else ""
        return Say("first-round", {**self.said().args, "more": len(later), "again": again})


class PopAgain(Phrase, frozen=True):
    """Tell who must pop for the first turn: all, or in a `tie` those with the highest pop once more (HC-1)."""

    seats: tuple[Seat, ...]
    tie: bool


class Pops(TurnPhrase, frozen=True):
    """Tell the dice of a turn. `enters`: a man was set on the start first. `void`: earlier pops that allowed no move.

    `moves`: the numbered list of what may be done.
    """

    cue = Cue.ROLL

    colour: Colour
    enters: str
    bonus: bool
    void: tuple[int, ...]
    pop: int
    red: bool
    moves: str

    def said(self) -> Say:
        return Say("pops", {**super().said().args, "voids": len(self.void)})

    def unlisted(self) -> "Pops":
        return replace(self, moves=NOT_LISTED)


class ToPress(TurnPhrase, frozen=True):
    """Tell who must pop by hand, or choose what to do with the red dot. `void`: pops that allowed no move."""

    colour: Colour
    bonus: bool
    void: tuple[int, ...]
    lifts: str

    def said(self) -> Say:
        return Say("to-press", {**super().said().args, "voids": len(self.void)})

    def unlisted(self) -> "ToPress":
        return self if self.lifts == NOT_LISTED else replace(self, lifts=SOME)


class CannotMove(Phrase, frozen=True):
    """Tell that there is no legal landing, so the turn passes (HC-6)."""

    seat: Seat
    colour: Colour
    void: tuple[int, ...]


class IsOut(Phrase, frozen=True):
    """Tell that nothing is left of this team (HC-10)."""

    cue = Cue.LOSE

    seat: Seat
    colour: Colour


class Quiet(Phrase, frozen=True):
    """Tell how many turns in a row had no entry or capture; after `most` of them the game ends (HC-17)."""

    turns: int
    most: int


Then = PopAgain | Pops | ToPress | CannotMove | IsOut | Quiet


class Sequel(PublicEvent, frozen=True):
    """Tell something with all that follows from it. `then`: empty if the game ends, which is told by itself."""

    then: tuple[Then, ...]

    def say(self) -> Say:
        told = super().say()
        return Say(told.id, {**told.args, "more": len(self.then)})

    def say_among(self, house: frozenset[Seat]) -> Say:
        if not house:
            return self.say()
        return replace(self, then=tuple(without_list(one, house) for one in self.then)).say()


def without_list(one: Then, house: frozenset[Seat]) -> Then:
    return one.unlisted() if isinstance(one, Pops | ToPress) and one.seat in house else one


class TeamsChosen(Sequel, frozen=True):
    """Tell who plays what, and the first pops; there are none yet if players pop by hand."""

    plays: tuple[Plays, ...]
    first: tuple[FirstRound, ...]

    def say(self) -> Say:
        first = self.first[0].said_before(self.first[1:]) if self.first else ""
        return Say("teams-chosen", {**super().say().args, "rounds": len(self.first), "first": first})


class FirstPopped(Sequel, frozen=True):
    seat: Seat
    pop: int


class Popped(Sequel, frozen=True):
    """Tell that somebody popped by hand, or chose the bonus pop."""

    seat: Seat


class Moved(Sequel, frozen=True):
    """Tell a move. `how`: moves, or enters (and stays on the start). `captured`: the cones that stood there and
    belonged to `owners`; `stack`: what stands there now.
    """

    seat: Seat
    how: str
    start: str
    to: str
    captured: str
    stack: str
    owners: tuple[Seat, ...] = ()

    @property
    def cue(self) -> Cue:
        return Cue.CAPTURE if self.owners else Cue.SLIDE

    def say(self) -> Say:
        return Say("moved", {**super().say().args, "owned": len(self.owners)})


class Lifted(Sequel, frozen=True):
    """Tell that a cone was lifted. `stack`: as it stands now; it belonged to `owners` before."""

    cue = Cue.SLIDE

    seat: Seat
    space: str
    stack: str
    owners: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return Say("lifted", {**super().say().args, "owned": len(self.owners)})


class Passed(Sequel, frozen=True):
    """Tell that somebody did not move. `bonus`: it was a bonus that they declined."""

    seat: Seat
    bonus: bool


class WentAway(Sequel, frozen=True):
    """Tell that a player left for good; their cones stay where they are."""

    seat: Seat


class Won(PublicEvent, frozen=True):
    """Tell who won. `how`: captured (all the others); alone (all others left); cap (the turns are up) or quiet (`turns`
    turns without an entry or a capture): most cones under control, with their number.
    """

    cue = Cue.WIN

    winners: tuple[Seat, ...]
    how: str
    cones: int
    turns: int = 0

    def say(self) -> Say:
        return Say("won", {**super().say().args, "count": len(self.winners)})


EVENTS: Final = (TeamsChosen, FirstPopped, Popped, Moved, Lifted, Passed, WentAway, Won)
