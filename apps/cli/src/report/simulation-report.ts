import { writeFileAtomic } from "@tierwise/data/files";
import type { Session } from "../terminal/session.ts";
import { htmlFigure, htmlTable } from "./html.ts";
import { reportPage } from "./page.ts";
import type { SimulationOutcome } from "./simulation-outcome.ts";

export async function writeSimulationReport(path: string, session: Session, outcome: SimulationOutcome): Promise<void> {
  const { title, lead, html, figure, seeds } = outcome;
  const page = reportPage({
    title,
    lead,
    sections: [
      {
        title: "Figure",
        html: htmlFigure(
          await figure(),
          "Both axes are logarithmic; error bars are one standard error over the seeds.",
        ),
      },
      { title: "Results", html: htmlTable(html) },
    ],
    command: session.commandLine,
    seed: seeds.join(", "),
  });
  await writeFileAtomic(path, page);
}
