"""Test the setup of a venue: its rules by a line and by a file, its own sentences, and who may set them."""

import asyncio
import contextlib
import json
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest
from evening import Evening, person
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.taken import heard_of
from bot.people.forgetting import People
from bot.people.venues import PLAIN, VenueSettings
from bot.ports.messages import Message, Rights
from bot.table.audit import AuditEntry, read_entry
from bot.table.change import Refused
from bot.wings.setup.own_sentences import checked
from bot.wings.setup.setup_file import read, written
from bot.wings.setup.setup_view import Sent, SetupTold, SetupView
from bot.wings.setup.setup_words import known_heads, typed
from persistence import HandClock, Store


@pytest.fixture
def here(evening: Evening) -> Evening:
    """Return a place with an owner and a moderator."""
    evening.rights |= {"oda": Rights.OWNER, "mia": Rights.STAFF}
    return evening


def on_page(evening: Evening, name: str) -> Message:
    return replace(evening.message(name, "setup", private=True), page=True)


async def settings(evening: Evening) -> VenueSettings:
    return await evening.house.venues.stored(evening.venue)  # type: ignore[arg-type]


async def sends(evening: Evening, wish: Sent, name: str = "oda", *, sure: bool = True) -> SetupTold:
    """Send what the page sends: first to look, then to confirm."""
    view = evening.house.part(SetupView)
    version = (await settings(evening)).version
    first = await view.save(on_page(evening, name), wish, version, sure=False)
    if not (sure and first.mark):
        return first
    return await view.save(on_page(evening, name), wish, version, sure=True)


async def takes(evening: Evening, content: bytes, name: str = "oda") -> SetupTold:
    return await sends(evening, Sent(file=content.decode()), name)


async def exported(evening: Evening, name: str = "oda") -> bytes:
    (file,) = (await evening.whisper(name, "!setup export")).files
    return file.content


async def log(evening: Evening) -> list[str]:
    found = [read_entry(line) for line in await evening.store.audit(evening.venue, 100)]
    return [f"{one.name}: {one.did}" for one in found if one is not None]


# By a line


@pytest.mark.parametrize(
    ("line", "refused", "why"),
    [
        ("games cones, rogues", "!poohead", "poohead is not opened here. Games: cones, rogues."),
        ("open moderators", "!poohead", "Only whoever owns this place and moderators open tables here."),
        ("stakes 50 200", "!halflings mode=duel money=purse buyin=300", "Here purses buy in with 50 to 200 suckers."),
        ("purses off", "!halflings mode=duel money=purse", 'Nobody plays for purses here; with "money=chips"'),
    ],
)
async def test_a_refusal_says_the_rule_and_what_would_work(here: Evening, line: str, refused: str, why: str) -> None:
    answer = await here.say("mia", f"!setup {line}")
    assert answer.ok, answer.text
    assert why in (await here.say("ann", refused)).text
    assert await here.sessions() == []
    assert await log(here) == [f"mia: setup {line.replace(',', '')}"]


async def test_options_of_a_game_hold_where_nobody_says_otherwise(here: Evening) -> None:
    answer = await here.say("mia", "!setup options halflings mode=duel")
    assert answer.text == "Set: options halflings is mode=duel now."
    await here.say("ann", "!open halflings")
    assert (await here.table()).given == {"mode": "duel"}
    assert "Say the options after the game" in (await here.say("mia", "!setup options halflings")).text
    assert not (await here.say("mia", "!setup options halflings nonsense=1")).ok
    assert not (await here.say("mia", "!setup options nogame off")).ok


async def test_in_quiet_hours_no_table_opens_and_nobody_is_called(here: Evening) -> None:
    await here.say("oda", "!night zone Europe/Berlin")
    assert (await here.say("mia", "!setup quiet 1:00 8:00")).text == "Set: quiet is 01:00 08:00 Europe/Berlin now."
    calls = here.house.calls
    for hour, quiet in ((0, False), (1, True), (7, True), (8, False)):
        at = datetime(2026, 11, 3, hour, 30, tzinfo=ZoneInfo("Europe/Berlin"))
        here.clock.move(at.timestamp() - here.clock.now() / 1000)
        assert (await calls.way(person("ann", here.tag).id, here.venue) == "off") == quiet  # type: ignore[arg-type]
        assert ("quiet here until 08:00" in (await here.say("ann", "!poohead")).text) == quiet
        for table in await here.sessions():
            await here.sure("oda", f"!{table.code} end over")


async def test_a_running_game_ends_as_it_is(here: Evening) -> None:
    await here.lines("ann: !halflings mode=duel", "ben: !join", "ann: !start")
    await here.say("mia", "!setup games poohead")
    assert (await here.say("ann", "!stake 5")).ok


@pytest.mark.parametrize("line", ["games all", "quiet off", "page", "export", "places all", "moderators none"])
async def test_the_setup_is_for_staff_alone(here: Evening, line: str) -> None:
    answer = await here.say("ann", f"!setup {line}")
    assert not answer.ok
    assert "ask" in answer.text
    assert (await settings(here)) == PLAIN


async def test_what_is_the_owners_no_moderator_sets(here: Evening) -> None:
    for line in ("archive 90", "moderators none"):
        assert not (await here.say("mia", f"!setup {line}")).ok
    told = await sends(here, Sent({"archive": "90"}), "mia")
    assert not told.ok
    assert (await settings(here)) == PLAIN
    assert (await here.say("oda", "!setup archive 90")).ok


async def test_a_moderator_by_name_may_what_moderators_may_here_and_nowhere_else(here: Evening) -> None:
    await here.lines("zoe: !wallet", "oda: !setup moderators zoe")
    assert (await here.say("zoe", "!setup games poohead")).ok
    assert not (await here.say("zoe", "!setup archive 90")).ok
    other = Evening(here.store, here.clock, tag=here.tag)
    assert not (await other.say("zoe", "!setup games all")).ok
    await other.end()
    await here.say("oda", "!setup moderators none")
    assert not (await here.say("zoe", "!setup games all")).ok


async def test_channels_are_set_only_where_there_are_several(here: Evening) -> None:
    answer = await here.say("mia", "!setup places here")
    assert answer.text == "There is nothing of that kind to set or to check here."


# By a file


async def test_what_one_venue_exports_another_takes_whole(here: Evening, store: Store, clock: HandClock) -> None:
    lines = ("games cones rogues", "options cones lift=own_cones", "stakes 50 500", "quiet 23:00 7:00 Europe/Berlin")
    for line in (*lines, "archive 90", "cooldown 60"):
        assert (await here.say("oda", f"!setup {line}")).ok
    assert (await sends(here, Sent(sentences="sat-down = { $who } has come in."))).ok
    file = await exported(here)
    other = Evening(store, clock)
    other.rights["oda"] = Rights.OWNER
    looked = await sends(other, Sent(file=file.decode()), sure=False)
    assert {one.head for one in looked.changes} == {"games", "options cones", "stakes", "quiet", "archive", "cooldown"}
    assert [one.now for one in looked.examples] == ["[who] has come in."]
    assert (await settings(other)) == PLAIN, "nothing is taken before it is confirmed"
    assert (await takes(other, file)).text == "Saved."
    assert await exported(other) == file
    assert len(await log(other)) == 1
    again = await takes(other, file)
    assert (again.ok, again.saved, (await settings(other)).version) == (True, False, 1)
    await other.end()


@pytest.mark.parametrize(
    ("alter", "line"),
    [
        (lambda found: found | {"potluck-setup": 2}, "Line 2: only files of version 1"),
        (lambda found: {"more": 1} | found, 'Line 2: "more" is nothing that a file has'),
        (
            lambda found: {**found, "rules": {"quiett": "off"}},
            'Line 4: "quiett" is no rule of a place. Some are: qui',
        ),
        (lambda found: {**found, "rules": {"games": 7}}, 'Line 4: the value of "games" has the wrong form'),
        (lambda found: {**found, "rules": {"games": "chess"}}, "chess"),
        (lambda found: {**found, "rules": {"tables": "9", "stakes": "9 5"}}, "Say the least and the most"),
        (lambda found: {**found, "sentences": ["nope = hello"]}, 'Line 1: I say no sentence called "nope"'),
    ],
)
async def test_a_file_that_is_wrong_anywhere_is_refused_whole(here: Evening, alter: object, line: str) -> None:
    found = alter(json.loads(await exported(here)))  # type: ignore[operator]
    told = await takes(here, json.dumps(found, indent=1).encode())
    assert not told.ok
    assert line in told.text
    assert (await settings(here)) == PLAIN


async def test_a_file_that_is_no_json_is_refused_with_its_line(here: Evening) -> None:
    told = await takes(here, b'{\n "potluck-setup": 1,\n "rules": {\n}')
    assert told.text.startswith("Line 4 is no JSON, so nothing was taken.")


async def test_rules_that_depend_on_each_other_come_together(here: Evening) -> None:
    """The new stakes don't fit the old options, nor the new options the old stakes."""
    first = {"stakes": "50 100", "options halflings": "money=purse buyin=80"}
    second = {"options halflings": "money=purse buyin=300", "stakes": "200 500"}
    for lines in (first, second):
        told = await sends(here, Sent(lines))
        assert told.ok, told.text
    assert (await settings(here)).opening.stakes == (200, 500)
    wrong = await sends(here, Sent({"stakes": "10 20"}))
    assert (wrong.ok, wrong.head) == (False, "stakes")


async def test_of_two_moderators_at_once_the_later_is_told_that_it_changed_meanwhile(here: Evening) -> None:
    view, version = here.house.part(SetupView), (await settings(here)).version
    wishes = Sent({"tables": "3"}), Sent({"cooldown": "60"})
    both = zip(("mia", "oda"), wishes, strict=True)
    told = await asyncio.gather(*(view.save(on_page(here, name), wish, version, sure=True) for name, wish in both))
    assert sorted(one.ok for one in told) == [False, True]
    (late,) = [one for one in told if not one.ok]
    assert "has changed the settings meanwhile" in late.text
    assert (await settings(here)).version == 1


async def test_a_form_that_is_sent_twice_counts_once(here: Evening) -> None:
    view, message = here.house.part(SetupView), on_page(here, "mia")
    for _ in range(2):
        told = await view.save(message, Sent({"tables": "3"}), 0, sure=True)
        assert told.ok
    assert (await settings(here)).version == 1


async def test_two_houses_on_one_store_have_the_same_rules(here: Evening) -> None:
    other = await here.again()
    await other.settle()
    await here.say("mia", "!setup games poohead")
    await sends(here, Sent(sentences="game-not-here = Not { $game } here, but { $games }."))
    await other.house.venues.stored(other.venue)  # type: ignore[arg-type] - as the news of it would
    assert (await other.say("ann", "!open rogues")).text == "Not rogues here, but poohead."
    await other.end()


@given(st.one_of(st.binary(max_size=300), st.text(max_size=100).map(str.encode)))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with_rules = b'{"potluck-setup": 1, "rules": {"games": "' + content
    for one in (content, with_rules, with_rules + b'"}}'):
        try:
            wanted = read(one)
        except Refused:
            continue
        assert set(wanted.lines) <= set(known_heads())


@given(st.dictionaries(st.sampled_from(known_heads()), st.text(max_size=40)), st.text(max_size=80))
def test_what_is_written_is_read_the_same(lines: dict[str, str], sentences: str) -> None:
    try:
        content = written(lines, sentences)
    except UnicodeEncodeError:
        return
    found = read(content)
    assert (dict(found.lines), found.sentences) == (lines, sentences)


async def test_a_file_with_any_bytes_changed_is_taken_whole_or_changes_nothing(here: Evening) -> None:
    file = written({"games": "cones", "stakes": "50 500", "tables": "3"}, "pot-is = { $pot }")
    chance, taken = Random(7), 0  # noqa: S311 - the same bytes in every run
    for _ in range(60):
        content = bytearray(file)
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] = chance.choice(b'0123456789 "{}$,:aenot')
        before = await settings(here)
        told = await sends(here, Sent(file=content.decode("utf-8", "replace")))
        after = await settings(here)
        taken += told.saved and before != after
        assert told.ok or before == after
        assert after.version - before.version in {0, 1}
        assert after.version == before.version or set(typed(after)) == set(known_heads())
    assert 0 < taken < 60


def test_plain_settings_are_typed_by_words_that_are_read() -> None:
    assert set(typed(PLAIN)) == set(known_heads())


# Sentences of one's own


async def test_a_sentence_of_ones_own_is_said_here_and_nowhere_else(here: Evening) -> None:
    told = await sends(here, Sent(sentences="# hello\nsat-down = Welcome, { $who }!\n"), sure=False)
    assert [(one.id, one.before, one.now) for one in told.examples] == [
        ("sat-down", "[who] sits down.", "Welcome, [who]!")
    ]
    assert (await sends(here, Sent(sentences="# hello\nsat-down = Welcome, { $who }!\n"))).ok
    await here.lines("ann: !halflings mode=duel", "ben: !join")
    assert "Welcome, ben!" in here.news
    other = Evening(here.store, here.clock)
    await other.lines("ann: !halflings mode=duel", "ben: !join")
    assert "ben sits down." in other.news
    await other.end()


async def test_a_sentence_that_can_no_longer_be_said_is_said_as_the_bot_says_it(here: Evening) -> None:
    """The bot's sentences may get other values than they had when a place wrote its own."""
    message = here.message("oda", "!x")
    entry = AuditEntry(0, message.sender.id, "oda", "setup")
    old = "sat-down = { $gone } sits\ngame-not-here = { NUMBER($game) }"
    await here.house.venues.change(heard_of(message), lambda now: replace(now, sentences=old), entry)
    await here.lines("ann: !halflings mode=duel", "ben: !join")
    assert "ben sits down." in here.news


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sat-down = { $secret }", 'Line 1: "$secret" is not known to this sentence. It knows: $prefix, $who.'),
        ("# one\n\nsat-down = {", "Line 3 can't be read: Expected an inline expression"),
        ("pot-is = a { $pot }\npot-is = b { $pot }", 'Line 2: "pot-is" is there already'),
        ("sat-down = @everyone", "Line 1: no mentions"),
        ("sat-down = { $who }@{ $who }", "Line 1: no mentions"),
        ("sat-down = see https://evil.example", "Line 1: no mentions"),
        ("sat-down = see evil.example", "Line 1: no mentions"),
        ('sat-down = evil{ "." }example', "Line 1: no mentions"),
        ("sat-down = /ban { $who }", "Line 1: no mentions"),
        ('sat-down = a{ "\\u202E" }b', "Line 1: there are letters that nobody sees"),
        ("sat-down = one\n    two", "Line 1: there are letters that nobody sees, or a new line"),
        (f"sat-down = {'x' * 501}", "Line 1: that may become longer than 500"),
        ("forget-asked = It is nothing", "stays mine"),
        ("web-title = x", "I say no sentence"),
        ("stake-is-not-all = Press the button.", "stays mine"),
        ("money-purse = It is for fun.", "stays mine"),
        ("unsure-store = Nothing happened.", "stays mine"),
        ("called-off = x", "stays mine"),
        ("pot-is = a pot", 'Line 1: "$pot" must stand in each way'),
        ("pot-is = { $pot ->\n    [0] none\n   *[other] { $pot }\n }", 'Line 1: "$pot" must stand in each way'),
        ("pot-is = { $pot }\n    .page = a pot", 'Line 1: "$pot" must stand in each way'),
        ('phase-lobby = { "" }', "may come out empty"),
        ("sat-down = " + "{" * 3000, "choices within choices"),
        ("\n".join(f"a{one} = x" for one in range(201)), "There may be 200 sentences at most."),
        ("x =\n" * 4000, "There may be 200 sentences at most."),
        ("sat-down = " + '{ "a" }' * 1001, "choices within choices"),
        ("x" * 17_000, "16 KB at most"),
    ],
)
async def test_a_sentence_that_is_not_right_is_refused_with_its_line(here: Evening, text: str, why: str) -> None:
    told = await sends(here, Sent(sentences=text), "mia")
    assert not told.ok
    assert why in told.text
    assert (await settings(here)) == PLAIN


def test_any_sentences_are_taken_or_refused() -> None:
    taken = []
    begins = ("", "sat-down = ", "sat-down = { $who } ", "pot-is = { $pot ->\n *[a] ")

    @given(st.text(max_size=200) | st.text('ab @\n{}$"', max_size=12), st.sampled_from(begins))
    def tried(text: str, begin: str) -> None:
        with contextlib.suppress(Refused):
            taken.extend(checked(begin + text))

    tried()
    assert taken
    assert all("\n" not in one.now and "@x" not in one.now for one in taken)


async def test_a_named_moderator_has_the_right_as_long_as_the_setting_says_so(here: Evening) -> None:
    await here.lines("zoe: !wallet", "ben: !wallet", "oda: !setup moderators zoe")
    zoe = here.id_of("zoe"), here.venue
    assert here.house.dispatcher.standing.rights_of(*zoe) is Rights.STAFF, "before they said anything"  # type: ignore[arg-type]
    assert "is a moderator here" in (await here.say("mia", "!mod ban zoe 7d rude")).text
    assert (await here.say("zoe", "!setup tables 3")).ok
    await here.say("oda", "!setup moderators none")
    assert here.house.dispatcher.standing.rights_of(*zoe) is Rights.PLAYER  # type: ignore[arg-type]
    assert not (await here.say("zoe", "!setup tables 4")).ok


async def test_who_is_forgotten_moderates_nowhere(here: Evening) -> None:
    await here.lines("zoe: !wallet", "oda: !setup moderators zoe")
    (file,) = (await here.whisper("zoe", "mydata")).files
    assert b"moderates" in file.content
    await here.house.part(People).forget(here.message("zoe", "").sender.id)
    assert (await settings(here)).moderators == ()
    assert not (await here.say("zoe", "!setup games all")).ok
