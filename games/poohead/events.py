"""Tell what happens in Poohead. A move is told in one line: what was played, and what follows from it (`Then`)."""

from typing import Final

from games.kit.cards import Rank, row
from games.kit.contract import PrivateEvent, PublicEvent
from games.kit.cues import Cue
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Phrase, Say, Told, TurnPhrase, Who, say

NOT_NAMED: Final = "none"
HIDDEN: Final = "hidden"


class FaceUp(Phrase, frozen=True):
    """Tell the face-up cards of one seat."""

    seat: Seat
    cards: tuple[Rank, ...]


class Burned(Phrase, frozen=True):
    """Tell that the pile burns. `alike`: how many of the same rank in a row burn it; 0: a ten does."""

    cue = Cue.BURN

    cards: int
    alike: int


class Skipped(Phrase, frozen=True):
    seats: tuple[Seat, ...]


class IsOut(Phrase, frozen=True):
    """Tell that a seat has no more cards; `place` from 1."""

    seat: Seat
    place: int


class Next(TurnPhrase, frozen=True):
    """Tell whose turn it is. `how` and `rank`: what must be beaten (`pile.ToBeat`). `again`: the same player acts once
    more, unless they burned the pile and must lead.
    """

    how: str
    rank: Rank
    again: bool

    def said(self, *, burned: bool = False) -> Say:
        """Return the phrase; a player who acts again after the pile has `burned` may pass (PH-17)."""
        told = super().said()
        return Say(told.id, {**told.args, "again": "passes"}) if self.again and burned else told


class NamesJoker(Phrase, frozen=True):
    """Tell that a joker was turned up and its player must name it."""

    seat: Seat
    seconds: int


class IsPoohead(Phrase, frozen=True):
    cue = Cue.LOSE

    seat: Seat


class Wins(Phrase, frozen=True):
    """Tell who won. `how`: out (first without cards), fewest (when the turns are up), alone (all others left)."""

    cue = Cue.WIN

    seats: tuple[Seat, ...]
    how: str
    cards: int


Then = Burned | Skipped | IsOut | Next | NamesJoker | IsPoohead | Wins


def sequel(then: tuple[Then, ...]) -> Listed:
    """Return the sentences for all that follows from a move."""
    burned = Burned in map(type, then)
    return Listed(tuple([one.said(burned=burned) if isinstance(one, Next) else one.said() for one in then]))


class CardsDealt(PublicEvent, frozen=True):
    cue = Cue.DEAL

    dealer: Seat
    stock: int
    up: tuple[FaceUp, ...]
    seconds: int

    def whose_turn(self) -> tuple[Seat, ...]:
        """Return everybody: all are asked to swap."""
        return tuple(one.seat for one in self.up)


class HandNow(PrivateEvent, frozen=True):
    """Tell a hand to its owner after it changed. `drew`: the cards that are new in it."""

    reveals = True

    hand: tuple[Rank, ...]
    drew: tuple[Rank, ...]

    @property
    def in_view(self) -> bool:
        """Return whether no card is new: the view does not show which cards are."""
        return not self.drew

    def say(self) -> Say:
        return say("hand-now", hand=row(self.hand), cards=len(self.hand), drawn=row(self.drew), new=len(self.drew))


class Swapped(PrivateEvent, frozen=True):
    cue = Cue.SLIDE

    hand: tuple[Rank, ...]
    up: tuple[Rank, ...]

    @property
    def in_view(self) -> bool:
        """Return True: the view shows the cards as they lie."""
        return True


class PlayBegins(PublicEvent, frozen=True):
    """Tell the layouts after the swaps. `how`: race, led (the bot led `lead` for `leader`) or free (the next one
    leads).

    `leader`: empty in lines that were stored before it was told.
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
    """Tell that nobody claimed the lead: the bot leads the lowest card for `seat` (PH-6); no `lead`: the seat leads."""

    reveals = True

    seat: Seat
    lead: tuple[Rank, ...]
    then: tuple[Then, ...]

    def say(self) -> Say:
        return Say("opened", {**super().say().args, "cards": len(self.lead)})


class Played(PublicEvent, frozen=True):
    """Tell a play. `source`: hand, up, or match (both, for the last of the hand). `named`: the name of a lone joker."""

    cue = Cue.PLAY

    reveals = True

    seat: Seat
    cards: tuple[Rank, ...]
    named: str
    source: str
    then: tuple[Then, ...]

    def say(self) -> Say:
        return say(
            "played",
            seat=Who(self.seat),
            cards=row(self.cards),
            named=self.named,
            source=self.source,
            then=sequel(self.then),
        )


class Turned(PublicEvent, frozen=True):
    """Tell that a face-down card was turned. `went`: it could be played; else it and the pile of `taken` cards go to
    the hand, and `card` is `hidden` unless the table shows it.
    """

    cue = Cue.PLAY

    reveals = True

    seat: Seat
    place: int
    went: bool
    card: str
    taken: int
    then: tuple[Then, ...]

    def say(self) -> Say:
        return Say("turned", {**super().say().args, "then": sequel(self.then)})


class TurnedUp(PrivateEvent, frozen=True):
    """Tell the owner what the face-down card was; `hand`: what they hold now."""

    reveals = True

    card: Rank
    hand: tuple[Rank, ...]

    def say(self) -> Say:
        return say("turned-up", card=row((self.card,)), hand=row(self.hand), cards=len(self.hand))


class JokerNamed(PublicEvent, frozen=True):
    seat: Seat
    rank: Rank
    then: tuple[Then, ...]

    def say(self) -> Say:
        return Say("joker-named", {**super().say().args, "then": sequel(self.then)})


class PileTaken(PublicEvent, frozen=True):
    """Tell that the pile was taken. `along`: a face-up card that went with it, or none."""

    cue = Cue.DRAW

    seat: Seat
    cards: int
    along: str
    then: tuple[Then, ...]


class Passed(PublicEvent, frozen=True):
    seat: Seat
    then: tuple[Then, ...]


class WentAway(PublicEvent, frozen=True):
    """Tell that a player left for good, with their cards. `then`: empty if it was not their turn."""

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
