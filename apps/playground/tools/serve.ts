// `npm run playground`: serves the built site on a free or given port of this machine, and prints the address.
import { serveSite } from "./serve-site.ts";

const { address } = await serveSite({ isIsolated: true, port: Number(process.argv[2] ?? 0) });
console.log(`Tierwise playground: ${address}`);
console.log("Press Ctrl+C to stop.");
