export { type CostReference, costFigure } from "./cost-figure.ts";
export { COLOURS, draw } from "./draw.ts";
export { mseFigure } from "./mse-figure.ts";
export { mseTable } from "./mse-table.ts";
