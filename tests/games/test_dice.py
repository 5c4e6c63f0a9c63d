"""Test dice: seeded, loaded, and every outcome in turn (habit 9)."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st

from games.kit.dice import Dice, LoadedDice, LoadedDiceError, every
from games.kit.seats import Seat
from games.proof.seeded_dice import SeededDice


def seeded(seed: bytes = b"s", counts: dict[str, int] | None = None) -> SeededDice:
    return SeededDice(seed, "game", b"", counts)


def loaded(*script: str, deck: str | None = None) -> LoadedDice:
    return LoadedDice(list(script), seeded(), None if deck is None else deck.split())


# Seeded


@given(st.lists(st.sampled_from(["roll/seat0", "roll/seat1", "deck", "giant"]), max_size=12))
def test_one_label_never_shifts_another(order: list[str]) -> None:
    mixed, apart = seeded(), {label: seeded() for label in set(order)}
    for label in order:
        assert mixed.draw(label).roll(3, 6) == apart[label].draw(label).roll(3, 6)


def test_each_draw_of_a_label_is_counted_once_however_much_is_read_from_it() -> None:
    dice = seeded()
    dice.draw("deck").shuffle(range(52))
    dice.draw("roll", Seat(2)).roll(10, 6)
    dice.draw("roll", Seat(2)).die(6)
    assert dice.counts == {"deck": 1, "roll/seat2": 2}


def test_the_counts_carry_on_from_where_they_were() -> None:
    dice = seeded()
    rolls = [dice.draw("roll").roll(2, 6) for _ in range(5)]
    assert seeded(counts={"roll": 3}).draw("roll").roll(2, 6) == rolls[3]


def test_the_counts_given_are_not_the_counts_kept() -> None:
    given_counts = {"roll": 1}
    seeded(counts=given_counts).draw("roll")
    assert given_counts == {"roll": 1}


@given(st.binary(max_size=8), st.integers(1, 100))
def test_a_die_has_its_faces_and_no_other(seed: bytes, sides: int) -> None:
    draw = seeded(seed).draw("roll")
    assert all(1 <= draw.die(sides) <= sides for _ in range(20))
    assert all(0 <= draw.below(sides) < sides for _ in range(20))


def test_all_faces_come_about_as_often() -> None:
    draw = seeded().draw("roll")
    faces = Counter(draw.die(6) for _ in range(6000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in faces.values())


@given(st.binary(max_size=8), st.lists(st.integers(), max_size=30))
def test_a_shuffle_loses_nothing(seed: bytes, items: list[int]) -> None:
    assert sorted(seeded(seed).draw("deck").shuffle(items)) == sorted(items)


# Loaded


def test_loaded_dice_fall_as_the_script_says() -> None:
    dice = loaded("7", "6", "1")
    assert dice.draw("giant").die(10) == 7
    assert dice.draw("roll", Seat(0)).roll(2, 6) == (6, 1)


def test_loaded_dice_that_run_out_say_so() -> None:
    dice = loaded("3")
    dice.draw("roll").die(6)
    with pytest.raises(LoadedDiceError, match="run out"):
        dice.draw("roll").die(6)


def test_a_face_that_the_die_lacks_is_refused() -> None:
    for word in ["7", "0", "-1", "x", "½", "٣", "", "--", "-"]:
        with case(word), pytest.raises(LoadedDiceError):
            loaded(word).draw("roll").die(6)


def test_a_loaded_number_stays_below_its_limit() -> None:
    assert loaded("0").draw("cup").below(3) == 0
    with pytest.raises(LoadedDiceError, match="not between 0 and 2"):
        loaded("3").draw("cup").below(3)


def test_a_pick_names_what_is_picked_by_its_sides_or_its_name() -> None:
    assert loaded("d8").draw("bag").pick([6, 8, 10]) == 8
    assert loaded("10").draw("bag").pick([6, 8, 10]) == 10
    assert loaded("Red").draw("bag").pick(["red", "blue"]) == "red"
    with pytest.raises(LoadedDiceError, match="not among"):
        loaded("12").draw("bag").pick([6, 8, 10])


def test_named_cards_come_first_and_the_rest_in_standard_order() -> None:
    assert loaded(deck="9s 3h").draw("deck").shuffle(["2H", "3H", "4H", "9S"]) == ("9S", "3H", "2H", "4H")


def test_a_card_that_the_deck_lacks_is_refused() -> None:
    with pytest.raises(LoadedDiceError, match="not in the deck"):
        loaded(deck="9S 9S").draw("deck").shuffle(["9S", "2H"])


def test_a_shuffle_asks_for_its_deck() -> None:
    with pytest.raises(LoadedDiceError, match="deck"):
        loaded("1").draw("deck").shuffle([1, 2])


@pytest.mark.parametrize("label", ["bot", "clock"])
def test_loaded_values_do_not_feed_the_host(label: str) -> None:
    dice = loaded("6")
    assert dice.draw(label, Seat(1)).roll(4, 6) == seeded().draw(label, Seat(1)).roll(4, 6)
    assert dice.draw("roll").die(6) == 6


# Every outcome


def two_dice(dice: Dice) -> int:
    return sum(dice.draw("roll").roll(2, 6))


def test_every_outcome_of_two_dice_sums_to_one() -> None:
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for chance, total in every(two_dice):
        chances[total] += chance
    assert chances[7] == Fraction(1, 6)
    assert sum(chances.values()) == 1


def test_every_outcome_forks_where_the_outcome_says_so() -> None:
    """A die, and a second one only after a 6."""

    def again_on_six(dice: Dice) -> tuple[int, ...]:
        first = dice.draw("roll").die(6)
        return (first, dice.draw("roll").die(4)) if first == 6 else (first,)

    found = {outcome: chance for chance, outcome in every(again_on_six)}
    assert len(found) == 5 + 4
    assert found[6, 2] == Fraction(1, 24)
    assert sum(found.values()) == 1


@given(st.lists(st.integers(1, 4), max_size=4))
def test_the_chances_of_every_outcome_sum_to_exactly_one(sizes: list[int]) -> None:
    outcomes = list(every(lambda dice: tuple(dice.draw("any").below(n) for n in sizes)))
    assert sum(chance for chance, _ in outcomes) == 1
    assert len({outcome for _, outcome in outcomes}) == len(outcomes)


def test_every_shuffle_of_three_is_as_likely() -> None:
    found = [(chance, order) for chance, order in every(lambda dice: dice.draw("deck").shuffle("abc"))]
    assert {order for _, order in found} == {tuple(o) for o in ("abc", "acb", "bac", "bca", "cab", "cba")}
    assert {chance for chance, _ in found} == {Fraction(1, 6)}


def test_without_chance_there_is_one_outcome() -> None:
    assert list(every(lambda _dice: "same")) == [(Fraction(1), "same")]


def test_an_error_in_the_play_is_not_taken_for_a_fork() -> None:
    def wrong(dice: Dice) -> int:
        raise KeyError(dice.draw("roll").die(2))

    with pytest.raises(KeyError):
        list(every(wrong))
