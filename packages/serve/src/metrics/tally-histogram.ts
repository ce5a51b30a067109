/** A metric value in the form that a prom-client registry reads. */
interface MetricValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, number | string>>;
  readonly value: number;
}

/** A histogram that counts in plain arrays, for a prom-client registry. */
export interface TallyHistogram {
  readonly name: string;
  readonly observe: (label: string, value: number) => void;
  readonly get: () => Promise<{
    readonly name: string;
    readonly help: string;
    readonly type: "histogram";
    readonly aggregator: "sum";
    readonly values: readonly MetricValue[];
  }>;
}

/** The counts of the values with one label. */
interface Tally {
  /** The number of values in each bucket; the last entry counts the values above all buckets. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * Creates a histogram with one label. prom-client's histogram hashes its labels for every value, which takes longer than counting.
 *
 * @param description - The name and help of the metric, the name of its label, and the upper bounds of its buckets, ascending.
 */
export function createTallyHistogram(description: {
  readonly name: string;
  readonly help: string;
  readonly labelName: string;
  readonly bounds: readonly number[];
}): TallyHistogram {
  const { name, help, labelName, bounds } = description;
  const tallies = new Map<string, Tally>();

  function valuesOf(label: string, { counts, sum }: Tally): MetricValue[] {
    const labels = { [labelName]: label };
    let below = 0;
    const buckets = [...bounds, "+Inf"].map((le, i) => {
      below += counts[i];
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  }

  return {
    name,
    observe(label, value) {
      let tally = tallies.get(label);
      if (tally === undefined) {
        tally = { counts: new Float64Array(bounds.length + 1), sum: 0 };
        tallies.set(label, tally);
      }
      let bucket = 0;
      while (bucket < bounds.length && value > bounds[bucket]) bucket++;
      tally.counts[bucket]++;
      tally.sum += value;
    },
    async get() {
      const values = [...tallies].flatMap(([label, tally]) => valuesOf(label, tally));
      return { name, help, type: "histogram", aggregator: "sum", values };
    },
  };
}
