// `@tierwise/data/files`: files as readers of a further format need them, unpacked where they are packed with gzip.
export { readChunks, readStored } from "./files/read-chunks.ts";
export { parseFile, readLines } from "./files/read-lines.ts";
export { writeFileWhole } from "./files/write-file.ts";
