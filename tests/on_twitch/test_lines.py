"""Test how a table's news become lines of chat, with any content, before anything is sent."""

import itertools

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace
from on_twitch.hostile import NAMES, names, texts
from on_twitch.night import Night
from on_twitch.updates import update
from standins.twitch.chat import commands_in

from bot.adapters.twitch.limits import A_MOMENT, ASIDES_WAIT, KEPT_FOR_ANSWERS, PLAIN, PROBE, RateLimits
from bot.adapters.twitch.outbound.chat_text import LONGEST, OPENING, as_line, cut
from bot.adapters.twitch.outbound.lines import news_in_parts, turn
from bot.adapters.twitch.outbound.planning import MOST, Part, parts_of, planned
from bot.adapters.twitch.outbound.sender import fresh
from bot.ports.messages import News, OpenMove, Unreachable, Update
from bot.text import Words

WORDS = Words("en", "!")
SEAL = f"Game 1: mixed {'b' * 12}, next {'c' * 26}, standing {'d' * 26}."
ADDRESS = "https://potluck.test/at/twitch/inn"


def lines_of(update: Update, words: Words, *, hands_at: str = "", room: int = MOST) -> list[str]:
    """Return the lines said of an update, with room for this many."""
    parts = news_in_parts(update, words)
    plan = planned(update.code, parts, turn(update, words, parts, hands_at=hands_at), room)
    return [line.text for line in plan.lines]


def is_chat(line: str) -> None:
    """Check that Twitch takes the line whole, and that neither Twitch nor another bot obeys it."""
    assert len(line) <= LONGEST
    assert line.startswith(OPENING)
    assert line.splitlines() == [line]
    assert commands_in(line) == []


plain_news = st.builds(News, text=texts, at=st.just(0), replaces=st.booleans(), number=st.integers(0, 9))
fine_print = st.builds(News, text=st.just(SEAL), at=st.just(0), fine=st.just(value=True))
some_news = st.lists(st.one_of(plain_news, fine_print), max_size=6)


@given(some_news, st.lists(names, max_size=5))
def test_whatever_is_told_nobody_obeys_it(news: list[News], called: list[str]) -> None:
    """T12: hostile names, texts of any length, in any number."""
    for line in lines_of(update(news, called), WORDS, hands_at=ADDRESS):
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
    """However much there is to tell, nobody waits without knowing."""
    news = [News(f"{'word ' * (length // 5)}end.", at=0, number=number) for number, length in enumerate(lengths)]
    found = lines_of(update(news, ["Ann", "Ben", "Cid"][:awaited]), WORDS)
    assert "to play. !roll" in found[-1]
    assert sum(line.count("to play") for line in found) == 1


sentences = st.lists(st.tuples(st.integers(1, 480), st.booleans()), min_size=1, max_size=12)


@given(sentences, st.integers(0, 4), st.booleans())
def test_what_changes_a_game_is_told_whole_in_its_order_as_soon_as_there_is_room(
    told: list[tuple[int, bool]], room: int, awaited: bool
) -> None:
    parts = [Part(f"{number}:{'x' * length}.", aside=aside) for number, (length, aside) in enumerate(told)]
    turn_told, said = "Ann to play. !roll" if awaited else "", list[str]()
    wanted = [one.text for one in parts if not one.aside]
    for _ in range(100):
        plan = planned("K7Q", parts, turn_told, room)
        assert len(plan.lines) <= room
        parts = list(plan.parts[sum(line.parts for line in plan.lines) :])
        turn_told = "" if any(line.turn for line in plan.lines) else turn_told
        said += [line.text for line in plan.lines]
        if not parts and not turn_told:
            break
        room = max(1, room)
    whole = " ".join(said)
    assert all(len(line) <= LONGEST for line in said)
    assert [whole.index(f" {text}") for text in wanted] == sorted(whole.index(f" {text}") for text in wanted)
    assert whole.count("Ann to play") == awaited
    assert not awaited or "Ann to play" in said[-1]


def test_who_came_and_went_is_left_out_first() -> None:
    news = [
        News("Ann sits down.", 0, aside=True),
        News("x" * 470 + ".", 0),
        News("Ben leaves the table.", 0, aside=True),
    ]
    assert len(lines_of(update(news), WORDS)) == 2
    (line,) = lines_of(update(news), WORDS, room=1)
    assert "xxx." in line
    parts = planned("K7Q", news_in_parts(update(news), WORDS), "", 1).parts
    assert [one.text[:3] for one in parts] == ["xxx"]


LONG = "Ann, who sits at the end of the table, moves the die from one cup to the other"


def in_both_forms(count: int) -> list[Part]:
    return [
        part
        for number in range(count)
        for part in parts_of(f"{LONG} number {number}.", short=f"Ann to number {number}.")
    ]


@pytest.mark.parametrize(("count", "room", "tight", "lines"), [(4, 9, True, 1), (9, 1, False, 1), (9, 9, False, 2)])
def test_where_it_gets_tight_sentences_are_said_in_short_and_none_is_cut(
    count: int, room: int, tight: bool, lines: int
) -> None:
    plan = planned("K7Q", in_both_forms(count), "Ben to play. !roll", room, tight=tight)
    assert len(plan.lines) == lines
    said = " ".join(line.text for line in plan.lines)
    in_short = count == 9 and lines == 1
    assert [(f"Ann to number {one}." in said, f"{LONG} number {one}." in said) for one in range(count)] == [
        (in_short, not in_short)
    ] * count
    assert said.endswith("Ben to play. !roll")


def test_sentences_are_told_for_each_other_only_where_there_are_as_many() -> None:
    (one, other) = parts_of("Ann rolls a six. Ben pays.", short="Ann: 6, Ben pays.")
    assert (one.short, other.short) == ("", "")


@given(st.text("abc ,;:.!?…", min_size=1, max_size=3000))
def test_a_sentence_that_no_line_takes_is_told_in_pieces_and_nothing_of_it_is_lost(text: str) -> None:
    parts = parts_of(text)
    assert "".join(one.text for one in parts).replace(" ", "") == text.replace(" ", "")
    for line in planned("K7Q", parts, "").lines:
        is_chat(line.text)


def test_a_secret_move_is_not_offered_in_chat() -> None:
    (line,) = lines_of(update([News("A lot.", at=0)], ["Ann"]), WORDS)
    assert "!roll" in line
    assert "!bid" not in line


# Possible moves


def to_play(*moves: OpenMove, names: tuple[str, ...] = ("Ann",)) -> str:
    told = update([], list(names))
    return turn(replace(told, card=replace(told.card, open_moves=moves)), WORDS)


def ways_of(verb: str, count: int) -> list[OpenMove]:
    return [OpenMove(verb, verb, secret=False, line=f"{verb} {number}") for number in range(1, count + 1)]


def test_of_few_moves_each_is_told() -> None:
    assert to_play(*ways_of("move", 3), OpenMove("pass", "Pass", secret=False, line="pass")) == (
        "Ann to play. !move 1, !move 2, !move 3, !pass"
    )


def test_of_many_moves_one_is_told_for_each_verb_and_none_is_left_out() -> None:
    """The fifth used to be cut silently, and it was the pass."""
    moves = (*ways_of("move", 7), OpenMove("pass", "Pass", secret=False, line="pass"), *ways_of("lift", 2))
    assert to_play(*moves) == "Ann to play. !move 1 … (7 ways: !moves), !pass, !lift 1 … (2 ways: !moves)"


def test_of_moves_that_are_filled_in_an_example_is_told() -> None:
    many = OpenMove("move", "Move", secret=False, example="move 6b x8", ways=11)
    amount = OpenMove("raise", "Raise", secret=False, example="raise 20")
    own = OpenMove("give", "Give", secret=False)
    assert to_play(many, amount, own) == "Ann to play. !move 6b x8 … (11 ways: !moves), !raise 20 …, !give"


def test_who_is_awaited_is_named_up_to_ten_people() -> None:
    """`4 people to play` tells none of them that they are meant."""
    names = tuple(f"P{number}" for number in range(11))
    assert to_play(names=names[:4]).startswith("P0, P1, P2 and P3 to play.")
    assert to_play(names=names).startswith("11 people to play.")


@pytest.mark.parametrize(
    ("told", "awaited", "again"),
    [
        (("Ann", "Ben", "Cid"), ["Ann", "Ben", "Cid"], False),
        (("Ann", "Ben", "Cid"), ["Ann", "Cid"], False),
        (("Ann", "Ben"), ["Ann", "Ben", "Cid"], True),
        ((), ["Ann"], True),
    ],
)
def test_several_whose_turn_a_sentence_told_are_not_named_again(
    told: tuple[str, ...], awaited: list[str], again: bool
) -> None:
    """Also if some of them have moved meanwhile. People not named in the sentence are named."""
    news = [News("Pay 1 to reroll, or stay?", at=0, turn=told)]
    (line,) = lines_of(update(news, awaited), WORDS)
    assert ("to play." in line) == again
    assert line.endswith("!roll")


def test_a_seal_stands_whole_or_not_at_all() -> None:
    """Half a commitment proves nothing."""
    for length in range(0, 441, 7):
        news = [News("x" * length + ".", at=0), News(SEAL, at=0, fine=True)]
        told = lines_of(update(news, ["Ann"]), WORDS)
        assert any(SEAL in line for line in told), length


def test_a_seal_is_said_also_where_much_happened() -> None:
    """`News.fine` stays complete: the seal before the dice roll is what makes them fair."""
    news = [*[News("word " * 60 + "end.", at=0, number=number) for number in range(2)], News(SEAL, at=0, fine=True)]
    assert any(SEAL in line for line in lines_of(update(news), WORDS))


def test_several_seals_at_once_are_not_cut() -> None:
    """A delayed table tells of three games at once."""
    seals = [SEAL.replace("Game 1", f"Game {number}").replace("b" * 12, str(number) * 12) for number in range(1, 6)]
    told = lines_of(update([News(one, at=0, fine=True) for one in seals]), WORDS)
    assert not any(line.endswith("…") for line in told)


# The same line again


class StoppedClock:
    """A clock that stands still, and stops an endless search."""

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
    assert limits.take("1", 2) == 2
    assert given_out == 10


def test_who_finds_no_room_is_told_when_there_will_be() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    for channel in range(PLAIN - KEPT_FOR_ANSWERS):
        limits.take(str(channel))
        now[0] += 0.5
    with pytest.raises(Unreachable) as full:
        limits.take("18")
    assert full.value.held_up == full.value.after
    now[0] += full.value.after + 0.001
    limits.take("18")
    assert limits.has_room_for_an_answer("18", spare=0), "answers have room whatever happens"


def test_who_sits_down_soon_after_a_line_waits_for_others_but_no_game_does() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    assert limits.take("1", asides=True) == 1, "the first is told at once"
    now[0] += A_MOMENT
    with pytest.raises(Unreachable) as soon:
        limits.take("1", asides=True)
    assert soon.value.after == A_MOMENT * (ASIDES_WAIT - 1)
    assert limits.take("1") == 1


def test_some_lines_are_taken_where_there_is_no_room_for_all() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    assert limits.take("1", 12) == 12
    now[0] += 10
    assert limits.take("1", 12) == PLAIN - KEPT_FOR_ANSWERS - 12
    assert limits.room_after("1") == 20.0


@given(st.lists(st.tuples(st.integers(1, 2), st.floats(0.0, 4.0)), min_size=1, max_size=120))
def test_no_span_of_thirty_seconds_ever_holds_more_than_twenty(calls: list[tuple[int, float]]) -> None:
    now = [0.0]
    limits, said = RateLimits(lambda: now[0]), []
    for number, (lines, pause) in enumerate(calls):
        now[0] += pause
        try:
            said += [now[0]] * limits.take(str(number % 7), lines)
        except Unreachable:
            continue
    for at in said:
        assert sum(at <= other < at + 30.0 for other in said) <= 20


def test_many_who_sit_down_with_as_much_are_told_in_one_sentence() -> None:
    """In a crowd for purses each used to have their own sentence: 9,000 letters for 300 people."""
    news = [News(f"p{n} sits down with 100.", 0, newcomer=f"p{n}", aside=True, stack=100) for n in range(9)]
    (line,) = lines_of(update(news), WORDS)
    assert line == "🎲 K7Q · p0, p1, p2, p3, p4, p5 and 3 more sit down with 100 each."
    other = News("zoe sits down with 50.", 0, newcomer="zoe", aside=True, stack=50)
    (line,) = lines_of(update([*news[:2], other]), WORDS)
    assert line == "🎲 K7Q · p0 and p1 sit down with 100 each. zoe sits down with 50."


def test_lines_that_a_channel_refuses_at_once_are_one_try() -> None:
    """An answer and a table's news used to double the pause twice: 50 silent seconds after a time-out of 18."""
    now = [0.0]
    limits = RateLimits(lambda: now[0])
    assert [limits.shut("1"), limits.shut("1")] == [PROBE, PROBE]
    now[0] = PROBE
    assert [limits.shut("1"), limits.shut("1")] == [2 * PROBE, 2 * PROBE]


# In public


async def test_hostile_names_play_like_anybody(night: Night) -> None:
    """T12, T13: no line is a command for Twitch, too long, or without its opening."""
    for number, name in enumerate(NAMES):
        person = night.world.person(f"odd{number}", display_name=name)
        night.channel.join(person)
        await person.says(night.channel, "!halflings 50 mode=house cooldown=0")
        await person.says(night.channel, f"!join {name[:90].splitlines()[0]}")
        await person.says(night.channel, "!no such word /ban")
    await night.line(f"@odd{len(NAMES) - 1} ")
    await night.quiet()
    for line in night.said:
        is_chat(line)
    assert night.world.slash_lines == []
    assert night.world.dropped_lines == []


@pytest.mark.parametrize(
    ("moves", "hands", "called", "told"),
    [
        ([OpenMove("vote", "Vote", secret=True)], True, True, True),
        ([], True, True, True),
        ([OpenMove("roll", "Roll", secret=False), OpenMove("vote", "Vote", secret=True)], True, True, False),
        ([OpenMove("vote", "Vote", secret=True)], False, True, False),
        ([OpenMove("vote", "Vote", secret=True)], True, False, False),
    ],
)
def test_a_turn_that_is_played_on_pages_says_so(moves: list[OpenMove], hands: bool, called: bool, told: bool) -> None:
    one = update([], ["Ann"] if called else [])
    one = replace(one, card=replace(one.card, open_moves=tuple(moves), hands=hands))
    assert ("Play on your page." in turn(one, WORDS, has_pages=True)) is told
    assert "Play on your page" not in turn(one, WORDS, hands_at=ADDRESS, has_pages=True)
    assert "Play on your page" not in turn(one, WORDS), "nobody finds a page there"
