// Uses a pool without closing it.
import { Worker } from "node:worker_threads";
import { createPool } from "@tierwise/kernels";
import { createTasks } from "./pool-tasks.ts";

const words = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
const startWorker = () => new Worker(new URL("./pool-worker.ts", import.meta.url));
const pool = await createPool({ threads: 3, createTasks, startWorker, data: { written: words(9), arrived: words(1) } });
await pool.run("count", 9);
process.stdout.write("done\n");
