"""Define what the rules of a game must supply."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Abilities, Ask, Event, Illegal, Options, Places, Result, Scene, Step, View
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

O = TypeVar("O", bound=Options)  # noqa: E741 - options, state, carry
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)


class TypedInput:
    """Read what people type. By default: only the notation."""

    def implied(self, word: str, legal: tuple[LegalMove, ...] = (), /) -> type[Move] | None:  # noqa: ARG002
        """Return the move that is meant by a line that begins with this word and names no verb (`7s`: `play 7s`).

        `legal`: what the speaker may do now; empty if that is not known.
        """
        return None

    def meant(self, kind: type[Move], words: tuple[str, ...], /) -> tuple[type[Move], tuple[str, ...]]:
        """Return the move, and its words, that people mean by this verb and these words."""
        return kind, words

    def spelled_out(
        self,
        kind: type[Move],  # noqa: ARG002
        words: tuple[str, ...],
        legal: tuple[LegalMove, ...],  # noqa: ARG002
        /,
    ) -> tuple[str, ...]:
        """Return the words after this verb in the notation's own form (`7s`: `7 7`, if two may be played)."""
        return words


class Choices(Generic[O, C]):
    """Say what each seat may choose; no two seats may choose the same. By default: nothing."""

    def choices(self, options: O, /) -> tuple[str, ...]:  # noqa: ARG002
        """Return the words that players may type to choose. By default: nothing."""
        return ()

    def chosen(self, carry: C | None, choices: tuple[str, ...], /) -> C | None:  # noqa: ARG002
        """Return the carry for a game with these choices, one a seat, empty for none. By default: `carry` itself."""
        return carry


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
    """Hold the rules of one game. They are pure: the same state, move and dice give the same step.

    What few games need is in the base classes, each with a default.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[str]
    """The version of the rules; it stands in the commitment line and in the record."""
    one_scene: ClassVar[bool] = False
    """Whether every viewer's scene is the same, so that it is made only once for all who look on."""
    high_from: ClassVar[int] = 0
    """From which value on the number that a game uncovers is high, for those who guess it; 0: there is none."""
    one_is: ClassVar[str] = "game"
    """What one game of a series is called: "game", or "round" if only the whole series counts as a game to people."""

    options: type[O]
    state: type[S]
    carry: type[C]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]

    def defaults(self, given: Mapping[str, str], abilities: Abilities, /) -> dict[str, Any]:  # noqa: ARG002
        """Return the defaults that depend on another option, or on what the table's places cannot do. By default: none.

        `given`: the options that the host set, as typed.
        """
        return {}

    def options_from(self, given: Mapping[str, str], abilities: Abilities = Abilities(), buyin: int = 0) -> O:  # noqa: B008
        """Return all options from those given as text. `buyin`: that of a table for purses; 0: a table for chips.

        Raises pydantic's ValidationError.
        """
        of_purses = {**self.for_purses(given, buyin), **self.chips_alone} if buyin else {}
        return self.options.model_validate({**self.defaults(given, abilities), **of_purses, **given})

    @abstractmethod
    def seats(self, options: O, /) -> range:
        """Return how many players may sit."""

    @abstractmethod
    def stack(self, options: O, /) -> Suckers:
        """Return what each seat starts with at a table with chips of its own, in suckers."""

    @abstractmethod
    def start(self, options: O, stacks: Stacks, dice: Dice, carry: C | None, /) -> Step[S]:
        """Begin a game with a stack for each seat.

        `carry`: what the last game of the series handed on; None: this is its first.
        """

    def uncovered(self, state: S, /) -> int:  # noqa: ARG002
        """Return the number that lies open now, of which people guess whether it is high; 0: none does."""
        return 0

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat, /) -> tuple[LegalMove, ...]:
        """Return what this seat may do now, in the order in which a player reads it."""

    def play(self, state: S, seat: Seat, move: Move, dice: Dice, legal: tuple[LegalMove, ...] | None = None) -> Step[S]:
        """Play a move that `legal_moves` offers. Raises Illegal for every other.

        `legal`: the legal moves of this seat, if they have been listed already.
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
        """Return why this move is refused, in the game's own words or in those common to all games."""
        return self.own_refusal(state, seat, move, legal) or self.plain_refusal(state, seat, move, legal)

    def own_refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...], /) -> Illegal | None:  # noqa: ARG002
        """Return why this move is refused, in this game's own words and without any value that its player may not know.

        None: the common words say enough. By default: None.
        """
        return None

    def plain_refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...], /) -> Illegal:
        """Return why this move is refused if no rule of this game has more to say."""
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
        """Return the step when these awaited seats did not answer in time (ruling ALL-1)."""

    def leave(self, state: S, seat: Seat, dice: Dice, /) -> Step[S]:
        """Return the step when this player is gone for good. By default: if awaited, they did not answer.

        A player who left may not be awaited again. A game with turns overrides this: it notes who is gone, and passes
        them over (`after`).
        """
        ask = self.asks(state)
        awaited = ask is not None and seat in ask.seats
        return self.time_up(state, (seat,), dice) if awaited else Step(state, ())

    def is_out(self, state: S, seat: Seat, /) -> bool:  # noqa: ARG002
        """Tell whether a running game is over for this seat, so that its leaving spoils nothing for the others.

        It follows from public knowledge; who is out is awaited no more, and does not come back. By default nobody is.
        """
        return False

    @abstractmethod
    def view(self, state: S, viewer: Viewer, /) -> View:
        """Return what this viewer may know now."""

    @abstractmethod
    def scene(self, view: Any, /) -> Scene:
        """Return a view of this game as sentences and a board."""

    def scene_beside(self, view: Any, seat: Seat, public: Scene, /) -> Scene:  # noqa: ARG002
        """Return the same as `scene` for this seat's view, where spectators see `public`. By default it is made anew.

        A game whose seats see little of their own takes from `public` what is the same, so that it is made only once.
        """
        return self.scene(view)

    def resample(self, state: S, seat: Seat, dice: Dice, /) -> S:  # noqa: ARG002
        """Return another dealing that agrees with all this seat was told. By default the same: nothing is hidden."""
        return state

    @abstractmethod
    def result(self, state: S, /) -> Result | None:
        """Return how the game ended; None while it runs."""

    def places(self, state: S, /) -> Places | None:  # noqa: ARG002
        """Return everybody's place in an ended game. By default None: the rules know only who has won."""
        return None

    # The owner of each sucker (threats T35)

    def owed(self, held: S | C, stacks: Stacks, /) -> Owed:
        """Return whose each sucker is during a game, after its end, and between two games. The host pays by this alone.

        `stacks`: for a state, what belonged to each seat when the game began; for a carry, what each seat has now. The
        answer follows from public knowledge. What is decided belongs to its winner from that step on; what is undecided
        belongs to those who staked it, unless by the rules they have lost it already. By default nothing is at stake
        before the end.
        """
        ended = self.result(held) if isinstance(held, self.state) else None
        return Owed(stacks) if ended is None else Owed(ended.stacks or stacks, ended.bank)

    def break_up(self, carry: C, stacks: Stacks, /) -> Stacks:
        """Return the stacks if the series ends here: each gets what is owed, and the pot goes to those who sit. By
        default all get the same part of it.
        """
        owed = self.owed(carry, stacks)
        return moved(owed.seats, shared(owed.pot, all_seats(len(stacks)))) if stacks else stacks
