"""Test what every game promises, whatever it is: the tests that `GameContract` brings to a class with a `game`."""

import re
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.text import lacking
from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Illegal, Step
from games.kit.money import Suckers
from games.kit.notation import read, usage, write
from games.kit.seats import SPECTATOR
from games.lab.invariants import EVERY_MOVE, broken, events_come_back, stored_and_loaded
from games.lab.money import match
from games.lab.outside import near_misses
from games.lab.owing import brought, called_off
from games.lab.simulation import simulate
from potluck.testing.positions import a_whole_game, openings, positions, texts_of, thoroughly
from potluck.testing.said import WordsContract
from potluck.testing.secrets import SecretsContract, thought

BUYIN = 200


class GameContract(SecretsContract, WordsContract):
    """Bring the tests that every game inherits to a class that says which game: `class TestMine(GameContract)`."""

    game: ClassVar[AnyGame]

    # Whole games by house bots, as `potluck simulate` plays them

    @pytest.mark.parametrize(("level", "games"), [(0, 5), (3, 2)])
    def test_house_bots_play_whole_games_and_nothing_is_wrong(self, level: int, games: int) -> None:
        few = self.game.seats(self.game.options_from({}))[0]
        report = simulate(self.game, seats=few, games=games, seed=b"", options={}, level=level, lacks=lacking)
        assert (report.violations, report.first) == (0, ())
        assert report.finished == report.games

    # Purses: no play wins from the House in the long run

    def test_at_a_table_for_purses_the_house_has_the_odds_or_no_part(self) -> None:
        """With the options that hold there, and any other one set besides."""
        few = self.game.seats(self.game.options_from({}))[0]
        for chosen in ({}, *({key: value} for key, values in texts_of(self.game).items() for value in values)):
            try:
                options = self.game.options_from(chosen, buyin=BUYIN)
            except ValidationError:
                continue  # one that asks for another beside it
            kept = self.game.for_purses(chosen, BUYIN)
            if any(getattr(options, key) != value for key, value in kept.items()):
                continue  # refused there
            best = self.game.best_play(options)
            assert best is None or best <= 0, f"{chosen}: {best}"
        plain = self.game.options_from({}, buyin=BUYIN)
        if self.game.best_play(plain) is None:
            ended = [one for seed in (b"a", b"b") for one in match(self.game, plain, (Suckers(BUYIN),) * few, 0, seed)]
            assert {one.bank for one in ended} == {0}

    # Habit 4: legal moves are the one source of truth, in both directions

    @thoroughly
    @given(data=st.data())
    def test_every_legal_move_is_played_and_every_near_miss_refused(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            for seat in position.seats:
                legal = self.game.legal_moves(position.state, seat)
                for offer in legal:
                    for move in offer.examples():
                        assert offer.covers(move)
                        self.game.play(position.state, seat, move, position.dice())
                for move in near_misses(self.game, legal):
                    with pytest.raises(Illegal):
                        self.game.play(position.state, seat, move, position.dice())

    @thoroughly
    @given(data=st.data())
    def test_a_refused_move_changes_nothing(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            before, dice = codec(self.game).encode(position.state), position.dice()
            for seat in position.seats:
                for move in near_misses(self.game, self.game.legal_moves(position.state, seat)):
                    with pytest.raises(Illegal):
                        self.game.play(position.state, seat, move, dice)
            assert codec(self.game).encode(position.state) == before
            assert dice.counts == position.counts

    @thoroughly
    @given(data=st.data())
    def test_the_order_of_legal_moves_is_stable(self, data: st.DataObject) -> None:
        """The verbs stand in the order of `Game.moves`; what is stored and loaded offers the same, likewise."""
        for position in positions(data.draw(openings(self.game))):
            loaded, _ = stored_and_loaded(self.game, position.state)
            for seat in position.seats:
                legal = self.game.legal_moves(position.state, seat)
                assert self.game.legal_moves(loaded, seat) == legal
                verbs = [self.game.moves.index(offer.move) for offer in legal]
                assert verbs == sorted(verbs)

    @thoroughly
    @given(data=st.data())
    def test_every_offer_names_each_field_of_its_move(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            for seat in position.seats:
                for offer in self.game.legal_moves(position.state, seat):
                    assert tuple(offer.fields) == offer.move.__struct_fields__

    @thoroughly
    @given(data=st.data())
    def test_all_invariants_hold_after_every_move(self, data: st.DataObject) -> None:
        """ALL-2 (money is whole and adds up) is among them."""
        for position in positions(data.draw(openings(self.game))):
            assert list(broken(EVERY_MOVE, position.moment(lacking))) == []

    @thoroughly
    @given(data=st.data())
    def test_called_off_anywhere_everybody_has_what_is_theirs(self, data: st.DataObject) -> None:
        """In the lobby, in the next game, and whoever leaves before it (threats T35)."""
        opening = data.draw(openings(self.game))
        began = brought(self.game, opening.carry, opening.stacks)
        for position in positions(opening):
            if self.game.result(position.state) is None:
                dice = position.other_dice()
                wrong = called_off(self.game, opening.options, opening.carry, began, position.state, dice)
                assert list(wrong) == []

    @thoroughly
    @given(data=st.data())
    def test_state_and_events_survive_store_and_load(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            loaded, wrong = stored_and_loaded(self.game, position.state)
            assert wrong == ""
            assert type(loaded) is type(position.state)
            assert list(events_come_back(self.game, Step(position.state, position.came[1]))) == []

    def test_what_an_ended_game_hands_on_survives_store_and_load(self) -> None:
        carry = self.game.carried(a_whole_game(self.game, "carry")[-1].state)
        assert codec(self.game).carry(codec(self.game).encode(carry)) == carry

    def test_the_same_seed_and_deeds_give_the_same_game_to_the_last_event(self) -> None:
        first, second = ([one.came for one in a_whole_game(self.game, "twice")] for _ in range(2))
        assert first == second
        assert first != [one.came for one in a_whole_game(self.game, "another seed")]

    @thoroughly
    @given(data=st.data())
    def test_every_awaited_seat_can_act_and_an_ended_game_awaits_nobody(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            ask = self.game.asks(position.state)
            assert (ask is None) == (self.game.result(position.state) is not None)
            if ask is None:
                assert not any(self.game.legal_moves(position.state, seat) for seat in position.seats)
            else:
                assert ask.seconds > 0
                assert all(self.game.legal_moves(position.state, seat) for seat in ask.seats)
                assert not position.gone.intersection(ask.seats)

    @thoroughly
    @given(data=st.data())
    def test_silence_brings_every_game_to_an_end(self, data: st.DataObject) -> None:
        """ALL-1: no game needs anybody to speak."""
        position = list(positions(data.draw(openings(self.game)), 3))[-1]
        state, dice = position.state, position.dice()
        for _ in range(2000):
            ask = self.game.asks(state)
            if ask is None:
                break
            state = self.game.time_up(state, ask.seats, dice).state
        assert self.game.asks(state) is None

    def test_the_examples_of_every_move_are_read_as_that_move(self) -> None:
        for kind in self.game.moves:
            assert kind.examples
            assert (kind.__doc__ or "").splitlines()[0].endswith(".")
            for example in kind.examples:
                move = read(example, self.game.moves)
                assert type(move) is kind
                assert read(write(move), self.game.moves) == move
            assert usage(kind).startswith(write(read(kind.examples[0], self.game.moves)).split()[0])

    @thoroughly
    @given(data=st.data())
    def test_every_legal_move_is_written_and_read_back(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game))):
            for seat in position.seats:
                for offer in self.game.legal_moves(position.state, seat):
                    for move in offer.examples():
                        assert read(write(move), self.game.moves) == move

    def test_every_option_goes_through_text_and_back(self) -> None:
        assert self.game.options_from({}) == self.game.options()
        for key, values in texts_of(self.game).items():
            assert values, f"no values are known for {key}"
            for value in values:
                try:
                    options = self.game.options_from({key: value})
                except ValidationError:
                    continue  # one that asks for another beside it
                assert self.game.options.model_validate(options.model_dump(mode="json")) == options
                assert self.game.options.model_validate_json(options.model_dump_json()) == options
                assert str(options.model_dump(mode="json")[key]).lower() == value.lower()

    def test_options_refuse_what_they_do_not_know(self) -> None:
        for wrong in ({"no_such_option": "1"}, *({name: "¿"} for name in list(texts_of(self.game))[:1])):
            with pytest.raises(ValidationError):
                self.game.options_from(wrong)

    def test_a_table_has_room_for_the_number_of_seats_it_names(self) -> None:
        seats = self.game.seats(self.game.options_from({}))
        assert seats.step == 1
        assert 1 <= seats[0] <= seats[-1]
        assert re.fullmatch(r"[a-z]+", self.game.name)
        assert self.game.opening is None or self.game.opening in self.game.moves

    def test_every_view_names_its_phase_in_one_word(self) -> None:
        for position in a_whole_game(self.game, "phases"):
            for viewer in position.viewers:
                assert re.fullmatch(r"[a-z]+(-[a-z]+)*", self.game.view(position.state, viewer).phase)

    @thoroughly
    @given(data=st.data())
    def test_a_game_of_one_scene_tells_every_viewer_the_same(self, data: st.DataObject) -> None:
        if self.game.one_scene:
            for one in positions(data.draw(openings(self.game))):
                views = [self.game.view(one.state, viewer) for viewer in one.viewers]
                assert all(self.game.scene(view) == self.game.scene(views[0]) for view in views)
                assert all((view.pot, view.stacks) == (views[0].pot, views[0].stacks) for view in views)

    @thoroughly
    @given(data=st.data())
    def test_a_scene_made_beside_that_of_those_who_look_on_is_the_same(self, data: st.DataObject) -> None:
        for one in positions(data.draw(openings(self.game))):
            public = self.game.scene(self.game.view(one.state, SPECTATOR))
            for seat in (viewer for viewer in one.viewers if isinstance(viewer, int)):
                view = self.game.view(one.state, seat)
                assert self.game.scene_beside(view, seat, public) == self.game.scene(view)

    @thoroughly
    @given(data=st.data())
    def test_a_house_bot_of_any_level_makes_legal_moves_only(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game)), 8):
            for seat in position.seats:
                legal = self.game.legal_moves(position.state, seat)
                for move in thought(position, position.state, seat)[1]:
                    assert move is None or any(offer.covers(move) for offer in legal)
