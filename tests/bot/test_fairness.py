"""Test the bot's side of the protocols: keys, pledges, and dice that depend on nothing else."""

from itertools import count

import msgspec
import pytest
from one_change import DICE, DUEL, PLACE, VENUE, change_of, hosting, playing, pledge, table

from bot.table import fairness
from bot.table.fairness import Fairness, Keys, LostKeyError
from bot.table.phases import Playing, Pledge
from games.kit.money import Suckers
from games.proof import fair
from games.proof.seeded_dice import NotedDice

KEYS = {1: bytes(32), 3: bytes(range(32))}
NULL = msgspec.Raw(b"null")


def numbered(size: int) -> bytes:
    return next(SALTS).to_bytes(size, "big")


SALTS = count(1)


def test_a_game_is_pledged_by_the_newest_key_and_a_salt_of_its_own() -> None:
    made = Fairness(Keys(KEYS), numbered)
    one, other = made.pledge(VENUE, PLACE, 7), made.pledge(VENUE, PLACE, 7)
    assert one.salt != other.salt
    assert (one.n, one.key) == (7, 3)
    assert one.game_id == f"{VENUE}/{PLACE}/7"
    assert len(bytes.fromhex(one.salt)) == 16
    seed = fair.seed(KEYS[3], one.game_id, bytes.fromhex(one.salt))
    assert made.seed(one) == seed
    assert one.commitment == fair.commitment(one.game_id, seed)
    assert not Fairness.loaded, "dice fall by the seed alone"


def test_f27_a_seed_whose_key_is_missing_or_another_is_never_made_anew() -> None:
    of = pledge(1)
    assert Fairness(Keys({1: bytes(32), 2: bytes(32)})).seed(of) == DICE.seed(of)
    for keys in ({2: bytes(32)}, {1: bytes(31) + b"x"}):
        with pytest.raises(LostKeyError, match="key 1"):
            Fairness(Keys(keys)).seed(of)


def test_f27_a_key_that_was_lost_meanwhile_makes_no_seed_any_more() -> None:
    made = Fairness(Keys(KEYS), numbered)
    of = made.pledge(VENUE, PLACE, 1)
    made.seed(of)
    made.keys = Keys({1: KEYS[1]})
    with pytest.raises(LostKeyError, match="key 3"):
        made.seed(of)
    assert made.keys.numbers == (1,)


def test_keys_are_never_printed() -> None:
    keys = Keys({3: b"secret" * 6, 1: b"hidden" * 6})
    assert f"{keys!r} {keys}" == "Keys([1, 3]) Keys([1, 3])"
    assert keys.by_number == {3: b"secret" * 6, 1: b"hidden" * 6}


def playing_by(of: Pledge) -> Playing:
    phase = playing("ann", "ben", given=DUEL, pledge=of, stamp="1234").phase
    assert isinstance(phase, Playing)
    return phase


def test_a_game_has_its_terms_mixed_in_before_its_texts() -> None:
    rules, options, pairs = "halflings/2", msgspec.Raw(b"{}"), (("0", "luck"), ("stamp", "1"))
    stacks = (Suckers(5),)
    terms = fair.terms(rules, b"{}", b"[5]", b"null")
    assert fairness.mixed_in(rules, options, stacks, NULL, pairs) == fair.mixed_in(terms, pairs)


def test_the_dice_of_a_game_follow_from_its_seed_and_what_was_mixed_in() -> None:
    game = playing_by(pledge(1))
    found = DICE.dice_of(game)
    by_hand = NotedDice(DICE.seed(game.pledge), game.pledge.game_id, bytes.fromhex(game.entropy), game.draws)
    assert isinstance(found, NotedDice)
    assert found.draw("deck").shuffle(range(52)) == by_hand.draw("deck").shuffle(range(52))


def test_the_dice_go_on_where_they_had_come_to() -> None:
    game = playing_by(pledge(1))
    first = DICE.dice(game.pledge, b"", {}).draw("deck").shuffle(range(52))
    second = DICE.dice(game.pledge, b"", {"deck": 1}).draw("deck").shuffle(range(52))
    assert first != second
    assert DICE.dice(game.pledge, b"", {}).draw("deck").shuffle(range(52)) == first


def test_the_seats_of_a_tournament_are_drawn_by_what_was_told() -> None:
    of = hosting(pledge=pledge(1), entropy="ab" * 32)
    by_hand = NotedDice(DICE.seed(pledge(1)), pledge(1).game_id, bytes.fromhex("ab" * 32))
    assert DICE.dice_of(of).draw("seats").shuffle(range(9)) == by_hand.draw("seats").shuffle(range(9))


def test_the_chain_of_a_game_goes_on_from_its_head() -> None:
    game = playing_by(pledge(1))
    salt = fair.line_salt(DICE.seed(game.pledge), game.pledge.game_id, game.deeds + 1)
    assert DICE.chained(game, b"a line") == fair.chained(bytes.fromhex(game.head), salt, b"a line").hex()


def test_a_chain_begins_with_the_first_two_lines() -> None:
    salt = fair.line_salt(DICE.seed(pledge(1)), pledge(1).game_id, 0)
    assert DICE.chain_begun(pledge(1), b"one", b"two") == fair.chain_begun(salt, b"one", b"two").hex()


def test_salts_come_from_the_operating_system_unless_a_transcript_is_told() -> None:
    made = Fairness(Keys(KEYS))
    assert len({made.salt() for _ in range(50)}) == 50
    assert change_of(table("ann"), dice=made).next_pledge.n == 2
