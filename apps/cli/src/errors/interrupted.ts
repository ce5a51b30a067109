/** The command was interrupted by Ctrl-C: exit code 130. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
