"""Test tournaments over several tables in the real house and store: gathered, seated, reseated, won, and restarted."""

import asyncio
import re

import pytest
from evening import Evening
from tournament_night import GAME, gathered, hosting, hosting_session, played_out, tables

from bot.ports.messages import Rights
from bot.table import tournament
from bot.table.document import OfTournament, TournamentRules
from bot.table.phases import Between, Lobby, Playing
from games.proof import fair
from games.proof.seeded_dice import NotedDice
from games.tournament import Entrant, drawn
from persistence import EmbeddedServer, HandClock, Store, TableRef


async def test_it_gathers_in_a_lobby_of_its_own_size(evening: Evening) -> None:
    await gathered(evening, 13, "seats=5 level_seconds=300 ante_unit=10")
    session = await hosting_session(evening)
    assert session.tournament == TournamentRules(5, 300)
    assert (len(session.seats), session.seats_allowed[-1], session.given) == (13, 50, {"ante_unit": "10"})
    told = (await evening.say("ann", "!tournament")).text
    assert "up to 50 players" in evening.news[0]
    assert "for 50 at most, 5 at a table" in told


async def test_its_host_may_change_seats_and_levels_until_it_begins(evening: Evening) -> None:
    await gathered(evening, 8, "seats=5")
    await evening.lines("ann: !options seats=4 level_seconds=300 ante_unit=10")
    assert evening.news[-1] == "ann sets seats=4 level_seconds=300 ante_unit=10."
    assert "seats=4 level_seconds=300" in (await evening.say("ben", "!options")).text
    for line, wrong in (
        ("!options seats=2", "from 3 to 6"),
        ("!options level_seconds=5", "from 30 to 7,200"),
        ("!options money=purse", "chips and places"),
    ):
        answer = await evening.say("ann", line)
        assert not answer.ok
        assert wrong in answer.text
    assert (await hosting_session(evening)).tournament == TournamentRules(4, 300)
    await evening.lines("ann: !start")
    assert sorted(len(one.seats) for one in await tables(evening)) == [4, 4]
    assert not (await evening.say("ann", "!options seats=5")).ok


async def test_no_more_may_gather_than_smaller_tables_hold(evening: Evening) -> None:
    await gathered(evening, 31, "seats=4")
    answer = await evening.say("ann", "!options seats=3")
    assert not answer.ok
    assert (await hosting_session(evening)).tournament == TournamentRules(4, 600)


async def test_seats_are_drawn_at_as_few_tables_as_can_be(evening: Evening) -> None:
    await gathered(evening, 13, "seats=5")
    await evening.lines("ann: !start")
    seated = await tables(evening)
    assert sorted(len(one.seats) for one in seated) == [4, 4, 5]
    assert len({seat.player for one in seated for seat in one.seats}) == 13
    assert {seat.stack for one in seated for seat in one.seats} == {200}
    assert all(isinstance(one.phase, Lobby) for one in seated), "people have a moment to find their seats"
    await evening.wait(10)
    begun = [isinstance(one.phase, Playing) or one.record or one.match for one in await tables(evening)]
    assert all(begun), "all have begun"


async def test_everybody_is_called_once_to_their_table_and_again_only_to_another(evening: Evening) -> None:
    people = ("ann", "ben", "cid", "dan", "eve")
    await evening.lines(f"ann: !tournament {GAME} seats=3 level_seconds=7200")
    await evening.lines(*(f"{name}: !join" for name in people[1:]), "ann: !start")
    seated = {one.table: {seat.player for seat in one.seats} for one in await tables(evening)}
    assert called(evening) == seated
    await evening.lines("ben: !table")
    assert called(evening) == seated, "and not again by the next thing that happens"
    evening.witness.clear()
    small = min(await tables(evening), key=lambda one: len(one.seats))
    (large,) = [one for one in await tables(evening) if one is not small]
    gone, *left = [seat.name for seat in large.seats]
    await evening.lines(f"{gone}: !leave")
    stayed = {seat.player for one in (small, large) for seat in one.seats if seat.name != gone}
    await evening.wait(1)
    assert not called(evening), "two tables of two are balanced"
    await evening.lines(f"{left[0]}: !leave")
    (final,) = await tables(evening)
    came = {seat.player for seat in final.seats} - seated[final.table]
    assert came
    assert called(evening) == {final.table: came}
    assert came < stayed


async def test_nobody_is_called_again_when_a_round_is_void(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(f"ann: !tournament {GAME} level_seconds=7200", "ben: !join", "cid: !join", "ann: !start")
    await evening.wait(10)
    await evening.lines("ben: !leave")
    evening.witness.clear()
    (table,) = await tables(evening)
    await evening.lines(f"mia: !{table.code} reset a mishap")
    (table,) = await tables(evening)
    assert isinstance(table.phase, Lobby)
    assert not any(update.notify for update in evening.witness.updates if update.card.phase == "lobby")


async def test_who_could_not_be_called_to_a_table_is_called_when_they_can(evening: Evening) -> None:
    people = ("ann", "ben", "cid", "dan", "eve", "fay", "gil")
    await evening.lines(f"ann: !tournament {GAME} seats=4 level_seconds=7200")
    await evening.lines(*(f"{name}: !join" for name in people[1:]))
    evening.witness.away = {f"place:{evening.place}"}
    await evening.lines("ann: !start")
    gone = (await tables(evening))[-1].seats[0].name
    await evening.lines(f"{gone}: !leave")
    evening.witness.away = set()
    for one in await tables(evening):
        evening.house.delivery.wake(one.ref)
    await evening.settle()
    seated = {one.table: {seat.player for seat in one.seats} for one in await tables(evening)}
    assert called(evening) == seated


def called(evening: Evening) -> dict[str, set[str]]:
    """Return who was called where, by the last update of each table for the place; each person once."""
    found: dict[str, set[str]] = {}
    for update in evening.witness.updates:
        if update.audience.startswith("place:") and update.card.phase == "lobby":
            assert not set(update.notify) & found.get(update.table, set())
            found.setdefault(update.table, set()).update(update.notify)
    return {table: who for table, who in found.items() if who}


async def test_the_draw_of_the_seats_can_be_checked_from_the_seed(evening: Evening) -> None:
    await gathered(evening, 13, "seats=5")
    await evening.lines("ann: !start")
    phase = await hosting(evening)
    seated = [[seat.player for seat in one.seats] for one in await tables(evening)]
    seed = evening.dice.seed(phase.pledge)
    dice = NotedDice(seed, phase.pledge.game_id, bytes.fromhex(phase.entropy))
    again = drawn(tuple(map(Entrant, range(13))), 5, dice.draw("seats"))
    assert [[phase.entered[one].player for one in table] for table in again] == seated
    seal = fair.binding(phase.pledge.commitment)
    assert any(seal in line for line in evening.news), "it was committed to before anybody entered"


@pytest.mark.timeout(300)
async def test_it_is_played_to_its_end_and_everybody_is_ranked_once(evening: Evening) -> None:
    await gathered(evening, 7, "seats=4 level_seconds=120")
    await evening.lines("ann: !start")
    ranked = await played_out(evening)
    entered = (await hosting(evening)).entered
    assert sorted(one.player for one in ranked) == sorted(one.player for one in entered)
    assert [one.place for one in ranked] == list(range(7, 0, -1))
    news = "\n".join(evening.news)
    assert "The final table" in news
    assert f"{ranked[-1].name} wins it, of 7 players!" in news
    assert await tables(evening) == [], "its tables are closed"
    assert re.search(r"Game \d+: end [a-z2-7]{26}", news)
    told = (await evening.say("ben", "!tournament")).text
    assert f"1. {ranked[-1].name}, 2. {ranked[-2].name}" in told


@pytest.mark.timeout(300)
async def test_it_survives_a_restart_at_any_moment(own_server: EmbeddedServer, clock: HandClock) -> None:
    store = await Store.connect(own_server.url, clock=clock, timeout=60)
    evening = Evening.of("restarts", store, clock)
    await gathered(evening, 5, "seats=3 level_seconds=60")
    await evening.lines("ann: !start")
    houses = [evening]
    for number in range(400):
        now = houses[-1]
        if (await hosting(now)).over:
            break
        await now.wait(7 + number % 5)
        if number % 5 == 0:
            houses.append(await now.again())
    ranked = await played_out(houses[-1])
    assert [one.place for one in ranked] == list(range(5, 0, -1))
    assert len({one.player for one in ranked}) == 5
    assert len(houses) > 2
    for one in houses:
        await one.end()
    await store.close()


async def test_stakes_rise_by_the_clock_from_the_next_game_on(evening: Evening) -> None:
    await gathered(evening, 4, "level_seconds=30 stack=100000")
    await evening.lines("ann: !start")
    await evening.wait(31)
    assert "Level 2: from the next round on the ante is 10 for each die." in "\n".join(evening.news)
    for _ in range(40):
        await evening.wait(20)
        (table,) = await tables(evening)
        if table.given.get("ante_unit", "5") != "5":
            break
    assert int(table.given["ante_unit"]) > 5


async def test_it_is_told_in_words_who_plays_where_with_what_and_for_what(evening: Evening) -> None:
    await gathered(evening, 5, "seats=3 ante_unit=5")
    await evening.lines("ann: !start")
    told = (await evening.say("ann", "!tournament")).text
    assert "Level 1: the ante is 5 for each die. 5 players are left." in told
    for one in await tables(evening):
        who = ", ".join(f"{seated.name} 200" for seated in one.seats[:-1]) + f" and {one.seats[-1].name} 200"
        number = one.tournament.number if isinstance(one.tournament, OfTournament) else 0
        assert f"Table {number} ({one.code}): {who}" in told
    there = (await evening.say("ann", f"!{(await tables(evening))[0].code} table")).text
    assert "of the tournament: the ante is 5 for each die" in there
    assert "=" not in told + there


async def test_what_players_have_is_told_as_it_changes(evening: Evening) -> None:
    await gathered(evening, 4, "seats=4 stack=1000")
    await evening.lines("ann: !start")
    for _ in range(40):
        await evening.wait(20)
        (table,) = await tables(evening)
        stacks = {seated.player: seated.stack for seated in table.seats}
        if not isinstance(table.phase, Playing) and set(stacks.values()) != {1000}:
            break
    assert (await hosting(evening)).stacks == stacks
    richest = max(table.seats, key=lambda seated: seated.stack)
    assert f"): {richest.name} {richest.stack:,}" in (await evening.say("ann", "!tournament")).text


async def test_only_the_host_and_moderators_hurry_pause_and_end_it(evening: Evening) -> None:
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    for word in ("level", "pause", "resume", "end"):
        answer = await evening.say("ben", f"!tournament {word}")
        assert (answer.ok, "host" in answer.text) == (False, True)
    await evening.lines("ann: !tournament level")
    assert (await hosting(evening)).level == 1
    await evening.lines("ann: !tournament pause")
    assert all(one.paused is not None for one in await evening.sessions())
    before = await hosting(evening)
    await evening.wait(3600)
    await evening.lines("ann: !tournament resume")
    assert all(one.paused is None for one in await evening.sessions())
    assert (await hosting(evening)).rises_at == before.rises_at + 3_600_000, "nobody loses time by a pause"


async def test_to_end_it_is_asked_first_and_closes_all_of_it(evening: Evening) -> None:
    await gathered(evening, 9, "seats=3")
    await evening.lines("ann: !start")
    await evening.wait(12)
    answer = await evening.say("ann", "!tournament end")
    assert answer.confirm
    assert len(await evening.sessions()) == 4
    await evening.lines(f"ann: !{answer.confirm}")
    assert await evening.sessions() == []


@pytest.mark.parametrize(
    "line",
    ["!join", "!bots 1", "!start", "!rematch", "!rebuy", "!enough", "!close", "!options ante_unit=1"],
)
async def test_at_its_tables_nobody_changes_what_is_the_tournaments(evening: Evening, line: str) -> None:
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    before = await tables(evening)
    who = "ben" if line == "!join" else "ann"
    answer = await evening.say(who, line)
    assert not answer.ok
    assert "tournament" in answer.text or "full" in answer.text
    assert [(one.seats, one.given, type(one.phase)) for one in await tables(evening)] == [
        (one.seats, one.given, type(one.phase)) for one in before
    ]


async def test_who_leaves_is_ranked_and_the_others_play_on(evening: Evening) -> None:
    await gathered(evening, 7, "seats=4")
    await evening.lines("ben: !join", "ann: !start")
    await evening.wait(12)
    await evening.lines("ben: !leave")
    for _ in range(30):
        await evening.wait(20)
        if any(one.name == "ben" for one in (await hosting(evening)).ranked):
            break
    (place,) = [one.place for one in (await hosting(evening)).ranked if one.name == "ben"]
    assert place > 1
    assert "ben is out" in "\n".join(evening.news)


async def test_two_alone_play_the_final_at_once(evening: Evening) -> None:
    await gathered(evening, 2)
    await evening.lines("ann: !start")
    (table,) = await tables(evening)
    assert isinstance(table.tournament, OfTournament)
    assert table.tournament.final
    assert "The final table" in "\n".join(evening.news)


async def test_a_table_that_staff_called_off_in_mid_game_goes_on_with_the_same_stacks(evening: Evening) -> None:
    await gathered(evening, 7, "seats=4")
    await evening.lines("ann: !start")
    await evening.wait(10)
    evening.rights["mia"] = Rights.STAFF
    one = next(table for table in await tables(evening) if isinstance(table.phase, Playing))
    await evening.lines(f"mia: !{one.code} reset the dice fell off the table")
    after = await evening.house.repository.get(TableRef(evening.venue, one.table), fresh=True)
    assert isinstance(after.phase, Lobby)
    assert after.phase.starts_at is not None
    answer = await evening.say("mia", f"!{one.code} end no more")
    assert not answer.ok
    await evening.wait(11)
    after = await evening.house.repository.get(TableRef(evening.venue, one.table), fresh=True)
    assert isinstance(after.phase, Playing)


async def test_a_purse_stays_out_of_it(evening: Evening) -> None:
    answer = await evening.say("ann", f"!tournament {GAME} money=purse")
    assert (answer.ok, "chips" in answer.text) == (False, True)


async def test_in_a_tournament_the_clock_alone_raises_the_stakes(evening: Evening) -> None:
    """FR-30: the ante of a normal table rises by its rounds. Here both would act together."""
    answer = await evening.say("ann", f"!tournament {GAME} seats=3 ante_rises=2")
    assert answer.text.startswith("In a tournament ante_rises is always 0: there the clock raises the stakes")
    await evening.lines(f"ann: !tournament {GAME} seats=3", "ben: !join", "cid: !join", "dan: !join", "ann: !start")
    await evening.wait(11)
    for table in await tables(evening):
        assert (table.game_options.model_dump()["ante_rises"], "ante_rises" in table.given) == (0, False)
    assert "ante_rises=0" in (await evening.say("ann", "!options")).text


@pytest.mark.parametrize("options", ["seats=2", "seats=7", "seats=x", "level_seconds=5", "ante_unit=0", "colour=red"])
async def test_an_option_that_is_none_is_refused_with_what_it_may_be(evening: Evening, options: str) -> None:
    answer = await evening.say("ann", f"!tournament {GAME} {options}")
    assert not answer.ok
    assert await evening.sessions() == []


async def test_there_is_no_tournament_of_a_game_that_has_none(evening: Evening) -> None:
    answer = await evening.say("ann", "!tournament cones")
    assert (answer.ok, GAME in answer.text) == (False, True)


async def test_its_lobby_holds_sixty_and_no_more(evening: Evening) -> None:
    await gathered(evening, 60)
    answer = await evening.say("ben", "!join")
    assert (answer.ok, "60" in answer.text) == (False, True)
    await evening.lines("ann: !start")
    assert [len(one.seats) for one in await tables(evening)] == [6] * 10


async def test_a_forgotten_one_is_closed_in_the_end(evening: Evening) -> None:
    await gathered(evening, 2)
    await evening.wait(7 * 3600)
    assert await evening.sessions() == []


@pytest.mark.timeout(300)
async def test_two_houses_look_after_one_tournament_and_each_thing_is_done_once(
    own_server: EmbeddedServer, clock: HandClock
) -> None:
    """F19: as for a while after a deploy. Both see every deadline, and both move people to their seats."""
    stores = [await Store.connect(own_server.url, clock=clock, timeout=60) for _ in range(2)]
    evening = Evening.of("two houses", stores[0], clock)
    other = Evening(stores[1], clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    await gathered(evening, 5, "seats=3 level_seconds=60")
    await evening.lines("ann: !start")
    for _ in range(600):
        if (await hosting(evening)).over:
            break
        clock.move(5)
        await other.house.scheduler.sweep()
        await evening.house.scheduler.sweep()
        await asyncio.gather(evening.settle(), other.settle())
    phase = await hosting(evening)
    assert [one.place for one in phase.ranked] == list(range(5, 0, -1))
    assert len({one.player for one in phase.ranked}) == 5
    for house, store in zip((evening, other), stores, strict=True):
        await house.end()
        await store.close()


async def test_ended_by_its_host_it_tells_the_seed_of_its_seats(evening: Evening) -> None:
    await gathered(evening, 9, "seats=3")
    await evening.lines("ann: !start")
    seed = evening.dice.seed((await hosting(evening)).pledge).hex()
    await evening.lines("ann: !tournament end")
    assert f"The seats were drawn by the seed of game 1: {seed}." in "\n".join(evening.news)


async def test_a_moderator_ends_it_for_a_reason_that_is_told_and_written_down(evening: Evening) -> None:
    """Threats T8: anybody who calls games off says why, and the log has it."""
    await gathered(evening, 9, "seats=3")
    await evening.lines("ann: !start")
    await evening.wait(10)
    evening.rights["mia"] = Rights.STAFF
    refused = await evening.say("mia", "!tournament end")
    assert (refused.ok, "reason" in refused.text) == (False, True)
    asked = await evening.say("mia", "!tournament end the hall burns")
    await evening.lines("mia: !tournament pause why not", "mia: !tournament resume", f"mia: !{asked.confirm}")
    assert await evening.sessions() == []
    assert "the hall burns" in "\n".join(evening.news)
    log = (await evening.whisper("mia", "!mod log")).text
    assert [word in log for word in ("tournament pause", "tournament resume", "tournament end", "the hall burns")] == [
        True
    ] * 4


async def test_one_who_is_left_alone_plays_the_last_duel_at_a_final_table(evening: Evening) -> None:
    """FR-35: all others leave, and the last one still has to face the Giant."""
    await evening.lines(f"ann: !tournament {GAME} seats=3 final=wager")
    await evening.lines("ben: !join", "cid: !join", "dan: !join", "ann: !start")
    await evening.lines("ben: !leave", "cid: !leave", "dan: !leave")
    await evening.wait(11)
    (table,) = await tables(evening)
    assert isinstance(table.tournament, OfTournament)
    assert (table.tournament.final, [one.name for one in table.seats]) == (True, ["ann"])
    assert "The last duel: ann against the Giant" in "\n".join(evening.news)
    await evening.lines("ann: !stake 0")
    assert "ann wins it, of 4 players!" in "\n".join(evening.news)


async def test_equals_who_go_out_at_once_are_placed_by_lot(evening: Evening) -> None:
    """Not by their names: in several tournaments each of the two comes before the other."""
    second = set()
    for number in range(12):
        await evening.lines("wait: 60", f"ann: !tournament {GAME} seats=3 stack=10 ante_unit=5")
        await evening.lines(*(f"{name}: !join" for name in ("ben", "cid")), "ann: !start")
        await evening.wait(10 + number % 2)
        for _ in range(3):
            for name in ("ann", "ben", "cid"):
                await evening.say(name, "!trip")
        ranked = await played_out(evening)
        second.add(tuple(one.name for one in ranked))
        await evening.lines("ann: !tournament end")
    assert len(second) > 2


async def test_a_tournament_is_shown_in_one_place(evening: Evening) -> None:
    await gathered(evening, 2)
    answer = await evening.say("ann", "!mirror")
    assert (answer.ok, "one place" in answer.text) == (False, True)


@pytest.mark.parametrize("line", ["leave", "skip", "options stack=5", "close"])
async def test_what_makes_no_sense_at_the_tournament_itself_is_answered_with_what_does(
    evening: Evening, line: str
) -> None:
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    evening.rights["mia"] = Rights.STAFF
    answer = await evening.say(
        "mia" if line.startswith("skip") else "ann", f"!{(await hosting_session(evening)).code} {line}"
    )
    assert (answer.ok, "tournament" in answer.text) == (False, True)


async def test_before_it_has_begun_there_is_nothing_to_hurry(evening: Evening) -> None:
    await gathered(evening, 2)
    for word in ("level", "pause"):
        answer = await evening.say("ann", f"!tournament {word}")
        assert (answer.ok, "has not begun" in answer.text) == (False, True)


async def test_its_ranking_stands_for_a_while_and_closes_by_itself(evening: Evening) -> None:
    await gathered(evening, 2, "stack=10")
    await evening.lines("ann: !start")
    await played_out(evening)
    answer = await evening.say("ben", "!join")
    assert not answer.ok
    assert "Places: 1." in (await evening.say("ben", "!tournament")).text
    await evening.wait(1900)
    assert await evening.sessions() == []


async def test_what_was_seen_under_an_older_seating_ranks_nobody(evening: Evening) -> None:
    """F19: another house has moved people to other tables since. A person who seemed to be gone sits somewhere
    again.
    """
    await gathered(evening, 7, "seats=4")
    await evening.lines("ann: !start")
    session, phase = await hosting_session(evening), await hosting(evening)
    update = evening.house.repository.update
    await update(session.ref, (), lambda change: tournament.rank(change, [session.host], [], phase.seating - 1))
    assert (await hosting(evening)).ranked == ()
    await update(session.ref, (), lambda change: tournament.forget(change, frozenset({"none"}), phase.seating - 1))
    assert (await hosting(evening)).tables == phase.tables


async def test_a_table_that_is_to_wait_plays_its_game_to_the_end_and_begins_no_other(evening: Evening) -> None:
    await evening.lines(f"ann: !tournament {GAME} seats=3 stack=100")
    await evening.lines("ben: !join", "cid: !join", "dan: !join", "ann: !start")
    await evening.wait(10)
    one = next(table for table in await tables(evening) if isinstance(table.phase, Playing))
    await evening.house.repository.update(one.ref, (), lambda change: tournament.hold(change, 2))
    for _ in range(4):
        for name in ("ann", "ben", "cid", "dan"):
            await evening.say(name, "!flee")
    await evening.wait(100)
    after = await evening.house.repository.get(one.ref, fresh=True)
    assert (isinstance(after.phase, Between), after.pledge.n) == (True, one.pledge.n)
    await evening.house.repository.update(one.ref, (), tournament.go_on)
    await evening.wait(100)
    after = await evening.house.repository.get(one.ref, fresh=True)
    assert isinstance(after.phase, Between), "nobody who has not heard of it lets it play on"


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("form", ["none", "thieves", "liars"])
async def test_sixty_at_ten_tables_play_to_the_end(evening: Evening, form: str) -> None:
    await gathered(evening, 60, f"level_seconds=300 betting={form}")
    await evening.lines("ann: !start")
    ranked = await played_out(evening, most=400_000)
    assert [one.place for one in ranked] == list(range(60, 0, -1))
    assert len({one.player for one in ranked}) == 60
