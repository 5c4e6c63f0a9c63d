"""Benchmarks, each beside a peer that ran in the same minute on the same machine: `python -m bench`."""
