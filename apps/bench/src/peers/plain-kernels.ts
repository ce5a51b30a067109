// Reference implementations without kernels: plain loops over typed arrays, blocked where that helps.

/** out[m × n] = a[m × k]·b[n × k]ᵀ, two by four dot products at a time; m is a multiple of 2, n of 4. */
export function plainProductNT(
  out: Float32Array,
  a: Float32Array,
  b: Float32Array,
  m: number,
  n: number,
  k: number,
): void {
  for (let j = 0; j < n; j += 4) {
    for (let i = 0; i < m; i += 2) {
      let s00 = 0;
      let s01 = 0;
      let s02 = 0;
      let s03 = 0;
      let s10 = 0;
      let s11 = 0;
      let s12 = 0;
      let s13 = 0;
      for (let p = 0; p < k; p++) {
        const a0 = a[i * k + p];
        const a1 = a[(i + 1) * k + p];
        const b0 = b[j * k + p];
        const b1 = b[(j + 1) * k + p];
        const b2 = b[(j + 2) * k + p];
        const b3 = b[(j + 3) * k + p];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s02 += a0 * b2;
        s03 += a0 * b3;
        s10 += a1 * b0;
        s11 += a1 * b1;
        s12 += a1 * b2;
        s13 += a1 * b3;
      }
      const row0 = i * n + j;
      const row1 = row0 + n;
      out[row0] = s00;
      out[row0 + 1] = s01;
      out[row0 + 2] = s02;
      out[row0 + 3] = s03;
      out[row1] = s10;
      out[row1 + 1] = s11;
      out[row1 + 2] = s12;
      out[row1 + 3] = s13;
    }
  }
}

/** Computes the maximum and Σ e^(x − max), with Math.exp. */
export function plainStatistics(x: Float32Array): readonly [number, number] {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < x.length; i++) if (x[i] > max) max = x[i];
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.exp(x[i] - max);
  return [max, sum];
}

export function plainAdam(
  weights: Float32Array,
  gradient: Float32Array,
  first: Float32Array,
  second: Float32Array,
  step: number,
): void {
  const rate = 0.001 / (1 - 0.9 ** step);
  const rootScale = 1 / Math.sqrt(1 - 0.999 ** step);
  for (let i = 0; i < weights.length; i++) {
    const g = gradient[i];
    const m = 0.9 * first[i] + 0.1 * g;
    const v = 0.999 * second[i] + 0.001 * g * g;
    first[i] = m;
    second[i] = v;
    weights[i] -= (rate * m) / (Math.sqrt(v) * rootScale + 1e-8);
  }
}

/** out[rows × n] = sparse rows · dense[… × n]. */
export function plainSparseProduct(
  out: Float32Array,
  indptr: Int32Array,
  indices: Int32Array,
  values: Float32Array,
  dense: Float32Array,
  n: number,
): void {
  out.fill(0);
  for (let i = 0; i < indptr.length - 1; i++) {
    for (let e = indptr[i]; e < indptr[i + 1]; e++) {
      const value = values[e];
      const row = indices[e] * n;
      for (let j = 0; j < n; j++) out[i * n + j] += value * dense[row + j];
    }
  }
}

/** out[m × n] = a[m × k]·b[k × n], four rows of b at a time; k is a multiple of 4. */
export function plainProductNN(
  out: Float32Array,
  a: Float32Array,
  b: Float32Array,
  m: number,
  n: number,
  k: number,
): void {
  out.fill(0);
  for (let p = 0; p < k; p += 4) {
    const row = p * n;
    for (let i = 0; i < m; i++) {
      const a0 = a[i * k + p];
      const a1 = a[i * k + p + 1];
      const a2 = a[i * k + p + 2];
      const a3 = a[i * k + p + 3];
      for (let j = 0; j < n; j++) {
        const at = row + j;
        out[i * n + j] += a0 * b[at] + a1 * b[at + n] + a2 * b[at + 2 * n] + a3 * b[at + 3 * n];
      }
    }
  }
}

/** out[m × n] = a[k × m]ᵀ·b[k × n], four rows of b at a time; k is a multiple of 4. */
export function plainProductTN(
  out: Float32Array,
  a: Float32Array,
  b: Float32Array,
  m: number,
  n: number,
  k: number,
): void {
  out.fill(0);
  for (let i = 0; i < m; i++) {
    for (let p = 0; p < k; p += 4) {
      const row = p * n;
      const a0 = a[p * m + i];
      const a1 = a[(p + 1) * m + i];
      const a2 = a[(p + 2) * m + i];
      const a3 = a[(p + 3) * m + i];
      for (let j = 0; j < n; j++) {
        const at = row + j;
        out[i * n + j] += a0 * b[at] + a1 * b[at + n] + a2 * b[at + 2 * n] + a3 * b[at + 3 * n];
      }
    }
  }
}
