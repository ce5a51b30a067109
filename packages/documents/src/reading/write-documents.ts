import { writeFileAtomic } from "@tierwise/data/files";
import { type DocumentLists, listCount } from "../lists/document-lists.ts";

/**
 * Writes lists in LETOR format, `grade qid:7 0:0.5 2:1 # docid = a`, gzipped if the name ends in `.gz`. Features that are 0 are omitted.
 * Numbers are written with enough digits for single precision, so that {@link readDocuments} reads back the same lists.
 *
 * @param path - The file.
 * @param lists - The lists.
 */
export async function writeDocuments(path: string, lists: DocumentLists): Promise<void> {
  await writeFileAtomic(path, documentLines(lists));
}

function* documentLines(lists: DocumentLists): Generator<string> {
  const { featureCount, offsets, features, grades, listNames, documentNames } = lists;
  for (let l = 0; l < listCount(lists); l++) {
    let text = "";
    for (let i = offsets[l]; i < offsets[l + 1]; i++) {
      text += `${grades[i]} qid:${listNames?.[l] ?? l + 1}`;
      for (let f = 0, at = i * featureCount; f < featureCount; f++, at++) {
        if (features[at] !== 0) text += ` ${f}:${shortest(features[at])}`;
      }
      text += documentNames === undefined ? "\n" : ` # docid = ${documentNames[i]}\n`;
    }
    yield text;
  }
}

/** Returns the shortest decimal that parses to the same float. */
function shortest(x: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = `${Number(x.toPrecision(digits))}`;
    if (Math.fround(Number(text)) === x) return text;
  }
  return `${Number(x.toPrecision(9))}`;
}
