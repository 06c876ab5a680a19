"""Butler: a local-first MCP server that carries coding work from one agent session to the next."""

__version__ = "0.1.0"
