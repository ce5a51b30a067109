/** An answer of a server: the status, the parsed body and the headers. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of parsed JSON.
  readonly body: any;
  readonly headers: Headers;
}

/** Sends a request; a body that is not a string is sent as JSON. */
export async function ask(address: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(address, {
    ...(body !== undefined && { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
}
