// What `predict` needs of our packages to rank rows, in one module: the build bundles it and its dependencies into one file, without the
// rest of these packages.
export { DatasetError, detectFormat, matchRows, readVocabulary } from "@tierwise/data";
export { readChunks } from "@tierwise/data/files";
export { sliceRows } from "@tierwise/data/rows";
export { parseXmlStream, readXmlDataset } from "@tierwise/datasets-xml";
export { loadModel } from "@tierwise/ranker";
