"""Test what a person chooses a game by: its cover, its rules in pictures, the names of its options and presets."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args

import headache_phases
import highdie
import pytest
import test_rogues_board

from bot.render.chooser import choice
from bot.text import Words, lacking
from bot.text.words import YOU, messages
from games.catalogue import AnyGame, catalogue
from games.kit.board import Board
from games.kit.pictures import COVER_HIGH, LESSON_HIGH
from games.kit.seats import SPECTATOR
from games.lab.boards import unsound

OURS = ("cones", "halflings", "headache", "poohead", "rogues")
GAMES: dict[str, AnyGame] = {**{name: catalogue()[name] for name in OURS}, "highdie": highdie.GAME}
MOST_LETTERS = 140
"""The limit for a rule, which fills three lines of a phone."""
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def pictures(game: AnyGame) -> list[Board]:
    cover = game.cover()
    assert cover is not None
    return [cover, *(one.board for one in game.lessons())]


@games
def test_every_picture_is_sound_and_says_what_it_shows(game: AnyGame) -> None:
    for board in pictures(game):
        assert list(unsound(game, board)) == []
        assert lacking(game, board.says) == ""
        assert [
            lacking(game, one.label) for one in board.pieces if one.label is not None and lacking(game, one.label)
        ] == []


@games
def test_nothing_in_a_picture_can_be_pressed(game: AnyGame) -> None:
    assert [
        one for board in pictures(game) for one in board.pieces if one.fills or one.key or one.seat is not None
    ] == []


@games
def test_rules_are_short_sentences_in_pictures_of_one_size(game: AnyGame) -> None:
    lessons = game.lessons()
    assert (3 if game is highdie.GAME else 5) <= len(lessons) <= 8
    assert {one.board.height for one in lessons} == {LESSON_HIGH}
    assert pictures(game)[0].height == COVER_HIGH
    for one in lessons:
        assert lacking(game, one.says) == ""
        told = Words().sentence(one.says, (), game)
        assert len(told) <= MOST_LETTERS, told
        assert told.endswith((".", "!", "?")), told
    assert len({one.says.id for one in lessons}) == len(lessons)


@games
def test_who_chooses_is_told_for_how_many_how_long_and_how_hard(game: AnyGame) -> None:
    told = choice(game, Words())
    assert told.minutes is not None
    assert 0 < told.minutes[0] <= told.minutes[1]
    assert told.difficulty in {1, 2, 3}
    assert 0 < told.players[0] <= told.players[1]
    assert told.about[0].isupper()
    assert told.about.endswith(".")


@games
def test_every_option_has_a_name_and_says_what_it_means(game: AnyGame) -> None:
    told, keys = choice(game, Words()), set(game.options.model_fields)
    assert set(game.options_first) <= keys
    assert {one.key for one in told.options} >= keys - {game.presets, "cap_rule"}
    for one in told.options:
        assert "_" not in one.name, one.key
        assert one.name[0].isupper() or one.name[0].isdigit(), one.name
        assert one.meaning or len(one.values) > 1, one.key
        assert one.usual in [value.word for value in one.values] or one.several or not one.values, one.key
        for said in (one.meaning, *(value.meaning for value in one.values)):
            assert not set(said) & set("!=_{"), said


@games
def test_presets_have_names_and_say_what_other_options_are_then(game: AnyGame) -> None:
    told = choice(game, Words())
    assert bool(told.presets) == bool(game.presets)
    for one in told.presets:
        given = dict([one.sets.split("=")]) if one.sets else {}
        options = game.options_from(given).model_dump(mode="json")
        assert one.name[0].isupper()
        assert set(one.usual) <= set(options)
        assert one.players[0] in game.seats(game.options_from(given))
    assert [one.sets for one in told.presets[:1]] in ([], [""])


def test_a_preset_changes_what_is_usual() -> None:
    quick = next(one for one in choice(GAMES["headache"], Words()).presets if one.name == "Quick")
    assert quick.sets == "pace=quick"
    assert (quick.usual["max_swap_rounds"], quick.usual["lots"]) == ("1", "order")


def test_money_is_asked_where_there_is_any() -> None:
    asked = {name for name, game in GAMES.items() if any(one.key == "money" for one in choice(game, Words()).options)}
    assert asked == {"halflings", "headache", "highdie", "rogues"}


def phases_of(game: AnyGame) -> list[str]:
    """Return the phases of a game in which somebody is asked for something."""
    module = import_module(f"games.{game.name}.state")
    return [struct.__struct_config__.tag for struct in get_args(module.Phase) if struct.__name__ != "Over"]


@pytest.mark.parametrize("name", OURS)
def test_every_phase_is_explained_when_it_first_comes(name: str) -> None:
    """By a lesson, or by words of its own."""
    told, passes_by_itself = choice(GAMES[name], Words()), {"swap-shown", "lot-shown"}
    if name == "headache":
        passes_by_itself.add("round-shown")
    phases = phases_of(GAMES[name])
    known = {phase for one in told.lessons for phase in one.phases if not phase.startswith("piece-")}
    assert known <= set(phases)
    assert {phase for phase in phases if phase not in known and f"scene-{phase}" not in told.explained} == set()
    to_you = {phase for phase in phases if messages(GAMES[name], "en").format(f"scene-{phase}", YOU) is not None}
    assert to_you == set(phases) - passes_by_itself


@games
def test_what_lies_on_a_board_is_explained_in_short_sentences(game: AnyGame) -> None:
    for message, told in choice(game, Words()).explained.items():
        assert messages(game, "en").has(message)
        assert len(told) <= MOST_LETTERS, told
        assert told.endswith((".", "!", "?")), told


STAGED: dict[str, dict[str, Callable[[], Any]]] = {
    "headache": headache_phases.PHASES,
    "rogues": test_rogues_board.PHASES,
}
SAYS_ENOUGH = {
    *("piece-place", "piece-seat", "piece-crown", "piece-own", "piece-card", "piece-on-pile", "piece-shown-die"),
    *("piece-joker", "piece-die"),
}
"""What pieces are called that need no explanation: seats, winners, cards and dice that lie open."""


@pytest.mark.parametrize("name", ["rogues", "headache"])
def test_what_a_stranger_cannot_guess_is_explained(name: str) -> None:
    """Of the two games whose boards show most: everything on them that has a name."""
    game, named = GAMES[name], set()
    for made in STAGED[name].values():
        state = made().state
        ask = game.asks(state)
        for viewer in (SPECTATOR, *(ask.seats[:1] if ask is not None else ())):
            board = game.scene(game.view(state, viewer)).board
            assert board is not None
            named |= {piece.says.id for piece in board.pieces if piece.says is not None}
    assert len(named) > 8
    assert {one for one in named if not Words().explains(one, game)} <= SAYS_ENOUGH
