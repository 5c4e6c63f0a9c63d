"""The protocol `potluck/2`, by the vectors of `docs/fairness.md`; and what its dice note of their draws."""

from hypothesis import given
from hypothesis import strategies as st

from games.kit.dice import Drawn, LoadedDice
from games.kit.seats import Seat
from games.proof import fair
from games.proof.seeded_dice import NotedDice, SeededDice, thinking

S = bytes(range(32))
G = "d:123:456:7"
TERMS = ("halflings/1", b'{"mode":"duel"}', b"[1000,1000]", b"null")
PAIRS = (("0", "cut deep"), ("1", "żółw 🐢"), ("stamp", "1234567890"))
X = "af9231def98a5fcc30e9ae3d3fbb941d558b47060eea341fb6caee00a25b78eb"
E = "75d4021b698ada3b5fcd9521c376c387652645408f4ce9783f40205289a871cb"
LINES = (b'{"type":"commitment"}', b'{"type":"start"}', b'{"type":"deed","n":1}', b'{"type":"deed","n":2}')
HEADS = (
    "b31715c9c927dca6c9f5b3efc6f455696a425b9f3897672b65aaeb1b63d4aa42",
    "4cd4cbcc669536022212e84feb32dd84b81e1b557443485aa0623fc63cbbf12f",
    "d5b3e7b1a9c77bd37b500b059b3d2a3efb3dd015804903e852f03762b65fc496",
)
SHUFFLED = (
    "36 7 51 37 44 20 10 46 47 13 5 26 14 40 1 4 39 15 31 2 6 34 8 45 50 9 28 43 27 32 30 24 42 18 48 25 23 11 3 49 19 "
    "17 35 29 12 22 0 16 33 38 21 41"
)


def dice(counts: dict[str, int] | None = None) -> NotedDice:
    return NotedDice(S, G, bytes.fromhex(E), counts)


def test_the_server_seed_is_made_of_key_game_and_salt() -> None:
    key, salt = bytes(range(0x20, 0x40)), bytes(range(16))
    made = fair.seed(key, G, salt)
    assert made.hex() == "69e0e6d9e6ce9653a3f331fa82d8e44af78dd2d7a2eaebed731e7faff1394b62"


def test_the_commitment_binds_game_and_seed() -> None:
    commitment = "ddaeb04585a5a2407095532fad7b03cdb062d833b89466f63b126cf1555d4ad8"
    assert fair.commitment(G, S) == commitment


def test_terms_and_texts_are_mixed_in() -> None:
    assert fair.terms(*TERMS).hex() == X
    assert fair.mixed_in(bytes.fromhex(X), PAIRS).hex() == E
    nobody = fair.mixed_in(bytes.fromhex(X), ())
    assert nobody.hex() == "b8a415d9b0f97787bdb933ba115447efcd9fab86bf79cdb4284f2ce5cd8f55b0"


def test_a_deck_is_shuffled_as_in_the_vectors() -> None:
    assert dice().draw("deck").shuffle(range(52)) == tuple(map(int, SHUFFLED.split()))
    assert dice({"deck": 1}).draw("deck").shuffle(range(52))[:8] == (18, 50, 1, 0, 35, 49, 29, 5)


def test_two_dice_of_one_draw_come_from_one_stream() -> None:
    assert dice({"roll/seat2": 3}).draw("roll", Seat(2)).roll(2, 6) == (4, 4)


def test_words_past_the_last_whole_multiple_are_dropped() -> None:
    thrown = dice()
    found = [thrown.draw("big").below(2**31 + 1) for _ in range(4)]
    assert found == [1326882460, 541588499, 759938473, 1484494876]


def test_each_deed_is_chained_to_all_before_it() -> None:
    salts = [fair.line_salt(S, G, number) for number in range(3)]
    assert salts[1].hex() == "901862b32924e3cd7280e29e20ea2bbe1e0027eb77e31c4b3177bafdc99bcd8c"
    heads = [fair.chain_begun(salts[0], *LINES[:2])]
    heads += [fair.chained(heads[0], salts[1], LINES[2])]
    heads += [fair.chained(heads[1], salts[2], LINES[3])]
    assert tuple(head.hex() for head in heads) == HEADS
    ended = fair.end_hash(heads[2], b'{"type":"end"}')
    assert ended == "733b68f957c4f0762449c51a8e0611e6c3f850f4d9eca4f955961fb70b5a0c38"


# What is noted


def test_what_was_read_from_each_draw_is_noted_in_order() -> None:
    thrown = dice({"roll/seat2": 3})
    thrown.draw("roll", Seat(2)).roll(2, 6)
    bag = thrown.draw("bag")
    deck = thrown.draw("deck")
    shuffled = deck.shuffle("abc")
    weighed, again = bag.weighted((3, 0, 1)), bag.weighted((2, 1))
    thrown.draw("coin")
    assert thrown.drawn == (
        Drawn("roll/seat2", 3, "below 6", (3, 3)),
        Drawn("bag", 0, "weights 3 0 1", (weighed,)),
        Drawn("bag", 0, "weights 2 1", (again,)),
        Drawn("deck", 0, "shuffle 3", tuple("abc".index(letter) for letter in shuffled)),
        Drawn("coin", 0, "nothing", ()),
    )


READS = st.lists(
    st.one_of(
        st.tuples(st.just("below"), st.integers(1, 2**32)),
        st.tuples(st.just("shuffle"), st.integers(0, 9)),
        st.tuples(st.just("weighted"), st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(sum)),
    ),
    max_size=8,
)


@given(st.binary(min_size=32, max_size=32), READS)
def test_noting_changes_no_number(seed: bytes, reads: list[tuple[str, object]]) -> None:
    plain = SeededDice(seed, G, b"", {}, fair.PROTOCOL).draw("one")
    noted = NotedDice(seed, G, b"").draw("one")
    for name, asked in reads:
        given_to = range(asked) if name == "shuffle" and isinstance(asked, int) else asked
        assert getattr(noted, name)(given_to) == getattr(plain, name)(given_to)


def test_a_house_bots_decision_is_noted_as_one_draw() -> None:
    thrown = dice()
    thinking(thrown, Seat(1)).draw("odds").shuffle(range(9))
    (drawn,) = thrown.drawn
    assert (drawn.label, drawn.index, drawn.kind, len(drawn.outcome)) == ("bot/seat1", 0, f"below {2**32}", 8)


def test_loaded_draws_are_not_noted_as_if_they_followed_from_a_seed() -> None:
    loaded = LoadedDice(["3", "4"], dice())
    loaded.draw("roll").roll(2, 6)
    loaded.draw("bot", Seat(0)).below(9)
    assert [one.label for one in loaded.drawn] == ["bot/seat0"]
