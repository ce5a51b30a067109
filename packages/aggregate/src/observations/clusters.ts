/** Throws unless there is one cluster per observation, an integer of at least 0; returns them as an array. */
export function checkedClusters(clusters: ArrayLike<number>, count: number): Int32Array {
  if (clusters.length !== count) {
    throw new RangeError(`clusters has ${clusters.length} entries; expected ${count}, one per observation`);
  }
  return Int32Array.from({ length: count }, (_, b) => {
    const cluster = clusters[b];
    if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < 2 ** 31)) {
      throw new RangeError(`clusters[${b}] is ${cluster}; expected an integer of at least 0`);
    }
    return cluster;
  });
}
