/** A file that was dropped, chosen, pasted or taken from the samples. */
export interface OpenedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The largest file that the page reads, in bytes, packed or unpacked. */
export const mostBytes = 64_000_000;
