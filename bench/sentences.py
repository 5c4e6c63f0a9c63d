"""What one sentence costs: kept, with values that were met before, and new; beside Fluent's own runtime."""

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from fluent.runtime import FluentBundle, FluentResource

from bench.goals import Goal, Scale, micros
from bot.text import Words
from bot.text.words import FUNCTIONS, sources
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say

NAMES: Final = ("ann", "bob")


def by_fluent() -> Any:
    """Return Fluent's own bundle of the bot's and one game's files."""
    bundle = FluentBundle(["en"], functions=FUNCTIONS, use_isolating=False)
    for text in sources(catalogue()["halflings"], "en"):
        bundle.add_resource(FluentResource(text), allow_overrides=True)
    return bundle


def sentences(scale: Scale) -> Iterator[Goal]:
    words, game, bundle = Words(), catalogue()["halflings"], by_fluent()

    def theirs(message: str, **values: str | int) -> float:
        pattern = bundle.get_message(message).value
        return micros(lambda: bundle.format_pattern(pattern, values), scale.calls).median

    plain, spot = say("nobody"), say("value-spot", seat=Who(Seat(0)), index=1, of=2)
    number = count(2)
    runtime = "fluent.runtime, values ready, µs"
    yield Goal(
        "a sentence where the saying itself is the key",
        micros(lambda: words.sentence(plain, NAMES, game), scale.calls),
        "µs",
        "<= 0.3",
        runtime,
        theirs("nobody"),
    )
    yield Goal(
        "a sentence with values met before",
        micros(lambda: words.sentence(spot, NAMES, game), scale.calls),
        "µs",
        "<= 0.6",
        runtime,
        theirs("value-spot", seat="ann", index=1, of=2, prefix="!"),
    )
    yield Goal(
        "a new sentence, with a plural",
        micros(lambda: words.sentence(Say("stakes-waiting", {"count": next(number)})), scale.calls),
        "µs",
        "<= 2",
        runtime,
        theirs("stakes-waiting", count=7, prefix="!"),
    )
