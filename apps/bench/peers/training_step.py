# python3 training_step.py FILE METHOD SECONDS: times a complete training step (forward, loss, backward, Adam) of the two-layer network in
# PyTorch on the batches of FILE, on TIERWISE_THREADS threads (default: all cores). Prints, as JSON, the seconds and the processor seconds of
# every step, losses, peak memory and BLAS.
#
# METHODS
#   midpoint:T     the paper's method: midpoint rule on centered scores with T intervals and c = 5, in log space, gradients by autograd,
#                  dense Adam; the paper uses T = 10 000
#   quadrature     our rule: a trapezoid sum around the mode of the integrand in y, gradients by autograd, dense Adam
#   pl-lb          the lower bound, dense Adam
#   pl-lb-sparse   the lower bound; the input layer is an embedding with sparse gradients and SparseAdam, the output layer uses dense Adam
import json
import math
import os
import resource
import sys
import time

threads = int(os.environ.get("TIERWISE_THREADS") or os.cpu_count())
# OpenBLAS reads its number of threads when it is loaded.
os.environ["OPENBLAS_NUM_THREADS"] = str(threads)

import torch
import torch.nn.functional as F

from loaded_blas import blas

with open(sys.argv[1]) as file:
    problem = json.load(file)
method, budget = sys.argv[2], float(sys.argv[3])
torch.set_num_threads(threads)
torch.manual_seed(0)
features, hidden, items = problem["features"], problem["hidden"], problem["items"]


def load(batch):
    rows = len(batch["indptr"]) - 1
    indptr = torch.tensor(batch["indptr"])
    indices = torch.tensor(batch["indices"])
    values = torch.tensor(batch["values"], dtype=torch.float)
    crow = torch.repeat_interleave(torch.arange(rows), indptr[1:] - indptr[:-1])
    sparse = torch.sparse_coo_tensor(torch.stack([crow, indices]), values, (rows, features)).coalesce()
    most = max(len(labels) for labels in batch["labels"])
    labels = torch.zeros(rows, most, dtype=torch.long)
    mask = torch.zeros(rows, most, dtype=torch.bool)
    for row, items_ in enumerate(batch["labels"]):
        labels[row, : len(items_)] = torch.tensor(items_, dtype=torch.long)
        mask[row, : len(items_)] = True
    return {"sparse": sparse, "offsets": indptr[:-1], "indices": indices, "values": values, "labels": labels, "mask": mask}


batches = [load(batch) for batch in problem["batches"]]
sparse_input = method == "pl-lb-sparse"
bound = features**-0.5
if sparse_input:
    embedding = torch.nn.EmbeddingBag(features, hidden, mode="sum", sparse=True)
    embedding.weight.data.uniform_(-bound, bound)
    input_weights = embedding.weight
else:
    input_weights = torch.nn.Parameter(torch.empty(features, hidden).uniform_(-bound, bound))
input_bias = torch.nn.Parameter(torch.zeros(hidden))
output = torch.nn.Linear(hidden, items)
dense = [input_bias, *output.parameters()]
if sparse_input:
    optimizers = [torch.optim.SparseAdam([input_weights], lr=1e-3), torch.optim.Adam(dense, lr=1e-3)]
else:
    optimizers = [torch.optim.Adam([input_weights, *dense], lr=1e-3)]


def scores_of(batch):
    if sparse_input:
        summed = embedding(batch["indices"], batch["offsets"], per_sample_weights=batch["values"])
    else:
        summed = torch.sparse.mm(batch["sparse"], input_weights)
    return output(F.relu(summed + input_bias))


def advantages(scores, batch):
    """w_a - w_B of the named items, where B is the set of all other items."""
    labels, mask = batch["labels"], batch["mask"]
    named = torch.zeros_like(scores, dtype=torch.bool)
    named[torch.arange(len(labels)).unsqueeze(1).expand_as(labels)[mask], labels[mask]] = True
    rest = scores.masked_fill(named, float("-inf")).logsumexp(1, keepdim=True)
    return scores.gather(1, labels) - rest


def lower_bound(scores, batch):
    log_softmax = F.log_softmax(scores, 1).gather(1, batch["labels"])
    return -(log_softmax * batch["mask"]).sum(1)


SHIFT = 5.0
T = int(method.partition(":")[2] or 1)
log_v = torch.log((torch.arange(T) + 0.5) / T)


def midpoint_loss(scores, batch):
    """Eq. 15 on log-probabilities."""
    labels, mask = batch["labels"], batch["mask"]
    top = F.log_softmax(scores, 1).gather(1, labels)
    named = top.masked_fill(~mask, float("-inf")).logsumexp(1)
    rest = torch.log(-torch.expm1(named.clamp(max=-1e-6)))
    # (b_B - 1) log v plus the sum of log(1 - v^b_a) over the tier, at the T midpoints.
    terms = ((rest + SHIFT).exp() - 1).unsqueeze(1) * log_v + logs_of_factors((top + SHIFT).exp(), mask)
    return math.log(T) - rest - SHIFT - terms.logsumexp(1)


def logs_of_factors(betas, mask):
    """All rows at once, padded to the longest, if T is small; otherwise row by row, because padding would cost more than it saves."""
    if T <= 1000:
        powers = betas.masked_fill(~mask, 1.0).unsqueeze(2) * log_v
        return (torch.log(-torch.expm1(powers)) * mask.unsqueeze(2)).sum(1)
    rows = (torch.log(-torch.expm1(row[kept].unsqueeze(1) * log_v)).sum(0) for row, kept in zip(betas, mask))
    return torch.stack(list(rows))


NODES = 48


def quadrature_loss(scores, batch):
    """Trapezoid rule in y = log(-log u): l(y) = y - e^y + sum log(1 - exp(-e^(d + y)))."""
    d = advantages(scores, batch).double()
    mask = batch["mask"]
    with torch.no_grad():
        mode = torch.zeros(len(d), 1, dtype=torch.double)
        for _ in range(8):
            z = (d + mode).exp().clamp(max=500)
            phi = (z / torch.expm1(z)) * mask
            first = 1 - mode.exp() + phi.sum(1, keepdim=True)
            second = -mode.exp() + (phi * (1 - z - phi)).sum(1, keepdim=True)
            mode = mode - (first / second).clamp(-1, 1)
        width = (-second).rsqrt()
        step = torch.minimum(0.5 * width, torch.tensor(0.35, dtype=torch.double))
        y = mode + step * (torch.arange(NODES) - NODES // 2)
    z = (d.unsqueeze(2) + y.unsqueeze(1)).exp()
    terms = (torch.log(-torch.expm1(-z)) * mask.unsqueeze(2)).sum(1)
    return -((y - y.exp() + terms).logsumexp(1) + step.squeeze(1).log()).float()


loss_of = {
    "midpoint": midpoint_loss,
    "quadrature": quadrature_loss,
    "pl-lb": lower_bound,
    "pl-lb-sparse": lower_bound,
}[method.partition(":")[0]]


def step(batch):
    for optimizer in optimizers:
        optimizer.zero_grad(set_to_none=True)
    loss = loss_of(scores_of(batch), batch).mean()
    loss.backward()
    for optimizer in optimizers:
        optimizer.step()
    return loss.item()


losses = [step(batches[0])]
times, processor = [], []
start = time.perf_counter()
while len(times) < 3 or (time.perf_counter() - start < budget and len(times) < 50):
    began, worked = time.perf_counter(), time.process_time()
    losses.append(step(batches[len(times) % len(batches)]))
    times.append(time.perf_counter() - began)
    processor.append(time.process_time() - worked)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": times, "processorSeconds": processor, "losses": losses, "peakBytes": peak, "blas": blas()}))
