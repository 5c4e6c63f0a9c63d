"""Each rule of the check of `potluck/1` by itself: what is wrong is named in words, with the first line that is."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playing import GAMES
from test_record import Lines, dumped, mismatch, record_of, sealed

from games.kit.dice import NoDice
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.proof import record
from games.proof.record import (
    Ended,
    Left,
    Mismatch,
    Moved,
    Returned,
    Started,
    TakenOver,
    TimedOut,
    closing,
    digest,
    lines_of,
    moved_by,
    perform,
    replay_start,
    replayed,
    verify,
)
from games.proof.seeded_dice import SeededDice

GAME = GAMES["highdie"]
LAST = 6


def parsed_of() -> Lines:
    """Return a whole game of three: a commitment, a start, three moves and the end."""
    return [json.loads(line) for line in record_of(GAME)]


def wrong(alter: Callable[[Lines], object]) -> tuple[int, str]:
    """Return the line and the reason that are named of a record that was altered so, with a SHA-256 that fits."""
    parsed = parsed_of()
    alter(parsed)
    found = mismatch(sealed(parsed))
    return found.line, str(found)


def put(line: int, **fields: Any) -> Callable[[Lines], object]:
    return lambda parsed: parsed[line].update(fields)


def deed(**fields: Any) -> dict[str, Any]:
    return {"type": "deed", "deed": fields, "events": []}


@pytest.mark.parametrize(
    ("alter", "line", "reason"),
    [
        (put(0, protocol="potluck/2"), 1, "is not known here"),
        (put(0, form=2), 1, "form 2 is not known here"),
        (put(0, game="whist"), 1, "are not installed here"),
        (put(0, rules="highdie/0"), 1, "'highdie/0' are not installed here"),
        (put(0, game_id="another"), 1, "the commitment is not that of the seed"),
        (put(-1, seed="0" * 64), 1, "the commitment is not that of the seed"),
        (put(-1, seed="xyz"), LAST, "the seed is not hexadecimal"),
        (put(1, options={"ante": -1}), 2, "cannot start like this (ValidationError)"),
        (put(1, events=[]), 2, "the record has 0 events, the rules give 3"),
        (lambda parsed: parsed[1]["events"].append(parsed[1]["events"][0]), 2, "has 4 events, the rules give 3"),
        (lambda parsed: parsed[1]["events"][1].update(die=5), 2, 'the record says {"type":"dealt","to":1,"die":5}'),
        (lambda parsed: parsed[2]["events"].pop(), 3, "the record has 1 events, the rules give 2"),
        (lambda parsed: parsed[3]["events"][0].update(seat=0), 4, 'the rules say {"type":"kept","seat":1}'),
        (lambda parsed: parsed.insert(2, parsed[1]), 3, "a deed was expected"),
        (lambda parsed: parsed.insert(3, parsed[0]), 4, "a deed was expected"),
        (lambda parsed: parsed.insert(3, parsed[-1]), 4, "a deed was expected"),
        (lambda parsed: parsed.insert(-1, deed(type="left", seat=0)), LAST, "the game was over before this deed"),
        (lambda parsed: parsed.insert(2, deed(type="time-up", seats=[3])), 3, "that nobody awaited"),
        (lambda parsed: parsed.insert(2, deed(type="time-up", seats=[0, 3])), 3, "that nobody awaited"),
        (lambda parsed: parsed.insert(2, deed(type="move", seat=3, move="keep")), 3, "the rules refuse this deed"),
        (lambda parsed: parsed.insert(2, deed(type="move", seat=0, move="dance")), 3, "the rules refuse this deed"),
        (lambda parsed: parsed.pop(-2), LAST - 1, "the game had not come to its end"),
        (put(-1, void="a storm"), LAST, "a whole game is called void"),
        (put(-1, result=None), LAST, "the result is not the one"),
        (put(-1, draws={}), LAST, "the record counts draws {}"),
        (put(-1, draws={"bot/seat0": 9, "roll/seat0": 2, "roll/seat1": 1}), LAST, "counts draws"),
        (lambda parsed: parsed.pop(0), LAST - 1, "a record is a commitment, a start, deeds and an end"),
        (lambda parsed: parsed.pop(1), LAST - 1, "a record is a commitment, a start, deeds and an end"),
        (lambda parsed: parsed.__delitem__(slice(1, None)), 1, "a record is a commitment, a start, deeds and an end"),
    ],
)
def test_what_is_wrong_with_a_record_is_named_with_its_line(
    alter: Callable[[Lines], object], line: int, reason: str
) -> None:
    found = wrong(alter)
    assert (found[0], reason in found[1]) == (line, True), found[1]
    assert found[1].startswith(f"line {line}: ")


def test_draws_of_house_bots_are_not_counted() -> None:
    parsed = parsed_of()
    parsed[-1]["draws"] = {label: n for label, n in parsed[-1]["draws"].items() if not label.startswith("bot/")}
    assert verify(sealed(parsed), GAMES).game == "highdie"


def test_a_line_that_says_nothing_is_named() -> None:
    lines = record_of(GAME)
    for at in range(len(lines)):
        assert mismatch("\n".join([*lines[:at], "{", *lines[at + 1 :]])).line == at + 1


def test_the_sum_is_of_all_lines_before_the_last() -> None:
    lines = record_of(GAME)
    assert json.loads(lines[-1])["sha256"] == digest(lines[:-1])
    parsed = [json.loads(line) for line in lines]
    parsed[-1]["sha256"] = digest(lines)
    found = mismatch("\n".join(map(dumped, parsed)))
    assert (found.line, "the SHA-256 is not that" in str(found)) == (LAST, True)


def test_lines_may_end_as_on_any_system_and_a_file_may_have_blank_ones_at_its_end() -> None:
    assert lines_of("a\r\nb\n\r\n\n") == lines_of("a\nb") == ["a", "b"]
    assert lines_of("") == [""]


def test_a_game_that_was_called_off_says_why() -> None:
    parsed = parsed_of()
    del parsed[3:5]
    counts = {"roll/seat0": 2, "roll/seat1": 1, "roll/seat2": 1}
    parsed[-1].update(draws=counts, result=None, void="a storm")
    found = replayed(sealed(parsed), GAMES)
    assert (found.void, [moment.deed for moment in found.moments]) == ("a storm", [None, Moved(Seat(0), "again")])
    assert found.started.stacks == (100, 100, 100)
    assert found.moments[0].events != ()


def test_a_record_is_checked_by_the_installed_games_unless_others_are_given() -> None:
    text = "\n".join(record_of(GAMES["halflings"]))
    assert verify(text) == verify(text, GAMES)
    with pytest.raises(Mismatch, match="are not installed here"):
        verify(text, {})


def test_the_last_line_is_written_as_it_is_checked() -> None:
    lines, moments = record_of(GAME), replayed("\n".join(record_of(GAME)), GAMES).moments
    end = msgspec.json.decode(lines[-1], type=Ended)
    made = closing(GAME, lines[:-1], bytes.fromhex(end.seed), dict(reversed(end.draws.items())), moments[-1].state)
    assert made == lines[-1]


# The deeds


def test_a_silence_and_a_leaver_are_the_rules_matter_and_a_house_bot_changes_nothing() -> None:
    start = replayed("\n".join(record_of(GAME)), GAMES).moments[0].state
    dice = NoDice()
    for deed_, step in (
        (Moved(Seat(0), "keep"), GAME.play(start, Seat(0), GAME.moves[0](), dice)),
        (TimedOut((Seat(0),)), GAME.time_up(start, (Seat(0),), dice)),
        (Left(Seat(1)), GAME.leave(start, Seat(1), dice)),
    ):
        assert perform(GAME, start, deed_, dice) == step
        assert step.state != start
    for nothing in (TakenOver(Seat(0)), Returned(Seat(0))):
        assert perform(GAME, start, nothing, dice) == (start, ())
    assert moved_by(Seat(2), GAME.moves[0]()) == Moved(Seat(2), "keep")


def test_a_game_of_a_series_begins_with_what_was_handed_on_and_the_first_with_nothing() -> None:
    game = GAMES["cones"]
    text = "\n".join(record_of(game))
    dice = SeededDice(bytes(32), "a game", b"")
    options = replayed(text, GAMES).started.options
    step = game.start(game.options.model_validate(options), (Suckers(0),) * 3, dice, None)
    events = record.told_raw(game, step.events)
    started = Started(options, (Suckers(0),) * 3, msgspec.Raw(b"null"), (), events)
    assert replay_start(game, started, SeededDice(bytes(32), "a game", b"")) == step
    with pytest.raises(Mismatch, match="line 2: the game cannot start like this"):
        replay_start(game, msgspec.structs.replace(started, carry=msgspec.Raw(b'"x"')), dice)
