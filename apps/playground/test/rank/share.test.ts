import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { parseFragment } from "../../src/app/route.ts";
import { addChoice } from "../../src/rank/state/board.ts";
import { createRankState, openFile, type RankState, readingOf } from "../../src/rank/state/rank-state.ts";
import { decodeState, encodeState } from "../../src/rank/state/share.ts";
import { base64UrlOf, deflated } from "../../src/share/text-bytes.ts";

const first = createRankState();

/** The text of a link with any content. */
async function linkOf(content: unknown): Promise<string> {
  return base64UrlOf(await deflated(new TextEncoder().encode(JSON.stringify(content))));
}

function plain({ file, ...state }: RankState): unknown {
  return { ...state, file: undefined, version: 1 };
}

describe("a shared state", () => {
  test("a link restores the board, the answers and the settings", async () => {
    const board = addChoice(first.board, { best: 1, worst: 0, shown: [0, 1, 2] });
    const state: RankState = { ...first, board, settings: { ...first.settings, scale: "elo", prior: 1 } };
    const text = await encodeState(state);
    expect(parseFragment(`#rank/${text}`)).toEqual({ view: "rank", shared: text });
    expect(await decodeState(text)).toEqual(state);
  });

  test("a link restores the exact bytes of a file in any encoding", async () => {
    const bytes = Uint8Array.of(0xff, 0xfe, 0, 200);
    const opened = openFile(first, { name: "a.csv", content: new Blob([bytes]) });
    const { file, ...others } = await decodeState(await encodeState({ ...opened, reading: { missing: "skip" } }));
    expect(others).toEqual({ ...first, file: undefined, input: "file", reading: { missing: "skip" } });
    expect(file?.name).toBe("a.csv");
    expect(new Uint8Array((await file?.content.arrayBuffer()) ?? [])).toEqual(bytes);
  });

  test("a file that is too large for a link is rejected with advice", async () => {
    const random = randomStream(1);
    const bytes = Uint8Array.from({ length: 60_000 }, () => 256 * random());
    const large = new Blob([new Uint8Array(9_000_000)]);
    for (const content of [new Blob([bytes]), large]) {
      await expect(encodeState(openFile(first, { name: "noise", content }))).rejects.toThrow("download them");
    }
  });

  test("forged links are rejected", async () => {
    const { board } = first;
    const forged = [
      [],
      null,
      { ...(plain(first) as object), version: 2 },
      { ...(plain(first) as object), input: "other" },
      { ...(plain(first) as object), board: { ...board, current: 9 } },
      { ...(plain(first) as object), board: { ...board, items: ["a", "a"] } },
      { ...(plain(first) as object), board: { ...board, voters: [{ name: "x", places: [99], choices: [] }] } },
      { ...(plain(first) as object), settings: { ...first.settings, prior: -1 } },
      { ...(plain(first) as object), reading: { __proto__x: "y" } },
    ];
    for (const content of forged) await expect(decodeState(await linkOf(content))).rejects.toThrow("the link");
    await expect(decodeState("abc")).rejects.toThrow();
    await expect(decodeState("!!")).rejects.toThrow();
  });

  test("a link that decompresses to too many bytes is rejected", async () => {
    await expect(decodeState(await linkOf("x".repeat(9_000_000)))).rejects.toThrow("more than 8 MB");
  });
});

test("options chosen for a file do not apply to the board", () => {
  const state = {
    ...openFile(first, { name: "a.csv", content: new Blob([new Uint8Array(1)]) }),
    reading: { format: "table" },
  };
  expect(readingOf(state)).toEqual({ format: "table" });
  expect(readingOf({ ...state, input: "board" })).toEqual({});
});

describe("the fragment", () => {
  test.each(["", "#", "#nothing", "#rank/<b>", "#rank/a/b"])("the fragment %j shows the first view", (fragment) => {
    expect(parseFragment(fragment)).toEqual({ view: "rank", shared: undefined });
  });
});
