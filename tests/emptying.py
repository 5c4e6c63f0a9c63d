"""Empty a server between tests. To make a client of `redis` for it takes longer than many a test, and draws luck."""

import socket
from urllib.parse import unquote, urlsplit


def empty(url: str) -> None:
    """Remove all that other tests have left on a server of ours, which listens on a unix socket."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(unquote(urlsplit(url).path))
        line.sendall(b"FLUSHALL\r\n")
        assert line.recv(64) == b"+OK\r\n"
