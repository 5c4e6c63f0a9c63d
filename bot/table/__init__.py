"""The flow of a table: pure changes of a session, each told in batches. No store, no clock of its own, no platform."""
