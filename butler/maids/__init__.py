"""Maids: deterministic workers. Facts in, a result out; no disk, clock, network, randomness or model."""
