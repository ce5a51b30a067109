"""XGBoost and PyTorch on lists of graded documents: peers of @tierwise/documents.

    python3 documents.py FOLDER TREES LEAVES xgboost|torch|read|search

FOLDER has train.f32, train.grades, train.sizes and the same for test (raw little-endian numbers), and train.txt for `read`. Prints JSON with
seconds of processor time on one thread. `search` trains one model per trial in search.json, stopped by nDCG@10 of the validation lists, and prints
the scores of the validation and test lists.
"""

import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np


def load(folder, name):
    sizes = np.fromfile(f"{folder}/{name}.sizes", dtype=np.int32)
    grades = np.fromfile(f"{folder}/{name}.grades", dtype=np.float32)
    features = np.fromfile(f"{folder}/{name}.f32", dtype=np.float32).reshape(len(grades), -1)
    return features, grades, sizes


def boosted(folder, trees, leaves):
    import xgboost

    features, grades, sizes = load(folder, "train")
    start = time.process_time()
    data = xgboost.DMatrix(features, label=grades, nthread=1)
    data.set_group(sizes)
    prepared = time.process_time()
    options = {"objective": "rank:pairwise", "eta": 0.1, "tree_method": "hist", "max_bin": 255, "nthread": 1}
    shape = {"grow_policy": "lossguide", "max_leaves": leaves, "max_depth": 0}
    model = xgboost.train({**options, **shape}, data, trees)
    end = time.process_time()
    test, _, _ = load(folder, "test")
    scores = model.predict(xgboost.DMatrix(test, nthread=1))
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

    start = time.process_time()
    data = xgboost.DMatrix(f"{folder}/train.txt?format=libsvm", nthread=1)
    return {"version": xgboost.__version__, "seconds": time.process_time() - start, "rows": data.num_row()}


def network(folder):
    """One epoch of a network of 64 and 32 units with Adam, 32 padded lists per step, softmax cross-entropy with AttRank's targets."""
    import torch

    torch.set_num_threads(1)
    features, grades, sizes = load(folder, "train")
    ends = np.cumsum(sizes)
    layers = [torch.nn.Linear(features.shape[1], 64), torch.nn.ReLU(), torch.nn.Linear(64, 32), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(32, 1, bias=False))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.001, weight_decay=0.01)
    features = np.log1p(np.abs(features))
    features = (features - features.mean(axis=0)) / (features.std(axis=0) + 1e-9)
    order = np.random.default_rng(1).permutation(len(sizes))
    start = time.process_time()
    for at in range(0, len(order), 32):
        lists = order[at : at + 32]
        width = int(sizes[lists].max())
        batch = torch.zeros(len(lists), width, features.shape[1])
        targets = torch.zeros(len(lists), width)
        mask = torch.full((len(lists), width), -np.inf)
        for row, item in enumerate(lists):
            rows = slice(ends[item] - sizes[item], ends[item])
            batch[row, : sizes[item]] = torch.from_numpy(features[rows])
            mask[row, : sizes[item]] = 0
            psi = np.where(grades[rows] > 0, np.exp(grades[rows]), 0)
            targets[row, : sizes[item]] = torch.from_numpy(psi / max(psi.sum(), 1e-9)).float()
        scores = model(batch)[:, :, 0] + mask
        logs = torch.log_softmax(scores, dim=1)
        loss = -(targets * torch.where(mask == 0, logs, torch.zeros(()))).sum(dim=1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {"version": torch.__version__, "seconds": time.process_time() - start}


if __name__ == "__main__":
    folder, trees, leaves, what = sys.argv[1:5]
    result = {
        "xgboost": lambda: boosted(folder, int(trees), int(leaves)),
        "read": lambda: read(folder),
        "search": lambda: search(folder),
        "torch": lambda: network(folder),
    }[what]()
    print(json.dumps(result))
