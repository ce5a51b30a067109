"""XGBoost and PyTorch on lists of graded documents: peers of @tierwise/documents.

    python3 documents.py FOLDER TREES LEAVES xgboost|torch|read|search [THREADS]

FOLDER contains train.f32, train.grades, train.sizes and the same for test (raw little-endian numbers), and train.txt for `read`. Prints JSON
with seconds of processor time on one thread, or of wall-clock time on several. `search` trains one model per trial in search.json, stopped
early by nDCG@10 of the validation lists, and prints the scores of the validation and test lists.
"""

import json
import os
import sys
import time

THREADS = int(sys.argv[5]) if len(sys.argv) > 5 else 1
os.environ["OMP_NUM_THREADS"] = str(THREADS)
clock = time.process_time if THREADS == 1 else time.perf_counter

import numpy as np


def load(folder, name):
    sizes = np.fromfile(f"{folder}/{name}.sizes", dtype=np.int32)
    grades = np.fromfile(f"{folder}/{name}.grades", dtype=np.float32)
    features = np.fromfile(f"{folder}/{name}.f32", dtype=np.float32).reshape(len(grades), -1)
    return features, grades, sizes


def boosted(folder, trees, leaves):
    import xgboost

    features, grades, sizes = load(folder, "train")
    start = clock()
    data = xgboost.DMatrix(features, label=grades, nthread=THREADS)
    data.set_group(sizes)
    prepared = clock()
    options = {"objective": "rank:pairwise", "eta": 0.1, "tree_method": "hist", "max_bin": 255, "nthread": THREADS}
    shape = {"grow_policy": "lossguide", "max_leaves": leaves, "max_depth": 0}
    model = xgboost.train({**options, **shape}, data, trees)
    end = clock()
    test, _, _ = load(folder, "test")
    scores = model.predict(xgboost.DMatrix(test, nthread=THREADS))
    return {
        "version": xgboost.__version__,
        "prepareSeconds": prepared - start,
        "trainSeconds": end - prepared,
        "scores": [float(score) for score in scores],
    }


def search(folder):
    import xgboost

    with open(f"{folder}/search.json") as file:
        given = json.load(file)
    matrices = {}
    for name in ("train", "validation", "test"):
        features, grades, sizes = load(folder, name)
        matrices[name] = xgboost.DMatrix(features, label=grades, nthread=given["threads"])
        matrices[name].set_group(sizes)
    shared = {"objective": given["objective"], "eval_metric": "ndcg@10-", "tree_method": "hist", "max_bin": 255}
    shared.update(seed=given["seed"], nthread=given["threads"], grow_policy="lossguide", max_depth=0)
    trials = []
    for trial in given["trials"]:
        options = {
            **shared,
            "eta": trial["learningRate"],
            "max_leaves": trial["leaves"],
            "colsample_bytree": trial["featureShare"],
            "subsample": trial["listShare"],
            "lambda": trial["ridge"],
            "min_child_weight": trial["minDocuments"] / 20,
        }
        model = xgboost.train(
            options,
            matrices["train"],
            given["trees"],
            evals=[(matrices["validation"], "validation")],
            early_stopping_rounds=given["patience"],
            verbose_eval=False,
        )
        best = (0, model.best_iteration + 1)
        scores = {name: model.predict(matrices[name], iteration_range=best) for name in ("validation", "test")}
        trials.append({name: [float(score) for score in values] for name, values in scores.items()})
    return {"version": xgboost.__version__, "trials": trials}


def read(folder):
    import xgboost

    start = clock()
    data = xgboost.DMatrix(f"{folder}/train.txt?format=libsvm", nthread=THREADS)
    return {"version": xgboost.__version__, "seconds": clock() - start, "rows": data.num_row()}


def network(folder):
    """One epoch of a network of 64 and 32 units with Adam, 32 lists per step, softmax cross-entropy with AttRank's targets."""
    import torch

    torch.set_num_threads(THREADS)
    features, grades, sizes = load(folder, "train")
    ends = np.cumsum(sizes)
    layers = [torch.nn.Linear(features.shape[1], 64), torch.nn.ReLU(), torch.nn.Linear(64, 32), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(32, 1, bias=False))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.001, weight_decay=0.01)
    features = np.log1p(np.abs(features))
    features = (features - features.mean(axis=0)) / (features.std(axis=0) + 1e-9)
    order = np.random.default_rng(1).permutation(len(sizes))
    start = clock()
    for at in range(0, len(order), 32):
        lists = order[at : at + 32]
        width = int(sizes[lists].max())
        ranges = [slice(ends[item] - sizes[item], ends[item]) for item in lists]
        targets = torch.zeros(len(lists), width)
        for row, item in enumerate(lists):
            psi = np.where(grades[ranges[row]] > 0, np.exp(grades[ranges[row]]), 0)
            targets[row, : sizes[item]] = torch.from_numpy(psi / max(psi.sum(), 1e-9)).float()
        # Only scores are padded: the network sees no empty rows.
        present = torch.arange(width)[None, :] < torch.from_numpy(sizes[lists])[:, None]
        documents = torch.from_numpy(np.concatenate([features[rows] for rows in ranges]))
        scores = torch.full((len(lists), width), -np.inf).masked_scatter(present, model(documents)[:, 0])
        logs = torch.log_softmax(scores, dim=1)
        loss = -(targets * torch.where(present, logs, torch.zeros(()))).sum(dim=1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {"version": torch.__version__, "seconds": clock() - start}


if __name__ == "__main__":
    folder, trees, leaves, what = sys.argv[1:5]
    result = {
        "xgboost": lambda: boosted(folder, int(trees), int(leaves)),
        "read": lambda: read(folder),
        "search": lambda: search(folder),
        "torch": lambda: network(folder),
    }[what]()
    print(json.dumps(result))
