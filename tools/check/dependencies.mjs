// The rules of `npm run dependencies` (dependency-cruiser): which imports are allowed.

/** The packages that each package may import. Every package must have an entry. */
export const mayImport = {
  "core-integrator": [],
  random: [],
  kernels: [],
  jobs: [],
  vectors: [],
  data: ["core-integrator", "random"],
  race: ["core-integrator", "random"],
  losses: ["core-integrator", "race", "random"],
  metrics: ["data"],
  "datasets-xml": ["core-integrator", "data", "random"],
  aggregate: ["core-integrator", "losses", "random"],
  "rank-breaking": ["aggregate", "core-integrator", "data"],
  sim: ["core-integrator", "metrics", "random"],
  ranker: ["core-integrator", "data", "kernels", "losses", "metrics", "random", "xml-baselines"],
  documents: ["core-integrator", "data", "kernels", "losses", "metrics", "random"],
  serve: ["data", "documents", "metrics", "ranker"],
  "xml-baselines": ["data", "kernels", "metrics", "random"],
  studies: [
    "aggregate",
    "core-integrator",
    "data",
    "datasets-xml",
    "jobs",
    "kernels",
    "losses",
    "metrics",
    "race",
    "random",
    "rank-breaking",
    "ranker",
    "sim",
    "xml-baselines",
  ],
};

const layers = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-allowed-imports`,
  comment: `${name} may import ${allowed.length === 0 ? "no other package" : allowed.join(", ")}.`,
  severity: "error",
  from: { path: `^packages/${name}/src/` },
  to: { path: "^packages/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycle-of-files",
      comment: "Files must not import each other in a cycle: extract the part that both need.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-cycle-of-folders",
      comment: "Folders show the architecture: imports between two folders must go in one direction only.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-app-in-a-package",
      comment: "Packages must not import apps: move shared code into a package.",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "no-unknown-package",
      comment: "Every package must be listed in tools/check/dependencies.mjs.",
      severity: "error",
      from: { path: "^packages/", pathNot: `^packages/(${Object.keys(mayImport).join("|")})/` },
      to: {},
    },
    ...layers,
  ],
  options: {
    tsConfig: { fileName: "tsconfig.base.json" },
    // Imports of types also count, because their cycles are just as hard to follow.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "/dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
