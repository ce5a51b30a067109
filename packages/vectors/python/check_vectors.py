"""Checks vectors/*.json against their definitions, by different methods than generate_vectors.py: integrals instead of sums over subsets,
differences instead of derivatives, and conditions on a maximum instead of solving for it.

Usage: python3 check_vectors.py               (needs mpmath)
Prints the number of values checked, and exits with 1 if one is off by more than 5 in its 19th significant digit.
"""
import sys
from collections import Counter
from itertools import permutations

from mpmath import e, exp, factorial, inverse, linspace, log, matrix, mp, mpf, sqrt

from tierwise_vectors import load

mp.dps = 45
# The step of the trapezoid rule in y: errors are about e^{−π²/WIDTH}, 1e-47.
WIDTH = mpf("0.09")
checked, wrong = 0, []


def expect(place, stated, computed, scale=None):
    """Compares a stated value with 20 digits with a computed one, relative to `scale` (default: the value itself)."""
    global checked
    checked += 1
    stated = mpf(str(stated))
    allowed = mpf("5e-19") * max(abs(computed), mpf(scale or 0))
    if abs(stated - computed) > allowed:
        wrong.append(f"{place}: stated {stated}, computed {mp.nstr(computed, 25)}")


def levels(case):
    named = {item for tier in case["tiers"] for item in tier}
    rest = [item for item in range(len(case["scores"])) if item not in named] if case["rest"] == "lowest" else []
    return [tier for tier in [*case["tiers"], rest] if tier]


def log_likelihood(w, parts):
    """log ∏_m ∫₀¹ ∏_{i∈S_m} (1 − u^{a_i}) du, a_i = e^{w_i}/Σ_R e^{w_j}."""
    total = mpf(0)
    for m in range(len(parts) - 1):
        below = sum(exp(mpf(w[j])) for tier in parts[m + 1 :] for j in tier)
        counts = Counter(mpf(w[i]) for i in parts[m])
        total += log(tier_integral([(exp(score) / below, count) for score, count in counts.items()]))
    return total


def tier_integral(powers):
    """∫₀¹ ∏ (1 − u^a)^n du over pairs (a, n), with u = e^{−e^y}, by the trapezoid rule, which converges exponentially in 1/WIDTH."""

    def integrand(y):
        x = exp(y)
        product = x * exp(-x)
        for power, count in powers:
            product *= (-mp.expm1(-power * x)) ** count
        return product

    total, largest, y = mpf(0), mpf(0), mpf(5)
    while True:
        term = integrand(y)
        total += term
        largest = max(largest, term)
        if largest > 0 and term < largest * mpf(10) ** -mp.dps and y < 0:
            return WIDTH * total
        y -= WIDTH


def derivatives(value_of, w, items):
    """Central differences: steps of 1e-13 with 45 digits are accurate to about 1e-26."""
    step = mpf(10) ** -13
    slopes = {}
    for item in items:
        up, down = list(map(mpf, w)), list(map(mpf, w))
        up[item] += step
        down[item] -= step
        slopes[item] = (value_of(up) - value_of(down)) / (2 * step)
    return slopes


def check_gradient(place, case, value_of, stated, kinks=(), ordered=False):
    # Unless a loss depends on the order within tiers, items of one tier with equal scores have equal derivatives: one is computed.
    representative = {}
    for m, tier in enumerate(levels(case)):
        for item in tier:
            representative.setdefault((m, item if ordered else case["scores"][item]), []).append(item)
    slopes = derivatives(value_of, case["scores"], [items[0] for items in representative.values() if items[0] not in kinks])
    for items in representative.values():
        for item in items:
            if items[0] in slopes:
                expect(f"{place}.gradient[{item}]", stated[item], slopes[items[0]], scale=1e-6)


def check_likelihood():
    for case in load("likelihood")["cases"]:
        parts = levels(case)
        value_of = lambda w: log_likelihood(w, parts) if len(parts) > 1 else mpf(0)
        expect(case["id"], case["logLikelihood"], value_of(case["scores"]), scale=1e-6)
        check_gradient(case["id"], case, value_of, case["gradient"])


def log_sum(w, items):
    return log(sum(exp(mpf(w[item])) for item in items))


def pair_sum(w, parts, term):
    above = [(i, j) for m, tier in enumerate(parts) for i in tier for below in parts[m + 1 :] for j in below]
    return sum((term(mpf(w[i]) - mpf(w[j])) for i, j in above), mpf(0))


def lower_bound(w, parts):
    value = mpf(0)
    for m, tier in enumerate(parts[:-1]):
        norm = log_sum(w, sum(parts[m:], []))
        value -= log(factorial(len(tier))) + sum(mpf(w[i]) - norm for i in tier)
    return value


def attention(w, parts):
    everything = sum(parts, [])
    targets = [(i, e ** (len(parts) - 1 - m)) for m, tier in enumerate(parts[:-1]) for i in tier]
    norm = log_sum(w, everything)
    return sum(target * (norm - mpf(w[i])) for i, target in targets) / sum(target for _, target in targets)


def top_k(w, parts):
    order, last = sum(parts, []), len(parts[-1])
    return sum((log_sum(w, order[i:]) - mpf(w[order[i]]) for i in range(len(order) - last)), mpf(0))


LOSSES = {
    "pl-partition": lambda w, parts: -log_likelihood(w, parts),
    "pl-lb": lower_bound,
    "attrank": attention,
    "pl-topk": top_k,
    "ranknet": lambda w, parts: pair_sum(w, parts, lambda gap: log(1 + exp(-gap))),
    "ranksvm": lambda w, parts: pair_sum(w, parts, lambda gap: max(mpf(0), 1 - gap)),
}


def check_losses():
    for case in load("losses")["cases"]:
        parts = levels(case)
        # RankSVM has no derivative in an item with a gap of exactly 1; the stated slope is the one for larger gaps.
        w = case["scores"]
        kinks = {i for i in range(len(w)) for j in range(len(w)) if abs(w[i] - w[j]) == 1}
        for name, stated in case["losses"].items():
            value_of = (lambda w: LOSSES[name](w, parts)) if len(parts) > 1 else (lambda w: mpf(0))
            place = f"{case['id']}.{name}"
            expect(place, stated["value"], value_of(w), scale=1e-6)
            check_gradient(place, case, value_of, stated["gradient"], kinks if name == "ranksvm" else (), ordered=name == "pl-topk")


def check_marginals():
    for case in load("rank-marginals")["cases"]:
        rates = [exp(mpf(score)) for score in case["scores"]]
        rows = [race(rates, item) for item in range(len(rates))]
        for item, row in enumerate(rows):
            for rank, probability in enumerate(row):
                expect(f"{case['id']}[{item}][{rank}]", case["rankProbabilities"][item][rank], probability, scale=1e-12)
            expect(f"{case['id']}.inclusion[{item}]", case["inclusionProbabilities"][item], sum(row[: case["k"]]), scale=1e-12)
            pairs = 1 + sum(rate / (rate + rates[item]) for j, rate in enumerate(rates) if j != item)
            expect(f"{case['id']}.rank[{item}]", case["expectedRanks"][item], pairs)


def race(rates, item):
    """P(rank_i = r) for all r: the arrival times are exponential, and the others that arrive before item i are independent."""

    def arrived(y):
        t = exp(y)
        coefficients = [rates[item] * t * exp(-rates[item] * t)]
        for j, rate in enumerate(rates):
            if j == item:
                continue
            early, late = -mp.expm1(-rate * t), exp(-rate * t)
            coefficients = [late * a + early * b for a, b in zip([*coefficients, mpf(0)], [mpf(0), *coefficients])]
        return coefficients

    # In y = log t, the trapezoid rule converges exponentially; the integrand is below 1e-45 outside the window.
    low, high = -105 - max(log(rate) for rate in rates), 5 - min(log(rate) for rate in rates)
    nodes = 1 + int((high - low) * 24)
    width = (high - low) / (nodes - 1)
    columns = [arrived(y) for y in linspace(low, high, nodes)]
    return [width * sum(column[r] for column in columns) for r in range(len(rates))]


def check_metrics():
    cases = load("metrics")["cases"]
    lg = lambda x: log(mpf(x), 2)
    for case in cases["binary"]:
        k, relevant, n = case["k"], set(case["relevant"]), case["trainingRows"]
        inverse_propensity = lambda item: 1 + (log(mpf(n)) - 1) * (mpf(5) / 2 / (case["labelCounts"][item] + mpf(3) / 2)) ** (mpf(11) / 20)
        hits = [(place, item) for place, item in enumerate(case["ranking"][:k], 1) if item in relevant]
        # The largest possible values, over all orders of the relevant items.
        orders = list(permutations(relevant, min(k, len(relevant))))
        best = max(sum(inverse_propensity(item) for item in order) for order in orders)
        best_dcg = max(sum(inverse_propensity(item) / lg(place + 1) for place, item in enumerate(order, 1)) for order in orders)
        expect(case["id"] + ".precision", case["precision"], mpf(len(hits)) / k)
        expect(case["id"] + ".recall", case["recall"], mpf(len(hits)) / len(relevant))
        ideal = sum(1 / lg(place + 1) for place in range(1, min(k, len(relevant)) + 1))
        expect(case["id"] + ".ndcg", case["ndcg"], sum((1 / lg(place + 1) for place, _ in hits), mpf(0)) / ideal)
        expect(case["id"] + ".psp", case["psp"], sum((inverse_propensity(item) for _, item in hits), mpf(0)) / best)
        gain = sum((inverse_propensity(item) / lg(place + 1) for place, item in hits), mpf(0))
        expect(case["id"] + ".psndcg", case["psndcg"], gain / best_dcg)
    for case in cases["graded"]:
        grades, k = case["gradesInRankedOrder"], case["k"]
        for key, gain in (("ndcgExponential", lambda g: mpf(2**g - 1)), ("ndcgLinear", mpf)):
            dcg = lambda order: sum(gain(g) / lg(place + 1) for place, g in enumerate(order[:k], 1))
            expect(f"{case['id']}.{key}", case[key], dcg(grades) / max(dcg(order) for order in permutations(grades)))
        stops = [mpf(2**g - 1) / 16 for g in grades[:k]]
        survive = lambda place: mp.fprod(1 - stop for stop in stops[:place])
        expect(case["id"] + ".err", case["err"], sum(stop * survive(place) / (place + 1) for place, stop in enumerate(stops)))
        places = [place for place, g in enumerate(grades, 1) if g > 0]
        expect(case["id"] + ".rr", case["reciprocalRank"], mpf(1) / min(places))
        precisions = [mpf(sum(other <= place for other in places)) / place for place in places]
        expect(case["id"] + ".ap", case["averagePrecision"], sum(precisions) / len(places))


def check_votes(case):
    n, prior = case["items"], mpf(case["prior"])
    votes = [(levels({**vote, "scores": [0] * n}), vote["weight"]) for vote in case["votes"]]
    if not case["finite"]:
        check_separation(case, votes, n)
        return
    value_of = lambda w: sum(weight * log_likelihood(w, parts) for parts, weight in votes) - prior / 2 * sum(score**2 for score in w)
    w = [mpf(str(score)) for score in case["utilities"]]
    expect(case["id"] + ".mean", 0, sum(w), scale=1)
    # The information, by second differences; a Newton step from the stated utilities must be zero to 19 digits.
    step = mpf(10) ** -10
    shifted = lambda i, j, a, b: value_of([score + (a * step if k == i else 0) + (b * step if k == j else 0) for k, score in enumerate(w)])
    information = matrix(n)
    for i in range(n):
        for j in range(i + 1):
            mixed = shifted(i, j, 1, 1) - shifted(i, j, 1, -1) - shifted(i, j, -1, 1) + shifted(i, j, -1, -1)
            information[i, j] = information[j, i] = -mixed / (4 * step**2)
    ones = mpf(0 if prior else 1) / n
    covariance = inverse(information + ones) - ones
    slopes = derivatives(value_of, w, range(n))
    for i in range(n):
        newton = sum(covariance[i, j] * slopes[j] for j in range(n))
        expect(f"{case['id']}.utilities[{i}]", case["utilities"][i], w[i] + newton, scale=1)
        if not prior:
            expect(f"{case['id']}.standardErrors[{i}]", case["standardErrors"][i], sqrt(covariance[i, i]))


def check_separation(case, votes, n):
    """No item outside `neverBelow` may be above one inside, and the items inside must reach each other."""
    above = {(i, j) for parts, _ in votes for m, tier in enumerate(parts) for i in tier for low in parts[m + 1 :] for j in low}
    inside = set(case["neverBelow"])
    reached = {min(inside)}
    while True:
        more = {j for i, j in above if i in reached and j in inside} - reached
        if not more:
            break
        reached |= more
    crossing = [(i, j) for i, j in above if i not in inside and j in inside]
    expect(case["id"] + ".crossing", 0, mpf(len(crossing)), scale=1)
    expect(case["id"] + ".reached", len(inside), mpf(len(reached)))
    expect(case["id"] + ".outside", 1, mpf(len(inside) < n))


def check_davidson(case):
    """At the maximum, the expected wins of each item and the expected number of ties equal the observed ones."""
    w, nu = [mpf(str(score)) for score in case["utilities"]], mpf(str(case["nu"]))
    expected, observed, ties, tied = [mpf(0)] * case["items"], [mpf(0)] * case["items"], mpf(0), 0
    for battle in case["battles"]:
        left, right = battle["left"], battle["right"]
        total = battle["leftWins"] + battle["rightWins"] + battle["ties"]
        tie = nu * sqrt(exp(w[left]) * exp(w[right]))
        norm = exp(w[left]) + exp(w[right]) + tie
        for item, wins in ((left, battle["leftWins"]), (right, battle["rightWins"])):
            expected[item] += total * (exp(w[item]) + tie / 2) / norm
            observed[item] += wins + mpf(battle["ties"]) / 2
        ties += total * tie / norm
        tied += battle["ties"]
    expect(case["id"] + ".mean", 0, sum(w), scale=1)
    for item in range(case["items"]):
        expect(f"{case['id']}.wins[{item}]", observed[item], expected[item], scale=10)
    expect(case["id"] + ".ties", tied, ties, scale=10)


check_likelihood()
check_losses()
check_marginals()
check_metrics()
aggregation = load("aggregation")["cases"]
for one in aggregation["votes"]:
    check_votes(one)
for one in aggregation["davidson"]:
    check_davidson(one)
for line in wrong:
    print(line)
print(f"{checked} values checked, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
