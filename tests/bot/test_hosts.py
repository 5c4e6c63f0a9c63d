"""Test what a host may do besides: hand over, invite, set a password, keep onlookers out, keep presets."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import msgspec
import pytest
from evening import Evening
from redis.asyncio import Redis

from bot.adapters.web.outbound.page_updates import veiled
from bot.engine.taken import heard_of
from bot.ports.audience import at_place, of_person
from bot.ports.ids import PersonId
from bot.ports.messages import Person, Rights
from bot.table.document import Session
from bot.table.phases import Lobby
from bot.wings.hosting.admission import read
from bot.wings.hosting.admissions import ADMISSION, HOUR, TRIES, TRIES_OF_ALL
from bot.wings.hosting.saved_tables import OF_A_PERSON, OF_A_PLACE, SavedTable, SavedTables, hashed
from persistence import EmbeddedServer, HandClock, Store

WORD = "swordfish"


@pytest.fixture
async def other(evening: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield a second house for the same venue and people, with its own store connection and memory."""
    store = await Store.connect(server.url, clock=clock, timeout=60)
    made = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    yield made
    await made.end()
    await store.close()


async def at_private(evening: Evening) -> str:
    """Return the code of Ann's table by invitation."""
    await evening.lines("ann: !open cones private")
    return (await evening.table()).code


def code_table(sessions: Sequence[Session], code: str) -> str:
    """Return the id of the table with this code."""
    return next(one.table for one in sessions if one.code == code)


async def stored_words(url: str) -> bytes:
    """Return everything that is stored, as bytes."""
    async with Redis.from_url(url) as bare:
        found = [name + await bare.dump(name) async for name in bare.scan_iter()]
    return b"".join(found)


# Handing over


async def test_a_table_is_not_handed_to_somebody_who_is_away(evening: Evening) -> None:
    await evening.lines("ann: !open poohead turn_seconds=10", "ben: !join", "ann: !start", "ann: !ready", "ben: !ready")
    await evening.wait(120)
    await evening.lines("ann: !table")
    assert (await evening.table()).is_away(evening.id_of("ben"))
    assert "ben is away" in (await evening.say("ann", "!host ben")).text
    assert (await evening.table()).host == evening.id_of("ann")


async def test_a_table_handed_over_while_its_heir_leaves_stays_with_its_host(evening: Evening, other: Evening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "cid: !join")
    left, handed = await asyncio.gather(other.say("ben", "!leave"), evening.say("ann", "!host ben"))
    session = await evening.table()
    assert left.ok
    assert session.host == evening.id_of("cid" if handed.ok and session.host != evening.id_of("ann") else "ann")
    assert session.has(session.host)


async def test_two_who_hand_over_at_once_leave_one_host(evening: Evening, other: Evening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "cid: !join")
    evening.rights = other.rights = {"mia": Rights.STAFF}
    await asyncio.gather(evening.say("ann", "!host ben"), other.say("mia", "!host cid"))
    session = await evening.table()
    assert session.host in {evening.id_of("ben"), evening.id_of("cid")}


async def test_purses_and_options_stay_when_a_table_is_handed_over(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel money=purse buyin=100", "ben: !join")
    before = await evening.table()
    await evening.lines("ann: !host @ben")
    after = await evening.table()
    assert (after.seats, after.options, after.given) == (before.seats, before.options, before.given)
    assert evening.news[-1] == "ben is the host now."
    assert await evening.purse("ann") == await evening.purse("ben") == 900


# By invitation


async def test_nobody_sits_down_uninvited_in_any_way(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd money=chips private")
    code = (await evening.table()).code
    evening.rights = {"mia": Rights.STAFF}
    for name, line in (
        ("ben", "!join"),
        ("ben", f"!{code} join"),
        ("ben", f"!join {code} lucky"),
        ("ben", f"!{code} halflings 5"),
        ("ben", "!stake 5"),
        ("mia", "!join"),
    ):
        assert not (await evening.say(name, line)).ok, line
    assert len((await evening.table()).people) == 1


async def test_a_games_name_opens_another_table_beside_one_by_invitation(evening: Evening) -> None:
    await at_private(evening)
    await evening.lines("ben: !cones")
    assert len(await evening.sessions()) == 2


async def test_who_asks_before_and_comes_after_a_table_was_closed_off_gets_no_seat(
    evening: Evening, other: Evening
) -> None:
    """Two processes: one makes it a table by invitation, the other has an older copy of it."""
    await evening.lines("ann: !open cones", "zoe: !join")
    await other.say("ben", "!table")
    await asyncio.gather(evening.say("ann", "!private"), other.say("ben", "!join"))
    assert not (await other.say("cid", "!join")).ok
    session = await evening.table()
    assert session.options.by_invitation
    assert not session.has(evening.id_of("cid"))


async def test_an_invitation_counts_at_another_process_and_after_a_restart(evening: Evening, other: Evening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "ben: !leave", "ann: !private", "ann: !invite ben")
    await other.lines("ben: !join")
    await other.lines("ben: !leave")
    again = await evening.again()
    await again.lines("ben: !join")
    await again.end()


async def test_who_is_banned_or_blocked_is_invited_like_anybody_and_told_nothing(evening: Evening) -> None:
    told: list[str] = []

    async def tell_alone(person: str, text: str, mark: str) -> bool:
        told.append(person)
        return True

    evening.witness.tell_alone = tell_alone  # type: ignore[attr-defined]
    evening.rights = {"mia": Rights.STAFF}
    came = [f"{name}: !{word}" for name in ("ben", "cid", "dee") for word in ("join", "leave")]
    await evening.lines("ann: !open cones", *came)
    await evening.lines("mia: !mod ban ben 7d cheating", "cid: !block ann", "ann: !private")
    told.clear()
    answers = [(await evening.say("ann", f"!invite {name}")).text for name in ("ben", "cid", "dee")]
    assert {text.replace(name, "X") for text, name in zip(answers, ("ben", "cid", "dee"), strict=True)} == {
        answers[0].replace("ben", "X")
    }
    assert told == [evening.id_of("dee")]
    assert not (await evening.say("ben", "!join")).ok
    assert not (await evening.say("cid", "!join")).ok
    await evening.lines("dee: !join")


async def test_who_was_invited_is_forgotten_when_they_want_to_be_and_when_the_table_closes(evening: Evening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "ben: !leave", "ann: !private", "ann: !invite ben")
    table = (await evening.table()).table
    await evening.house.people.forget(evening.id_of("ben"))
    assert not read(await evening.store.note(ADMISSION, table)).invited
    assert not (await evening.say("ben", "!join")).ok
    await evening.lines("ann: !close")
    assert await evening.store.note(ADMISSION, table) is None


async def test_options_make_no_table_by_invitation_and_open_none(evening: Evening) -> None:
    await at_private(evening)
    evening.rights = {"mia": Rights.STAFF}
    for name in ("ann", "mia"):
        assert '"public"' in (await evening.say(name, "!options admits=all")).text
    await evening.lines("ann: !options admits=invited", "ann: !public")
    assert '"private"' in (await evening.say("ann", "!options admits=invited")).text
    assert not (await evening.table()).options.by_invitation


# A password


async def test_a_password_stands_nowhere(
    evening: Evening, server: EmbeddedServer, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in the store (its form, the log, lines of disputes), nor in logs, nor in what anybody is told."""
    code = await at_private(evening)
    evening.rights = {"mia": Rights.STAFF}
    answers = [
        await evening.say("ann", f"!password {WORD}"),
        await evening.whisper("ann", f"password {WORD} {WORD}"),
        await evening.whisper("ann", f"password {WORD}"),
        await evening.whisper("ben", f"{code} join wrong{WORD}"),
        await evening.whisper("ben", f"{code} join {WORD} my text"),
        await evening.say("ann", f"!{code} join {WORD}"),
        await evening.say("cid", f"!{code} join {WORD}"),
        await evening.whisper("mia", f"mod dispute {code}"),
    ]
    await evening.lines("ann: !start")
    updates = evening.witness.updates
    told = "".join(line for one in updates for line in (*one.card.lines, *(news.text for news in one.news)))
    files = "".join(file.content.decode(errors="replace") for answer in answers for file in answer.files)
    assert [answer.ok for answer in answers[:5]] == [False, False, True, False, True]
    assert WORD not in told + files + "".join(answer.text for answer in answers)
    assert WORD not in "".join(capsys.readouterr()) + caplog.text
    ref = (await evening.table()).ref
    opened = b"".join([*await evening.store.typed(ref), *await evening.store.log(ref), await evening.document()])
    assert b"join" in opened, "lines are kept, without what follows them"
    assert WORD.encode() not in opened + await stored_words(server.url)
    assert answers[-1].files
    seat = (await evening.table()).seat_of(evening.id_of("ben"))
    assert seat is not None


async def test_a_mistyped_password_is_not_kept_for_disputes(evening: Evening) -> None:
    code = await at_private(evening)
    lines = ("pasword X", "X", f"{code} X", "set password X", "options password=X", "invite X", "host X", "preset X")
    for line in lines:
        assert not (await evening.whisper("ann", line.replace("X", WORD))).ok, line
    await evening.say("ann", f"!pasword {WORD}")
    kept = b"".join(await evening.store.typed((await evening.table()).ref))
    assert WORD.encode() not in kept
    assert b"options" in kept
    assert b"invite" in kept


async def test_a_mistyped_password_of_an_invited_person_is_no_text_for_the_dice(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    assert (await evening.whisper("ben", f"{code} join {WORD}")).ok
    for _ in range(2):
        answer = await evening.whisper("ben", f"{code} join {WORD}1")
        assert not answer.ok
        assert WORD not in answer.text
        assert (await evening.whisper("ben", f"{code} join lucky me")).ok
        await evening.lines("ben: !leave", "ben: !join", "ben: !join lucky")


async def test_a_right_password_said_in_public_lets_nobody_in_any_more(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    answer = await evening.say("ben", f"!{code} join {WORD}")
    assert answer.exposed
    assert "burnt" in answer.text
    assert not (await evening.whisper("cid", f"{code} join {WORD}")).ok


async def test_a_password_said_in_public_is_burnt_though_the_line_is_refused_before(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.lines("cid: !open cones")
    evening.rights = {"mia": Rights.STAFF}
    await evening.lines("ben: !join", "ben: !leave", "mia: !mod ban ben 7d cheating")
    for name, line in (
        ("dee", f"!join {WORD}"),
        ("dee", f"!Z9Z join {WORD}"),
        ("dee", f"!join {WORD} {code}"),
        ("ben", f"!{code} join {WORD}"),
    ):
        await evening.whisper("ann", f"{code} password {WORD}")
        assert (await evening.say(name, line)).exposed, line
        assert read(await evening.store.note(ADMISSION, code_table(await evening.sessions(), code))).password is None
    assert not (await evening.say("dee", f"!join {code}")).exposed, "a code is no password"


async def test_a_mistyped_word_before_a_password_is_taken_back_and_the_password_burnt(evening: Evening) -> None:
    code = await at_private(evening)
    for name, line in (("ann", f"!pasword {WORD}"), ("dee", f"!jion {WORD}"), ("dee", f"!{code} passwort {WORD}")):
        await evening.whisper("ann", f"{code} password {WORD}")
        answer = await evening.say(name, line)
        assert answer.exposed, line
        assert WORD not in answer.text
        kept = b"".join(await evening.store.typed((await evening.table()).ref))
        assert WORD.encode() not in kept
        assert read(await evening.store.note(ADMISSION, code_table(await evening.sessions(), code))).password is None
    await evening.whisper("ann", f"{code} password {WORD}")
    for line in (
        "!pasword",
        "!pass",
        "!pw",
        "!host ann",
        "!passage rites",
        "!whatever else",
        "!dice 3",
        "!coin heads",
        "!john doe",
        "!joint venture",
        "!loin cloth",
    ):
        assert not (await evening.say("ann", line)).exposed, line
    kept = read(await evening.store.note(ADMISSION, code_table(await evening.sessions(), code)))
    assert kept.password is not None, "others' commands are no tries"


@pytest.mark.parametrize(
    "line",
    [
        f"!password {WORD}",
        f"!Password: {WORD}",
        f"!password:{WORD}",
        f"!pasword={WORD}",
        f"!password{WORD}",
        f"!pasword is {WORD}",
        f"!pass {WORD}",
        f"!pw {WORD}",
        f"!pas word {WORD}",
        f"!set password {WORD}",
        f"!host pasword {WORD}",
        f"!set the password {WORD}",
        f"!change password to {WORD}",
        f"!options password={WORD}",
        f"!open cones admits=invited password = {WORD}",
    ],
)
async def test_a_password_is_burnt_however_it_is_said_to_the_bot_where_all_read_it(evening: Evening, line: str) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"{code} password {WORD}")
    answer = await evening.say("ann", line)
    assert answer.exposed
    assert not answer.ok
    assert read(await evening.store.note(ADMISSION, code_table(await evening.sessions(), code))).password is None
    assert WORD.encode() not in b"".join(await evening.store.typed((await evening.table()).ref))


async def test_a_word_for_it_before_a_password_hides_none(evening: Evening) -> None:
    code = await at_private(evening)
    for name, line in (("ann", f"!join password {WORD}"), ("dee", f"!{code} join password: {WORD}")):
        await evening.whisper("ann", f"{code} password {WORD}")
        answer = await evening.say(name, line)
        assert answer.exposed
        assert read(await evening.store.note(ADMISSION, code_table(await evening.sessions(), code))).password is None
    await evening.whisper("ann", f"{code} password password")
    assert (await evening.whisper("ben", f"{code} join password lucky me")).ok
    await evening.whisper("ann", f"{code} password {WORD}")
    assert (await evening.whisper("cid", f"{code} join password {WORD} lucky me")).ok


async def test_where_no_table_is_by_invitation_a_mistyped_word_is_no_password(evening: Evening) -> None:
    await evening.lines("ann: !open cones")
    for name in ("ann", "dee"):
        assert not (await evening.say(name, f"!pasword {WORD}")).exposed


async def test_one_person_locks_no_password_for_others(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    for number in range(TRIES_OF_ALL + 1):
        await evening.whisper("eve", f"{code} join guess{number}")
    assert (await evening.whisper("ben", f"{code} join {WORD}")).ok


async def test_a_table_bears_sixty_wrong_tries_of_all_an_hour(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    assert (await evening.whisper("ben", f"{code} join {WORD}")).ok
    for number in range(TRIES_OF_ALL):
        answer = await evening.whisper(f"eve{number // TRIES}", f"{code} join guess{number}")
        assert "is not the password" in answer.text
    assert "Too many" in (await evening.whisper("cid", f"{code} join {WORD}")).text


async def test_a_person_has_five_tries_an_hour_over_all_processes(
    evening: Evening, other: Evening, clock: HandClock
) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    for number in range(TRIES):
        house = (evening, other)[number % 2]
        assert "is not the password" in (await house.whisper("ben", f"{code} join guess{number}")).text
    assert "Too many" in (await evening.whisper("ben", f"{code} join {WORD}")).text
    clock.move(HOUR / 1000 + 1)
    assert (await other.whisper("ben", f"{code} join {WORD}")).ok


async def test_a_form_of_a_page_sets_a_password_and_a_line_of_its_chat_does_not(evening: Evening) -> None:
    code = await at_private(evening)
    form = msgspec.structs.replace(evening.message("ann", f"password {WORD}", table=code), page=True)
    chat = msgspec.structs.replace(evening.message("ann", f"!password {WORD}"), page=True)
    assert (await evening.hear(chat)).exposed
    assert (await evening.hear(form)).ok
    assert (await evening.say("ben", f"join {WORD}", table=code)).ok


@pytest.mark.parametrize("word", ["x" * 500, "", "two\nlines", "abc", "K7Q", "a=b=c", "x" * 65])
async def test_a_password_that_can_be_none_is_refused_and_not_repeated(evening: Evening, word: str) -> None:
    code = await at_private(evening)
    answer = await evening.whisper("ann", f"{code} password {word}")
    stands = read(await evening.store.note(ADMISSION, (await evening.table()).table)).password
    assert stands is None
    assert not word or (not answer.ok and word not in answer.text)


async def test_somebody_alone_with_the_bot_comes_in_by_code_and_password(evening: Evening) -> None:
    code = await at_private(evening)
    await evening.whisper("ann", f"password {WORD}")
    message = msgspec.structs.replace(
        evening.message("ben", f"join {code} {WORD}", private=True, place="test:dm"), venue="test:alone:dm"
    )
    answer = await evening.hear(message)
    assert answer.ok, answer.text
    assert (await evening.table()).has(evening.id_of("ben"))
    stranger = msgspec.structs.replace(
        evening.message("cid", f"{code} table", private=True, place="test:dm2"), venue="test:alone:dm2"
    )
    assert not (await evening.hear(stranger)).ok


async def test_who_was_forgotten_gets_no_second_gift_at_a_table_found_by_its_code(evening: Evening) -> None:
    stranger = Person(PersonId("test:123456"), "eve")
    asks = msgspec.structs.replace(evening.message("eve", "!wallet"), sender=stranger)
    await evening.hear(asks)
    await evening.house.people.forget(stranger.id)
    await evening.lines("ann: !open halflings mode=duel money=purse buyin=300 private")
    code = (await evening.table()).code
    await evening.whisper("ann", f"password {WORD}")
    message = evening.message("eve", f"join {code} {WORD}", private=True, place="test:dm")
    answer = await evening.hear(msgspec.structs.replace(message, sender=stranger, venue="test:alone:dm"))
    assert not answer.ok
    assert not await evening.store.balance(evening.venue, f"purse:{stranger.id}")


# Onlookers


async def test_pages_show_a_hidden_table_to_those_who_sit_there_alone(evening: Evening) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "ann: !spectators off", "ann: !start")
    seen = await evening.house.look(Person("", ""), evening.venue, evening.place, "en", page=True)
    public = veiled(seen[0].card)
    assert seen[0].audience == at_place(evening.place).key
    assert (public.board, public.seats, public.lines) == (None, (), (public.unwatched,))
    mine = await evening.house.look(evening.message("ann", "").sender, evening.venue, evening.place, "en", page=True)
    own = next(one for one in mine if one.audience == of_person(evening.id_of("ann")).key)
    assert own.card.board is not None
    asked = msgspec.structs.replace(evening.message("zoe", "!table"), page=True)
    assert not (await evening.hear(asked)).ok
    assert evening.witness.updates[-1].card.board is not None, "the place itself sees the card"
    await evening.lines("ann: !spectators on")
    seen = await evening.house.look(Person("", ""), evening.venue, evening.place, "en", page=True)
    assert veiled(seen[0].card) is seen[0].card


# Presets


async def test_an_option_that_is_gone_is_left_out_and_told_and_a_game_that_is_gone_is_refused(evening: Evening) -> None:
    saved = evening.house.part(SavedTables)
    where, by = evening.venue, evening.message("ann", "")
    old = SavedTable("cones", {"lift": "own_cones", "wings": "two"})
    await saved.save(by.sender.id, where, "old", old, heard_of(by))
    await saved.save(by.sender.id, where, "gone", SavedTable("whist", {}), heard_of(by))
    answer = await evening.say("ann", "!open old")
    assert answer.ok
    assert "wings" in answer.text
    assert (await evening.table()).given == {"lift": "own_cones"}
    assert "whist" in (await evening.say("ann", "!open gone")).text


@pytest.mark.parametrize(
    "name",
    ["<@1>", "@everyone", "http://x", "a b", "K7Q", "1", "open", "giant", "roll", "again", "for", "x" * 21, "="],
)
async def test_a_preset_with_a_name_that_has_a_meaning_or_does_harm_is_not_kept(evening: Evening, name: str) -> None:
    await evening.lines("ann: !open cones")
    assert not (await evening.say("ann", f"!preset save {name}")).ok
    kept = await evening.house.part(SavedTables).of(evening.message("ann", ""), evening.venue)
    assert not kept.named


async def test_ten_presets_are_kept_for_a_person_and_twenty_for_a_place(evening: Evening) -> None:
    evening.rights = {"ann": Rights.STAFF}
    await evening.lines("ann: !open cones", *(f"ann: !preset save own{letter}" for letter in "abcdefghij"))
    assert "10 presets" in (await evening.say("ann", "!preset save ownk")).text
    await evening.lines("ann: !preset save owna")
    letters = "abcdefghijklmnopqrst"
    await evening.lines(*(f"ann: !preset save all{letter} for all" for letter in letters))
    assert "20 presets" in (await evening.say("ann", "!preset save allu for all")).text


async def test_presets_are_in_ones_own_file_and_go_when_one_is_forgotten(evening: Evening) -> None:
    await evening.lines("ann: !open cones", "ann: !preset save friday", "ann: !close")
    kept = await evening.house.people.kept(evening.id_of("ann"))
    assert b"friday" in kept.content
    await evening.house.people.forget(evening.id_of("ann"))
    assert await evening.store.note(OF_A_PERSON, evening.id_of("ann")) is None


async def test_two_processes_keep_presets_at_once(evening: Evening, other: Evening) -> None:
    evening.rights = other.rights = {"ann": Rights.STAFF}
    await evening.lines("ann: !open cones")
    answers = await asyncio.gather(
        *(house.say("ann", f"!preset save p{letter} for all") for letter in "abcdef" for house in (evening, other))
    )
    assert all(answer.ok for answer in answers)
    kept = await evening.store.note(OF_A_PLACE, hashed(evening.venue))
    assert kept is not None
    assert len(msgspec.json.decode(kept)) == 6


async def test_another_process_takes_the_options_of_ones_last_table_again(evening: Evening, other: Evening) -> None:
    await evening.lines("ann: !open cones lift=own_cones", "ann: !spectators off", "ann: !close", "wait: 60")
    await other.lines("ann: !open cones again")
    session = await other.table()
    assert (session.given, session.options.spectators) == ({"lift": "own_cones"}, "off")
    assert isinstance(session.phase, Lobby)


async def test_a_preset_takes_no_buy_in_that_its_user_has_not_read(evening: Evening) -> None:
    evening.rights = {"mia": Rights.STAFF}
    await evening.lines(
        "mia: !open halflings mode=duel money=purse buyin=900",
        "mia: !preset save coffee for all",
        "mia: !close",
        "wait: 61",
        "ann: !wallet",
    )
    asked = await evening.say("ann", "!open coffee buyin=800")
    assert not asked.ok
    assert "buyin=800" in asked.text
    asked = await evening.say("ann", "!open coffee")
    assert (asked.ok, asked.confirm) == (False, "open coffee money=purse buyin=900")
    assert "mode=duel" in asked.text
    assert await evening.purse("ann") == 1000
    assert "mode=duel" in (await evening.say("ann", f"!{asked.confirm}")).text
    assert await evening.purse("ann") == 100
