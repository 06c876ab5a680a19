"""A log format: each line is ``weather <words>``."""

from butler.capabilities.session_log.formats import SessionLogFormat
from butler.capabilities.session_log.models import Message


def recognises(head):
    """The first word tells."""
    return head.start.startswith(b"weather ")


def entries(lines, receipt):
    """One message per line."""
    for number, line in lines:
        yield Message(number, None, "person", line.decode("utf-8", "replace").strip().removeprefix("weather "))


FORMAT = SessionLogFormat("weather_log", "weather", 5, recognises, entries)
