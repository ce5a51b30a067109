/** The path of the built command. */
export const binary = new URL("../bin/tierwise.js", import.meta.url).pathname;
