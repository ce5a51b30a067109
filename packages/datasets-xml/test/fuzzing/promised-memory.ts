// Reads files whose headers claim a gigabyte or more, in a process with little memory: `node promised-memory.ts FOLDER`.
import { reportPromisingFiles } from "@tierwise/testing/promised-memory";
import { readSplit, readXmlDataset } from "../../src/index.ts";

const folder = process.argv[2];
await reportPromisingFiles(folder, [
  ["one.txt", "44000000 44000000 44000000\n0 0:1\n", (path) => readXmlDataset(path)],
  ["huge.txt", "1 999999999 999999999\n0 0:1\n", (path) => readXmlDataset(path)],
  ["d_X_Xf.txt", "60000000 60000000\n0:1\n", (path) => readXmlDataset({ features: path, labels: path })],
  ["split.txt", "2147483647\n", (path) => readSplit(path, 1)],
]);
