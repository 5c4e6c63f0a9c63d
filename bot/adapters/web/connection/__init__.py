"""The edge of the table room: connections before they become requests (threats T28, T29)."""
