import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { shown } from "./shown.ts";

/** A schema violation and the value that caused it. */
interface Violation extends FastifySchemaValidationError {
  readonly data?: unknown;
  readonly parentSchema?: { readonly properties?: Readonly<Record<string, unknown>>; readonly title?: string };
}

/** The violation to report: the last in the list, unless another one concerns a part of the same value, as with `anyOf`. */
export function mostPrecise(violations: readonly FastifySchemaValidationError[]): FastifySchemaValidationError {
  const last = violations[violations.length - 1];
  return violations.find(({ instancePath }) => instancePath.startsWith(`${last.instancePath}/`)) ?? last;
}

/** Describes a schema violation: the place, the value, and what was expected. */
export function schemaProblem(violation: Violation, context: string): string {
  const { keyword, instancePath, params, data } = violation;
  const place = placeOf(instancePath) || context;
  const is = `${place} is ${shown(data)}`;
  switch (keyword) {
    case "additionalProperties":
      return `${place} has the unknown property ${shown(params["additionalProperty"])}${expectedOf(violation)}`;
    case "required":
      return `${place} lacks ${shown(params["missingProperty"])}`;
    case "type":
      return `${is}; expected ${article(String(params["type"]))}`;
    case "minimum":
      return `${is}; expected at least ${params["limit"]}`;
    case "minItems":
      return `${place} is empty; expected at least ${params["limit"]} entry`;
    case "anyOf":
      return `${is}; expected ${violation.parentSchema?.title ?? "a different value"}`;
    default:
      return `${is}, which ${violation.message ?? "is invalid"}`;
  }
}

/** The properties that an object may have. */
function expectedOf({ parentSchema }: Violation): string {
  const names = Object.keys(parentSchema?.properties ?? {});
  return names.length === 0 ? "" : `; expected one of ${names.join(", ")}`;
}

/** Converts a path such as `/rows/0/features` to `rows[0].features`. */
function placeOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, i) =>
      /^\d+$/.test(part) ? `[${part}]` : /^\w{1,60}$/.test(part) ? `${i > 0 ? "." : ""}${part}` : `[${shown(part)}]`,
    )
    .join("");
}

function article(type: string): string {
  return ["array", "integer", "object"].includes(type) ? `an ${type}` : `a ${type}`;
}
