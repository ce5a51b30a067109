/** Ctrl-C ended the work: exit code 130. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
