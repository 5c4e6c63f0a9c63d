"""Test what the desk keeps of people: their own files, forgetting, notes that can't be read, bounds, barred words."""

import pytest
from evening import Evening
from msgspec.structs import replace
from test_desk import BANNED, DAY, log, sanctions, table

from bot.wings.desk.barred_words import is_barred
from bot.wings.desk.reports import Reports
from bot.wings.desk.sanctions import MOST_OF_ONE, Sanctions
from persistence import HandClock

# One's own file, and being forgotten


async def test_a_file_tells_what_holds_of_its_person_and_not_who_else_is_judged(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !mod ban ben 7d cheating", "mia: !mod warn ann shouting")
    answer = await evening.whisper("ben", "mydata")
    text = answer.files[0].content.decode()
    assert "cheating" in text
    assert "shouting" not in text
    assert "shouting" not in (await evening.whisper("zoe", "mydata")).files[0].content.decode()


async def test_a_file_tells_no_notes_and_no_moderators_name(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !mod note ben two names", "mia: !mod mute ben 1h spam", "mia: !mod forgive ben")
    text = (await evening.whisper("ben", "mydata")).files[0].content.decode()
    kept = text[text.index('"sanctions"') :]
    assert "spam" in kept
    assert "two names" not in kept
    assert "mia" not in kept


async def test_what_can_not_be_read_is_overwritten_by_nobody(evening: Evening) -> None:
    """F23: neither by the next sanction nor by a forgetting, so a repaired note holds as before."""
    await table(evening)
    await evening.lines("mia: !mod ban ben 7d cheating", "ben: !leave", "ann: !report ben x", "ann: !block ben")
    (ann,) = evening.house.part(Sanctions).hashes((evening.id_of("ann"),))
    kept = {}
    for kind, name in (("sanctions", evening.venue), ("reports", evening.venue), ("blocks", ann)):
        content = kept[kind, name] = await evening.store.note(kind, name)
        assert content is not None
        await evening.store.put_note(kind, name, content[:-3], None)
    broken = {key: await evening.store.note(*key) for key in kept}
    evening.clock.move(61)
    for who, line in (("mia", "mod warn ann x"), ("mia", "mod close 1 y"), ("ann", "report ben y")):
        answer = await evening.say(who, f"!{line}")
        assert not answer.ok, line
    confirmed = await evening.whisper("cid", "forget me")
    await evening.whisper("cid", confirmed.confirm or "forget me yes")
    assert {key: await evening.store.note(*key) for key in kept} == broken
    for (kind, name), content in kept.items():
        await evening.store.put_note(kind, name, content, None)
    evening.clock.move(61)
    assert BANNED in (await evening.say("ben", "!join")).text


async def test_a_ban_survives_being_forgotten_without_name_or_reason(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !mod ban ben 7d cheating", "mia: !mod note ben two names", "ben: !leave")
    confirmed = await evening.whisper("ben", "forget me")
    await evening.whisper("ben", confirmed.confirm or "forget me yes")
    assert [(one.kind, one.name, one.reason) for one in await sanctions(evening)] == [("ban", "somebody", "")]
    assert BANNED in (await evening.say("ben", "!join")).text


async def test_a_moderator_who_is_forgotten_takes_no_sanction_along(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !join", "mia: !leave", "mia: !mod mute ben 7d x", "mia: !mod forgive ben")
    await evening.lines("mia: !mod ban ben 7d cheating", "ann: !report ben x", "mia: !mod close 1 done")
    confirmed = await evening.whisper("mia", "forget me")
    await evening.whisper("mia", confirmed.confirm or "forget me yes")
    mute, ban = await sanctions(evening)
    assert (ban.name, ban.reason, ban.by, ban.by_name) == ("ben", "cheating", "", "somebody")
    assert (mute.lifted_by, mute.lifter) == ("somebody", "")
    (report,) = (await evening.house.part(Reports).of(evening.venue)).reports
    assert (report.closed_by, report.closer) == ("somebody", "")


async def test_what_ended_long_ago_is_dropped_and_an_unread_warning_never(evening: Evening, clock: HandClock) -> None:
    await table(evening)
    await evening.lines("mia: !mod ban ben 1h x", "mia: !mod warn ann x", "mia: !mod mute ann 1h x")
    clock.move(91 * DAY)
    await evening.lines("cid: !open halflings", "mia: !mod note ben y")
    assert [(one.kind, one.name) for one in await sanctions(evening)] == [("warn", "ann"), ("note", "ben")]


@pytest.mark.parametrize("kind", ["note", "warn"])
async def test_a_person_has_a_hundred_notes_and_unread_warnings_at_most(evening: Evening, kind: str) -> None:
    await table(evening)
    await evening.lines(f"mia: !mod {kind} ben first")
    (first,) = await sanctions(evening)
    many = [replace(first, reason=f"{number}") for number in range(2, MOST_OF_ONE + 1)]
    await evening.house.part(Sanctions).change(evening.venue, None, lambda record: record.added(*many))
    answer = await evening.say("mia", f"!mod {kind} ben last")
    kept = [one.reason for one in await sanctions(evening)]
    assert len(kept) == MOST_OF_ONE
    if kind == "note":
        assert (answer.ok, kept[0], kept[-1]) == (True, "2", "last")
    else:
        assert answer.text.startswith("ben has 100 warnings to read already, and more are not kept")
        assert "last" not in str(await log(evening))
        await evening.lines("mia: !mod forgive ben", "mia: !mod warn ben last")


# Words that are not wanted


async def test_a_barred_word_is_refused_in_names_texts_and_reasons_without_being_repeated(evening: Evening) -> None:
    """Also in letters that look alike."""
    await table(evening)
    await evening.lines("mia: !mod words add frob")
    for name, line in (
        ("FROB", "!join"),
        ("cid", "!join my fr0b text"),
        ("cid", "!join frob"),
        ("mia", "!mod warn ben such a fr\u043eb"),
        ("ann", "!report ben FROB"),
    ):
        answer = await evening.say(name, line)
        assert not answer.ok
        assert "does not allow" in answer.text
        assert "frob" not in answer.text.lower()
    await evening.lines("cid: !join frobnicate", "cid: !leave", "mia: !mod words drop frob", "FROB: !join")
    assert "frob" not in (await evening.say("mia", "!mod words")).text


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        *(
            (text, True)
            for text in ("smut_lord", "smut1", "2smut", "SMUT", "a bad word, you", "bad_word", "badword", "b4d")
        ),
        *((text, False) for text in ("smutty", "bad", "word bad", "a badwords", "", "_", "12")),
    ],
)
def test_a_barred_word_is_found_beside_figures_and_a_phrase_within_a_text(text: str, is_so: bool) -> None:
    barred = ("smut", "bad word", "b4d") if text == "b4d" else ("smut", "bad word")
    assert is_barred(text, barred) is is_so


async def test_the_list_of_words_is_for_moderators_alone(evening: Evening) -> None:
    await table(evening)
    for line in ("!mod words", "!mod words add x"):
        assert not (await evening.say("ann", line)).ok
    assert not (await evening.say("mia", f"!mod words add {'x' * 41}")).ok
    assert not (await evening.say("mia", "!mod words add")).ok
