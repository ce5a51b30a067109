import { createHash } from "./node-files.ts";

/** How a sealed file begins: its first member is the digest of every byte that follows this line. */
const opening = /^\{\n {2}"digest": "([0-9a-f]{64})",\n$/;
const openingLength = '{\n  "digest": "",\n'.length + 64;

/** An object as JSON whose first member is the SHA-256 of the rest of the text, so that no change of a byte goes unnoticed. */
export function sealed(content: object): string {
  const rest = `${JSON.stringify(content, null, 2).slice(2)}\n`;
  return `{\n  "digest": "${digest(Buffer.from(rest))}",\n${rest}`;
}

/** Whether the bytes of a file are exactly those that {@link sealed} gave. */
export function isSealed(bytes: Buffer): boolean {
  const [, claimed] = opening.exec(bytes.toString("latin1", 0, openingLength)) ?? [];
  return claimed !== undefined && claimed === digest(bytes.subarray(openingLength));
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
