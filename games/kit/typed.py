"""Read what people type where it differs from the notation."""

from games.kit.moves import LegalMove, Move


class TypedInput:
    """Read what people type. By default: only the notation."""

    def implied(self, word: str, legal: tuple[LegalMove, ...] = (), /) -> type[Move] | None:  # noqa: ARG002
        """Return the move that is meant by a line that begins with this word and names no verb (`7s`: `play 7s`).

        `legal`: what the speaker may do now; empty if that is not known.
        """
        return None

    def meant(self, kind: type[Move], words: tuple[str, ...], /) -> tuple[type[Move], tuple[str, ...]]:
        """Return the move, and its words, that people mean by this verb and these words."""
        return kind, words

    def spelled_out(
        self,
        kind: type[Move],  # noqa: ARG002
        words: tuple[str, ...],
        legal: tuple[LegalMove, ...],  # noqa: ARG002
        /,
    ) -> tuple[str, ...]:
        """Return the words after this verb in the notation's own form (`7s`: `7 7`, if two may be played)."""
        return words
