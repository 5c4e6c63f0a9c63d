"""Test stored tables: one of another form is left alone, an unreadable one is set aside."""

import contextlib
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evening import Evening

from bot.table.codec import OtherFormError, decode_session, encode
from bot.table.document import GROUNDS, SCHEMA, Session, TableOptions, TournamentRules
from bot.table.log import Batch
from bot.table.phases import Between, Hosting, Lobby, Playing
from bot.table.seats import Untold
from games.catalogue import catalogue
from games.kit.codec import codec
from games.kit.kept import known_once
from games.kit.seats import Seat
from persistence import Commit, Committed, TableRef

SAMPLES = Path(__file__).parent / "samples"
"""A stored table in today's form; from 1.0 on, one in each form."""


def loaded(name: str) -> Session:
    return decode_session((SAMPLES / f"{name}.json").read_bytes())


@pytest.mark.parametrize("name", ["session", "tournament", "crowd"])
def test_a_stored_table_loads_and_is_stored_the_same(name: str) -> None:
    session = loaded(name)
    assert session.schema == SCHEMA
    assert encode(session) == (SAMPLES / f"{name}.json").read_bytes().rstrip()


def test_a_stored_game_has_all_that_the_rules_know_of_it() -> None:
    session = loaded("session")
    assert isinstance(session.phase, Playing)
    assert codec(session.rules).encode(session.state) == bytes(session.phase.state)


class Read:
    """A session that notes in `names` the fields that are read, directly or not."""

    def __init__(self, session: Session) -> None:
        self.names = set[str]()
        self._session = session

    def __getattr__(self, name: str) -> Any:
        if name in Session.__struct_fields__:
            self.names.add(name)
            return getattr(self._session, name)
        found = getattr(Session, name)
        if isinstance(found, known_once):
            return found._answer(self)
        return found.fget(self) if isinstance(found, property) else partial(found, self)


@pytest.mark.parametrize("name", ["session", "tournament", "crowd"])
@pytest.mark.parametrize("known", GROUNDS)
def test_what_a_session_hands_on_follows_from_the_fields_that_it_names(name: str, known: str) -> None:
    read = Read(loaded(name))
    with contextlib.suppress(ValueError):  # a lobby has no game
        _ = read.legal_moves(Seat(0)) if known == "_legal" else getattr(read, known)
    assert read.names
    assert read.names <= GROUNDS[known] <= set(Session.__struct_fields__)


def test_a_stored_tournament_loads() -> None:
    """Nine had entered, one is out, and the second seating applies."""
    session = loaded("tournament")
    assert isinstance(session.phase, Hosting)
    assert (len(session.phase.entered), session.phase.seating, session.phase.over) == (9, 2, False)
    assert session.tournament == TournamentRules(seats=4, level_seconds=60)
    assert session.wake_at == session.phase.look_at


def test_stored_stakes_for_the_next_round_load() -> None:
    """HG-16: of two seated people and two newcomers, some not yet told to the table."""
    session = loaded("crowd")
    ann, ben, cid, dee = session.seats[0], session.seats[1], *session.newcomers
    kept = [one.next.opening for one in (ann, ben, cid, dee) if one.next is not None]
    assert kept == ["stake 25", "stake 5", "stake 60", "stake 10"]
    assert [one.stack for one in session.newcomers] == [200, 200]
    assert session.untold == Untold(session.hosted_at + 5_000, (dee.player, ann.player), (cid.player,))


async def test_a_stored_table_is_played_to_its_end(evening: Evening) -> None:
    """A duel for purses: Ann has staked, and Ben is to roll."""
    session = loaded("session")
    session = msgspec.structs.replace(session, venue=evening.venue, places=(evening.place,))
    log = (encode(Batch(0)),) * session.log_length
    stored = await evening.store.commit(Commit(session.ref, 0, encode(session), log=log, places=session.places))
    assert isinstance(stored, Committed)
    ann, ben = (seated.player for seated in session.seats)
    evening.roll(8, 4, 6, 1)
    for player, text in ((ben, "!roll"), (ann, "!roll"), (ben, "!stake 5"), (ann, "!roll")):
        message = evening.message("", text)
        sender = msgspec.structs.replace(message.sender, id=player)
        answer = await evening.hear(msgspec.structs.replace(message, sender=sender))
        assert answer.ok, answer.text
    after = await evening.table()
    assert isinstance(after.phase, Between)
    assert [seated.stack for seated in after.seats] == [225, 175]


# Of another form


async def store_as(evening: Evening, document: bytes) -> TableRef:
    """Replace the only table's document, as another process might."""
    session = await evening.table()
    stored = await evening.store.load(session.ref)
    assert stored is not None
    commit = Commit(session.ref, stored.version, document, places=session.places, wake_at=evening.clock.now() + 1000)
    assert isinstance(await evening.store.commit(commit), Committed)
    evening.house.repository.forget(session.ref)
    return session.ref


@pytest.mark.parametrize("change", ["newer", "older", "other shape", "older shape", "game"])
async def test_a_table_of_another_form_is_left_untouched(evening: Evening, change: str) -> None:
    """F21, F22: a process that meets one refuses it and changes nothing."""
    await evening.lines("ann: !open halflings mode=crowd")
    plain = msgspec.json.decode(await evening.document())
    match change:
        case "newer":
            plain["schema"] = SCHEMA + 1
        case "older":
            plain["schema"] = SCHEMA - 1
        case "other shape":
            plain = {"schema": SCHEMA + 1, "everything": ["else"]}
        case "older shape":
            plain = {"schema": SCHEMA - 1, "less": []}
        case "game":
            plain["game"] = "chess"
    ref = await store_as(evening, msgspec.json.encode(plain))
    before = await evening.store.load(ref)
    for text in ("!join", "!roll", "!table", f"!{ref.table[-3:]} start", "!close"):
        answer = await evening.say("ann", text)
        assert not answer.ok
        assert "Something broke" not in answer.text
    evening.clock.move(100)
    await evening.house.scheduler.sweep()
    await evening.settle()
    assert await evening.store.load(ref) == before
    assert await evening.store.quarantined(ref) is None
    assert (await evening.say("ben", "!open halflings")).ok, "others are not concerned"


def test_another_form_is_told_from_a_broken_document() -> None:
    for other in (0, SCHEMA - 1, SCHEMA + 1, 99):
        with pytest.raises(OtherFormError):
            decode_session(b'{"schema": %d}' % other)
    for broken in (b"", b"{", b"[]", b"null", b'{"schema": "1"}', b'{"schema": %d}' % SCHEMA, b"\xff\x00", b"7"):
        with pytest.raises(msgspec.MsgspecError):
            decode_session(broken)


# Corrupt (F23)


def corrupt(document: bytes, chance: random.Random) -> bytes:
    """Return a document that is cut off, has flipped bytes, or a field of a wrong type."""
    match chance.randrange(3):
        case 0:
            return document[: chance.randrange(len(document))]
        case 1:
            at = chance.randrange(len(document))
            return document[:at] + bytes([document[at] ^ 0xFF]) + document[at + 1 :]
        case _:
            plain = msgspec.json.decode(document)
            plain[chance.choice(["seats", "phase", "pledge", "options", "log_length", "places"])] = "?"
            return msgspec.json.encode(plain)


@pytest.mark.parametrize("number", range(24))
async def test_a_corrupt_table_is_set_aside_and_the_others_play_on(evening: Evening, number: int) -> None:
    """F23: the document is kept for a repair. People are told that there is no such table."""
    await evening.lines("ben: !open halflings cooldown=0")
    good = (await evening.table()).ref
    await evening.lines("ann: !open halflings mode=crowd")
    bad = next(one for one in await evening.sessions() if one.ref != good)
    stored = await evening.store.load(bad.ref)
    assert stored is not None
    broken = corrupt(stored.document, random.Random(number))  # noqa: S311 - a test's own
    evening.house.repository.forget(bad.ref)
    commit = Commit(bad.ref, stored.version, broken, places=bad.places, wake_at=evening.clock.now())
    assert isinstance(await evening.store.commit(commit), Committed)
    await evening.house.scheduler.sweep()
    await evening.settle()
    for text in ("!table", f"!{bad.code} table", f"!{bad.code} join", "!start"):
        assert "Something broke" not in (await evening.say("ann", text)).text
    aside = await evening.store.quarantined(bad.ref)
    assert aside is not None
    assert aside.document == broken
    assert await evening.store.load(bad.ref) is None
    evening.roll(1)
    await evening.lines("ben: !stake 10")
    assert [one.ref for one in await evening.sessions()] == [good]


async def test_a_game_whose_state_is_corrupt_is_called_off_and_paid_back(evening: Evening) -> None:
    """F23, F24: the table can be read, but not the game in it. People are told, and the clock ends it."""
    await evening.lines("ben: !open halflings cooldown=0", "ann: !open halflings money=purse", "ann: !stake 50")
    session = next(one for one in await evening.sessions() if isinstance(one.phase, Playing))
    assert isinstance(session.phase, Playing)
    stored = await evening.store.load(session.ref)
    assert stored is not None
    phase = msgspec.structs.replace(session.phase, state=msgspec.Raw(b'{"phase": "nonsense"}'))
    broken = encode(msgspec.structs.replace(session, phase=phase))
    again = Commit(session.ref, stored.version, broken, places=session.places, wake_at=session.phase.clock.ends_at)
    await evening.store.commit(again)
    evening.house.repository.forget(session.ref)
    assert not (await evening.say("ann", f"!{session.code} roll")).ok
    await evening.wait(60)
    assert any("The game is void: something broke in it. All stakes go back." in line for line in evening.news)
    await evening.lines(f"ann: !{session.code} leave")
    assert await evening.purse("ann") == 1000
    evening.roll(1)
    await evening.lines("ben: !stake 10")


def test_a_lobby_has_no_state() -> None:
    session = loaded("session")
    with pytest.raises(ValueError, match="no game stands"):
        _ = msgspec.structs.replace(session, phase=Lobby()).state


def test_no_option_of_a_table_is_called_like_one_of_a_game() -> None:
    """Except `pace`, whose words belong to games and whose numbers to house bots."""
    for game in catalogue().values():
        assert set(game.options.model_fields) & set(TableOptions.__struct_fields__) <= {"pace"}
