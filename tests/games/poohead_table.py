"""A table of Poohead as it may stand: `Table("7 7 q | k | 3 4 5", "4 5 6", pile="9 8")`, from seat 0 on.

Of each seat: the hand, the face-up cards, the face-down ones; `q` is any queen that is left, `qh` this one. On the
pile the last card lies on top, and `joker=7` is a joker that was named. What is not laid out has burned.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from games.kit.cards import Card, deck, is_joker, rank_of
from games.kit.contract import Event, Illegal, PrivateEvent, Result, Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.notation import read
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.secret import Secret
from games.poohead import GAME
from games.poohead.moves import Joker
from games.poohead.options import PooheadOptions
from games.poohead.state import (
    NOTHING_SWAPPED,
    Carry,
    Down,
    Layout,
    OnPile,
    Over,
    Phase,
    State,
    Swapping,
    ThreesOut,
    ToPlay,
)
from games.poohead.view import PooheadView
from games.proof.seeded_dice import SeededDice

E = TypeVar("E")


def seeded(text: str = "table") -> SeededDice:
    return SeededDice(text.encode(), "g", b"")


def ranks(cards: Iterable[Card]) -> str:
    """In one order, whatever the order in which they lie: `2 7 7 q`."""
    return " ".join(sorted(map(rank_of, cards), key=(*map(rank_of, deck(1, 1)),).index)) if cards else ""


def every_card(state: State) -> Counter[Card]:
    """Wherever it lies: with a seat, to be drawn, on the pile, burned, put aside, or turned up and to be named."""
    found = [*state.stock.reveal(), *state.burned, *state.aside.reveal(), *(one.card for one in state.pile)]
    for layout in state.layouts:
        found += [*layout.seen, *layout.drawn.reveal(), *layout.up, *(down.card.reveal() for down in layout.down)]
    return Counter([*found, *([state.phase.card] if hasattr(state.phase, "card") else [])])


def whole_deck(options: PooheadOptions, seats: int) -> Counter[Card]:
    """Rulebook: two decks from six players on; "one joker from each deck" (PH-1)."""
    decks = 1 if seats <= 5 else 2
    return Counter(deck(decks, decks * options.jokers_per_deck))


class Pool:
    """The cards that are still to be laid out."""

    def __init__(self, cards: Counter[Card]) -> None:
        self.left = list(cards.elements())

    def take(self, words: str) -> tuple[Card, ...]:
        return tuple(self.one(word) for word in words.split())

    def one(self, word: str) -> Card:
        plain = word.lower()
        found = [card for card in self.left if plain in {card.lower(), rank_of(card)}]
        assert found, f"no {word} is left"
        self.left.remove(found[0])
        return found[0]

    def on_pile(self, word: str) -> OnPile:
        name, _, named = word.partition("=")
        card = self.one(name)
        return OnPile(card, rank_of(Card(f"{named}S")) if is_joker(card) else rank_of(card))

    def layout(self, said: str, seen: str) -> Layout:
        hand, up, down = (part.strip() for part in [*said.split("|"), "", ""][:3])
        below = tuple(Down(place, Secret(card)) for place, card in enumerate(self.take(down), start=1))
        return Layout(self.take(seen), Secret(self.take(hand)), self.take(up), below)


class Table:
    """`say(0, "play 7 7")`. `seen`: what else is in a hand, and everybody saw it go there."""

    def __init__(
        self,
        *seats: str,
        pile: str = "",
        stock: str = "",
        turn: int = 0,
        again: bool = False,
        phase: Phase | None = None,
        dealer: int = 0,
        places: tuple[int, ...] = (),
        gone: tuple[int, ...] = (),
        turns: int = 0,
        seen: dict[int, str] | None = None,
        **options: Any,
    ) -> None:
        chosen = GAME.options_from({key: str(value) for key, value in options.items()})
        self.cards = whole_deck(chosen, len(seats))
        pool = Pool(self.cards)
        lying = tuple(pool.on_pile(word) for word in pile.split())
        layouts = tuple(pool.layout(said, (seen or {}).get(seat, "")) for seat, said in enumerate(seats))
        self.state = State(
            options=chosen,
            stacks=(Suckers(0),) * len(seats),
            dealer=Seat(dealer),
            layouts=layouts,
            stock=Secret(pool.take(stock)),
            pile=lying,
            burned=tuple(pool.left),
            aside=Secret(()),
            places=tuple(map(Seat, places)),
            gone=tuple(map(Seat, gone)),
            turns=turns,
            asked=1,
            phase=ToPlay(Seat(turn), again) if phase is None else phase,
        )
        self.events: tuple[Event, ...] = ()

    # What people do

    def say(self, seat: int, line: str) -> tuple[Event, ...]:
        return self.took(GAME.play(self.state, Seat(seat), read(line, GAME.moves), seeded()))

    def silence(self, chosen: str = "") -> tuple[Event, ...]:
        """The clock runs out. `chosen`: the card on which the dice fall."""
        dice = LoadedDice([chosen], seeded()) if chosen else seeded()
        ask = GAME.asks(self.state)
        assert ask is not None
        return self.took(GAME.time_up(self.state, ask.seats, dice))

    def leave(self, seat: int) -> tuple[Event, ...]:
        return self.took(GAME.leave(self.state, Seat(seat), seeded()))

    def took(self, step: Step[State]) -> tuple[Event, ...]:
        """No card is ever lost, or there twice."""
        self.state, self.events = step
        assert every_card(self.state) == self.cards
        return self.events

    # What is looked at

    def hand(self, seat: int) -> str:
        return ranks(self.state.layouts[seat].hand)

    def up(self, seat: int) -> str:
        return ranks(self.state.layouts[seat].up)

    def down(self, seat: int) -> int:
        return len(self.state.layouts[seat].down)

    @property
    def pile(self) -> str:
        """What each card counts as, the last one on top."""
        return " ".join(one.rank for one in self.state.pile)

    @property
    def stock(self) -> int:
        return len(self.state.stock.reveal())

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        assert isinstance(self.state.phase, ToPlay), self.state.phase
        return self.state.phase.seat

    @property
    def over(self) -> Over:
        assert isinstance(self.state.phase, Over), self.state.phase
        return self.state.phase

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def awaited(self) -> tuple[int, ...]:
        ask = GAME.asks(self.state)
        assert ask is not None
        return ask.seats

    @property
    def seconds(self) -> int:
        ask = GAME.asks(self.state)
        assert ask is not None
        return ask.seconds

    def view(self, viewer: Viewer = SPECTATOR) -> PooheadView:
        return GAME.view(self.state, viewer)

    def may(self, seat: int, line: str) -> bool:
        move = read(line, GAME.moves)
        return any(offer.covers(move) for offer in GAME.legal_moves(self.state, Seat(seat)))

    def offers(self, seat: int) -> list[str]:
        """The verbs, each once."""
        return list(dict.fromkeys(offer.verb for offer in GAME.legal_moves(self.state, Seat(seat))))

    def nameable(self, seat: int) -> set[str]:
        """What one joker may be now."""
        offers = [offer for offer in GAME.legal_moves(self.state, Seat(seat)) if offer.move is Joker]
        moves = [move for offer in offers for move in offer.examples()]
        return {str(move.rank) for move in moves if isinstance(move, Joker) and move.jokers == 1}

    def told(self, kind: type[E]) -> E:
        """The one event of this kind in the last step."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def told_to(self, seat: int) -> list[PrivateEvent]:
        return [event for event in self.events if isinstance(event, PrivateEvent) and event.to == seat]

    def refused(self, seat: int, line: str) -> Illegal:
        """Refused, with the moves that this seat may make, and nothing has changed."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.say(seat, line)
        assert self.state == before
        return caught.value


# Tables where a game has come so far


def begun(players: int, cards: str = "", dealer: int = 0, carry: Carry | None = None, **options: Any) -> Table:
    """Dealt from a deck on which these cards lie on top."""
    chosen = GAME.options_from({key: str(value) for key, value in options.items()})
    dice = LoadedDice([] if carry else [str(dealer)], seeded(), cards.split())
    table = Table(*[""] * players, **options)
    table.took(GAME.start(chosen, (Suckers(0),) * players, dice, carry))
    return table


def swapping(*seats: str, **options: Any) -> Table:
    return Table(*seats, phase=Swapping((), (NOTHING_SWAPPED,) * len(seats)), **options)


def threes_out(*seats: str, **options: Any) -> Table:
    return Table(*seats, phase=ThreesOut(), **options)


def ready(table: Table) -> None:
    """All say so."""
    for seat in table.awaited:
        table.say(seat, "ready")
