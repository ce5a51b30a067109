// `@tierwise/data/files`: file access for readers of other formats, with transparent gzip decompression.
export { parseFile, readChunks, readLines, readRawBytes } from "./files/read-file.ts";
export { type FileContent, writeFileAtomic } from "./files/write-file.ts";
