import type { OpenedFile } from "../../files/opened-file.ts";
import { index, list, oneOf, record, text } from "../../share/checked-value.ts";
import { bytesForLink, linkText, valueOfLink } from "../../share/link-text.ts";
import { base64UrlOf, bytesOfBase64Url } from "../../share/text-bytes.ts";
import { type Board, type Choice, limits, unplaced, type Voter } from "./board.ts";
import type { RankState } from "./rank-state.ts";
import { intervals, type RankSettings, scales, tieMethods } from "./settings.ts";

/** Encodes the state as text for a URL; throws if the text is too long. */
export async function encodeState({ input, board, file, reading, settings }: RankState): Promise<string> {
  return linkText({
    version: 1,
    input,
    board,
    ...(input === "file" &&
      file && { file: { name: file.name, bytes: base64UrlOf(await bytesForLink(file.content)) } }),
    reading,
    settings,
  });
}

/** Decodes the output of {@link encodeState}; throws if the text is invalid. */
export async function decodeState(link: string): Promise<RankState> {
  const { version, input, board, file, reading, settings } = record(await valueOfLink(link));
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
  if (new Set(names).size !== names.length) throw new RangeError("the link contains the same item twice");
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
  if (!isValid || choice.best === choice.worst) throw new RangeError("the link contains an invalid answer");
  return choice;
}

function fileOf(value: unknown): OpenedFile {
  const { name, bytes } = record(value);
  return { name: string(name), content: new Blob([bytesOfBase64Url(text(bytes))]) };
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

function string(value: unknown): string {
  return text(value).slice(0, limits.nameLength);
}

function word(value: string): string {
  if (!/^[a-z-]{1,20}$/.test(value)) throw new RangeError("the link has an unknown option");
  return value;
}
