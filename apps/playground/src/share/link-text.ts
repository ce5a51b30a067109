import { base64UrlOf, bytesOfBase64Url, deflated, inflated } from "./text-bytes.ts";

/** The longest fragment, in characters, that browsers, chats and mail programs pass on reliably. */
const longestLink = 60_000;
/** The maximum size of a link after decompression, in bytes. */
const mostBytes = 8_000_000;

/** Encodes a value as compressed text for a URL; throws if the text is too long. */
export async function linkText(value: unknown): Promise<string> {
  const text = base64UrlOf(await deflated(new TextEncoder().encode(JSON.stringify(value))));
  if (text.length > longestLink) throw tooLarge();
  return text;
}

/** Reads a file for a link; throws if it is too large. */
export async function bytesForLink(content: Blob): Promise<Uint8Array> {
  if (content.size > mostBytes) throw tooLarge();
  return new Uint8Array(await content.arrayBuffer());
}

function tooLarge(): RangeError {
  return new RangeError("these votes are too large for a link; download them and share the file instead");
}

/** Decodes the output of {@link linkText}, without checking the value. */
export async function valueOfLink(text: string): Promise<unknown> {
  if (text.length > longestLink) throw new RangeError("the link is too long");
  return JSON.parse(new TextDecoder().decode(await inflated(bytesOfBase64Url(text), mostBytes)));
}
