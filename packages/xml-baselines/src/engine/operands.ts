import type { Matrix, ValuedCsr } from "@tierwise/kernels";

/** An operand of a task. Arrays must be in the memory that all threads share. */
export type Operand = Matrix | ValuedCsr | Float32Array | Float64Array | Int32Array | number;

/** The maximum number of slots for the operands of a task. */
export const operandSlots = 64;

/** Writes numbers and the addresses of arrays to shared slots, from which every thread reads them with {@link operandReader}. */
export function writeOperands(slots: Float64Array, operands: readonly Operand[]): void {
  let at = 0;
  const put = (...numbers: number[]): void => {
    for (const number of numbers) slots[at++] = number;
  };
  for (const operand of operands) {
    if (typeof operand === "number") put(operand);
    else if (ArrayBuffer.isView(operand)) put(operand.byteOffset, operand.length);
    else if ("stride" in operand) {
      put(operand.data.byteOffset, operand.data.length, operand.rows, operand.columns, operand.stride);
    } else {
      const { indptr, indices, values } = operand;
      put(indptr.byteOffset, indptr.length, indices.byteOffset, indices.length, values.byteOffset, values.length);
    }
  }
  if (at > slots.length) throw new RangeError(`operands need ${at} slots; expected at most ${slots.length}`);
}

/** Reads operands in the order in which they were written. */
export interface OperandReader {
  number(): number;
  floats(): Float32Array;
  doubles(): Float64Array;
  ints(): Int32Array;
  matrix(): Matrix;
  sparse(): ValuedCsr;
}

export function operandReader(buffer: ArrayBufferLike, slots: Float64Array): OperandReader {
  let at = 0;
  const number = (): number => slots[at++];
  const floats = (): Float32Array => new Float32Array(buffer, number(), number());
  const ints = (): Int32Array => new Int32Array(buffer, number(), number());
  return {
    number,
    floats,
    doubles: () => new Float64Array(buffer, number(), number()),
    ints,
    matrix: () => ({ data: floats(), rows: number(), columns: number(), stride: number() }),
    sparse: () => ({ indptr: ints(), indices: ints(), values: floats() }),
  };
}
