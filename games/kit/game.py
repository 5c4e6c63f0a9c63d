"""The rules of one game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.choices import Choices
from games.kit.contract import Abilities, Ask, Event, Illegal, Options, Result, Scene, Step, View
from games.kit.dice import Dice
from games.kit.feats import Feats
from games.kit.introduction import Introduction
from games.kit.money import Stacks, Suckers, moved, shared
from games.kit.moves import LegalMove, Move, refused_value, verb
from games.kit.opening import Opening
from games.kit.owed import Owed
from games.kit.purses import Purses
from games.kit.seats import Seat, Viewer, all_seats
from games.kit.series import Series
from games.kit.telling import All, say
from games.kit.thinker import Thinker
from games.kit.tournaments import Tournaments
from games.kit.typed import TypedInput

O = TypeVar("O", bound=Options)  # noqa: E741 - options, state, carry
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)


class Game(
    Series[O, S, C],
    Tournaments[O, C],
    Thinker[O],
    Opening[O],
    Purses[O],
    Choices[O, C],
    Feats[O],
    TypedInput,
    Introduction,
    ABC,
    Generic[O, S, C],
):
    """The rules of one game. Pure: the same state, move and dice give the same step.

    What few games need stands in the classes that it inherits, each with plain defaults.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[str]
    """The version of the rules; it stands in the commitment line and in the record."""
    one_scene: ClassVar[bool] = False
    """Every viewer's scene is the same: it is made once for all who look on."""
    one_is: ClassVar[str] = "game"
    """What one game of a series is called: "game", or "round" where only the whole of them is one to people."""

    options: type[O]
    state: type[S]
    carry: type[C]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]

    def defaults(self, given: Mapping[str, str], abilities: Abilities, /) -> dict[str, Any]:  # noqa: ARG002
        """Return the defaults that differ with another option, or with what the table's places lack. Plainly: none.

        `given`: the options that the host set, as typed.
        """
        return {}

    def options_from(self, given: Mapping[str, str], abilities: Abilities = Abilities(), buyin: int = 0) -> O:  # noqa: B008
        """Return the whole options out of those given as text. `buyin`: of a table for purses; 0: it is for chips.

        Raises pydantic's ValidationError.
        """
        of_purses = {**self.for_purses(given, buyin), **self.chips_alone} if buyin else {}
        return self.options.model_validate({**self.defaults(given, abilities), **of_purses, **given})

    @abstractmethod
    def seats(self, options: O, /) -> range:
        """Return how many may sit."""

    @abstractmethod
    def stack(self, options: O, /) -> Suckers:
        """Return what each seat starts with where the table has chips of its own, in suckers."""

    @abstractmethod
    def start(self, options: O, stacks: Stacks, dice: Dice, carry: C | None, /) -> Step[S]:
        """Begin a game with a stack for each seat.

        `carry`: what the last game of the series handed on; None: this is its first.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat, /) -> tuple[LegalMove, ...]:
        """Return what this seat may do now, in the order in which a player would read it."""

    def play(self, state: S, seat: Seat, move: Move, dice: Dice, legal: tuple[LegalMove, ...] | None = None) -> Step[S]:
        """Play a move that `legal_moves` offers. Raises Illegal for every other.

        `legal`: what it offers this seat now, where that has been listed already.
        """
        legal = self.legal_moves(state, seat) if legal is None else legal
        kind = type(move)
        for offer in legal:
            if offer.move is kind and offer.covers(move):
                return self.played(state, seat, move, dice)
        raise self.refusal(state, seat, move, legal)

    @abstractmethod
    def played(self, state: S, seat: Seat, move: Move, dice: Dice, /) -> Step[S]:
        """Return the step of a move that is known to be legal."""

    def refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...], /) -> Illegal:
        """Return why this move is refused, in the game's own words or in those that all games have."""
        return self.own_refusal(state, seat, move, legal) or self.plain_refusal(state, seat, move, legal)

    def own_refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...], /) -> Illegal | None:  # noqa: ARG002
        """Return why this move is refused, in words of this game: never by a value that its player may not know.

        None: the plain words say it well enough. Plainly: None.
        """
        return None

    def plain_refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...], /) -> Illegal:
        """Return why this move is refused, where no rule of this game has more to say."""
        same = [offer for offer in legal if type(move) is offer.move]
        if not same:
            ask = self.asks(state)
            if legal or ask is None or not ask.seats or seat in ask.seats:
                return Illegal(say("not-now", verb=verb(move)), rule=f"{self.name}: order of play", legal=legal)
            return Illegal(say("not-your-turn", awaited=All(ask.seats)), rule=f"{self.name}: order of play")
        wrong = next((name for name, choice in same[0].fields.items() if getattr(move, name) not in choice), None)
        if wrong is None:
            return Illegal(say("not-now", verb=verb(move)), rule=f"{self.name}: {verb(move)}", legal=legal)
        return Illegal(
            refused_value(type(move), wrong, same[0].fields[wrong]), rule=f"{self.name}: {verb(move)}", legal=legal
        )

    @abstractmethod
    def asks(self, state: S, /) -> Ask | None:
        """Return who is awaited, and for how long; None when the game is over."""

    @abstractmethod
    def time_up(self, state: S, seats: tuple[Seat, ...], dice: Dice, /) -> Step[S]:
        """Return the step when these seats, of those awaited, said nothing in time (ruling ALL-1)."""

    def leave(self, state: S, seat: Seat, dice: Dice, /) -> Step[S]:
        """Return the step when this player is gone for good. Plainly: if awaited, they said nothing."""
        ask = self.asks(state)
        awaited = ask is not None and seat in ask.seats
        return self.time_up(state, (seat,), dice) if awaited else Step(state, ())

    @abstractmethod
    def view(self, state: S, viewer: Viewer, /) -> View:
        """Return what this viewer may know now."""

    @abstractmethod
    def scene(self, view: Any, /) -> Scene:
        """Return a view of this game, told."""

    def resample(self, state: S, seat: Seat, dice: Dice, /) -> S:  # noqa: ARG002
        """Return another dealing that agrees with all that this seat was told. Plainly: the same, nothing is hidden."""
        return state

    @abstractmethod
    def result(self, state: S, /) -> Result | None:
        """Return how the game ended; None while it runs."""

    # Whose each sucker is (threats T35)

    def owed(self, held: S | C, stacks: Stacks, /) -> Owed:
        """Return whose each sucker is: in a game, when it has ended, and between two. The host pays by this alone.

        `stacks`: for a state what belonged to each seat when it began; for a carry what lies before each. It follows
        from what all know. What is decided is its winner's from that step on; what is undecided is theirs who staked
        it, unless by the rules they have lost it already. Plainly: nothing is at stake before the end.
        """
        ended = self.result(held) if isinstance(held, self.state) else None
        return Owed(stacks) if ended is None else Owed(ended.stacks or stacks, ended.bank)

    def break_up(self, carry: C, stacks: Stacks, /) -> Stacks:
        """Return the stacks once the series ends here: beside what is owed, what nobody has won goes to those who sit.

        Plainly: to all alike.
        """
        owed = self.owed(carry, stacks)
        return moved(owed.seats, shared(owed.pot, all_seats(len(stacks)))) if stacks else stacks
