"""Test text that people type and the bot shows (threats T10 to T13): names, texts for the dice, repeated words."""

# ruff: noqa: RUF001 - look-alikes are its subject

import unicodedata

import pytest
import regex
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters.discord.outbound.markup import JOINER, plain
from bot.text.safe_text import (
    FSI,
    LONGEST_NAME,
    LONGEST_QUOTE,
    PDI,
    bare,
    quoted,
    safe_name,
    safe_text,
    skeleton,
    told_apart,
)

UNSEEN = regex.compile(r"[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\U0001D159]")
FIRST = "/.!\\"
BITING = regex.compile(r"@\S|<[A-Za-z/@#:!&]|\]\(|://|(?i:discord\.(gg|com))")
"""Finds anything that pings, links or opens a tag."""
thoroughly = settings(max_examples=3 * settings().max_examples, deadline=None, database=None)

HOSTILE = [
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "</ban:123456789012345678>",
    "<t:1700000000:R>",
    "<:kappa:123456789012345678>",
    "**bold**",
    "__under__",
    "~~gone~~",
    "||spoiler||",
    "`code`",
    "```\nfence\n```",
    "# heading",
    "> quote",
    ">>> quote",
    "- list",
    "1. list",
    "[link](https://evil.example)",
    "https://evil.example",
    "discord.gg/evil",
    "DISCORD.com/invite/evil",
    "/ban pete",
    ".timeout pete",
    "!give pete 1000",
    "\\escape",
    "name\r\n/ban pete",
    "name\u2028/ban pete",
    "\u202eetep",
    "\u2066pete\u2069\u2069\u2069",
    "pe\u200bte",
    "pe\u00adte",
    "pe\u034fte",
    "pe\u180bte",
    "p\u0301\u0302\u0303\u0304\u0305\u0306\u0307ete",
    "\u0301\u0301/ban",
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160",
    "\U0001d159",
    "\U000e0041\U000e0042",
    "\ud800",
    "\x00\x07\x1b[31mred",
    "פיט",
    "بيت",
    "پیت\u202e",
    "zażółć gęślą jaźń",
    "👨‍👩‍👧‍👦" * 32,
    "🐢" * 32,
    "é" * 4000,
    "a" * 4000,
    " ",
    "",
    "House",
    "the House",
    "Ηοuse",
    "1",
    "pete (2)",
    "somebody",
    "{ $name }",
    "\uff20everyone",
    "%s %n {0}",
    "'; DROP TABLE purses; --",
    "<script>alert(1)</script>",
    "\ufdfd",
]
STEMS = [
    *("ann", "Nightbot", "pokimane", "Ludwig", "shroud", "xQc", "O'Neil", "turtle"),
    *("Zażółć", "李小龍", "さくら", "김철수", "Jürgen", "Ελένη", "Иван", "Ørsted"),
]
SHAPES = [
    *("{}", "{}_", "_{}_", "__{}__", "xX_{}_Xx", "{}_tv", "the_{}_99", "{}007", "{}__2", "im{}TTV"),  # Twitch
    *("*~{}~*", "{} | he/him", "[GG] {}", "-{}-", "~{}", "{} <3", ">{}<", "#1 {}", "`{}`", "{} @ work"),  # Discord
    *("$ {}", "🐢 {}", "{}.", "{} ♥", "(¬‿¬) {}"),
]
LIKE_REAL_ONES = [shape.format(stem) for shape in SHAPES for stem in STEMS]
names = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=60),
    st.text(st.characters(categories=["Mn", "Cf", "Lo", "Zs", "Po"]), max_size=40),
    st.lists(st.sampled_from([*HOSTILE, "/", "!", " ", "\u0301", "://", "discord.gg", ":", "("]), max_size=6).map(
        "".join
    ),
)


def graphemes(text: str) -> list[str]:
    found: list[str] = regex.findall(r"\X", text)
    return found


def is_plain(text: str) -> bool:
    return not UNSEEN.search(text) and text == text.strip() and "\n" not in text and "  " not in text


@thoroughly
@given(names, st.integers(0, 80))
def test_a_safe_text_is_one_line_of_what_can_be_seen(text: str, longest: int) -> None:
    safe = safe_text(text, longest)
    assert is_plain(safe)
    assert len(graphemes(safe)) <= longest
    assert unicodedata.is_normalized("NFC", safe)
    assert not regex.search(r"\p{M}{3}", safe)
    assert not regex.match(r"\p{M}", safe)


@thoroughly
@given(names, st.integers(0, 80))
def test_making_a_text_safe_twice_changes_nothing_more(text: str, longest: int) -> None:
    safe = safe_text(text, longest)
    assert safe_text(safe, longest) == safe


@thoroughly
@given(names)
def test_a_name_never_opens_a_command_calls_or_links(name: str) -> None:
    """T10, T11, T12: also if a name is made safe twice, like a stored one."""
    safe = safe_name(name)
    plain = bare(safe)
    assert is_plain(plain)
    assert plain[0] not in FIRST
    assert 1 <= len(graphemes(plain)) <= LONGEST_NAME
    assert not BITING.search(plain)
    assert safe_name(safe) == safe


@thoroughly
@given(names)
def test_a_name_that_runs_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    """T13: isolates surround such a name, and no other."""
    safe = safe_name(name)
    runs_back = bool(regex.search(r"[\p{bidi_class=R}\p{bidi_class=AL}]", safe))
    assert safe.startswith(FSI) == safe.endswith(PDI) == runs_back
    assert FSI not in bare(safe)
    assert PDI not in bare(safe)


@thoroughly
@given(names)
def test_a_word_said_back_is_as_safe_as_a_name(word: str) -> None:
    """T10, T11: its first letter follows our quotation mark."""
    said = bare(quoted(word))
    assert not UNSEEN.search(said)
    assert len(graphemes(said)) <= LONGEST_QUOTE + 1
    assert not BITING.search(said)


def test_a_quote_that_was_cut_says_so_wherever_it_was_cut() -> None:
    whole = "a" * LONGEST_QUOTE
    assert quoted(whole) == whole
    assert quoted(f"{whole} and more") == f"{whole}…"


def test_no_hostile_name_keeps_its_bite() -> None:
    for name in HOSTILE:
        with case(name):
            safe = bare(safe_name(name))
            assert safe
            assert not BITING.search(safe)
            assert not regex.search(r"[\r\n\u2028\u202e\u200b]|^[/.!]", safe)


def test_where_nothing_visible_is_left_somebody_sits() -> None:
    for name in ("", " ", "\u3164", "\u200b", "///", "\u0301", "...", "\U0001d159", "…"):
        assert safe_name(name) == "somebody"


def test_a_name_is_shown_letter_by_letter() -> None:
    """With names as on Twitch and Discord; Discord's adapter shows every sentence as it reads."""
    for name in LIKE_REAL_ONES:
        with case(name):
            assert bare(safe_name(name)) == name
            assert unescaped(plain(safe_name(name))) == safe_name(name)


def unescaped(text: str) -> str:
    """Return what Discord shows of a text in which a backslash precedes each markup sign."""
    assert not regex.search(r"(?<!\\)[*_~`|<>#\[\]]", text)
    return regex.sub(r"\\(.)", r"\1", text).replace(JOINER, "")


# Told apart (T13)


LIKE_PETE = ["pete", "Pete", "PETE", "pеtе", "ｐｅｔｅ", "p e t e", "pété", "𝗉𝖾𝗍𝖾"]


def test_two_who_look_alike_are_told_with_their_numbers() -> None:
    for other in LIKE_PETE:
        with case(other):
            assert told_apart(("pete", other)) == ("pete (1)", f"{other} (2)")


def test_people_who_look_different_are_told_by_name_alone() -> None:
    assert told_apart(("pete", "petra", "ann", "李")) == ("pete", "petra", "ann", "李")


@pytest.mark.parametrize("name", ["House", "the House", "HOUSE", "Ηοuse", "tһe Hоuse"])
def test_whoever_is_called_like_the_house_has_a_number(name: str) -> None:
    assert told_apart((name,), reserved=("the House", "House")) == (f"{name} (1)",)


def test_nobody_is_called_by_a_number_or_takes_the_number_of_another() -> None:
    assert told_apart(("2", "ann")) == ("2 (1)", "ann")
    assert told_apart(("pete (2)", "pete")) == ("pete (2) (1)", "pete")
    assert told_apart(("pete (3)", "pete", "pete")) == ("pete (3) (1)", "pete (2)", "pete (3)")


@settings(deadline=None, database=None)
@given(st.lists(names.map(safe_name), min_size=1, max_size=8))
def test_no_two_at_a_table_are_told_the_same(names_there: list[str]) -> None:
    called = told_apart(tuple(names_there), reserved=("the House", "House"))
    assert len({skeleton(name) for name in called}) == len(called)
    assert all(len(graphemes(bare(name))) <= LONGEST_NAME + 4 for name in called)


def test_five_hundred_names_keep_the_lines_of_the_table_short() -> None:
    called = told_apart(tuple(safe_name(f"{HOSTILE[n % len(HOSTILE)]}{n // len(HOSTILE)}") for n in range(500)))
    assert len(set(called)) == 500
    widest = max(sum(1 + (unicodedata.east_asian_width(one[0]) in "WF") for one in graphemes(name)) for name in called)
    assert widest <= 2 * LONGEST_NAME + len(" (500)")


def test_a_name_has_24_letters_at_most_however_they_are_written() -> None:
    assert safe_name("a" * 200) == "a" * 24
    assert len(graphemes(safe_name("e\u0301" * 200))) == 24
