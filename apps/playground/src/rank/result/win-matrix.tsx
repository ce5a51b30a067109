import type { MatrixResult } from "../work/ranking-result.ts";

/** A table of win probabilities among the best items, observed above the diagonal and predicted below it. */
export function WinMatrix({ matrix }: { readonly matrix: MatrixResult }): preact.JSX.Element {
  const { names } = matrix;
  return (
    <section
      class="scroll"
      aria-label="Win probabilities"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
    >
      <table class="matrix">
        <thead>
          <tr>
            <td />
            {names.map((name, k) => (
              <th key={name} scope="col" title={name}>
                <span class="unseen">{name}</span>
                <span aria-hidden="true">{k + 1}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => (
            <tr key={name}>
              <th scope="row" class="name" title={name}>
                {row + 1}. <bdi>{name}</bdi>
              </th>
              {names.map((other, column) => (
                <Cell key={other} matrix={matrix} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({
  matrix: { names, predicted, observed, counts },
  row,
  column,
}: {
  readonly matrix: MatrixResult;
  readonly row: number;
  readonly column: number;
}): preact.JSX.Element {
  if (row === column) return <td class="diagonal" />;
  const at = row * names.length + column;
  const share = column > row ? observed[at] : predicted[at];
  const met = counts[at] > 0 ? `observed ${percent(observed[at])} % of ${Math.round(counts[at])}` : "never compared";
  const title = `${names[row]} against ${names[column]}: ${met}, predicted ${percent(predicted[at])} %`;
  if (!Number.isFinite(share)) return <td title={title} />;
  // At most 45% of the color is mixed in, so that the text stays readable.
  const strength = Math.round(90 * Math.abs(share - 0.5));
  return (
    <td title={title} style={{ "--strength": `${strength}%` }} class={share > 0.5 ? "wins" : "loses"}>
      {percent(share)}
    </td>
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}
