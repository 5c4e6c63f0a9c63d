"""What every game promises, inherited by existing."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from playing import GAMES, Position, a_whole_game, each_game, openings, positions, texts_of, thoroughly
from pydantic import ValidationError

from games import kinds
from games.catalogue import AnyGame
from games.codec import codec
from games.contract import Illegal, PrivateEvent, PublicEvent, Step
from games.invariants import (
    EVERY_MOVE,
    broken,
    events_come_back,
    near_misses,
    refusal,
    stored_and_loaded,
    types_are_sound,
)
from games.notation import read, usage, write
from games.seats import SPECTATOR, Seat, Viewer
from games.secret import Sealed, Secret

LEVELS = (0, 1, 2, 3)


# Habit 4: legal moves are the one source of truth, in both directions


@each_game
@thoroughly
@given(data=st.data())
def test_every_legal_move_is_played_and_every_near_miss_refused(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        for seat in position.seats:
            legal = game.legal_moves(position.state, seat)
            for offer in legal:
                for move in offer.examples():
                    assert offer.covers(move)
                    game.play(position.state, seat, move, position.dice())
            for move in near_misses(game, legal):
                with pytest.raises(Illegal):
                    game.play(position.state, seat, move, position.dice())


@each_game
@thoroughly
@given(data=st.data())
def test_a_refused_move_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        before, dice = codec(game).encode(position.state), position.dice()
        for seat in position.seats:
            for move in near_misses(game, game.legal_moves(position.state, seat)):
                with pytest.raises(Illegal):
                    game.play(position.state, seat, move, dice)
        assert codec(game).encode(position.state) == before
        assert dice.counts == position.counts


@each_game
@thoroughly
@given(data=st.data())
def test_the_order_of_legal_moves_is_stable(game: AnyGame, data: st.DataObject) -> None:
    """The order of the verbs is that of `Game.moves`; a stored and loaded state offers the same in the same order."""
    for position in positions(data.draw(openings(game))):
        loaded, _ = stored_and_loaded(game, position.state)
        for seat in position.seats:
            legal = game.legal_moves(position.state, seat)
            assert game.legal_moves(loaded, seat) == legal
            verbs = [game.moves.index(offer.move) for offer in legal]
            assert verbs == sorted(verbs)


@each_game
@thoroughly
@given(data=st.data())
def test_every_offer_names_each_field_of_its_move(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        for seat in position.seats:
            for offer in game.legal_moves(position.state, seat):
                assert tuple(offer.fields) == offer.move.__struct_fields__


# All invariants of `simulate`, at every position


@each_game
@thoroughly
@given(data=st.data())
def test_all_invariants_hold_after_every_move(game: AnyGame, data: st.DataObject) -> None:
    """ALL-2 (money is whole and adds up) is among them."""
    for position in positions(data.draw(openings(game))):
        assert list(broken(EVERY_MOVE, position.moment())) == []


# Habits 10 to 12: deal again, see the same


def seen(position: Position, state: Any, viewer: Viewer) -> list[Any]:
    """Everything that must look the same to this viewer, whatever the others hold."""
    game = position.game
    view = game.view(state, viewer)
    common = [codec(game).encode(view), codec(game).encode(game.scene(view))]
    if viewer is SPECTATOR:
        return common
    legal = game.legal_moves(state, viewer)
    refused = [refusal(game, state, viewer, move) for move in near_misses(game, legal)]
    return [*common, legal, refused]


def thought(position: Position, state: Any, seat: Seat) -> list[Any]:
    """What is computed for this seat: its odds, and what a house bot of each level would do there."""
    game, view, told = position.game, position.game.view(state, seat), position.told_to(seat)

    def again(dice: Any) -> Any:
        return game.redeal(state, seat, dice)

    legal = game.legal_moves(state, seat)
    bots = [game.choose(view, told, legal, again, level, position.other_dice()) for level in LEVELS] if legal else []
    return [game.odds(view, told, again, position.other_dice()), bots]


@each_game
@thoroughly
@given(data=st.data())
def test_dealt_again_every_viewer_sees_the_same(game: AnyGame, data: st.DataObject) -> None:
    """View, scene, legal moves and refusals of the seat; view and scene of the spectator."""
    for position in positions(data.draw(openings(game))):
        for seat in position.seats:
            again = position.dealt_again(seat)
            assert seen(position, again, seat) == seen(position, position.state, seat)
            assert seen(position, again, SPECTATOR) == seen(position, position.state, SPECTATOR)


@each_game
@thoroughly
@given(data=st.data())
def test_dealt_again_odds_and_house_bots_are_the_same(game: AnyGame, data: st.DataObject) -> None:
    """They may use no more than the seat knows; dealings from a seat's eyes are the same whichever is the true one."""
    for position in positions(data.draw(openings(game)), 8):
        for seat in position.seats[:2]:
            again = position.dealt_again(seat)
            assert thought(position, again, seat) == thought(position, position.state, seat)


def sealed(value: object) -> Iterator[Sealed[Any]]:
    """What players chose in secret, wherever it lies in this value."""
    match value:
        case Sealed():
            yield value
        case Struct():
            yield from chain.from_iterable(sealed(getattr(value, name)) for name in value.__struct_fields__)
        case tuple():
            yield from chain.from_iterable(map(sealed, value))
        case _:
            pass


@each_game
@thoroughly
@given(data=st.data())
def test_silence_proves_nothing_about_a_hand(game: AnyGame, data: st.DataObject) -> None:
    """ALL-1: what the clock does for a silent seat is the same, whatever the others would see that it holds.

    It may open "a choice stored before": where others' sealed choices were dealt anew, other ones are opened.
    """
    for position in positions(data.draw(openings(game))):
        ask = game.asks(position.state)
        if ask is None:
            continue
        for viewer in position.seats:
            silent = tuple(seat for seat in ask.seats if seat != viewer)
            again = position.dealt_again(viewer)
            if list(sealed(again)) != list(sealed(position.state)):
                continue
            done = [game.time_up(state, silent, position.dice()).events for state in (position.state, again)]
            assert [type(event) for event in done[0]] == [type(event) for event in done[1]]


def test_a_sealed_choice_is_found_wherever_it_lies() -> None:
    """Or the test above would pass over nothing."""

    class Fist(Struct, frozen=True):
        choice: Sealed[int]

    class Table(Struct, frozen=True):
        die: Secret[int]
        fists: tuple[Fist, ...]

    assert list(sealed(Table(Secret(3), (Fist(Sealed(1)), Fist(Sealed(2)))))) == [Sealed(1), Sealed(2)]


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES.values() if any(kinds.struct(part) is Secret for part in kinds.parts(game.state))],
    ids=lambda game: game.name,
)
def test_dealing_again_really_deals(game: AnyGame) -> None:
    """Or else the tests above would prove nothing. Some games hide nothing yet when they begin."""

    def dealings(position: Position) -> set[bytes]:
        return {codec(game).encode(position.dealt_again(Seat(0), number)) for number in range(20)}

    assert any(len(dealings(position)) > 1 for position in a_whole_game(game, "really"))


@each_game
def test_by_its_types_no_public_event_and_no_view_can_hold_a_secret(game: AnyGame) -> None:
    assert list(types_are_sound(game)) == []
    for position in a_whole_game(game, "types"):
        for viewer in position.viewers:
            assert not kinds.holds_secret(type(game.view(position.state, viewer)))


def test_a_public_event_with_a_secret_field_is_found() -> None:
    class Peeked(PublicEvent, frozen=True):
        die: tuple[Secret[int], ...]

    class Watched(PrivateEvent, frozen=True):
        die: int

    assert kinds.holds_secret(Peeked)
    assert not kinds.holds_secret(Watched)


def test_a_state_that_can_be_changed_in_place_is_found() -> None:
    class Loose(PrivateEvent, frozen=True):
        seen: list[int]
        named: dict[str, tuple[int, ...]]

    assert kinds.changeable(Loose) == ("DictType", "ListType")


# Store and load


@each_game
@thoroughly
@given(data=st.data())
def test_state_and_events_survive_store_and_load(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        loaded, wrong = stored_and_loaded(game, position.state)
        assert wrong == ""
        assert type(loaded) is type(position.state)
        assert list(events_come_back(game, Step(position.state, position.came[1]))) == []


@each_game
def test_what_an_ended_game_hands_on_survives_store_and_load(game: AnyGame) -> None:
    carry = game.carried(a_whole_game(game, "carry")[-1].state)
    assert codec(game).carry(codec(game).encode(carry)) == carry


@each_game
def test_the_same_seed_and_deeds_give_the_same_game_to_the_last_event(game: AnyGame) -> None:
    first, second = ([one.came for one in a_whole_game(game, "twice")] for _ in range(2))
    assert first == second
    assert first != [one.came for one in a_whole_game(game, "another seed")]


# Who is awaited


@each_game
@thoroughly
@given(data=st.data())
def test_every_awaited_seat_can_act_and_an_ended_game_awaits_nobody(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        ask = game.asks(position.state)
        assert (ask is None) == (game.result(position.state) is not None)
        if ask is None:
            assert not any(game.legal_moves(position.state, seat) for seat in position.seats)
        else:
            assert ask.seconds > 0
            assert all(game.legal_moves(position.state, seat) for seat in ask.seats)
            assert not position.gone.intersection(ask.seats)


@each_game
@thoroughly
@given(data=st.data())
def test_silence_brings_every_game_to_an_end(game: AnyGame, data: st.DataObject) -> None:
    """ALL-1: no game needs anybody to speak."""
    position = list(positions(data.draw(openings(game)), 3))[-1]
    state, dice = position.state, position.dice()
    for _ in range(2000):
        ask = game.asks(state)
        if ask is None:
            break
        state = game.time_up(state, ask.seats, dice).state
    assert game.asks(state) is None


# Habits 15 and 17: words in, words out


@each_game
def test_the_examples_of_every_move_are_read_as_that_move(game: AnyGame) -> None:
    for kind in game.moves:
        assert kind.examples
        assert (kind.__doc__ or "").splitlines()[0].endswith(".")
        for example in kind.examples:
            move = read(example, game.moves)
            assert type(move) is kind
            assert read(write(move), game.moves) == move
        assert usage(kind).startswith(write(read(kind.examples[0], game.moves)).split()[0])


@each_game
@thoroughly
@given(data=st.data())
def test_every_legal_move_is_written_and_read_back(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game))):
        for seat in position.seats:
            for offer in game.legal_moves(position.state, seat):
                for move in offer.examples():
                    assert read(write(move), game.moves) == move


# Options


@each_game
def test_every_option_goes_through_text_and_back(game: AnyGame) -> None:
    assert game.options_from({}) == game.options()
    for key, values in texts_of(game).items():
        assert values, f"no values are known for {key}"
        for value in values:
            try:
                options = game.options_from({key: value})
            except ValidationError:
                continue  # one that asks for another beside it
            assert game.options.model_validate(options.model_dump(mode="json")) == options
            assert game.options.model_validate_json(options.model_dump_json()) == options
            assert str(options.model_dump(mode="json")[key]).lower() == value.lower()


@each_game
def test_options_refuse_what_they_do_not_know(game: AnyGame) -> None:
    for wrong in ({"no_such_option": "1"}, *({name: "¿"} for name in list(texts_of(game))[:1])):
        with pytest.raises(ValidationError):
            game.options_from(wrong)


# The host's own dealings


@each_game
def test_a_table_has_room_for_the_number_of_seats_it_names(game: AnyGame) -> None:
    seats = game.seats(game.options_from({}))
    assert seats.step == 1
    assert 1 <= seats[0] <= seats[-1]
    assert game.name in GAMES
    assert game.opening is None or game.opening in game.moves


@each_game
def test_every_view_names_its_phase_in_one_word(game: AnyGame) -> None:
    for position in a_whole_game(game, "phases"):
        for viewer in position.viewers:
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.view(position.state, viewer).phase)


@each_game
@thoroughly
@given(data=st.data())
def test_a_house_bot_of_any_level_makes_legal_moves_only(game: AnyGame, data: st.DataObject) -> None:
    for position in positions(data.draw(openings(game)), 8):
        for seat in position.seats:
            legal = game.legal_moves(position.state, seat)
            for move in thought(position, position.state, seat)[1]:
                assert move is None or any(offer.covers(move) for offer in legal)
