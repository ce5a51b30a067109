"""Bradley-Terry models of battles in numpy: a reference for @tierwise/aggregate, independent of its code.

Reads a CSV file with the columns a, b, winner (a, b or tie) and, for some modes, judge, length_a, length_b. Prints JSON.

    python3 battles.py FILE half|davidson|controls|sandwich|clustered|bootstrap|time [RESAMPLES] [SEED]

Utilities have mean 0. Uses Newton's method with the dense Hessian; a Lagrange multiplier fixes the mean.
"""

import csv
import json
import sys
import time

import numpy as np


def read(path):
    """The columns of a CSV file, by name."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        head = next(rows)
        return dict(zip(head, zip(*rows)))


def items_of(columns):
    names = sorted(set(columns["a"]) | set(columns["b"]))
    number = {name: i for i, name in enumerate(names)}
    a = np.array([number[name] for name in columns["a"]])
    b = np.array([number[name] for name in columns["b"]])
    outcome = np.array([{"a": 0, "b": 1, "tie": 2}[winner] for winner in columns["winner"]])
    return names, a, b, outcome


def design(n, a, b, controls):
    """One row per battle: +1 for a, -1 for b, then the controls."""
    x = np.zeros((len(a), n + controls.shape[1]))
    x[np.arange(len(a)), a] = 1
    x[np.arange(len(a)), b] = -1
    x[:, n:] = controls
    return x


def terms(parameters, x, outcome, weights, has_ties):
    """The gradient of each battle's log-likelihood, and the information."""
    if not has_ties:
        p = 1 / (1 + np.exp(-x @ parameters))
        y = np.choose(outcome, [1.0, 0.0, 0.5])
        scores = (y - p)[:, None] * x
        return scores, x.T @ (x * (weights * p * (1 - p))[:, None])
    eta, theta = x @ parameters[:-1], parameters[-1]
    odds = np.stack([np.exp(eta / 2), np.exp(-eta / 2), np.full(len(eta), np.exp(theta))])
    p = odds / odds.sum(axis=0)
    # The statistics of win, loss and tie: half the sign for eta, 1 for a tie.
    signs, tied = np.array([0.5, -0.5, 0.0]), np.array([0.0, 0.0, 1.0])
    mean_sign, mean_tie = signs @ p, tied @ p
    full = np.hstack([x, np.zeros((len(x), 1))])
    unit = np.zeros(full.shape[1])
    unit[-1] = 1
    scores = (signs[outcome] - mean_sign)[:, None] * full + (tied[outcome] - mean_tie)[:, None] * unit
    information = np.zeros((full.shape[1], full.shape[1]))
    variance = (signs**2) @ p - mean_sign**2
    cross = -mean_sign * mean_tie
    information += full.T @ (full * (weights * variance)[:, None])
    information[-1] += full.T @ (weights * cross)
    information[:, -1] += full.T @ (weights * cross)
    information[-1, -1] += np.sum(weights * mean_tie * (1 - mean_tie))
    return scores, information


def fit(n, x, outcome, weights, has_ties, start=None):
    """The most likely parameters and the inverse information, utilities centered."""
    size = x.shape[1] + has_ties
    parameters = np.zeros(size) if start is None else start.copy()
    constraint = np.zeros(size)
    constraint[:n] = 1
    for _ in range(100):
        scores, information = terms(parameters, x, outcome, weights, has_ties)
        bordered = np.block([[information, constraint[:, None]], [constraint[None, :], np.zeros((1, 1))]])
        step = np.linalg.solve(bordered, np.append(weights @ scores, 0))[:size]
        parameters += step
        if np.abs(step).max() < 1e-12:
            break
    parameters[:n] -= parameters[:n].mean()
    inverse = np.linalg.inv(bordered)[:size, :size]
    return parameters, inverse


def standard_errors(covariance):
    return np.sqrt(np.maximum(0, np.diag(covariance))).tolist()


def run(path, mode, resamples, seed):
    start = time.process_time()
    columns = read(path)
    names, a, b, outcome = items_of(columns)
    n = len(names)
    has_ties = mode == "davidson"
    controls = np.zeros((len(a), 0))
    if mode == "controls":
        lengths = [np.array(columns[name], float) for name in ("length_a", "length_b")]
        controls = np.stack([lengths[0] - lengths[1], np.ones(len(a))], axis=1)
    if mode in ("time", "bootstrap"):
        return timed(n, a, b, outcome, resamples, seed, start)
    x = design(n, a, b, controls)
    weights = np.ones(len(a))
    parameters, inverse = fit(n, x, outcome, weights, has_ties)
    covariance = inverse
    if mode in ("sandwich", "clustered"):
        scores, _ = terms(parameters, x, outcome, weights, has_ties)
        if mode == "clustered":
            judges = np.unique(columns["judge"], return_inverse=True)[1]
            sums = np.zeros((judges.max() + 1, x.shape[1]))
            np.add.at(sums, judges, scores)
            scores = sums * np.sqrt(len(sums) / (len(sums) - 1))
        covariance = inverse @ scores.T @ scores @ inverse
    return {"names": names, "parameters": parameters.tolist(), "standardErrors": standard_errors(covariance)}


def fit_matrix(wins, start=None):
    """The same model from a matrix of wins, ties counted as half: Newton's method on n x n matrices."""
    n = len(wins)
    games = wins + wins.T
    parameters = np.zeros(n) if start is None else start.copy()
    for _ in range(100):
        p = 1 / (1 + np.exp(parameters[None, :] - parameters[:, None]))
        gradient = (wins - games * p).sum(axis=1)
        curvature = games * p * (1 - p)
        information = np.diag(curvature.sum(axis=1)) - curvature
        # Adding 1 to every entry fixes the mean, which the information does not determine.
        step = np.linalg.solve(information + 1, gradient)
        parameters += step
        if np.abs(step).max() < 1e-10:
            break
    return parameters - parameters.mean(), np.linalg.inv(information + 1) - 1 / n**2


def timed(n, a, b, outcome, resamples, seed, start):
    """Counts pairs first, as Tierwise does, then fits and resamples the counts."""
    counts = np.bincount((a * n + b) * 3 + outcome, minlength=3 * n * n).reshape(n, n, 3).astype(float)
    read_seconds = time.process_time() - start

    def wins_of(table):
        halves = table[:, :, 2] / 2
        return table[:, :, 0] + table[:, :, 1].T + halves + halves.T

    parameters, inverse = fit_matrix(wins_of(counts))
    fit_seconds = time.process_time() - start - read_seconds
    random = np.random.default_rng(seed)
    draws = [fit_matrix(wins_of(random.poisson(counts)), parameters)[0] for _ in range(resamples)]
    return {
        "parameters": parameters.tolist(),
        "standardErrors": standard_errors(inverse),
        "bootstrapErrors": np.std(draws, axis=0, ddof=1).tolist() if resamples > 1 else [],
        "readSeconds": read_seconds,
        "fitSeconds": fit_seconds,
        "resampleSeconds": time.process_time() - start - read_seconds - fit_seconds,
    }


if __name__ == "__main__":
    arguments = sys.argv[3:] + ["0", "0"]
    print(json.dumps(run(sys.argv[1], sys.argv[2], int(arguments[0]), int(arguments[1]))))
