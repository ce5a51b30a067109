# Detects which BLAS PyTorch has loaded.
import os


def blas():
    """The name of the BLAS, from the path of its file, because Debian's alternatives system hides it from PyTorch."""
    if not os.path.exists("/proc/self/maps"):
        return "an unknown BLAS"
    with open("/proc/self/maps") as maps:
        files = {line.split()[-1] for line in maps if "blas" in line}
    return "OpenBLAS" if any("openblas" in file for file in files) else "reference BLAS"
