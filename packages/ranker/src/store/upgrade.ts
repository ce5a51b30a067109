import type { TrainingRecord } from "../model/training-record.ts";
import { codeOf, join, readFile, stat } from "./files.ts";
import { type Header, headerFormat, type StoredMember } from "./header.ts";

interface FirstHeader extends StoredMember {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly generation: number;
  readonly itemNames?: readonly string[];
}

/** The training record that the command line stored next to models of version 1. */
interface FirstRecord extends TrainingRecord {
  readonly format?: unknown;
  readonly members?: number;
}

/** Converts a header of version 2, in which some training settings had different names. */
export function fromSecond(header: Header): Header {
  const renamed = ({ members, ...model }: Header["model"]): Header["model"] => ({
    ...model,
    members: members.map(withNewNames),
  });
  const { model, replacement, ...rest } = header;
  return { ...rest, model: renamed(model), ...(replacement && { replacement: renamed(replacement) }) };
}

/** Converts a header of version 1, which describes one ranker and has no digest; its training record is in a separate file. */
export async function fromFirst(directory: string, parsed: unknown): Promise<Header> {
  const { format: _, version: __, itemNames, generation, ...member } = parsed as FirstHeader;
  const record = await firstRecord(directory);
  return firstModel(directory, generation ?? 0, 1, [member], itemNames, record);
}

/** Converts an ensemble of version 1: a record and one directory per member. Returns undefined if there is no such record. */
export async function firstEnsemble(directory: string, headerFile: string): Promise<Header | undefined> {
  const record = await firstRecord(directory);
  const count = record?.members ?? 1;
  if (count < 2) return undefined;
  const members: StoredMember[] = [];
  let names: readonly string[] | undefined;
  let generation = 0;
  for (let i = 1; i <= count; i++) {
    const folder = `member-${i}`;
    const text = await readFile(join(directory, folder, headerFile), "utf8").catch(() => undefined);
    if (text === undefined) break;
    const { format: _, version: __, itemNames, generation: own, arrays, ...member } = JSON.parse(text) as FirstHeader;
    names ??= itemNames;
    generation = Math.max(generation, own);
    const entries = Object.entries(arrays ?? {}).map(([name, entry]) => [
      name,
      { ...entry, file: `${folder}/${entry.file}` },
    ]);
    members.push({ ...member, arrays: Object.fromEntries(entries) });
  }
  return firstModel(directory, generation, count, members, names, record);
}

async function firstModel(
  directory: string,
  generation: number,
  memberCount: number,
  members: readonly StoredMember[],
  itemNames: readonly string[] | undefined,
  record: FirstRecord | undefined,
): Promise<Header> {
  const { command, data, validation, rows, labelCounts } = record ?? {};
  const kept = { command, data, validation, rows, labelCounts };
  const known = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const { mtime } = await stat(directory);
  return {
    format: headerFormat,
    version: 1,
    generation,
    written: mtime.toISOString(),
    model: {
      memberCount,
      ...(itemNames && { itemNames }),
      ...(record && { record: known }),
      members: members.map(withNewNames),
    },
  };
}

/** Reads the training record of a model of version 1; returns undefined if there is none. */
async function firstRecord(directory: string): Promise<FirstRecord | undefined> {
  const path = join(directory, "training.json");
  try {
    const record = JSON.parse(await readFile(path, "utf8")) as FirstRecord | null;
    return record?.format === "tierwise-training" ? record : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const newNames: Readonly<Record<string, string>> = { rates: "learningRates", batch: "batchSize", rate: "learningRate" };

/** Converts the settings and reports of a member to their current names. */
function withNewNames({ training, ...member }: StoredMember): StoredMember {
  if (typeof training !== "object" || training === null) return member;
  const { settings, state } = training as { settings?: object; state?: { history?: object[] } };
  const history = state?.history?.map(renamedKeys);
  return {
    ...member,
    training: {
      ...training,
      settings: settings && renamedKeys(settings),
      state: state && { ...renamedKeys(state), ...(history && { history }) },
    },
  };
}

function renamedKeys(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [newNames[key] ?? key, value]));
}
