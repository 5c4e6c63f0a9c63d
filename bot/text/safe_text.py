"""Make text that people typed safe to show: names, texts for the dice, lobby titles (threats T10 to T13)."""

import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

import regex

LONGEST_NAME: Final = 24
LONGEST_QUOTE: Final = 40
MARKS_A_BASE: Final = 2
FSI, PDI = "\u2068", "\u2069"
UNSEEN: Final = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\U0001D159]+"
)
SPACES: Final = regex.compile(r"\s+")
MARKS_FIRST: Final = regex.compile(r"^[\p{M}\s]+")
MANY_MARKS: Final = regex.compile(rf"(\p{{M}}{{{MARKS_A_BASE}}})\p{{M}}+")
BITES: Final = {
    regex.compile(r"@(?=\S)"): "＠",
    regex.compile(r"<(?=[A-Za-z/@#:!&])"): "‹",
    regex.compile(r"\](?=\()"): "］",
    regex.compile("://"): ":/ /",
    regex.compile(r"(?i)(?<=discord)\.(?=gg|com)"): "․",
}
"""Signs that ping, link or open a tag where a line is shown as it is, and their harmless lookalikes."""
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
NOT_FIRST: Final = regex.compile(r"^[/.!\\\p{M}\s]+")
NUMBERED: Final = regex.compile(r"\([0-9]+\)$")


def safe_text(text: str, longest: int) -> str:
    """Return one line of visible text: NFC, no controls or direction marks, few combining marks, cut by grapheme."""
    if text.isascii() and text.isprintable():  # each letter is a grapheme, and only blanks need repair
        return " ".join(text.split())[:longest].strip()
    text = UNSEEN.sub("", SPACES.sub(" ", text))
    text = MANY_MARKS.sub(r"\1", unicodedata.normalize("NFC", text))
    text = MARKS_FIRST.sub("", SPACES.sub(" ", text))
    return "".join(regex.findall(r"\X", text)[:longest]).strip()


def safe_name(name: str) -> str:
    """Return a name that pings nobody, is no link and begins no command, made safe letter by letter; or "somebody".

    Markup stays in it: adapters escape it in whole sentences.
    """
    plain = safe_text(NOT_FIRST.sub("", unlinked(safe_text(name, 10 * LONGEST_NAME))), LONGEST_NAME)
    return fenced(plain) if regex.search(r"[\p{L}\p{N}\p{S}]", plain) else "somebody"


def quoted(text: str) -> str:
    """Return a typed word in a form that the bot may repeat: it pings nobody and is no link."""
    plain = unlinked(safe_text(text, len(text)))
    letters = regex.findall(r"\X", plain)
    return fenced(plain if len(letters) <= LONGEST_QUOTE else "".join(letters[:LONGEST_QUOTE]) + "…")


def unlinked(text: str) -> str:
    """Return the text without mentions and links."""
    for bite, alike in BITES.items():
        text = bite.sub(alike, text)
    return text


def fenced(text: str) -> str:
    """Isolate right-to-left text, so that it does not turn the text around it."""
    return f"{FSI}{text}{PDI}" if regex.search(r"[\p{bidi_class=R}\p{bidi_class=AL}]", text) else text


def bare(name: str) -> str:
    """Return a name without the marks of `fenced`, as somebody would type it."""
    return name.replace(FSI, "").replace(PDI, "")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return what a name looks like (after UTS 39): names with the same skeleton can be confused."""
    plain = regex.sub(r"\p{M}|\s", "", unicodedata.normalize("NFKD", bare(name)))
    likes = "".join(latin_likeness(letter) for letter in plain).casefold()
    return likes.translate(ALIKE)


@lru_cache(maxsize=4096)
def latin_likeness(letter: str) -> str:
    """Return the Latin letter that this letter looks like, capital or small; else the letter itself."""
    if letter.isascii():
        return letter
    from confusable_homoglyphs import confusables  # noqa: PLC0415 - its tables are loaded for the first such letter

    found = confusables.is_confusable(letter, greedy=False, preferred_aliases=[])
    likes = (
        [like["c"] for like in found[0]["homoglyphs"] if like["c"].isascii()]
        if isinstance(found, list) and found
        else []
    )
    return str(likes[0]) if likes else letter


@lru_cache(maxsize=1024)
def told_apart(names: tuple[str, ...], reserved: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a name for each seat: its own, with its number if it looks like another's or a reserved name.

    A name that looks as if it had a number gets one, too.
    """
    looks = [skeleton(name) for name in names]
    taken = Counter([*looks, *map(skeleton, reserved)])
    return tuple(
        f"{name} ({seat + 1})" if taken[look] > 1 or looks_numbered(name) else name
        for seat, (name, look) in enumerate(zip(names, looks, strict=True))
    )


@lru_cache(maxsize=4096)
def looks_numbered(name: str) -> bool:
    """Tell whether a name is a number, or ends like the name of a numbered seat."""
    plain = bare(name)
    return plain.isdigit() or NUMBERED.search(plain) is not None
