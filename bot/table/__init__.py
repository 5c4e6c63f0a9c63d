"""The flow of a table: pure changes of a session, each told in batches. It has no store, no clock and no platform."""
