/** All properties that response bodies may have. The route and the status determine which of them are present. */
interface Body {
  readonly lists: readonly { readonly documents: { id?: number | string; position: number; score: number }[] }[];
  readonly components: { readonly securitySchemes: { readonly token: { readonly scheme: string } } };
  readonly error: { readonly code: string; readonly message: string };
  readonly model: string;
  readonly models: readonly { readonly name: string; readonly version: string }[];
  readonly paths: Record<string, { readonly post: DescribedPost }>;
  readonly probability: number;
  readonly rows: readonly { readonly items: { item: number; name: string; score: number }[] }[];
  readonly unknownFeatures: number;
  readonly version: string;
}

interface DescribedPost {
  readonly requestBody: { readonly content: Record<string, { readonly schema: { readonly properties: object } }> };
  readonly responses: object;
}

/** A server's answer: the status, the body as text, the parsed body if it is JSON, and the headers. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
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
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
}
