import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of an installed Chromium; undefined if there is none. */
export const installedChromium: string | undefined = places.find((path) => existsSync(path));
