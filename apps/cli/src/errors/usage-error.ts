/** The command was not called rightly: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
