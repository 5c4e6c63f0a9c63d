"""Test that a secret never prints its content (habit 10)."""

import pprint
import traceback

import msgspec
import pytest
from cases import case
from msgspec import Struct

from games.kit.secret import Sealed, Secret

HIDDEN = 918273


class Cup(Struct, frozen=True):
    die: Secret[int]
    others: tuple[Secret[int], ...]


CUP = Cup(Secret(HIDDEN), (Secret(HIDDEN), Secret(HIDDEN)))


def test_it_prints_closed_everywhere() -> None:
    for printed in [
        repr(Secret(HIDDEN)),
        str(Secret(HIDDEN)),
        f"{Secret(HIDDEN)}",
        f"{Secret(HIDDEN)!r}",
        f"{Secret(HIDDEN):>20}",
        format(Secret(HIDDEN), "d"),
        "%s" % Secret(HIDDEN),  # noqa: UP031 - this too
        repr(CUP),
        str([CUP]),
        repr({"cup": CUP}),
        pprint.pformat(CUP),
    ]:
        with case(printed):
            assert str(HIDDEN) not in printed
            assert "Secret(…)" in printed


def test_it_opens_by_one_word() -> None:
    assert Secret(HIDDEN).reveal() == HIDDEN


def test_it_has_no_rich_form() -> None:
    with pytest.raises(TypeError) as caught:
        Secret(HIDDEN).__rich_repr__()
    assert str(HIDDEN) not in str(caught.value)


def test_no_error_of_the_decoder_shows_it() -> None:
    """The wrong text contains the hidden value, but the error names only its type and place."""
    content = msgspec.json.encode(CUP).replace(str(HIDDEN).encode(), b'"918273"')
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(content, type=Cup)
    assert str(HIDDEN) not in "".join(traceback.format_exception(caught.value))


def test_it_survives_store_and_load() -> None:
    loaded = msgspec.json.decode(msgspec.json.encode(CUP), type=Cup)
    assert loaded == CUP
    assert isinstance(loaded.die, Secret)
    assert loaded.die.reveal() == HIDDEN


def test_an_open_number_is_not_taken_for_a_secret_nor_a_secret_for_a_number() -> None:
    class Open(Struct):
        die: int

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(Open(HIDDEN)), type=Cup)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"die":[5]}', type=Open)


def test_two_secrets_are_equal_when_what_they_hide_is() -> None:
    """States are compared, which prints nothing."""
    assert Secret(3) == Secret(3)
    assert Secret(3) != Secret(4)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Secret(3)._hidden = 4  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Secret, Sealed])
def test_it_is_stored_as_a_list_of_one_thing_and_of_no_more(kind: type[Secret[int]]) -> None:
    """A secret with something beside it was never stored by us."""
    assert msgspec.json.encode(kind(5)) == b"[5]"
    assert msgspec.json.decode(b"[5]", type=kind[int]).reveal() == 5
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b"[5,6]", type=kind[int])
