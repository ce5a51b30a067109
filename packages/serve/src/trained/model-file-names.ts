/** The files by which a directory is recognized as a document model or as a two-tower model. */
export const modelFiles = { documents: "documents.json", "two-tower": "two-tower.bin" } as const;

/** The checkpoint of a training run of documents that has not produced a model yet. */
export const documentCheckpoint = "training-0.json";
