"""Test the four kinds of choices of a field, with allowed and refused values."""

from cases import case
from hypothesis import given
from hypothesis import strategies as st

from games.kit.moves import FLAG, Choice, LegalMove, Move, OneOf, Order, Range, Some, refused_value, verb
from games.kit.seats import Seat, Spot
from games.kit.telling import kebab
from games.lab.outside import just_outside, values_outside

CUPS = tuple(Spot(Seat(seat), index) for seat in range(2) for index in (1, 2))

choices = st.one_of(
    st.builds(lambda low, more: Range(low, low + more), st.integers(-5, 50), st.integers(0, 50)),
    st.lists(st.integers(0, 30), min_size=1, max_size=5, unique=True).map(lambda values: OneOf(tuple(values))),
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=5, unique=True).map(lambda values: OneOf(tuple(values))),
    st.just(FLAG),
    st.sampled_from([OneOf(CUPS), Some(CUPS, 1, 2), Some(CUPS, 0, 4), Some((1, 1, 2), 2, 2), Order(CUPS)]),
)


@given(choices)
def test_a_choice_contains_what_it_offers(choice: Choice) -> None:
    offered = list(choice.some())
    assert offered
    assert all(value in choice for value in offered)


@given(choices)
def test_a_choice_contains_nothing_just_outside(choice: Choice) -> None:
    assert [value for value in values_outside(choice) if value in choice] == []


def test_a_value_of_another_type_is_another_value() -> None:
    for choice, value in [
        (Range(0, 5), True),
        (Range(0, 5), 2.0),
        (Range(0, 5), "2"),
        (Range(1, 5), None),
        (Range(1, 5), [2]),
        (FLAG, 0),
        (FLAG, 1),
        (FLAG, "yes"),
        (OneOf((0, 1)), False),
        (OneOf(CUPS), (0, 1)),
        (Some(CUPS, 1, 2), CUPS[0]),
        (Some(CUPS, 1, 2), (CUPS[0], CUPS[0])),
        (Some(CUPS, 1, 2), [CUPS[0]]),
        (Some((0, 1), 1, 1), (False,)),
        (Some((1, 1, 2), 2, 2), (2, 2)),
        (Order(CUPS), CUPS[:3]),
        (Order((0, 1)), (True, False)),
    ]:
        with case(choice, value):
            assert value not in choice


def test_the_edges_of_every_field_are_among_the_examples() -> None:
    class Lift(Move, frozen=True):
        cup: Spot
        coins: int
        twice: bool

    offer = LegalMove(Lift, {"cup": OneOf(CUPS), "coins": Range(2, 9), "twice": FLAG})
    examples = offer.examples()
    assert len(examples) == 4 * 3 * 2
    assert {move.coins for move in examples if isinstance(move, Lift)} == {2, 5, 9}
    assert all(offer.covers(move) for move in examples)
    assert not any(offer.covers(move) for move in just_outside(offer))


def test_a_move_is_named_by_its_command_word() -> None:
    class GoAllIn(Move, frozen=True):
        pass

    assert verb(GoAllIn) == verb(GoAllIn()) == "go-all-in" == kebab("GoAllIn")


class Point(Move, frozen=True):
    cup: int
    twice: bool = False


class Pour(Move, frozen=True):
    cup: int
    coins: int


@given(choices, st.sampled_from([(Point, "none"), (Pour, "cup")]))
def test_a_refused_value_says_what_it_may_be_and_never_what_it_was(
    choice: Choice, kind: tuple[type[Move], str]
) -> None:
    """It names the field if there are others: `Say a whole number (amount)` used to be shown even for a single
    field.
    """
    move, named = kind
    said = refused_value(move, "cup", choice)
    assert said.args["field"] == named
    assert said.id in {"out-of-range", "only-number", "not-among", "not-so-many", "exactly-so-many", "not-all"}
