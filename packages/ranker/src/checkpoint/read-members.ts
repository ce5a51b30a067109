import { loadKernelModule } from "@tierwise/kernels";
import type { Ranker } from "../ranker.ts";
import type { Header, StoredModel } from "./header.ts";
import { openArrays } from "./model-directory.ts";
import { readRanker } from "./read-ranker.ts";
import { isWeightArray } from "./save-ranker.ts";

/** The rankers of a directory's model, with the header that names them. */
export async function readMembers(
  directory: string,
  check: (model: StoredModel) => void = () => {},
): Promise<{ readonly header: Header; readonly members: readonly Ranker[] }> {
  const module = await loadKernelModule();
  const arrays = await openArrays(directory, ({ model }) => model.members, isWeightArray);
  try {
    const { header } = arrays;
    check(header.model);
    const members: Ranker[] = [];
    for (const member of header.model.members) {
      members.push(await readRanker(arrays, header.model, member, module));
    }
    return { header, members };
  } finally {
    await arrays.close();
  }
}
