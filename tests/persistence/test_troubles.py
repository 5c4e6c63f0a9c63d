"""Test that troubles between us and Redis get a kind, and a sentence that says what to do (threats F2 to F6)."""

import pytest
from redis import exceptions as redis_errors
from redis._parsers.base import BaseParser

from persistence.troubles import StoreTrouble, trouble_of, unconfirmed, unreachable

WHERE = "10.1.2.3:6379"
IN_A_SCRIPT = "ERR Error running script (call to f_0a1b): @user_script:3: @user_script: 3: "
"""How Redis 6.2 begins when a command inside a script fails."""


def told(answer: str) -> StoreTrouble:
    """Return the trouble of an error answered by Redis, as redis-py's own parser reads it."""
    error = BaseParser.parse_error(answer)
    assert isinstance(error, Exception)
    return trouble_of(error, WHERE, sent=True)


def raised_from(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def raised_during(error: Exception, context: Exception) -> Exception:
    error.__context__ = context
    return error


@pytest.mark.parametrize(
    ("answer", "kind", "advice"),
    [
        ("OOM command not allowed when used memory > 'maxmemory'.", "full", "Give it more memory"),
        ("MISCONF Redis is configured to save RDB snapshots", "full", "Make room on its disk"),
        ("READONLY You can't write against a read only replica.", "read_only", "Point REDIS_URL at the primary"),
        ("NOREPLICAS Not enough good replicas to write.", "read_only", "Look at its replicas"),
        ("LOADING Redis is loading the dataset in memory", "loading", "Wait a moment"),
        ("MASTERDOWN Link with MASTER is down", "loading", "Point REDIS_URL at the primary"),
        ("TRYAGAIN Multiple keys request during rehashing of slot", "busy", "Wait a moment"),
        ("BUSY Redis is busy running a script.", "busy", "SCRIPT KILL"),
        ("NOAUTH Authentication required.", "refused", "Set REDIS_PASSWORD"),
        ("WRONGPASS invalid username-password pair", "refused", "Correct REDIS_PASSWORD"),
        ("ERR invalid password", "refused", "Correct REDIS_PASSWORD"),
        ("NOPERM this user has no permissions to run the 'info' command", "refused", "Correct the access list"),
        ("MOVED 234 10.1.2.4:6379", "unsuitable", "one node of a cluster"),
        ("ASK 234 10.1.2.4:6379", "unsuitable", "one node of a cluster"),
        ("CROSSSLOT Keys in request don't hash to the same slot", "unsuitable", "please report it"),
        ("CLUSTERDOWN The cluster is down", "unreachable", "Look at the cluster's nodes"),
        (f"{IN_A_SCRIPT}-OOM command not allowed when used memory > 'maxmemory'.", "full", "Give it more memory"),
        (f"{IN_A_SCRIPT}-MISCONF Redis is configured to save RDB snapshots", "full", "Make room on its disk"),
        ("ERR The user executing the script can't run this command or subcommand", "refused", "access list"),
        ("ERR ACL failure in script: User bot has no permissions", "refused", "access list"),
    ],
)
def test_what_redis_refuses_is_told_with_what_to_do(answer: str, kind: str, advice: str) -> None:
    trouble = told(answer)
    assert (trouble.kind, trouble.pending) == (kind, False), "it was answered: nothing is open"
    assert str(trouble).startswith(f"Redis at {WHERE} ")
    assert advice in str(trouble)


@pytest.mark.parametrize(
    ("answer", "quoted"),
    [
        ("ERR unknown command 'ZMSCORE'.", "unknown command 'ZMSCORE'"),
        ("WRONGTYPE Operation against a key", "WRONGTYPE Operation against a key"),
        ("GONE its log of before said -OOM and more", "GONE its log of before said -OOM and more"),
    ],
)
def test_an_error_of_no_known_word_is_quoted(answer: str, quoted: str) -> None:
    trouble = told(answer)
    assert trouble.kind == "broken"
    assert str(trouble) == f"Redis at {WHERE} refused a command: {quoted}."


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (
            ConnectionRefusedError(111, "Connection refused"),
            "unreachable",
            "can't be reached: Connection refused. Start it, or correct REDIS_URL.",
        ),
        (OSError("the wire was cut."), "unreachable", "can't be reached: the wire was cut. Start it,"),
        (redis_errors.ConnectionError(), "unreachable", "can't be reached: no answer. Start it,"),
        (
            raised_from(redis_errors.ConnectionError("Error 111"), ConnectionRefusedError(111, "Connection refused")),
            "unreachable",
            "can't be reached: Connection refused. Start it,",
        ),
        (
            raised_during(redis_errors.ConnectionError("Error 2"), FileNotFoundError(2, "No such file or directory")),
            "unreachable",
            "can't be reached: No such file or directory. Start it,",
        ),
        (
            raised_from(
                raised_during(redis_errors.ConnectionError("Error 104"), OSError(2, "an older one")),
                ConnectionResetError(104, "Connection reset by peer"),
            ),
            "unreachable",
            "can't be reached: Connection reset by peer. Start it,",
        ),
        (
            raised_from(redis_errors.ConnectionError("Connection closed by server."), OSError("no word of why")),
            "unreachable",
            "can't be reached: Connection closed by server. Start it,",
        ),
        (
            raised_from(redis_errors.ConnectionError("Connection lost"), ValueError("something else")),
            "unreachable",
            "can't be reached: Connection lost. Start it,",
        ),
        (TimeoutError(), "timeout", "doesn't answer in time."),
        (redis_errors.TimeoutError("Timeout connecting to server"), "timeout", "doesn't answer in time."),
        (
            redis_errors.InvalidResponse("Protocol Error: b'HTTP'."),
            "broken",
            "gave an unexpected answer: Protocol Error: b'HTTP'.",
        ),
    ],
)
def test_a_lost_answer_leaves_open_what_was_sent(error: Exception, kind: str, sentence: str, sent: bool) -> None:
    """Threats F3: what was never sent was not done; what was sent may have been."""
    trouble = trouble_of(error, WHERE, sent=sent)
    assert (trouble.kind, trouble.pending) == (kind, sent)
    assert str(trouble).startswith(f"Redis at {WHERE} {sentence}")
    assert str(trouble).endswith(".")
    assert ".." not in str(trouble)


def test_a_refused_password_inside_a_failed_connection_is_told_as_that() -> None:
    """redis-py reports it like this on a unix socket."""
    inside = BaseParser.parse_error("WRONGPASS invalid username-password pair")
    assert isinstance(inside, Exception)
    trouble = trouble_of(raised_from(redis_errors.ConnectionError(inside), inside), WHERE, sent=False)
    assert trouble.kind == "refused"


def test_a_server_that_loads_is_told_as_that_whatever_came_before() -> None:
    loading = raised_from(redis_errors.BusyLoadingError("LOADING"), redis_errors.ResponseError("ERR before"))
    assert trouble_of(loading, WHERE, sent=True).kind == "loading"


def test_a_trouble_that_is_told_already_stays_what_it_is() -> None:
    known = StoreTrouble("busy", "Too many wait.")
    assert trouble_of(known, WHERE, sent=True) is known
    known.__cause__ = redis_errors.ResponseError("OOM command not allowed")
    assert trouble_of(known, WHERE, sent=True) is known


def test_a_trouble_is_its_sentence_and_leaves_nothing_open_unless_it_says_so() -> None:
    trouble = StoreTrouble("full", "There is no room.")
    assert (str(trouble), trouble.kind, trouble.pending) == ("There is no room.", "full", False)
    assert not unreachable(WHERE, "gone").pending
    assert unconfirmed(WHERE).pending, "it stands at the primary (threats F5)"
