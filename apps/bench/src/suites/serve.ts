import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readXmlDataset, writeGeneratedXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { createRanker, trainModel } from "@tierwise/ranker";
import { createServer } from "@tierwise/serve";
import { medianOf } from "@tierwise/studies";
import fastify from "fastify";
import { claimOf } from "../timing/claim-of.ts";
import { inverse, ratioWithin } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import type { LoadResult, LoadTask } from "./apart/load-client.ts";

const k = 5;

/** Requests per second that `serve` handles over loopback, with and without batches, compared with a Fastify route that returns a constant. */
export const serving: Suite = {
  name: "serve",
  group: "Serving",
  title: "Serving a Delicious-1K model over loopback, compared with a bare Fastify route that returns a constant",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-serve-"));
    const client = fork(new URL("./apart/load-client.js", import.meta.url));
    const measure = (task: LoadTask): Promise<LoadResult> =>
      new Promise((resolve) => {
        client.once("message", (result) => resolve(result as LoadResult));
        client.send(task);
      });
    const model = join(folder, "model");
    const rows = await prepareModel(folder, model);
    const bodies = requestBodies(rows, 200);
    const bare = fastify();
    for (const method of ["GET", "POST"] as const) {
      bare.route({ method, url: "/", handler: async () => ({ items: [1, 2, 3, 4, 5] }) });
    }
    const batched = await createServer({ models: [model] });
    const wide = await createServer({ models: [model], wide: true });
    const unbatched = await createServer({ models: [model], maxBatch: 1 });
    const path = "/v1/models/model/rank";
    const bareRoute = { address: await bare.listen({ port: 0 }), path: "/" };
    const contestants = {
      bare: { ...bareRoute, bodies: [] },
      reading: { ...bareRoute, bodies },
      batched: { address: await batched.listen({ port: 0 }), path, bodies },
      wide: { address: await wide.listen({ port: 0 }), path, bodies },
      unbatched: { address: await unbatched.listen({ port: 0 }), path, bodies },
    };
    try {
      const claims: Claim[] = [];
      for (const connections of [1, 16, 64]) {
        const rounds: Record<keyof typeof contestants, LoadResult>[] = [];
        // The first round is a warm-up.
        for (let round = -1; round < (quick ? 3 : 7); round++) {
          const load = { connections, seconds: quick ? 1 : 2 };
          const results = {
            bare: await measure({ ...contestants.bare, ...load }),
            reading: await measure({ ...contestants.reading, ...load }),
            batched: await measure({ ...contestants.batched, ...load }),
            wide: await measure({ ...contestants.wide, ...load }),
            unbatched: await measure({ ...contestants.unbatched, ...load }),
          };
          const failed = results.batched.failed + results.wide.failed + results.unbatched.failed;
          if (failed > 0) throw new Error(`${failed} requests failed (connections: ${connections})`);
          if (round >= 0) rounds.push(results);
        }
        claims.push(...claimsOf(connections, rounds));
      }
      return { claims };
    } finally {
      client.kill();
      await Promise.all([bare.close(), batched.close(), wide.close(), unbatched.close()]);
      rmSync(folder, { recursive: true });
    }
  },
};

/** `reading` sends the requests of `batched` to the constant route, which parses and ignores them. */
type Contestant = "bare" | "batched" | "reading" | "unbatched" | "wide";

function claimsOf(connections: number, rounds: readonly Readonly<Record<Contestant, LoadResult>>[]): Claim[] {
  const seconds = (name: Contestant): number[] => rounds.map((round) => 1 / round[name].requestsPerSecond);
  const context = (name: Contestant): string => {
    const [rate, p50, p99] = (["requestsPerSecond", "p50", "p99"] as const).map((figure) =>
      medianOf(rounds.map((round) => round[name][figure])),
    );
    return `${rate.toFixed(0)} requests/s, p50 ${p50} ms, p99 ${p99} ms`;
  };
  const share = (name: Contestant, of: Contestant = "bare") => inverse(ratioWithin(seconds(name), seconds(of)));
  const at = `${connections} connection${connections === 1 ? "" : "s"}`;
  return [
    claimOf(`batched requests per second relative to the bare route, ${at}`, share("batched"), {
      ...(connections === 64 && { target: { atLeast: 0.5 } }),
      context: `${context("batched")}; bare: ${context("bare")}`,
    }),
    claimOf(
      `batched requests per second relative to a bare route that reads the requests, ${at}`,
      share("batched", "reading"),
      {
        context: `bare route that reads the requests: ${context("reading")}`,
      },
    ),
    claimOf(`batched requests per second with 256-bit vectors, relative to the bare route, ${at}`, share("wide"), {
      context: context("wide"),
    }),
    claimOf(`requests per second without batches, relative to the bare route, ${at}`, share("unbatched"), {
      context: context("unbatched"),
    }),
  ];
}

/** Trains a model on Delicious-1K for two epochs and returns its test rows; without the data, uses a model and rows of the same sizes. */
async function prepareModel(folder: string, directory: string): Promise<XmlDataset["features"]> {
  const data = join(process.env["TIERWISE_DATA"] ?? "", "delicious-1k");
  if (existsSync(join(data, "train.txt"))) {
    await trainModel(directory, await readXmlDataset(join(data, "train.txt")), { epochs: 2, learningRates: [0.001] });
    return (await readXmlDataset(join(data, "test.txt"))).features;
  }
  const path = join(folder, "rows.txt");
  await writeGeneratedXmlDataset(path, { preset: "delicious-1k", rows: 200 });
  const { features, numFeatures, numLabels } = await readXmlDataset(path);
  await createRanker({ features: numFeatures, items: numLabels }).save(directory);
  return features;
}

/** One request per row. */
function requestBodies({ indptr, indices, values }: XmlDataset["features"], count: number): string[] {
  return Array.from({ length: count }, (_, row) => {
    const features: Record<number, number> = {};
    for (let e = indptr[row]; e < indptr[row + 1]; e++) features[indices[e]] = Number(values[e].toPrecision(7));
    return JSON.stringify({ rows: [{ features }], k });
  });
}
