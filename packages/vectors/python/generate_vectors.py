"""Writes vectors/*.json: test cases for Plackett-Luce implementations, with 20 digits.

Usage: python3 generate_vectors.py            (needs mpmath; takes a few seconds)

Probabilities of tiers are computed by inclusion-exclusion and marginals by a recursion over subsets, in 150-digit arithmetic. Neither uses
the integrals that check_vectors.py and the TypeScript packages use.
"""
import json
from itertools import combinations, product
from pathlib import Path

from mpmath import binomial, exp, factorial, findroot, inverse, log, matrix, mp, mpf, nstr, sqrt

mp.dps = 150
FOLDER = Path(__file__).parent.parent / "vectors"
# All inputs are sums of a few powers of two, so they are exact in binary floating point.
PREFERENCES = [
    ("two-of-four", [2, 1, 0, -1], [[0, 1]], "lowest"),
    ("one-of-two", [0.5, -0.25], [[1]], "lowest"),
    ("full-ranking", [1, 0.5, 0, -0.5], [[3], [0], [2], [1]], "lowest"),
    ("three-tiers", [0.25, -1.5, 2, 0.75, -0.125, 1], [[4, 1], [0, 2, 5]], "lowest"),
    ("unobserved-items", [1, 3, -2, 0.5, 7], [[0, 2], [3]], "unobserved"),
    ("equal-scores", [0] * 8, [[0, 1, 2], [3, 4]], "lowest"),
    ("empty-tier", [1, 2, 3], [[], [2], [0]], "lowest"),
    ("no-information", [1, 2, 3], [[0, 1, 2]], "lowest"),
    ("reversed", [-4, -2, 0, 2, 4], [[0, 1], [2]], "lowest"),
    ("unlikely", [-64, 0, 1], [[0]], "lowest"),
    ("unlikely-tier", [-32, -30, 16, 17], [[0, 1]], "lowest"),
    ("certain", [40, 42, -2, -3], [[0, 1]], "lowest"),
    ("far-apart", [1000, -1000, 0, 500], [[3, 0]], "lowest"),
    ("tiny-differences", [2.0**-30, 0, -(2.0**-31), 2.0**-29], [[0, 2]], "lowest"),
    ("large-tier", [0.5] * 20 + [-1] * 20 + [2] * 10 + [0] * 5, [list(range(50))], "lowest"),
    ("one-above-many", [0] + [1.5] * 40, [[0]], "lowest"),
    ("many-above-one", [-1] * 25 + [0.5] * 15 + [1], [list(range(40))], "lowest"),
]


def digits(value):
    if isinstance(value, (list, tuple)):
        return [digits(one) for one in value]
    return nstr(mpf(value), 20, min_fixed=-5, max_fixed=20)


def write(name, about, formulas, cases):
    content = {"name": name, "about": about, "formulas": formulas, "cases": cases}
    (FOLDER / f"{name}.json").write_text(readable(content) + "\n", encoding="utf8")


def readable(value, indent=""):
    """JSON with one line per key of an object and one line per array, unless the array contains objects."""
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {readable(one, inner)}" for key, one in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(one, dict) and "id" in one for one in value):
        return "[\n" + ",\n".join(inner + readable(one, inner) for one in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def levels(count, tiers, rest):
    """The nonempty tiers, best first, with the items in no tier as the lowest one unless they are unobserved."""
    named = {item for tier in tiers for item in tier}
    below = [item for item in range(count) if item not in named] if rest == "lowest" else []
    return [tier for tier in [*tiers, below] if tier]


def tier_above(w, tier, below):
    """log P(tier above below) and its gradient, by inclusion-exclusion over the subsets of the tier, grouped by score."""
    rate = {item: exp(mpf(w[item])) for item in [*tier, *below]}
    total = sum(rate[item] for item in below)
    groups = {}
    for item in tier:
        groups.setdefault(w[item], []).append(item)
    scores = list(groups)
    probability, slopes, slope_below = mpf(0), [mpf(0)] * len(scores), mpf(0)
    for counts in product(*(range(len(groups[score]) + 1) for score in scores)):
        ways = mpf((-1) ** sum(counts))
        for score, chosen in zip(scores, counts):
            ways *= binomial(len(groups[score]), chosen)
        sub = sum((chosen * exp(mpf(score)) for score, chosen in zip(scores, counts)), mpf(0))
        probability += ways * total / (total + sub)
        slope_below += ways * sub / (total + sub) ** 2
        for g, (score, chosen) in enumerate(zip(scores, counts)):
            slopes[g] -= ways * chosen / len(groups[score]) * total * exp(mpf(score)) / (total + sub) ** 2
    gradient = {item: slopes[scores.index(w[item])] / probability for item in tier}
    gradient.update({item: slope_below * rate[item] / probability for item in below})
    return log(probability), gradient


def likelihood(w, tiers, rest):
    value, gradient = mpf(0), [mpf(0)] * len(w)
    parts = levels(len(w), tiers, rest)
    for m in range(len(parts) - 1):
        term, slope = tier_above(w, parts[m], [item for tier in parts[m + 1 :] for item in tier])
        value += term
        for item, part in slope.items():
            gradient[item] += part
    return value, gradient


def log_sum(values):
    top = max(values)
    return top + log(sum(exp(value - top) for value in values))


def shares(w, items):
    total = log_sum([mpf(w[item]) for item in items])
    return {item: exp(w[item] - total) for item in items}


def pl_partition(w, parts):
    value, gradient = likelihood(w, parts, "unobserved")
    return -value, [-part for part in gradient]


def pl_lb(w, parts):
    value, gradient = mpf(0), [mpf(0)] * len(w)
    for m in range(len(parts) - 1):
        items = [item for tier in parts[m:] for item in tier]
        share = shares(w, items)
        value -= log(factorial(len(parts[m])))
        for item in parts[m]:
            value -= w[item] - log_sum([mpf(w[j]) for j in items])
            gradient[item] -= 1
        for item in items:
            gradient[item] += len(parts[m]) * share[item]
    return value, gradient


def attrank(w, parts):
    items = [item for tier in parts for item in tier]
    raw = {item: exp(mpf(len(parts) - 1 - m)) if m < len(parts) - 1 else mpf(0) for m, tier in enumerate(parts) for item in tier}
    total = sum(raw.values())
    if total == 0:
        return mpf(0), [mpf(0)] * len(w)
    share, norm = shares(w, items), log_sum([mpf(w[item]) for item in items])
    value = -sum(raw[item] / total * (w[item] - norm) for item in items)
    return value, [share[item] - raw[item] / total if item in share else mpf(0) for item in range(len(w))]


def pl_topk(w, parts):
    order = [item for tier in parts for item in tier]
    value, gradient = mpf(0), [mpf(0)] * len(w)
    for place in range(len(order) - len(parts[-1])):
        share = shares(w, order[place:])
        value -= w[order[place]] - log_sum([mpf(w[j]) for j in order[place:]])
        gradient[order[place]] -= 1
        for item, part in share.items():
            gradient[item] += part
    return value, gradient


def over_pairs(w, parts, value_of, slope_of):
    value, gradient = mpf(0), [mpf(0)] * len(w)
    for upper, lower in combinations(parts, 2):
        for i, j in product(upper, lower):
            gap = mpf(w[i]) - mpf(w[j])
            value += value_of(gap)
            gradient[i] += slope_of(gap)
            gradient[j] -= slope_of(gap)
    return value, gradient


def ranknet(w, parts):
    return over_pairs(w, parts, lambda gap: log(1 + exp(-gap)), lambda gap: -1 / (1 + exp(gap)))


def ranksvm(w, parts):
    return over_pairs(w, parts, lambda gap: max(mpf(0), 1 - gap), lambda gap: mpf(-1 if gap < 1 else 0))


LOSSES = {
    "pl-partition": (pl_partition, "−log P(S₁ ≻ … ≻ S_M)"),
    "pl-lb": (pl_lb, "−Σ_{m<M} [log n_m! + Σ_{i∈S_m} (w_i − lse(S_m ∪ R_{m+1}))]"),
    "attrank": (attrank, "−Σ_i t_i log softmax(w)_i, t_i ∝ e^{M−m} in tier m < M, 0 in tier M"),
    "pl-topk": (pl_topk, "−Σ_i (w_i − lse(i and all items listed after it)), over the items above the lowest tier, in listed order"),
    "ranknet": (ranknet, "Σ log(1 + e^{−(w_i − w_j)}) over pairs i above j"),
    "ranksvm": (ranksvm, "Σ max(0, 1 − (w_i − w_j)) over pairs i above j; slope 0 at the kink"),
}


def loss_case(id, w, tiers, rest):
    parts = levels(len(w), tiers, rest)
    case = {"id": id, "scores": w, "tiers": tiers, "rest": rest, "losses": {}}
    for name, (loss, _) in LOSSES.items():
        value, gradient = loss(w, parts) if len(parts) > 1 else (mpf(0), [mpf(0)] * len(w))
        case["losses"][name] = {"value": digits(value), "gradient": digits(gradient)}
    return case


def rank_marginals(w):
    """P(rank_i = r) by a recursion over the set of items that are already placed."""
    count, rate = len(w), [exp(mpf(score)) for score in w]
    reached, matrix_of = {0: mpf(1)}, [[mpf(0)] * count for _ in w]
    for place in range(count):
        following = {}
        for placed, probability in reached.items():
            rest = [item for item in range(count) if not placed >> item & 1]
            total = sum(rate[item] for item in rest)
            for item in rest:
                part = probability * rate[item] / total
                matrix_of[item][place] += part
                following[placed | 1 << item] = following.get(placed | 1 << item, mpf(0)) + part
        reached = following
    return matrix_of


def marginal_case(id, w, k):
    rows = rank_marginals(w)
    return {
        "id": id,
        "scores": w,
        "k": k,
        "rankProbabilities": digits(rows),
        "inclusionProbabilities": digits([sum(row[:k]) for row in rows]),
        "expectedRanks": digits([sum((r + 1) * p for r, p in enumerate(row)) for row in rows]),
    }


def discount(place):
    return 1 / (log(mpf(place + 2)) / log(mpf(2)))


def metric_case(id, ranking, relevant, label_counts, training_rows, k):
    c = (log(mpf(training_rows)) - 1) * mpf("2.5") ** mpf("0.55")
    weight = [1 + c * (count + mpf("1.5")) ** -mpf("0.55") for count in label_counts]
    hits = [item in relevant for item in ranking[:k]]
    ideal = sum(discount(place) for place in range(min(k, len(relevant))))
    best = sorted((weight[item] for item in relevant), reverse=True)[:k]
    found = [weight[item] if hit else mpf(0) for item, hit in zip(ranking, hits)]
    weighted = lambda gains: sum(gain * discount(place) for place, gain in enumerate(gains))
    return {
        "id": id,
        "ranking": ranking,
        "relevant": relevant,
        "labelCounts": label_counts,
        "trainingRows": training_rows,
        "k": k,
        "precision": digits(mpf(sum(hits)) / k),
        "recall": digits(mpf(sum(hits)) / len(relevant)),
        "ndcg": digits(sum(discount(place) for place, hit in enumerate(hits) if hit) / ideal),
        "psp": digits(sum(found) / sum(best)),
        "psndcg": digits(weighted(found) / weighted(best)),
    }


def graded_case(id, grades, k):
    """`grades` lists the grades of the documents in ranked order. The highest grade of the scale is 4."""
    dcg = lambda order, gain: sum(gain(grade) * discount(place) for place, grade in enumerate(order[:k]))
    ideal = sorted(grades, reverse=True)
    exponential, linear = lambda grade: mpf(2) ** grade - 1, lambda grade: mpf(grade)
    err, unread = mpf(0), mpf(1)
    for place, grade in enumerate(grades[:k]):
        stop = (mpf(2) ** grade - 1) / 16
        err += unread * stop / (place + 1)
        unread *= 1 - stop
    places = [place for place, grade in enumerate(grades) if grade > 0]
    return {
        "id": id,
        "gradesInRankedOrder": grades,
        "k": k,
        "ndcgExponential": digits(dcg(grades, exponential) / dcg(ideal, exponential)),
        "ndcgLinear": digits(dcg(grades, linear) / dcg(ideal, linear)),
        "err": digits(err),
        "reciprocalRank": digits(1 / mpf(places[0] + 1)),
        "averagePrecision": digits(sum(mpf(i + 1) / (place + 1) for i, place in enumerate(places)) / len(places)),
    }


def stated(votes):
    return [{"tiers": tiers, "rest": rest, "weight": weight} for tiers, rest, weight in votes]


def fit_case(id, items, votes, prior=0):
    """The maximum of Σ weight·log P(vote; w) − prior/2·Σw², with mean 0 if there is no prior, and its standard errors."""

    def gradient(w):
        total = [-mpf(prior) * score for score in w]
        for tiers, rest, weight in votes:
            for item, part in enumerate(likelihood(w, tiers, rest)[1]):
                total[item] += weight * part
        return total

    # Without a prior, the sum of the utilities takes the place of the last equation, which the others imply.
    def equations(*w):
        slopes = gradient(list(w))
        return slopes if prior else [*slopes[:-1], sum(w)]

    with mp.workdps(60):
        solution = findroot(equations, [mpf(i) / 7 for i in range(items)], tol=mpf(10) ** -50)
        utilities = list(solution)
        step = mpf(10) ** -20
        information = matrix(items)
        for j in range(items):
            up, down = ([score + (sign * step if i == j else 0) for i, score in enumerate(utilities)] for sign in (1, -1))
            for i, (a, b) in enumerate(zip(gradient(up), gradient(down))):
                information[i, j] = -(a - b) / (2 * step)
        # Without a prior, the information is singular along (1, …, 1); adding 1/N there and subtracting it again inverts the rest.
        ones = mpf(0 if prior else 1) / items
        covariance = inverse(information + ones) - ones
        return {
            "id": id,
            "items": items,
            "votes": stated(votes),
            "prior": prior,
            "finite": True,
            "utilities": digits(utilities),
            "standardErrors": digits([sqrt(covariance[i, i]) for i in range(items)]) if prior == 0 else None,
        }


def separated_case(id, items, votes, never_below):
    return {"id": id, "items": items, "votes": stated(votes), "prior": 0, "finite": False, "neverBelow": never_below}


def davidson_case(id, items, battles):
    """battles: (left, right, wins of left, wins of right, ties). Unknown: the utilities, with mean 0, and log ν."""

    def equations(*unknown):
        w, log_nu = unknown[:-1], unknown[-1]
        slopes, slope_nu = [mpf(0)] * items, mpf(0)
        for left, right, wins, losses, ties in battles:
            parts = [exp(w[left]), exp(w[right]), exp(log_nu + (w[left] + w[right]) / 2)]
            a, b, t = (part / sum(parts) for part in parts)
            total = wins + losses + ties
            slopes[left] += wins + mpf(ties) / 2 - total * (a + t / 2)
            slopes[right] += losses + mpf(ties) / 2 - total * (b + t / 2)
            slope_nu += ties - total * t
        return [*slopes[:-1], sum(w), slope_nu]

    with mp.workdps(60):
        solution = list(findroot(equations, [mpf(0)] * (items + 1), tol=mpf(10) ** -50))
    keys = ("left", "right", "leftWins", "rightWins", "ties")
    battles = [dict(zip(keys, battle)) for battle in battles]
    return {"id": id, "items": items, "battles": battles, "utilities": digits(solution[:-1]), "nu": digits(exp(solution[-1]))}


def main():
    tiers_formula = "P(S₁ ≻ … ≻ S_M) = ∏_{m<M} ∫₀¹ ∏_{i∈S_m} (1 − u^{exp(w_i − w_R)}) du, R = S_{m+1} ∪ … ∪ S_M, w_R = log Σ_{j∈R} e^{w_j}"
    cases = []
    for id, w, tiers, rest in PREFERENCES:
        value, gradient = likelihood(w, tiers, rest)
        cases.append({"id": id, "scores": w, "tiers": tiers, "rest": rest, "logLikelihood": digits(value), "gradient": digits(gradient)})
    write("likelihood", "The log-likelihood of tiers under the Plackett-Luce model, and its gradient with respect to the scores.", {"likelihood": tiers_formula}, cases)

    about = "Six ranking losses and their gradients. Items in no tier form the lowest tier unless rest is \"unobserved\"."
    formulas = {name: formula for name, (_, formula) in LOSSES.items()}
    write("losses", about, formulas, [loss_case(*one) for one in PREFERENCES if len(one[1]) < 20])

    write(
        "rank-marginals",
        "The distribution of each item's rank under the Plackett-Luce model. rankProbabilities has one row per item and one column per rank.",
        {
            "rankProbabilities": "P(rank_i = r) = ∫₀^∞ λ_i e^{−λ_i t} [z^{r−1}] ∏_{j≠i} (e^{−λ_j t} + (1 − e^{−λ_j t}) z) dt, λ = e^w",
            "inclusionProbabilities": "P(rank_i ≤ k)",
            "expectedRanks": "1 + Σ_{j≠i} λ_j/(λ_i + λ_j)",
        },
        [
            marginal_case("four", [2, 1, 0, -1], 2),
            marginal_case("equal", [0.5] * 5, 3),
            marginal_case("one", [3], 1),
            marginal_case("spread", [6, -6, 0, 3, -3, 1.5], 2),
            marginal_case("extreme", [30, 0, -30], 1),
            marginal_case("nine", [0.25, -0.5, 1, 2, -1.75, 0.125, 0, -3, 1.5], 4),
        ],
    )

    counts = [900, 400, 60, 40, 3, 0]
    write(
        "metrics",
        "Ranking metrics of one list: binary with propensities (A = 0.55, B = 1.5; PSnDCG as in pyxclib), and graded with grades 0 to 4.",
        {
            "ndcg": "Σ_{r≤k} hit_r/log₂(r + 1), divided by the same sum for min(k, relevant) hits",
            "psp": "Σ_{r≤k} hit_r/p_{l_r}, divided by its largest possible value; 1/p_l = 1 + C(N_l + B)^(−A), C = (ln N − 1)(B + 1)^A",
            "psndcg": "as psp, with each term divided by log₂(r + 1)",
            "ndcgExponential": "Σ_{r≤k} (2^{g_r} − 1)/log₂(r + 1), divided by its largest possible value; ndcgLinear has g_r instead of 2^{g_r} − 1",
            "err": "Σ_{r≤k} (1/r) R_r ∏_{s<r} (1 − R_s), R = (2^g − 1)/16",
            "averagePrecision": "the mean of P@r over the positions r of all documents with grade > 0",
        },
        {
            "binary": [
                metric_case("two-hits", [0, 2, 4, 1, 3], [0, 4], counts, 1000, 3),
                metric_case("no-hit", [1, 2, 3], [0, 5], counts, 1000, 3),
                metric_case("first", [5, 0, 1, 2, 3], [5], counts, 12_920, 1),
                metric_case("more-relevant-than-k", [4, 0, 3, 1, 2], [0, 1, 3, 4, 5], counts, 12_920, 3),
                metric_case("rare-label-missed", [0, 1, 2, 3, 4], [0, 5], counts, 196_606, 5),
            ],
            "graded": [
                graded_case("web-search", [2, 0, 3, 1, 0, 4], 5),
                graded_case("perfect", [4, 3, 2, 1, 0], 3),
                graded_case("last", [0, 0, 0, 0, 1], 5),
                graded_case("short-list", [0, 2], 10),
            ],
        },
    )

    duel = lambda wins: [([[a], [b]], "unobserved", weight) for a, b, weight in wins]
    ballots = lambda votes: [(tiers, "lowest", weight) for tiers, weight in votes]
    write(
        "aggregation",
        "Utilities fitted to votes by maximum likelihood, with mean 0 and standard errors from the observed information. With a prior λ, the "
        "maximum of Σ weight·log P(vote; w) − λ/2·Σw². If finite is false, there is no finite maximum, because the items neverBelow are never "
        "ranked below the others. Davidson's model of ties: P(left) : P(right) : P(tie) = e^{w_l} : e^{w_r} : ν·e^{(w_l + w_r)/2}.",
        {"utilities": "argmax_w Σ weight·log P(vote; w)", "standardErrors": "square roots of the diagonal of the pseudoinverse of −∂²/∂w²"},
        {
            "votes": [
                fit_case("duel", 2, duel([(0, 1, 3), (1, 0, 1)])),
                fit_case("three-duels", 3, duel([(0, 1, 5), (1, 0, 2), (1, 2, 4), (2, 1, 3), (2, 0, 1), (0, 2, 6)])),
                fit_case("dishes", 4, ballots([([[0, 1], [2]], 1), ([[2], [0, 1]], 1), ([[3], [1, 2]], 1), ([[0]], 1)])),
                fit_case("tied-tiers", 4, ballots([([[0, 1, 2]], 2), ([[3], [0]], 1), ([[1, 3]], 3), ([[2], [3, 1]], 1)])),
                fit_case("prior", 3, ballots([([[2], [0], [1]], 1), ([[2], [1], [0]], 1)]), prior=0.5),
                separated_case("never-below", 3, ballots([([[2], [0], [1]], 1), ([[2], [1], [0]], 1)]), [2]),
                separated_case("two-above-two", 4, duel([(0, 1, 2), (1, 0, 2), (0, 2, 1), (1, 3, 1), (2, 3, 1), (3, 2, 1)]), [0, 1]),
            ],
            "davidson": [
                davidson_case("two-items", 2, [(0, 1, 8, 2, 4)]),
                davidson_case("three-items", 3, [(0, 1, 8, 3, 4), (1, 2, 5, 5, 6), (2, 0, 2, 9, 1)]),
            ],
        },
    )


main()
