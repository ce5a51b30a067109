import { RequestError } from "../answers/request-error.ts";
import { shown } from "../answers/shown.ts";
import type { FeatureLookup } from "../models/served-model.ts";
import type { DocumentBody } from "./rank-body.ts";

/** The number of feature names that an error lists. */
const mostNames = 10;

/** Writes the features of a document, at `place` in the request, into `out`. Throws unless each feature of the model has one finite value. */
export function readDocumentFeatures(
  features: DocumentBody["features"],
  place: string,
  { featureCount, indexOf }: FeatureLookup,
  out: Float32Array,
): void {
  if (isArray(features)) {
    if (features.length !== featureCount) {
      throw invalid(`${place} has length ${features.length}; expected ${featureCount}, one per feature`);
    }
    for (let f = 0; f < featureCount; f++) out[f] = checked(features[f], () => `${place}[${f}]`);
    return;
  }
  if (indexOf === undefined) {
    const expected = `an array of ${featureCount} numbers, because the model has no feature names`;
    throw invalid(`${place} is an object; expected ${expected}`);
  }
  out.fill(Number.NaN);
  for (const name of Object.keys(features)) {
    const f = indexOf.get(name);
    if (f === undefined) throw invalid(`${place} has the unknown feature ${shown(name)}; expected ${few(indexOf)}`);
    out[f] = checked(features[name], () => `${place}[${shown(name)}]`);
  }
  const missing = out.findIndex(Number.isNaN);
  if (missing < 0) return;
  const name = [...indexOf].find(([, f]) => f === missing)?.[0];
  throw invalid(`${place} lacks ${shown(name)}; expected a value for each of the ${featureCount} features`);
}

function isArray(features: DocumentBody["features"]): features is readonly number[] {
  return Array.isArray(features);
}

/** Returns the value; throws unless it is finite in single precision. */
function checked(value: number, place: () => string): number {
  if (Number.isFinite(Math.fround(value))) return value;
  throw invalid(`${place()} is ${value}; expected a number of at most 3.4e38 in absolute value`);
}

/** The first names of the model, for an error. */
function few(indexOf: ReadonlyMap<string, number>): string {
  const names = [...indexOf.keys()].slice(0, mostNames).map((name) => shown(name));
  return `${names.join(", ")}${indexOf.size > mostNames ? ", …" : ""}`;
}

function invalid(message: string): RequestError {
  return new RequestError("invalid_request", message);
}
