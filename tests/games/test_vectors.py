"""Test the protocol `potluck/3` by the vectors of `docs/fairness.md`, and the notes of its dice."""

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
X = "ff29af3905154e5451465b470cdcb4bff6236b374730857f801ffe1083c16b4a"
E = "00df57e338a9bfe92d9c8f1c3e93272960854367593e60a1a03aeb2f84652c0d"
LINES = (b'{"type":"commitment"}', b'{"type":"start"}', b'{"type":"deed","n":1}', b'{"type":"deed","n":2}')
HEADS = (
    "6ab09e9b4bb8dc6df20be804f13728b92161179b3eac261f9acc77404a3531f1",
    "7acf2f6cc99fa45838b60c49ceab94323f66befb037bb8a15a1504838e4c68ef",
    "dad56a40a12bacfa97ecf36966f7709328a42a9f990db978bddcb9e6f49fad2c",
)
SHUFFLED = (
    "30 28 32 16 33 10 11 24 29 23 50 25 6 12 43 1 45 7 4 26 21 47 8 39 5 44 46 40 14 17 15 51 27 36 38 3 18 35 31 19 "
    "2 49 20 48 13 22 41 9 37 0 42 34"
)


def dice(counts: dict[str, int] | None = None) -> NotedDice:
    return NotedDice(S, G, bytes.fromhex(E), counts)


def test_the_server_seed_is_made_of_key_game_and_salt() -> None:
    key, salt = bytes(range(0x20, 0x40)), bytes(range(16))
    made = fair.seed(key, G, salt)
    assert made.hex() == "7e94d18359f999ac3f3bf50329e6ec81b9aeb3ba4b1b14dae10040dfc6c60fcc"


def test_the_commitment_binds_game_and_seed() -> None:
    commitment = "2fa2e156cd945257f81a0086fb082dc5742b330b28dc8e582435b7e3533a3261"
    assert fair.commitment(G, S) == commitment
    assert fair.binding(commitment) == "f6rocvwnsrjfp6a2acdpwcbnyv"


def test_a_text_is_bound_to_its_game_and_seat() -> None:
    first = fair.text_told(G, *PAIRS[0])
    assert first == "2382e9fb6fcc6b0ce95be7151f0264362f4cfd93d2f0fcd298ac2e7bc3c60a78"
    assert fair.binding(first) == "eobot63pzrvqz2k344kr6ategy"
    assert fair.text_told(G, *PAIRS[1]) == "f673476bcc02ffe0b3a447f09d2da9c8b039f8b7b5c4302b5dc9cf610f8636a2"


def test_terms_and_texts_are_mixed_in() -> None:
    assert fair.terms(*TERMS).hex() == X
    assert fair.mixed_in(bytes.fromhex(X), PAIRS).hex() == E
    nobody = fair.mixed_in(bytes.fromhex(X), ())
    assert nobody.hex() == "9a861347ac0421a1c3c940a28d5f50b9287b4047e98b70d287983e2a21a7820c"


def test_a_deck_is_shuffled_as_in_the_vectors() -> None:
    assert dice().draw("deck").shuffle(range(52)) == tuple(map(int, SHUFFLED.split()))
    assert dice({"deck": 1}).draw("deck").shuffle(range(52))[:8] == (30, 50, 27, 0, 43, 40, 36, 26)


def test_two_dice_of_one_draw_come_from_one_stream() -> None:
    assert dice({"roll/seat2": 3}).draw("roll", Seat(2)).roll(2, 6) == (3, 1)


def test_words_past_the_last_whole_multiple_are_dropped() -> None:
    thrown = dice()
    found = [thrown.draw("big").below(2**31 + 1) for _ in range(4)]
    assert found == [63582491, 309900861, 1616252348, 1382564851]


def test_each_deed_is_chained_to_all_before_it() -> None:
    salts = [fair.line_salt(S, G, number) for number in range(3)]
    assert salts[1].hex() == "f56e73e8d2d722f4a4e96f87279f52c0fc558000e62e615e4e043b24314009a1"
    heads = [fair.chain_begun(salts[0], *LINES[:2])]
    heads += [fair.chained(heads[0], salts[1], LINES[2])]
    heads += [fair.chained(heads[1], salts[2], LINES[3])]
    assert tuple(head.hex() for head in heads) == HEADS
    ended = fair.end_hash(heads[2], b'{"type":"end"}')
    assert ended == "bb977e1ee1843d3a87d55da613968804c9765f2ac218ebf28b0dd336a677047d"
    assert fair.binding(ended) == "xolx4hxbqq6tvb6vlwtbhfuiat"


# Notes


def test_what_was_read_from_each_draw_is_noted_in_order() -> None:
    thrown = dice({"roll/seat2": 3})
    thrown.draw("roll", Seat(2)).roll(2, 6)
    bag = thrown.draw("bag")
    deck = thrown.draw("deck")
    shuffled = deck.shuffle("abc")
    weighed, again = bag.weighted((3, 0, 1)), bag.weighted((2, 1))
    thrown.draw("coin")
    assert thrown.drawn == (
        Drawn("roll/seat2", 3, "below 6", (2, 0)),
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
