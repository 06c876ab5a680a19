"""What Butler does when a client tells that something happens: a session starts, stops, is compacted or ends.

One module for each event; each decides what the model is shown and what is to be done in the background. The command
``butler hook`` reads what the client tells, keeps the time, starts the work and never lets a failure reach the client.
"""

from __future__ import annotations
