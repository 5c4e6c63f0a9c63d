"""The edge of the table room: connections before they are requests (threats T28, T29)."""
