"""Test the edges of dice: keys of a block, words past the last multiple, blocks after the first."""

import hmac
import struct
from itertools import islice

import pytest
from cases import case
from test_vectors import E, G, S

from games.kit.dice import Drawn
from games.kit.seats import Seat
from games.proof import fair
from games.proof.chain import Chain, whole
from games.proof.seeded_dice import NotedDice, SeededDice, thinking

LAST = 2**32 - 1


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_the_hash_of_draws_is_hmac_for_keys_of_any_length(length: int) -> None:
    key = bytes(range(200))[:length]
    assert fair.DrawHash(key, b"begin").of(b"rest") == hmac.digest(key, b"beginrest", "sha256")


def test_a_part_is_framed_by_its_length_and_a_number_has_eight_bytes() -> None:
    assert fair.lp("ż", b"", 258) == b"\0\0\0\2\xc5\xbc" + b"\0\0\0\0" + b"\0\0\0\x08\0\0\0\0\0\0\x01\x02"


def test_the_words_of_a_draw_go_on_from_block_to_block() -> None:
    mixed, label = bytes.fromhex(E), b"deck"
    found = list(islice(fair.words_of(fair.DrawHash(S, fair.draws_of(G, mixed)), "deck", 3), 20))
    by_hand: list[int] = []
    for block in range(3):
        message = fair.lp(fair.PROTOCOL, "draw", G, mixed, label, 3, block)
        by_hand += struct.unpack(">8I", hmac.digest(S, message, "sha256"))
    assert found == by_hand[:20]


def test_exactly_the_words_past_the_last_whole_multiple_are_dropped() -> None:
    for words, n, number in [
        ([LAST, 7], 3, 1),
        ([LAST - 1], 3, 2),
        ([LAST], 2, 1),
        ([LAST], 1, 0),
        ([LAST], 2**32, LAST),
        ([0], 2**32, 0),
        ([2**31 + 1, LAST, 5], 2**31 + 1, 5),
        ([2**31], 2**31 + 1, 2**31),
    ]:
        with case(words, n, number):
            assert fair.below(iter(words), n) == number


@pytest.mark.parametrize("n", [-1, 0, 2**32 + 1])
def test_nothing_is_drawn_below_less_than_one_or_more_than_there_are_words(n: int) -> None:
    with pytest.raises(ValueError, match="2\\^32"):
        fair.below(iter([0]), n)


# Notes of draws


def test_several_reads_of_one_kind_are_noted_as_one_and_another_kind_begins_anew() -> None:
    dice = NotedDice(S, G, b"")
    draw = dice.draw("one")
    numbers = [draw.below(6), draw.below(6), draw.below(7), draw.below(6)]
    draw.shuffle(())
    draw.shuffle("ab")
    draw.shuffle("ab")
    noted = [f"{one.kind}: {len(one.outcome)}" for one in dice.drawn]
    assert noted == ["below 6: 2", "below 7: 1", "below 6: 1", "shuffle 0: 0", "shuffle 2: 2", "shuffle 2: 2"]
    assert [number for one in dice.drawn[:3] for number in one.outcome] == numbers


def test_a_draw_from_which_nothing_was_read_is_noted_all_the_same() -> None:
    dice = NotedDice(S, G, b"", {"deck": 4})
    dice.draw("deck")
    dice.draw("roll", Seat(1)).below(6)
    assert dice.drawn[0] == Drawn("deck", 4, "nothing", ())
    assert [(one.label, one.index) for one in dice.drawn] == [("deck", 4), ("roll/seat1", 0)]
    assert dice.counts == {"deck": 5, "roll/seat1": 1}


def test_a_house_bot_thinks_by_a_seed_of_256_bits_that_is_one_draw() -> None:
    plain = SeededDice(S, G, b"", {}, fair.PROTOCOL).draw("bot", Seat(3))
    seed = b"".join(struct.pack(">I", plain.below(2**32)) for _ in range(8))
    by_hand = SeededDice(seed, "bot", b"").draw("odds").shuffle(range(52))
    dice = NotedDice(S, G, b"")
    assert thinking(dice, Seat(3)).draw("odds").shuffle(range(52)) == by_hand
    assert dice.counts == {"bot/seat3": 1}


# The chain


def test_a_chain_goes_on_from_where_it_had_come_to() -> None:
    """The bot stores only its head and the number of deeds."""
    one = Chain(S, G)
    one.begin(b"committed", b"started")
    begun = fair.chain_begun(fair.line_salt(S, G, 0), b"committed", b"started")
    assert (one.head, one.number) == (begun, 0)
    one.add(b"one")
    after_one = fair.chained(begun, fair.line_salt(S, G, 1), b"one")
    assert (one.head, one.number) == (after_one, 1)
    other = Chain(S, G, after_one, 1)
    other.add(b"two")
    assert (other.head, other.number) == (fair.chained(after_one, fair.line_salt(S, G, 2), b"two"), 2)


def test_each_line_of_a_record_ends_with_a_line_feed() -> None:
    assert whole([b"a", b"b"]) == b"a\nb\n"
