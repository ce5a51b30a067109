import type { Vocabulary } from "@tierwise/data/rows";
import type { DocumentModel, TwoTowerModel } from "@tierwise/documents";
import type { Model } from "@tierwise/metrics";

/** A model to serve: a path, a path with a name, or a model object. */
export type ModelEntry = ModelFromObject | ModelFromPath | string;

/** A model directory, a model file, or the output of `tierwise fit`. A new version is loaded when the files change. */
export interface ModelFromPath {
  /** The path of the directory or file. */
  readonly path: string;
  /** The name of the model in requests. Default: the file name in the path, without `.tierwise`, `.tsv`, `.json` and `.gz`. */
  readonly name?: string;
}

/** A model object, which stays the same until the server closes. */
export interface ModelFromObject {
  /** The model, such as the result of `trainRanker` or `trainDocuments`. Its `featureNames` and `featureItems` are used if it has them. */
  readonly model: DocumentModel | TwoTowerModel | (Model & Vocabulary);
  /** The name of the model in requests. */
  readonly name: string;
  /** The version of the model, which is part of every answer. Default: `"1"`. */
  readonly version?: string;
}

/** Options for {@link createServer}. */
export interface ServerOptions {
  /** The models to serve: at least one, each with a different name. */
  readonly models: readonly ModelEntry[];
  /** The bearer token that `/v1` and `/metrics` require. Default: none; anyone can send requests. */
  readonly token?: string;
  /** The maximum number of rows or lists per batch, unless one request has more; 1 ranks every request separately. Default: 64. */
  readonly maxBatch?: number;
  /** The maximum time, in milliseconds, that a batch waits for further requests. Default: 2. */
  readonly batchMilliseconds?: number;
  /** The maximum number of waiting rows or lists per model; further requests are answered with 503. Default: 4096. */
  readonly maxQueue?: number;
  /** The maximum number of rows or lists per request. Default: 256. */
  readonly maxRows?: number;
  /** The maximum number of documents per request, over all lists. Default: 10000. */
  readonly maxDocuments?: number;
  /** The maximum number of ranked items or documents per answer; for rows, the number of rows times k. Default: 100000. */
  readonly maxRankedItems?: number;
  /** The maximum size of a request body in bytes. Default: 1048576. */
  readonly bodyLimit?: number;
  /** The time, in milliseconds, within which a complete request must arrive. Default: 30000. */
  readonly requestMilliseconds?: number;
  /** The maximum time, in milliseconds, that `close` waits for requests in progress. Default: 10000. */
  readonly closeMilliseconds?: number;
  /** The interval between checks for new versions of models, in milliseconds; 0 checks only when `reload` is called. Default: 1000. */
  readonly pollMilliseconds?: number;
  /**
   * Whether models loaded from paths try to use V8's experimental 256-bit vectors, as `widenProducts` from `@tierwise/ranker` does. Results
   * do not change. The V8 flag applies to the whole process. Default: false.
   */
  readonly wide?: boolean;
  /** Called when a model is loaded or fails to load, and for unexpected errors. Default: failures and errors become process warnings. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** An event reported by a running server. */
export type ServerEvent =
  | {
      /** A new version of a model answers new requests. */
      readonly type: "loaded";
      /** The name of the model. */
      readonly model: string;
      /** The new version. */
      readonly version: string;
    }
  | {
      /** A new version of a model could not be loaded; the old version stays in use. */
      readonly type: "load-failed";
      /** The name of the model. */
      readonly model: string;
      /** The reason. */
      readonly error: Error;
    }
  | {
      /** A request was answered with `internal_error`. */
      readonly type: "error";
      /** The reason. */
      readonly error: Error;
    };

/** The options with all defaults filled in, except for the token. */
export type ResolvedOptions = Required<Omit<ServerOptions, "token">> & Pick<ServerOptions, "token">;

/** The smallest allowed value of each numeric option. */
const least = {
  maxBatch: 1,
  batchMilliseconds: 0,
  maxQueue: 1,
  maxRows: 1,
  maxDocuments: 1,
  maxRankedItems: 1,
  bodyLimit: 1,
  requestMilliseconds: 1,
  closeMilliseconds: 0,
  pollMilliseconds: 0,
} as const;

/** Checks the options and fills in defaults. */
export function resolveOptions(options: ServerOptions): ResolvedOptions {
  const resolved: ResolvedOptions = {
    maxBatch: 64,
    batchMilliseconds: 2,
    maxQueue: 4096,
    maxRows: 256,
    maxDocuments: 10_000,
    maxRankedItems: 100_000,
    bodyLimit: 2 ** 20,
    requestMilliseconds: 30_000,
    closeMilliseconds: 10_000,
    pollMilliseconds: 1000,
    wide: false,
    onEvent: warn,
    ...options,
  };
  for (const [name, minimum] of Object.entries(least) as [keyof typeof least, number][]) {
    const value = resolved[name];
    const isValid = name === "batchMilliseconds" ? Number.isFinite(value) : Number.isSafeInteger(value);
    if (!isValid || value < minimum) {
      const sign = minimum === 0 ? "nonnegative" : "positive";
      const kind = name === "batchMilliseconds" ? "number" : "integer";
      throw new RangeError(`${name} is ${value}; expected a ${sign} ${kind}`);
    }
  }
  const { maxQueue, maxRows, models, token } = resolved;
  if (maxQueue < maxRows) {
    throw new RangeError(
      `maxQueue is ${maxQueue}; expected at least ${maxRows} (maxRows), so that every allowed request fits`,
    );
  }
  if (models.length === 0) throw new RangeError("models is empty; expected at least one model");
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new RangeError(
      "token is empty, or contains spaces or non-ASCII characters; expected visible ASCII characters",
    );
  }
  return resolved;
}

function warn(event: ServerEvent): void {
  if (event.type === "load-failed") process.emitWarning(`model ${event.model}: ${event.error.message}`);
  else if (event.type === "error") process.emitWarning(event.error);
}
