# python3 about.py: prints the version of PyTorch and the BLAS that it loads, as JSON.
import json

import torch

from loaded_blas import blas

print(json.dumps({"version": torch.__version__, "blas": blas()}))
