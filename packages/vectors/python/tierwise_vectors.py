"""Reads the test vectors of Tierwise. Needs only the standard library.

    from tierwise_vectors import load
    for case in load("likelihood")["cases"]:
        value = my_log_likelihood(case["scores"], case["tiers"], case["rest"])
        assert abs(value - float(case["logLikelihood"])) < 1e-12
"""
import json
from decimal import Decimal, InvalidOperation
from pathlib import Path

NAMES = ("likelihood", "losses", "metrics", "aggregation", "rank-marginals")


def load(name):
    """The vectors called `name`. Expected values are Decimals with 20 significant digits; inputs are ints and floats."""
    if name not in NAMES:
        raise ValueError(f"name is {name!r}; expected one of {', '.join(NAMES)}")
    path = Path(__file__).parent.parent / "vectors" / f"{name}.json"
    content = json.loads(path.read_text(encoding="utf8"))
    return {**content, "cases": _decimals(content["cases"])}


def _decimals(value):
    """`value` with every string that is a number as a Decimal."""
    if isinstance(value, dict):
        return {key: one if key == "id" else _decimals(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_decimals(one) for one in value]
    if not isinstance(value, str):
        return value
    try:
        return Decimal(value)
    except InvalidOperation:
        return value
