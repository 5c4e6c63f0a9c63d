"""Test what a commit and transfers send to the scripts, what must never be sent, and how answers are read."""

from typing import Any

import pytest
from msgspec.structs import replace

from persistence import Commit, Committed, Counter, Entry, Record, Seen, Short, Stale, TableRef, Transfer, sealing, wire
from persistence.keys import LONGEST_PART, table_keys, venue_keys
from persistence.wire import EXACT, LARGEST_DOCUMENT, LONGEST_LIST, LONGEST_NOTE

REF = TableRef("discord:1", "K 7")
PLAIN = Commit(REF, 0, b"doc")
PAID = Transfer("bank", "purse:a", 1, "gift")
NONE = [0]
"""An empty list, as a script reads it."""


def test_a_whole_commit_is_said_in_the_order_in_which_the_script_reads_it() -> None:
    venue, table = venue_keys(REF.venue), table_keys(REF)
    step = Commit(
        REF,
        7,
        b"doc",
        seen=("m1", "m2", "m1"),
        log=(b"one", b""),
        typed=(b"typed",),
        transfers=(PAID, Transfer("purse:a", "stake:K 7", 5, "buy-in", "once", "a note")),
        counters=(Counter("games", 0, 1),),
        wake_at=99,
        places=("x:2", "x:1", "x:2"),
        records=(Record("r", b"record", b"listing", ("a", "b"), 5),),
        game=3,
        audit=(b"deed",),
        seals=(("x:1", b"seal"),),
        shown=(("*", b"note"),),
    )
    call = wire.commit_call(step, 1234)
    assert call.keys == [
        *(table.session, table.log, table.shown, table.typed, venue.seen, table.due, table.deliver),
        *(venue.places, venue.counters, venue.games, venue.listings, venue.audit, venue.seals, table.news),
        *(venue.purses, venue.ledger, venue.once),
        *(venue.entries("bank"), venue.entries("purse:a"), venue.entries("stake:K 7")),
        *(venue.record("r"), venue.played("a"), venue.played("b")),
    ]
    lines, entries = 5 + 3, 2  # of log, typed lines, record and listing, and the ids; a record is in three lists
    weight = len(b"one" + b"typed" + sealing.packed(b"record") + b"listing") + 40 * lines + 120 * 3 + 100 * entries
    assert call.arguments == [
        *(1234, 7, b"doc", "K%207", "discord%3A1:K%207", 99, 1, "", "x%3A1 x%3A2", 3, "", "", 0, weight),
        *(2, "m1", "m2"),
        *(2, b"one", b""),
        *(1, b"typed"),
        *(1, "games", 0, 1),
        *(1, "r", sealing.packed(b"record"), b"listing", 5, 2),
        *(1, b"deed"),
        *(1, "x%3A1", b"seal"),
        *(1, "*", b"note"),
        *(3, "bank", "purse:a", "stake:K 7"),
        *(2, 1, 2, 1, "", b'["bank","purse:a",1,"gift"]'),
        *(2, 3, 5, "once", b'["purse:a","stake:K 7",5,"buy-in","a note"]'),
    ]


@pytest.mark.parametrize("wake_at", [None, 0, 5])
def test_a_closed_table_has_no_deadline_and_no_place_and_its_stake_is_looked_at(wake_at: int | None) -> None:
    def head(commit: Commit) -> list[wire.Argument]:
        return wire.commit_call(commit, None).arguments[:10]

    step = Commit(REF, 1, b"", wake_at=wake_at, places=("x",), deliver=False)
    plain = ["", 1, b"", "K%207", "discord%3A1:K%207"]
    assert head(step) == [*plain, "" if wake_at is None else wake_at, 0, "", "x", ""]
    assert head(replace(step, closed=True)) == [*plain, "", 0, "stake:K 7", "", ""]


def test_a_step_without_anything_says_so() -> None:
    call = wire.commit_call(PLAIN, None)
    assert call.arguments[10:] == ["", "", 0, wire.A_TABLE, *10 * NONE]
    assert wire.commit_call(replace(PLAIN, expected=1), None).arguments[13] == 0, "what it replaces is not counted"
    assert call.keys[-3:] == [venue_keys(REF.venue).purses, venue_keys(REF.venue).ledger, venue_keys(REF.venue).once]


def test_transfers_without_a_table_are_said_with_their_message() -> None:
    call = wire.transfer_call("v", (PAID,), 5, ("m1",), (b"deed",), ("corrected",))
    venue = venue_keys("v")
    assert call.keys[:6] == [venue.seen, venue.audit, venue.counters, venue.purses, venue.ledger, venue.once]
    body = b'["bank","purse:a",1,"gift"]'
    assert call.arguments == [5, 1, "m1", 1, b"deed", 1, "corrected", 2, "bank", "purse:a", 1, 1, 2, 1, "", body]
    assert wire.transfer_call("v", (), None).arguments == ["", *NONE, *NONE, *NONE, 0, 0]


LONG = "x" * 2 * LONGEST_PART
FITTING: list[Commit] = [
    Commit(REF, EXACT - 2, b"x" * LARGEST_DOCUMENT, game=EXACT - 2, log_start=EXACT - 2, wake_at=EXACT - 2),
    replace(PLAIN, wake_at=0, seen=("x", LONG)),
    replace(PLAIN, counters=(Counter(LONG, 0, EXACT - 2), Counter("x", EXACT - 2, 0))),
    replace(PLAIN, records=(Record("a", b"", kept=1), Record("b", b"", kept=EXACT - 2))),
    replace(PLAIN, transfers=(replace(PAID, amount=EXACT - 2, note="ö" * LONGEST_NOTE, once=LONG),)),
    replace(PLAIN, transfers=(replace(PAID, cause="x" * 32, source="stake:\n"),)),
    replace(PLAIN, log=(b"",) * LONGEST_LIST),
]
"""Each is at the limit of what is allowed."""


@pytest.mark.parametrize("commit", FITTING)
def test_what_just_fits_is_said(commit: Commit) -> None:
    assert wire.commit_call(commit, None).arguments


def paid(**other: Any) -> Commit:
    return replace(PLAIN, transfers=(replace(PAID, **other),))


TOO_MUCH = "ö" * LONGEST_PART + "x"
WRONG: list[tuple[Commit, str]] = [
    *((replace(PLAIN, expected=number), "`version` is") for number in (-1, EXACT - 1, True, 1.0)),
    *((replace(PLAIN, game=number), "`game` is") for number in (-1, EXACT - 1)),
    *((replace(PLAIN, log_start=number), "`line` is") for number in (-1, EXACT - 1)),
    *((replace(PLAIN, wake_at=number), "`deadline` is") for number in (-1, EXACT - 1)),
    (replace(PLAIN, document=b"x" * (LARGEST_DOCUMENT + 1)), "A document may have"),
    *((replace(PLAIN, seen=("m", name)), "An id must have 1 to 400 bytes") for name in ("", TOO_MUCH)),
    *((replace(PLAIN, counters=(Counter(name, 0, 1),)), "An id must have") for name in ("", TOO_MUCH)),
    *((replace(PLAIN, counters=(Counter("c", number, 1),)), "`was` is") for number in (-1, EXACT - 1)),
    *((replace(PLAIN, counters=(Counter("c", 1, number),)), "`becomes` is") for number in (-1, EXACT - 1)),
    (replace(PLAIN, counters=(Counter("c", 0, 1), Counter("c", 1, 2))), "each counter once"),
    (replace(PLAIN, records=(Record("r", b"a"), Record("r", b"b"))), "the same name"),
    *((replace(PLAIN, records=(Record("r", b"", kept=kept),)), "`kept` is") for kept in (0, EXACT)),
    (replace(PLAIN, log=(b"",) * (LONGEST_LIST + 1)), "A commit may hold 1000 items"),
    *((paid(amount=number), "`amount` is") for number in (0, EXACT - 1, True)),
    (paid(target="bank"), "needs two accounts"),
    *((paid(cause=cause), "A cause is") for cause in ("", "Gift", "a b", "-", "x" * 33)),
    (paid(note="x" * (LONGEST_NOTE + 1)), "A note of a transfer"),
    *((paid(once=name), "An id must have") for name in ("", TOO_MUCH)),
    *((paid(source=name), "An account is") for name in ("", "bank2", "purse:", "my:purse:a")),
    (paid(target="purse:" + LONG), f"An id must have 1 to {LONGEST_PART} bytes"),
]


@pytest.mark.parametrize(("commit", "why"), WRONG)
def test_what_no_caller_should_make_is_not_said(commit: Commit, why: str) -> None:
    """T20, T22: numbers are exact, and nothing is longer than the store allows."""
    with pytest.raises(ValueError, match=why):
        wire.commit_call(commit, None)


@pytest.mark.parametrize("name", ["", TOO_MUCH])
def test_a_message_without_a_sound_id_moves_no_money(name: str) -> None:
    with pytest.raises(ValueError, match="An id must have"):
        wire.transfer_call("v", (PAID,), None, (name,))


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ([b"done", 7, 99], Committed(7, 99)),
        ([b"stale", 3], Stale(3)),
        ([b"seen", b"m1", b"m2"], Seen(("m1", "m2"))),
        ([b"short", b"purse:a", b"4"], Short("purse:a", 4)),
    ],
)
def test_an_answer_is_read_as_what_it_says(reply: list[Any], answer: object) -> None:
    assert wire.commit_answer(reply) == answer


def test_what_an_account_can_not_hold_is_told() -> None:
    with pytest.raises(OverflowError, match="The account 'purse:a' would hold"):
        wire.commit_answer([b"over", b"purse:a"])


@pytest.mark.parametrize("reply", [None, 7, [], [b"done"], [b"done", b"7", 99], [b"short", b"purse:a"], b"seen"])
def test_an_answer_of_an_unknown_shape_is_taken_for_no_other(reply: wire.Reply) -> None:
    with pytest.raises(TypeError, match="unknown shape"):
        wire.commit_answer(reply)


def test_balances_are_those_of_the_accounts_in_their_order() -> None:
    transfers = (PAID, Transfer("purse:b", "purse:a", 1, "gift"))
    assert wire.balances(transfers, [b"done", b"-1", b"7", b"0"]) == {"bank": -1, "purse:a": 7, "purse:b": 0}
    assert wire.balances(transfers, [b"short", b"purse:b", b"0"]) == {}
    with pytest.raises(ValueError, match="shorter"):
        wire.balances(transfers, [b"done", b"-1", b"7"])


@pytest.mark.parametrize("note", ["", "of [ann]"])
def test_a_line_of_the_ledger_is_read_and_reworded(note: str) -> None:
    ends = b',"of [ann]"]' if note else b"]"
    line = b'77["purse:a","purse:b",5,"gift"' + ends
    assert wire.entry(line) == Entry(77, "purse:a", "purse:b", 5, "gift", note)
    reworded = wire.reworded(line, "purse:a", "purse:x", str.upper)
    assert reworded == b'77["purse:x","purse:b",5,"gift"' + ends.upper()
    assert wire.reworded(line, "purse:b", "purse:x", str) == b'77["purse:a","purse:x",5,"gift"' + ends
    assert wire.reworded(line, "purse:c", "purse:x", str) == line


@pytest.mark.parametrize(("at", "month"), [(0, "1970-01"), (1790812799999, "2026-09"), (1790812800000, "2026-10")])
def test_an_entry_is_folded_to_the_sum_of_its_month(at: int, month: str) -> None:
    field = wire.sum_field(Entry(at, "bank", "purse:a", 5, "gift", "note"))
    assert wire.sum_of(field) == (month, "bank", "purse:a", "gift")
    assert wire.sum_of(wire.with_account(field, "purse:a", "purse:x")) == (month, "bank", "purse:x", "gift")
    assert wire.sum_of(wire.with_account(field, "bank", "purse:x")) == (month, "purse:x", "purse:a", "gift")
    assert wire.with_account(field, "gift", "purse:x") == field


@pytest.mark.parametrize("account", ["purse:" + LONG, "stake:", "purse", "Bank"])
def test_what_names_no_account_is_asked_for_nowhere(account: str) -> None:
    with pytest.raises(ValueError, match=r"An account is|An id must have"):
        wire.check_account(account)
    assert wire.check_account("bank") == "bank"
