"""Draw names and texts of people who want our lines to become something else (threats T10 to T13)."""

from hypothesis import strategies as st

NAMES = (
    "/ban",
    ".timeout",
    "!join",
    "/me waves",
    "@everyone",
    "\u202e/nab\u202c",
    "\u2066.clear\u2069",
    "Z\u0351\u0351\u0351\u0351\u0351\u0351\u0351\u0351\u0351a\u0351\u0351\u0351\u0351l",
    "a\n/ban b",
    "a\r\n.disconnect",
    "\u2028/ban",
    "\u200b/ban",
    "\U000e0000",
    "\u3164",
    "House",
    "🎲",
    "👨‍👩‍👧‍👦" * 30,
    "שלום",
    "x" * 4000,
    "https://example.com",
)
SIGNS = (
    "/.!@#\\🎲· \n\r\t\u2028\u2029\x0b\x0c\x85\u202e\u202c\u2066\u2069\u200b\u200d\u034f\U000e0000\u0301éשَ漢👨‍👩‍👧aZ09"
)
anything = st.characters(exclude_categories=("Cs", "Cc"))
"""No control characters except those of `SIGNS` get into the house's texts."""
texts = st.one_of(
    st.sampled_from(NAMES),
    st.text(alphabet=SIGNS, max_size=80),
    st.text(alphabet=anything, max_size=700),
    st.text(alphabet="ab. ", min_size=300, max_size=1500),
)
names = texts.map(lambda text: text[:60])
