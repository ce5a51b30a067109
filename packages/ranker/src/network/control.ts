/** The few numbers that change from step to step, in shared memory: what the calling thread tells the others. */
export type Control = Float64Array;

/** How many rows the batch has. */
export const rowCount = 0;
/** How many features occur in the batch; written by the task that transposes it. */
export const featureCount = 1;
/** 1 while training: dropout, and losses write gradients. */
export const training = 2;
/** The number of the step, from 1. */
export const step = 3;
/** The learning rate. */
export const rate = 4;
/** How many items of each row the task that ranks finds. */
export const depth = 5;
/** How many labels the batch has that GLaS looks at. */
export const labelCount = 6;
/** The row of the call that is the first of the batch. */
export const firstRow = 7;
/** How many numbers there are. */
export const controlLength = 8;
