import { createTranscoder, detectEncoding, type TextEncoding, type Transcoder } from "../encoding/text-encoding.ts";
import type { RecordFeed } from "../records/record-feed.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";

/** The bytes that a decision about a text is based on. */
const HEAD = 1 << 18;

/** Collects the first bytes, then detects and feeds. */
export function createHeadFeed(
  file: string,
  options: ReadPreferencesOptions,
  open: (head: Uint8Array, isWhole: boolean, encoding: TextEncoding) => RecordFeed,
): RecordFeed {
  const chunks: Uint8Array[] = [];
  let size = 0;
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
      if (size >= HEAD) start(false);
    },
    finish() {
      if (feed === undefined) return start(true).finish();
      const last = transcoder?.finish();
      if (last !== undefined && last.length > 0) feed.push(last);
      feed.finish();
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
