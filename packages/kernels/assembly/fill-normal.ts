import { fillWords } from "./fill-words";

/** out_i = mean + deviation · Φ⁻¹((word + ½) / 2³²), where `word` is random word number start + i. */
export function fillNormal(
  out: usize,
  count: usize,
  mean: f32,
  deviation: f32,
  seed: f64,
  stream: u32,
  start: f64,
): void {
  fillWords(out, count, seed, stream, start);
  for (let i: usize = 0; i < count; i++) {
    const at = out + (i << 2);
    const u = (<f64>(<u32>i32.load(at)) + 0.5) / 4294967296.0;
    f32.store(at, mean + deviation * <f32>normalQuantile(u));
  }
}

/**
 * Φ⁻¹(u) to about seven digits: PPND7 from Wichura, "Algorithm AS 241", 1988, without the branch for the far tail, which 32 random bits
 * cannot reach.
 */
function normalQuantile(u: f64): f64 {
  const q = u - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)) /
      (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1.0)
    );
  }
  const r = Math.sqrt(-Math.log(q < 0 ? u : 1.0 - u)) - 1.6;
  const z =
    (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
    ((0.12021132975 * r + 0.7370016425) * r + 1.0);
  return q < 0 ? -z : z;
}
