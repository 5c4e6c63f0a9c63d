"""The protocol `potluck/1`, by the vectors of `docs/fairness.md`."""

import hashlib
import hmac
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.seats import Seat
from games.proof import fair
from games.proof.seeded_dice import SeededDice

S = bytes(range(32))
G = "d:123:456:7"
TEXTS = (("0", "cut deep"), ("1", "żółw 🐢"))
STAMP = ("stamp", "1234567890")
E = "dc43a5fc26016a7b80cafb0be0305d91f07810513e216713c400d59026e0324e"

SHUFFLED = (
    "39 15 18 48 14 22 8 16 31 19 23 2 51 7 20 37 44 5 34 25 0 35 4 27 47 38 17 36 45 46 26 1 42 43 11 33 12 3 29 10 "
    "28 6 9 50 41 32 40 49 30 24 21 13"
)


def dice(counts: dict[str, int] | None = None) -> SeededDice:
    return SeededDice(S, G, bytes.fromhex(E), counts)


def test_the_server_seed_is_made_of_key_game_and_salt() -> None:
    key, salt = bytes(range(0x20, 0x40)), bytes(range(16))
    assert fair.seed(key, G, salt).hex() == "fca2ebd3da6b075d4916afde5222635e9ec3aad646e7ccaf2dffa86ee7b4663e"


def test_the_commitment_binds_game_and_seed() -> None:
    assert fair.commitment(G, S) == "2d14508e609a99b391ed483cdc9e8a14f2aa009f32d75660bf0e7a94440327e3"


@pytest.mark.parametrize(
    ("pairs", "digest"),
    [
        ((*TEXTS, STAMP), E),
        (TEXTS, "3a4f1e9f657690513adae1efbae2bdc2fee68f4f41b73de1cc28969736867cc6"),
        ((), "25b2d39920137416bc76d0eabfadc9b7b5c2db43ffaf3cae7352edbdc2deeb9c"),
    ],
    ids=["texts and stamp", "texts alone", "nothing"],
)
def test_the_entropy_is_of_all_texts_in_seat_order(pairs: tuple[fair.Pair, ...], digest: str) -> None:
    assert fair.entropy(pairs).hex() == digest


def test_a_deck_is_shuffled_as_in_the_vectors() -> None:
    assert dice().draw("deck").shuffle(range(52)) == tuple(map(int, SHUFFLED.split()))


def test_the_second_shuffle_of_a_label_is_another() -> None:
    assert dice({"deck": 1}).draw("deck").shuffle(range(52))[:8] == (48, 17, 26, 50, 38, 22, 0, 28)


def test_two_dice_of_one_draw_come_from_one_stream() -> None:
    assert dice({"roll/seat2": 3}).draw("roll", Seat(2)).roll(2, 6) == (1, 4)


def test_words_past_the_last_whole_multiple_are_dropped() -> None:
    thrown = dice()
    assert [thrown.draw("big").below(2**31 + 1) for _ in range(4)] == [278161555, 230401370, 484656232, 1522109851]


@given(st.binary(max_size=150), st.binary(max_size=150), st.binary(max_size=150))
def test_the_hash_of_draws_is_hmac(key: bytes, beginning: bytes, rest: bytes) -> None:
    """A seed has 32 bytes; of any other length it is HMAC all the same."""
    assert fair.DrawHash(key, beginning).of(rest) == hmac.digest(key, beginning + rest, "sha256")


def test_a_draw_is_the_hmac_that_the_page_says() -> None:
    """Written out once more, by hand, from the formula."""

    def lp(*parts: bytes) -> bytes:
        return b"".join(struct.pack(">I", len(part)) + part for part in parts)

    number = struct.pack(">Q", 5)
    block = struct.pack(">Q", 0)
    message = lp(b"potluck/1", b"draw", G.encode(), bytes.fromhex(E), b"giant", number, block)
    first = struct.unpack(">8I", hmac.new(S, message, hashlib.sha256).digest())
    words = fair.words_of(fair.DrawHash(S, fair.draws_of(G, bytes.fromhex(E))), "giant", 5)
    assert tuple(next(words) for _ in range(8)) == first


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=6))
def test_below_n_drops_exactly_the_words_that_would_favour_some(n: int, words: list[int]) -> None:
    kept = [word for word in words if word < 2**32 - (2**32 % n)]
    stream = iter(words)
    if kept:
        assert fair.below(stream, n) == kept[0] % n
    else:
        with pytest.raises(StopIteration):
            fair.below(stream, n)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_no_draw_is_below_nothing_or_beyond_a_word(n: int) -> None:
    with pytest.raises(ValueError, match="a draw is below"):
        fair.below(iter([1]), n)


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_two_lists_of_parts_never_run_together(one: list[str], other: list[str]) -> None:
    assert (fair.lp(*one) == fair.lp(*other)) == (one == other)


def test_weights_are_kept_exactly() -> None:
    """Over all numbers below their sum, each index comes as often as its weight says."""
    weights = (3, 0, 1, 2)

    class Counted:
        def __init__(self, number: int) -> None:
            self.number = number

        def below(self, n: int) -> int:
            assert n == sum(weights)
            return self.number

    from games.kit.dice import Draw  # noqa: PLC0415 - the class under test, called on a stream of one number

    found = [Draw.weighted(Counted(number), weights) for number in range(6)]  # type: ignore[arg-type]
    assert [Fraction(found.count(index), 6) for index in range(4)] == [Fraction(weight, 6) for weight in weights]
