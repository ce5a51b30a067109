/** Thrown when Ctrl-C interrupts a command: exit code 130. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
