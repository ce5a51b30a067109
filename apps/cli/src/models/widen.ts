import type { TrainingFlags } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";

/** With `--wide`, asks for products in 256-bit vectors and says whether they are. */
export async function widen(session: Session, { wide }: Pick<TrainingFlags, "wide">): Promise<void> {
  if (wide !== true) return;
  const { widenProducts } = await import("@tierwise/ranker");
  const { reason } = widenProducts();
  session.note(`${reason[0].toUpperCase()}${reason.slice(1)}.`);
}
