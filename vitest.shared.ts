import { defineConfig, type ViteUserConfig } from "vitest/config";

/**
 * The one vitest set-up. A package's `vitest.config.ts` is `export default packageTests();`.
 * Results also go to `.results/vitest.json`, where `npm test` counts them, cached or not.
 */
export function packageTests(): ViteUserConfig {
  return defineConfig({
    test: {
      include: ["test/**/*.test.ts"],
      reporters: ["default", "json"],
      outputFile: { json: ".results/vitest.json" },
      // Machines are shared: a test that takes seconds alone may take minutes beside other programs.
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  });
}

/** The same for `npm run test:slow`: long fuzzing and repetitions, in files that end in `.slow.ts`. */
export function slowPackageTests(): ViteUserConfig {
  return defineConfig({ test: { include: ["test/**/*.slow.ts"], testTimeout: 1_800_000 } });
}
