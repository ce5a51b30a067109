// Checks the packed tarballs. Every public package is packed as for publishing and linted with publint, and attw resolves its types as a
// consumer does. All packages are then installed into a scratch project, type-checked, and imported with the host's Node.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { publishedPackages, root } from "../release/src/published-packages.ts";

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface PackedPackage {
  readonly manifest: Manifest;
  readonly directory: string;
  readonly tarball: string;
}

const hostNode = process.env["TIERWISE_HOST_NODE"] ?? process.execPath;
const scratch = mkdtempSync(join(tmpdir(), "tierwise-packed-"));
try {
  const packed = publishedPackages().map(({ directory }) => pack(join(root, directory)));
  for (const one of packed) lint(one);
  install(packed);
  typecheck(
    packed.filter((one) => !meetsPeers(one, packed)),
    { skipLibCheck: false },
  );
  // Skips the declarations of peers, because the types of tfjs conflict with TypeScript's own WebGPU types.
  typecheck(
    packed.filter((one) => meetsPeers(one, packed)),
    { skipLibCheck: true },
  );
  importWithHostNode(packed);
  for (const one of packed) runCommands(one);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function run(step: string, cwd: string, command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    console.error(`${step} failed: ${command} ${args.join(" ")}\n${stdout ?? ""}${stderr ?? String(error)}`);
    process.exit(1);
  }
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
}

function pack(directory: string): PackedPackage {
  const manifest = readManifest(directory);
  const listing = run(`packing ${manifest.name}`, directory, "pnpm", "pack", "--json", "--pack-destination", scratch);
  const { filename } = JSON.parse(listing) as { filename: string };
  return { manifest, directory, tarball: filename };
}

function lint({ manifest, tarball }: PackedPackage): void {
  run(`publint of ${manifest.name}`, root, "publint", "run", tarball, "--strict");
  // A package that provides only a command exports no types.
  const typed = manifest.exports !== undefined;
  if (typed) run(`types of ${manifest.name}`, root, "attw", tarball, "--profile", "esm-only", "--no-emoji");
  console.log(`${manifest.name}: packs cleanly${typed ? ", types resolve" : ""}`);
}

/** The import specifiers of a package: its name, followed by each subpath of `exports` that is a module. */
function specifiers({ manifest }: PackedPackage): string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((path) => !path.endsWith(".json"))
    .map((path) => join(manifest.name, path));
}

/** The peer dependencies with which a package is tested, with their versions. */
function peers({ manifest: { peerDependencies = {}, devDependencies = {} } }: PackedPackage): [string, string][] {
  return Object.keys(peerDependencies)
    .filter((name) => name in devDependencies)
    .map((name) => [name, devDependencies[name]]);
}

/** Whether a package, or one of our packages that it depends on, has peer dependencies. */
function meetsPeers(one: PackedPackage, all: readonly PackedPackage[]): boolean {
  const { dependencies = {} } = one.manifest;
  return peers(one).length > 0 || all.some((other) => other.manifest.name in dependencies && meetsPeers(other, all));
}

/**
 * Installs the tarballs. Overrides make every dependency on one of our packages use its tarball, because these versions have not been
 * published. npm runs under the host's Node, as it does for users.
 */
function install(packed: readonly PackedPackage[]): void {
  const project = join(scratch, "project");
  const tarballs = packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]);
  const manifest = {
    name: "scratch",
    private: true,
    type: "module",
    dependencies: Object.fromEntries([...tarballs, ...packed.flatMap(peers)]),
    overrides: Object.fromEntries(packed.map(({ manifest: { name } }) => [name, `$${name}`])),
  };
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  // Keeps the install script of the optional peer onnxruntime-node from downloading CUDA libraries, which are not needed.
  process.env["ONNXRUNTIME_NODE_INSTALL"] = "skip";
  process.env["PATH"] = `${dirname(hostNode)}${delimiter}${process.env["PATH"]}`;
  run(
    "installing the tarballs",
    project,
    "npm",
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--omit=optional",
  );
}

function typecheck(packed: readonly PackedPackage[], libraries: { readonly skipLibCheck: boolean }): void {
  const project = join(scratch, "project");
  const imports = packed
    .flatMap(specifiers)
    .map((name, i) => `import * as module${i} from "${name}";\nvoid module${i};`);
  writeFileSync(join(project, "all.ts"), imports.join("\n"));
  const compilerOptions = {
    ...libraries,
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    types: [],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["all.ts"] }));
  run("type-checking the scratch project", project, join(root, "node_modules/.bin/tsc"), "-p", "tsconfig.json");
}

function importWithHostNode(packed: readonly PackedPackage[]): void {
  const names = packed.flatMap(specifiers);
  const program = `for (const name of ${JSON.stringify(names)}) {
    const exported = Object.keys(await import(name));
    if (exported.length === 0) throw new Error(name + " exports nothing");
  }
  console.log(process.version);`;
  writeFileSync(join(scratch, "project", "smoke.mjs"), program);
  const version = run("importing with the host's Node", join(scratch, "project"), hostNode, "smoke.mjs").trim();
  console.log(`${names.length} entry points can be imported in Node ${version}`);
}

/** Runs `--help` of each command of a package with the host's Node. */
function runCommands({ manifest: { name, bin = {} } }: PackedPackage): void {
  const project = join(scratch, "project");
  for (const [command, file] of Object.entries(bin)) {
    const help = run(`${command} --help`, project, hostNode, join("node_modules", name, file), "--help");
    if (!help.includes(`Usage: ${command}`))
      throw new Error(`${command} --help printed no usage; expected "Usage: ${command}"`);
    console.log(`${command} --help runs`);
  }
}
