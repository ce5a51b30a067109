# python3 pl_rank.py < PROBLEM.json: PL-Rank-3 in NumPy, written from the equations of H. Oosterhuis, Learning-to-rank at the speed of
# sampling: Plackett-Luce gradient estimation with minimal computational complexity (SIGIR 2022), vectorized over the samples.
#
# PROBLEM has the scores and gains of N items and the weights of k places, and either
#   uniforms       S × N uniform numbers: prints the estimate from the S rankings with arrival times −log(u)/e^score, or
#   reference      the exact gradient, milliseconds (a time budget) and repeats: prints the number of samples that take this time, and the
#                  time and the root mean square error with this number of samples.
import json
import sys
import time

import numpy as np


def draw(rates, places, uniforms):
    """The first places of each race, earliest first: S × k items."""
    times = -np.log(uniforms) / rates
    if places < rates.size:
        first = np.argpartition(times, places - 1, axis=1)[:, :places]
    else:
        first = np.broadcast_to(np.arange(rates.size), times.shape)
    order = np.argsort(np.take_along_axis(times, first, axis=1), axis=1)
    return np.take_along_axis(first, order, axis=1)


def pl_rank_3(rates, gains, weights, rankings):
    """The mean metric and the estimated gradient, in O(N + S·k).

    For a ranking y, with PR_i = Σ_{k≥i} θ_k·ρ_{y_k}, S_k = Σ rates not among the first k − 1, RI_i = Σ_{k≤i} PR_k/S_k and
    DR_i = Σ_{k≤i} θ_k/S_k, the estimate for an item d at place r (k if it is not placed) is PR_{r+1} + rate_d·(ρ_d·DR_r − RI_r).
    """
    placed = rates[rankings]
    total = rates.sum()
    left = total - np.cumsum(placed, axis=1) + placed
    left = np.maximum(left, 1e-12 * total)
    terms = weights * gains[rankings]
    rewards = np.cumsum(terms[:, ::-1], axis=1)[:, ::-1]
    risk = np.cumsum(rewards / left, axis=1)
    direct = np.cumsum(weights / left, axis=1)
    # The amount that placed items receive beyond the share of an unplaced item.
    own = rewards - terms + placed * (gains[rankings] * (direct - direct[:, -1:]) - (risk - risk[:, -1:]))
    gradient = np.bincount(rankings.ravel(), weights=own.ravel(), minlength=rates.size)
    gradient += rates * (gains * direct[:, -1].sum() - risk[:, -1].sum())
    return rewards[:, 0].mean(), gradient / len(rankings)


def processor_time(samples, estimate):
    """The median processor time of an estimate, in milliseconds."""
    times = []
    for _ in range(15):
        start = time.process_time()
        for _ in range(4):
            estimate(samples)
        times.append((time.process_time() - start) / 4)
    return 1000 * float(np.median(times))


def samples_within(milliseconds, estimate):
    """The largest number of samples up to 2^20, in steps of a tenth, that fits into the time; 1 if none does."""
    fitting, samples = 1, 1
    while samples < 1 << 20 and processor_time(samples, estimate) <= milliseconds:
        fitting, samples = samples, max(samples + 1, int(1.1 * samples))
    return fitting


def main():
    problem = json.load(sys.stdin)
    scores, gains, weights = (np.array(problem[name], dtype=float) for name in ("scores", "gains", "weights"))
    rates = np.exp(scores - scores.max())
    places = min(weights.size, scores.size)
    weights = weights[:places]
    if "uniforms" in problem:
        value, gradient = pl_rank_3(rates, gains, weights, draw(rates, places, np.array(problem["uniforms"])))
        print(json.dumps({"value": value, "gradient": gradient.tolist()}))
        return
    random = np.random.default_rng(27)

    def estimate(samples):
        return pl_rank_3(rates, gains, weights, draw(rates, places, 1 - random.random((samples, rates.size))))[1]

    samples = samples_within(problem["milliseconds"], estimate)
    repeats = max(problem["repeats"], 4000 // samples)
    squares = [np.mean((estimate(samples) - problem["reference"]) ** 2) for _ in range(repeats)]
    error = float(np.sqrt(np.mean(squares)))
    print(json.dumps({"samples": samples, "milliseconds": processor_time(samples, estimate), "error": error}))


main()
