/** Thrown when a command is used incorrectly: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
