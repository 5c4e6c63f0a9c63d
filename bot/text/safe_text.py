"""Text typed by people, made safe to be shown by us: names, texts for the dice, lobby titles (threats T10 to T13)."""

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
"""Signs that call, link or open a tag where a line is shown as it stands; and those that read alike and do not."""
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
NOT_FIRST: Final = regex.compile(r"^[/.!\\\p{M}\s]+")
NUMBERED: Final = regex.compile(r"\([0-9]+\)$")


def safe_text(text: str, longest: int) -> str:
    """Return one line of visible text: NFC, no controls or direction marks, few combining marks, cut by grapheme."""
    if text.isascii() and text.isprintable():  # each letter is a grapheme, and only blanks are to be mended
        return " ".join(text.split())[:longest].strip()
    text = UNSEEN.sub("", SPACES.sub(" ", text))
    text = MANY_MARKS.sub(r"\1", unicodedata.normalize("NFC", text))
    text = MARKS_FIRST.sub("", SPACES.sub(" ", text))
    return "".join(regex.findall(r"\X", text)[:longest]).strip()


def safe_name(name: str) -> str:
    """Return a name, letter by letter, that calls nobody, links to nothing and begins no command; or "somebody".

    What marks up is left in it: an adapter shows every sentence as it reads.
    """
    plain = safe_text(NOT_FIRST.sub("", unlinked(safe_text(name, 10 * LONGEST_NAME))), LONGEST_NAME)
    return fenced(plain) if regex.search(r"[\p{L}\p{N}\p{S}]", plain) else "somebody"


def quoted(text: str) -> str:
    """Return a word that somebody typed as the bot may say it back: it calls nobody and links to nothing."""
    plain = unlinked(safe_text(text, len(text)))
    letters = regex.findall(r"\X", plain)
    return fenced(plain if len(letters) <= LONGEST_QUOTE else "".join(letters[:LONGEST_QUOTE]) + "…")


def unlinked(text: str) -> str:
    """Return the text without a mention or link."""
    for bite, alike in BITES.items():
        text = bite.sub(alike, text)
    return text


def fenced(text: str) -> str:
    """Fence text that runs from right to left, so that it does not turn what stands around it."""
    return f"{FSI}{text}{PDI}" if regex.search(r"[\p{bidi_class=R}\p{bidi_class=AL}]", text) else text


def bare(name: str) -> str:
    """Return a name without its fences, as somebody would type it."""
    return name.replace(FSI, "").replace(PDI, "")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return what a name looks like (after UTS 39): two names with one skeleton can be taken for each other."""
    plain = regex.sub(r"\p{M}|\s", "", unicodedata.normalize("NFKD", bare(name)))
    likes = "".join(latin_likeness(letter) for letter in plain).casefold()
    return likes.translate(ALIKE)


@lru_cache(maxsize=4096)
def latin_likeness(letter: str) -> str:
    """Return the Latin letter that this one looks like, as a capital or as a small one; else the letter itself."""
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
    """Return what each seat is called: its name, with its number where it looks like another's or a reserved one.

    Also where it looks as if it had a number already.
    """
    looks = [skeleton(name) for name in names]
    taken = Counter([*looks, *map(skeleton, reserved)])
    return tuple(
        f"{name} ({seat + 1})" if taken[look] > 1 or looks_numbered(name) else name
        for seat, (name, look) in enumerate(zip(names, looks, strict=True))
    )


@lru_cache(maxsize=4096)
def looks_numbered(name: str) -> bool:
    """Tell whether a name is a number, or ends in one as a seat's does."""
    plain = bare(name)
    return plain.isdigit() or NUMBERED.search(plain) is not None
