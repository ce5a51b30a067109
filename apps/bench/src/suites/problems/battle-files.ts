import { closeSync, openSync, writeSync } from "node:fs";
import { randomStream } from "@tierwise/random";
import { parquetWriteFile } from "hyparquet-writer";

const models = Array.from({ length: 100 }, (_, model) => `model-${model}`);
const winners = ["model_a", "model_b", "tie", "tie (bothbad)"];

/** Random battles between 100 models, identical in every run. */
function* battles(rows: number): Generator<readonly [string, string, string]> {
  const random = randomStream(0, 21);
  for (let row = 0; row < rows; row++) {
    const left = Math.floor(random() * models.length);
    const right = (left + 1 + Math.floor(random() * (models.length - 1))) % models.length;
    yield [models[left], models[right], winners[Math.floor(random() * winners.length)]];
  }
}

export function writeBattles(path: string, rows: number): void {
  const file = openSync(path, "w");
  let text = "model_a,model_b,winner\n";
  for (const battle of battles(rows)) {
    text += `${battle[0]},${battle[1]},${battle[2]}\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = "";
    }
  }
  writeSync(file, text);
  closeSync(file);
}

/** Writes the same battles as Parquet, in row groups of the size that DuckDB writes. */
export async function writeBattlesParquet(path: string, rows: number): Promise<void> {
  const columns: string[][] = [[], [], []];
  for (const battle of battles(rows)) for (const [k, column] of columns.entries()) column.push(battle[k]);
  await parquetWriteFile({
    filename: path,
    rowGroupSize: 122_880,
    columnData: ["model_a", "model_b", "winner"].map((name, k) => ({
      name,
      data: columns[k],
      type: "STRING" as const,
    })),
  });
}
