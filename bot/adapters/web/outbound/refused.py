"""Define a refusal: the sentence that a request gets instead of an answer."""


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """Refuses a request with this HTTP status and this sentence (by id); `back`: the address of the way back."""

    def __init__(self, status: int, sentence: str, back: str = "/") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.back = status, sentence, back
