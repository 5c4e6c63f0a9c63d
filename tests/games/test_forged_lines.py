"""Test each rule of the check: who may do a deed or draw, the content of a line, and the posted values."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playing import GAMES
from test_verifying import Lines, chained, dumped, mismatch, parsed_of, record_of, sealed

from games.kit.contract import Ask
from games.kit.dice import Drawn
from games.kit.seats import Seat
from games.proof import fair
from games.proof.chain import LINES, EndLine, StartLine
from games.proof.fair import stamp_in
from games.proof.posted import Posted, begun, check_posted, posted_of
from games.proof.record import AnyDeed, CalledOff, Committed, Left, Mismatch, Moved, Returned, TakenOver, TimedOut
from games.proof.verifying import Replay, Replayed, check_pairs, decoded, fit, replayed, whole_lines

GAME = GAMES["highdie"]
PEOPLE_AND_A_BOT = (Seat(0), Seat(1), Seat(2))


def asked(*seats: int, head_start: int = 0) -> Ask:
    return Ask("roll", tuple(Seat(seat) for seat in seats), 60, head_start=head_start)


def replay() -> Replay:
    """Return a record that is checked line by line, with three seats and a house bot on the second."""
    lines = whole_lines("".join(record_of(GAME)))
    committed, started, *_, ended = (decoded(line, number) for number, line in enumerate(lines, start=1))
    assert isinstance(committed, Committed)
    assert isinstance(started, StartLine)
    assert isinstance(ended, EndLine)
    found = Replay(GAMES, committed, started, ended, lines)
    assert (found.seats, found.house) == (PEOPLE_AND_A_BOT, {1})
    return found


# Who may do what


def after(*deeds: AnyDeed) -> Replay:
    found = replay()
    for deed in deeds:
        found.note_who_plays(deed)
    return found


TAKEN, LEFT = TakenOver(Seat(0)), Left(Seat(2))


@pytest.mark.parametrize(
    ("before", "deed", "awaited", "fine"),
    [
        ((), TimedOut((Seat(0), Seat(2))), (0, 2), True),
        ((), TimedOut((Seat(0),)), (0, 2), False),
        ((), TimedOut((Seat(2), Seat(0))), (0, 2), False),
        ((), TimedOut(()), (), True),
        ((), TimedOut((Seat(0),)), (), False),
        ((TAKEN,), TimedOut((Seat(2),)), (0, 2), True),
        ((TAKEN,), TimedOut((Seat(0), Seat(2))), (0, 2), False),
        ((TAKEN,), TimedOut((Seat(0),)), (0,), True),
        ((TAKEN, TakenOver(Seat(2))), TimedOut((Seat(0), Seat(2))), (0, 2), True),
        ((TAKEN, Moved(Seat(1), "keep")), TimedOut((Seat(0), Seat(2))), (0, 2), True),
        ((TAKEN, Moved(Seat(1), "keep")), TimedOut((Seat(2),)), (0, 2), False),
        ((), Left(Seat(0)), (), True),
        ((), Left(Seat(1)), (), True),
        ((), Left(Seat(3)), (), False),
        ((LEFT,), Left(Seat(2)), (), False),
        ((), TAKEN, (0,), True),
        ((), TAKEN, (2,), False),
        ((), TakenOver(Seat(1)), (1,), False),
        ((TAKEN,), TAKEN, (0,), False),
        ((LEFT,), TakenOver(Seat(2)), (2,), False),
        ((), Returned(Seat(0)), (0,), False),
        ((), Returned(Seat(1)), (1,), False),
        ((TAKEN,), Returned(Seat(0)), (), True),
        ((TAKEN, Returned(Seat(0))), Returned(Seat(0)), (), False),
        ((TAKEN, Returned(Seat(0))), TAKEN, (0,), True),
        ((TAKEN, Left(Seat(0))), Returned(Seat(0)), (), False),
        ((), CalledOff("a storm"), (), True),
        ((), Moved(Seat(0), "keep"), (0,), True),
        ((), Moved(Seat(3), "keep"), (0,), False),
        ((LEFT,), Moved(Seat(2), "keep"), (2,), False),
        ((), Moved(Seat(0), "Keep"), (0,), False),
        ((), Moved(Seat(0), "keep "), (0,), False),
        ((), Moved(Seat(0), "dance"), (0,), False),
    ],
)
def test_a_deed_is_done_by_whom_it_can_be_done(
    before: tuple[AnyDeed, ...], deed: AnyDeed, awaited: tuple[int, ...], fine: bool
) -> None:
    assert (after(*before).wrong_with(deed, asked(*awaited)) == "") is fine


# Draws of house bots


THOUGHT = Drawn("bot/seat1", 0, f"below {2**32}", (1, 2, 3, 4, 5, 6, 7, 8))
LATER = Drawn("bot/seat1", 0, "below 3001", (5,))


def drew(
    listed: tuple[Drawn, ...], head_start: int, before: tuple[AnyDeed, ...] = ()
) -> list[tuple[str, int, str, int]]:
    found = after(*before)
    dice = found.dice()
    found.let_bots_draw(dice, listed, asked(0, head_start=head_start), 7)
    return [(one.label, one.index, one.kind, len(one.outcome)) for one in dice.drawn]


def test_no_bot_waits_where_nobody_has_a_head_start() -> None:
    """And a draw without a kind is not taken for that."""
    for forged in (LATER, msgspec.structs.replace(LATER, kind="")):
        with pytest.raises(Mismatch, match="nobody draws bot/seat1 like this"):
            drew((forged,), 0)


def test_a_house_bots_decision_and_how_long_it_waits_are_drawn_again() -> None:
    thought, later = ("bot/seat1", 0, THOUGHT.kind, 8), ("bot/seat1", 0, "below 3001", 1)
    assert drew((THOUGHT,), 3) == [thought]
    assert drew((LATER,), 3) == [later]
    second = msgspec.structs.replace(THOUGHT, index=1)
    assert drew((LATER, second), 3) == [later, ("bot/seat1", 1, THOUGHT.kind, 8)]
    own = Drawn("roll", 0, "below 6", (1,))
    assert drew((own,), 3) == []
    assert drew((own, THOUGHT), 3) == [], "what the game draws ends what bots drew before it"
    assert drew((THOUGHT, own), 3) == [thought]


def test_a_house_bot_that_plays_for_somebody_draws_as_well_until_they_return() -> None:
    mine = msgspec.structs.replace(THOUGHT, label="bot/seat0")
    assert len(drew((mine,), 0, (TAKEN,))) == 1
    for before in ((), (TAKEN, Returned(Seat(0))), (TAKEN, Left(Seat(0)))):
        with pytest.raises(Mismatch, match="line 7: nobody draws bot/seat0"):
            drew((mine,), 0, before)


def like(one: Drawn, **how: Any) -> Drawn:
    return msgspec.structs.replace(one, **how)


@pytest.mark.parametrize(
    ("listed", "head_start"),
    [
        ((like(THOUGHT, outcome=(1,) * 7),), 3),
        ((like(THOUGHT, outcome=(1,) * 9),), 3),
        ((like(THOUGHT, outcome=(1,)),), 3),
        ((like(THOUGHT, kind="below 7"),), 3),
        ((like(THOUGHT, kind=f"below {2**32 + 1}"),), 3),
        ((like(LATER, outcome=(5, 5)),), 3),
        ((like(LATER, outcome=()),), 3),
        ((like(LATER, kind="below 3000"),), 3),
        ((like(LATER, kind="below 3002"),), 3),
        ((like(LATER, kind="below 1"),), 0),
        ((LATER,), 0),
        ((LATER,), 2),
        ((THOUGHT, like(LATER, kind="below 3001")), 3),
        ((THOUGHT, like(THOUGHT, kind="below 6")), 3),
        ((like(THOUGHT, label="bot/seat01"),), 3),
        ((like(THOUGHT, label="bot/seat9"),), 3),
        ((like(THOUGHT, label="bot"),), 3),
        ((like(THOUGHT, label="clock"),), 3),
        ((like(THOUGHT, label="seats"),), 3),
        ((like(THOUGHT, label="bot/seat1x"),), 3),
    ],
)
def test_no_other_draw_is_a_house_bots(listed: tuple[Drawn, ...], head_start: int) -> None:
    with pytest.raises(Mismatch, match="line 7: nobody draws"):
        drew(listed, head_start)


def test_draws_are_compared_and_counted() -> None:
    found = replay()
    dice = found.dice()
    number = dice.draw("roll").below(6)
    same = Drawn("roll", 0, "below 6", (number,))
    for listed in ((), (same, same), (like(same, outcome=((number + 1) % 6,)),), (like(same, index=1),)):
        with pytest.raises(Mismatch, match=r"line 9: the record (says|lists)"):
            found.drawn_alike(dice, listed, 9)
        assert found.counts == {}
    found.drawn_alike(dice, (same,), 9)
    assert found.counts == {"roll": 1}


# The content of a line, with all hashes adjusted


def whole_but(alter: Callable[[Lines], object], game: str = "highdie", *, mixed: bool = True) -> Mismatch:
    """Return the fault of a record with this change. `mixed`: the entropy is adjusted, too."""
    parsed = parsed_of(GAMES[game])
    alter(parsed)
    if mixed:
        return mismatch(sealed(parsed))
    return mismatch(chained([dumped(line) for line in parsed], bytes.fromhex(parsed[-1]["seed"]), parsed[0]["game_id"]))


def test_the_entropy_is_that_of_the_terms_and_the_texts() -> None:
    found = whole_but(lambda parsed: parsed[1].update(entropy="0" * 64), mixed=False)
    assert (found.line, "the entropy is not that" in str(found)) == (2, True)


@pytest.mark.parametrize("count", [0, 600])
def test_a_game_is_for_as_many_as_its_rules_say(count: int) -> None:
    def seats(parsed: Lines) -> None:
        parsed[1]["stacks"], parsed[1]["house"] = [10] * count, []
        parsed[1]["pairs"] = [[str(seat), ""] for seat in range(count)]

    found = whole_but(seats)
    assert (found.line, "not for so many" in str(found)) == (2, True)


def test_a_start_that_the_rules_can_not_begin_with_is_named() -> None:
    found = whole_but(lambda parsed: parsed[1].update(options={"no_such": 1}))
    assert (found.line, "can not start" in str(found) or "cannot start" in str(found)) == (2, True)


def test_what_the_game_before_handed_on_is_written_as_the_bot_writes_it() -> None:
    """For a match of Poohead: the same content, with its fields in another order."""
    game = GAMES["rogues"]
    parsed = parsed_of(game)
    carry = game.carry(cups=(3, 3, 3), pot=0, first=Seat(0), last_winner=(), number=0)
    written = json.loads(msgspec.json.encode(carry))

    def hand_on(handed_on: dict[str, Any]) -> Mismatch:
        lines = [parsed[0], {**parsed[1], "carry": handed_on}, *parsed[2:]]
        return mismatch(sealed(lines))

    turned = hand_on(dict(reversed(written.items())))
    assert (turned.line, "what the game before handed on" in str(turned)) == (2, True)
    assert "what the game before handed on" not in str(hand_on(written))


@pytest.mark.parametrize(
    ("alter", "line", "reason"),
    [
        (lambda parsed: parsed[-1].update(draws={**parsed[-1]["draws"], "zz": 1}), -1, "counts draws"),
        (lambda parsed: parsed[-1].update(draws={}), -1, "counts draws"),
        (lambda parsed: parsed[-1].update(result=None), -1, "the result is not"),
        (lambda parsed: parsed[1]["draws"].pop(), 1, "lists"),
        (lambda parsed: parsed[1]["events"].append(parsed[1]["events"][-1]), 1, "events"),
        (lambda parsed: parsed[1]["events"].pop(), 1, "events"),
        (lambda parsed: parsed.pop(-2), -1, "had not come to its end"),
        (lambda parsed: parsed.insert(2, parsed[1]), 2, "a deed was expected"),
        (lambda parsed: parsed.insert(-1, parsed[-2]), -2, "the game was over"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(alter: Callable[[Lines], object], line: int, reason: str) -> None:
    parsed = parsed_of(GAMES["cones"])
    alter(parsed)
    found = mismatch(sealed(parsed))
    assert (found.line, reason in str(found)) == (line % len(parsed) + 1, True), str(found)


def test_a_move_that_can_be_read_and_may_not_be_made_is_named() -> None:
    """Somebody who has rolled again rolls once more."""
    parsed = parsed_of(GAME)
    at = next(at for at, line in enumerate(parsed) if line["type"] == "deed" and line["deed"]["type"] == "move")
    parsed.insert(at + 1, {**parsed[at], "draws": [], "events": []})
    found = mismatch(sealed(parsed))
    assert (found.line, "the rules refuse this deed" in str(found)) == (at + 2, True), str(found)


def test_what_is_told_of_a_deed_is_what_the_rules_tell() -> None:
    at = next(at for at, line in enumerate(parsed_of(GAME)) if line["type"] == "deed" and line["events"])

    def less(parsed: Lines) -> None:
        parsed[at]["events"].pop()

    def more(parsed: Lines) -> None:
        parsed[at]["events"] *= 2

    def other(parsed: Lines) -> None:
        parsed[at]["events"][0]["seat"] = 7

    for alter, reason in ((less, "the rules give"), (more, "the rules give"), (other, "the record says")):
        found = whole_but(alter)
        assert (found.line, reason in str(found)) == (at + 1, True), str(found)


WHOLE = "a record is a commitment, a start, deeds and one end"


@pytest.mark.parametrize(
    ("kept", "line", "reason"),
    [
        (slice(1, None), 1, "a record begins with a commitment"),
        (slice(0, 1), 1, WHOLE),
        (slice(0, 2), 2, WHOLE),
        (slice(0, -1), None, WHOLE),
    ],
)
def test_a_record_has_a_beginning_and_an_end(kept: slice, line: int | None, reason: str) -> None:
    lines = record_of(GAME)[kept]
    found = mismatch("".join(lines))
    assert (found.line, reason in str(found)) == (line or len(lines), True), str(found)


def test_a_record_has_a_start() -> None:
    found = mismatch("".join([record_of(GAME)[0], *record_of(GAME)[2:]]))
    assert (found.line, WHOLE in str(found)) == (len(record_of(GAME)) - 1, True)


def end_with(**how: Any) -> Mismatch:
    """Return the fault of a record whose end says this, with its other hashes unchanged."""
    lines = [line.removesuffix("\n") for line in record_of(GAMES["headache"])]
    lines[-1] = dumped({**json.loads(lines[-1]), **how})
    return mismatch("".join(f"{line}\n" for line in lines))


def test_the_end_is_held_by_its_own_hash_and_by_the_head() -> None:
    end = json.loads(record_of(GAMES["headache"])[-1])
    assert len(end["draws"]) > 1
    for how, reason in (
        ({"sha256": "0" * 64}, "the SHA-256 is not that of the end"),
        ({"head": "0" * 64}, "the head is not that of the chain"),
        ({"draws": dict(reversed(end["draws"].items()))}, "counts draws"),
    ):
        found = end_with(**how)
        assert (found.line, reason in str(found)) == (len(record_of(GAMES["headache"])), True)


@pytest.mark.parametrize(
    ("seed", "line"), [("0" * 63, -1), ("0" * 65, -1), ("g" * 64, -1), ("A" * 64, -1), ("0" * 64, 0)]
)
def test_a_seed_has_64_small_digits_and_is_the_one_committed_to(seed: str, line: int) -> None:
    lines = len(record_of(GAMES["headache"]))
    assert end_with(seed=seed).line == line % lines + 1


@pytest.mark.parametrize(("seal_at", "stamp_at", "fine"), [(0, 0, True), (5, 6, True), (6, 5, False), (-1, 5, False)])
def test_a_seal_was_told_before_the_stamp_came(seal_at: int, stamp_at: int, *, fine: bool) -> None:
    told = {"seal": "m1", "seal_at": seal_at, "stamp_at": stamp_at}
    found = whole_but(lambda parsed: parsed[1].update(told=told, pairs=[*parsed[1]["pairs"], ["stamp", "7"]]))
    assert ("the stamp came before the seal was told" not in str(found)) == fine, "then only the dice differ"


@pytest.mark.parametrize("at", [0, 1])
def test_a_line_too_deep_to_be_read_is_no_line_of_a_record(at: int) -> None:
    """A forger's file gets a verdict, whatever it contains."""
    lines = record_of(GAME)
    lines[at] = '{"type":"start","options":' + "[" * 100_000 + "]" * 100_000 + "}\n"
    found = mismatch("".join(lines))
    assert (found.line, "too deep" in str(found)) == (at + 1, True)


def test_who_is_played_by_a_house_bot_is_a_seat_once_and_in_order() -> None:
    for house, away in (([2, 1], []), ([0], [0]), ([3], []), ([], [2, 0]), ([], [-1]), ([1, 1], [])):
        found = whole_but(lambda parsed, house=house, away=away: parsed[1].update(house=house, away=away))
        assert (found.line, "whom house bots play" in str(found)) == (2, True)


@pytest.mark.parametrize(
    ("seats", "there", "fits"),
    [((), (0, 1), True), ((1, 0), (0, 1), True), ((0, 0), (0, 1), False), ((2,), (0, 1), False), ((0,), (), False)],
)
def test_seats_fit_that_are_there_each_once(seats: tuple[int, ...], there: tuple[int, ...], fits: bool) -> None:
    assert fit([Seat(one) for one in seats], [Seat(one) for one in there]) is fits


FULL = "x" * fair.LONGEST_TEXT


@pytest.mark.parametrize(
    ("pairs", "fine"),
    [
        ([("0", ""), ("1", FULL)], True),
        ([("0", ""), ("1", ""), ("stamp", "5")], True),
        ([("0", ""), ("1", FULL + "x")], False),
        ([("0", ""), ("1", "x ")], False),
        ([("0", ""), ("1", "e\u0301")], False),
        ([("0", "")], False),
        ([("0", ""), ("1", ""), ("2", "")], False),
        ([("1", ""), ("0", "")], False),
        ([("stamp", "5"), ("0", ""), ("1", "")], False),
        ([("0", ""), ("1", ""), ("stamp", "5"), ("stamp", "5")], False),
        ([], False),
    ],
)
def test_there_is_one_text_for_each_seat_and_at_most_one_stamp(pairs: list[fair.Pair], fine: bool) -> None:
    if fine:
        check_pairs(pairs, 2)
        return
    with pytest.raises(Mismatch, match="line 2"):
        check_pairs(pairs, 2)


# The results of a record, and its posted values


def found_of(game: str = "highdie") -> Replayed:
    return replayed("".join(record_of(GAMES[game])), GAMES)


def test_a_whole_game_has_no_void_and_as_many_receipts_as_deeds() -> None:
    found = found_of()
    assert found.void == ""
    assert found.receipts == found.heads[1:]
    assert len(found.receipts) == len(found.moments) - 1
    end = json.loads(record_of(GAME)[-1])
    assert (found.heads[-1], found.end, found.stamp) == (end["head"], end["sha256"], "")
    assert json.loads(found.options) == json.loads(record_of(GAME)[1])["options"]
    assert found.entropy == json.loads(record_of(GAME)[1])["entropy"]


@pytest.mark.parametrize(
    ("pairs", "stamp"), [((), ""), ((("0", "x"),), ""), ((("0", "x"), ("stamp", "5")), "5"), ((("stamp", "7"),), "7")]
)
def test_the_stamp_is_the_pair_of_that_name(pairs: tuple[fair.Pair, ...], stamp: str) -> None:
    assert stamp_in(pairs) == stamp


def test_a_stamp_that_was_shown_must_be_the_one_that_was_mixed_in() -> None:
    plain = found_of()
    stamped = msgspec.structs.replace(plain, pairs=(*plain.pairs, ("stamp", "1234")))
    check_posted(stamped, Posted(stamp="1234"))
    check_posted(stamped, Posted())
    for found, shown, reason in (
        (stamped, "123", "this is another stamp"),
        (stamped, "12345", "this is another stamp"),
        (found_of(), "1234", "there is no stamp"),
    ):
        with pytest.raises(Mismatch, match=f"line 2: {reason}"):
            check_posted(found, Posted(stamp=shown))


def test_every_receipt_must_be_one_of_its_deeds() -> None:
    found = found_of()
    mine = [one[:12] for one in found.receipts[:2]]
    check_posted(found, Posted(receipts=tuple(mine)))
    last = len(found.moments) + 2
    for receipts in ((mine[0], "0" * 12), ("0" * 12, mine[0]), (found.heads[0],)):
        with pytest.raises(Mismatch, match=f"line {last}: no deed has the receipt"):
            check_posted(found, Posted(receipts=receipts))


def test_what_a_record_says_was_posted_is_read_without_checking_it() -> None:
    text = "".join(record_of(GAME))
    commitment, start, end = (json.loads(record_of(GAME)[at]) for at in (0, 1, -1))
    whole = Posted(commitment["commitment"], start["entropy"], end["sha256"])
    assert posted_of(text.encode()) == posted_of(text.rstrip("\n").encode()) == whole
    assert begun(text.encode()) == begun("".join(record_of(GAME)[:2]).rstrip("\n").encode()) is not None
    stamped = [record_of(GAME)[0], dumped({**start, "pairs": [*start["pairs"], ["stamp", "77"]]}) + "\n", dumped(end)]
    assert posted_of("".join(stamped).encode()).stamp == "77"
    for content in (b"", b"x", b"{}", text.encode().partition(b"\n")[0], b"{}\n{}\n", b"x\nx"):
        assert begun(content) is None


def test_of_a_record_without_a_start_no_entropy_was_posted() -> None:
    first, last = record_of(GAME)[0], record_of(GAME)[-1]
    found = posted_of(f"{first}{{}}\n{last}".encode())
    assert (found.entropy, found.stamp, found.end) == ("", "", json.loads(last)["sha256"])


@pytest.mark.parametrize(("at", "name"), [(0, "commitment"), (-1, "sha256")])
def test_of_a_record_whose_hashes_are_not_whole_nothing_was_posted(at: int, name: str) -> None:
    lines = record_of(GAME)
    for alter in (lambda digest: digest[:-1], lambda digest: f"{digest}0", str.upper):
        line = json.loads(lines[at])
        other = [*lines]
        other[at] = dumped({**line, name: alter(line[name])}) + "\n"
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            posted_of("".join(other).encode())


@pytest.mark.parametrize("at", [1, 2, -1])
def test_a_line_with_a_field_of_its_own_is_no_line_of_a_record(at: int) -> None:
    """A reader of single lines, who does not compare their bytes, is told so as well."""
    line = json.loads(record_of(GAME)[at])
    LINES.decode(dumped(line))
    with pytest.raises(msgspec.ValidationError, match="unknown field `x`"):
        LINES.decode(dumped({**line, "x": 1}))
