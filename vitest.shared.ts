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
      testTimeout: 60_000,
    },
  });
}

/** The same for `npm run test:slow`: long fuzzing and repetitions, in files that end in `.slow.ts`. */
export function slowPackageTests(): ViteUserConfig {
  return defineConfig({ test: { include: ["test/**/*.slow.ts"], testTimeout: 1_800_000 } });
}
