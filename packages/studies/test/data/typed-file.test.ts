import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { readTypedFile, writeTypedFile } from "../../src/data/typed-file.ts";

test("values and typed arrays survive a round trip bit for bit", async () => {
  const path = join(temporaryFolder(), "value");
  const value = {
    text: "naïve “quotes”",
    list: [1, null, { deep: Int32Array.of(-1, 2 ** 31 - 1) }],
    empty: new Float64Array(0),
    doubles: Float64Array.of(-0, 5e-324, Number.NaN, Number.NEGATIVE_INFINITY, 0.1),
    singles: Float32Array.of(0.1, -0),
    bytes: Uint8Array.of(255, 0, 7),
    words: Uint32Array.of(2 ** 32 - 1),
    // This array is part of a larger buffer and not aligned to 8 bytes.
    part: new Float32Array([1, 2, 3]).subarray(1),
  };
  await writeTypedFile(path, value);
  expect(await readTypedFile(path)).toStrictEqual(value);
});
