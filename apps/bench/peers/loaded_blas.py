# Which BLAS PyTorch has loaded.
import os


def blas():
    """By its file: Debian's alternatives hide which it is."""
    if not os.path.exists("/proc/self/maps"):
        return "an unknown BLAS"
    with open("/proc/self/maps") as maps:
        files = {line.split()[-1] for line in maps if "blas" in line}
    return "OpenBLAS" if any("openblas" in file for file in files) else "reference BLAS"
