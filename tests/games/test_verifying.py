"""Test that a record of `potluck/3` is accepted only unchanged, and that the line of a change is named."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from cases import case
from msgspec.structs import replace
from playing import GAMES, each_game
from tampering import match_of

from games.catalogue import AnyGame
from games.kit.money import Suckers
from games.lab.simulation import Played
from games.proof import chain, fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed, verify
from games.rogues.deal import NO_CARRY

Lines = list[dict[str, Any]]


def record_of(game: AnyGame, seed: bytes = b"record", **options: str) -> list[str]:
    """Return a whole game of house bots as its lines; each is played only once."""
    return list(played_record(game, seed, frozenset(options.items())))


@cache
def played_record(game: AnyGame, seed: bytes, options: frozenset[tuple[str, str]]) -> tuple[str, ...]:
    chosen = game.options_from(dict(options))
    count = max(game.seats(chosen)[0], min(game.seats(chosen)[-1], 3))
    played = Played(game, chosen, 0, fair.seed(seed, game.name, b"").ljust(32))
    played.play((game.stack(chosen),) * count, None)
    assert played.violations == []
    return tuple(played.record.splitlines(keepends=True))


def dumped(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def sealed(parsed: Lines) -> str:
    """Return the record with all hashes adjusted, as by a careful forger who knows the seed."""
    seed, game_id = bytes.fromhex(parsed[-1]["seed"]), parsed[0]["game_id"]
    begun = {key: dumped(parsed[1][key]).encode() for key in ("options", "stacks", "carry")}
    mixed = fair.mixed_in(fair.terms(parsed[0]["rules"], *begun.values()), parsed[1]["pairs"])
    parsed = [parsed[0], {**parsed[1], "entropy": mixed.hex()}, *parsed[2:]]
    return chained([dumped(line) for line in parsed], seed, game_id)


def chained(lines: list[str], seed: bytes, game_id: str) -> str:
    """Return the record with the hashes of its chain adjusted."""
    raw = [line.encode() for line in lines]
    head = fair.chain_begun(fair.line_salt(seed, game_id, 0), raw[0], raw[1])
    for number, line in enumerate(raw[2:-1], start=1):
        head = fair.chained(head, fair.line_salt(seed, game_id, number), line)
    ended = {**json.loads(lines[-1]), "head": head.hex(), "sha256": ""}
    ended["sha256"] = fair.end_hash(head, dumped(ended).encode())
    return "".join(f"{line}\n" for line in [*lines[:-1], dumped(ended)])


def mismatch(text: str) -> Mismatch:
    with pytest.raises(Mismatch) as caught:
        verify(text, GAMES)
    return caught.value


def parsed_of(game: AnyGame) -> Lines:
    return [json.loads(line) for line in record_of(game)]


# Whole records


@each_game
def test_a_whole_record_is_verified(game: AnyGame) -> None:
    found = replayed("".join(record_of(game)), GAMES)
    assert found.committed.game == game.name
    assert len(found.heads) == len(found.moments) == len(set(found.heads))
    assert sealed(parsed_of(game)) == "".join(record_of(game))


@pytest.mark.parametrize("mode", ["house", "duel", "crowd"])
def test_a_record_is_verified_by_the_installed_games(mode: str) -> None:
    assert verify("".join(record_of(GAMES["halflings"], mode=mode))).rules.startswith("halflings/")


def test_a_line_separator_in_a_players_text_does_not_break_a_line() -> None:
    parsed = parsed_of(GAMES["halflings"])
    parsed[1]["pairs"][0] = ["0", "a\u00a0b"]
    assert mismatch(sealed(parsed)).line >= 3, "read as one line, but other texts give other dice"


@pytest.mark.parametrize("unseen", ["\u2028", "\x1b", "\x00", "\u202e", "\u200b", "\u200d", "\ue000"])
def test_a_text_stands_in_a_record_as_it_is_shown(unseen: str) -> None:
    """The bot removes such characters, so a text that has one was never given."""
    parsed = parsed_of(GAMES["halflings"])
    parsed[1]["pairs"][0] = ["0", f"a{unseen}b"]
    assert "a text stands as it is shown" in str(mismatch(sealed(parsed)))


# A match whose rounds have one proof


ROGUES = GAMES["rogues"]


@cache
def match() -> tuple[str, ...]:
    """Return the lines of a match of three rounds."""
    return tuple(match_of(ROGUES, 3, 3).splitlines())


def altered(alter: Callable[[Lines], object]) -> str:
    parsed = [json.loads(line) for line in match()]
    alter(parsed)
    return sealed(parsed)


def rounds(parsed: Lines) -> list[int]:
    return [at for at, line in enumerate(parsed) if line["type"] == "round"]


def test_the_rounds_of_a_match_are_verified_on_one_chain() -> None:
    found = replayed("".join(f"{line}\n" for line in match()), GAMES)
    assert [moment.deed for moment in found.moments].count(None) == 3
    assert len(found.heads) == len(found.moments) == len(set(found.heads))


def first_round(change: Callable[[dict[str, Any]], object]) -> Callable[[Lines], object]:
    return lambda parsed: change(parsed[rounds(parsed)[0]])


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (first_round(lambda line: line["stacks"].__setitem__(0, 0)), "left its seats something else"),
        (first_round(lambda line: line["stacks"].pop()), "left its seats something else"),
        (first_round(lambda line: line["stacks"].__setitem__(0, 200)), "a new stack is not theirs"),
        (first_round(lambda line: line["stacks"].__setitem__(0, 10**6)), "a new stack is not theirs"),
        (first_round(lambda line: line.update(carry=None)), "handed on something else"),
        (first_round(lambda line: line["carry"].update(pot=line["carry"]["pot"] + 5)), "handed on something else"),
        (first_round(lambda line: line.update(house=[1, 0])), "house bots play"),
        (first_round(lambda line: line.update(away=[9])), "house bots play"),
        (first_round(lambda line: line.update(draws=[])), "draws"),
        (lambda parsed: parsed.insert(2, parsed[rounds(parsed)[0]]), "no further round follows here"),
        (lambda parsed: parsed.insert(-1, parsed[rounds(parsed)[0]]), "handed on something else"),
        (lambda parsed: parsed.pop(rounds(parsed)[0]), "the game was over before this deed"),
    ],
    ids=range(12),
)
def test_a_round_that_does_not_follow_from_the_one_before_is_refused(
    alter: Callable[[Lines], object], said: str
) -> None:
    assert said in str(mismatch(altered(alter)))


@pytest.mark.parametrize(
    ("left", "now", "allowed"),
    [
        ((200, 200, 5), (200, 200, 5), True),
        ((200, 200, 5), (200, 200, 200), True),
        ((200, 200, 5), (200, 200, 201), False),
        ((200, 200, 50), (200, 200, 200), False),
        ((200, 5, 200), (200, 200, 200), True),
        ((200, 250, 200), (200, 200, 200), False),
    ],
)
def test_a_new_stack_is_for_who_has_too_little(left: tuple[int, ...], now: tuple[int, ...], *, allowed: bool) -> None:
    """Rogues: the third is out of dice, and may have chips again if they can't pay the first ante."""
    had, have = tuple(map(Suckers, left)), tuple(map(Suckers, now))
    carry = replace(NO_CARRY, cups=(2, 2, 0))
    assert chain.brought_on(ROGUES, ROGUES.options_from({}), carry, had, have) == allowed


def test_a_game_that_hides_nothing_has_no_further_round() -> None:
    parsed = parsed_of(GAMES["poohead"])
    line = {"type": "round", **{key: parsed[1][key] for key in ("stacks", "carry", "house", "away", "draws", "events")}}
    assert "no further round follows here" in str(mismatch(sealed([*parsed[:-1], line, parsed[-1]])))


# What a forger changes, with all hashes adjusted


def in_start(key: str, value: Any) -> Callable[[Lines], int]:
    def alter(parsed: Lines) -> int:
        parsed[1][key] = value(parsed[1][key]) if callable(value) else value
        return 2

    return alter


def in_end(key: str, value: Any) -> Callable[[Lines], int]:
    def alter(parsed: Lines) -> int:
        parsed[-1][key] = value(parsed[-1][key]) if callable(value) else value
        return len(parsed)

    return alter


def in_commitment(key: str, value: Any) -> Callable[[Lines], int]:
    def alter(parsed: Lines) -> int:
        parsed[0][key] = value(parsed[0][key]) if callable(value) else value
        return 1

    return alter


def a_deed(parsed: Lines, kind: str = "move") -> int:
    return next(at for at, line in enumerate(parsed) if line["type"] == "deed" and line["deed"]["type"] == kind)


def in_deed(alter_deed: Callable[[dict[str, Any]], None]) -> Callable[[Lines], int]:
    def alter(parsed: Lines) -> int:
        at = a_deed(parsed)
        alter_deed(parsed[at])
        return at + 1

    return alter


def inserted(deed: dict[str, Any]) -> Callable[[Lines], int]:
    def alter(parsed: Lines) -> int:
        at = a_deed(parsed)
        parsed.insert(at, {"type": "deed", "deed": deed, "draws": [], "events": []})
        return at + 1

    return alter


def option_dropped(options: dict[str, Any]) -> dict[str, Any]:
    return dict(list(options.items())[1:]) or {"more": 1}


def options_as_text(options: dict[str, Any]) -> dict[str, Any]:
    return {key: str(value) if type(value) is int else value for key, value in options.items()} or {"more": "1"}


def options_turned(options: dict[str, Any]) -> dict[str, Any]:
    return dict(reversed(options.items())) if len(options) > 1 else {**options, "more": 1}


def void_and_more(parsed: Lines) -> int:
    at = a_deed(parsed)
    parsed.insert(at, {"type": "deed", "deed": {"type": "void", "why": "bed"}, "draws": [], "events": []})
    return at + 2


def void_for_nothing(parsed: Lines) -> int:
    at = a_deed(parsed)
    parsed[at:-1] = [{"type": "deed", "deed": {"type": "void", "why": ""}, "draws": [], "events": []}]
    return at + 1


def void_at_the_end(parsed: Lines) -> int:
    parsed.insert(-1, {"type": "deed", "deed": {"type": "void", "why": "bed"}, "draws": [], "events": []})
    return len(parsed) - 1


def second_end(parsed: Lines) -> int:
    parsed.insert(-1, parsed[-1])
    return len(parsed) - 1


def deed_after_the_end(parsed: Lines) -> int:
    parsed.insert(-1, parsed[a_deed(parsed)])
    return len(parsed) - 1


def draw_left_out(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if line.get("draws") and line["type"] != "end")
    parsed[at]["draws"].pop()
    return at + 1


def draw_altered(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if line.get("draws") and line["type"] != "end")
    parsed[at]["draws"][0]["outcome"][0] ^= 1
    return at + 1


def a_bots_draw_more(parsed: Lines) -> int:
    at = a_deed(parsed)
    more = {"label": "bot/seat0", "index": 0, "kind": "below 7", "outcome": [1]}
    parsed[at]["draws"].insert(0, more)
    return at + 1


def draw_field(parsed: Lines) -> int:
    at = next(at for at, line in enumerate(parsed) if line.get("draws") and line["type"] != "end")
    parsed[at]["draws"][0]["x"] = 1
    return at + 1


def seed_changed(parsed: Lines) -> int:
    """Change the seed, so that the commitment is another seed's."""
    seed = parsed[-1]["seed"]
    parsed[-1]["seed"] = f"{int(seed[0], 16) ^ 1:x}{seed[1:]}"
    return 1


ALTERED: dict[str, Callable[[Lines], int]] = {
    "an unknown field in the commitment": in_commitment("x", 1),
    "an unknown field in the start": in_start("x", 1),
    "an unknown field in a line": in_deed(lambda line: line.update(x=1)),
    "an unknown field in a deed": in_deed(lambda line: line["deed"].update(x=1)),
    "an unknown field in a draw": draw_field,
    "an unknown field in the end": in_end("x", 1),
    "another commitment": in_commitment("commitment", "0" * 64),
    "the commitment in capitals": in_commitment("commitment", str.upper),
    "another name of the game": in_commitment("game_id", lambda name: name + "0"),
    "a protocol that is none": in_commitment("protocol", "potluck/0"),
    "an older protocol": in_commitment("protocol", "potluck/1"),
    "another form": in_commitment("form", 1),
    "other rules": in_commitment("rules", lambda rules: rules + "0"),
    "another game": in_commitment("game", "whist"),
    "an option that is none": in_start("options", lambda options: {**options, "no_such": 1}),
    "an option left out": in_start("options", option_dropped),
    "options as texts": in_start("options", options_as_text),
    "options in another order": in_start("options", options_turned),
    "a text missing": in_start("pairs", lambda pairs: pairs[:-1]),
    "a text twice": in_start("pairs", lambda pairs: [pairs[0], *pairs]),
    "texts in another order": in_start("pairs", lambda pairs: [["1", ""], *pairs[1:]]),
    "the stamp first": in_start("pairs", lambda pairs: [["stamp", "1"], *pairs]),
    "two stamps": in_start("pairs", lambda pairs: [*pairs, ["stamp", "1"], ["stamp", "1"]]),
    "a text of a house bot": in_start("pairs", lambda pairs: [pairs[0], ["1", "luck"], *pairs[2:]]),
    "a stamp that is empty": in_start("pairs", lambda pairs: [*pairs, ["stamp", ""]]),
    "a text too long": in_start("pairs", lambda pairs: [["0", "x" * 65], *pairs[1:]]),
    "a text with blanks around": in_start("pairs", lambda pairs: [["0", " x"], *pairs[1:]]),
    "a text that is not normal": in_start("pairs", lambda pairs: [["0", "e\u0301"], *pairs[1:]]),
    "a house bot that sits nowhere": in_start("house", [99]),
    "house bots twice": in_start("house", [0, 0]),
    "house bots in another order": in_start("house", [1, 0]),
    "a house bot for a house bot": in_start("away", lambda _: [1]),
    "no carry, in other words": in_start("carry", {}),
    "nobody": in_start("stacks", []),
    "a crowd": in_start("stacks", [10] * 600),
    "a move in capitals": in_deed(lambda line: line["deed"].update(move=line["deed"]["move"].upper())),
    "a move with a blank": in_deed(lambda line: line["deed"].update(move=line["deed"]["move"] + " ")),
    "a move that is none": in_deed(lambda line: line["deed"].update(move="dance")),
    "a move from nowhere": in_deed(lambda line: line["deed"].update(seat=499)),
    "a move from behind": in_deed(lambda line: line["deed"].update(seat=-1)),
    "a leaver from nowhere": inserted({"type": "left", "seat": 77}),
    "a bot that is taken over": inserted({"type": "taken-over", "seat": 1}),
    "somebody returns who never went": inserted({"type": "returned", "seat": 0}),
    "a silence of all the world": inserted({"type": "time-up", "seats": [0, 0, 1, 1]}),
    "a deed that is none": inserted({"type": "cheer", "seat": 0}),
    "called off, and on it goes": void_and_more,
    "called off for no reason": void_for_nothing,
    "called off when it was over": void_at_the_end,
    "a second end": second_end,
    "a deed after the end": deed_after_the_end,
    "a draw that is not listed": draw_left_out,
    "a draw that fell otherwise": draw_altered,
    "a draw of a house bot's that it can't make": a_bots_draw_more,
    "another seed": seed_changed,
    "the seed in capitals": in_end("seed", lambda seed: seed.upper() + "A" * seed.isdigit()),
    "a count more": in_end("draws", lambda draws: {**draws, "zzz": 1}),
    "another result": in_end("result", None),
}


@each_game
def test_an_altered_line_is_named_even_when_all_hashes_fit(game: AnyGame) -> None:
    for what, alter in ALTERED.items():
        with case(what):
            parsed = parsed_of(game)
            line = alter(parsed)
            found = mismatch(sealed(parsed)).line
            assert found == line or (what in FOUND_LATER and found > line)


FOUND_LATER = {"the first protocol", "no carry, in other words"}
"""By other draws, or by parts that the protocol lacks."""


def test_a_line_that_only_looks_the_same_is_refused() -> None:
    """If the bytes differ, so do the hashes."""
    for at in [0, 1, 2, -1]:
        for alter in [
            lambda line: line.replace(":", ": ", 1),
            lambda line: f" {line}",
            lambda line: f"{line} ",
            lambda line: f"{line}\r",
            lambda line: f"\ufeff{line}",
            lambda line: line[:0],
            lambda line: line[:-1],
            lambda line: line.replace("{", '{"type":"deed",', 1),
            lambda line: line.replace('"type"', '"\\u0074ype"', 1),
        ]:
            with case(at, alter):
                lines = [line.removesuffix("\n") for line in record_of(GAMES["halflings"])]
                lines[at] = alter(lines[at])
                assert mismatch("".join(f"{line}\n" for line in lines)).line == at % len(lines) + 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_draws_are_counted_in_the_order_of_their_labels(game: AnyGame) -> None:
    """One game has one record, to the byte."""
    parsed = parsed_of(game)
    counted = parsed[-1]["draws"]
    parsed[-1]["draws"] = {label: counted[label] for label in sorted(counted, reverse=True)}
    if len(counted) > 1:
        assert "the record counts draws" in str(mismatch(sealed(parsed)))


def test_the_file_ends_with_its_last_line() -> None:
    text = "".join(record_of(GAMES["halflings"]))
    for other in (text[:-1], f"{text}\n", f"{text} ", f"\n{text}"):
        mismatch(other)


@pytest.mark.parametrize("text", ["", "\n", "nonsense", "[]", '{"type":"end"}'])
def test_no_record_at_all_is_said_so(text: str) -> None:
    assert mismatch(text).line == 1


def test_a_game_called_off_says_why_in_its_last_deed() -> None:
    parsed = parsed_of(GAMES["halflings"])
    off = {"type": "deed", "deed": {"type": "void", "why": "time"}, "draws": [], "events": []}
    drawn: dict[str, int] = {}
    for one in parsed[1]["draws"]:
        drawn[one["label"]] = one["index"] + 1
    cut = [*parsed[:2], off, {**parsed[-1], "draws": dict(sorted(drawn.items())), "result": None}]
    assert replayed(sealed(cut), GAMES).void == "time"
    assert mismatch(sealed([*cut[:2], cut[-1]])).line == 3


# Posted values


def posted_wrong(found: Replayed, **posted: Any) -> int:
    with pytest.raises(Mismatch) as caught:
        check_posted(found, Posted(**posted))
    return caught.value.line


@each_game
def test_what_was_posted_must_occur(game: AnyGame) -> None:
    found = replayed("".join(record_of(game)), GAMES)
    receipts, seal, end = tuple(one[:12] for one in found.receipts), found.committed.commitment, found.end
    check_posted(found, Posted(fair.binding(seal), found.entropy[:12], fair.binding(end), receipts=receipts))
    check_posted(found, Posted(fair.base32(seal), found.entropy, fair.base32(end)))
    check_posted(found, Posted(seal, found.entropy, end[:32]))
    last = len(found.moments) + 2
    assert posted_wrong(found, commitment="a" * 26) == posted_wrong(found, commitment="0" * 32) == 1
    assert posted_wrong(found, entropy="0" * 12) == posted_wrong(found, stamp="1") == 2
    assert posted_wrong(found, texts=(fair.binding(seal),)) == 2
    assert posted_wrong(found, end="a" * 26) == posted_wrong(found, receipts=("0" * 12,)) == last
    assert posted_wrong(found, receipts=(found.heads[0][:12],)) == last, "of the start nobody has a receipt"


@pytest.mark.parametrize("digits", [12, 25, 31])
def test_less_than_128_bits_of_what_binds_is_no_proof(digits: int) -> None:
    """Two seeds with the same twelve digits are found in seconds."""
    found = replayed("".join(record_of(GAMES["halflings"])), GAMES)
    seal, end = found.committed.commitment, found.end
    cut = (seal[:digits], end[:digits]) if digits != 25 else (fair.base32(seal)[:digits], fair.base32(end)[:digits])
    assert posted_wrong(found, commitment=cut[0]) == 1
    assert posted_wrong(found, end=cut[1]) == len(found.moments) + 2
