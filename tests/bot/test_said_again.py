"""Test F29: a line that was taken is never refused later, whenever it is repeated, and by any process.

Every command of players, hosts, moderators and owners, and every kind of move, is repeated here, in a house that knows
nothing. `tests/faults/test_killed.py` kills real processes.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening, person
from msgspec.structs import replace
from said_again import DIRECT, TABLES, WAYS, Everything, Rounds, anew, missing, say_again, stored
from test_archive import duels
from two_places import TwoPlaces

from bot.commands.table import ALIASES, COMMANDS
from bot.people.communities import Communities
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message, Rights
from games.catalogue import catalogue
from persistence import HandClock, Store, StoreTrouble

SCENES = {
    "a crowd": [
        "ann: !open halflings mode=crowd money=chips cooldown=0",
        "ben: !join lucky me",
        "ben: !join another text",
        "ann: !bots 2",
        "ann: !options crowd_seconds=30",
        "ann: !halflings 10",
        "ben: !stake 5",
        "ben: !leave",
        "ann: !close",
    ],
    "a face": ["ann: !open cones", "ann: !face fox", "ben: !face any"],
    "a game's name": ["ann: !halflings 50 auto", "ben: !headache", "cid: !headache"],
    "a series": [
        "ann: !open poohead",
        "ben: !join",
        "ann: !start",
        "ann: !enough",
        "ben: !leave",
        "ann: !leave",
    ],
    "moderators": [
        "ann: !open halflings mode=duel stake_seconds=600 cooldown=0",
        "ben: !join",
        "ann: !start",
        "mia: !pause a moment",
        "mia: !resume",
        "mia: !skip",
        "mia: !remove ben",
        "mia: !admit ben",
        "mia: !reset a bug",
        "mia: !correct ann +5 the bug",
        "ann: !limit 500",
        "ann: !top off",
        "olga: !server gifts 300",
        "olga: !season start Winter",
        "olga: !season end",
        "mia: !end enough",
    ],
    "a moderator who plays": [
        "mia: !open halflings mode=duel money=purse",
        "ben: !join",
        "mia: !start",
        "mia: !reset a bug",
        "olga: !agree",
    ],
    "people": [
        "ann: !open halflings mode=crowd",
        "ben: !join",
        "ann: !report ben shouting",
        "ann: !block ben",
        "ann: !unblock ben",
        "olga: !mod steps 1 mute 1h, 5 ban 7d",
        "mia: !mod warn ben shouting",
        "ben: !understood 1",
        "mia: !mod mute ben 1h spam",
        "mia: !mod ban ben 7d cheating",
        "mia: !mod note ben two names",
        "mia: !mod forgive ben",
        "mia: !mod close 1 done",
        "olga: !mod reports here",
    ],
    "a table by invitation": [
        "ann: !open halflings mode=crowd",
        "ben: !join",
        "cid: !join",
        "cid: !leave",
        "ann: !private",
        "ann: !invite cid",
        "ann: password swordfish",
        "ann: !spectators off",
        "ann: !preset save friday",
        "ann: !public",
        "ann: !preset drop friday",
        "ann: !host ben",
    ],
    "guesses": ["ann: !open halflings mode=duel", "ben: !join", "cid: !guess ann", "cid: !guess high", "ann: !start"],
    "practice": [
        "ann: !open cones",
        "ben: !join",
        "ann: !start",
        "mia: !end enough",
        "cid: !practice",
        "ben: !practice",
        "cid: !start",
        "ben: !leave",
    ],
    "a moderator ends it": ["ann: !open poohead", "ben: !join", "ann: !start", "mia: !end enough"],
    "rooms": ["ann: !open halflings", "ann: !thread"],
    "settings": [
        "ann: pings dm",
        "ann: safe on",
        "ann: pings off",
        "ann: safe off",
        "olga: server staff 123",
        "olga: server prefix ?",
        "olga: server prefix off",
        "olga: server staff none",
        "olga: control cooldown 60",
        "olga: control cooldown off",
        "olga: overlay hide",
        "olga: overlay show",
        "olga: overlay mute",
        "olga: overlay unmute",
    ],
    "more time": ["ann: !open halflings cooldown=0", "ann: !start", "ann: !time"],
    "a colour": ["ann: !open cones", "ann: !choose red", "ben: !join blue", "ben: !choose green"],
    "a night": [
        "olga: !night zone Europe/Berlin",
        "ann: !night plan friday 20:00 halflings seats=2 every week",
        "ben: !night join",
        "ben: !night maybe",
        "ben: !night leave",
        "ann: !night move friday 21:00",
        "ann: !night off the flu",
    ],
    "a queue": [
        "ann: !open halflings mode=duel",
        "ann: !wanted",
        "ann: !wait fay",
        "ann: !wait off",
        "ben: !join",
        "cid: !queue",
        "cid: !queue off",
        "cid: !notify halflings on",
    ],
    "a tournament": [
        "ann: !tournament rogues seats=3 level_seconds=600",
        "ben: !join",
        "ann: !bots 4",
        "ann: !start",
        "ann: !tournament level",
        "ann: !tournament pause",
        "mia: !tournament resume",
        "ann: !tournament end",
    ],
    "pages": ["ann: !page off"],
}
ELSEWHERE = {
    *{"here", "mirror", "rebuy", "rematch", "gift", "link", "community"},  # each has a test below
    "stream",  # tests/on_twitch/test_channel_features.py
    "forget",  # tests/bot/test_privacy.py
    "want",  # tests/on_twitch/test_channel_features.py
    "show",  # tests/bot/test_hand_codes.py
}
QUESTIONS = {
    *(
        "table",
        "tables",
        "hand",
        "moves",
        "odds",
        "fair",
        "rules",
        "help",
        "history",
        "verify",
        "mod",
        "lag",
        "games",
        "top",
        "ledger",
        "evening",
        "replay",
        "stats",
        "voids",
    ),
    "mydata",
    "wallet",  # it pays only once a day
}


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening(store, clock, witness=Everything(), seed=request.node.nodeid)
    made.rights = {"mia": Rights.STAFF, "olga": Rights.OWNER}
    yield made
    await made.end()


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    places = TwoPlaces(store, clock)
    yield places
    await places.end()


async def taken(evening: Evening, line: str) -> Message:
    """Say a line that must be taken, `ann: !join` in public or `ann: join` in private; return its message."""
    name, _, text = line.partition(": ")
    message = evening.message(name, text, private=not text.startswith("!"))
    answer = await evening.hear(message)
    assert answer.ok, f"{line}: {answer.text}"
    return await taken(evening, f"{name}: !{answer.confirm}") if answer.confirm else message


def test_no_command_that_changes_something_is_left_out() -> None:
    """A new one needs a scene here, and perhaps the mark `apart` in the command table."""
    lines = [line.partition(": ")[2].removeprefix("!").split()[0] for lines in SCENES.values() for line in lines]
    assert {*COMMANDS} == {ALIASES.get(word, word) for word in lines} & {*COMMANDS} | ELSEWHERE | QUESTIONS


@pytest.mark.parametrize("scene", SCENES)
async def test_a_command_that_was_taken_is_told_so_when_it_comes_again(evening: Evening, scene: str) -> None:
    """F29: at once, and after all the others, without any change."""
    said = []
    for line in SCENES[scene]:
        said.append(await taken(evening, line))
        await say_again(evening, said[-1:])
    await say_again(evening, said)


async def test_new_chips_and_the_next_game_are_taken_once(evening: Evening) -> None:
    await evening.lines("ann: !open halflings stack=10 cooldown=0")
    evening.roll(1, 1)
    said = [await taken(evening, line) for line in ("ann: !stake 10", "ann: !rebuy", "ann: !rematch")]
    await say_again(evening, said)


async def test_a_table_that_was_brought_here_is_not_brought_again(evening: Evening) -> None:
    await evening.lines("ann: !open halflings", "ann: !thread")
    (session,) = await evening.house.directory.at(evening.venue, f"{evening.place}-beside")
    said = await taken(evening, f"ann: !{session.code} here")
    await say_again(evening, [said])
    answer = await (await anew(evening)).say("ann", f"!{session.code} here")
    assert "stands here already" in answer.text, "another message is judged anew"


async def test_a_room_beside_is_opened_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command makes it before it moves the table. The repeat must not make another."""
    made: list[str] = []

    async def side_room(self: Everything, place: str, title: str) -> str:
        made.append(title)
        return f"{place}-{len(made)}"

    monkeypatch.setattr(Everything, "side_room", side_room)
    await evening.lines("ann: !open halflings")
    said = await taken(evening, "ann: !thread")
    await say_again(evening, [said])
    assert len(made) == 1


async def test_a_gift_is_given_once(evening: Evening) -> None:
    await duels(evening, 5)
    await evening.lines("pete: !close", "ann: !wallet", "pete: !wallet")
    await say_again(evening, [await taken(evening, "pete: !gift ann 10")])
    assert await evening.purse("ann") == 1010


async def test_places_and_people_are_joined_once(both: TwoPlaces) -> None:
    both.rights = {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER}
    places = (await both.say("olga", "!community")).text.split("code is ")[1][:8]
    people = (await both.hear(both.message("ann", "!link", private=True))).text.split("code is ")[1][:8]
    for name, line in (
        ("tess@twitch", f"!community {places}"),
        ("olga", "!community"),
        ("olga", "!community yes"),
        ("tess@twitch", "!community apart"),
        ("annie@twitch", f"!link {people}"),
        ("annie@twitch", "!link yes"),
        ("ann", "!link"),
        ("ann", "!link yes"),
    ):
        message = both.message(name, line, private="link" in line)
        assert (await both.hear(message)).ok, line
        assert (await both.hear(message)).repeated, line
    assert [one.id for one in await both.house.selves.of(PersonId(both.id_of("ann")))] == [both.id_of("annie@twitch")]
    assert await Communities(both.store).members(VenueId(both.server)) == ()


# Doubled


@pytest.mark.parametrize("at_once", [False, True], ids=["later", "at once"])
async def test_the_same_message_twice_is_taken_once(evening: Evening, at_once: bool) -> None:
    """F7: every line of an evening is delivered two or three times, with the same result as once."""
    lines = [
        *(("ann", "!open halflings mode=duel money=purse cooldown=0"), ("ben", "!join"), ("ann", "!start")),
        *(("ann", "!stake 10"), ("ben", "!roll"), ("ann", "!roll")),
        *(("ben", "!stake 20"), ("ann", "!roll"), ("ben", "!roll")),
        *(("ann", "!options pay=early"), ("ben", "!leave"), ("cid", "!join"), ("ann", "!rematch"), ("cid", "!leave")),
    ]
    evening.roll(8, 4, 5, 3, 6, 6, *[2, 3] * 20)
    for name, text in lines:
        message = evening.message(name, text)
        if at_once:
            answers = await asyncio.gather(*(evening.hear(message) for _ in range(3)))
        else:
            answers = [await evening.hear(message), await evening.hear(message)]
            assert answers[1].repeated
        assert any(answer.ok for answer in answers), (text, answers)
        assert [answer for answer in answers if "Something broke" in answer.text] == []
    assert await evening.moves() == ["0 stake 10", "1 roll", "0 roll", "1 stake 20", "0 roll", "1 roll"]
    accounts = await evening.store.accounts(evening.venue)
    assert sum(accounts.values()) == 0
    assert await evening.purse("ben") == 1000 - 10 - 20
    assert [line for line in evening.news if "sits down" in line] == [
        "ben sits down with 200.",
        "cid sits down with 200.",
    ]


async def test_a_table_is_opened_once_by_one_message(evening: Evening) -> None:
    """F7: also if a game's name opens, sits down, starts and plays at once."""
    message = evening.message("ann", "!halflings 50 auto")
    await asyncio.gather(*(evening.hear(message) for _ in range(4)))
    await evening.hear(message)
    assert await evening.moves() == ["0 stake 50 auto"]
    pledged = await evening.store.counter(evening.venue, f"games:{evening.place}")
    assert pledged == 3, "its own, the next one at its table, and the next such one here"


async def test_the_same_text_in_two_messages_is_two_messages(evening: Evening) -> None:
    await evening.lines("ann: !open halflings cooldown=0")
    evening.roll(1, 1)
    await evening.lines("ann: !stake 10", "ann: !stake 10")
    assert await evening.stacks() == {"ann": 980}


async def test_ids_belong_to_a_venue(evening: Evening) -> None:
    """Two platforms may give the same id. A message of one is not a repeat of the other's."""
    other = Evening(evening.store, evening.clock)
    for one in (evening, other):
        answer = await one.say("ann", "!open halflings", message_id="1")
        assert answer.ok
        assert len(await one.sessions()) == 1
    await other.end()


# Refusals and questions


async def test_what_was_refused_is_judged_anew(evening: Evening) -> None:
    """The repeat of a refused line is a message like any other."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    start = evening.message("ann", "!start")
    assert not (await evening.hear(start)).ok
    await evening.lines("ben: !join")
    answer = await evening.hear(start)
    assert (answer.ok, answer.repeated) == (True, False)
    await say_again(evening, [start])


async def test_who_is_away_is_not_brought_back_by_a_repeat(evening: Evening) -> None:
    """ALL-3: any word takes the seat back, but an old word is not a new one."""
    await evening.lines("ann: !open poohead turn_seconds=10", "ben: !join", "ann: !start")
    said = [await taken(evening, "ann: !ready"), await taken(evening, "ben: !ready")]
    await evening.wait(120)
    assert all(seated.away for seated in (await evening.table()).seats)
    await say_again(evening, said)


async def test_a_silent_host_is_not_heard_of_by_a_repeat(evening: Evening) -> None:
    """The people vote to start because nobody hosts; an old word is not a new one."""
    await evening.lines("ann: !open poohead", "ben: !join", "cid: !join", "dan: !join")
    said = [await taken(evening, "ann: !options slam=on")]
    await evening.wait(180)
    await evening.say("ben", "!start")
    session = await evening.table()
    assert session.silent_at is not None or session.votes is not None
    await say_again(evening, said)


async def test_while_the_store_is_away_nobody_is_refused_what_may_have_counted(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3, F29: nobody can tell whether it was taken, so the answer does not say."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join")
    start = await taken(evening, "ann: !start")
    other = await anew(evening)
    await other.say("ann", "!table")

    async def away(*_: object) -> bool:
        raise StoreTrouble("unreachable", "gone")

    monkeypatch.setattr(other.store, "taken", away)
    answer = await other.hear(start)
    assert not answer.ok
    assert answer.text.startswith("One moment")
    monkeypatch.undo()
    assert (await other.hear(start)).repeated


@pytest.mark.parametrize("line", ["!bots 2", "!join", "!leave", "!pings dm", "!options pay=even"])
async def test_the_same_message_many_times_at_once_counts_once(evening: Evening, line: str) -> None:
    """F7: whatever the others are told, it is no refusal."""
    await evening.lines("ann: !open halflings mode=crowd money=chips")
    message = evening.message("ben" if line == "!join" else "ann", line)
    answers = await asyncio.gather(*(evening.house.hear(message) for _ in range(5)))
    assert all(answer.ok for answer in answers)
    assert sum(answer.repeated for answer in answers) == 4
    await evening.settle()
    sitting = {"!bots 2": 3, "!join": 2, "!leave": 0}.get(line, 1)
    assert [len(session.seats) for session in await evening.sessions()] == [sitting] * bool(sitting)


async def test_two_houses_that_hear_the_same_message_at_once_refuse_nobody(evening: Evening) -> None:
    """F19, F29."""
    await evening.lines("ann: !open halflings mode=crowd")
    other = await anew(evening)
    for number in range(20):
        message = evening.message(f"p{number}", "!join")
        answers = await asyncio.gather(evening.house.hear(message), other.house.hear(message))
        assert sorted(answer.repeated for answer in answers) == [False, True], [answer.text for answer in answers]
    assert len((await evening.table()).seats) == 21


# Tables of other venues


def whispered(evening: Evening, name: str, text: str) -> Message:
    """Return a line said to the bot alone. Only the store knows its table."""
    return replace(evening.message(name, text, private=True, place=""), venue=DIRECT)


async def test_a_word_in_private_is_known_again_though_its_table_is_closed(evening: Evening) -> None:
    await evening.lines("ann: !open halflings cooldown=0")
    evening.roll(5, 6, 6)
    said = [whispered(evening, "ann", text) for text in ("stake 10 auto", "leave")]
    for message in said:
        assert (await evening.hear(message)).ok
    assert await evening.sessions() == []
    await say_again(evening, said)


async def test_a_repeat_in_private_does_not_count_at_another_table(evening: Evening) -> None:
    """It was for the table where its sender sat then. Now they sit at one of another venue."""
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join")
    leave = whispered(evening, "ben", "leave")
    assert (await evening.hear(leave)).ok
    await other.lines("zoe: !open halflings mode=crowd", "ben: !join")
    for house in (evening, await anew(evening), other):
        assert (await house.hear(leave)).repeated
    assert [seated.name for seated in (await other.table()).seats] == ["zoe", "ben"]
    await other.end()


async def test_a_word_that_was_refused_at_one_venue_may_count_at_another(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    start = whispered(evening, "ann", "start")
    assert not (await evening.hear(start)).ok
    await evening.lines("ann: !leave")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    await other.lines("wait: 60", "ann: !open halflings cooldown=0")
    answer = await other.hear(start)
    assert (answer.ok, answer.repeated) == (True, False)
    assert (await other.hear(start)).repeated
    assert (await evening.hear(start)).repeated
    await other.end()


async def test_at_a_mirror_the_same_line_counts_once_also_when_the_mirror_is_gone(both: TwoPlaces) -> None:
    """The ids are stored with the table's venue, but the line is said in another venue's channel."""
    await both.lines("ann: !open halflings mode=duel cooldown=0")
    both.rights["mo@twitch"] = Rights.STAFF
    code = (await both.say("ann", "!mirror")).text.split("mirror ")[1].split('"')[0]
    lines = [("mo@twitch", f"!mirror {code} yes"), ("tim@twitch", "!join"), ("ann", "!start"), ("ann", "!stake 10")]
    lines += [("tim@twitch", "!roll"), ("tim@twitch", "!leave"), ("mo@twitch", "!mirror off")]
    said: list[Message] = []
    both.dice.load(["5", "1", "1", "1", "1"])
    for name, text in lines:
        said.append(both.message(name, text))
        answer = await both.hear(said[-1])
        assert answer.ok, f"{text}: {answer.text}"
        again = both.again()
        assert (await again.hear(said[-1])).repeated, text
        await again.end()
    before, again = await both.table(), both.again()
    for message in said:
        assert (await again.hear(message)).repeated, message.text
    assert await both.table() == before
    await again.end()


async def test_a_setting_of_before_does_not_come_back_by_a_repeat(evening: Evening) -> None:
    first = evening.message("olga", "!server staff 1")
    assert (await evening.hear(first)).ok
    await evening.lines("olga: !server staff 2")
    before = await stored(evening)
    assert (await (await anew(evening)).hear(first)).repeated
    assert await stored(evening) == before


async def test_the_purse_is_filled_up_once_a_day_however_often_it_is_asked_for(evening: Evening) -> None:
    ask = evening.message("ann", "!wallet")
    await evening.hear(ask)
    before = await evening.store.accounts(evening.venue)
    for house in (evening, await anew(evening)):
        assert (await house.hear(ask)).ok
    assert await evening.store.accounts(evening.venue) == before


async def test_ids_are_known_for_a_day_at_least(evening: Evening) -> None:
    """F7: TTL >= 24 h, in the table's venue and in the index for private lines."""
    await evening.lines("ann: !open halflings cooldown=0")
    evening.roll(5, 6, 6)
    said = whispered(evening, "ann", "stake 10 auto")
    assert (await evening.hear(said)).ok
    evening.clock.move(23.9 * 3600)
    await evening.lines("ben: !open halflings", "ben: !leave")
    assert (await (await anew(evening)).hear(said)).repeated
    pipe = evening.store.pipe
    for name in await pipe.read("KEYS", "pl:bound:*"):
        assert await pipe.read("PTTL", name) > 24 * 3600 * 1000
    assert person("ann", evening.tag) == said.sender


# Moves


SHORT, LONG = 20, 300
"""Steps at each table. The long form has every kind of move, said in every way."""
MOST = 3_000
"""Steps at the last tables until every kind of move has been made."""


async def play(rounds: Rounds, line: str, people: int, steps: int) -> set[str]:
    """Play, and repeat each first move of its kind at once, and all moves now and then and after the end.

    Return the verbs that were offered there.
    """
    evening, first = rounds.evening, len(rounds.taken)
    await rounds.begin(line, people)
    last = len(rounds.taken)
    for step in range(1, steps + 1):
        kinds = len(rounds.made)
        message = await rounds.step()
        if message is not None and len(rounds.made) > kinds:
            await say_again(evening, [message])
        if step % 30 == 0:
            await say_again(evening, rounds.taken[last:])
            last = len(rounds.taken)
    for name in rounds.people:
        await evening.lines(f"{name}: !leave")
    await evening.wait(3600)
    await say_again(evening, rounds.taken[first:])
    return rounds.offered


async def every_kind(evening: Evening, game: str) -> None:
    """Play all tables of the game, then again those with the missing rare moves."""
    rounds, left = Rounds(evening), MOST
    known: dict[str, set[str]] = {}
    for options, people in TABLES[game]:
        known[options] = await play(rounds, f"!open {game} {options}", people, LONG)
    while left > 0 and (rare := missing(rounds, game)):
        knows = [one for one in TABLES[game] if known[one[0]] & {name for name, *_ in rare}] or TABLES[game]
        for options, people in knows:
            known[options] |= await play(rounds, f"!open {game} {options}", people, LONG)
            left -= LONG
    assert missing(rounds, game) == set(), "give the tables more steps, or options that offer these"


@pytest.mark.parametrize("game", TABLES)
async def test_a_move_that_was_taken_is_never_refused_when_it_comes_again(evening: Evening, game: str) -> None:
    """F29: at once, later in the game, after others have moved on, and when the player has left the table."""
    assert set(TABLES) == set(catalogue())
    rounds = Rounds(evening)
    for options, people in TABLES[game]:
        await play(rounds, f"!open {game} {options}", people, SHORT)
    assert {way for _, way in rounds.made} == set(WAYS)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", TABLES)
async def test_a_move_that_was_taken_in_whatever_way_is_never_refused(evening: Evening, game: str) -> None:
    """F29, the long form."""
    await every_kind(evening, game)
