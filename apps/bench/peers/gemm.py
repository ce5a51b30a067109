# python3 gemm.py OUTPUTS THREADS: times the three matrix products of a training step in PyTorch. Prints, as JSON, the seconds of each
# round, the GFLOP/s of the fastest round, and the BLAS.
import json
import sys
import time

import torch

from loaded_blas import blas

batch, hidden, outputs = 128, 256, int(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
h, w, g = torch.randn(batch, hidden), torch.randn(outputs, hidden), torch.randn(batch, outputs)
products = {"NT": lambda: h @ w.t(), "NN": lambda: g @ w, "TN": lambda: g.t() @ h}


def measure(product):
    product()
    times = []
    for _ in range(15):
        start = time.perf_counter()
        product()
        times.append(time.perf_counter() - start)
    return {"gigaflops": 2e-9 * batch * hidden * outputs / min(times), "seconds": times}


print(json.dumps({"blas": blas(), **{name: measure(product) for name, product in products.items()}}))
