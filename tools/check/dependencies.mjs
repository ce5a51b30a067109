// The rules of `npm run dependencies` (dependency-cruiser): which way imports may go.

/** The packages, and the packages that each may import. A package that is not named here is an error. */
export const mayImport = {
  "core-integrator": [],
  random: [],
  kernels: [],
  data: ["core-integrator", "random"],
  losses: ["core-integrator", "random"],
  metrics: ["data"],
  "datasets-xml": ["core-integrator", "data", "random"],
  aggregate: ["core-integrator", "losses", "random"],
  "rank-breaking": ["aggregate", "core-integrator", "data"],
  sim: ["core-integrator", "metrics", "random"],
  ranker: ["core-integrator", "data", "kernels", "losses", "metrics", "random"],
  "xml-baselines": ["data", "kernels", "metrics", "random"],
  studies: [
    "aggregate",
    "core-integrator",
    "data",
    "datasets-xml",
    "kernels",
    "losses",
    "metrics",
    "random",
    "rank-breaking",
    "ranker",
    "sim",
    "xml-baselines",
  ],
};

const layers = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports-only-what-it-may`,
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
      comment: "A file that needs itself to be understood: find the piece that both sides share.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-cycle-of-folders",
      comment: "Folders show the architecture: imports between two of them go one way.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-app-in-a-package",
      comment: "A library that an app holds belongs into a package.",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "no-unknown-package",
      comment: "Every package has its place in tools/check/dependencies.mjs.",
      severity: "error",
      from: { path: "^packages/", pathNot: `^packages/(${Object.keys(mayImport).join("|")})/` },
      to: {},
    },
    ...layers,
  ],
  options: {
    tsConfig: { fileName: "tsconfig.base.json" },
    // Imports of types are imports: a cycle of them is as hard to read.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "/dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
