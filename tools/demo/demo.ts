// `npm run demo`: what Tierwise does, on a small example.
import { checkPreference, type Preference } from "@tierwise/core-integrator";

const names = ["apple", "banana", "cherry", "date", "elderberry"];
const preference: Preference = { tiers: [[3, 0], [4]] };
checkPreference(preference, names.length);

const named = new Set(preference.tiers.flatMap((tier) => Array.from(tier)));
const rest = names.filter((_, item) => !named.has(item));
const tiers = preference.tiers.map((tier) => Array.from(tier, (item) => names[item]).join(", "));
console.log(`A preference: {${[...tiers, rest.join(", ")].join("} above {")}}`);
