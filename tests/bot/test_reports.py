"""Test reports and blocks: what moderators are told and see, who is kept apart, and that nobody learns of it."""

from collections.abc import Callable, Sequence

import msgspec
import pytest
from evening import Evening, person
from msgspec.structs import replace
from test_desk import DAY, Posts, beside, log, table

from bot.delivery.owed_postings import GRACE, OwedPostings
from bot.engine.taken import heard_of
from bot.people.selves import Selves
from bot.ports.messages import Choosable, Rights
from bot.ports.rooms import RoomLine
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.wings.desk.blocks import MOST, Blocked, Blocks
from bot.wings.desk.desk_view import DeskView
from bot.wings.desk.report_commands import MOST_WAYS
from bot.wings.desk.reports import MOST as MOST_REPORTS
from bot.wings.desk.reports import Report, Reports, Tray
from bot.wings.desk.sanctions import Sanctions
from persistence import HandClock

__all__ = ["beside"]

APART = "You can't sit down at that table now, because of who sits there."


async def reports(evening: Evening) -> tuple[Report, ...]:
    return (await evening.house.part(Reports).of(evening.venue)).open


async def told(evening: Evening) -> None:
    await evening.house.part(OwedPostings).all_paid()


class Talk:
    """A window in whose room Ben has spoken, who never sat down."""

    platform = "web"

    def __init__(self, tag: str) -> None:
        self.ben = person("ben", tag)

    async def said_in(self, place: str) -> Sequence[RoomLine]:  # noqa: ARG002 - there is one room
        return [RoomLine(self.ben.id, "ben", "you all smell", 5)]

    async def forget_chat(self, guest: str, rooms: Sequence[str]) -> None:
        """Do nothing, as it keeps nothing."""


class Crowd(Talk):
    """The same room, in which Zoe has spoken, too."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.zoe = person("zoe", tag)

    async def said_in(self, place: str) -> Sequence[RoomLine]:
        return [*await super().said_in(place), RoomLine(self.zoe.id, "zoe", "my phone is 0123", 6)]

    async def unlink(self, person: str) -> int:  # noqa: ARG002 - it has no pages
        return 0

    async def reword_chats(self, rooms: Sequence[str], reword: Callable[[str], str]) -> None:
        """Do nothing, as it keeps nothing."""


# Reports


async def test_a_report_reaches_the_place_for_reports_with_the_last_public_lines(evening: Evening) -> None:
    posts = Posts(evening)
    await table(evening)
    await evening.lines("oda: !mod reports here")
    answer = await evening.say("ann", "!report ben he shouts")
    await told(evening)
    assert answer.is_private
    assert posts.posted[0] == "ben is reported: he shouts"
    assert not any("ann reports" in line for line in posts.posted), "whom it is about may read there, too"
    assert any(line.startswith("> ") and "ben sits down" in line for line in posts.posted[1:])
    (report,) = await reports(evening)
    assert (report.name, report.by_name, report.reason) == ("ben", "ann", "he shouts")


async def test_no_line_of_a_report_tells_a_hand(evening: Evening) -> None:
    """What the place was told goes with it, also where the reporter holds cards."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open rogues match=none", "ben: !join", "cid: !join", "ann: !start")
    hand = (await evening.whisper("ann", "hand")).text
    await evening.lines("ann: !report ben he looks at my cards")
    (report,) = await reports(evening)
    public = "\n".join(report.seen)
    assert public
    assert all(line not in public for line in hand.splitlines() if line)


async def test_without_a_place_the_first_moderator_who_is_reachable_is_told(evening: Evening) -> None:
    posts = Posts(evening, reaches=True)
    await table(evening)
    await evening.lines("mia: !mod note ann nothing")
    await evening.say("ann", "!report ben he shouts")
    await told(evening)
    assert posts.posted == []
    assert posts.alone == [(person("mia", evening.tag).id, "ann reports ben: he shouts")]


# Duty


async def test_whoever_is_on_duty_is_told_alone_besides_the_place(evening: Evening, clock: HandClock) -> None:
    posts = Posts(evening, reaches=True)
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines("oda: !mod reports here", "mia: !mod duty on", "max: !mod duty on")
    assert "You are on duty for 12 hours" in posts.alone[0][1]
    posts.alone.clear()
    await evening.say("ann", "!report ben he shouts")
    await told(evening)
    assert posts.posted[0] == "ben is reported: he shouts"
    assert sorted(posts.alone) == sorted((evening.id_of(one), "ann reports ben: he shouts") for one in ("mia", "max"))
    posts.alone.clear()
    await evening.lines("max: !mod duty off")
    clock.move(12 * 3600)
    assert (await evening.say("mia", "!mod duty")).text == "Nobody is on duty here."
    await evening.say("ann", "!report ben he shouts again")
    await told(evening)
    assert posts.alone == []


async def test_duty_shows_who_looks_after_the_place_and_off_leaves_the_others(evening: Evening) -> None:
    Posts(evening, reaches=True)
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    message = evening.message("mia", "!mod duty on")
    assert [(await evening.hear(message)).repeated for _ in range(2)] == [False, True]
    await evening.lines("max: !mod duty on", "mia: !mod duty on")
    shown = (await evening.say("max", "!mod duty")).text
    assert shown == "\n".join(f"{name} is on duty, for 12 hours at most." for name in ("max", "mia"))
    gone = await evening.say("mia", "!mod duty off")
    assert (gone.is_private, gone.text) == (True, "max is on duty, for 12 hours at most.")
    assert not (await evening.say("mia", "!mod duty perhaps")).ok


async def test_nobody_on_duty_is_told_of_a_report_about_themselves_or_of_their_own(evening: Evening) -> None:
    posts = Posts(evening, reaches=True)
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines("max: !join", "mia: !mod duty on", "max: !mod duty on")
    posts.alone.clear()
    await evening.say("mia", "!report max unfair")
    await told(evening)
    assert [one for one, _ in posts.alone] == []
    await evening.say("ann", "!report max unfair")
    await told(evening)
    assert [one for one, _ in posts.alone] == [evening.id_of("mia")]


async def test_whom_nothing_reaches_does_not_go_on_duty(evening: Evening) -> None:
    Posts(evening)
    await table(evening)
    assert "no report would reach you" in (await evening.say("mia", "!mod duty on")).text
    assert (await evening.say("mia", "!mod duty")).text == "Nobody is on duty here."


async def test_duty_is_for_moderators_alone_and_for_ten_at_a_time(evening: Evening) -> None:
    Posts(evening, reaches=True)
    await table(evening)
    for name in ("ann", "ben", "zoe"):
        assert (await evening.say(name, "!mod duty on")).text.endswith("is for moderators: ask one of them.")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"mia": Rights.STAFF}
    Posts(other, reaches=True)
    await other.lines("mia: !mod duty on")
    assert (await evening.say("oda", "!mod duty")).text == "Nobody is on duty here."
    await other.end()
    names = [f"m{number}" for number in range(11)]
    evening.rights |= dict.fromkeys(names, Rights.STAFF)
    answers = [await evening.say(name, "!mod duty on") for name in names]
    assert [one.ok for one in answers] == [True] * 10 + [False]


async def test_a_report_owed_to_somebody_on_duty_outlives_a_kill(evening: Evening, beside: Evening) -> None:
    Posts(evening, reaches=True)
    await table(evening)
    await evening.lines("oda: !mod reports here", "mia: !mod duty on")
    evening.house.part(OwedPostings).pay = lambda _: None  # type: ignore[method-assign]  # killed before that
    await evening.say("ann", "!report ben he shouts")
    later = Posts(beside, reaches=True)
    evening.clock.move(GRACE + 1)
    beside.house.part(OwedPostings).start()
    await beside.house.part(OwedPostings).settle()
    assert later.posted[0] == "ben is reported: he shouts"
    assert [text for _, text in later.alone] == ["ann reports ben: he shouts"]


# Who is reported


async def test_somebody_who_only_spoke_in_the_room_can_be_reported_and_muted(evening: Evening) -> None:
    evening.house.add_window(Talk(evening.tag))  # type: ignore[arg-type]  # it shows nothing
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !report ben insults", "mia: !mod mute ben 1h insults")
    (report,) = await reports(evening)
    assert "ben: you all smell" in report.seen
    hooks = evening.house.part(Hooks)
    with pytest.raises(Refused) as silent:
        await hooks.check_speaking(person("ben", evening.tag), evening.venue, Rights.PLAYER)
    assert silent.value.reason.id == "desk-muted"
    evening.clock.move(3601)
    await hooks.check_speaking(person("ben", evening.tag), evening.venue, Rights.PLAYER)


@pytest.mark.parametrize(
    "line", ["report", "report ben", "report ann me", "report nobody x", f"report ben {'x' * 201}"]
)
async def test_a_report_that_can_not_be_taken_says_why(evening: Evening, line: str) -> None:
    await table(evening)
    assert not (await evening.say("ann", f"!{line}")).ok
    assert await reports(evening) == ()


async def test_nobody_reports_without_end(evening: Evening, clock: HandClock) -> None:
    await table(evening)
    for number in range(3):
        await evening.lines(f"ann: !report ben {number}")
    answer = await evening.say("ann", "!report ben again")
    assert "try again in 10 minutes" in answer.text
    await evening.lines("cid: !report ben also")
    clock.move(601)
    await evening.lines("ann: !report ben again")
    assert len(await reports(evening)) == 5


async def test_no_report_pushes_out_one_that_is_open(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !report ben grave")
    (grave,) = await reports(evening)
    many = tuple(replace(grave, number=number) for number in range(1, MOST_REPORTS + 1))
    await evening.store.put_note("reports", evening.venue, msgspec.json.encode(Tray(MOST_REPORTS, many)), None)
    answer = await evening.say("cid", "!report ben noise")
    assert answer.text.startswith("200 reports are open here, and no more can be kept")
    assert [one.number for one in await reports(evening)] == list(range(1, MOST_REPORTS + 1))
    await evening.lines("mia: !mod close 1 done", "cid: !report ben noise")
    assert [one.number for one in await reports(evening)] == list(range(2, MOST_REPORTS + 2))


async def test_the_same_report_twice_is_taken_once(evening: Evening) -> None:
    await table(evening)
    message = evening.message("ann", "!report ben he shouts")
    answers = [await evening.hear(message) for _ in range(3)]
    assert [one.repeated for one in answers] == [False, True, True]
    assert len(await reports(evening)) == 1


@pytest.mark.parametrize("line", ["mod reports", "mod reports here", "mod close 1 talked"])
async def test_reports_are_for_moderators_alone(evening: Evening, line: str) -> None:
    await table(evening)
    await evening.lines("ann: !report ben he shouts")
    for name in ("ann", "ben", "zoe"):
        answer = await evening.say(name, f"!{line}")
        assert answer.text.endswith("is for moderators: ask one of them.")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"mia": Rights.OWNER}
    assert "ben" not in (await other.say("mia", "!mod reports")).text
    assert "No report with the number #1" in (await other.say("mia", "!mod close 1 x")).text
    await other.end()
    assert len(await reports(evening)) == 1


async def test_a_moderator_who_is_reported_does_not_close_it(evening: Evening) -> None:
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines("max: !join", "ann: !report max unfair")
    assert "Nobody judges themselves" in (await evening.say("max", "!mod close 1 nonsense")).text
    await evening.lines("mia: !mod close 1 talked to both")
    assert await reports(evening) == ()
    assert [(one.did, one.reason) for one in await log(evening)] == [("close report #1", "talked to both")]


async def test_a_moderator_who_is_reported_does_not_learn_by_whom(evening: Evening) -> None:
    """Neither in private, nor from the list, nor on the desk; the other moderators see it."""
    posts = Posts(evening, reaches=True)
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines("max: !join", "mia: !mod note ben one", "max: !mod note ben two")
    await evening.say("ann", "!report max he abuses his rights")
    await told(evening)
    assert [one for one, _ in posts.alone] == [evening.id_of("mia")]
    view = evening.house.part(DeskView)
    for name, sees in (("mia", True), ("max", False)):
        listed = (await evening.whisper(name, "mod reports")).text
        assert ("ann reports max" in listed) is sees
        shown = await view.look_over(evening.message(name, "!mod desk"))
        assert bool(shown.reports) is sees


async def test_a_report_that_reaches_no_moderator_is_not_said_to(evening: Evening) -> None:
    await table(evening)
    assert (await evening.say("ann", "!report ben he shouts")).text == (
        "Your report about ben is kept for the moderators here, with the last lines that you could see. "
        "ben is not told."
    )


async def test_only_the_owner_says_where_reports_go(evening: Evening) -> None:
    await table(evening)
    assert not (await evening.say("mia", "!mod reports here")).ok
    assert "All who read this place see them." in (await evening.say("oda", "!mod reports here")).text
    assert (await evening.say("oda", "!mod reports off")).ok


async def test_the_file_of_whom_a_report_is_about_does_not_tell_who_made_it(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !report ben he shouts")
    assert "shouts" in (await evening.whisper("ann", "mydata")).files[0].content.decode()
    assert "shouts" not in (await evening.whisper("ben", "mydata")).files[0].content.decode()


async def test_forgetting_takes_reports_about_a_person_and_their_name_from_their_own(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !report ben one", "ben: !report ann two", "ben: !leave")
    asked = await evening.whisper("ben", "forget me")
    await evening.whisper("ben", asked.confirm or "forget me yes")
    (left,) = await reports(evening)
    assert (left.name, left.by_name, left.reason) == ("ann", "somebody", "two")


async def test_forgetting_takes_what_somebody_said_and_their_name_from_the_reports_of_others(evening: Evening) -> None:
    evening.house.add_window(Crowd(evening.tag))  # type: ignore[arg-type]  # it shows nothing
    await table(evening)
    await evening.lines("zoe: !join", "zoe: !leave", "ann: !report ben insults, ask zoe")
    (before,) = await reports(evening)
    assert "zoe: my phone is 0123" in before.seen
    asked = await evening.whisper("zoe", "forget me")
    await evening.whisper("zoe", asked.confirm or "forget me yes")
    (report,) = await reports(evening)
    assert report.reason == "insults, ask somebody"
    assert "ben: you all smell" in report.seen
    assert any("somebody sits down" in line for line in report.seen)
    content = await evening.store.note("reports", evening.venue)
    assert content is not None
    assert b"zoe" not in content
    assert b"0123" not in content


async def test_a_closed_report_is_dropped_after_a_month(evening: Evening, clock: HandClock) -> None:
    await table(evening)
    await evening.lines("ann: !report ben one", "mia: !mod close 1 done")
    clock.move(31 * DAY)
    await evening.lines("ann: !report ben two")
    assert [one.number for one in (await evening.house.part(Reports).of(evening.venue)).reports] == [2]


# Blocks


@pytest.mark.parametrize("line", ["!join", "!halflings 50", "!halflings"])
@pytest.mark.parametrize("who", ["ann", "ben"])
async def test_neither_of_two_sits_down_with_the_other(evening: Evening, who: str, line: str) -> None:
    """Whoever sits first, and whoever of them blocked."""
    await evening.lines(
        "ann: !open halflings mode=crowd", "ben: !join", f"{who}: !block {'ben' if who == 'ann' else 'ann'}"
    )
    assert len((await evening.table()).seats) == 2
    await evening.lines("cid: !join", "ben: !leave")
    answer = await evening.say("ben", line)
    assert answer.text.startswith(APART)
    assert "ann" not in answer.text
    await evening.lines("ann: !leave", "ben: !join")
    assert (await evening.say("ann", line)).text.startswith(APART)


async def test_a_block_is_private_and_warns_where_the_other_sits(evening: Evening) -> None:
    code = await table(evening)
    answer = await evening.say("ann", "!block ben")
    assert answer.is_private
    assert f"You both sit at table {code} now, and nobody has to leave it." in answer.text
    assert f"ben sits at table {code} now" in (await evening.say("zoe", "!block ben")).text
    assert "Blocked (1 of 50): ben." in (await evening.whisper("ann", "blocks")).text
    assert "nobody" in (await evening.whisper("ben", "blocks")).text
    assert await log(evening) == []


async def test_a_block_holds_in_every_venue_and_process(evening: Evening, beside: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !block ben")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    await other.lines("ben: !open halflings mode=crowd")
    assert (await other.say("ann", "!join")).text.startswith(APART)
    await beside.lines("ann: !leave")
    assert (await beside.say("ann", "!join")).text.startswith(APART)
    await other.end()


async def test_a_block_holds_in_a_process_that_has_not_heard_whom_the_blocker_became(
    evening: Evening, beside: Evening
) -> None:
    await evening.lines("bea: !open halflings mode=crowd", "ben: !join", "ann: !join", "ann: !block ben")
    await evening.lines("ann: !leave", "ben: !leave", "bea: !leave")
    zed, ann = person("zed", evening.tag), person("ann", evening.tag)
    await evening.house.part(Selves).link(zed, ann, "once", lambda _: False)
    await evening.lines("ann: !open halflings mode=crowd")
    assert [one.player for one in (await evening.sessions())[-1].seats] == [zed.id]
    assert (await beside.say("ben", "!join")).text.startswith(APART)


async def test_a_block_that_is_let_go_keeps_nobody_apart(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !block ben", "ben: !leave", "ann: !unblock ben", "ben: !join")
    assert "nobody of that name" in (await evening.say("ann", "!unblock ben")).text


async def test_of_two_blocked_people_who_look_alike_one_is_let_go_at_a_time(evening: Evening) -> None:
    """By a press, that may come late, or by a line that says which of them."""
    await table(evening)
    await evening.lines("ann: !block ben", "ben: !leave", "BEN: !join", f"ann: !block <@{evening.id_of('BEN')}>")
    several = await evening.say("ann", "!unblock ben")
    assert (several.ok, several.is_private) == (False, True)
    assert "You have blocked several of that name: ben #" in several.text
    first, second = several.ways
    assert (await evening.whisper("ann", "blocks")).ways == several.ways
    assert first.label != second.label
    assert f"unblock ben {first.word.split()[-1]}" in several.text
    assert "ben #" in (await evening.whisper("ann", first.word)).text
    assert "nobody of that name" in (await evening.whisper("ann", first.word)).text
    assert (await evening.whisper("ann", "blocks")).ways == (Choosable(second.word, "Unblock BEN"),)
    await evening.lines("cid: !join", "ann: !block cid", "ann: !unblock ben")
    assert [one.label for one in (await evening.whisper("ann", "blocks")).ways] == ["Unblock cid"]


async def test_whoever_has_a_name_of_signs_alone_is_let_go_by_a_press(evening: Evening) -> None:
    mine = [evening.id_of("ann")]
    await table(evening)
    blocks, (who,) = evening.house.part(Blocks), evening.house.part(Sanctions).hashes([evening.id_of("ben")])
    heard = heard_of(evening.message("ann", "!block ben"))
    await blocks.add(mine[0], heard, Blocked((who,), "\u0301"))
    (way,) = (await evening.whisper("ann", "blocks")).ways
    assert "no longer blocked" in (await evening.whisper("ann", way.word)).text
    assert await blocks.of(mine) == ()


async def test_beyond_a_few_blocked_people_are_let_go_by_typing(evening: Evening) -> None:
    await table(evening)
    for number in range(MOST_WAYS + 1):
        await evening.lines(f"p{number}: !join", f"ann: !block p{number}", f"p{number}: !leave")
    shown = await evening.whisper("ann", "blocks")
    assert len(shown.ways) == MOST_WAYS
    assert "unblock NAME" in shown.text


async def test_whoever_seats_people_may_ask_who_sits_together(evening: Evening) -> None:
    await table(evening)
    hooks = evening.house.part(Hooks)
    ann, ben, cid = (person(name, evening.tag).id for name in ("ann", "ben", "cid"))
    await evening.lines("ann: !block ben")
    assert not await hooks.may_sit_together(ann, ben)
    assert not await hooks.may_sit_together(ben, ann)
    assert await hooks.may_sit_together(ann, cid)


async def test_a_person_blocks_fifty_at_most(evening: Evening) -> None:
    await table(evening)
    for number in range(MOST):
        await evening.lines(f"p{number}: !join", f"ann: !block p{number}", f"p{number}: !leave")
    assert "You have blocked 50 people" in (await evening.say("ann", "!block ben")).text
    await evening.lines("ann: !unblock p7", "ann: !block ben", "ann: !block ben")
    assert len(await evening.house.part(Blocks).of([person("ann", evening.tag).id])) == MOST


async def test_a_blocked_person_finds_no_trace_of_it_in_their_file(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !block ben")
    mine = (await evening.whisper("ann", "mydata")).files[0].content.decode()
    theirs = (await evening.whisper("ben", "mydata")).files[0].content.decode()
    assert '"blocks"' in mine
    assert '"blocks": []' in theirs
    assert person("ann", evening.tag).id not in theirs


async def test_a_block_outlives_the_forgetting_of_the_blocked_and_not_of_the_blocker(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !block ben", "cid: !join", "cid: !block ben", "ben: !leave")
    asked = await evening.whisper("ben", "forget me")
    await evening.whisper("ben", asked.confirm or "forget me yes")
    assert "Blocked (1 of 50): somebody." in (await evening.whisper("ann", "blocks")).text
    assert (await evening.say("ben", "!join")).text.startswith(APART)
    await evening.lines("ann: !leave", "cid: !leave")
    for name in ("ann", "cid"):
        asked = await evening.whisper(name, "forget me")
        await evening.whisper(name, asked.confirm or "forget me yes")
    await evening.lines("ann: !open halflings mode=crowd money=chips", "ben: !join")


# The desk


async def test_the_desk_tells_whom_a_table_waits_for_and_no_hand(evening: Evening, clock: HandClock) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open rogues match=none", "ben: !join", "cid: !join", "ann: !start")
    hands = [(await evening.whisper(name, "hand")).text for name in ("ann", "ben", "cid")]
    view, message = evening.house.part(DeskView), evening.message("mia", "!mod desk")
    (table,) = (await view.look_over(message)).tables
    assert (table.phase, table.stuck) == ("playing", False)
    assert "Waits for" in " ".join(table.says)
    clock.move(300)
    shown = await view.look_over(message)
    assert shown.tables[0].stuck
    text = str(shown)
    assert all(line not in text for hand in hands for line in hand.splitlines() if line)


async def test_the_desk_tells_what_could_not_be_shown(evening: Evening, clock: HandClock) -> None:
    code = await table(evening)
    evening.witness.away.add(f"place:{evening.place}")
    await evening.lines("ann: !options crowd_seconds=30")
    clock.move(60)
    shown = await evening.house.part(DeskView).look_over(evening.message("mia", "!mod desk"))
    assert [(one.code, one.stuck) for one in shown.tables] == [(code, True)]
    assert "could not be shown to somebody" in " ".join(shown.tables[0].says)


async def test_the_desk_of_another_venue_shows_nothing_of_this_one(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ann: !report ben he shouts", "mia: !mod mute ben 1h spam")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    shown = await other.house.part(DeskView).look_over(other.message("mia", "!mod desk"))
    assert (shown.tables, shown.reports, shown.sanctions, shown.moved) == ((), (), (), ())
    await other.end()


async def test_the_desk_lists_what_people_moved_between_purses(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !wallet", "ben: !wallet", "mia: !correct ann +5 a bug", "mia: !correct ben -5 a bug")
    shown = await evening.house.part(DeskView).look_over(evening.message("mia", "!mod desk"))
    assert len(shown.moved) == 2
    assert "ben" in shown.moved[0]
    assert "ann" in shown.moved[1]
