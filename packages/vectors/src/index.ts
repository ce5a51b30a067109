export { readVectors, type Vectors, vectorNames } from "./read-vectors.ts";
export type {
  AggregationVectors,
  BinaryMetricVector,
  DavidsonVector,
  GradedMetricVector,
  LikelihoodVector,
  LossVector,
  LossVectorName,
  MetricVectors,
  PairOfItems,
  RankMarginalVector,
  TierVectorInput,
  ValueWithGradient,
  VectorSets,
  VotesVector,
  WeightedVote,
} from "./vector-sets.ts";
