// Reads files whose first lines claim a gigabyte or more, in a process with little memory: `node promised-memory.ts FOLDER`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSplit, readXmlDataset } from "../../src/index.ts";

const folder = process.argv[2];
const promises: [string, string, (path: string) => Promise<unknown>][] = [
  ["one.txt", "44000000 44000000 44000000\n0 0:1\n", (path) => readXmlDataset(path)],
  ["huge.txt", "1 999999999 999999999\n0 0:1\n", (path) => readXmlDataset(path)],
  ["d_X_Xf.txt", "60000000 60000000\n0:1\n", (path) => readXmlDataset({ features: path, labels: path })],
  ["split.txt", "2147483647\n", (path) => readSplit(path, 1)],
];

const outcomes: Record<string, string> = {};
for (const [file, text, read] of promises) {
  const path = join(folder, file);
  writeFileSync(path, text);
  outcomes[file] = await read(path).then(
    () => "read",
    (error: Error) => error.message.slice(folder.length + 1),
  );
}
const { rss, arrayBuffers } = process.memoryUsage();
process.stdout.write(JSON.stringify({ outcomes, rss, arrayBuffers, peak: process.resourceUsage().maxRSS * 1024 }));
