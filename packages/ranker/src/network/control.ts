/** The control array in shared memory, through which the calling thread tells other threads the numbers that change in each step. */
export type Control = Float64Array;

/** The number of rows in the batch. */
export const rowCount = 0;
/** The number of distinct features in the batch, written by the task that transposes it. */
export const featureCount = 1;
/** 1 while training, which enables dropout and makes losses write gradients; otherwise 0. */
export const training = 2;
/** The 1-based step number. */
export const step = 3;
export const rate = 4;
/** The number of items to rank per row. */
export const depth = 5;
/** The number of distinct labels in the batch, for GLaS. */
export const labelCount = 6;
/** The index of the first row of the batch among all rows that are to be ranked. */
export const firstRow = 7;
/** The first item, or candidate, of the panel that is scored and ranked; a multiple of `output.scoreColumns`. */
export const firstColumn = 8;
/** The number of items in the batch's sample, if the output layer computes only a sample of the items. */
export const columnCount = 9;
export const controlLength = 10;
