"""Test the content of the file about a table at each moment: of a running game only what everybody saw."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cases import case
from msgspec.json import encode
from msgspec.structs import replace
from standing import (
    AT,
    ONE,
    TWO,
    WORDS,
    ann,
    between,
    cast,
    closed,
    duel,
    happened,
    noted,
    place,
    playing,
    to_ann,
    unseen,
)

from bot.delivery.disputes import (
    MOST_TOLD,
    MOST_TYPED,
    Disputes,
    clock,
    done_line,
    ended_at,
    head,
    names_a_secret,
    public_lines,
    receipts,
    still_secret,
    timeline,
    typed_line,
    when,
)
from bot.delivery.shown import Shown
from bot.engine.taken import TypedLine
from bot.ports.ids import AudienceKey, PersonId
from bot.table.audit import AuditEntry, written
from bot.table.document import Paused, Session
from bot.table.log import Batch, Position, Receipt
from games.headache.auction_events import Going
from games.kit.money import Suckers
from games.proof.record import Left, Moved
from games.rogues.events import YourDice

TIME = "2026-09-21 14:13:20"
RECORD = Path(__file__).parents[2] / "docs" / "sample.potluck.jsonl"
NAME = "a-duel-1.potluck.jsonl"
OPEN = AT + 10
"""Everything before this time may be known."""


def test_a_time_is_told_to_the_millisecond() -> None:
    assert when(AT + 7) == f"{TIME}.007"


# The time before which everything may be known


def ends(*games: tuple[int, int]) -> list[Batch]:
    return [noted("stood-up", who="zoe", game=game, at=at) for game, at in games]


def test_while_a_game_is_on_all_may_be_known_up_to_the_end_of_the_one_before() -> None:
    """T1."""
    second = duel().pledge
    assert ended_at(playing(), ends((0, 3), (1, 5), (0, 9))) == 0
    assert ended_at(playing(pledge=second), ends((0, 3), (1, 5), (1, 6), (2, 8), (0, 9))) == 6
    assert ended_at(between(), ends((0, 3), (1, 5), (0, 9))) == 5
    assert ended_at(between(), ends((0, 3), (0, 9))) == 0


def test_of_a_closed_table_all_may_be_known() -> None:
    assert ended_at(closed(), ends((1, 5))) is None


def test_games_of_a_series_that_is_on_stay_closed() -> None:
    assert ended_at(between(withheld=(NAME,)), ends((1, 5), (2, 7))) == 7
    assert still_secret(playing(pledge=duel().pledge).changed(withheld=(NAME,))) == {1, 2}
    assert still_secret(playing()) == {1}
    assert still_secret(between()) == frozenset()


# What was told


ROGUES = {"game": "rogues", "given": {}}
HANDS = [
    noted("sat-down", who="early", to=ONE),
    happened(duel(**ROGUES), YourDice(ONE, (3, 4), (3, 4)), at=AT + 1, game=1),
    noted("stood-up", who="zoe", at=AT + 2, game=1),
    happened(duel(**ROGUES), YourDice(TWO, (1, 2), (1, 2)), at=AT + 3, game=2),
]


def told(session: Session, log: Sequence[Batch] = HANDS) -> list[str]:
    return timeline(session.changed(**ROGUES), 7, log, WORDS)


def test_what_was_told_stands_there_in_its_order_with_hands_of_games_that_have_ended() -> None:
    """T1."""
    assert told(playing(), HANDS[:3]) == [f"{TIME}.002 · zoe leaves the table."]
    one, news = told(playing(pledge=duel().pledge))
    assert one.startswith(f"{TIME}.001 · [to {ann()} alone] ")
    assert news == f"{TIME}.002 · zoe leaves the table."
    assert [line[20:23] for line in told(between())] == ["001", "002", "003"]
    assert [line[20:23] for line in told(between(withheld=(NAME,)))] == ["002", "003"]
    assert [line[20:23] for line in told(closed())] == ["000", "001", "002", "003"]


def test_lines_of_one_moment_stand_as_they_do_in_the_log() -> None:
    """What one seat was told, between the lines for everybody."""
    log = [noted("sat-down", who=who, to=to, game=1) for who, to in (("a", ONE), ("b", None), ("c", TWO))]
    assert [line.split()[-3] for line in timeline(between(), 0, log, WORDS)] == ["a", "b", "c"]


def test_only_while_a_game_is_on_what_was_taken_back_is_looked_up_by_nobody() -> None:
    """HA-14."""
    headache = {"game": "headache", "given": {}}
    table = duel(**headache)
    calls = [happened(table, Going(times, Suckers(0)), at=AT + times) for times in (1, 2)]
    for session, count in ((playing(), 1), (between(), 2), (closed(), 2)):
        assert len(timeline(session.changed(**headache), 0, calls, WORDS)) == count


def test_only_lines_that_all_were_told_are_counted() -> None:
    """Others would show who acted in private (T3)."""
    public = [replace(HANDS[0], position=Position(before, public=True)) for before in (7, 8)]
    log = [public[0], replace(HANDS[0], position=unseen(8)), public[1]]
    assert [public_lines(upto, log) for upto in (-1, 0, 1, 2, 3, 9)] == [7, 7, 8, 8, 9, 9]
    assert public_lines(3, []) == 0


# Receipts


def moved(game: int, move: str, digits: str, **fields: Any) -> Batch:
    return Batch(AT, game, Moved(TWO, move), receipt=Receipt(digits, "m"), cast=cast(duel()), **fields)


MOVES = [
    moved(1, "drop 3", "aaa", position=unseen()),
    moved(1, "stake 5", "bbb"),
    moved(2, "drop 4", "ccc", position=unseen()),
    Batch(AT, 2, Moved(ONE, "roll")),
    Batch(AT, 2, Left(ONE), receipt=Receipt("ddd", "m")),
    Batch(AT, 2),
]
AAA, BBB, CCC = (
    f"{TIME}.000 · game {game}, seat 2 · {verb} · {digits}"
    for game, verb, digits in ((1, "drop", "aaa"), (1, "stake", "bbb"), (2, "drop", "ccc"))
)


@pytest.mark.parametrize(
    ("session", "seen"),
    [
        (playing(), [BBB, CCC]),
        (playing(pledge=duel().pledge), [AAA, BBB]),
        (between(withheld=(NAME,)), [BBB, CCC]),
        (between(), [AAA, BBB, CCC]),
        (closed(withheld=(NAME,)), [AAA, BBB, CCC]),
    ],
)
def test_receipts_of_secret_moves_wait_for_the_end_of_their_game(session: Session, seen: list[str]) -> None:
    """T3: only a person's moves have one."""
    assert receipts(session, MOVES) == seen


# What was typed


def typed(at: int, text: str = "!roll", *, private: bool = False, refused: str = "") -> TypedLine:
    return TypedLine(at, PersonId("test:pete"), "pete", text, private, refused)


HIDDEN = "(told when the game has ended)"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (typed(OPEN + 1), "before all · !roll"),
        (typed(OPEN, "!drop 3", private=True), "in private · !drop 3"),
        (typed(OPEN + 1, "!drop 3"), f"before all · {HIDDEN}"),
        (typed(OPEN, "!drop 3", refused="no"), "before all · !drop 3 · refused: no"),
        (typed(OPEN + 1, "!stake 5", refused="no"), "before all · !stake 5 · refused"),
    ],
)
def test_what_was_typed_of_a_secret_waits_for_the_end_of_its_game(line: TypedLine, told: str) -> None:
    """T1: also the reason for its refusal, which others need not have seen."""
    written_at = when(line.at)
    assert typed_line(line, OPEN) == f"{written_at} · pete (test:pete) · {told}"


async def test_nobody_is_told_that_somebody_typed_in_private_before_its_game_has_ended() -> None:
    """T3: neither an arranged hand nor an attempt."""
    known = Known()
    known.lines = [typed(AT, "!drop 3", private=True), typed(AT + 1), typed(AT + 2, private=True, refused="no")]
    roll = f"{when(AT + 1)} · pete (test:pete) · before all · !roll"
    assert (await known.file(playing()))["What was typed"] == [roll]
    assert len((await known.file(closed()))["What was typed"]) == len(known.lines)


def test_of_a_closed_table_all_that_was_typed_is_told() -> None:
    line = typed(OPEN + 99, "!drop 3", private=True, refused="no")
    assert typed_line(line, None).endswith(" · in private · !drop 3 · refused: no")


def test_a_line_is_a_secret_by_the_verb_at_its_beginning() -> None:
    for text, names in [
        ("!drop 3", True),
        ("drop", True),
        ("/K7Q ?DROP.", False),
        ("/K7Q .DROP 3", True),
        ("potluck K7Q drop", True),
        ("one two three drop", False),
        ("!roll", False),
        ("!stake 5", False),
        ("", False),
    ]:
        with case(text, names):
            assert names_a_secret(text) is names


# The table and its clock


def test_the_table_is_told_with_its_game_its_options_and_who_sits_there() -> None:
    session = duel()
    first, *seats = head(session, WORDS)
    assert first == "Z5K · Halflings & Giants · cooldown=0 mode=duel · money=purse"
    assert seats == [f"1. ann ({ann()})", f"2. ben ({session.seats[1].player})"]
    assert head(duel(given={}), WORDS)[0] == "Z5K · Halflings & Giants · as usual · money=purse"


def test_when_time_is_up_and_since_when_it_stands_still_is_told() -> None:
    session = playing()
    ask, ends_at = session.phase.clock.ask, session.phase.clock.ends_at  # type: ignore[union-attr]  # a game is on
    question = f"question {ask} ends at {when(ends_at)}"
    assert clock(session) == [question]
    assert clock(between()) == []
    paused = session.changed(paused=Paused(AT, "mia", "staff"))
    assert clock(paused) == [question, f"stands still since {TIME}.000 (staff) mia"]
    assert clock(between(paused=Paused(AT, "", "place"))) == [f"stands still since {TIME}.000 (place)"]


def test_what_was_done_says_by_whom_and_why_where_that_is_known() -> None:
    assert done_line(AuditEntry(AT, "m", "mia", "pause", reason="pizza")) == f"{TIME}.000 · mia · pause · pizza"
    assert done_line(AuditEntry(AT, "", "", "end, game 1 void")) == f"{TIME}.000 · by itself · end, game 1 void"


# The file


class Known:
    """Everything a file needs: the log, notes and lines of a table, the audit log and the records."""

    def __init__(self) -> None:
        self.log: list[Batch] = []
        self.shown: dict[AudienceKey, Shown] = {}
        self.lines: list[TypedLine] = []
        self.entries: list[AuditEntry] = []
        self.records: dict[str, bytes] = {}
        self.read_from = -1

    async def batches(self, _session: Session, first: int) -> list[Batch]:
        self.read_from = first
        return self.log

    async def of(self, _ref: object) -> dict[AudienceKey, Shown]:
        return self.shown

    async def typed(self, _ref: object, _most: int) -> list[bytes]:
        return [encode(line) for line in self.lines]

    async def audit(self, _venue: str, _most: int) -> list[bytes]:
        return [b"broken", *(written(one) for one in self.entries)]

    async def record(self, _venue: str, name: str) -> bytes | None:
        return self.records.get(name)

    def words(self, *_where: str) -> Any:
        return WORDS

    async def file(self, session: Session) -> dict[str, list[str]]:
        """Return the lines of the file by their titles."""
        disputes = Disputes(self, self, self, self)  # type: ignore[arg-type]  # it stands for all four
        found = await disputes.file(session, "en")
        assert found.name == "dispute-Z5K.txt"
        parts = found.content.decode().removeprefix("## ").removesuffix("\n").split("\n\n## ")
        return {title: lines for title, *lines in (part.split("\n") for part in parts)}


async def test_where_nothing_is_known_it_says_nothing() -> None:
    file = await Known().file(between(log_length=0))
    assert [title for title, lines in file.items() if lines == ["nothing"]] == [
        "What was told",
        "What was typed",
        "The clock",
        "Receipts of moves",
        "What was shown, and to whom",
        "What moderators did, and voids",
    ]
    assert file["The record of the last game that ended"] == ["no game has ended here, or its record is kept no more"]


@pytest.mark.parametrize(("length", "first"), [(0, 0), (MOST_TOLD, 0), (MOST_TOLD + 3, 3)])
async def test_a_long_log_is_told_from_its_last_lines_on(length: int, first: int) -> None:
    known = Known()
    await known.file(between(log_length=length))
    assert known.read_from == first


async def test_many_typed_lines_are_told_from_the_last_on() -> None:
    known = Known()
    known.lines = [typed(at, f"line {at}") for at in range(MOST_TYPED + 2)]
    lines = (await known.file(closed()))["What was typed"]
    assert len(lines) == MOST_TYPED
    assert lines[0].endswith(" · line 2")


SHOWN_TO = "What was shown, and to whom"


async def test_of_seats_it_says_what_they_were_shown_only_when_the_table_is_closed() -> None:
    """T3: until then it could tell what they did in private. Only lines told to all are counted."""
    known = Known()
    known.shown = {
        to_ann().key: Shown(3, handle="m2", waits=True),
        place().key: Shown(4, handle="m1", behind=True, shut=True),
        AudienceKey("*"): Shown(4),
    }
    known.log = [Batch(AT), Batch(AT, position=unseen()), Batch(AT), Batch(AT)]
    here = f"{place().key} · told up to line 3 · stands as m1 · could not be reached · can't act there"
    own = f"{to_ann().key} · told up to line 2 · stands as m2 · waits until they ask"
    for session in (playing(), between()):
        assert (await known.file(session))[SHOWN_TO] == [here]
    assert (await known.file(closed()))[SHOWN_TO] == ["* · told up to line 3", own, here]


async def test_it_says_what_moderators_did_at_this_table_the_oldest_first() -> None:
    known, table = Known(), duel().table
    known.entries = [
        AuditEntry(AT + 2, "m", "mia", "resume", table=table),
        AuditEntry(AT + 1, "m", "mia", "pause", table="another"),
        AuditEntry(AT, "m", "mia", "pause", table=table),
    ]
    done = (await known.file(playing()))["What moderators did, and voids"]
    assert done == [f"{TIME}.000 · mia · pause", f"{TIME}.002 · mia · resume"]


VERDICT = "The record of the last game that ended"


async def test_a_record_is_checked_and_one_of_a_series_that_is_on_stays_closed() -> None:
    known = Known()
    session = between(record=NAME)
    assert (await known.file(session))[VERDICT] == ["no game has ended here, or its record is kept no more"]
    known.records = {NAME: b"\xff", "": b"{}"}
    for content in (b"\xff", b"{}\n"):
        known.records[NAME] = content
        name, verdict = (await known.file(session))[VERDICT]
        assert name == NAME
        assert verdict.startswith("DOES NOT CHECK OUT: ")
    withheld = session.changed(withheld=(NAME,))
    assert (await known.file(withheld))[VERDICT] == [NAME, "stays closed until its series is over"]
    none = replace(session, record="")
    assert (await known.file(none))[VERDICT] == ["no game has ended here, or its record is kept no more"]


async def test_a_whole_record_checks_out() -> None:
    known = Known()
    known.records = {NAME: RECORD.read_bytes()}
    name, verdict = (await known.file(between(record=NAME)))[VERDICT]
    assert name == NAME
    assert verdict.startswith("checks out: halflings console/")
    assert f", commitment {json.loads(RECORD.read_bytes().splitlines()[0])['commitment']}" in verdict
