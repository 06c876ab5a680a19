"""Issue sources: one module each, named as the source is named, each offering one ``SOURCE``."""
