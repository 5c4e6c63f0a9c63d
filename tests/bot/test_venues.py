"""Test a venue's settings and how people want to be called: stored, cached for a while, and soon correct again."""

from collections.abc import Callable

import pytest
from cases import case
from evening import Evening
from msgspec.structs import replace

from bot.people.expiring_cache import ExpiringCache
from bot.people.preferences import Pings, ping_of
from bot.people.venues import PLAIN, Venues, VenueSettings, prefix_of, roles_of
from bot.ports.messages import Rights
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from persistence import Heard, Store, StoreTrouble

ENTRY = AuditEntry(0, "test:oda", "oda", "server prefix ?")


class Hand:
    """A clock in seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# ExpiringCache


def test_a_value_is_good_for_its_time_and_the_last_one_stays() -> None:
    clock = Hand()
    recent: ExpiringCache[str] = ExpiringCache(2, 60, clock)
    assert recent.good("a") is None
    assert recent.last("a") is None
    recent.keep("a", "x")
    clock.now += 59
    assert recent.good("a") == "x"
    clock.now += 1
    assert (recent.good("a"), recent.last("a")) == (None, "x")
    recent.keep("b", "y", seconds=5)
    clock.now += 5
    assert recent.good("b") is None


def test_whoever_holds_what_was_kept_sees_when_it_is_over() -> None:
    clock = Hand()
    recent: ExpiringCache[str] = ExpiringCache(1, 60, clock)
    ends: list[Callable[[], object]] = [
        lambda: recent.keep("a", "y"),
        lambda: recent.doubt("a"),
        lambda: recent.drop("a"),
        lambda: recent.keep("b", "z"),
    ]
    for ended in ends:
        recent.keep("a", "x")
        held = recent.entries["a"]
        assert held.until > clock()
        ended()
        assert held.until <= clock()


def test_the_one_kept_longest_ago_goes_first() -> None:
    recent: ExpiringCache[int] = ExpiringCache(2, 60)
    for number, key in enumerate("aab"):
        recent.keep(key, number)
    recent.keep("c", 3)
    assert [recent.last(key) for key in "abc"] == [None, 2, 3]


# Settings


def test_a_sign_is_a_few_visible_marks() -> None:
    for word in ["?", "$", "!!", "?!", "🎲", "...", "§", "+"]:
        with case(word):
            assert prefix_of(word) == word


def test_letters_figures_markup_and_what_nobody_sees_are_no_sign() -> None:
    for word in ["a", "p!", "1", "@", "#", "/", "\u200b", "????", "<", "**", "_", "`", "é", "\u0301"]:
        with case(word), pytest.raises(Refused):
            prefix_of(word)


def test_off_is_the_owners_own_sign() -> None:
    assert prefix_of("OFF") == ""


def test_roles_are_given_as_figures_or_as_they_are_mentioned() -> None:
    assert roles_of(("<@&123>", "45", "123"), "discord:9") == ("123", "45")
    assert roles_of(("None",), "discord:9") == ()
    for words in (("mods",), ("12", "x"), ("<@123>",), tuple(map(str, range(1, 12))), ("9" * 21,), ("none", "1"), ()):
        with pytest.raises(Refused):
            roles_of(words, "discord:9")


def test_the_role_of_everybody_makes_no_moderator() -> None:
    """On Discord it has the id of the server itself."""
    with pytest.raises(Refused) as refused:
        roles_of(("<@&9>",), "discord:9")
    assert refused.value.reason.id == "role-of-all"


async def test_settings_are_stored_logged_and_known_to_others_within_a_minute(store: Store) -> None:
    clock = Hand()
    ours, theirs = Venues(store), Venues(store, clock)
    venue = f"test:{id(clock)}"
    assert await theirs.settings(venue) == PLAIN
    changed = VenueSettings("?", ("1",))
    await ours.change(Heard(venue, "1"), lambda _: changed, ENTRY)
    stands = replace(changed, version=1, changed_by="oda")
    assert (await ours.settings(venue), ours.known(venue)) == (stands, stands)
    assert await theirs.settings(venue) == PLAIN
    clock.now += 60
    assert await theirs.settings(venue) == stands
    assert len(await store.audit(venue)) == 1


async def test_what_cannot_be_read_is_as_if_nothing_were_set(store: Store) -> None:
    """F23."""
    for content in (b"{", b"\xff", b"[]", b'{"prefix": 3}'):
        await store.put_note("venue", "test:broken", content)
        assert await Venues(store).settings("test:broken") == PLAIN


async def test_while_the_store_is_away_what_was_known_holds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """F2: nobody waits twice for settings, and nobody becomes a moderator by it."""
    clock, asked = Hand(), []
    venues, pings = Venues(store, clock), Pings(store, clock)
    await venues.change(Heard("test:away", "1"), lambda _: VenueSettings("?"), ENTRY)
    await pings.set("test:ann", "dm", Heard("test:away", "2"))

    async def away(kind: str, name: str) -> bytes | None:
        asked.append((kind, name))
        raise StoreTrouble("unreachable", "gone")

    monkeypatch.setattr(store, "note", away)
    clock.now += 61
    for _ in range(3):
        assert (await venues.settings("test:away")).prefix == "?"
        assert await venues.settings("test:unknown") == PLAIN
        assert await pings.of("test:ann") == "dm"
        assert await pings.of("test:ben") == "on"
    assert len(asked) == 4
    with pytest.raises(StoreTrouble):
        await venues.stored("test:away")


async def test_a_sign_of_its_own_is_heard_and_said_in_that_venue_alone(evening: Evening) -> None:
    evening.rights["oda"] = Rights.OWNER
    await evening.lines("oda: !server prefix ?")
    assert not (await evening.say("ann", "!open halflings")).text
    await evening.lines("ann: ?open halflings")
    assert 'begins one with "?start"' in (await evening.say("ann", "?roll")).text
    assert (await evening.whisper("ann", "table")).ok
    other = Evening(evening.store, evening.clock)
    assert '"!join"' in (await other.say("ann", "!roll")).text or "!open" in (await other.say("ann", "!roll")).text
    again = await evening.again()
    assert (await again.say("ann", "?table")).ok
    for one in (other, again):
        await one.end()


async def test_settings_are_for_the_owner_and_a_repeat_changes_nothing(evening: Evening) -> None:
    evening.rights = {"oda": Rights.OWNER, "mia": Rights.STAFF}
    for name in ("ann", "mia"):
        for line in ("server prefix ?", "server staff 1", "server x"):
            assert not (await evening.say(name, f"!{line}")).ok
    message = evening.message("oda", "!server staff <@&77>")
    for _ in range(3):
        assert (await evening.hear(message)).ok
    assert (await evening.house.venues.settings(evening.venue)).staff == ("77",)
    assert len(await evening.store.audit(evening.venue)) == 1


# Pings


async def test_a_wish_is_kept_for_a_person_wherever_they_are(evening: Evening) -> None:
    person = evening.id_of("ann")
    assert await evening.house.pings.of(person) == "on"
    for word in ("DM", "off", "on", "dm"):
        await evening.lines(f"ann: !pings {word}")
        assert await evening.house.pings.of(person) == word.lower()
    assert not (await evening.say("ann", "!pings never")).ok
    assert await Pings(evening.store).of(person) == "dm"
    assert await evening.house.pings.of(evening.id_of("ben")) == "on"


async def test_an_odd_wish_is_none(store: Store) -> None:
    await store.put_note("pings", "test:odd", b"\xff\x00")
    assert await Pings(store).of("test:odd") == "on"
    assert ping_of("On") == "on"
    assert ping_of("") is None
