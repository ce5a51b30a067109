// `npm run playground`: serves the built site on a free port of this machine, or the port given, and prints its address.
import { serveSite } from "./serve-site.ts";

const { address } = await serveSite({ isIsolated: true, port: Number(process.argv[2] ?? 0) });
console.log(`Tierwise playground: ${address}`);
console.log("Press Ctrl+C to stop.");
