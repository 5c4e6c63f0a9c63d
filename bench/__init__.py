"""Benchmarks, each beside a peer measured in the same minute on the same machine: `python -m bench`."""
