"""Test T33: a code gives a browser one table's hand, and nothing else. Eve has that browser, and tries."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar
from msgspec.structs import replace
from test_any_request import NeverEmpty
from two_places import TwoPlaces

from bot.adapters.web import TableRoom
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound import open_page
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.commands.lines import known_words
from bot.commands.links import LinkCommands
from bot.commands.table import ALIASES, COMMANDS
from bot.people.streamer_safe import StreamerSafe
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, News, Rights
from bot.render.menu import OF_A_HAND
from bot.table.document import Session
from games.catalogue import catalogue
from persistence import HandClock, Store, StoreTrouble

PATIENCE = 30.0
ALLOWED = {"/seat/{id}", "/seat/{id}/", "/seat/{id}/live", "/seat/{id}/say", "/seat/{id}/give-up"}
ONLY = "This page shows your hand at table"


class Eve:
    """A browser that shows a code, as its page's script does."""

    def __init__(self, both: TwoPlaces, room: TableRoom, session: ClientSession) -> None:
        self.both, self.room, self._session, self.seat, self._said = both, room, session, "", 0
        self.url = f"http://127.0.0.1:{room.port}"
        self.door = f"/at/twitch/{both.there.partition(':')[2]}"
        self.ours = {"Origin": self.url, "Sec-Fetch-Site": "same-origin"}

    async def posts(self, path: str, content: Any = None) -> tuple[int, Any]:
        async with self._session.post(self.url + path, json=content or {}, headers=self.ours) as answer:
            return answer.status, json.loads(await answer.text())

    async def gets(self, path: str) -> tuple[int, str]:
        async with self._session.get(self.url + path, headers=self.ours, allow_redirects=False) as answer:
            return answer.status, await answer.text()

    async def says(self, text: str, **more: Any) -> dict[str, Any]:
        self._said += 1
        _, found = await self.posts(f"{self.seat}say", {"id": f"line{self._said}", "text": text, **more})
        assert isinstance(found, dict)
        return found

    async def gets_bens_hand(self, table: str = "") -> None:
        """Let Ben be talked into both lines."""
        code = (await self.posts(f"{self.door}/code"))[1]["code"]
        assert (await self.both.say("ben@twitch", f"!{table} page {code}".replace("! ", "!"))).ok
        assert (await self.both.say("ben@twitch", f"!show my hand to {code}")).ok
        self.seat = (await self.posts(f"{self.door}/bound"))[1]["go"]

    async def looks(self) -> "Line":
        socket = await self._session.ws_connect(f"{self.url}{self.seat}live", headers=self.ours, max_msg_size=0)
        return Line(socket, await socket.receive_json(timeout=PATIENCE))


class Line:
    """What an open page is told."""

    def __init__(self, socket: ClientWebSocketResponse, first: dict[str, Any]) -> None:
        self.socket, self.seen = socket, [first]

    async def until(self, text: str) -> None:
        while text not in json.dumps(self.seen[-1]):
            self.seen.append(await self.socket.receive_json(timeout=PATIENCE))

    async def end(self) -> int:
        while (await self.socket.receive(timeout=PATIENCE)).type.name == "TEXT":
            pass
        return self.socket.close_code or 0

    @property
    def tables(self) -> set[str]:
        return {told["table"] for content in self.seen for told in content["tables"]}


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    """Yield both places: Ben, who owns the channel, plays there for a purse at one table, and hosts another."""
    places = TwoPlaces(store, clock)
    places.rights["ben@twitch"] = Rights.OWNER
    places.dice.load(list("64251535153515351" * 3))
    await places.lines("ben@twitch: !control tables 3", "ann@twitch: !open rogues", "ben@twitch: !join")
    await places.lines("ann@twitch: !start", "ben@twitch: !open headache", "ben@twitch: !wallet")
    yield places
    await places.end()


@pytest.fixture
async def eve(both: TwoPlaces, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Eve]:
    monkeypatch.setattr(rates, "Buckets", NeverEmpty)
    settings = Settings(_env_file=None)  # type: ignore[call-arg]  # as pydantic-settings takes it
    async with (
        open_room(both.house, settings, "127.0.0.1", 0, lambda _: None) as room,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
    ):
        yield Eve(both, room, session)


async def tables(both: TwoPlaces) -> dict[str, str]:
    """Return the tables on Twitch: each game's id."""
    return {one.game: one.table for one in await both.house.directory.at(both.there, both.there, fresh=True)}


async def code_of(both: TwoPlaces, game: str) -> str:
    return (await tables(both))[game][-3:]


async def bens_dice(both: TwoPlaces) -> str:
    told = await both.say("ben@twitch", f"{await code_of(both, 'rogues')} hand", private=True, page=True)
    assert re.search(r"d?\d", told.text)
    return told.text


def everything_said() -> list[str]:
    """Yield every word that the code knows, and what may follow words that need more."""
    words = {*known_words(), *COMMANDS, *ALIASES, "staff"}
    words |= {alias for game in catalogue().values() for alias in game.aliases}
    return sorted(words)


async def test_the_page_shows_that_tables_hand(eve: Eve, both: TwoPlaces) -> None:
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    line = await eve.looks()
    assert line.tables == {(await tables(both))["rogues"]}
    assert {told["own"] for told in line.seen[0]["tables"]} == {True, False}
    assert (await eve.says("hand"))["text"] == await bens_dice(both)


def test_what_such_a_page_may_say_is_a_list_of_what_it_may() -> None:
    assert {"hand", "history", "moves", "odds", "rules", "table"} == OF_A_HAND
    assert set(COMMANDS) >= OF_A_HAND


@pytest.mark.parametrize("after", ["", " yes", " 5", " me yes", " ben +500 why"])
async def test_every_other_word_is_refused_before_anything_is_done(eve: Eve, both: TwoPlaces, after: str) -> None:
    """Ben's purse, data, settings and powers: by each of their words, with anything after it."""
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    before = await kept(both)
    verbs = set(catalogue().verbs)
    for number, word in enumerate(everything_said()):
        spelled = (f"{word}{after}", f"!{word}{after}", f"potluck {word}{after}")
        for line in (spelled[number % 3],) if after else spelled:
            answer = await eve.says(line)
            if word not in OF_A_HAND and word not in verbs:
                assert (answer["ok"], answer["text"][: len(ONLY)]) == (False, ONLY), (line, answer)
    assert await kept(both) == before


async def kept(both: TwoPlaces) -> tuple[Any, ...]:
    """Return what belongs to Ben and the place: purses, settings, staff actions, the other table, released seats."""
    person = both.id_of("ben@twitch")
    return (
        await both.store.accounts(both.there),
        await both.store.note("venue", both.there),
        await both.store.audit(both.there, 100),
        [one.ref for one in await both.house.directory.of(person)],
        next(one for one in await both.house.directory.of(person) if one.game == "headache"),
        await both.house.part(StreamerSafe).of(person),
    )


async def test_no_other_table_is_reached_by_its_code(eve: Eve, both: TwoPlaces) -> None:
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    other, own = await code_of(both, "headache"), await code_of(both, "rogues")
    for word in (*OF_A_HAND, "leave", "start", "roll"):
        for how in ({"text": f"{other} {word}"}, {"text": f"!{other} {word}"}, {"text": word, "table": other}):
            answer = await eve.says(**how)
            assert not answer["ok"], how
            assert other not in answer["text"]
    asked = [await eve.says(word, table=own) for word in sorted(OF_A_HAND)]
    assert not any(other in one["text"] for one in asked)


async def test_it_makes_the_moves_of_that_game_and_stakes_nothing_beside_it(eve: Eve, both: TwoPlaces) -> None:
    await eve.gets_bens_hand(await code_of(both, "headache"))
    for line in ("roll", "stake 100", "halflings 50", "bid 3", "join", "take 1"):
        answer = await eve.says(line)
        assert answer["text"].startswith(ONLY), (line, answer)
    eve.seat = ""
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    await both.say("ann@twitch", f"!{await code_of(both, 'rogues')} trip")
    assert (await eve.says("drop 5"))["ok"] or (await eve.says("trip"))["ok"]


async def test_every_other_address_of_the_seat_is_shut(eve: Eve, both: TwoPlaces) -> None:
    """The control room, the overlay's keys, and any later addition: only what is listed here is allowed."""
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    routes = {
        (one.method, one.resource.canonical)
        for one in eve.room._runner.app.router.routes()
        if one.resource is not None and "{id}" in one.resource.canonical
    }
    others = {one for one in routes if one[1] not in ALLOWED and one[0] in {"GET", "POST"}}
    assert {path for _, path in routes} > ALLOWED
    assert ("POST", "/seat/{id}/control") in others
    for method, path in sorted(others):
        address = path.replace("/seat/{id}", eve.seat.rstrip("/"))
        if method == "GET":
            status, text = await eve.gets(address)
        else:
            status, answer = await eve.posts(address, {"id": "x", "version": 0, "lines": {"cooldown": "60"}})
            text = answer["text"]
        assert (status, "shows your hand at one table" in text) == (403, True), (method, path, text)


async def test_what_ben_is_told_elsewhere_never_comes_there(eve: Eve, both: TwoPlaces) -> None:
    """His private answers, his other tables, and a page that he opens next."""
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    line = await eve.looks()
    person = both.id_of("ben@twitch")
    assert not both.house.own_page.tell(person, Answer("1,000 suckers"))
    eve.room._open_pages.keep(person, Answer("for the next page"))  # type: ignore[arg-type]  # an id as others make it
    again = await eve.looks()
    other = await code_of(both, "headache")
    await both.lines(f"cid@twitch: !{other} join", f"ben@twitch: !{other} bots 3")
    await both.say("ann@twitch", f"!{await code_of(both, 'rogues')} trip")
    await line.until("trips")
    await again.until("trips")
    for seen in (line, again):
        assert seen.tables == {(await tables(both))["rogues"]}
        assert "suckers" not in json.dumps([content.get("answers", ()) for content in seen.seen])
        assert "for the next page" not in json.dumps(seen.seen)
        assert other not in json.dumps(seen.seen)


async def test_another_tables_hand_does_not_count_as_delivered_there(eve: Eve, both: TwoPlaces) -> None:
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    line = await eve.looks()
    person, found = both.id_of("ben@twitch"), await tables(both)
    assert eve.room.looks_on(f"person:{person}", found["rogues"])
    assert not eve.room.looks_on(f"person:{person}", found["headache"])
    await line.socket.close()


@pytest.mark.parametrize("ends", ["the table closes", "he leaves", "he unlinks", "twelve hours are over"])
async def test_it_ends_with_the_table(eve: Eve, both: TwoPlaces, ends: str) -> None:
    own = await code_of(both, "rogues")
    await eve.gets_bens_hand(own)
    line = await eve.looks()
    match ends:
        case "the table closes":
            await both.lines(f"ben@twitch: !{own} end yes enough")
            await both.settle()
            assert not both.house.delivery._windows._seen, "nothing is kept about it"
        case "he leaves":
            await both.lines(f"ben@twitch: !{own} leave")
        case "he unlinks":
            await both.lines("ben@twitch: !page off")
        case _:
            both.clock.move(12 * 3600)
            eve.room.show_also(await news(both, own))
    assert await line.end() == 4003
    status, text = await eve.gets(eve.seat)
    assert status == 403
    assert "Your hand is" not in text
    assert not (await eve.says("hand"))["ok"]


async def test_its_page_asks_the_store_for_the_seat_with_the_pulse_and_stays_while_that_is_away(
    eve: Eve, both: TwoPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, trouble, plain = list[str](), list[StoreTrouble](), both.house.directory.seated

    async def seated(person: PersonId, table: str) -> Session | None:
        asked.append(table)
        for one in trouble:
            raise one
        return await plain(person, table)

    own = await code_of(both, "rogues")
    await eve.gets_bens_hand(own)
    monkeypatch.setattr(both.house.directory, "seated", seated)
    line = await eve.looks()
    await both.say("ann@twitch", f"!{own} trip")
    await line.until("trips")
    so_far = len(asked)
    eve.room.show_also(await news(both, own, "nothing of note"))
    await line.until("nothing of note")
    assert len(asked) == so_far
    monkeypatch.setattr(open_page, "PULSE", 0.02)
    short = await eve.looks()
    trouble.append(StoreTrouble("unreachable", "gone"))
    asked.clear()
    for _ in range(3):
        short.seen.append(await short.socket.receive_json(timeout=PATIENCE))
    assert asked
    trouble.clear()
    await both.lines(f"ben@twitch: !{own} leave")
    assert await short.end() == 4003


async def news(both: TwoPlaces, code: str, *lines: str) -> Any:
    """Return some news of a table, so that its pages look at the clock."""
    seen = await both.house.look(both.person("ben@twitch"), both.there, both.there, "en")
    update = next(one for one in seen if one.code == code)
    return replace(update, news=tuple(News(one, both.clock.now(), order=10_000) for one in lines) or update.news)


async def test_it_ends_where_another_process_closed_the_table(eve: Eve, both: TwoPlaces) -> None:
    """Nothing is delivered there. Each form and each pulse looks at the stored table."""
    own = await code_of(both, "rogues")
    await eve.gets_bens_hand(own)
    other = both.again()
    await other.lines(f"ben@twitch: !{own} end yes enough")
    await other.end()
    status, _ = await eve.gets(eve.seat)
    assert status == 403


async def test_his_own_page_stays_open_beside_it(eve: Eve, both: TwoPlaces) -> None:
    """Neither closes the other, and a code of another table has its own page."""
    secret = await both.house.part(LinkCommands).personal(both.person("ben@twitch"), both.there, both.there)
    own = (await eve.posts("/hand", {"secret": secret}))[1]["go"]
    await eve.gets_bens_hand(await code_of(both, "rogues"))
    first = eve.seat
    await eve.gets_bens_hand(await code_of(both, "headache"))
    assert [(await eve.gets(path))[0] for path in (own, first, eve.seat)] == [200, 200, 200]
    eve.seat = own
    assert (await eve.says("wallet"))["ok"]


async def test_where_one_signs_in_eve_gets_no_card_of_bens(eve: Eve, both: TwoPlaces) -> None:
    """Neither with a new code nor with an old one, whatever Ben types."""
    _, shown = await eve.posts(f"{eve.door}/code")
    await both.say("ben@twitch", f"!{await code_of(both, 'rogues')} page {shown['code']}")
    both.twitch.signs_in = True
    assert (await eve.posts(f"{eve.door}/code"))[0] == 403
    for line in ("page", "link", "show my hand to"):
        assert not (await both.say("ben@twitch", f"!{line} {shown['code']}")).ok
    assert (await eve.posts(f"{eve.door}/bound"))[1] == {"ok": False}


async def test_where_nobody_can_nothing_comes_before_the_sentence(eve: Eve, both: TwoPlaces) -> None:
    _, shown = await eve.posts(f"{eve.door}/code")
    own = await code_of(both, "rogues")
    for line in (f"!{own} page {shown['code']}", f"!{own} link {shown['code']}", "yes", "!yes"):
        await both.say("ben@twitch", line)
        assert (await eve.posts(f"{eve.door}/bound"))[1] == {"ok": False}
    await asyncio.gather(*(eve.posts(f"{eve.door}/bound") for _ in range(3)))
    assert (await both.say("ben@twitch", f"!show my hand to {shown['code']}")).ok
    assert (await eve.posts(f"{eve.door}/bound"))[1]["name"] == "ben"
