import { defineConfig, type ViteUserConfig } from "vitest/config";

/**
 * The vitest configuration of all packages. The `vitest.config.ts` of a package is `export default packageTests();`.
 * Results are also written to `.results/vitest.json`, where `npm test` counts them, cached or not.
 */
export function packageTests(): ViteUserConfig {
  return defineConfig({
    test: {
      include: ["test/**/*.test.ts"],
      reporters: ["default", "json"],
      outputFile: { json: ".results/vitest.json" },
      // A test that usually takes seconds may take minutes on a busy machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  });
}

/** The configuration for `npm run test:slow`: long fuzzing and repetitions, in files that end in `.slow.ts`. */
export function slowPackageTests(): ViteUserConfig {
  return defineConfig({ test: { include: ["test/**/*.slow.ts"], testTimeout: 1_800_000 } });
}
