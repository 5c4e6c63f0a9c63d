"""A table's news as lines of chat, whatever stands in them: as they are made, before anything is sent."""

import itertools

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from on_twitch.hostile import NAMES, names, texts
from on_twitch.night import Night
from on_twitch.updates import update
from standins.twitch.chat import commands_in

from bot.adapters.twitch.limits import A_MOMENT, RateLimits
from bot.adapters.twitch.outbound.lines import LONGEST, MOST_LINES, OPENING, as_line, cut, lines_of
from bot.adapters.twitch.outbound.sender import fresh
from bot.ports.messages import News, Unreachable
from bot.text import Words

WORDS = Words("en", "!")
SEAL = "Dice of game 1 sealed: " + "a" * 64 + " (potluck/1, halflings/2, key 1)."
ADDRESS = "https://potluck.test/at/twitch/inn"


def is_chat(line: str) -> None:
    """What Twitch takes whole, and neither Twitch nor another bot obeys."""
    assert len(line) <= LONGEST
    assert line.startswith(OPENING)
    assert line.splitlines() == [line]
    assert commands_in(line) == []


plain_news = st.builds(News, text=texts, at=st.just(0), replaces=st.booleans(), number=st.integers(0, 9))
fine_print = st.builds(News, text=st.just(SEAL), at=st.just(0), fine=st.just(value=True))
some_news = st.lists(st.one_of(plain_news, fine_print), max_size=6)


@given(some_news, st.lists(names, max_size=5))
def test_whatever_is_told_it_is_at_most_two_lines_that_nobody_obeys(news: list[News], called: list[str]) -> None:
    """T12: hostile names, texts of any length, in any number; the seals may have lines of their own."""
    found = lines_of(update(news, called), WORDS, hands_at=ADDRESS)
    assert len([line for line in found if SEAL not in line]) <= MOST_LINES
    for line in found:
        is_chat(line)


@given(texts)
def test_an_answer_is_one_line_that_nobody_obeys(text: str) -> None:
    is_chat(as_line(text))


@given(texts, st.integers(1, 600))
def test_a_cut_breaks_no_letter_and_no_emoji(text: str, longest: int) -> None:
    kept = cut(text, longest)
    assert len(kept) <= longest
    if kept != text:
        whole = regex.findall(r"\X", text)
        begun = "".join(itertools.takewhile(lambda _: True, whole))
        assert begun.startswith(kept[:-1])
        boundaries = {0, *itertools.accumulate(map(len, whole))}
        assert len(kept) - 1 in boundaries or text[: len(kept) - 1].rstrip() == kept[:-1]


@example([195, 290, 165], 3)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=6), st.integers(1, 3))
def test_who_is_to_play_is_always_told(lengths: list[int], awaited: int) -> None:
    """However much there is to tell: nobody waits without knowing."""
    news = [News(f"{'word ' * (length // 5)}end.", at=0, number=number) for number, length in enumerate(lengths)]
    found = lines_of(update(news, ["Ann", "Ben", "Cid"][:awaited]), WORDS)
    assert "to play. !roll" in found[-1]


@example([160, 325, 160])
@given(st.lists(st.integers(1, 400), min_size=1, max_size=6))
def test_the_newest_news_are_told(lengths: list[int]) -> None:
    news = [News(f"{'word ' * (length // 5)}end{n}.", at=0, number=n) for n, length in enumerate(lengths)]
    told = " ".join(lines_of(update(news), WORDS))
    assert f"end{len(lengths) - 1}." in told


def test_a_secret_move_is_not_offered_in_chat() -> None:
    (line,) = lines_of(update([News("A lot.", at=0)], ["Ann"]), WORDS)
    assert "!roll" in line
    assert "!bid" not in line


def test_a_seal_stands_whole_or_not_at_all() -> None:
    """Half a commitment proves nothing."""
    for length in range(0, 441, 7):
        news = [News("x" * length + ".", at=0), News(SEAL, at=0, fine=True)]
        told = lines_of(update(news, ["Ann"]), WORDS)
        assert any(SEAL in line for line in told), length


def test_a_seal_is_said_also_where_much_happened() -> None:
    """`News.fine`: it stays in full. What is said once before the dice roll is what makes them fair."""
    news = [*[News("word " * 60 + "end.", at=0, number=number) for number in range(2)], News(SEAL, at=0, fine=True)]
    assert any(SEAL in line for line in lines_of(update(news), WORDS))


def test_several_seals_at_once_are_not_cut() -> None:
    """A table that was behind tells of three games at once."""
    seals = [SEAL.replace("game 1", f"game {number}").replace("a" * 64, str(number) * 64) for number in range(1, 6)]
    told = lines_of(update([News(one, at=0, fine=True) for one in seals]), WORDS)
    assert not any(line.endswith("…") for line in told)


# The same line again


class StoppedClock:
    """Time stands still; who looks for ever is stopped."""

    def __init__(self, most: int = 10_000) -> None:
        self.looks, self._most = 0, most

    def __call__(self) -> float:
        self.looks += 1
        if self.looks > self._most:
            raise AssertionError("looked at the clock without an end")
        return 100.0


def same_line(length: int, times: int) -> list[str]:
    limits, said = RateLimits(StoppedClock()), []
    for _ in range(times):
        said.append(fresh(limits, "1", "x" * length))
        limits.said("1", said[-1])
    return said


@pytest.mark.parametrize("length", [1, 200, 490])
def test_the_same_line_again_differs_from_all_of_the_last_half_minute(length: int) -> None:
    said = same_line(length, 4)
    assert len(set(said)) == 4
    assert all(len(line) <= LONGEST for line in said)


@pytest.mark.parametrize("length", [499, 500])
def test_the_longest_line_again_and_again_does_not_hang_the_bot(length: int) -> None:
    said = same_line(length, 4)
    assert len(set(said)) == 4


# Limits


def test_a_bucket_of_answers_never_takes_what_is_kept_for_news() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    given_out = sum(limits.has_room_for_an_answer("1") for _ in range(50))
    now[0] += A_MOMENT
    limits.take("1", 2)
    assert given_out == 10


def test_who_finds_no_room_is_told_when_there_will_be() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    for channel in range(18):
        limits.take(str(channel))
        now[0] += 0.5
    with pytest.raises(Unreachable) as full:
        limits.take("18")
    now[0] += full.value.after + 0.001
    limits.take("18")


@given(st.lists(st.tuples(st.integers(1, 2), st.floats(0.0, 4.0)), min_size=1, max_size=120))
def test_no_span_of_thirty_seconds_ever_holds_more_than_twenty(calls: list[tuple[int, float]]) -> None:
    now = [0.0]
    limits, said = RateLimits(lambda: now[0]), []
    for number, (lines, pause) in enumerate(calls):
        now[0] += pause
        try:
            limits.take(str(number % 7), lines)
        except Unreachable:
            continue
        said += [now[0]] * lines
    for at in said:
        assert sum(at <= other < at + 30.0 for other in said) <= 20


# Before everybody


async def test_hostile_names_play_like_anybody(night: Night) -> None:
    """T12, T13: no line that Twitch would obey, none too long, none without its opening."""
    for number, name in enumerate(NAMES):
        person = night.world.person(f"odd{number}", display_name=name)
        night.channel.join(person)
        await person.says(night.channel, "!halflings 50 cooldown=0")
        await person.says(night.channel, f"!join {name[:90].splitlines()[0]}")
        await person.says(night.channel, "!no such word /ban")
    await night.quiet()
    assert len(night.said) > len(NAMES)
    for line in night.said:
        is_chat(line)
    assert night.world.slash_lines == []
    assert night.world.dropped_lines == []
