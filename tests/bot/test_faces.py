"""Test the faces of those who sit at a table: those that they chose, and those that the table gives them."""

import asyncio

import pytest
from evening import Evening
from msgspec.structs import replace

from bot.people.faces import Faces
from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.render.seat_lines import OF_BOTS, OF_PEOPLE, faces_of
from bot.table.seats import Seated


def seats(*people: str) -> tuple[Seated, ...]:
    return tuple(Seated(PersonId(person), person.partition(":")[2], 100) for person in people)


def test_somebody_has_the_same_face_at_each_table() -> None:
    alone = faces_of(seats("web:pete"))
    assert faces_of(seats("web:pete", "web:lola"))[0] == alone[0]
    assert faces_of(seats("bot:Hob", "web:pete"))[1] == alone[0]


def test_no_two_people_at_a_table_have_the_same_face() -> None:
    people = [f"web:guest{number}" for number in range(len(OF_PEOPLE))]
    assert set(faces_of(seats(*people))) == set(OF_PEOPLE)


def test_more_people_than_there_are_faces_share_them() -> None:
    people = [f"web:guest{number}" for number in range(3 * len(OF_PEOPLE))]
    assert set(faces_of(seats(*people))) == set(OF_PEOPLE)


def test_house_bots_have_a_face_of_their_own() -> None:
    assert faces_of(seats("bot:Hob", "web:pete", "bot:Nan"))[::2] == (OF_BOTS, OF_BOTS)
    assert OF_BOTS not in OF_PEOPLE


def chosen(**faces: str) -> tuple[str, ...]:
    return faces_of(tuple(replace(one, face=faces[one.name]) for one in seats(*(f"web:{name}" for name in faces))))


def test_whoever_chose_a_face_has_it_also_where_it_would_be_anothers() -> None:
    first = faces_of(seats("web:pete"))[0]
    assert chosen(pete="", lola=first)[1] == first
    assert first not in chosen(pete="", lola=first)[:1]


def test_of_two_who_chose_the_same_face_the_first_at_the_table_has_it() -> None:
    pete, lola, ann = chosen(pete="fox", lola="fox", ann="bear")
    assert (pete, ann) == ("fox", "bear")
    assert lola not in {"fox", "bear", OF_BOTS}


@pytest.mark.parametrize("odd", [OF_BOTS, "unicorn", "../x"])
def test_nobody_has_a_face_that_is_none(odd: str) -> None:
    assert chosen(pete=odd) == chosen(pete="")


async def faces_at(evening: Evening) -> dict[str, str]:
    """Return the faces that everybody is shown, by name."""
    await evening.settle()
    card = evening.witness.updates[-1].card
    return {seat.name: seat.face for seat in card.seats}


async def test_a_face_is_shown_at_once_at_every_table_and_kept_for_the_next(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start", "ann: !face owl")
    assert (await faces_at(evening))["ann"] == "owl"
    await evening.lines("ben: !face owl")
    assert (await faces_at(evening))["ben"] != "owl", "somebody before them has it"
    await evening.lines("ben: !face duck")
    assert (await faces_at(evening))["ben"] == "duck"
    await evening.lines("ann: !leave", "ben: !leave", "ben: !open cones", "ann: !join")
    assert await faces_at(evening) == {"ben": "duck", "ann": "owl"}
    await evening.lines("ben: !face any")
    assert (await faces_at(evening))["ben"] == faces_of(seats(evening.id_of("ben")))[0]


async def test_whoever_stakes_into_a_round_that_is_on_brings_their_face(evening: Evening) -> None:
    await evening.lines("ben: !face duck", "ann: !open halflings mode=crowd money=chips", "ann: !stake 20")
    evening.roll(7, 3, 3)
    await evening.wait(20)
    await evening.lines("ben: !halflings 30", "cid: !halflings 30", "cid: !face owl")
    assert [one.name for one in (await evening.table()).newcomers] == ["ben", "cid"]
    evening.roll(1)
    await evening.lines("ann: !stand")
    await evening.wait(20)
    shown = await faces_at(evening)
    assert (shown["ben"], shown["cid"]) == ("duck", "owl"), "cid chose while they waited to sit down"


async def test_what_can_be_chosen_is_said(evening: Evening) -> None:
    assert "Each table gives you a face" in (await evening.say("ann", "!face")).text
    wrong = await evening.say("ann", "!face unicorn")
    assert not wrong.ok
    assert "fox, bear" in wrong.text
    assert not (await evening.say("ann", "!face robot")).ok
    await evening.lines("ann: !face FOX")
    assert "Your face is the fox" in (await evening.say("ann", "!face")).text


async def test_whoever_is_forgotten_has_no_face_of_their_own(evening: Evening) -> None:
    await evening.lines("ann: !face lion")
    ann = PersonId(evening.id_of("ann"))
    assert await evening.store.note("face", ann) == b"lion"
    for line in ("!forget me", "!forget me yes"):
        assert (await evening.whisper("ann", line)).ok
    assert await evening.store.note("face", ann) is None
    other = await evening.again()
    assert await other.house.part(Faces).of(ann) == ""


async def test_the_faces_of_a_large_game_are_read_at_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [PersonId(evening.id_of(name)) for name in ("ann", "ben", "cid")]
    await evening.lines("ben: !face duck")
    together, read = asyncio.Barrier(len(people)), evening.store.note

    async def note(kind: str, name: str) -> bytes | None:
        await together.wait()
        return await read(kind, name)

    monkeypatch.setattr(evening.store, "note", note)
    seats = (*(Sat(one, "x", 0, 0) for one in people), Sat(PersonId("bot:Hob"), "Hob", 0, 0, house=True))
    game = FinishedGame("r", "cones", TableCode("A2B"), "t", PlaceId("p"), 1, 0, 1, seats)
    async with asyncio.timeout(5):
        assert await Faces(evening.store).at(game) == ["", "duck", "", ""]
