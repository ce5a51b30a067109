# python3 pl_partition_shared.py ITEMS STEPS T: the paper's PL-Partition in PyTorch on data of its simulation study, with the midpoint rule
# on centered scores, T intervals and c = 5. Prints, as JSON, the seconds of each AdaGrad step after a warm-up, and the peak resident
# memory minus the resident memory after the imports.
import json
import math
import resource
import sys
import time

import torch

items, steps, intervals = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
batch, tiers, most_ranked = 20, 4, 500
shift = 5.0  # c of the paper


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


idle = resident()
torch.manual_seed(1)
utilities = torch.rand(items) * math.log(items)


def draw_tiers():
    """The item indices of the tiers above the rest: a Plackett-Luce ranking cut at distinct positions."""
    gumbel = -torch.log(-torch.log(torch.rand(items)))
    cuts = torch.randperm(min(most_ranked, items - 1))[: tiers - 1].add(1).sort().values.tolist()
    ranking = torch.topk(utilities + gumbel, cuts[-1]).indices
    return [ranking[start:end] for start, end in zip([0, *cuts[:-1]], cuts)]


log_v = torch.log((torch.arange(intervals) + 0.5) / intervals)


def log_likelihood(scores, observation):
    """Eq. 6 by the midpoint rule, as a log-sum-exp over the T midpoints (appendix); scores are log-probabilities."""
    named = torch.cat(observation)
    mask = torch.zeros(items, dtype=torch.bool)
    mask[named] = True
    rest = torch.logsumexp(scores.masked_fill(mask, -math.inf), 0)
    total = 0.0
    for tier in reversed(observation):
        top = scores[tier]
        powers = torch.exp(top + shift)[:, None] * log_v[None, :]
        terms = (torch.exp(rest + shift) - 1) * log_v + torch.log(-torch.expm1(powers)).sum(0)
        total = total + rest + shift - math.log(intervals) + torch.logsumexp(terms, 0)
        rest = torch.logsumexp(torch.cat([rest[None], top]), 0)
    return total


scores = torch.zeros(items, requires_grad=True)
optimizer = torch.optim.Adagrad([scores], lr=0.1)
times = []
for step in range(steps + 1):
    observations = [draw_tiers() for _ in range(batch)]
    start = time.perf_counter()
    optimizer.zero_grad()
    centered = torch.log_softmax(scores, 0)
    loss = -sum(log_likelihood(centered, observation) for observation in observations) / batch
    loss.backward()
    optimizer.step()
    times.append(time.perf_counter() - start)

peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
with open("/proc/self/status") as status:
    for line in status:
        if line.startswith("VmHWM:"):
            peak = int(line.split()[1]) * 1024
assert math.isfinite(loss.item()), "the loss is not finite"
print(json.dumps({"seconds": times[1:], "bytes": peak - idle}))
