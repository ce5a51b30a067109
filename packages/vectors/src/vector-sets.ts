/** Items in tiers, best first, as in every package of Tierwise. */
export interface TierVectorInput {
  /** A unique name within the set. */
  readonly id: string;
  /** The scores w, exact in binary floating point. */
  readonly scores: readonly number[];
  /** The items of each tier, best tier first. */
  readonly tiers: readonly (readonly number[])[];
  /** Whether items in no tier form the lowest tier or are not part of the observation. */
  readonly rest: "lowest" | "unobserved";
}

/** A log-likelihood of tiers and its gradient with respect to the scores. */
export interface LikelihoodVector extends TierVectorInput {
  /** The log-likelihood of the tiers, log P. */
  readonly logLikelihood: number;
  /** The derivative of log P with respect to each score. */
  readonly gradient: readonly number[];
}

/** The value of a loss and its gradient with respect to the scores. */
export interface ValueWithGradient {
  /** The loss. */
  readonly value: number;
  /** d loss/d w. */
  readonly gradient: readonly number[];
}

/** The names of the losses, as in `createLoss` of `@tierwise/losses`. */
export type LossVectorName = "pl-partition" | "pl-lb" | "attrank" | "pl-topk" | "ranknet" | "ranksvm";

/** The values and gradients of six losses for one observation. */
export interface LossVector extends TierVectorInput {
  /** The value and gradient of each loss. */
  readonly losses: Readonly<Record<LossVectorName, ValueWithGradient>>;
}

/** Metrics of one ranking in which some labels are relevant. */
export interface BinaryMetricVector {
  /** A unique name within the set. */
  readonly id: string;
  /** Labels, best first. */
  readonly ranking: readonly number[];
  /** The relevant labels. */
  readonly relevant: readonly number[];
  /** The number of training rows in which each label occurs, for the propensities. */
  readonly labelCounts: readonly number[];
  /** The number of training rows. */
  readonly trainingRows: number;
  /** The cutoff of all metrics. */
  readonly k: number;
  /** P@k. */
  readonly precision: number;
  /** Recall@k. */
  readonly recall: number;
  /** nDCG@k. */
  readonly ndcg: number;
  /** PSP@k with A = 0.55 and B = 1.5. */
  readonly psp: number;
  /** PSnDCG@k as in pyxclib. */
  readonly psndcg: number;
}

/** Metrics of one list of graded documents. */
export interface GradedMetricVector {
  /** A unique name within the set. */
  readonly id: string;
  /** The grades, 0 to 4, in the order of the ranking. */
  readonly gradesInRankedOrder: readonly number[];
  /** The cutoff of nDCG and ERR. */
  readonly k: number;
  /** nDCG@k with gains 2^g − 1. */
  readonly ndcgExponential: number;
  /** nDCG@k with gains g. */
  readonly ndcgLinear: number;
  /** ERR@k. */
  readonly err: number;
  /** The reciprocal of the position of the first document with a grade above 0. */
  readonly reciprocalRank: number;
  /** The mean precision at the positions of all documents with a grade above 0. */
  readonly averagePrecision: number;
}

/** A vote: tiers, and how often it was cast. */
export interface WeightedVote {
  /** The items of each tier, best tier first. */
  readonly tiers: readonly (readonly number[])[];
  /** Whether items in no tier form the lowest tier or are not part of the vote. */
  readonly rest: "lowest" | "unobserved";
  /** How often the vote was cast. */
  readonly weight: number;
}

/** Votes and the utilities that maximize their likelihood or, if no utilities do, the reason. */
export interface VotesVector {
  /** A unique name within the set. */
  readonly id: string;
  /** The number of items. */
  readonly items: number;
  /** The observations. */
  readonly votes: readonly WeightedVote[];
  /** λ of the penalty λ/2·Σw²; 0 for none. */
  readonly prior: number;
  /** Whether the likelihood has a finite maximum. */
  readonly finite: boolean;
  /** The utilities at the maximum, with mean 0. */
  readonly utilities?: readonly number[];
  /** Standard errors from the observed information; null with a prior. */
  readonly standardErrors?: readonly number[] | null;
  /** If there is no finite maximum: the items that are never ranked below any of the others. */
  readonly neverBelow?: readonly number[];
}

/** The outcomes of all battles between two items. */
export interface PairOfItems {
  /** The first item. */
  readonly left: number;
  /** The second item. */
  readonly right: number;
  /** How often the first item won. */
  readonly leftWins: number;
  /** How often the second item won. */
  readonly rightWins: number;
  /** How often the battle was a tie. */
  readonly ties: number;
}

/** Battles with ties, and the parameters of Davidson's model that maximize their likelihood. */
export interface DavidsonVector {
  /** A unique name within the set. */
  readonly id: string;
  /** The number of items. */
  readonly items: number;
  /** For each pair of items, how often each of them won and how often they tied. */
  readonly battles: readonly PairOfItems[];
  /** The utilities, with mean 0. */
  readonly utilities: readonly number[];
  /** ν: two equal items tie with probability ν/(2 + ν). */
  readonly nu: number;
}

/** The distributions of the ranks of all items. */
export interface RankMarginalVector {
  /** A unique name within the set. */
  readonly id: string;
  /** The scores w. */
  readonly scores: readonly number[];
  /** The cutoff of the inclusion probabilities. */
  readonly k: number;
  /** P(rank_i = r): one row per item, one column per rank. */
  readonly rankProbabilities: readonly (readonly number[])[];
  /** P(rank_i ≤ k). */
  readonly inclusionProbabilities: readonly number[];
  /** E[rank_i]. */
  readonly expectedRanks: readonly number[];
}

/** Metrics. Each case is one ranking of labels or one list of documents. */
export interface MetricVectors {
  /** Metrics of rankings in which some labels are relevant. */
  readonly binary: readonly BinaryMetricVector[];
  /** Metrics of graded lists. */
  readonly graded: readonly GradedMetricVector[];
}

/** Maximum-likelihood utilities. Each case is one dataset. */
export interface AggregationVectors {
  /** Utilities fitted to votes in tiers. */
  readonly votes: readonly VotesVector[];
  /** Utilities fitted to battles with ties. */
  readonly davidson: readonly DavidsonVector[];
}

/** The cases of each set of vectors, by the name of the set. */
export interface VectorSets {
  /** Likelihoods of tiers. */
  readonly likelihood: readonly LikelihoodVector[];
  /** The six losses. */
  readonly losses: readonly LossVector[];
  /** Binary and graded metrics. */
  readonly metrics: MetricVectors;
  /** Fitted utilities, with and without ties. */
  readonly aggregation: AggregationVectors;
  /** Distributions of ranks. */
  readonly "rank-marginals": readonly RankMarginalVector[];
}
