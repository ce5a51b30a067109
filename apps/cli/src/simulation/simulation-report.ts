import { writeText } from "../files/write-text.ts";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { reportPage } from "../report/page.ts";
import type { Session } from "../terminal/session.ts";
import type { StudyOutcome } from "./outcome.ts";

/** Writes the page. */
export async function writeSimulationReport(path: string, session: Session, outcome: StudyOutcome): Promise<void> {
  const { title, lead, html, figure, seeds } = outcome;
  const page = reportPage({
    title,
    lead,
    sections: [
      {
        title: "The figure",
        html: htmlFigure(figure, "Both axes are logarithmic; bars are one standard error over the seeds."),
      },
      { title: "The figures", html: htmlTable(html) },
    ],
    command: session.commandLine,
    seed: seeds.join(", "),
  });
  await writeText(path, page);
}
