"""Test how people type: amounts in many forms, and each other's names."""

# ruff: noqa: RUF001 - digits that only look like digits

import pytest
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.reader import ChatReader, Meant, amount
from games.kit.money import MOST_SUCKERS
from games.kit.notation import Field, Kind, Unreadable
from games.kit.seats import Seat, Spot

AT_TABLE = ("pete", "Petra", "ann", "the duke (4)", "ann-marie")


def reader(stack: int = 1234) -> ChatReader:
    return ChatReader(AT_TABLE, stack)


def test_an_amount_is_read_as_people_type_it() -> None:
    for typed, meant in [
        ("50", 50),
        ("0", 0),
        ("007", 7),
        ("1,000", 1000),
        ("1'000", 1000),
        ("10k", 10_000),
        ("10K", 10_000),
        ("1.5k", 1500),
        ("2m", 2_000_000),
        ("0.25m", 250_000),
        ("all", 1234),
        ("ALL", 1234),
        ("allin", 1234),
        ("max", 1234),
        ("half", 617),
    ]:
        with case(typed, meant):
            assert reader().suckers(typed) == meant


NO_AMOUNT = [
    *(
        "-5",
        "+5",
        "1e9",
        "½",
        "1/2",
        "50%",
        "$50",
        "50!",
        "five",
        "NaN",
        "inf",
        "0x10",
        "1_000",
        "k",
        "",
        " ",
        "50 000",
    ),
    *("1.5", "1.0", "1.000", "1.0005k", "1,5k", "1,0", "1,", ",1", "1,00,000", "1'0"),
    *("٣", "５", "²", "9" * 17, str(MOST_SUCKERS + 1), "9007199254741k"),
]


def test_what_is_no_whole_amount_is_refused() -> None:
    """T22; also if a point or a comma has different meanings in different countries."""
    for typed in NO_AMOUNT:
        with case(typed):
            with pytest.raises(Unreadable) as wrong:
                amount(typed)
            assert wrong.value.reason.id == "not-a-number"


@settings(max_examples=3 * settings().max_examples, deadline=None, database=None)
@given(st.one_of(st.text(max_size=20), st.from_regex(r"[0-9.,']{1,20}[kKmM]?", fullmatch=True)))
def test_any_text_is_an_amount_in_bounds_or_refused(typed: str) -> None:
    """T22: never negative, never above 2^53, always a whole number."""
    try:
        found = amount(typed)
    except Unreadable:
        return
    assert type(found) is int
    assert 0 <= found <= MOST_SUCKERS


@pytest.mark.parametrize("stack", [0, 1, 7])
def test_half_of_a_stack_is_rounded_down(stack: int) -> None:
    assert reader(stack).suckers("half") == stack // 2


# Names


def test_a_seat_is_named_by_its_player_or_its_number() -> None:
    for typed, seat, words in [
        (["pete"], 0, 1),
        (["PETE"], 0, 1),
        (["petr"], 1, 1),
        (["ann"], 2, 1),
        (["ann-m"], 4, 1),
        (["the", "duke", "(4)", "50"], 3, 3),
        (["the", "duke"], 3, 2),
        (["duke"], None, 0),
        (["3"], 2, 1),
        (["5"], 4, 1),
        (["0"], None, 0),
        (["6"], None, 0),
        (["p"], None, 0),
        (["zoe"], None, 0),
        (["-1"], None, 0),
        (["٣"], None, 0),
    ]:
        with case(typed, seat, words):
            if seat is None:
                with pytest.raises(Unreadable) as wrong:
                    reader().seat(typed)
                assert wrong.value.reason.id == "no-such-seat"
            else:
                assert reader().seat(typed) == (Seat(seat), words)


def test_a_name_that_could_be_two_people_is_asked_about() -> None:
    with pytest.raises(Unreadable) as wrong:
        reader().seat(["pet"])
    assert wrong.value.reason.id == "which-seat"
    assert wrong.value.reason.args["who"] == "pete (1), Petra (2)"


def test_people_of_one_name_are_named_with_their_numbers() -> None:
    twins = ChatReader(("pete (1)", "pete (2)", "ann"), 0)
    assert twins.seat(["pete", "(2)"]) == (Seat(1), 2)
    assert twins.seat(["2"]) == (Seat(1), 1)
    with pytest.raises(Unreadable) as wrong:
        twins.seat(["pete"])
    assert wrong.value.reason.args["who"] == "pete (1), pete (2)"


@pytest.mark.parametrize(
    ("typed", "spot", "words"),
    [
        (["1.2"], Spot(Seat(0), 2), 1),
        (["pete2"], Spot(Seat(0), 2), 1),
        (["pete.2"], Spot(Seat(0), 2), 1),
        (["ann"], Spot(Seat(2), 1), 1),
        (["4.10"], Spot(Seat(3), 10), 1),
    ],
)
def test_a_thing_on_the_table_is_named_by_whose_it_is_and_its_number(typed: list[str], spot: Spot, words: int) -> None:
    assert reader().spot(typed) == (spot, words)


CUPS = tuple(Spot(Seat(seat), number) for seat in range(4) for number in (1, 2))[:7]
"""Two cups for each of the first three seats, and one for the last."""
WITH_DIGITS = ChatReader(("jack", "jack2", "zoe", "cy9"), 0, meant=Meant(spots=CUPS))


@pytest.mark.parametrize(
    ("typed", "spot"),
    [("zoe2", Spot(Seat(2), 2)), ("jack1", Spot(Seat(0), 1)), ("cy9", Spot(Seat(3), 1)), ("cy91", Spot(Seat(3), 1))],
)
def test_a_name_that_ends_in_digits_is_looked_at_whole_first(typed: str, spot: Spot) -> None:
    assert WITH_DIGITS.spot([typed]) == (spot, 1)


@pytest.mark.parametrize(("typed", "clear"), [("jack2", "2.1, 1.2"), ("zoe", "zoe1, zoe2")])
def test_where_two_things_could_be_meant_it_must_be_said_clearer(typed: str, clear: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        WITH_DIGITS.spot([typed])
    assert (wrong.value.reason.id, wrong.value.reason.args["spots"]) == ("which-spot", clear)


@settings(max_examples=2 * settings().max_examples, deadline=None, database=None)
@given(
    st.lists(st.text(min_size=1, max_size=12).map(str.strip).filter(bool), min_size=1, max_size=4),
    st.sampled_from(Kind),
)
def test_any_words_are_a_value_or_refused(words: list[str], kind: Kind) -> None:
    try:
        _, taken = reader().read(Field("any", kind, False, None), words)
    except Unreadable:
        return
    assert 1 <= taken <= len(words)


def test_a_name_may_be_that_of_an_owner_or_have_a_comma_behind_it() -> None:
    for typed, seat in [("ann's", 2), ("ann\u2019s", 2), ("Petra,", 1), ("ann-marie's,", 4)]:
        with case(typed):
            assert reader().seat(typed.split()) == (Seat(seat), 1)
    theirs = ChatReader(("pete", "pete's"), 0)
    assert theirs.seat(["pete's"]) == (Seat(1), 1), "somebody who is called so comes first"
    with pytest.raises(Unreadable):
        reader().seat(["'s"])
