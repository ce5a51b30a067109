import { type Board, type Choice, limits, unplaced, type Voter } from "./board.ts";
import type { RankState, VotesFile } from "./rank-state.ts";
import { intervals, type RankSettings, scales, tieMethods } from "./settings.ts";
import { base64UrlOf, bytesOfBase64Url, deflated, inflated } from "./text-bytes.ts";

/** The longest fragment, in characters, that browsers, chats and mail programs pass on reliably. */
const longestLink = 60_000;
/** The most bytes that a link may unpack to. */
const mostBytes = 8_000_000;

/** The state as text for a URL; throws if it is too long for one. */
export async function encodeState({ input, board, file, reading, settings }: RankState): Promise<string> {
  const packed = {
    version: 1,
    input,
    board,
    ...(input === "file" && file && { file: { name: file.name, bytes: base64UrlOf(file.bytes) } }),
    reading,
    settings,
  };
  const text = base64UrlOf(await deflated(new TextEncoder().encode(JSON.stringify(packed))));
  if (text.length > longestLink) {
    throw new RangeError("these votes are too large for a link; download them and share the file instead");
  }
  return text;
}

/** The state in a URL; throws if the text is not what {@link encodeState} writes. */
export async function decodeState(text: string): Promise<RankState> {
  if (text.length > longestLink) throw new RangeError("the link is too long");
  const bytes = await inflated(bytesOfBase64Url(text), mostBytes);
  const { version, input, board, file, reading, settings } = record(JSON.parse(new TextDecoder().decode(bytes)));
  if (version !== 1) throw new RangeError(`the link has version ${String(version)}; expected 1`);
  return {
    input: oneOf(["board", "questions", "file"] as const, input),
    board: boardOf(board),
    file: file === undefined ? undefined : fileOf(file),
    reading: Object.fromEntries(Object.entries(record(reading)).map(([name, value]) => [word(name), string(value)])),
    settings: settingsOf(settings),
  };
}

function boardOf(value: unknown): Board {
  const { items, tiers, voters, current } = record(value);
  const names = list(items, limits.items).map(string);
  if (new Set(names).size !== names.length) throw new RangeError("the link names an item twice");
  const tierNames = list(tiers, limits.tiers).map(string);
  const voterList = list(voters, limits.voters).map((voter) => voterOf(voter, names.length, tierNames.length));
  if (tierNames.length < 2 || voterList.length === 0) throw new RangeError("the link has no tiers or no voters");
  return { items: names, tiers: tierNames, voters: voterList, current: index(current, voterList.length) };
}

function voterOf(value: unknown, items: number, tiers: number): Voter {
  const { name, places, choices } = record(value);
  const placeList = list(places, items).map((tier) => (tier === unplaced ? unplaced : index(tier, tiers)));
  if (placeList.length !== items) throw new RangeError("the link has a voter without a place for each item");
  return {
    name: string(name),
    places: placeList,
    choices: list(choices, 10_000).map((choice) => choiceOf(choice, items)),
  };
}

function choiceOf(value: unknown, items: number): Choice {
  const { best, worst, shown } = record(value);
  const set = list(shown, 10).map((item) => index(item, items));
  const choice = { best: index(best, items), worst: index(worst, items), shown: set };
  const isValid = new Set(set).size === set.length && set.includes(choice.best) && set.includes(choice.worst);
  if (!isValid || choice.best === choice.worst) throw new RangeError("the link has an answer about items not shown");
  return choice;
}

function fileOf(value: unknown): VotesFile {
  const { name, bytes } = record(value);
  return { name: string(name), bytes: bytesOfBase64Url(text(bytes)) };
}

function settingsOf(value: unknown): RankSettings {
  const { prior, scale, interval, ties } = record(value);
  if (typeof prior !== "number" || !(prior >= 0 && prior <= 1000)) throw new RangeError("the link has no valid prior");
  return {
    prior,
    scale: oneOf(scales, scale),
    interval: oneOf(intervals, interval),
    ties: oneOf(tieMethods, ties),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RangeError("the link is damaged");
  return value as Record<string, unknown>;
}

function list(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new RangeError("the link has a list that is too long");
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new RangeError("the link is damaged");
  return value;
}

function string(value: unknown): string {
  return text(value).slice(0, limits.nameLength);
}

function word(value: string): string {
  if (!/^[a-z-]{1,20}$/.test(value)) throw new RangeError("the link has an unknown option");
  return value;
}

function index(value: unknown, length: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= length) {
    throw new RangeError("the link refers to something that it does not contain");
  }
  return value;
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new RangeError("the link has an unknown option");
  return found;
}
