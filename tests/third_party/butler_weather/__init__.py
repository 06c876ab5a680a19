"""A third party's room, log format and issue source."""
