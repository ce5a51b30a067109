import { type Leaderboard, type LeaderboardItem, markupText, percentage, rankRange } from "@tierwise/cli/ranking";
import { linearScale, niceTicks } from "../../charts/scale.ts";

const mostShown = 60;
const step = 24;
const plot = { left: 220, right: 660, top: 44 };
const width = 800;

/** A standalone SVG file with a white background that shows the best sixty items, their intervals, rank intervals and P(best). */
export function rankingSvg({ items: all, scale }: Leaderboard): string {
  const items = all.slice(0, mostShown);
  const bottom = plot.top + step * items.length;
  const ends = items.flatMap(({ value, valueInterval: bounds }) => bounds ?? [value]).filter(Number.isFinite);
  const ticks = niceTicks(Math.min(...ends), Math.max(...ends), 6);
  const x = linearScale([ticks[0], ticks[ticks.length - 1]], [plot.left, plot.right]);
  const grid = ticks.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${plot.top - 6}" y2="${bottom}" stroke="#e3e1da"/>` +
      `<text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle" fill="#667079">${tick}</text>`,
  );
  const rows = items.map((item, k) => rowOf(item, plot.top + step * (k + 0.5), x));
  const head = `<g fill="#667079" font-weight="600"><text x="${plot.left - 12}" y="24" text-anchor="end">item</text><text x="${(plot.left + plot.right) / 2}" y="24" text-anchor="middle">${markupText(scale.name)} with 95 % interval</text><text x="${width - 80}" y="24" text-anchor="end">rank</text><text x="${width - 16}" y="24" text-anchor="end">P(best)</text></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 28}" width="${width}" height="${bottom + 28}" font-family="system-ui, sans-serif" font-size="12"><rect width="100%" height="100%" fill="#ffffff"/>${head}${grid.join("")}${rows.join("")}</svg>\n`;
}

function rowOf(
  { name, value, valueInterval, ...item }: LeaderboardItem,
  y: number,
  x: (value: number) => number,
): string {
  const [from, to] = valueInterval ?? [value, value];
  const characters = Array.from(name);
  const shown = characters.length > 30 ? `${characters.slice(0, 29).join("")}…` : name;
  const right = (at: number, text: string): string => `<text x="${at}" y="${y + 4}" text-anchor="end">${text}</text>`;
  return [
    `<text x="${plot.left - 12}" y="${y + 4}" text-anchor="end" direction="ltr" unicode-bidi="plaintext" fill="#1f2328">${markupText(shown)}</text>`,
    `<line x1="${x(from)}" x2="${x(to)}" y1="${y}" y2="${y}" stroke="#0072b2" stroke-width="2"/>`,
    `<circle cx="${x(value)}" cy="${y}" r="4" fill="#d55e00"/>`,
    ...(item.rankInterval ? [right(width - 80, rankRange(item.rankInterval))] : []),
    ...(item.probabilityBest === undefined ? [] : [right(width - 16, markupText(percentage(item.probabilityBest)))]),
  ].join("");
}
