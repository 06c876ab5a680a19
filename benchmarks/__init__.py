"""Speed and memory, each beside a physical floor that was measured in the same run: ``python -m benchmarks``."""
