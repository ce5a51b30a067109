// `@tierwise/data/files`: file access for readers of further formats, with transparent gzip decompression.
export { parseFile, readChunks, readLines, readStored } from "./files/read-file.ts";
export { writeFileWhole } from "./files/write-file.ts";
