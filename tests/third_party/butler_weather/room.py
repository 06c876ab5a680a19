"""The weather room, and two rooms that cannot move in."""

from butler.capability import Caller, Capability, reads
from butler.envelope import Envelope, ok
from butler.errors import ButlerError


class WeatherTools:
    """Tools of the weather room."""

    def __init__(self, house):
        self.house = house

    @reads
    def weather_tell(self, caller: Caller, place: str) -> Envelope:
        """Tell the weather of a place.

        Args:
            place: where to look.
        """
        if place == "nowhere":
            raise ButlerError("weather_unknown", message="Nobody knows.", hint="Name a place.")
        return ok(f"dry in {place}", {"caller": caller.client, "project": self.house.project_name})


class HandoverTools:
    """A tools class whose tool name is taken."""

    def __init__(self, house):
        self.house = house

    @reads
    def handover_read(self, caller: Caller) -> Envelope:
        """Never reached."""
        raise AssertionError


CAPABILITY = Capability("weather", "Tell the weather.", lambda: WeatherTools)
TAKEN = Capability("handover", "A name that is taken.", lambda: WeatherTools)
CLASH = Capability("clash", "A tool name that is taken.", lambda: HandoverTools)
