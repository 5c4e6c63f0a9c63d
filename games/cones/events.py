"""Say what happens in Cones. A move is told in one line: what it did, and what comes of it (`Then`).

Spaces stand here as they are read, `X3` or `2b`; stacks bottom to top.
"""

from typing import Final

from msgspec.structs import replace

from games.cones.board import Colour
from games.kit.contract import PublicEvent
from games.kit.cues import Cue
from games.kit.seats import Seat
from games.kit.telling import Phrase, Say, TurnPhrase

NO_COLOUR: Final = Colour("none")
"""Stands where it need not be said which colour plays: each player has one."""
NO_CONES: Final = "none"
NOT_LISTED: Final = "none"
"""Stands for the list where a house bot moves: nobody needs one of what it could do."""


class Plays(Phrase, frozen=True):
    """Say whose colour it is, and where it enters."""

    seat: Seat
    colour: Colour
    start: str


class FirstPop(Phrase, frozen=True):
    cue = Cue.ROLL

    seat: Seat
    pop: int


class FirstRound(Phrase, frozen=True):
    """Tell one round of pops for the first turn: of all, then of those who tied for the highest (HC-1)."""

    pops: tuple[FirstPop, ...]

    def said_before(self, later: tuple["FirstRound", ...]) -> Say:
        """Say it with the rounds that came of its tie."""
        again = later[0].said_before(later[1:]) if later else ""
        return Say("first-round", {**self.said().args, "more": len(later), "again": again})


class PopAgain(Phrase, frozen=True):
    """Say who is to pop for the first turn: all, or in a `tie` those with the highest pop once more (HC-1)."""

    seats: tuple[Seat, ...]
    tie: bool


class Pops(TurnPhrase, frozen=True):
    """The dice of a turn. `enters`: a man is set on the start before. `void`: pops that went nowhere before this one.

    `moves`: what may be done, by numbers.
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
    """Say who is to pop by hand, or to choose what to do with the red dot. `void`: a pop that went nowhere."""

    colour: Colour
    bonus: bool
    void: tuple[int, ...]
    lifts: str

    def said(self) -> Say:
        return Say("to-press", {**super().said().args, "voids": len(self.void)})

    def unlisted(self) -> "ToPress":
        return replace(self, lifts=NOT_LISTED)


class CannotMove(Phrase, frozen=True):
    """No legal landing: the turn passes (HC-6)."""

    seat: Seat
    colour: Colour
    void: tuple[int, ...]


class IsOut(Phrase, frozen=True):
    """Nothing is left of this team (HC-10)."""

    cue = Cue.LOSE

    seat: Seat
    colour: Colour


class Quiet(Phrase, frozen=True):
    """So many turns in a row without an entry or a capture; with the last one of `most` the game ends (HC-17)."""

    turns: int
    most: int


Then = PopAgain | Pops | ToPress | CannotMove | IsOut | Quiet


class Sequel(PublicEvent, frozen=True):
    """Say what is told with all that comes of it; `then`: nothing where the game ends, which is told by itself."""

    then: tuple[Then, ...]

    def say(self) -> Say:
        told = super().say()
        return Say(told.id, {**told.args, "more": len(self.then)})

    def say_among(self, house: frozenset[Seat]) -> Say:
        return replace(self, then=tuple(without_list(one, house) for one in self.then)).say()


def without_list(one: Then, house: frozenset[Seat]) -> Then:
    return one.unlisted() if isinstance(one, Pops | ToPress) and one.seat in house else one


class TeamsChosen(Sequel, frozen=True):
    """Say who plays what, and the first pops; none yet where they are popped by hand."""

    plays: tuple[Plays, ...]
    first: tuple[FirstRound, ...]

    def say(self) -> Say:
        first = self.first[0].said_before(self.first[1:]) if self.first else ""
        return Say("teams-chosen", {**super().say().args, "rounds": len(self.first), "first": first})


class FirstPopped(Sequel, frozen=True):
    seat: Seat
    pop: int


class Popped(Sequel, frozen=True):
    """By hand; or the bonus is chosen."""

    seat: Seat


class Moved(Sequel, frozen=True):
    """`how`: moves, or enters (and stays on the start). `captured`: what stood there, and was `owners`; `stack`: what
    stands there.
    """

    cue = Cue.SLIDE

    seat: Seat
    how: str
    start: str
    to: str
    captured: str
    stack: str
    owners: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return Say("moved", {**super().say().args, "owned": len(self.owners)})


class Lifted(Sequel, frozen=True):
    """`stack`: as it stands now; until then it was `owners`."""

    cue = Cue.SLIDE

    seat: Seat
    space: str
    stack: str
    owners: tuple[Seat, ...] = ()

    def say(self) -> Say:
        return Say("lifted", {**super().say().args, "owned": len(self.owners)})


class Passed(Sequel, frozen=True):
    """`bonus`: it was a bonus that they did without."""

    seat: Seat
    bonus: bool


class WentAway(Sequel, frozen=True):
    """A player left for good; their cones stand where they are."""

    seat: Seat


class Won(PublicEvent, frozen=True):
    """`how`: captured (all the others), alone (all others left); cap (the turns are up) and quiet (nothing entered or
    was captured for `turns` turns): most cones under control, so many.
    """

    cue = Cue.WIN

    winners: tuple[Seat, ...]
    how: str
    cones: int
    turns: int = 0

    def say(self) -> Say:
        return Say("won", {**super().say().args, "count": len(self.winners)})


EVENTS: Final = (TeamsChosen, FirstPopped, Popped, Moved, Lifted, Passed, WentAway, Won)
