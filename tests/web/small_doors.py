# ruff: noqa: ARG002 - all have the same signature
"""Answer the table room about people from other platforms: doors, codes, links and sign-ins, each valid once."""

import hashlib
import secrets
import time
from urllib.parse import urlencode

from bot.ports.browser import ControlSaved, ControlShown
from bot.ports.messages import Arrival, Door, File, Message, Person, Rights
from bot.ports.replays import Film, FilmOdds, ShownReplay

CODE_SECONDS = 180
LINK_SECONDS = 600
SETUP_KEY = "made-up-key-of-the-operator"

ANNS = Door("twitch", "ann", "Ann", "twitch:55", "twitch:55", signs_in=True)
BOBS = Door("twitch", "bob", "Bob", "twitch:66", "twitch:66", signs_in=False)
QUIZ = Door("discord", "quiz", "The quiz room", "discord:7", "discord:71", signs_in=False)
ANN, VIC, WES = Person("twitch:55", "Ann"), Person("twitch:123", "Vic"), Person("twitch:456", "Wes")


class SmallDoors:
    """The doors. `ahead`: ms added to the machine's time. `away`: whether the store is away."""

    def __init__(self) -> None:
        self.doors = {(door.platform, door.name): door for door in (ANNS, BOBS, QUIZ)}
        self.rights: dict[tuple[str, str], Rights] = {}
        self.ahead = 0
        self.away = False
        self.id_address = "https://id.example/authorize"
        self.purposes: list[str] = []
        self.version = 3
        self.saved: list[tuple[Message, int, dict[str, str]]] = []
        self._codes: dict[str, tuple[Door, str, int]] = {}
        self._typed: dict[str, tuple[Arrival, int]] = {}
        self._links: dict[str, tuple[Arrival, int]] = {}
        self._consents: dict[str, Person | str] = {}
        self.persons: dict[str, str] = {}
        """By self, the person that it belongs to, if that is another one."""

    # Events on other platforms

    def table_of(self, person: Person, place: str) -> str:
        """Return the table of a place where somebody sits; empty: none."""
        raise NotImplementedError

    def shows_hand(self, person: Person, code: str, place: str = BOBS.place) -> bool:
        """Let somebody type a code in the chat of a place; return whether their hand is shown."""
        door, lock, until = self._codes.get(code.upper(), (ANNS, "", 0))
        table = self.table_of(person, place)
        if self.now() >= until or door.place != place or not table:
            return False
        del self._codes[code.upper()]
        arrival = Arrival(person, door.venue, door.place, door.title, table)
        self._typed[lock] = (arrival, self.now() + CODE_SECONDS * 1000)
        return True

    def personal_link(self, person: Person, door: Door | None = ANNS) -> str:
        """Return the secret of a personal link; without a door, as sent in a direct message to the bot."""
        secret = secrets.token_urlsafe(24)
        arrival = Arrival(person, "", "", "") if door is None else Arrival(person, door.venue, door.place, door.title)
        self._links[_hashed(secret)] = (arrival, self.now() + LINK_SECONDS * 1000)
        return secret

    def consent(self, person: Person | str) -> str:
        """Let somebody consent on the platform; return the code with which they come back. A str: why it fails."""
        code = secrets.token_hex(15)
        self._consents[code] = person
        return code

    # What the table room asks

    def now(self) -> int:
        return int(time.time() * 1000) + self.ahead

    async def person_of(self, one: str) -> str:
        return self.persons.get(one, one)

    async def face_of(self, person: str) -> str:
        return ""

    async def settled(self, venue: str) -> None:
        pass

    def rights_of(self, person: str, venue: str) -> Rights:
        return self.rights.get((person, venue), Rights.PLAYER)

    async def replay(self, link: str, locale: str) -> ShownReplay | None:
        return None

    async def replayed_odds(self, link: str, eyes: str, step: int, locale: str) -> FilmOdds | None:
        return None

    async def replay_picture(self, link: str, locale: str) -> bytes | None:
        return None

    async def film(self, link: str, eyes: str, locale: str) -> Film | None:
        return None

    async def replayed_record(self, link: str) -> File | None:
        return None

    async def door(self, platform: str, name: str) -> Door | None:
        return None if self.away else self.doors.get((platform, name.lower()))

    async def new_code(self, door: Door, lock: str) -> str:
        if self.away:
            return ""
        code = "".join(secrets.choice(signs) for signs in ("23456789", "ABCDEFGHJK", "23456789", "ABCDEFGHJK"))
        self._codes[code] = (door, lock, self.now() + CODE_SECONDS * 1000)
        return code

    async def bound(self, lock: str) -> Arrival | None:
        return None if self.away else self._good(self._typed.pop(lock, None))

    async def redeem(self, secret: str) -> Arrival | None:
        return None if self.away else self._good(self._links.pop(_hashed(secret), None))

    def _good(self, found: tuple[Arrival, int] | None) -> Arrival | None:
        return found[0] if found is not None and self.now() < found[1] else None

    def sign_in_address(self, platform: str, purpose: str, state: str) -> str:
        query = urlencode({"purpose": purpose, "state": state})
        return f"{self.id_address}?{query}" if platform == "twitch" else ""

    async def signed_in(self, platform: str, purpose: str, code: str) -> Arrival | str:
        found = self._consents.pop(code, "web-sign-in-failed")
        self.purposes.append(purpose)
        if isinstance(found, str):
            return found
        return Arrival(found, found.id, found.id, found.name) if purpose == "channel" else Arrival(found, "", "", "")

    async def shown(self, message: Message) -> ControlShown:
        return ControlShown(self.version, {"cooldown": "off"}, False, False, True, True, True)

    async def save(self, message: Message, version: int, lines: dict[str, str]) -> ControlSaved:
        self.saved.append((message, version, lines))
        return ControlSaved(True, "Saved.")

    def setup_key_fits(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), SETUP_KEY.encode())


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
