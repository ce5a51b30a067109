/** The built command. */
export const binary = new URL("../bin/tierwise.js", import.meta.url).pathname;
