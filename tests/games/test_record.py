"""A record by `potluck/1` replays to the last event for ever; what is altered in it is found, and its line is named."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playing import GAMES, a_whole_game, each_game

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.proof.record import Mismatch, Started, digest, options_as_text, replay_start, told_raw, verify

SAMPLES = Path(__file__).parent / "samples" / "potluck-1"
Lines = list[dict[str, Any]]


def record_of(game: AnyGame) -> list[str]:
    """A whole game of house bots by `potluck/1`, as its lines: written when that was the protocol."""
    return (SAMPLES / f"{game.name}.potluck.jsonl").read_text(encoding="utf-8").splitlines()


def sealed(parsed: Lines) -> str:
    """The record with its SHA-256 made to fit, as a careful forger would."""
    lines = [dumped(line) for line in parsed]
    return "\n".join([*lines[:-1], dumped({**parsed[-1], "sha256": digest(lines[:-1])})])


def dumped(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def mismatch(text: str) -> Mismatch:
    with pytest.raises(Mismatch) as caught:
        verify(text, GAMES)
    return caught.value


def is_move(line: dict[str, Any]) -> bool:
    return bool(line["type"] == "deed" and line["deed"]["type"] == "move")


def deed_with_events(parsed: Lines) -> int:
    return next(at for at, line in enumerate(parsed) if line["type"] == "deed" and line["events"])


# What is whole


@each_game
def test_a_whole_record_is_verified(game: AnyGame) -> None:
    lines = record_of(game)
    committed = verify("\n".join(lines), GAMES)
    assert committed.game == game.name
    assert verify("\r\n".join(lines) + "\r\n", GAMES) == committed
    assert sealed([json.loads(line) for line in lines]) == "\n".join(lines)


def test_a_line_separator_in_a_players_text_does_not_break_a_line() -> None:
    text = "a\u2028b\x85c"
    game = GAMES["halflings"]
    parsed: Lines = [json.loads(line) for line in record_of(game)]
    parsed[1]["pairs"] = [["0", text]]
    assert mismatch(sealed(parsed)).line >= 3, "read as one line, but other texts give other dice"


def test_a_game_of_a_series_begins_with_what_the_one_before_handed_on() -> None:
    game, before = GAMES["poohead"], a_whole_game(GAMES["poohead"], "the first of a series")
    carry = game.carried(before[-1].state)
    options, stacks = before[0].opening.options, before[0].opening.stacks
    step = game.start(options, stacks, before[0].other_dice(), carry)
    handed_on = msgspec.Raw(codec(game).encode(carry))
    started = Started(options_as_text(options), stacks, handed_on, (), told_raw(game, step.events))
    assert replay_start(game, started, before[0].other_dice()).state == step.state
    first = game.start(options, stacks, before[0].other_dice(), None).state
    assert first != step.state
    alone = msgspec.structs.replace(started, carry=msgspec.Raw(b"null"))
    with suppress(Mismatch):
        assert replay_start(game, alone, before[0].other_dice()).state == first


# What is altered


def event_changed(parsed: Lines) -> int:
    """The first number in a deed's events."""
    at = deed_with_events(parsed)
    event = parsed[at]["events"][0]
    key = next(key for key, value in event.items() if isinstance(value, int))
    event[key] += 1
    return at + 1


def event_removed(parsed: Lines) -> int:
    at = deed_with_events(parsed)
    parsed[at]["events"].pop()
    return at + 1


def event_added(parsed: Lines) -> int:
    at = deed_with_events(parsed)
    parsed[at]["events"].append(parsed[at]["events"][-1])
    return at + 1


def events_swapped(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if len(line.get("events", ())) > 1)
    parsed[at]["events"].reverse()
    return at + 1


def move_made_unreadable(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if is_move(line))
    parsed[at]["deed"]["move"] += " 1 2 3"
    return at + 1


def seat_changed(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if is_move(line))
    parsed[at]["deed"]["seat"] = 499
    return at + 1


def deed_replaced(parsed: Lines) -> int:
    """A move, written down as a silence that told the same; at the end of Poohead's swaps both are the same."""
    at = next(
        at for at, line in enumerate(parsed) if is_move(line) and line["events"] and line["deed"]["move"] != "ready"
    )
    parsed[at]["deed"] = {"type": "time-up", "seats": []}
    return at + 1


def deed_repeated(parsed: Lines) -> int:
    at = deed_with_events(parsed)
    parsed.insert(at + 1, parsed[at])
    return at + 2


def commitment_changed(parsed: Lines) -> int:
    parsed[0]["commitment"] = "0" * 64
    return 1


def game_id_changed(parsed: Lines) -> int:
    parsed[0]["game_id"] += "0"
    return 1


def rules_changed(parsed: Lines) -> int:
    parsed[0]["rules"] += "0"
    return 1


def game_changed(parsed: Lines) -> int:
    parsed[0]["game"] = "whist"
    return 1


def protocol_changed(parsed: Lines) -> int:
    parsed[0]["protocol"] = "potluck/0"
    return 1


def seed_changed(parsed: Lines) -> int:
    """The commitment is another seed's."""
    seed = bytearray.fromhex(parsed[-1]["seed"])
    seed[0] ^= 1
    parsed[-1]["seed"] = seed.hex()
    return 1


def option_unknown(parsed: Lines) -> int:
    parsed[1]["options"]["no_such"] = 1
    return 2


def count_changed(parsed: Lines) -> int:
    draws = parsed[-1]["draws"]
    label = next(label for label in draws if not label.startswith("bot/"))
    draws[label] += 1
    return len(parsed)


def count_removed(parsed: Lines) -> int:
    draws = parsed[-1]["draws"]
    del draws[next(label for label in draws if not label.startswith("bot/"))]
    return len(parsed)


def result_changed(parsed: Lines) -> int:
    parsed[-1]["result"]["stacks"][0] += 1
    return len(parsed)


def result_removed(parsed: Lines) -> int:
    parsed[-1]["result"] = None
    return len(parsed)


def called_void(parsed: Lines) -> int:
    parsed[-1]["void"] = "the host went to bed"
    return len(parsed)


def seed_not_hex(parsed: Lines) -> int:
    parsed[-1]["seed"] = "xyz"
    return len(parsed)


ALTERED: tuple[Callable[[Lines], int], ...] = (
    event_changed,
    event_removed,
    event_added,
    events_swapped,
    move_made_unreadable,
    seat_changed,
    deed_replaced,
    deed_repeated,
    commitment_changed,
    game_id_changed,
    rules_changed,
    game_changed,
    protocol_changed,
    seed_changed,
    option_unknown,
    count_changed,
    count_removed,
    result_changed,
    result_removed,
    called_void,
    seed_not_hex,
)


@each_game
@pytest.mark.parametrize("update", ALTERED, ids=lambda update: update.__name__)
def test_an_altered_line_is_named_even_when_the_sha_256_fits(game: AnyGame, update: Callable[[Lines], int]) -> None:
    parsed: Lines = [json.loads(line) for line in record_of(game)]
    line = update(parsed)
    assert mismatch(sealed(parsed)).line == line


@each_game
@pytest.mark.parametrize("update", ALTERED, ids=lambda update: update.__name__)
def test_an_altered_line_is_named_when_the_sha_256_does_not_fit(game: AnyGame, update: Callable[[Lines], int]) -> None:
    """The first line that differs, not the sum at the end."""
    parsed: Lines = [json.loads(line) for line in record_of(game)]
    line = update(parsed)
    assert mismatch("\n".join(map(dumped, parsed))).line == line


@each_game
def test_every_line_that_is_taken_out_is_missed(game: AnyGame) -> None:
    """But for a deed that did and told nothing; and in an open auction a bid that was topped could be left out, so the
    one that was kept is blind.
    """
    lines: Lines = [json.loads(line) for line in record_of(game)]
    for at, line in enumerate(lines[:-1]):
        if line.get("events") != []:
            found = mismatch(sealed([*lines[:at], *lines[at + 1 :]]))
            assert found.line >= min(at + 1, len(lines) - 1)
    assert mismatch("\n".join(map(dumped, lines[:-1]))).line == len(lines) - 1


@each_game
def test_every_line_that_is_garbled_is_named(game: AnyGame) -> None:
    lines = record_of(game)
    for at in range(len(lines)):
        for garbled in ("", "{}", "[]", "null", lines[at][:-1], lines[at] + "}", '{"type":"joker"}'):
            damaged = [*lines[:at], garbled, *lines[at + 1 :]]
            assert mismatch("\n".join(damaged)).line in (at + 1, len(lines) - (garbled == ""))


DRAWS_TO_BEGIN = {"coins", "cones", "highdie", "headache", "poohead", "rogues"}


@each_game
def test_another_players_text_gives_other_dice(game: AnyGame) -> None:
    """The first line that needed a die is named: some deal in their start, others roll or pop for who begins."""
    parsed: Lines = [json.loads(line) for line in record_of(game)]
    first = []
    for text in ("cut deep", "cut low", "cut again"):  # three coins may fall the same way
        parsed[1]["pairs"] = [["0", text], ["stamp", "1"]]
        with suppress(pytest.fail.Exception):
            first.append(mismatch(sealed(parsed)).line)
    assert min(first) == (2 if game.name in DRAWS_TO_BEGIN else 3)


@each_game
def test_another_stake_at_the_start_is_found(game: AnyGame) -> None:
    parsed: Lines = [json.loads(line) for line in record_of(game)]
    parsed[1]["stacks"][0] += 1
    assert mismatch(sealed(parsed)).line >= len(parsed) - 1, "the end names the stacks: its events or the result"


@each_game
def test_a_change_of_looks_alone_breaks_the_sha_256(game: AnyGame) -> None:
    """A space that means nothing: the rules agree, the sum does not."""
    lines = record_of(game)
    lines[1] = lines[1].replace(":", ": ", 1)
    found = mismatch("\n".join(lines))
    assert found.line == len(lines)
    assert "SHA-256" in str(found)


@pytest.mark.parametrize("text", ["", "\n", "nonsense", "[]", '{"type":"end"}'])
def test_no_record_at_all_is_said_so(text: str) -> None:
    assert mismatch(text).line == 1


def test_a_game_called_off_has_no_result_and_says_why() -> None:
    lines = [json.loads(line) for line in record_of(GAMES["halflings"])]
    cut = [*lines[:2], {**lines[-1], "draws": {}, "result": None, "void": "time"}]
    assert verify(sealed(cut), GAMES).game == "halflings"
    assert mismatch(sealed([*cut[:-1], {**cut[-1], "void": ""}])).line == 3
