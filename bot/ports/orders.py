"""What an operator tells running processes by news: to stop, or to say something at all tables."""

from typing import Final

DRAIN: Final = b"drain"
"""Stop, once all that is under way is done. The content: the name of a process; empty: each of them."""
BROADCAST: Final = b"broadcast"
"""Say the content at all tables."""
LONGEST: Final = 200
"""The most letters of what is said."""
