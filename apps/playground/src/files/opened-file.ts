/** A file that the user dropped, chose or pasted, or a sample. A worker reads the content when it is needed. */
export interface OpenedFile {
  readonly name: string;
  readonly content: Blob;
}

/** The maximum memory for the observations of a file, in bytes. */
export const mostMemory = 1_000_000_000;
