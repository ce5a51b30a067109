// `@tierwise/data/files`: files as readers of a further format need them, unpacked where they are packed with gzip.
export { parseFile, readChunks, readLines, readStored } from "./files/read-file.ts";
export { writeFileWhole } from "./files/write-file.ts";
