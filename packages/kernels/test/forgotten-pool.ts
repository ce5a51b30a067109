// Uses a pool and does not close it.
import { createPool } from "@tierwise/kernels";

const words = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
const module = new URL("./pool-tasks.ts", import.meta.url);
const pool = await createPool({ threads: 3, module, data: { written: words(9), arrived: words(1) } });
await pool.run("count", 9);
process.stdout.write("done\n");
