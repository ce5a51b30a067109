import { type Resamples, refitResamples } from "@tierwise/aggregate";
import type { JobContext } from "@tierwise/jobs";
import { readTypedFile } from "../data/typed-file.ts";
import { type DescribedFit, runDescribedFit } from "./described-fit.ts";

/** The settings of a job that fits some resamples of a bootstrap. */
export interface PartSettings {
  /** The path of the described fit. */
  readonly path: string;
  /** The number of resamples in the whole bootstrap. */
  readonly resamples: number;
  /** The seed of the bootstrap. */
  readonly seed: number;
  /** The index of the first resample of this part. */
  readonly from: number;
  /** The index after the last resample of this part. */
  readonly to: number;
}

/** The resamples in a part, for each fit with an interval, in the order of the fits. Parameters are doubles encoded in base64. */
export interface PartResult {
  readonly fits: readonly { readonly parameters: string; readonly replaced: number }[];
}

/** The described fit that this process read last, cached because all parts of a bootstrap use the same fit. */
let last: { readonly path: string; readonly described: Promise<DescribedFit> } | undefined;

/** Fits some resamples of a bootstrap. */
export async function runBootstrapPart(settings: unknown, { file }: JobContext): Promise<PartResult> {
  const { path, ...range } = settings as PartSettings;
  const local = file(path);
  if (last?.path !== local) last = { path: local, described: readTypedFile(local) as Promise<DescribedFit> };
  const parts: Resamples[] = [];
  runDescribedFit(await last.described, {
    name: "bootstrap",
    estimate: (maximum) => {
      parts.push(refitResamples(maximum, range));
      return { method: "part of a bootstrap", standardErrors: new Float64Array(maximum.parameters.length) };
    },
  });
  return {
    fits: parts.map(({ parameters, replaced }) => ({
      parameters: Buffer.from(parameters.buffer).toString("base64"),
      replaced,
    })),
  };
}

/** Combines the parts of a bootstrap into `count` resamples of each fit. */
export function joinParts(parts: readonly PartResult[], count: number): Resamples[] {
  return parts[0].fits.map((_, fit) => {
    const bytes = Buffer.concat(parts.map(({ fits }) => Buffer.from(fits[fit].parameters, "base64")));
    return {
      count,
      parameters: new Float64Array(Uint8Array.from(bytes).buffer),
      replaced: parts.reduce((sum, { fits }) => sum + fits[fit].replaced, 0),
    };
  });
}
