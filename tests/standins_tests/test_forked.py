"""Test that a forked program need not load anew what it was forked for: a module that is not found would be left out
without a word.
"""

import sys
from pathlib import Path

from forked import Forked

from bot.text.messages import parsed


def tell() -> None:
    chats = [name for name in ("discord", "twitchio") if name in sys.modules]
    sys.stdout.write(" ".join([str(parsed.cache_info().currsize), *chats]))


def test_what_is_forked_has_read_all_words_and_loaded_both_chats(tmp_path: Path) -> None:
    output = tmp_path / "told"
    assert Forked(tell, output=output).wait(60) == 0
    read, *chats = output.read_text().split()
    assert int(read) > 1000
    assert chats == ["discord", "twitchio"]
