import { open, stat } from "../store/files.ts";

/** Bytes that can be read in any order. */
export interface ByteSource {
  /** The name in error messages: a path, an address or a file name. */
  readonly name: string;
  readonly size: number;
  /** Fills `into` with the bytes that start at `at`; the range must lie within the source. */
  readonly read: (into: Uint8Array, at: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function fileSource(path: string): Promise<ByteSource> {
  // Opening a pipe would block until a process writes to it.
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a plain file; expected a model file or directory`);
  const handle = await open(path, "r");
  const { size } = await handle.stat();
  return {
    name: path,
    size,
    async read(into, at) {
      for (let done = 0; done < into.length; ) {
        const { bytesRead } = await handle.read(into, done, into.length - done, at + done);
        if (bytesRead === 0) throw new Error(`${path} is truncated; the file is damaged`);
        done += bytesRead;
      }
    },
    close: () => handle.close(),
  };
}

export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (into, at) => into.set(bytes.subarray(at, at + into.length)),
    close: async () => {},
  };
}

/** Reads from a `Blob`, such as a `File` that a user chose, with only one slice in memory at a time. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    async read(into, at) {
      into.set(new Uint8Array(await blob.slice(at, at + into.length).arrayBuffer()));
    },
    close: async () => {},
  };
}

export async function fetchedSource(address: string): Promise<ByteSource> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new Error(`${address} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!response.ok) throw new Error(`${address} cannot be read: the server answered ${response.status}`);
  try {
    return blobSource(await response.blob(), address);
  } catch (error) {
    throw new Error(`${address} cannot be read: the connection ended early (${reasonOf(error)})`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
