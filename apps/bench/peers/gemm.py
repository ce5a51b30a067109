# python3 gemm.py OUTPUTS THREADS: GFLOP/s, at the fastest, of the three products of a training step in PyTorch, as JSON, and its BLAS.
import json
import sys
import time

import torch

batch, hidden, outputs = 128, 256, int(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
h, w, g = torch.randn(batch, hidden), torch.randn(outputs, hidden), torch.randn(batch, outputs)
products = {"NT": lambda: h @ w.t(), "NN": lambda: g @ w, "TN": lambda: g.t() @ h}


def gigaflops(product):
    product()
    times = []
    for _ in range(15):
        start = time.perf_counter()
        product()
        times.append(time.perf_counter() - start)
    return 2e-9 * batch * hidden * outputs / min(times)


def blas():
    """The BLAS that is loaded, by its file: Debian's alternatives hide which it is."""
    with open("/proc/self/maps") as maps:
        files = {line.split()[-1] for line in maps if "blas" in line}
    return "OpenBLAS" if any("openblas" in file for file in files) else "reference BLAS"


print(json.dumps({"blas": blas(), **{name: gigaflops(product) for name, product in products.items()}}))
