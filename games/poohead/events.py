"""Say what happens in Poohead. A move is told in one line: what was played, and what comes of it (`Then`)."""

from typing import Final

from games.kit.cards import Rank, row
from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.cues import Cue
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Phrase, Say, Told, TurnPhrase, say

NOT_NAMED: Final = "none"
HIDDEN: Final = "hidden"


class FaceUp(Phrase, frozen=True):
    """The face-up cards of one seat."""

    seat: Seat
    cards: tuple[Rank, ...]


class Burned(Phrase, frozen=True):
    """`alike`: so many of a kind burn it, the same rank in a row; 0: a ten does."""

    cue = Cue.BURN

    cards: int
    alike: int


class Skipped(Phrase, frozen=True):
    seats: tuple[Seat, ...]


class IsOut(Phrase, frozen=True):
    """Has no more cards; `place` from 1."""

    seat: Seat
    place: int


class Next(TurnPhrase, frozen=True):
    """Say whose turn it is. `how` and `rank`: what must be beaten (`pile.ToBeat`). `again`: the same player as
    before.
    """

    how: str
    rank: Rank
    again: bool


class NamesJoker(Phrase, frozen=True):
    """A joker was turned up: its player says what it is."""

    seat: Seat
    seconds: int


class IsPoohead(Phrase, frozen=True):
    cue = Cue.LOSE

    seat: Seat


class Wins(Phrase, frozen=True):
    """`how`: out (first without cards), fewest (when the turns are up), alone (all others left)."""

    cue = Cue.WIN

    seats: tuple[Seat, ...]
    how: str
    cards: int


Then = Burned | Skipped | IsOut | Next | NamesJoker | IsPoohead | Wins


class CardsDealt(PublicEvent, frozen=True):
    cue = Cue.DEAL

    dealer: Seat
    stock: int
    up: tuple[FaceUp, ...]
    seconds: int


class HandNow(PrivateEvent, frozen=True):
    """A hand as its owner holds it after something happened to it. `drew`: what is new in it."""

    reveals = True

    hand: tuple[Rank, ...]
    drew: tuple[Rank, ...]

    @property
    def in_view(self) -> bool:
        """Return whether nothing came into the hand: what did, no view tells from the rest."""
        return not self.drew

    def say(self) -> Say:
        return say("hand-now", hand=row(self.hand), cards=len(self.hand), drawn=row(self.drew), new=len(self.drew))


class Swapped(PrivateEvent, frozen=True):
    cue = Cue.SLIDE

    hand: tuple[Rank, ...]
    up: tuple[Rank, ...]

    @property
    def in_view(self) -> bool:
        """Return True: that is how the cards lie."""
        return True


class PlayBegins(PublicEvent, frozen=True):
    """The layouts after the swaps. `how`: race, led (the bot has led `lead` for `leader`) or free (who is next leads).

    `leader`: nobody in lines stored before it was told.
    """

    reveals = True

    changed: tuple[FaceUp, ...]
    how: str
    seconds: int
    lead: tuple[Rank, ...]
    then: tuple[Then, ...]
    leader: tuple[Seat, ...] = ()

    def say(self) -> Say:
        changed = Listed(tuple(one.said() for one in self.changed))
        values: dict[str, Told] = {"changed": changed, "changes": len(self.changed), "how": self.how}
        values |= {"seconds": self.seconds, "lead": row(self.lead), "then": Listed(tuple(t.said() for t in self.then))}
        values |= {"leader": All(self.leader), "leaders": len(self.leader)}
        return Say("play-begins", values)


class Opened(PublicEvent, frozen=True):
    """Nobody claimed the lead with a three: the bot leads the lowest card for `seat` (PH-6); no card: they lead."""

    reveals = True

    seat: Seat
    lead: tuple[Rank, ...]
    then: tuple[Then, ...]

    def say(self) -> Say:
        return Say("opened", {**super().say().args, "cards": len(self.lead)})


class Played(PublicEvent, frozen=True):
    """`source`: hand, up, or match (the last of the hand with face-up cards). `named`: what a joker alone is."""

    cue = Cue.PLAY

    reveals = True

    seat: Seat
    cards: tuple[Rank, ...]
    named: str
    source: str
    then: tuple[Then, ...]


class Turned(PublicEvent, frozen=True):
    """A face-down card. `went`: it could be played; else it and `taken` cards of the pile are in the hand, and
    `card` is `hidden` unless the table shows it.
    """

    cue = Cue.PLAY

    reveals = True

    seat: Seat
    place: int
    went: bool
    card: str
    taken: int
    then: tuple[Then, ...]


class TurnedUp(PrivateEvent, frozen=True):
    """Say what the face-down card was, for its owner; `hand`: what they hold now."""

    reveals = True

    card: Rank
    hand: tuple[Rank, ...]

    def say(self) -> Say:
        return say("turned-up", card=row((self.card,)), hand=row(self.hand), cards=len(self.hand))


class JokerNamed(PublicEvent, frozen=True):
    seat: Seat
    rank: Rank
    then: tuple[Then, ...]


class PileTaken(PublicEvent, frozen=True):
    """`along`: a face-up card that went with it, or none."""

    cue = Cue.DRAW

    seat: Seat
    cards: int
    along: str
    then: tuple[Then, ...]


class Passed(PublicEvent, frozen=True):
    seat: Seat
    then: tuple[Then, ...]


class WentAway(PublicEvent, frozen=True):
    """A player left for good, and their cards with them. `then`: nothing where the turn stays as it was."""

    seat: Seat
    cards: int
    then: tuple[Then, ...]

    def say(self) -> Say:
        return Say("went-away", {**super().say().args, "more": len(self.then)})


EVENTS: Final = (
    CardsDealt,
    HandNow,
    Swapped,
    PlayBegins,
    Opened,
    Played,
    Turned,
    TurnedUp,
    JokerNamed,
    PileTaken,
    Passed,
    WentAway,
)
