"""``python -m butler``."""

from butler.cli import main

raise SystemExit(main())
