export type { ErrorCode } from "./answers/request-error.ts";
export { createServer, type ModelServer } from "./create-server.ts";
export type {
  ModelEntry,
  ModelFromObject,
  ModelFromPath,
  ServerEvent,
  ServerOptions,
} from "./options/server-options.ts";
export type { ModelDescription } from "./routes/model-routes.ts";
