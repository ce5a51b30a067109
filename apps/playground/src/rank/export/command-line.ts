import { shellQuoted } from "@tierwise/cli/ranking";
import { type RankSettings, usualSettings } from "../state/settings.ts";

/** The `tierwise` command that gives the same ranking for a file in the current folder. */
export function fitCommand(
  file: string,
  settings: RankSettings,
  reading: Readonly<Record<string, string>>,
  isBattles: boolean,
): string {
  const flags = {
    ...(settings.prior > 0 && { prior: String(settings.prior) }),
    ...(settings.scale !== usualSettings.scale && { scale: settings.scale }),
    ...(settings.interval !== usualSettings.interval && { interval: settings.interval }),
    ...(isBattles && settings.ties !== usualSettings.ties && { ties: settings.ties }),
    ...reading,
  };
  // A name that starts with - would be read as a flag.
  const path = file.startsWith("-") ? `./${file}` : file;
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, shellQuoted(value)]);
  return ["tierwise fit", shellQuoted(path), ...words].join(" ");
}
