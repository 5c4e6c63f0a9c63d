"""Test what a player of Poohead may know: new deals, chances, and that no card is ever lost."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playing import Opening, Position, openings, positions, thoroughly
from poohead_table import Table, every_card, ranks, swapping, whole_deck
from test_poohead_pile import may_be_played

from games.kit.cards import Card, rank_of
from games.kit.dice import every
from games.kit.seats import SPECTATOR, Seat
from games.kit.secret import Secret
from games.poohead import GAME
from games.poohead.events import Turned
from games.poohead.moves import Blind, Take
from games.poohead.odds import blind_chance, is_last
from games.poohead.state import Down, State, ToPlay
from games.proof.seeded_dice import SeededDice


def again(state: State, seat: int, number: int = 0) -> State:
    return GAME.resample(state, Seat(seat), SeededDice(b"", str(number), b""))


# No card is lost


def game_of(players: int, seed: str, **options: str) -> Iterator[Position]:
    chosen = GAME.options_from(options)
    return positions(Opening(GAME, chosen, (GAME.stack(chosen),) * players, seed.encode()), 400)


def nothing_is_wrong(position: Position) -> None:
    state: State = position.state
    assert every_card(state) == whole_deck(state.options, state.seats)
    assert all(one.rank != "10" for one in state.pile), "tens burn"
    for seat in position.seats:
        layout = state.layouts[seat]
        if state.plays_on(seat) and state.stock.reveal():
            assert len(layout.hand) >= 3, "all hold three until the draw pile is gone (PH-23)"
        if state.plays_on(seat) and isinstance(state.phase, ToPlay):
            assert layout.count, "who has nothing left is out (PH-30)"


@pytest.mark.parametrize("players", [2, 3, 5, 6, 10])
@pytest.mark.parametrize("options", [{}, {"house": "pagat"}, {"slam": "on", "jokers_per_deck": "2"}], ids=str)
def test_after_every_move_every_card_is_somewhere_and_only_there(players: int, options: dict[str, str]) -> None:
    found = [position for seed in "ab" for position in game_of(players, seed, **options)]
    for position in found:
        nothing_is_wrong(position)
    assert len(found) > 50


@thoroughly
@given(data=st.data())
def test_no_card_is_lost_whatever_the_options(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 60):
        nothing_is_wrong(position)


@pytest.mark.parametrize("seed", "cdefgh")
def test_in_whole_games_the_pile_is_taken_only_by_who_cannot_play_ph_8(seed: str) -> None:
    """Compare with the independent rules for each card of the hand, or of the face-up ones."""
    looked = 0
    for position in game_of(3, seed):
        state: State = position.state
        if not isinstance(state.phase, ToPlay):
            continue
        seat = state.phase.seat
        layout, pile = state.layouts[seat], [one.rank for one in state.pile]
        cards = layout.hand or layout.up
        stuck = all(
            rank_of(card) != "joker" and not may_be_played(pile, rank_of(card), state.options) for card in cards
        )
        takes = any(offer.move is Take for offer in GAME.legal_moves(state, seat))
        assert takes == (bool(pile) and bool(cards) and stuck)
        looked += 1
    assert looked > 20


# New deals


def known_to(state: State, seat: int) -> Any:
    """Return what a new deal must not change: the cards this seat knows, and the numbers of the others.

    It knows face-up cards, pile, burned cards, its own hand, and cards that everybody saw go into a hand.
    """
    layouts = [
        (
            layout.seen,
            layout.up,
            [one.place for one in layout.down],
            layout.drawn.reveal() if owner == seat else len(layout.drawn.reveal()),
        )
        for owner, layout in enumerate(state.layouts)
    ]
    return layouts, state.pile, state.burned, len(state.stock.reveal()), len(state.aside.reveal()), state.places


@thoroughly
@given(data=st.data())
def test_dealt_again_all_that_a_seat_knows_stays_and_no_card_is_lost(data: st.DataObject) -> None:
    for number, position in enumerate(positions(data.draw(openings(GAME)), 40)):
        for seat in position.seats:
            other = again(position.state, seat, number)
            assert known_to(other, seat) == known_to(position.state, seat)
            assert every_card(other) == every_card(position.state)
            assert GAME.view(other, seat) == GAME.view(position.state, seat)
            assert GAME.view(other, SPECTATOR) == GAME.view(position.state, SPECTATOR)


def test_every_dealing_of_what_is_unseen_comes_up_as_often_as_any_other() -> None:
    """Seat 0 does not know the places of five cards: its own face-down card, another's hand and card, the draw pile."""
    table = Table("3 3 3 | 5 | 4h", "4s | 5 | 4d", stock="4c 6h", pile="7", seen={1: "j j"})
    found: Counter[tuple[Card, ...]] = Counter()
    for chance, state in every(lambda dice: GAME.resample(table.state, Seat(0), dice)):
        mine, other = state.layouts
        places = mine.down[0].card.reveal(), *other.drawn.reveal(), other.down[0].card.reveal(), *state.stock.reveal()
        found[places] += 1
        assert chance == Fraction(1, 120)
        assert ranks(other.seen) == "j j"
    assert len(found) == 120
    assert set(found.values()) == {1}


def test_what_another_seat_holds_and_nobody_saw_changes_hands() -> None:
    table = Table("3 4 5 | 6 6 6 | 7 7 7", "8 9 j | q q q | k k k", stock="a a a 2 2 2")
    assert len({again(table.state, 0, number).layouts[1].hand for number in range(20)}) > 10
    assert len({again(table.state, 1, number).layouts[1].down for number in range(20)}) > 10


def test_a_pile_that_was_taken_is_known_to_all_and_a_failed_face_down_card_to_its_owner() -> None:
    table = Table("| | 4h 5h", "6 6 6", pile="q k", stock="")
    table.say(0, "blind 1")
    for number in range(10):
        assert ranks(again(table.state, 1, number).layouts[0].seen) == "q k"
        assert table.state.layouts[0].hand == again(table.state, 0, number).layouts[0].hand
    assert len({again(table.state, 1, number).layouts[0].drawn.reveal() for number in range(20)}) == 2


def test_what_others_swapped_is_not_known_before_it_is_shown_ph_3() -> None:
    table = swapping("3 4 5 | 6 6 6", "8 9 j | q q q", stock="a a")
    table.say(1, "swap j q")
    shown = {str(GAME.view(again(table.state, 1, number), Seat(1))) for number in range(5)}
    assert shown == {str(table.view(Seat(1)))}
    assert len({str(again(table.state, 0, number).phase.exchanges[1].reveal()) for number in range(20)}) > 3  # type: ignore[union-attr]


def test_cards_of_who_left_that_all_have_seen_are_dealt_to_nobody() -> None:
    """Queens were face up, and the jacks were taken with a pile, so nobody else can have them."""
    table = Table("3 4 5", "9 | q q q | k k k", "6 6 6 | 7", stock="a a a", seen={1: "j j j"})
    table.leave(1)
    assert not {"q", "j"} & {rank_of(card) for card in table.view(Seat(0)).unseen}
    for number in range(10):
        state = again(table.state, 0, number)
        held = [*state.layouts[2].hand, *state.stock.reveal()]
        assert not {"q", "j"} & set(map(rank_of, held))


def test_the_view_of_a_seat_holds_no_card_that_it_has_not_seen() -> None:
    table = Table("3 4 5 | 6 | 7", "8 9 j | q | k", stock="a a", pile="2")
    for viewer, hand in ((Seat(0), "3 4 5"), (Seat(1), "8 9 j"), (SPECTATOR, "")):
        view = table.view(viewer)
        assert ranks(view.hand) == hand
        assert [one.hand for one in view.layouts] == [3, 3]
        assert [ranks(one.up) for one in view.layouts] == ["6", "q"]
    assert ranks(table.view(Seat(0)).unseen) == "7 8 9 j k a a"
    assert table.view(SPECTATOR).unseen == ()


# The chance of a face-down card


def chance_of(table: Table, seat: int) -> Fraction:
    view = table.view(Seat(seat))
    return blind_chance(view.options, view.unseen, view.beat, last=is_last(view.layouts[seat]))


def counted(table: Table, seat: int) -> Fraction:
    """Return the chance by trying each card that this seat has not seen."""
    layout = table.state.layouts[seat]
    others = [one for owner, one in enumerate(table.state.layouts) if owner != seat]
    unseen = [*table.state.stock.reveal(), *(down.card.reveal() for one in (layout, *others) for down in one.down)]
    unseen += [card for one in others for card in one.drawn.reveal()]
    went = []
    for card in unseen:
        down = (Down(1, Secret(card)), *layout.down[1:])
        layouts = [replace(layout, down=down) if at == seat else one for at, one in enumerate(table.state.layouts)]
        state = replace(table.state, layouts=tuple(layouts))
        step = GAME.play(state, Seat(seat), Blind(1), SeededDice(b"", "", b""))
        went += [event.went for event in step.events if isinstance(event, Turned)]
    assert len(went) == len(unseen)
    return Fraction(sum(went), len(went))


def told_odds(table: Table, seat: int) -> dict[str, Any]:
    odds = GAME.odds(table.view(Seat(seat)), (), lambda _: table.state, SeededDice(b"", "", b""))
    assert odds is not None
    (line,) = odds.lines
    return dict(line.args)


PILES = ["", "q", "a", "9", "q 8", "9 8 8", "2", "joker=k", "4", "j"]


def test_the_chance_of_a_face_down_card_is_that_of_a_count() -> None:
    for pile in PILES:
        for down in ["4 5 6", "8"]:
            for options in [{}, {"finish_on_special": "forbid"}, {"house": "pagat", "jokers_per_deck": "2"}]:
                with case(pile, down, options):
                    others = ("3 7 8 | 9 | 3 j", "10 k | q q | 2 10", "a | 5 | 6 7")
                    table = Table(
                        f"| | {down}",
                        *others,
                        stock="2 4 7 joker" if "house" in options else "2 4 7",
                        pile=pile,
                        **options,
                    )
                    assert chance_of(table, 0) == counted(table, 0)
                    assert told_odds(table, 0)["chance"] == f"{float(counted(table, 0)):.1%}"


def test_what_all_have_seen_in_a_hand_is_not_counted() -> None:
    table = Table("| | 4 4 k", "3", pile="q", seen={1: "k k k"})
    assert chance_of(table, 0) == Fraction(1, 4)
    assert told_odds(table, 0)["chance"] == "25.0%"


def test_the_face_up_cards_of_who_left_are_not_counted() -> None:
    table = Table("| | 4 4 k", "3", "3 | k k k", pile="q")
    table.leave(2)
    assert chance_of(table, 0) == Fraction(1, 5)


def test_who_has_no_face_down_cards_and_who_looks_on_have_no_odds() -> None:
    table = Table("4 | 5", "3 | 5 | 6", pile="q")
    for viewer in (Seat(0), SPECTATOR):
        assert GAME.odds(table.view(viewer), (), lambda _: table.state, SeededDice(b"", "", b"")) is None
    assert told_odds(table, 1)["chance"] == "0.0%"
