import { printableText } from "@tierwise/data/printable-text";
import { Interrupted } from "./interrupted.ts";

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "the file is larger than allowed here",
  EISDIR: "is a directory; expected a file",
  ENOTDIR: "a part of the path is not a directory",
  EEXIST: "exists already",
  EMFILE: "too many open files",
};

/** An error as one message for people: what a system error means, with its path, and no stack; a terminal obeys nothing in it. */
export function explain(error: unknown): string {
  if (error instanceof Interrupted) return printableText(error.message, "\n");
  return printableText(`tierwise: ${messageOf(error)}${hintOf(error)}`, "\n");
}

/** Which option says what the libraries cannot know, or allows what they refuse for its size. */
function hintOf(error: unknown): string {
  const { limit, option, cause } = (error ?? {}) as { limit?: unknown; option?: unknown; cause?: { limit?: unknown } };
  if (option === "format") return "\n--format says which it is.";
  return [limit, cause?.limit].includes("maxBytes") ? "\nA larger --max-memory, such as 8G, allows it." : "";
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const sentence = code === undefined ? undefined : sentences[code];
  // Only plain system errors are rephrased; packages wrap theirs in sentences of their own.
  if (sentence === undefined || syscall === undefined) return error.message;
  return path === undefined ? `${sentence} (${code} in ${syscall})` : `${path}: ${sentence}`;
}
