/** Error codes. Codes stay the same across releases; messages may change. */
export type ErrorCode =
  | "answer_too_large"
  | "body_too_large"
  | "headers_too_large"
  | "internal_error"
  | "invalid_json"
  | "invalid_request"
  | "not_finite"
  | "not_found"
  | "not_ready"
  | "queue_full"
  | "request_timeout"
  | "too_many_documents"
  | "too_many_rows"
  | "unauthorized"
  | "unknown_item"
  | "unknown_model"
  | "unsupported_media_type";

export const statusOf: Readonly<Record<ErrorCode, number>> = {
  answer_too_large: 413,
  body_too_large: 413,
  headers_too_large: 431,
  internal_error: 500,
  invalid_json: 400,
  invalid_request: 400,
  not_finite: 400,
  not_found: 404,
  not_ready: 503,
  queue_full: 503,
  request_timeout: 408,
  too_many_documents: 413,
  too_many_rows: 413,
  unauthorized: 401,
  unknown_item: 400,
  unknown_model: 404,
  unsupported_media_type: 415,
};

/** The error for a request that cannot be answered; the client receives its message. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: ErrorCode;
  /** Seconds after which the client may try again, for the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { readonly retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
