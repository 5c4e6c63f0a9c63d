"""Test the faces of those who sit at a table."""

from bot.ports.ids import PersonId
from bot.render.faces import OF_BOTS, OF_PEOPLE, faces_of
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
