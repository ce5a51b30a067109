// Compares fits of fixtures/battles/battles.csv with BradleyTerry2 in R and a Newton solver in numpy, run by make-references.sh.
import { describe, expect, test } from "vitest";
import { bootstrap, control, davidson, drop, fitBattles, position, sandwich } from "../../src/index.ts";
import { readFixture, readReference, withoutClusters } from "../read-battles.ts";

interface Estimates {
  readonly utilities: number[];
  readonly standardErrors: number[];
}
interface FromR {
  readonly decided: Estimates;
  readonly controls: Estimates & { readonly effects: number[]; readonly effectErrors: number[] };
  readonly davidson: Estimates & { readonly logNu: [number]; readonly logNuError: [number] };
}
interface FromNumpy {
  readonly parameters: number[];
  readonly standardErrors: number[];
  readonly bootstrapErrors: number[];
}

const battles = readFixture();
const plain = withoutClusters(battles);
const r = readReference<FromR>("reference-r.json");
const numpy = readReference<Record<string, FromNumpy>>("reference-numpy.json");
const controls = [control("length_a-length_b"), position()];

function expectClose(found: ArrayLike<number> | undefined, expected: readonly number[], tolerance = 1e-9): void {
  for (const [i, value] of expected.entries()) {
    expect(Math.abs((found?.[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(tolerance);
  }
}

describe("fits without ties, fits with controls, and fits of Davidson's model", () => {
  test("utilities and standard errors agree with BradleyTerry2 in R without ties", () => {
    const fit = fitBattles(plain, { ties: drop() });
    expectClose(fit.utilities, r.decided.utilities);
    // Standard errors need a larger tolerance than utilities, because R computes them less accurately.
    expectClose(fit.standardErrors, r.decided.standardErrors, 1e-7);
  });

  test("utilities and effects agree with BradleyTerry2 in R with controls for length and position", () => {
    const fit = fitBattles(plain, { ties: drop(), controls });
    expectClose(fit.utilities, r.controls.utilities);
    expectClose(fit.standardErrors, r.controls.standardErrors);
    expect(fit.effects?.map(({ name }) => name)).toEqual(["length_a-length_b", "position"]);
    expectClose(
      fit.effects?.map(({ estimate }) => estimate),
      r.controls.effects,
    );
    expectClose(
      fit.effects?.map(({ standardError = 0 }) => standardError),
      r.controls.effectErrors,
    );
  });

  test("Davidson's model agrees with R, which fits it as a log-linear model", () => {
    const fit = fitBattles(plain, { ties: davidson() });
    expectClose(fit.utilities, r.davidson.utilities);
    expectClose(fit.standardErrors, r.davidson.standardErrors);
    const { nu = Number.NaN, standardError = Number.NaN } = fit.ties;
    expectClose([Math.log(nu), standardError / nu], [r.davidson.logNu[0], r.davidson.logNuError[0]]);
  });
});

describe("fits with ties", () => {
  test("the fit agrees with a Newton solver in numpy if ties are half wins, the default", () => {
    const fit = fitBattles(plain);
    expectClose(fit.utilities, numpy["half"].parameters);
    expectClose(fit.standardErrors, numpy["half"].standardErrors);
  });

  test("with controls, and with ties as half wins, the fit agrees with a Newton solver in numpy", () => {
    const { utilities, standardErrors, effects = [] } = fitBattles(plain, { controls });
    const { parameters, standardErrors: errors } = numpy["controls"];
    expectClose([...utilities, ...effects.map(({ estimate }) => estimate)], parameters);
    expectClose([...(standardErrors ?? []), ...effects.map(({ standardError = 0 }) => standardError)], errors);
  });

  test("sandwich standard errors agree with numpy, for independent battles and for clusters by judge", () => {
    expectClose(fitBattles(plain, { interval: sandwich() }).standardErrors, numpy["sandwich"].standardErrors);
    expectClose(fitBattles(battles, { interval: sandwich() }).standardErrors, numpy["clustered"].standardErrors);
    const unclustered = fitBattles(battles, { interval: sandwich({ clustered: false }) });
    expectClose(unclustered.standardErrors, numpy["sandwich"].standardErrors);
  });

  test("bootstrap standard errors agree with numpy to 8%; each of them has a sampling error of 1.6% (seeds 1 and 3)", () => {
    const fit = fitBattles(plain, { interval: bootstrap({ resamples: 2000, seed: 3 }) });
    for (const [i, error] of numpy["bootstrap"].bootstrapErrors.entries()) {
      expect(Math.abs((fit.standardErrors?.[i] ?? 0) / error - 1)).toBeLessThan(0.08);
    }
    expect(fit.draws?.utilities).toHaveLength(2000 * 8);
    expect(fit.interval?.replaced).toBe(0);
  });
});
