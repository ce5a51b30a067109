import { base64UrlOf, bytesOfBase64Url, deflated, inflated } from "./text-bytes.ts";

/** The longest fragment, in characters, that browsers, chats and mail programs pass on reliably. */
const longestLink = 60_000;
/** The most bytes that a link may unpack to. */
const mostBytes = 8_000_000;

/** A value as compressed text for a URL; throws if it is too long for one. */
export async function linkText(value: unknown): Promise<string> {
  const text = base64UrlOf(await deflated(new TextEncoder().encode(JSON.stringify(value))));
  if (text.length > longestLink) {
    throw new RangeError("these votes are too large for a link; download them and share the file instead");
  }
  return text;
}

/** The value of {@link linkText}, which may be anything: check it. */
export async function valueOfLink(text: string): Promise<unknown> {
  if (text.length > longestLink) throw new RangeError("the link is too long");
  return JSON.parse(new TextDecoder().decode(await inflated(bytesOfBase64Url(text), mostBytes)));
}
