import { sliceRows, type ValuedCsr } from "@tierwise/data/rows";
import { allowedItems, rankRows, topK } from "@tierwise/metrics";
import { formedRows, type RowForm } from "../data/row-form.ts";
import { decodeNeighbors, type NeighborsPart } from "../model/neighbors-part.ts";
import { addVotes, nearestRows } from "./nearest-rows.ts";
import type { Predictor } from "./predictor.ts";
import type { Scorer } from "./ranking.ts";

interface BlendedModel extends RowForm {
  readonly featureCount: number;
  readonly itemCount: number;
  readonly neighbors: NeighborsPart;
  /** The number of steps that the network has taken. If it changes, the hidden units of the training rows are recomputed. */
  readonly steps: () => number;
}

/** The number of rows to score at once. */
const blockRows = 128;

/** Wraps a scorer and adds to its scores the votes of the training rows that are nearest in the hidden layer of `predictor`. */
export function blendedScorer(scorer: Scorer, predictor: Predictor, model: BlendedModel): Scorer {
  const { itemCount, neighbors } = model;
  const votes = votesOf(predictor, model);
  const scores = (rows: ValuedCsr): Float32Array => {
    const all = scorer.scores(rows);
    votes(rows, all);
    return all;
  };
  return {
    scores,
    topK(rows, k, among) {
      const count = rows.indptr.length - 1;
      const { k: most, candidates } = allowedItems({ k, ...(among && { candidates: among }) }, count, itemCount);
      const own = candidates ?? Int32Array.from({ length: itemCount }, (_, item) => item);
      const stride = Math.min(most, own.length);
      const all = scores(rows);
      const best = new Int32Array(count * stride);
      for (let row = 0; row < count; row++) {
        const chosen = Float32Array.from(own, (item) => all[row * itemCount + item]);
        best.set(
          topK(chosen, stride).map((place) => own[place]),
          row * stride,
        );
      }
      return best;
    },
    rank(rows, options) {
      const score = (from: number, to: number, out: Float32Array): void => out.set(scores(sliceRows(rows, from, to)));
      return rankRows({ rowCount: rows.indptr.length - 1, itemCount, score, blockRows }, options);
    },
  };

  function votesOf(network: Predictor, { featureCount, steps, ...form }: BlendedModel) {
    let ready: { readonly steps: number; readonly add: (rows: ValuedCsr, out: Float32Array) => void } | undefined;
    return (rows: ValuedCsr, out: Float32Array): void => {
      if (ready?.steps !== steps()) {
        const known = decodeNeighbors(neighbors);
        const find = nearestRows(network, formedRows(known.rows, form, featureCount));
        ready = {
          steps: steps(),
          add: (given, all) => addVotes(find(given, neighbors.count), known, neighbors, all, itemCount),
        };
      }
      ready.add(rows, out);
    };
  }
}
