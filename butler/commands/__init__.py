"""The command line's commands, one module per group: each adds its parsers and prints what the same functions answer."""
