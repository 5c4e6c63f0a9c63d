"""List what mypy must report here, line by line: `# E: code` marks a required error; no other may occur."""

from bot.ports.audience import at_place, of_key, of_person
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Message, Person
from bot.table.document import Session

ANN, SERVER, ROOM = PersonId("discord:5"), VenueId("discord:1"), PlaceId("discord:2")

Person(ANN, "ann")
Person("discord:5", "ann")  # E: arg-type
Message("m1", Person(ANN, "ann"), SERVER, ROOM, private=False, text="!join")
Message("m1", Person(ANN, "ann"), ROOM, SERVER, private=False, text="!join")  # E: arg-type
of_person(ANN)
of_person(ROOM)  # E: arg-type
at_place(SERVER)  # E: arg-type
of_key(of_person(ANN).key)
of_key("person:discord:5")  # E: arg-type


def seated(session: Session) -> bool:
    if session.seat_of(SERVER) is not None:  # E: arg-type
        return True
    return session.seat_of(ANN) is not None


def coded(session: Session) -> TableCode:
    return session.code if session.places else session.table  # E: return-value
