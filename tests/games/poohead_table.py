"""Provide a table of Poohead in a given state: `Table("7 7 q | k | 3 4 5", "4 5 6", pile="9 8")`, from seat 0 on.

For each seat: the hand, the face-up cards, and the face-down ones. `q` is any remaining queen, `qh` the queen of
hearts. The last card of the pile is on top, and `joker=7` is a joker named as 7. All other cards have burned.
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
    """Return the ranks in a fixed order, such as `2 7 7 q`."""
    return " ".join(sorted(map(rank_of, cards), key=(*map(rank_of, deck(1, 1)),).index)) if cards else ""


def every_card(state: State) -> Counter[Card]:
    """Return the cards at all places: seats, stock, pile, burned, set aside, or turned up for naming."""
    found = [*state.stock.reveal(), *state.burned, *state.aside.reveal(), *(one.card for one in state.pile)]
    for layout in state.layouts:
        found += [*layout.seen, *layout.drawn.reveal(), *layout.up, *(down.card.reveal() for down in layout.down)]
    return Counter([*found, *([state.phase.card] if hasattr(state.phase, "card") else [])])


def whole_deck(options: PooheadOptions, seats: int) -> Counter[Card]:
    """Return all cards: two decks for six players or more, and "one joker from each deck" (PH-1)."""
    decks = 1 if seats <= 5 else 2
    return Counter(deck(decks, decks * options.jokers_per_deck))


class Pool:
    """The cards not yet placed."""

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
    """Takes a move, such as `say(0, "play 7 7")`. `seen`: cards that everybody saw go into a hand."""

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

    # Actions

    def say(self, seat: int, line: str) -> tuple[Event, ...]:
        return self.took(GAME.play(self.state, Seat(seat), read(line, GAME.moves), seeded()))

    def silence(self, chosen: str = "") -> tuple[Event, ...]:
        """Let the time run out. `chosen`: the card on which the dice fall."""
        dice = LoadedDice([chosen], seeded()) if chosen else seeded()
        ask = GAME.asks(self.state)
        assert ask is not None
        return self.took(GAME.time_up(self.state, ask.seats, dice))

    def leave(self, seat: int) -> tuple[Event, ...]:
        return self.took(GAME.leave(self.state, Seat(seat), seeded()))

    def took(self, step: Step[State]) -> tuple[Event, ...]:
        """Take a step, and check that no card is lost or doubled."""
        self.state, self.events = step
        assert every_card(self.state) == self.cards
        return self.events

    # Reading

    def hand(self, seat: int) -> str:
        return ranks(self.state.layouts[seat].hand)

    def up(self, seat: int) -> str:
        return ranks(self.state.layouts[seat].up)

    def down(self, seat: int) -> int:
        return len(self.state.layouts[seat].down)

    @property
    def pile(self) -> str:
        """Return what each card of the pile counts as, the top one last."""
        return " ".join(one.rank for one in self.state.pile)

    @property
    def stock(self) -> int:
        return len(self.state.stock.reveal())

    @property
    def turn(self) -> int:
        """Return the seat in turn."""
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
        """Return the verbs, each once."""
        return list(dict.fromkeys(offer.verb for offer in GAME.legal_moves(self.state, Seat(seat))))

    def nameable(self, seat: int) -> set[str]:
        """Return what one joker may be named now."""
        offers = [offer for offer in GAME.legal_moves(self.state, Seat(seat)) if offer.move is Joker]
        moves = [move for offer in offers for move in offer.examples()]
        return {str(move.rank) for move in moves if isinstance(move, Joker) and move.jokers == 1}

    def told(self, kind: type[E]) -> E:
        """Return the only event of this kind in the last step."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def told_to(self, seat: int) -> list[PrivateEvent]:
        return [event for event in self.events if isinstance(event, PrivateEvent) and event.to == seat]

    def refused(self, seat: int, line: str) -> Illegal:
        """Check that a line is refused with this seat's possible moves and without a change; return the refusal."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.say(seat, line)
        assert self.state == before
        return caught.value


# Tables at some point of a game


def begun(players: int, cards: str = "", dealer: int = 0, carry: Carry | None = None, **options: Any) -> Table:
    """Return a new game dealt from a deck with these cards on top."""
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
    """Let all say that they are ready."""
    for seat in table.awaited:
        table.say(seat, "ready")
