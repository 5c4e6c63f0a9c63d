"""Test the checks of `simulate` in cases that are easy to get wrong."""

from typing import Any, ClassVar

import coins
import pytest
from playing import GAMES, a_whole_game

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.moves import Some
from games.kit.notation import fields_of
from games.lab import invariants
from games.lab.invariants import events_come_back, stored_and_loaded
from games.lab.outside import plausible, values_outside
from games.lab.overheard import Heard, Line, difference
from games.proof.record import perform


def line(text: str, *, reveals: bool = False) -> Line:
    return Line("told", text.encode(), b"", opens_line=False, fades=None, replaces=False, reveals=reveals)


def heard(*lines: Line, view: str = "same") -> Heard:
    return Heard(lines, lambda: {"view": view})


TURNED_UP = line("a card", reveals=True)


@pytest.mark.parametrize("same_question", [False, True])
def test_what_lies_there_must_be_the_same_where_nothing_was_turned_up(*, same_question: bool) -> None:
    plain = heard(line("said"))
    found = difference(plain, heard(line("said"), view="other"), same_question=same_question)
    assert found == "another view: 'same', then 'other'"
    assert difference(plain, plain, same_question=same_question) == ""


def test_what_is_turned_up_may_differ_and_all_that_follows_from_it() -> None:
    other = line("another card", reveals=True)
    assert difference(heard(TURNED_UP), heard(other)) == ""
    assert difference(heard(TURNED_UP), heard(TURNED_UP, view="other")) == ""
    assert difference(heard(TURNED_UP, line("a")), heard(TURNED_UP, line("b"))) != ""


def test_before_a_question_is_answered_nothing_is_turned_up() -> None:
    other = line("another card", reveals=True)
    assert difference(heard(TURNED_UP), heard(other), same_question=True).startswith("an event: ")
    assert difference(heard(TURNED_UP), heard(TURNED_UP, view="other"), same_question=True) != ""


@pytest.mark.parametrize("others", [(), (line("said"),)])
def test_a_line_that_one_alone_hears_is_a_difference(others: tuple[Line, ...]) -> None:
    assert difference(heard(TURNED_UP), heard(*others)).startswith("an event: ")
    assert difference(heard(*others), heard(TURNED_UP)).startswith("an event: ")


@pytest.mark.parametrize(
    "choice", [Some((1, 2, 3), 2, 2), Some((1, 2), 0, 1), Some(("a", "b"), 1, 2), Some((1,), 1, 1)]
)
def test_outside_of_some_lie_too_few_too_many_and_another_kind(choice: Some) -> None:
    found = values_outside(choice)
    counts = [len(one) for one in found if isinstance(one, tuple)]
    assert max(counts) == max(choice.most + 1, 1)
    assert (choice.least - 1 in counts) == (choice.least > 0)
    assert any(isinstance(one, list) and len(one) == choice.least for one in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_plausible_move_has_a_value_of_the_right_shape_in_each_field(name: str) -> None:
    for kind in GAMES[name].moves:
        move = plausible(kind)
        for field in fields_of(kind):
            assert isinstance(getattr(move, field.name), tuple) == field.several, (kind, field.name)


class Codec:
    """A codec that forgets: see what it is given."""

    kept: ClassVar[Any] = None

    def __init__(self, game: AnyGame) -> None:
        self._plain = codec(game)

    def encode(self, value: object) -> bytes:
        return self._plain.encode(value)

    def state(self, content: bytes) -> Any:
        return self.kept or self._plain.state(content)

    def event(self, _: bytes) -> Any:
        return None


def test_a_state_that_comes_back_as_another_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_, last = a_whole_game(coins.GAME, "kept")
    assert stored_and_loaded(coins.GAME, first.state) == (first.state, "")
    monkeypatch.setattr(Codec, "kept", last.state)
    monkeypatch.setattr(invariants, "codec", Codec)
    loaded, wrong = stored_and_loaded(coins.GAME, first.state)
    assert loaded == last.state
    assert wrong.startswith("store: ")


@pytest.mark.parametrize(("same_state", "same_content"), [(True, False), (False, True)])
def test_a_state_comes_back_as_it_was_and_is_written_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
    same_state: bool,
    same_content: bool,
) -> None:
    first, *_, last = a_whole_game(coins.GAME, "kept")
    contents = iter([b"one", b"one" if same_content else b"another"])
    monkeypatch.setattr(Codec, "kept", first.state if same_state else last.state)
    monkeypatch.setattr(Codec, "encode", lambda *_: next(contents))
    monkeypatch.setattr(invariants, "codec", Codec)
    assert stored_and_loaded(coins.GAME, first.state)[1].startswith("store: ")


def test_an_event_that_does_not_come_back_or_is_not_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    second = a_whole_game(coins.GAME, "kept")[1]
    deed, events = second.came
    assert deed is not None
    step = perform(coins.GAME, a_whole_game(coins.GAME, "kept")[0].state, deed, second.dice())
    assert list(events_come_back(coins.GAME, step)) == []
    monkeypatch.setattr(invariants, "codec", Codec)
    assert len(list(events_come_back(coins.GAME, step))) == len(step.events) == len(events) > 0
