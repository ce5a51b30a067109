// node serve-in-process.ts MODEL TOKEN: serves a model in its own process, so that its memory use can be measured.
import { createServer } from "@tierwise/serve";

const [path, token] = process.argv.slice(2);
const server = await createServer({
  models: [{ path, name: "m" }],
  token,
  // On a busy machine, the clients can pause for a second in the middle of a request.
  requestMilliseconds: 10_000,
  // The queue is so small that some requests find it full.
  maxQueue: 256,
  maxRankedItems: 10_000,
});
process.send?.(await server.listen({ port: 0 }));
process.on("SIGTERM", async () => {
  await server.close();
  process.exit(0);
});
