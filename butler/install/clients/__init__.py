"""The clients that Butler can be registered with, one module each, each offering one ``CLIENT``."""
