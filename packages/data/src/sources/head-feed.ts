import { createTranscoder, detectEncoding, type TextEncoding, type Transcoder } from "../encoding/text-encoding.ts";
import { lineTooLong, longestLine, resolveMaxBytes } from "../reading/memory-limit.ts";
import type { RecordFeed } from "../records/record-feed.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";

/** The bytes that a decision about a text is based on. */
const HEAD = 1 << 18;

/** Collects the first bytes, detects the format, and then feeds the parser. */
export function createHeadFeed(
  file: string,
  options: ReadPreferencesOptions,
  open: (head: Uint8Array, isWhole: boolean, encoding: TextEncoding) => RecordFeed,
): RecordFeed {
  const chunks: Uint8Array[] = [];
  const longest = longestLine(resolveMaxBytes(options));
  let size = 0;
  /** Whether the bytes so far contain a complete line or are JSON, which need not have lines. */
  let hasLines = false;
  let transcoder: Transcoder | undefined;
  let feed: RecordFeed | undefined;

  function start(isWhole: boolean): RecordFeed {
    const raw = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      raw.set(chunk, at);
      at += chunk.length;
    }
    const encoding = options.encoding ?? detectEncoding(raw, file);
    const hasReturns = !raw.includes(10) && raw.includes(13);
    transcoder = createTranscoder(encoding, { hasReturns });
    const head = isWhole ? joined(transcoder.convert(raw), transcoder.finish()) : transcoder.convert(raw);
    feed = open(head, isWhole, encoding);
    feed.push(head);
    return feed;
  }

  return {
    push(chunk) {
      if (feed !== undefined && transcoder !== undefined) return feed.push(transcoder.convert(chunk));
      chunks.push(chunk.slice());
      size += chunk.length;
      hasLines ||= chunk.includes(10) || chunk.includes(13) || isJson(chunks[0]);
      if (size >= HEAD && hasLines) start(false);
      else if (!hasLines && size > longest) throw lineTooLong(file, 1, longest);
    },
    finish() {
      if (feed === undefined) return start(true).finish();
      const last = transcoder?.finish();
      if (last !== undefined && last.length > 0) feed.push(last);
      feed.finish();
    },
  };
}

/** Whether a text starts as JSON does. */
function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 32);
  return first === 0x5b || first === 0x7b;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
