import { printableText } from "@tierwise/data/printable-text";
import { Interrupted } from "./interrupted.ts";

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "the file exceeds the size limit",
  EISDIR: "is a directory; expected a file",
  ENOTDIR: "part of the path is not a directory",
  EEXIST: "already exists",
  EMFILE: "too many open files",
};

/** An error as a readable message without a stack trace. System errors are explained, and control characters are escaped. */
export function explain(error: unknown): string {
  if (error instanceof Interrupted) return printableText(error.message, "\n");
  return printableText(`tierwise: ${messageOf(error)}${hintOf(error)}`, "\n");
}

/** The option that supplies a missing format or raises a size limit. */
function hintOf(error: unknown): string {
  const { limit, option, cause } = (error ?? {}) as { limit?: unknown; option?: unknown; cause?: { limit?: unknown } };
  if (option === "format") return "\nSet the format with --format.";
  return [limit, cause?.limit].includes("maxBytes")
    ? "\nRaise the limit with --max-memory, such as --max-memory 8G."
    : "";
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const sentence = code === undefined ? undefined : sentences[code];
  // Only plain system errors are rephrased; errors of our packages already explain themselves.
  if (sentence === undefined || syscall === undefined) return error.message;
  return path === undefined ? `${sentence} (${code} in ${syscall})` : `${path}: ${sentence}`;
}
