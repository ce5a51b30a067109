import { UsageError } from "../errors/usage-error.ts";
import type { TrainingFlags } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";

/** With `--wide`, asks for products in 256-bit vectors and says whether they are. */
export async function widen(session: Session, { wide, engine }: Pick<TrainingFlags, "engine" | "wide">): Promise<void> {
  if (wide !== true) return;
  if (engine === "tfjs") throw new UsageError("--wide belongs to --engine kernels");
  const { widenProducts } = await import("@tierwise/ranker");
  session.note(widenProducts().reason);
}
