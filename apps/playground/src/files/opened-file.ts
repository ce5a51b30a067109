/** A file that was dropped, chosen, pasted or taken from the samples. A worker reads the content when it is needed. */
export interface OpenedFile {
  readonly name: string;
  readonly content: Blob;
}

/** The maximum memory for the observations of a file, in bytes. */
export const mostMemory = 1_000_000_000;
