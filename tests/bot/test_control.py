"""Test the rules of a venue for its tables, set by chat and by the form of the control room."""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest
from evening import Evening, person
from msgspec.structs import replace

from bot.people.venues import PLAIN, VenueSettings, decoded
from bot.ports.messages import Message, Rights
from bot.table.change import Refused
from bot.wings.streams.control_commands import ControlCommands
from bot.wings.streams.control_words import READERS, altered, typed
from games.catalogue import catalogue
from games.kit.contract import Abilities


@pytest.fixture
def here(evening: Evening) -> Evening:
    """Return a place with an owner and a moderator."""
    evening.rights |= {"oda": Rights.OWNER, "mia": Rights.STAFF}
    return evening


async def sets(here: Evening, line: str, name: str = "mia") -> str:
    answer = await here.say(name, f"!control {line}")
    assert answer.ok, answer.text
    return answer.text


async def opens(here: Evening, name: str, line: str = "poohead", standing: str = "") -> str:
    """Return the refusal of somebody who opens a table, or an empty string; an opened table is closed at once."""
    message = replace(here.message(name, f"!open {line}"), standing=frozenset(standing.split()))
    answer = await here.hear(message)
    if not answer.ok:
        return answer.text
    here.rights["oda"] = Rights.OWNER
    assert (await here.sure("oda", f"!{(await here.table()).code} end tidying up")).ok
    here.clock.move(60)
    return ""


# Who, which, how many, when


async def test_who_may_open_tables(here: Evening) -> None:
    for line, able in {
        "everybody": {"ann", "sub", "vip", "mia", "oda"},
        "subscribers": {"sub", "mia", "oda"},
        "vips": {"vip", "mia", "oda"},
        "vips subscribers": {"sub", "vip", "mia", "oda"},
        "moderators": {"mia", "oda"},
        "me": {"oda"},
    }.items():
        await sets(here, f"open {line}")
        standings = {"sub": "subscriber", "vip": "vip"}
        found = {
            name
            for name in ("ann", "sub", "vip", "mia", "oda")
            if not await opens(here, name, standing=standings.get(name, ""))
        }
        assert found == able, line
    assert "Only whoever owns this place" in await opens(here, "ann")
    assert not (await here.say("ann", "!poohead")).ok
    assert not (await here.say("ann", "!tournament rogues")).ok
    assert await here.sessions() == []


async def test_which_games(here: Evening) -> None:
    await sets(here, "games poohead rogues")
    assert await opens(here, "ann", "poohead") == ""
    assert await opens(here, "ann", "headache") == "headache is not opened here. Games: poohead, rogues."
    assert "not opened here" in (await here.say("ann", "!halflings 50")).text
    assert "poohead, rogues" in (await here.say("ann", "!open")).text
    await sets(here, "games all")
    assert await opens(here, "ann", "headache") == ""


async def test_one_table_at_a_time_also_of_two_who_open_at_once(here: Evening) -> None:
    await sets(here, "tables one")
    answers = await asyncio.gather(
        *(here.house.hear(here.message(name, "!open poohead")) for name in ("ann", "ben", "cid"))
    )
    assert sorted(answer.ok for answer in answers) == [False, False, True]
    assert len(await here.sessions()) == 1
    assert "one at a time" in (await here.say("ben", "!open headache")).text
    assert "one at a time" in (await here.say("oda", "!open headache")).text
    await sets(here, "tables 2")
    here.clock.move(60)
    assert (await here.say("ben", "!open headache")).ok


async def test_another_process_opens_no_second_table(here: Evening) -> None:
    await sets(here, "tables one")
    other = await here.again()
    answers = await asyncio.gather(
        here.house.hear(here.message("ann", "!open poohead")), other.house.hear(other.message("ben", "!open poohead"))
    )
    assert sorted(answer.ok for answer in answers) == [False, True]
    await other.end()


async def test_a_cooldown_for_all_but_moderators(here: Evening) -> None:
    await sets(here, "cooldown 120")
    assert await opens(here, "ann") == ""
    here.clock.move(20)
    assert await opens(here, "ben") == "The next table may be opened in 40 seconds."
    assert await opens(here, "mia") == ""  # and it begins again
    here.clock.move(59)
    assert await opens(here, "ben") == "The next table may be opened in 1 second."
    here.clock.move(1)
    assert await opens(here, "ben") == ""
    await sets(here, "cooldown off")
    assert await opens(here, "ben") == ""


async def test_what_is_refused_begins_no_cooldown_and_holds_nobody_up(here: Evening) -> None:
    await sets(here, "cooldown 60")
    assert "option" in await opens(here, "ann", "poohead nonsense=1")
    assert await opens(here, "ben") == ""


async def test_quiet_hours_over_midnight_and_over_the_end_of_summer_time(here: Evening) -> None:
    await sets(here, "quiet 23:00 07:00 Europe/Berlin")
    berlin = ZoneInfo("Europe/Berlin")
    for day, hour, minute, quiet in [
        (24, 22, 59, False),
        (24, 23, 0, True),
        (25, 2, 30, True),  # twice in this night
        (25, 6, 59, True),
        (25, 7, 0, False),
        (25, 12, 0, False),
    ]:
        at = datetime(2026, 10, day, hour, minute, tzinfo=berlin)
        here.clock.move(at.timestamp() - here.clock.now() / 1000)
        told = await opens(here, "oda")
        assert told == ("It is quiet here until 07:00 (Europe/Berlin): no new tables." if quiet else ""), at
    await sets(here, "quiet off")


# Options and stakes


async def test_games_are_opened_with_the_options_of_the_place(here: Evening) -> None:
    await sets(
        here,
        "defaults headache memory=off rounds=3" if "rounds" in fields("headache") else "defaults headache memory=off",
    )
    answer = await here.say("ann", "!open headache")
    assert "As is usual here: memory=off" in answer.text
    assert (await here.table()).given["memory"] == "off"
    await here.sure("oda", f"!{(await here.table()).code} end done")
    here.clock.move(60)
    answer = await here.say("ann", "!open headache memory=on")
    assert "memory" not in answer.text
    assert (await here.table()).given["memory"] == "on"
    await here.sure("oda", f"!{(await here.table()).code} end done")
    await sets(here, "defaults headache off")
    here.clock.move(60)
    assert (await here.say("ann", "!open headache")).text == ""


def fields(game: str) -> set[str]:
    return set(catalogue()[game].options.model_fields)


@pytest.mark.parametrize(
    "line", ["headache memory=maybe", "headache nonsense=1", "chess memory=off", "headache", "poohead money=purse"]
)
async def test_options_that_no_table_could_be_opened_with_are_refused(here: Evening, line: str) -> None:
    answer = await here.say("mia", f"!control defaults {line}")
    assert not answer.ok
    assert answer.text
    assert (await here.house.venues.stored(here.venue)).opening.options == {}


async def test_stakes_hold_for_purses_at_the_opening_and_afterwards(here: Evening) -> None:
    await sets(here, "stakes 50 150")
    assert await opens(here, "ann", "rogues money=purse buyin=500") == "Here purses buy in with 50 to 150 suckers."
    assert await opens(here, "ann", "rogues buyin=500") == ""  # for chips, which belong to nobody
    assert (await here.say("ann", "!open rogues money=purse")).ok
    assert (await here.table()).options.buyin == 150  # the nearest to the usual value
    assert (await here.sure("oda", f"!{(await here.table()).code} end done")).ok
    here.clock.move(60)
    assert await opens(here, "ann", "rogues money=purse buyin=50") == ""


async def test_a_host_does_not_get_round_them_by_options(here: Evening) -> None:
    await sets(here, "stakes 50 150")
    assert (await here.say("ann", "!open rogues")).ok
    before = await here.table()
    answer = await here.say("ann", "!options money=purse buyin=900")
    assert not answer.ok
    assert (await here.table()).options == before.options


# Who may set it, and how


async def test_players_may_read_the_rules_and_not_set_them(here: Evening) -> None:
    assert "Everybody may open tables." in (await here.say("ann", "!control")).text
    for line in ("cooldown 5", "prefix ?", "nonsense"):
        assert not (await here.say("ann", f"!control {line}")).ok
    assert not (await here.say("ann", "!overlay hide")).ok
    assert await here.house.venues.stored(here.venue) == PLAIN


async def test_a_sign_is_the_owners_where_there_are_no_streams(here: Evening) -> None:
    assert not (await here.say("mia", "!control prefix ?")).ok
    assert (await here.say("oda", "!control prefix ?")).ok
    assert (await here.say("mia", "?control prefix off")).ok is False


@pytest.mark.parametrize(
    "line",
    [
        "cooldown -1", "cooldown 1e3", "cooldown 86401", "cooldown 5 5", "cooldown", "stakes 5", "stakes 9 5",
        "stakes 0 5", "tables several", "tables 0", "tables 51",
        "quiet 25:00 07:00 Europe/Berlin", "quiet 23:00 07:00 Nowhere/Here", "quiet 07:00 07:00 UTC",
        "quiet 23:00 07:00 ../../etc/passwd", "open friends", "games chess", "words", "words maybe", "offline pause 6",
        "prefix abc", "nonsense 5",
    ],
)  # fmt: skip
async def test_bad_values_are_refused_with_a_sentence(here: Evening, line: str) -> None:
    answer = await here.say("oda", f"!control {line}")
    assert not answer.ok
    assert answer.text
    assert await here.house.venues.stored(here.venue) == PLAIN


async def test_what_is_set_stands_in_the_log(here: Evening) -> None:
    await sets(here, "cooldown 60")
    assert (await here.say("mia", "!overlay hide")).ok
    log = (await here.say("oda", "!mod log")).text
    assert "mia · control cooldown 60" in log
    assert "mia · overlay hide" in log


async def test_the_overlay_is_hidden_and_told_so_wherever_it_is_open(here: Evening) -> None:
    told: list[tuple[str, str, bool]] = []
    silenced: list[tuple[str, str, bool]] = []

    class Overlays:
        platform = "web"

        async def hide_overlays(self, venue: str, place: str, *, hidden: bool) -> bool:
            told.append((venue, place, hidden))
            return True

        async def mute_overlays(self, venue: str, place: str, *, muted: bool) -> bool:
            silenced.append((venue, place, muted))
            return True

    here.house.platforms.windows.append(Overlays())  # type: ignore[arg-type]
    for word in ("hide", "hide", "show"):
        assert (await here.say("mia", f"!overlay {word}")).ok
        assert (await here.house.venues.stored(here.venue)).overlay_hidden == (word == "hide")
    assert told == [(here.venue, here.place, one) for one in (True, True, False)]
    for word in ("mute", "mute", "unmute"):
        assert (await here.say("mia", f"!overlay {word}")).ok
        assert (await here.house.venues.stored(here.venue)).overlay_muted == (word == "mute")
    assert silenced == [(here.venue, here.place, one) for one in (True, True, False)]
    assert not (await here.say("ann", "!overlay mute")).ok


async def test_a_preset_sets_several_rules_and_one_that_is_none_sets_nothing(here: Evening) -> None:
    assert (await here.say("mia", "!control cooldown 60")).ok
    before = await here.house.venues.stored(here.venue)
    for line in ("preset", "preset feast", "preset crowd calm"):
        assert not (await here.say("mia", f"!control {line}")).ok
    assert not (await here.say("ann", "!control preset crowd")).ok
    assert (await here.house.venues.stored(here.venue)).opening == before.opening
    answer = await here.say("mia", "!control preset crowd")
    assert answer.ok
    assert "Everybody may open tables." in answer.text
    rules = (await here.house.venues.stored(here.venue)).opening
    assert (rules.tables, rules.cooldown, rules.quiet) == (1, 0, None)


# Written and read again


def test_settings_are_typed_as_they_are_read() -> None:
    lines = [
        "open vips subscribers", "games poohead", "tables one", "defaults headache memory=off", "cooldown 60",
        "stakes 50 500", "purses on", "generous on", "prefix ?", "quiet 23:00 07:00 Europe/Berlin", "offline pause 12",
        "words own",
        "preset calm", "others hug zeppelin", "freed drop play", "announce purple", "predictions loser", "raids off",
        "secrets keep",
    ]  # fmt: skip
    assert {line.split()[0] for line in lines} == set(READERS)
    settings = PLAIN
    for line in lines:
        settings = altered(tuple(line.split()), Abilities())(settings)
    again = PLAIN
    for head, value in typed(settings).items():
        again = altered((*head.split(), *value.split()), Abilities())(again)
    assert again == settings
    assert decoded(msgspec.json.encode(settings)) == settings


def test_settings_of_older_bots_are_read() -> None:
    assert decoded(b'{"prefix":"?","staff":["1"],"announce":true}') == VenueSettings("?", ("1",), announce=True)
    assert decoded(b'{"prefix":"?","of_a_later_bot":5}').prefix == "?"


def test_a_line_of_no_setting_is_refused() -> None:
    for line in ((), ("open",), ("nonsense", "5")):
        with pytest.raises(Refused):
            altered(line, Abilities())


# The form


def form(here: Evening, name: str = "mia", number: int = 1) -> Message:
    message = here.message(name, "control", private=True, message_id=f"form-{here.venue}-{name}-{number}")
    return replace(message, page=True, rights=here.rights.get(name, Rights.PLAYER), sender=person(name, here.tag))


async def test_a_form_is_saved_whole_or_not_at_all(here: Evening) -> None:
    control = here.house.part(ControlCommands)
    saved = await control.save(form(here), 0, {"cooldown": "60", "stakes": "9 5"})
    assert (saved.ok, saved.line) == (False, "stakes")
    assert await here.house.venues.stored(here.venue) == PLAIN
    saved = await control.save(form(here, number=2), 0, {"cooldown": "60", "tables": "3"})
    assert saved.ok
    shown = await control.shown(form(here, number=3))
    assert (shown.version, shown.values["cooldown"], shown.values["tables"]) == (1, "60", "3")


async def test_the_later_of_two_forms_changes_nothing_and_says_who_was_earlier(here: Evening) -> None:
    control = here.house.part(ControlCommands)
    one, other = await asyncio.gather(
        control.save(form(here, "mia"), 0, {"cooldown": "60"}), control.save(form(here, "oda"), 0, {"tables": "one"})
    )
    assert sorted((one.ok, other.ok)) == [False, True]
    late = other if one.ok else one
    assert late.stale
    assert ("mia" if one.ok else "oda") in late.text
    assert (await here.house.venues.stored(here.venue)).version == 1


async def test_the_same_form_twice_is_saved_once(here: Evening) -> None:
    control = here.house.part(ControlCommands)
    assert (await control.save(form(here), 0, {"cooldown": "60"})).ok
    assert (await control.save(form(here), 0, {"cooldown": "60"})).ok
    assert (await here.house.venues.stored(here.venue)).version == 1


async def test_a_players_form_is_refused(here: Evening) -> None:
    saved = await here.house.part(ControlCommands).save(form(here, "ann"), 0, {"cooldown": "60"})
    assert not saved.ok
    assert await here.house.venues.stored(here.venue) == PLAIN


async def test_two_who_set_something_else_at_once_both_have_it(here: Evening) -> None:
    other = await here.again()
    lines = [f"!control {line}" for line in ("cooldown 60", "tables one", "stakes 5 50", "quiet 23:00 07:00 UTC")]
    await asyncio.gather(
        *(
            house.house.hear(house.message("mia", line, message_id=f"{here.venue}/{line}"))
            for house, line in zip((here, other, here, other), lines, strict=True)
        )
    )
    rules = (await here.house.venues.stored(here.venue)).opening
    assert (rules.cooldown, rules.tables, rules.stakes) == (60, 1, (5, 50))
    assert rules.quiet is not None
    await other.end()
