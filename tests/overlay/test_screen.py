"""The mailbox of an overlay: bounded, in order, and never too early (threats T6, T25)."""

from dataclasses import dataclass

from msgspec.structs import replace
from overlay.stage import update

from bot.adapters.web.overlay.keys import Where
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.adapters.web.overlay.on_air import MOST_NEWS, TableOnAir, on_air
from bot.adapters.web.overlay.screen import MOST_TABLES, PULSE, SLOT, Due, Screen

HERE = Where("web", "web:main")


@dataclass
class Hands:
    """The hands of a clock that a test turns."""

    at: float = 1000.0

    def __call__(self) -> float:
        return self.at


def screen(delay: int, hands: Hands, **more: bool) -> Screen:
    return Screen(HERE, "key", "en", OverlaySettings(delay=delay), clock=hands, **more)


def table(line: str, code: str = "K7Q") -> TableOnAir:
    return on_air(update(line, code=code))


def lines(due: Due) -> list[list[str]]:
    return [[line.text for line in one.news] for one in due.tables]


def test_nothing_is_shown_before_its_time_and_the_newest_of_its_time_is() -> None:
    hands = Hands()
    kept = screen(10, hands)
    for second in range(8):
        kept.hold(table(str(second)))
        hands.at += 1
    assert kept.take().tables == ()
    hands.at = 1013.0
    assert lines(kept.take()) == [["0", "1", "2", "3"]]
    hands.at = 1016.9
    assert lines(kept.take()) == [["4", "5", "6"]]


def test_a_table_that_is_as_it_was_is_not_shown_again() -> None:
    """T3: what somebody does in private leaves no trace on air."""
    hands = Hands()
    kept = screen(0, hands)
    kept.hold_all((table("first"),))
    assert kept.take().whole
    for again in (replace(table(""), news=()), replace(table("x"), news=())):
        kept.hold(again)
        assert kept.take().tables == ()
    kept.hold(table("second"))
    kept.hold(replace(table(""), news=(), lines=("changed",)))
    assert lines(kept.take()) == [["second"]]


def test_under_a_flood_it_stays_small_and_still_moves() -> None:
    hands = Hands()
    kept, shown, one = screen(60, hands), 0, table("")
    for step in range(20_000):
        kept.hold(replace(one, code=f"c{step % 40}", news=(replace(one.news[0], text=str(step)),)))
        hands.at += 0.01
        shown += bool(kept.take().tables)
    assert left_in(kept, hands) <= MOST_TABLES * (60 / SLOT + 2)
    assert shown > 100


def left_in(kept: Screen, hands: Hands) -> int:
    """Return how many pictures it still holds: each comes in its own slot."""
    left = 0
    for _ in range(int((kept.delay + 1) / SLOT * 10)):
        hands.at += SLOT / 10
        left += len(kept.take().tables)
    assert kept.take().tables == ()
    return left


def test_one_busy_table_is_not_starved_by_its_own_changes() -> None:
    hands = Hands()
    kept = screen(5, hands)
    ages = []
    for _ in range(3000):
        kept.hold(table(str(hands.at)))
        hands.at += 0.01
        ages += [hands.at - float(one.news[-1].text) for one in kept.take().tables]
    assert ages
    assert min(ages) >= 5
    assert max(ages) <= 5 + 2 * SLOT
    assert left_in(kept, hands) <= 5 / SLOT + 2


def test_a_preview_waits_for_nothing() -> None:
    hands = Hands()
    kept = screen(60, hands, preview=True)
    kept.hold(table("now"))
    assert lines(kept.take()) == [["now"]]


def test_what_stood_there_comes_before_what_came_since() -> None:
    hands = Hands()
    kept = screen(0, hands)
    kept.hold(table("later"))
    kept.hold_all((table("before"), table("elsewhere", "ABC")))
    due = kept.take()
    assert due.whole
    assert lines(due) == [["elsewhere"], ["before", "later"]]


def test_only_the_last_lines_are_kept() -> None:
    kept = screen(0, Hands())
    for number in range(50):
        kept.hold(table(str(number)))
    assert lines(kept.take()) == [[str(number) for number in range(50 - MOST_NEWS, 50)]]


async def test_a_screen_with_nothing_to_show_gives_a_pulse() -> None:
    hands = Hands()
    kept = screen(0, hands)
    hands.at += PULSE
    assert await kept.due() == Due((), whole=False, settings=False)
