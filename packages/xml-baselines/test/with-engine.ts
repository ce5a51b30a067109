import type { Engine } from "../src/engine/engine.ts";
import { createEngine } from "../src/threads/create-engine.ts";

/** Runs `body` with a new engine. */
export async function withEngine<T>(body: (engine: Engine) => Promise<T>, threads = 1): Promise<T> {
  const engine = await createEngine({ threads, bytes: 2 ** 24 });
  try {
    return await body(engine);
  } finally {
    await engine.close();
  }
}
